import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayFromNow } from '#tools/test/day-from-now.ts'
import { objectOf, type Row } from '#tools/test/actions-world.ts'
import { makeTicketWorld, type TicketWorld } from '#tools/test/ticket-world.ts'

let world: TicketWorld
beforeAll(async () => {
  world = await makeTicketWorld()
})
afterAll(() => world.app.close())
beforeEach(() => {
  world.jira.requests.length = 0
  world.jira.instead = () => undefined
  world.jira.cutsOff = () => false
})
const writes = () => world.jira.requests.filter(({ method, path }) => method !== 'GET' && !path.includes('/search'))
const issueOf = async (action: number) => {
  const { key } = await world.ticket(action)
  return [...world.jira.issues.values()].find((issue) => issue.key === key) as NonNullable<ReturnType<TicketWorld['jira']['issues']['get']>>
}
async function sent(fields: object = {}): Promise<Row> {
  const action = await world.action({ name_en: 'Close port 445', ...fields })
  await world.told()
  return action
}

test('a new action of a joined plan becomes a ticket at once, in the state that its own means, with a link back; whatever runs again, it is one', async () => {
  const { id } = await sent({ status: 'ONGOING', target_date: dayFromNow(18) })
  const issue = await issueOf(id)
  expect(issue).toMatchObject({ status: '2', due: dayFromNow(18) })
  expect(issue.summary).toMatch(/^A-\d+ Close port 445$/)
  expect(issue.text).toContain(`/open/remediation/${id}`)
  expect(await world.ticket(id)).toMatchObject({
    state: 'THERE',
    external_status: 'IN_PROGRESS',
    external_state: 'In progress',
    service: 'Jira Cloud',
    problem: null,
  })
  expect((await world.row(id)).external_status).toBe('IN_PROGRESS')
  world.jira.requests.length = 0
  await world.told()
  await world.look()
  expect(writes()).toEqual([])
  expect(world.jira.issues.size).toBe(1)
})

test('there and back: what either side changes the other one is told, once, and in the log it is a change like any other', async () => {
  const { id } = await sent({ status: 'ONGOING', target_date: dayFromNow(18) })
  const issue = await issueOf(id)
  world.jira.by('K. Wójcik', issue.key, { status: '3' })
  world.jira.requests.length = 0
  await world.look()
  expect(await world.row(id)).toMatchObject({ status: 'STANDBY', status_reason: `${issue.key}: Pending`, external_status: 'PENDING' })
  expect(writes().filter(({ path }) => path.includes(issue.id))).toEqual([])
  objectOf(await world.pilot.put(`/remediation/${id}`, { status: 'ONGOING', target_date: dayFromNow(25), postponement_reason: 'Parts are late' }))
  await world.told()
  expect(issue).toMatchObject({ status: '2', due: dayFromNow(25) })
  const before = (await world.row(id)).version
  world.jira.requests.length = 0
  for (let n = 0; n < 2; n += 1) await world.look()
  expect([(await world.row(id)).version, writes()]).toEqual([before, []])
})

test('a ticket that is closed finishes its action, and is the proof that its plan demands', async () => {
  const { id } = await sent({ status: 'ONGOING', target_date: dayFromNow(18) })
  const issue = await issueOf(id)
  world.jira.by('K. Wójcik', issue.key, { status: '4' })
  await world.look()
  const row = await world.row(id)
  expect(row).toMatchObject({ status: 'FINISHED', external_status: 'RESOLVED' })
  expect(row.proofs).toMatchObject([{ name: issue.key, url: expect.stringContaining(`/browse/${issue.key}`), date: dayFromNow(0) }])
  // Opened again there, it is here.
  world.jira.by('K. Wójcik', issue.key, { status: '2' })
  await world.look()
  expect((await world.row(id)).status).toBe('ONGOING')
  world.jira.by('K. Wójcik', issue.key, { status: '5' })
  await world.look()
  world.jira.by('K. Wójcik', issue.key, { status: '3' })
  await world.look()
  expect((await world.row(id)).status).toBe('STANDBY')
})

test('cancelled here, it is closed without result there, and that comes back as nothing', async () => {
  const { id } = await sent({ status: 'ONGOING', target_date: dayFromNow(18) })
  objectOf(await world.pilot.put(`/remediation/${id}`, { status: 'CANCELLED', status_reason: 'Hall 2 is sold' }))
  await world.told()
  const issue = await issueOf(id)
  expect(issue).toMatchObject({ status: '5', resolution: '2' })
  await world.look()
  expect((await world.row(id)).status).toBe('CANCELLED')
})

