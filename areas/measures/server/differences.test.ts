import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, objectOf, type World } from '#tools/test/actions-world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

/** A measure that begins as its model says. */
async function likeItsModel(perimeter = world.lyon) {
  const solution = await world.solution()
  const { name_en, name_fr, category } = objectOf(await world.pilot.get(`/solution/${solution}`))
  const own = { name_en, name_fr, category: category.id, solution, perimeter, build_days: 12 }
  const measure = objectOf(await world.pilot.post('/measure', own))
  return { solution, id: measure.id as number }
}
const change = async (solution: number, fields: object) => objectOf(await world.pilot.put(`/solution/${solution}`, fields))
const linesOf = async (id: number, by = world.pilot) => (await by.get(`/measure/differences?measure=${id}`)).body.objects[0]?.lines ?? []
const settle = (id: number, body: object, by = world.pilot) => by.post(`/measure/${id}/differences`, body)
const open = async (id: number) => objectOf(await world.pilot.get(`/measure/${id}`)).differences

test('a measure differs where its model has changed since', async () => {
  const { id, solution } = await likeItsModel()
  expect(await linesOf(id)).toEqual([])
  const category = objectOf(await world.pilot.post('/category', { name_en: 'Backup' })).id
  await change(solution, { name_en: 'Backups out of reach', build_days: 20, category })
  expect(await linesOf(id)).toEqual([
    { field: 'name', measure: expect.any(String), solution: 'Backups out of reach', kept: false },
    { field: 'category', measure: 'Protection', solution: 'Backup', kept: false },
    { field: 'build_days', measure: 12, solution: 20, kept: false },
  ])
  expect(await open(id)).toBe(3)
})

test('adopting takes over what the model says, and nothing else', async () => {
  const { id, solution } = await likeItsModel()
  await change(solution, { description_en: 'Twice a day', yearly_cost: 4.5 })
  expect(objectOf(await settle(id, { description: 'adopt' }))).toMatchObject({ description_en: 'Twice a day', yearly_cost: null, differences: 1 })
})

test('what is kept is not asked about again until the model changes once more', async () => {
  const { id, solution } = await likeItsModel()
  await change(solution, { build_days: 30.5 })
  expect(objectOf(await settle(id, { build_days: 'keep' }))).toMatchObject({ build_days: 12, differences: 0 })
  expect(await linesOf(id)).toEqual([{ field: 'build_days', measure: 12, solution: 30.5, kept: true }])
  await change(solution, { build_days: 31 })
  expect(await open(id)).toBe(1)
  expect(objectOf(await settle(id, { build_days: 'adopt' }))).toMatchObject({ build_days: 31, differences: 0 })
})

test('a text that only differs in the other language is shown in that one', async () => {
  const { id, solution } = await likeItsModel()
  await change(solution, { name_fr: 'Tout autre chose' })
  expect(await linesOf(id)).toMatchObject([{ field: 'name', solution: 'Tout autre chose' }])
})

test('a local pilot settles the differences of the own perimeters, an auditor only reads', async () => {
  const [near, far] = [await likeItsModel(), await likeItsModel(world.nantes)]
  for (const { solution } of [near, far]) await change(solution, { build_days: 1 })
  expect(await linesOf(far.id, world.local)).toEqual([])
  expect((await settle(far.id, { build_days: 'adopt' }, world.local)).status).toBe(404)
  expect((await settle(near.id, { build_days: 'adopt' }, world.auditor)).status).toBe(403)
  expect((await world.auditor.get(`/measure/differences?perimeter=${world.lyon}`)).body.objects.every((row: { edit_right: boolean }) => !row.edit_right)).toBe(
    true,
  )
  expect((await settle(near.id, { build_days: 'adopt', version: 99 }, world.local)).status).toBe(409)
  expect((await settle(near.id, { build_days: 'adopt' }, world.local)).status).toBe(200)
})
