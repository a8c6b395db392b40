import { afterAll, beforeAll, expect, test } from 'vitest'
import { roles } from '#kit/contract/right.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let pilot: Person
let root: number
let customer: number
let program: number
let nadia: Person
let elsewhere: number

beforeAll(async () => {
  app = await testApp()
  ;({ id: customer, root } = await app.customer())
  pilot = await app.member(customer, 'global_pilote')
  elsewhere = (await pilot.post('/perimeter', { name_en: 'Elsewhere', parent: root })).body.object.id
  program = (await pilot.post('/program', { name_en: 'Program' })).body.object.id
  nadia = await app.member(customer, 'local_pilote', { perimeterIds: [root] })
})
afterAll(() => app.close())

let last = 0
const action = async (manager: number, perimeter = root) =>
  (await pilot.post('/remediation', { name_en: `Action ${++last}`, program, perimeter, manager, status: 'PLANNED', target_date: '2027-01-10' })).body.object
    .id as number
const dayFrom = (days: number) => new Date(app.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const mine = async (who: Person) =>
  (
    (await who.post('/remediation/page', { queryParams: { filters: [{ name: 'mine', selected_options: [true] }], per_page: 100 } })).body.objects as {
      id: number
    }[]
  )
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
const own = async (who: Person) =>
  (await who.get('/user/objects')).body.objects as { entity: string; id: number; stands_for: { id: number; until: string } | null }[]
const told = async (who: Person) => ((await who.post('/notification/page', {})).body.objects as { object_id: number }[]).map(({ object_id }) => object_id)

test('somebody says of themselves that they are away, and of nobody else', async () => {
  const other = await app.member(customer, 'contributor', { perimeterIds: [root] })
  const days = { first_day: dayFrom(30), last_day: dayFrom(40) }
  const made = await other.post('/absence', { stand_in: pilot.memberId, ...days })
  expect([made.status, made.body.object.member.id]).toEqual([200, other.memberId])
  expect((await other.post('/absence', { member: nadia.memberId, stand_in: pilot.memberId, ...days })).status).not.toBe(200)
  expect((await nadia.get(`/absence/${made.body.object.id}`)).status).toBe(404)
  const wrong = async (body: object) => Object.keys((await other.post('/absence', { stand_in: pilot.memberId, ...days, ...body })).body.errors ?? {})
  expect(await wrong({})).toEqual(['first_day'])
  expect(await wrong({ first_day: dayFrom(50), last_day: dayFrom(45) })).toEqual(['last_day'])
  expect(await wrong({ stand_in: other.memberId, first_day: dayFrom(50), last_day: dayFrom(55) })).toEqual(['stand_in'])
})

test('what is due meanwhile is theirs who stand in, shown as such, as far as their role reaches, and comes back by itself', async () => {
  const held = await action(nadia.memberId)
  for (const role of roles) {
    const standIn = await app.member(customer, role, { perimeterIds: [root] })
    const stranger = await app.member(customer, role === 'global_pilote' || role === 'global_auditor' ? 'local_pilote' : role, { perimeterIds: [elsewhere] })
    const { object } = (await nadia.post('/absence', { stand_in: standIn.memberId, first_day: dayFrom(0), last_day: dayFrom(3) })).body
    // A contributor reads what is theirs alone: standing in widens nothing.
    const sees = (await standIn.get(`/remediation/${held}`)).status === 200
    expect([role, sees]).toEqual([role, role !== 'contributor'])
    expect([role, await mine(standIn)]).toEqual([role, sees ? [held] : []])
    expect([role, (await own(standIn)).map(({ id, stands_for }) => [id, stands_for?.id, stands_for?.until])]).toEqual([
      role,
      sees ? [[held, nadia.memberId, dayFrom(3)]] : [],
    ])
    expect([await mine(stranger), await own(stranger)]).toEqual([[], []])
    expect((await nadia.put(`/absence/${object.id}`, { version: object.version, stand_in: stranger.memberId })).status).toBe(200)
    expect([role, await mine(stranger), await mine(standIn)]).toEqual([role, [], []])
    await nadia.delete(`/absence/${object.id}`)
  }
  expect([await mine(nadia), (await own(nadia)).map(({ stands_for }) => stands_for)]).toEqual([[held], [null]])
})

test('who stands in hears what whoever is away is told, before and after nothing', async () => {
  const standIn = await app.member(customer, 'local_pilote', { perimeterIds: [root] })
  const before = await action(nadia.memberId)
  const { object } = (await nadia.post('/absence', { stand_in: standIn.memberId, first_day: dayFrom(0), last_day: dayFrom(0) })).body
  const during = await action(nadia.memberId)
  await nadia.delete(`/absence/${object.id}`)
  const after = await action(nadia.memberId)
  await nadia.post('/absence', { stand_in: standIn.memberId, first_day: dayFrom(1), last_day: dayFrom(2) })
  const tomorrow = await action(nadia.memberId)
  expect(await told(standIn)).toEqual([during])
  // Only who is told for somebody else is told for whom, in the bell and in the list.
  const forWhom = async (who: Person) => {
    const bell = (await who.get('/notification')).body.objects as { object: { id: number }; stands_for: { id: number } | null }[]
    const list = (await who.post('/notification/page', {})).body.objects as { object_id: number; stands_for: { id: number } | null }[]
    return [bell.find(({ object: { id } }) => id === during)?.stands_for?.id ?? null, list.find(({ object_id: id }) => id === during)?.stands_for?.id ?? null]
  }
  expect([await forWhom(standIn), await forWhom(nadia)]).toEqual([
    [nadia.memberId, nadia.memberId],
    [null, null],
  ])
  expect((await told(nadia)).toSorted((a, b) => a - b)).toEqual(expect.arrayContaining([before, during, after, tomorrow]))
})

test('being away, or standing in, is nothing that somebody holds', async () => {
  const leaving = await app.member(customer, 'contributor', { perimeterIds: [root] })
  await pilot.post('/absence', { member: leaving.memberId, stand_in: pilot.memberId, first_day: dayFrom(0), last_day: dayFrom(9) })
  expect((await pilot.get(`/member/${leaving.memberId}/objects`)).body.objects).toEqual([])
  expect((await pilot.put(`/member/${leaving.memberId}`, { archived: true })).status).toBe(200)
})
