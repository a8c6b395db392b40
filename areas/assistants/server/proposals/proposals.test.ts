import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#app/test/worlds/test-app.ts'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { proposeBy } from '#tools/test/proposals.ts'
import type { Proposal, ProposalLine } from '#areas/assistants/contract/proposals.ts'

let world: World
let secret: string
let local: Person
let auditor: Person
let other: Person

beforeAll(async () => {
  world = await makeWorld()
  secret = String(objectOf(await world.pilot.post('/api_key', { name: 'Planner bot', write: ['actions'] })).secret)
  local = await world.app.member(world.customer, 'local_pilote', { perimeterIds: [world.lyon] })
  auditor = await world.app.member(world.customer, 'global_auditor')
  const customer = await world.app.customer()
  other = await world.app.member(customer.id, 'global_pilote')
})
afterAll(() => world.app.close())

const propose = (changes: readonly object[], title?: string) => proposeBy(world.app, secret, changes, title)

const read = async (id: number, by: Person = world.pilot): Promise<Proposal> => (await by.get(`/proposal/${id}`)).body.object as Proposal
const listed = async (by: Person, state = 'WAITING') => ((await by.get(`/proposal?state=${state}`)).body.objects as ProposalLine[]).map(({ id }) => id)
const nameOf = async (id: number) => objectOf(await world.pilot.get(`/remediation/${id}`)).name_en
const acceptAll = ({ objects }: Proposal) => ({ accept: objects.map(({ id, version }) => ({ id, version })) })

test('nothing changes before a person accepts, then it is theirs, and one press takes it back', async () => {
  const [one, two] = [await world.action({ name_en: 'First' }), await world.action({ name_en: 'Second' })]
  const { proposal, error } = await propose([
    { type: 'actions', id: one.id, values: { name_en: 'First, later' }, quote: 'Do as I say' },
    { type: 'actions', id: two.id, values: { name_en: 'Second, later', manager: world.pilot.memberId } },
  ])
  expect(error).toBeNull()
  expect([await nameOf(one.id), await nameOf(two.id)]).toEqual(['First', 'Second'])
  const shown = await read(proposal)
  expect(shown).toMatchObject({ title: 'Move the dates', assistant: 'Planner bot', reason: 'The plant stands still', open: 2 })
  expect(shown.objects[0]).toMatchObject({
    name: 'First',
    quote: 'Do as I say',
    decides: true,
    kind: 'Action',
    changes: [{ before: 'First', after: 'First, later' }],
    changed: null,
  })
  expect(shown.objects[1]?.changes.map(({ field }) => field)).toContain('Manager')
  const decided = await world.pilot.post(`/proposal/${proposal}/decide`, acceptAll(shown))
  expect([decided.status, decided.body.message]).toEqual([200, '2 changes accepted'])
  expect([await nameOf(one.id), await nameOf(two.id)]).toEqual(['First, later', 'Second, later'])
  const history = (await world.pilot.get(`/remediation/${one.id}/history`)).body.objects as Row[]
  expect(history[0]).toMatchObject({ action: 'update', actor: { id: world.pilot.memberId } })
  expect(await listed(world.pilot, 'DECIDED')).toContain(proposal)
  expect((await world.pilot.post(`/proposal/${proposal}/decide`, acceptAll(shown))).status).toBe(409)
  const undone = await world.pilot.post(`/proposal/${proposal}/undo`, { changes: shown.objects.map(({ id }) => id) })
  expect([undone.status, await nameOf(one.id), await nameOf(two.id)]).toEqual([200, 'First', 'Second'])
  const again = await read(proposal)
  expect([again.open, again.objects.map(({ changed }) => changed)]).toEqual([2, [null, null]])
})

test('a row that somebody changed since is not overwritten, and nothing else of the press is done', async () => {
  const [one, two] = [await world.action({ name_en: 'One' }), await world.action({ name_en: 'Two' })]
  const { proposal } = await propose([one, two].map(({ id }, n) => ({ type: 'actions', id, values: { name_en: `Proposed ${n}` } })))
  const shown = await read(proposal)
  await world.pilot.put(`/remediation/${two.id}`, { name_en: 'Two of somebody' })
  expect((await world.pilot.post(`/proposal/${proposal}/decide`, acceptAll(shown))).status).toBe(409)
  expect([await nameOf(one.id), await nameOf(two.id)]).toEqual(['One', 'Two of somebody'])
  const again = await read(proposal)
  expect(again.objects[1]).toMatchObject({ changed: { by: expect.any(String) }, changes: [{ before: 'Two of somebody', after: 'Proposed 1' }] })
  expect((await world.pilot.post(`/proposal/${proposal}/decide`, acceptAll(again))).status).toBe(200)
  expect(await nameOf(two.id)).toBe('Proposed 1')
})

