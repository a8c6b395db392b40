import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let pilot: Person
let active: number
let archived: number

beforeAll(async () => {
  app = await testApp()
  const { id } = await app.customer()
  pilot = await app.member(id, 'global_pilote')
  const category = (await pilot.post('/category', { name_en: 'Protection' })).body.object.id as number
  const make = async (name_en: string) => (await pilot.post('/solution', { name_en, category })).body.object.id as number
  active = await make('Kept in use')
  archived = await make('Put away')
  expect((await pilot.put(`/solution/${archived}`, { archived: true })).status).toBe(200)
})
afterAll(() => app.close())

const options = async (query = '') => ((await pilot.get(`/solution/options${query}`)).body.objects as { id: number }[]).map(({ id }) => id)

test('an archived row is offered to no new choice', async () => {
  expect(await options()).toEqual([active])
  expect(await options('?search=away')).toEqual([])
})

test('an archived row that is already chosen keeps its name, and a filter may ask for archived rows', async () => {
  expect(await options(`?ids=${archived}`)).toEqual([archived])
  expect(await options('?archived=1')).toEqual([active, archived])
  expect(await options('?archived=1&search=away')).toEqual([archived])
})

test('whether rows can be archived at all is said with them', async () => {
  expect((await pilot.get('/solution/options')).body.archivable).toBe(true)
  expect((await pilot.get('/category/options')).body.archivable).toBe(false)
})
