import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNow } from '#tools/test/day-from-now.ts'
import { objectOf, type Row } from '#tools/test/actions-world.ts'
import { makeTicketWorld, type TicketWorld } from '#tools/test/ticket-world.ts'

let world: TicketWorld
beforeAll(async () => {
  world = await makeTicketWorld()
})
afterAll(() => world.app.close())

const tickets = () => `/customer_connector/${world.connector}/tickets`
const given = (fields: object = {}) => ({ kind: 'remediation', of: world.plan, project: 'OTSEC', type: 'Task', at_once: false, ...fields })
const plan = async () => objectOf(await world.pilot.post('/program', { name_en: 'Identity and access' })).id as number

test('global pilots join plans, and nobody else; a plan is joined once, with a project that the tool has', async () => {
  expect((await world.pilot.get(`${tickets()}/places`)).body.object.projects.map(({ key }: Row) => key)).toEqual(['OTSEC', 'ITOPS', 'LNZ'])
  expect((await world.pilot.get(`${tickets()}/places?project=OTSEC`)).body.object.types).toEqual(['Task'])
  for (const person of [world.local, world.auditor, world.contributor]) {
    expect((await person.get(tickets())).status).toBe(403)
    expect((await person.post(tickets(), given())).status).toBe(403)
    expect((await person.get(`/ticket_join/${world.join}`)).status).toBe(403)
  }
  expect((await world.pilot.post(tickets(), given())).body.errors).toMatchObject({ of: expect.anything() })
  expect((await world.pilot.post(tickets(), given({ of: 999_999 }))).status).toBe(400)
  expect((await world.pilot.post(tickets(), given({ of: await plan(), project: 'NONE' }))).status).toBe(503)
})

test('what is older than the joining is offered with its number and sent on demand alone', async () => {
  const of = await plan()
  for (const name of ['One', 'Two']) await world.action({ name_en: name, program: of })
  objectOf(
    await world.pilot.put(`/remediation/${(await world.action({ name_en: 'Done', program: of, target_date: dayFromNow(3), status: 'ONGOING' })).id}`, {
      status: 'CANCELLED',
      status_reason: 'No',
    }),
  )
  const join = objectOf(await world.pilot.post(tickets(), given({ of, project: 'ITOPS', at_once: true }))).id as number
  await world.told()
  await world.look()
  const count = world.jira.issues.size
  expect(objectOf(await world.pilot.get(`/ticket_join/${join}`))).toMatchObject({
    rows: 3,
    older: 2,
    older_unknown: 2,
    tickets: 0,
    kind: 'remediation',
    project_name: 'IT operations',
  })
  expect((await world.pilot.post(`/ticket_join/${join}/send`, {})).body).toMatchObject({ object: { sent: 2 }, message: '2 tickets on their way' })
  await world.told()
  expect(world.jira.issues.size).toBe(count + 2)
  expect(objectOf(await world.pilot.get(`/ticket_join/${join}`))).toMatchObject({ older: 0, tickets: 2 })
  expect((await world.pilot.post(`/ticket_join/${join}/send`, {})).body.object.sent).toBe(0)
})

test('each state of the left side has one on the right side, or the table is not saved; a state may mean another one', async () => {
  const join = objectOf(await world.pilot.get(`/ticket_join/${world.join}`))
  expect(join.sends).toEqual({ TO_PLAN: '1', PLANNED: '1', ONGOING: '2', STANDBY: '3', FINISHED: '4', CANCELLED: '5/none' })
  expect(join.takes).toEqual({ 1: 'TO_PLAN', 2: 'ONGOING', 3: 'STANDBY', 4: 'FINISHED', 5: 'FINISHED' })
  const { version, enabled, at_once, along, sends, takes } = join
  const body = { version, enabled, at_once, along, sends, takes }
  const { ONGOING: _, ...less } = sends
  expect((await world.pilot.put(`/ticket_join/${world.join}`, { ...body, sends: less })).body.errors).toHaveProperty('sends.ONGOING')
  expect((await world.pilot.put(`/ticket_join/${world.join}`, { ...body, takes: { ...takes, 4: 'NOTHING' } })).body.errors).toHaveProperty('takes.4')
  expect((await world.pilot.put(`/ticket_join/${world.join}`, { ...body, sends: { ...sends, STANDBY: '1' } })).status).toBe(200)
  expect((await world.pilot.put(`/ticket_join/${world.join}`, body)).status).toBe(409)
  expect(objectOf(await world.pilot.get(`/ticket_join/${world.join}`)).usual.sends).toEqual(sends)
  const { id } = await world.action({ status: 'STANDBY', status_reason: 'Waits' })
  await world.told()
  expect((await world.ticket(id)).external_status).toBe('OPEN')
})

test('one by one, by whoever may change an action; of a plan that is not joined with any that is', async () => {
  const of = await plan()
  const { id } = await world.action({ program: of })
  const asked = (await world.local.get(`/ticket?kind=remediation&id=${id}`)).body
  expect([asked.object, asked.edit_right, asked.places.length > 0]).toEqual([null, true, true])
  expect((await world.auditor.get(`/ticket?kind=remediation&id=${id}`)).body).toMatchObject({ object: null, places: [], edit_right: false })
  expect((await world.contributor.get(`/ticket?kind=remediation&id=${id}`)).status).toBe(404)
  expect((await world.auditor.post('/ticket', { kind: 'remediation', id, join: world.join })).status).toBe(403)
  expect((await world.local.post('/ticket', { kind: 'remediation', id, join: world.join })).status).toBe(200)
  expect((await world.local.post('/ticket', { kind: 'remediation', id, join: world.join })).status).toBe(409)
  await world.told()
  expect((await world.ticket(id)).state).toBe('THERE')
})