test('each decides what they may write by hand, and sees nothing else', async () => {
  const [here, there] = [await world.action({ name_en: 'Here', perimeter: world.lyon }), await world.action({ name_en: 'There', perimeter: world.nantes })]
  const { proposal } = await propose([here, there].map(({ id }) => ({ type: 'actions', id, values: { name_en: 'Moved' } })))
  const whole = await read(proposal)
  const part = await read(proposal, local)
  expect(part.objects.map(({ object_id: id }) => id)).toEqual([here.id])
  expect(part).toMatchObject({ changes: 1, open: 1 })
  expect((await local.post(`/proposal/${proposal}/decide`, acceptAll(whole))).status).toBe(404)
  expect((await local.post(`/proposal/${proposal}/decide`, { refuse: [whole.objects[1]?.id] })).status).toBe(404)
  expect((await auditor.get('/proposal')).status).toBe(403)
  expect((await auditor.post(`/proposal/${proposal}/decide`, acceptAll(whole))).status).toBe(403)
  expect((await other.get(`/proposal/${proposal}`)).status).toBe(404)
  expect((await other.post(`/proposal/${proposal}/decide`, acceptAll(whole))).status).toBe(404)
  expect(await listed(other)).toEqual([])
  expect((await local.post(`/proposal/${proposal}/decide`, acceptAll(part))).status).toBe(200)
  expect([await nameOf(here.id), await nameOf(there.id)]).toEqual(['Moved', 'There'])
  // What somebody else decided is not one's own to take back.
  expect((await world.pilot.post(`/proposal/${proposal}/undo`, { changes: part.objects.map(({ id }) => id) })).status).toBe(404)
})

test('the first decision counts when two decide at once', async () => {
  const { id } = await world.action({ name_en: 'Both' })
  const { proposal } = await propose([{ type: 'actions', id, values: { name_en: 'Decided' } }])
  const { objects } = await read(proposal)
  const [change] = objects
  const answers = await Promise.all([
    world.pilot.post(`/proposal/${proposal}/decide`, { accept: [{ id: change?.id, version: change?.version }] }),
    world.pilot.post(`/proposal/${proposal}/decide`, { refuse: [change?.id] }),
    world.pilot.post(`/proposal/${proposal}/decide`, { accept: [{ id: change?.id, version: change?.version }] }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const [after] = (await read(proposal)).objects
  expect(await nameOf(id)).toBe(after?.state === 'YES' ? 'Decided' : 'Both')
})

test('what could not be written, or is none of the key’s, is refused before anybody is asked', async () => {
  const { id } = await world.action({ name_en: 'Stays' })
  for (const [values, text] of [
    [{ name_en: 7 }, /name_en/],
    [{ colour: 'red' }, /colour/],
    [{ manager: 999_999 }, /manager/],
    [{ evidences: [1] }, /evidences/],
    [{ id: 5 }, /id/],
  ] as const)
    expect([values, (await propose([{ type: 'actions', id, values }])).error]).toEqual([values, expect.stringMatching(text)])
  expect((await propose([{ type: 'gaps', id: 1, values: { name_en: 'No' } }])).error).toMatch(/gaps/)
  expect(await nameOf(id)).toBe('Stays')
  const before = (await world.pilot.get('/proposal')).body.waiting as number
  await propose([
    { type: 'actions', id, values: { name_en: 'Good' } },
    { type: 'actions', id: 999_999, values: { name_en: 'Nothing there' } },
  ])
  expect((await world.pilot.get('/proposal')).body.waiting).toBe(before)
})

test('a new row is made by whoever accepts it, and goes again with the undo', async () => {
  const { proposal, error } = await propose([{ type: 'actions', values: { name_en: 'Made by proposal', program: world.plan, perimeter: world.lyon } }])
  expect(error).toBeNull()
  const shown = await read(proposal, local)
  expect(shown.objects[0]).toMatchObject({ object_id: null, decides: true })
  expect((await local.post(`/proposal/${proposal}/decide`, acceptAll(shown))).status).toBe(200)
  const made = (await read(proposal, local)).objects[0]
  expect(objectOf(await world.pilot.get(`/remediation/${made?.object_id}`))).toMatchObject({ name_en: 'Made by proposal', created_by: { id: local.memberId } })
  expect((await local.post(`/proposal/${proposal}/undo`, { changes: [made?.id] })).status).toBe(200)
  expect((await world.pilot.get(`/remediation/${made?.object_id}`)).status).toBe(404)
  expect((await read(proposal, local)).objects[0]).toMatchObject({ object_id: null, state: 'WAITING' })
})

test('what its program withdraws, or nobody decides in time, is nobody’s to accept', async () => {
  const { id } = await world.action({ name_en: 'Late' })
  const { proposal } = await propose([{ type: 'actions', id, values: { name_en: 'Too late' } }])
  const shown = await read(proposal)
  await world.app.db.transaction(world.customer, (tx) =>
    tx.runText("update proposal set ends_at = '2020-01-01' where customer_id = $1 and id = $2", [world.customer, proposal]),
  )
  expect((await world.pilot.post(`/proposal/${proposal}/decide`, acceptAll(shown))).status).toBe(409)
  expect((await read(proposal)).objects[0]).toMatchObject({ state: 'ENDED', decides: false })
  expect(await listed(world.pilot)).not.toContain(proposal)
  expect(await listed(world.pilot, 'DECIDED')).toContain(proposal)
})
