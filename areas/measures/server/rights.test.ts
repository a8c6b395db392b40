import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNow, makeWorld, objectOf, type World } from '#tools/test/actions-world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

const noEdit = { ok: false, message: "You don't have editing rights for this measure" }
const noReset = { ok: false, message: "You don't have rights to reset this measure" }

test('a measure tells whether its reader may edit and reset it, in lists too, and a refusal says so in the words of the specification (MEA-13)', async () => {
  const { auditor, contributor, local, pilot, lyon, nantes } = world
  const measure = await world.measure(nantes)
  const tell = async (person: typeof pilot) => {
    const { edit_right, reset_right } = objectOf(await person.get(`/measure/${measure.id}`))
    const { objects } = (await person.post('/measure/page', {})).body
    expect(objects.find((row: { id: number }) => row.id === measure.id)).toMatchObject({ edit_right, reset_right })
    return { edit_right, reset_right }
  }
  expect(await tell(pilot)).toEqual({ edit_right: true, reset_right: false })
  objectOf(await pilot.post(`/measure/${measure.id}/implement`, {}))
  objectOf(await pilot.put(`/measure/${measure.id}/beneficiaries`, { perimeters: [lyon] }))
  expect(await tell(pilot)).toEqual({ edit_right: true, reset_right: true })
  for (const person of [local, auditor]) expect(await tell(person)).toEqual({ edit_right: false, reset_right: false })
  for (const person of [local, auditor, contributor]) {
    for (const refused of [
      await person.put(`/measure/${measure.id}`, { name_en: 'Mine' }),
      await person.post(`/measure/${measure.id}/implement`, {}),
      await person.post(`/measure/${measure.id}/discard`, { justification: 'No' }),
      await person.put(`/measure/${measure.id}/beneficiaries`, { perimeters: [] }),
    ])
      expect(refused, `member ${person.memberId}`).toMatchObject({ status: 403, body: noEdit })
    expect(await person.post(`/measure/${measure.id}/reset`)).toMatchObject({ status: 403, body: noReset })
  }
  const french = await world.app.member(world.customer, 'local_pilote', { perimeterIds: [lyon], lang: 'fr' })
  expect((await french.post(`/measure/${measure.id}/reset`)).body.message).toBe('Vous n’avez pas le droit de réinitialiser cette mesure')
  expect((await french.get(`/measure/${(await world.measure(nantes)).id}`)).status).toBe(404)
})

test('security bases are read by perimeter and by model as they were on a day: of what had not been decided by then, nothing', async () => {
  const { pilot, lyon } = world
  const measure = await world.measure(lyon)
  objectOf(await pilot.post(`/measure/${measure.id}/implement`, {}))
  const here = async (query: string) => (await pilot.get(`/measure/summary?perimeter=${lyon}${query}`)).body.objects as { implemented: number }[]
  const models = async (query: string) => (await pilot.post(`/measure/by_model/page${query}`, {})).body as { total: number; measures: number }
  const [today, yesterday] = [dayFromNow(0), dayFromNow(-1)]
  expect(await here(`&as_of=${today}`)).toEqual(await here(''))
  expect(await models(`?as_of=${today}`)).toEqual(await models(''))
  expect(await here(`&as_of=${yesterday}`)).toEqual([])
  expect(await models(`?as_of=${yesterday}`)).toMatchObject({ total: 0, measures: 0 })
})

test('what people add to the catalogue of measures has a category, what they decide in a perimeter may have one (MEA-28)', async () => {
  const { pilot, lyon } = world
  expect((await pilot.post('/solution', { name_en: 'Unsorted' })).body.errors).toEqual({ category: [expect.any(String)] })
  const solution = await world.solution()
  expect((await pilot.put(`/solution/${solution}`, { category: null })).body.errors).toHaveProperty('category')
  expect((await pilot.put(`/solution/${solution}`, { name_en: 'Renamed' })).status).toBe(200)
  const measure = objectOf(await pilot.post('/measure', { name_en: 'Free', solution, perimeter: lyon, category: null }))
  expect(measure.category).toBeNull()
})
