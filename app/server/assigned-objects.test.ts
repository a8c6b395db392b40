import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from './test-app.ts'

let app: TestApp
let pilot: Person
let leaving: Person
let staying: Person
let perimeter: number

beforeAll(async () => {
  app = await testApp()
  const { id, root } = await app.customer()
  pilot = await app.member(id, 'global_pilote')
  leaving = await app.member(id, 'contributor', { perimeterIds: [root] })
  staying = await app.member(id, 'contributor', { perimeterIds: [root] })
  perimeter = (await pilot.post('/perimeter', { name_en: 'Plant', parent: root, manager: leaving.memberId })).body.object.id
})
afterAll(() => app.close())

const user = () => `/member/${leaving.memberId}`

test('somebody who answers for an object is neither archived nor removed, and nothing else is refused (ADM-08)', async () => {
  const refused = await pilot.put(user(), { archived: true })
  expect([refused.status, refused.body.message]).toEqual([409, 'Objects are assigned to this user, please reassign them first'])
  expect((await pilot.delete(user())).body.message).toBe('Objects are assigned to this user, please reassign them first')
  expect((await pilot.put(user(), { job_title: 'Engineer' })).status).toBe(200)
})

test('the objects of a user are listed to who administers users', async () => {
  expect((await pilot.get(`${user()}/objects`)).body.objects).toMatchObject([
    { entity: 'perimeter', field: 'manager', id: perimeter, object: { name: 'Plant' } },
  ])
  expect((await staying.get(`${user()}/objects`)).status).toBe(403)
})

test('they go to a colleague at once, who must be there to take them; then the user may be archived', async () => {
  expect((await pilot.post(`${user()}/reassign`, { to: leaving.memberId })).status).toBe(400)
  expect((await pilot.post(`${user()}/reassign`, { to: 999_999 })).status).toBe(400)
  expect((await staying.post(`${user()}/reassign`, { to: staying.memberId })).status).toBe(403)
  expect((await pilot.post(`${user()}/reassign`, { to: staying.memberId })).body).toMatchObject({ message: '1 object reassigned', object: { count: 1 } })
  const moved = (await pilot.get(`/perimeter/${perimeter}`)).body.object
  expect([moved.manager.id, moved.version]).toEqual([staying.memberId, 2])
  expect((await pilot.get(`${user()}/objects`)).body.objects).toEqual([])
  expect((await pilot.put(user(), { archived: true })).status).toBe(200)
})