test('another organisation reaches nothing of it', async () => {
  const { id: customer } = await world.app.customer()
  const other = await world.app.member(customer, 'global_pilote')
  const { id } = await world.action()
  await world.told()
  const { id: ticket } = await world.ticket(id)
  expect((await other.get(tickets())).status).toBe(404)
  expect((await other.get(`/ticket_join/${world.join}`)).status).toBe(404)
  expect((await other.delete(`/ticket_join/${world.join}`)).status).toBe(404)
  expect((await other.get(`/ticket?kind=remediation&id=${id}`)).status).toBe(404)
  for (const what of ['decide', 'renew', 'leave'])
    expect((await other.post(`/ticket/${ticket}/${what}`, what === 'decide' ? { fields: { state: 'here' } } : {})).status).toBe(404)
})

test('two servers at once make one ticket', async () => {
  const count = world.jira.issues.size
  await world.action()
  await Promise.all([world.app.jobs(), world.app.jobs(), world.look()])
  await world.told()
  expect(world.jira.issues.size).toBe(count + 1)
})

test('no longer joined, nothing is told either way; paused, it waits', async () => {
  const of = await plan()
  const join = objectOf(await world.pilot.post(tickets(), given({ of, at_once: true }))).id as number
  const { id } = await world.action({ program: of })
  await world.told()
  const { key } = await world.ticket(id)
  expect((await world.pilot.post(`/customer_connector/${world.connector}/pause`, {})).status).toBe(200)
  objectOf(await world.pilot.put(`/remediation/${id}`, { status: 'STANDBY', status_reason: 'Waits' }))
  await world.told()
  const issue = [...world.jira.issues.values()].find((one) => one.key === key)
  expect(issue?.status).toBe('1')
  expect((await world.pilot.post(`/customer_connector/${world.connector}/resume`, {})).status).toBe(200)
  await world.told()
  expect(issue?.status).toBe('3')
  expect((await world.pilot.delete(`/ticket_join/${join}`)).status).toBe(200)
  objectOf(await world.pilot.put(`/remediation/${id}`, { status: 'CANCELLED', status_reason: 'No' }))
  await world.told()
  expect([issue?.status, (await world.pilot.get(`/ticket?kind=remediation&id=${id}`)).body.object]).toEqual(['3', null])
})

test.each([
  ['suspended', 'update customer set disabled = true where id = $1', 'update customer set disabled = false where id = $1'],
  [
    'without connectors',
    `update customer set properties = properties || '{"connector_allowed": false}' where id = $1`,
    `update customer set properties = properties - 'connector_allowed' where id = $1`,
  ],
  [
    'without integrations',
    `update customer set features = array_remove(features, 'INTEGRATION') where id = $1`,
    `update customer set features = features || '{INTEGRATION}' where id = $1`,
  ],
])('of an organisation that is %s nothing is told, and what changed meanwhile is told when that is over', async (_state, rest, go) => {
  const { id } = await world.action()
  await world.told()
  const { key } = await world.ticket(id)
  const issue = [...world.jira.issues.values()].find((one) => one.key === key)
  const change = (statement: string) => world.app.db.transaction(1, (tx) => tx.runText(statement, [world.customer]), { provider: true })
  objectOf(await world.pilot.put(`/remediation/${id}`, { status: 'ONGOING', target_date: dayFromNow(9) }))
  await change(rest)
  await world.told()
  expect(issue?.status).toBe('1')
  await change(go)
  await world.told()
  expect(issue?.status).toBe('2')
})

test('times of a runbook’s tasks go along too: closed there, they are answered as their kind allows, and wait where somebody approves', async () => {
  const runbook = objectOf(await world.pilot.post('/runbook', { name_en: 'Backups, group' })).id as number
  const join = objectOf(await world.pilot.post(tickets(), given({ kind: 'occurrence', of: runbook, project: 'ITOPS', at_once: true }))).id as number
  const task = async (name: string, fields: object) =>
    objectOf(
      await world.pilot.post('/runtask', {
        name_en: name,
        runbook,
        perimeter: world.lyon,
        periodicity: 'DAILY',
        start_date: dayFromNow(0),
        manager: world.local.memberId,
        ...fields,
      }),
    ).id as number
  const [done, looked] = [await task('Restore a file', { kind: 'OPERATION' }), await task('Look at the report', { kind: 'CONTROL', approval_required: true })]
  await world.told()
  await world.told()
  const of = async (id: number) =>
    (
      (await world.pilot.post('/occurrence/page', { queryParams: { filters: [{ name: 'runtask', selected_options: [id] }], per_page: 50 } })).body
        .objects as Row[]
    ).toSorted((a, b) => a.id - b.id)[0]
  const close = async (id: number) => {
    const { object } = (await world.pilot.get(`/ticket?kind=occurrence&id=${id}`)).body
    world.jira.by('K. Wójcik', object.key, { status: '4' })
  }
  const [first, second] = [await of(done), await of(looked)]
  await close(first.id)
  await close(second.id)
  await world.look()
  expect(objectOf(await world.pilot.get(`/occurrence/${first.id}`))).toMatchObject({ status: 'DONE', done_date: dayFromNow(0), external_status: 'RESOLVED' })
  expect(objectOf(await world.pilot.get(`/occurrence/${second.id}`))).toMatchObject({ status: 'PENDING_APPROVAL', answer: 'DONE_OK' })
  expect(objectOf(await world.pilot.get(`/ticket_join/${join}`))).toMatchObject({ tickets: 2, conflicts: 0 })
})
