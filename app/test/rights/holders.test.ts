import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { filledApp } from '#app/test/worlds/filled-app.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

type Row = { id: number; name: string; holds: number; alone: number; weeks: number[] }
type Kind = { entity: string; count: number }

let app: TestApp
let pilot: Person
let customer: number
let root: number

beforeAll(async () => {
  app = await testApp()
  const made = await app.customer()
  customer = made.id
  root = made.root
  pilot = await app.member(customer, 'global_pilote')
})
afterAll(() => app.close())

let last = 0
const someone = () => app.member(customer, 'contributor', { perimeterIds: [root] })
const make = async (path: string, body: object): Promise<number> => (await pilot.post(path, { name_en: `Thing ${++last}`, ...body })).body.object.id
const overview = async (query = '') => (await pilot.get(`/holder${query}`)).body as { objects: Row[]; total: number; points: Kind[] }
const rowOf = async (id: number) => (await overview()).objects.find((one) => one.id === id)

test('every count opens exactly its rows: objects, single points and weeks, of everybody and of every kind', async () => {
  const filled = await filledApp()
  try {
    const get = async (path: string) => (await filled.pilot.get(path)).body
    const { objects, points, total } = (await get('/holder')) as { objects: Row[]; points: Kind[]; total: number }
    expect(objects.length).toBe(total)
    expect(objects.length).toBeGreaterThan(0)
    expect(points.map(({ entity }) => entity).toSorted()).toEqual(['measure', 'policy', 'risk', 'runtask'])
    for (const one of objects) {
      expect({ of: one.name, n: (await get(`/member/${one.id}/objects`)).objects.length }).toEqual({ of: one.name, n: one.holds })
      expect((await get(`/holder/alone?holder=${one.id}`)).total).toBe(one.alone)
      for (const [week, count] of one.weeks.entries()) {
        const list = await get(`/holder/${one.id}/week?week=${week}`)
        expect([list.total, (list.objects as { times: number | null }[]).reduce((sum, { times }) => sum + (times ?? 1), 0)]).toEqual([count, count])
      }
    }
    for (const { entity, count } of points) expect((await get(`/holder/alone?entity=${entity}`)).total).toBe(count)
    expect((await get('/holder/alone')).total).toBe(points.reduce((sum, { count }) => sum + count, 0))
  } finally {
    await filled.app.close()
  }
})

test('somebody alone is a single point of failure, with a group beside or a stand-in today no more', async () => {
  const writer = () => app.member(customer, 'local_pilote', { perimeterIds: [root] })
  const [holder, other] = [await writer(), await writer()]
  const policy = await make('/policy', {})
  await pilot.put(`/policy/${policy}/assignment`, { members: [holder.memberId], groups: [] })
  expect(await rowOf(holder.memberId)).toMatchObject({ holds: 1, alone: 1 })
  expect((await pilot.get(`/holder/alone?holder=${holder.memberId}`)).body.objects).toMatchObject([
    { entity: 'policy', id: policy, holder: { id: holder.memberId }, standstill: 'NOT_RENEWED', on: null },
  ])
  await pilot.put(`/policy/${policy}/assignment`, { members: [holder.memberId, other.memberId], groups: [] })
  expect(await rowOf(holder.memberId)).toMatchObject({ holds: 1, alone: 0 })
  const group = (await pilot.post('/group', { name: `Team ${++last}`, members: [other.memberId] })).body.object.id as number
  await pilot.put(`/policy/${policy}/assignment`, { members: [holder.memberId], groups: [group] })
  expect(await rowOf(holder.memberId)).toMatchObject({ holds: 1, alone: 0 })
  await pilot.put(`/policy/${policy}/assignment`, { members: [holder.memberId], groups: [] })
  const today = (await pilot.get('/holder')).body.weeks[0] as string
  const far = `${Number(today.slice(0, 4)) + 1}-12-31`
  await pilot.post('/absence', { member: holder.memberId, stand_in: other.memberId, first_day: today, last_day: far })
  expect(await rowOf(holder.memberId)).toMatchObject({ holds: 1, alone: 0, away: { from: today, to: far } })
})