test('what both have changed stands still until somebody decides, and the rest goes on', async () => {
  const { id } = await sent({ status: 'ONGOING', target_date: dayFromNow(18) })
  const issue = await issueOf(id)
  // Jira is away while both change.
  world.jira.instead = () => ({ status: 500, body: {} })
  objectOf(
    await world.pilot.put(`/remediation/${id}`, {
      status: 'STANDBY',
      status_reason: 'Waits for the maintenance stop',
      name_en: 'Close port 445, halls 2 and 3',
    }),
  )
  await world.told()
  world.jira.instead = () => undefined
  world.jira.by('K. Wójcik', issue.key, { status: '4' })
  await world.look()
  expect([(await world.row(id)).status, issue.status]).toEqual(['STANDBY', '4'])
  expect(issue.summary).toContain('halls 2 and 3')
  const { conflicts, id: ticket } = await world.ticket(id)
  expect(conflicts).toMatchObject([{ field: 'state', here: { value: 'STANDBY', who: expect.any(String) }, there: { shown: 'Resolved', who: 'K. Wójcik' } }])
  expect(objectOf(await world.pilot.get(`/ticket_join/${world.join}`)).in_conflict).toHaveLength(1)
  // Whatever either does meanwhile, nothing is overwritten.
  world.jira.by('K. Wójcik', issue.key, { status: '2' })
  await world.look()
  expect([(await world.row(id)).status, issue.status, (await world.ticket(id)).conflicts.length]).toEqual(['STANDBY', '2', 1])
  expect((await world.auditor.post(`/ticket/${ticket}/decide`, { fields: { state: 'here' } })).status).toBe(403)
  expect((await world.contributor.post(`/ticket/${ticket}/decide`, { fields: { state: 'here' } })).status).toBe(404)
  expect((await world.local.post(`/ticket/${ticket}/decide`, { fields: { state: 'here' } })).status).toBe(200)
  await world.told()
  expect([issue.status, (await world.ticket(id)).conflicts]).toEqual(['3', []])
  expect((await world.local.post(`/ticket/${ticket}/decide`, { fields: { state: 'here' } })).status).toBe(409)
})

test('decided for the ticket, the action follows it', async () => {
  const { id } = await sent({ status: 'ONGOING', target_date: dayFromNow(18) })
  const issue = await issueOf(id)
  world.jira.instead = () => ({ status: 500, body: {} })
  objectOf(await world.pilot.put(`/remediation/${id}`, { target_date: dayFromNow(20), postponement_reason: 'Later' }))
  await world.told()
  world.jira.instead = () => undefined
  world.jira.by('K. Wójcik', issue.key, { due: dayFromNow(11) })
  await world.look()
  const { id: ticket, conflicts } = await world.ticket(id)
  expect(conflicts).toMatchObject([{ field: 'due', here: { shown: dayFromNow(20) }, there: { shown: dayFromNow(11), who: 'K. Wójcik' } }])
  expect((await world.pilot.post(`/ticket/${ticket}/decide`, { fields: { due: 'there' } })).status).toBe(200)
  await world.told()
  expect([(await world.row(id)).target_date, issue.due]).toEqual([dayFromNow(11), dayFromNow(11)])
})

test('nobody decides for the ticket what they may not write themselves', async () => {
  const { id } = await sent({ status: 'ONGOING', target_date: dayFromNow(18), manager: world.contributor.memberId })
  const issue = await issueOf(id)
  world.jira.instead = () => ({ status: 500, body: {} })
  objectOf(await world.pilot.put(`/remediation/${id}`, { name_en: 'Close both ports', target_date: dayFromNow(20), postponement_reason: 'Later' }))
  await world.told()
  world.jira.instead = () => undefined
  world.jira.by('K. Wójcik', issue.key, { summary: 'Close none', due: dayFromNow(11) })
  await world.look()
  const { id: ticket, conflicts } = await world.ticket(id)
  expect(conflicts.map(({ field }: Row) => field)).toEqual(['due', 'title'])
  expect((await world.contributor.post(`/ticket/${ticket}/decide`, { fields: { title: 'there' } })).status).toBe(403)
  expect((await world.contributor.post(`/ticket/${ticket}/decide`, { fields: { title: 'there', due: 'there' } })).status).toBe(403)
  expect((await world.contributor.post(`/ticket/${ticket}/decide`, { fields: { due: 'there' } })).status).toBe(200)
  expect((await world.local.post(`/ticket/${ticket}/decide`, { fields: { title: 'there' } })).status).toBe(200)
  await world.told()
  expect(await world.row(id)).toMatchObject({ name_en: 'Close none', target_date: dayFromNow(11) })
})

