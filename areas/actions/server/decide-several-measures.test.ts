import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNow, makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

const now = async (id: number): Promise<Row> => objectOf(await world.pilot.get(`/measure/${id}`))
const both = async () => [await world.measure(), await world.measure()] as const
const named = (rows: readonly Row[]) => rows.map(({ id, version }) => ({ id, version }))
const decide = (body: object, by = world.pilot) => by.post('/measure/decide', body)
const undo = (body: object, by = world.pilot) => by.post('/measure/decide/undo', body)

test('several measures are implemented at once, and one undo takes that back', async () => {
  const rows = await both()
  const answer = await decide({ choice: 'IMPLEMENT', measures: named(rows) })
  expect(answer.body).toMatchObject({ ok: true, message: '2 measures are implemented', object: { actions: [] } })
  for (const { id } of rows) expect(await now(id)).toMatchObject({ status: 'IMPLEMENTED', implemented_on: dayFromNow(0) })
  expect((await undo({ measures: answer.body.object.measures })).status).toBe(200)
  for (const { id } of rows) expect(await now(id)).toMatchObject({ situation: 'TO_HANDLE', implemented_on: null })
})

test('several are discarded for one reason, which is due', async () => {
  const rows = await both()
  expect((await decide({ choice: 'DISCARD', measures: named(rows) })).body.errors).toEqual({ justification: [expect.any(String)] })
  expect((await decide({ choice: 'DISCARD', measures: named(rows), justification: 'No such site' })).status).toBe(200)
  for (const { id } of rows) expect(await now(id)).toMatchObject({ situation: 'DISCARDED', justification: 'No such site' })
})

test('several are planned: an action each, in one plan, with one owner and one day; undoing deletes them', async () => {
  const rows = await both()
  expect((await decide({ choice: 'PLAN', measures: named(rows) })).body.errors).toEqual({ plan: [expect.any(String)] })
  const plan = { program: world.plan, manager: world.pilot.memberId, target_date: dayFromNow(30) }
  const { object } = (await decide({ choice: 'PLAN', measures: named(rows), plan })).body
  expect(object.actions).toHaveLength(2)
  for (const id of object.actions)
    expect(objectOf(await world.pilot.get(`/remediation/${id}`))).toMatchObject({
      type: 'BUILD',
      program: { id: world.plan },
      manager: { id: world.pilot.memberId },
      target_date: dayFromNow(30),
      status: 'PLANNED',
    })
  expect(object.measures).toEqual(named([await now(rows[0].id), await now(rows[1].id)]))
  for (const { id } of rows) expect(await now(id)).toMatchObject({ situation: 'PLANNED' })
  expect((await undo({ actions: object.actions })).status).toBe(200)
  for (const { id } of rows) expect(await now(id)).toMatchObject({ situation: 'TO_HANDLE' })
})

test('all or none: what has changed since, is in place or named twice keeps back the others', async () => {
  const [one, two] = await both()
  const stale = await decide({ choice: 'IMPLEMENT', measures: [...named([one]), { id: two.id, version: two.version + 1 }] })
  expect(stale.status).toBe(409)
  expect((await decide({ choice: 'IMPLEMENT', measures: named([one, one]) })).status).toBe(400)
  await world.pilot.post(`/measure/${two.id}/implement`)
  const built = await now(two.id)
  expect((await decide({ choice: 'DISCARD', measures: named([one, built]), justification: 'No' })).status).toBe(409)
  expect(await now(one.id)).toMatchObject({ situation: 'TO_HANDLE', version: one.version })
  // Nor is half of a decision taken back.
  const { measures } = (await decide({ choice: 'IMPLEMENT', measures: named([one]) })).body.object
  expect((await undo({ measures: [...measures, { id: built.id, version: built.version - 1 }] })).status).toBe(409)
  expect(await now(one.id)).toMatchObject({ status: 'IMPLEMENTED' })
})

test('nobody decides about measures out of their reach, nor plans into a plan of others', async () => {
  const rows = await both()
  const elsewhere = await world.measure(world.nantes)
  expect((await decide({ choice: 'IMPLEMENT', measures: named([...rows, elsewhere]) }, world.local)).status).toBeGreaterThanOrEqual(403)
  expect((await decide({ choice: 'IMPLEMENT', measures: named(rows) }, world.contributor)).status).toBe(403)
  const foreign = await world.app.member((await world.app.customer()).id, 'global_pilote')
  expect((await decide({ choice: 'IMPLEMENT', measures: named(rows) }, foreign)).status).toBe(404)
  expect((await decide({ choice: 'PLAN', measures: named(rows), plan: { program: 999_999 } })).status).toBe(400)
  for (const { id, version } of rows) expect(await now(id)).toMatchObject({ situation: 'TO_HANDLE', version })
  expect((await decide({ choice: 'IMPLEMENT', measures: named(rows) }, world.local)).status).toBe(200)
  const mine = { measures: named([await now(rows[0].id)]) }
  expect((await undo(mine, foreign)).status).toBe(404)
  expect((await undo(mine, world.local)).status).toBe(200)
})