test('the page takes few statements, however many people and kinds there are', async () => {
  const cost = async (path: string) => {
    await pilot.get(path)
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    try {
      expect((await pilot.get(path)).status).toBe(200)
      return spy.mock.calls.length
    } finally {
      spy.mockRestore()
    }
  }
  const leaving = await someone()
  const paths = ['/holder', '/holder/alone', `/holder/${leaving.memberId}/week?week=0`, `/member/${leaving.memberId}/departure`]
  const before: number[] = []
  for (const path of paths) before.push(await cost(path))
  for (let n = 0; n < 5; n++)
    await make('/perimeter', { parent: await make('/perimeter', { parent: root, manager: leaving.memberId }), manager: leaving.memberId })
  for (const [n, path] of paths.entries()) expect([path, await cost(path)]).toEqual([path, before[n]])
  expect(Math.max(...before)).toBeLessThan(14)
})

test('nobody but who administers people reads it, and the search finds people by name', async () => {
  const holder = await someone()
  await make('/perimeter', { parent: root, manager: holder.memberId })
  for (const path of ['/holder', '/holder/alone', `/holder/${holder.memberId}/week?week=0`, `/member/${holder.memberId}/departure`])
    for (const role of ['global_auditor', 'local_pilote', 'contributor'] as const) {
      const person = await app.member(customer, role, role === 'global_auditor' ? {} : { perimeterIds: [root] })
      expect({ path, role, status: (await person.get(path)).status }).toEqual({ path, role, status: 403 })
    }
  expect((await overview('?search=nobody-is-called-so')).objects).toEqual([])
  expect((await pilot.get('/holder/1/week?week=13')).status).toBe(400)
  expect((await pilot.get('/member/999999/departure')).status).toBe(404)
})

test('if somebody leaves, each line goes to who holds the same function there; several take over in one write with one undo', async () => {
  const [leaving, same, idle] = [await someone(), await someone(), await someone()]
  const [plant, office] = [await make('/perimeter', { parent: root }), await make('/perimeter', { parent: root })]
  const [one, two] = [
    await make('/perimeter', { parent: plant, manager: leaving.memberId }),
    await make('/perimeter', { parent: office, manager: leaving.memberId }),
  ]
  await pilot.post('/job_function', {
    name_en: `Function ${++last}`,
    identifier: `F-${last}`,
    holders: [leaving, same].map(({ memberId: member }) => ({ member, perimeter: plant })),
  })
  const { object } = (await pilot.get(`/member/${leaving.memberId}/departure`)).body
  const lineIn = (place: number) => object.lines.find((line: { place: { id: number } | null }) => line.place?.id === place)
  expect(lineIn(plant)).toMatchObject({ entity: 'perimeter', objects: [{ id: one, field: 'manager' }] })
  expect(lineIn(plant).takers[0]).toMatchObject({ id: same.memberId, reason: 'FUNCTION_HERE' })
  expect(lineIn(office).takers[0]).toMatchObject({ id: same.memberId, reason: 'FUNCTION' })
  const ids = (object.people as { id: number }[]).map(({ id }) => id)
  expect(ids).toContain(same.memberId)
  expect(ids).not.toContain(leaving.memberId)

  const part = (to: number, id: number) => ({ to, objects: [{ entity: 'perimeter', field: 'manager', id }] })
  const path = `/member/${leaving.memberId}/departure`
  // Nothing to two, nothing to oneself, nothing of others, and then nothing of it at all.
  for (const parts of [
    [part(same.memberId, one), part(idle.memberId, one)],
    [part(leaving.memberId, one)],
    [part(same.memberId, one), part(idle.memberId, plant)],
  ])
    expect((await pilot.post(path, { parts })).status).toBeGreaterThanOrEqual(400)
  const manager = async (id: number) => (await pilot.get(`/perimeter/${id}`)).body.object.manager.id
  expect([await manager(one), await manager(two)]).toEqual([leaving.memberId, leaving.memberId])
  expect((await same.post(path, { parts: [part(same.memberId, one)] })).status).toBe(403)

  const done = (await pilot.post(path, { parts: [part(same.memberId, one), part(idle.memberId, two)] })).body
  expect(done).toMatchObject({ message: '2 objects reassigned', object: { count: 2 } })
  expect([await manager(one), await manager(two)]).toEqual([same.memberId, idle.memberId])
  expect((await pilot.get(path)).body.object.lines).toEqual([])
  expect((await pilot.post('/member/reassign/undo', { undo: done.object.undo })).status).toBe(200)
  expect([await manager(one), await manager(two)]).toEqual([leaving.memberId, leaving.memberId])
  expect((await pilot.post('/member/reassign/undo', { undo: done.object.undo })).status).toBe(404)
})