test('a ticket is made once, also where its answer never came or the server was cut off; and later where nobody knows yet', async () => {
  const count = world.jira.issues.size
  world.jira.cutsOff = ({ method, path }) => method === 'POST' && path.endsWith('/issue')
  const { id } = await sent()
  expect(world.jira.issues.size).toBe(count + 1)
  expect((await world.ticket(id)).state).toBe('WANTED')
  world.jira.cutsOff = () => false
  // The search knows of it later.
  const hidden = [...world.jira.issues.values()].at(-1)
  if (hidden) hidden.unlisted = true
  await world.later(2)
  expect([world.jira.issues.size, (await world.ticket(id)).state]).toEqual([count + 1, 'WANTED'])
  if (hidden) hidden.unlisted = false
  await world.later(2)
  expect([world.jira.issues.size, (await world.ticket(id)).state, (await world.ticket(id)).key]).toEqual([count + 1, 'THERE', hidden?.key])
})

test('a ticket that is gone says so: a new one, or without', async () => {
  const [first, second] = [await sent(), await sent()]
  for (const { id } of [first, second]) world.jira.issues.delete((await issueOf(id)).id)
  await world.later(90)
  await world.look()
  expect((await world.ticket(first.id)).state).toBe('GONE')
  expect((await world.row(first.id)).external_status).toBeNull()
  const { are_gone: gone } = objectOf(await world.pilot.get(`/ticket_join/${world.join}`))
  expect(gone.map(({ row }: Row) => row.id)).toEqual([first.id, second.id])
  expect((await world.pilot.post(`/ticket/${gone[0].ticket}/renew`, {})).status).toBe(200)
  expect((await world.pilot.post(`/ticket/${gone[1].ticket}/leave`, {})).status).toBe(200)
  await world.told()
  expect((await world.ticket(first.id)).state).toBe('THERE')
  const left = (await world.pilot.get(`/ticket?kind=remediation&id=${second.id}`)).body
  expect([left.object, left.places.length]).toEqual([null, 1])
  expect((await world.pilot.post('/ticket', { kind: 'remediation', id: second.id, join: world.join })).status).toBe(200)
  await world.told()
  expect((await world.ticket(second.id)).state).toBe('THERE')
})

test('what is refused of one ticket stops none of the others, and what is refused of all is the connector’s to say', async () => {
  const [first, second] = [await sent(), await sent()]
  const [one, other] = [await issueOf(first.id), await issueOf(second.id)]
  world.jira.instead = ({ path }) =>
    path.endsWith(`/issue/${one.id}/comment`) || path.endsWith('/user/search') ? { status: 403, body: { errorMessages: ['No comments here.'] } } : undefined
  for (const { id } of [first, second])
    objectOf(await world.pilot.put(`/remediation/${id}`, { status: 'ONGOING', target_date: dayFromNow(9), manager: world.contributor.memberId }))
  await world.told()
  expect([one.status, other.status]).toEqual(['2', '2'])
  const { troubled, troubled_count: count } = objectOf(await world.pilot.get(`/ticket_join/${world.join}?most=400`))
  expect(troubled.map(({ row }: Row) => row.id)).toContain(first.id)
  expect(count).toBe(troubled.length)
  expect((await world.pilot.get(`/ticket_join/${world.join}?most=1`)).status).toBe(400)
  expect([await world.ticket(first.id), await world.ticket(second.id)]).toMatchObject([
    { problem: 'ticketing.problems.refused', told: 'No comments here.' },
    { problem: null },
  ])
  world.jira.instead = () => ({ status: 401, body: { errorMessages: ['Signed out.'] } })
  for (const { id } of [first, second]) objectOf(await world.pilot.put(`/remediation/${id}`, { status: 'STANDBY', status_reason: 'Waits' }))
  await world.told()
  expect((await world.ticket(second.id)).problem).toBeNull()
  world.jira.instead = () => undefined
  await world.later(5)
  expect([one.status, other.status]).toEqual(['3', '3'])
})

test('what is not to be seen for a while is not gone; what was gone and is seen again goes on, and nothing is made in its place', async () => {
  const [first, second] = [await sent({ status: 'ONGOING', target_date: dayFromNow(9) }), await sent()]
  const [one, other] = [await issueOf(first.id), await issueOf(second.id)]
  const hidden = { status: 404, body: { errorMessages: ['Issue does not exist or you do not have permission to see it.'] } }
  world.jira.withheld = ['BROWSE_PROJECTS']
  for (const issue of [one, other]) issue.unlisted = true
  world.jira.instead = ({ path }) => ([one, other].some(({ id }) => path.includes(`/issue/${id}`)) ? hidden : undefined)
  await world.later(200)
  await world.look()
  expect((await world.ticket(first.id)).state).toBe('THERE')
  world.jira.withheld = []
  await world.later(300)
  await world.look()
  expect([(await world.ticket(first.id)).state, (await world.ticket(second.id)).state]).toEqual(['GONE', 'GONE'])
  expect((await world.pilot.post(`/ticket/${(await world.ticket(second.id)).id}/renew`, {})).status).toBe(200)
  const count = world.jira.issues.size
  for (const issue of [one, other]) issue.unlisted = false
  world.jira.instead = () => undefined
  await world.told()
  expect([await world.ticket(second.id), world.jira.issues.size]).toMatchObject([{ state: 'THERE', key: other.key }, count])
  world.jira.by('K. Wójcik', one.key, { status: '3' })
  await world.later(400)
  await world.look()
  expect([(await world.ticket(first.id)).state, (await world.row(first.id)).status]).toEqual(['THERE', 'STANDBY'])
})

test('comments go both ways and come back to nobody; files are links that ask for sign-in', async () => {
  const { id } = await sent()
  const issue = await issueOf(id)
  objectOf(await world.pilot.post(`/remediation/${id}/comments`, { text: 'Waits for the maintenance stop' }))
  await world.told()
  expect(issue.comments.map(({ body }) => JSON.stringify(body))).toEqual([expect.stringContaining('Waits for the maintenance stop')])
  world.jira.says('K. Wójcik', issue.key, `Stop is on Sunday @[${world.pilot.memberId}]`)
  await world.look()
  const { objects } = (await world.pilot.get(`/remediation/${id}/comments`)).body
  expect(objects.map(({ text }: Row) => text)).toEqual([
    'Waits for the maintenance stop',
    `**K. Wójcik, ${issue.key}**\n\nStop is on Sunday @ [${world.pilot.memberId}]`,
  ])
  await world.look()
  expect(issue.comments).toHaveLength(2)
  const file = objectOf(await world.pilot.upload('/file', 'plan.txt', 'Halls'))
  objectOf(await world.pilot.put(`/remediation/${id}`, { attachments: [file.id] }))
  await world.told()
  expect([...issue.links.values()]).toEqual([{ title: 'plan.txt', url: expect.stringContaining(`/open/remediation/${id}#file-`) }])
})

test('whoever has an action has its ticket, by mail address; whom the tool does not know is told to nobody', async () => {
  const { email } = objectOf(await world.pilot.get(`/member/${world.local.memberId}`))
  world.jira.people = [
    { id: 'lou', name: 'Lou', mail: email },
    { id: 'karol', name: 'K. Wójcik', mail: 'karol@example.com', shows: true },
  ]
  const { id } = await sent({ manager: world.local.memberId })
  const issue = await issueOf(id)
  expect(issue.assignee).toBe('lou')
  world.jira.by('K. Wójcik', issue.key, { assignee: 'karol' })
  await world.look()
  expect((await world.row(id)).manager.id).toBe(world.local.memberId)
  objectOf(await world.pilot.put(`/remediation/${id}`, { manager: world.pilot.memberId }))
  await world.told()
  expect(issue.assignee).toBe('karol')
})

test('a way that the tool does not have is said, and tried again when either side changes', async () => {
  const { id } = await sent({ status: 'ONGOING', target_date: dayFromNow(18) })
  const issue = await issueOf(id)
  world.jira.instead = ({ method, path }) =>
    method === 'POST' && path.endsWith('/transitions')
      ? { status: 400, body: { errorMessages: [`A field is missing\u0007 for token, ${'or '.repeat(200)}`] } }
      : undefined
  objectOf(await world.pilot.put(`/remediation/${id}`, { status: 'STANDBY', status_reason: 'Waits' }))
  await world.told()
  expect(await world.ticket(id)).toMatchObject({ problem: 'ticketing.problems.refused', told: expect.stringMatching(/^A field is missing  for •••, or or/) })
  world.jira.instead = () => undefined
  world.jira.by('K. Wójcik', issue.key, { summary: 'Other' })
  await world.look()
  expect([issue.status, (await world.ticket(id)).problem]).toEqual(['3', null])
})

test('what the action may not be is said: nobody works to a date that is not there', async () => {
  const { id } = await sent()
  const issue = await issueOf(id)
  world.jira.by('K. Wójcik', issue.key, { status: '2' })
  await world.look()
  expect([(await world.row(id)).status, (await world.ticket(id)).problem]).toEqual(['TO_PLAN', 'actions.errors.target_needed'])
  objectOf(await world.pilot.put(`/remediation/${id}`, { target_date: dayFromNow(18) }))
  await world.told()
  expect([(await world.row(id)).status, (await world.ticket(id)).problem]).toEqual(['ONGOING', null])
})