test('a hand-over waits for its day, is cancelled until then, and is done on it as whoever planned it, who is told', async () => {
  const [leaving, taker, gone] = [await someone(), await someone(), await someone()]
  const [one, two, three] = [
    await make('/perimeter', { parent: root, manager: leaving.memberId }),
    await make('/perimeter', { parent: root, manager: leaving.memberId }),
    await make('/perimeter', { parent: root, manager: leaving.memberId }),
  ]
  const path = `/member/${leaving.memberId}/departure`
  const part = (to: number, ...ids: number[]) => ({ to, objects: ids.map((id) => ({ entity: 'perimeter', field: 'manager', id })) })
  const dayIn = (days: number) => new Date(app.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const plan = (parts: object[], day = dayIn(3), by = pilot) => by.post(`${path}/plan`, { day, parts })
  const manager = async (id: number) => (await pilot.get(`/perimeter/${id}`)).body.object.manager.id
  const planned = async () => (await pilot.get(path)).body.object.planned
  expect((await plan([part(taker.memberId, one)], dayIn(-1))).body).toMatchObject({ errors: { day: ['Choose a day after today'] } })
  expect((await plan([part(leaving.memberId, one)])).status).toBe(400)
  expect([(await plan([part(taker.memberId, one)], dayIn(3), taker)).status, (await taker.delete(`${path}/plan`)).status]).toEqual([403, 403])
  expect(await planned()).toBe(null)
  expect((await pilot.delete(`${path}/plan`)).status).toBe(404)
  const made = await Promise.all([plan([part(taker.memberId, one, two)]), plan([part(taker.memberId, one, two)])])
  expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await planned()).toEqual({ day: dayIn(3), count: 2, by: { id: pilot.memberId, name: expect.any(String) } })
  expect((await pilot.delete(`${path}/plan`)).body).toMatchObject({ message: 'The plan is cancelled' })
  expect(await planned()).toBe(null)

  const owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  try {
    await owner.query(`select set_config('app.customer_id', $1, false)`, [String(customer)])
    const morning = async () => {
      await app.db.transaction(customer, async (tx) => tx.enqueue({ name: 'people.hand_over', data: {} }))
      await app.jobs()
    }
    const itsDay = () => owner.query('update planned_hand_over set on_day = moment()::date - 1 where customer_id = $1', [customer])
    const told = async () =>
      (
        await owner.query<{ subject: string }>(
          `select subject from outbox_mail where customer_id = $1 and subject like '%reassigned%' or subject like '%hand-over%' order by id`,
          [customer],
        )
      ).rows.map(({ subject }) => subject)
    await plan([part(taker.memberId, one, two)])
    await morning()
    expect([await manager(one), await told()]).toEqual([leaving.memberId, []])
    // One of them has changed hands meanwhile.
    await pilot.put(`/perimeter/${two}`, { manager: gone.memberId })
    await itsDay()
    await morning()
    await morning()
    expect([await manager(one), await manager(two), await manager(three), await planned()]).toEqual([taker.memberId, gone.memberId, leaving.memberId, null])
    expect(await told()).toEqual([expect.stringMatching(/: 1 object reassigned$/)])
    const { body } = await pilot.get(`/perimeter/${one}/history`)
    expect(body.objects[0]).toMatchObject({ actor: { id: pilot.memberId } })
    // Whoever was to take it has gone: nothing is done, and that is told.
    await plan([part(gone.memberId, three)])
    await pilot.put(`/member/${gone.memberId}`, { disabled: true })
    await itsDay()
    await morning()
    expect([await manager(three), await planned()]).toEqual([leaving.memberId, null])
    expect((await told())[1]).toMatch(/the planned hand-over did not take place$/)
  } finally {
    await owner.end()
  }
})

test('who does not reach a place, or may not work on what is there, is proposed for nothing of it', async () => {
  const leaving = await someone()
  const place = await make('/perimeter', { parent: root })
  const elsewhere = await app.member(customer, 'contributor', { perimeterIds: [await make('/perimeter', { parent: root })] })
  await make('/perimeter', { parent: place, manager: leaving.memberId })
  const [line] = (await pilot.get(`/member/${leaving.memberId}/departure`)).body.object.lines
  const ids = (line.takers as { id: number }[]).map(({ id }) => id)
  expect(ids).not.toContain(elsewhere.memberId)
  expect(ids.length).toBeGreaterThan(0)
})
