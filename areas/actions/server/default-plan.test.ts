import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person, TestApp } from '#app/test/worlds/test-app.ts'
import { testApp } from '#app/test/worlds/test-app.ts'
import { objectOf, type Row } from '#tools/test/actions-world.ts'

let app: TestApp
let pilot: Person
let local: Person
let site: number
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const { id, root } = await app.customer()
  pilot = await app.member(id, 'global_pilote')
  site = objectOf(await pilot.post('/perimeter', { name_en: 'Lyon', parent: root })).id
  local = await app.member(id, 'local_pilote', { perimeterIds: [site] })
})

const make = async (fields: object = {}, by = pilot): Promise<Row> => objectOf(await by.post('/program', { name_en: 'A plan', ...fields }))
/** The plans that are the default, of all there are. */
const defaults = async (): Promise<number[]> => {
  const { objects } = (await pilot.post('/program/page', { queryParams: { filters: [{ name: 'is_default', selected_options: [true] }] } })).body
  return objects.map((row: Row) => row.id)
}
const refusedField = { is_default: ['You don’t have the right to update this value'] }

test('the first plan is the default, whoever makes it', async () => {
  const first = await make({ name_en: 'Ours', perimeters: [site] }, local)
  expect(first.is_default).toBe(true)
  expect((await make()).is_default).toBe(false)
  expect(await defaults()).toEqual([first.id])
})

test('a local pilot takes the default of nobody, by creating, changing, copying words of a bulk edit or undoing one', async () => {
  const first = await make()
  const own = await make({ perimeters: [site] }, local)
  const wrong = async (answer: Promise<{ body: Row }>) => (await answer).body.errors
  expect(await wrong(local.post('/program', { name_en: 'Mine', is_default: true }))).toEqual(refusedField)
  expect(await wrong(local.put(`/program/${own.id}`, { is_default: true }))).toEqual(refusedField)
  expect((await local.put('/program/bulk', { rows: [{ id: own.id }], changes: { is_default: true } })).body.ok).toBe(false)
  await pilot.put(`/program/${first.id}/assignment`, { members: [local.memberId], groups: [] })
  expect(await wrong(local.put(`/program/${first.id}`, { is_default: false }))).toEqual(refusedField)
  expect(await defaults()).toEqual([first.id])
  // What changes nothing is no choice: a form sends what it shows.
  expect((await local.put(`/program/${first.id}`, { is_default: true, name_en: 'Renamed' })).status).toBe(200)
  expect((await local.post('/program', { name_en: 'Another', is_default: false })).status).toBe(200)
})

test('a global pilot chooses another plan, which takes it from the first, with both in the history', async () => {
  const [first, second] = [await make(), await make()]
  expect(objectOf(await pilot.put(`/program/${second.id}`, { is_default: true })).is_default).toBe(true)
  expect(await defaults()).toEqual([second.id])
  const [entry] = (await pilot.get(`/program/${first.id}/history`)).body.objects
  expect(entry).toMatchObject({ actor: { id: pilot.memberId }, changes: [{ field: 'is_default', before: true, after: false }] })
  const third = await make({ is_default: true })
  expect(await defaults()).toEqual([third.id])
  expect((await pilot.get('/remediation/programs')).body.objects[0].id).toBe(third.id)
})

test('nobody leaves the organisation without: the default is not switched off, archived or deleted while other plans take actions', async () => {
  const [first, second] = [await make(), await make()]
  const put = async (body: object) => (await pilot.put(`/program/${first.id}`, body)).body.errors
  expect(await put({ is_default: false })).toEqual({
    is_default: ['Make another action plan the default instead: there must always be one'],
  })
  expect(await put({ archived: true })).toEqual({ archived: ['The default action plan cannot be archived'] })
  expect(await put({ archived: true, is_default: false })).toHaveProperty('archived')
  expect(await pilot.delete(`/program/${first.id}`)).toMatchObject({ status: 409, body: { code: 'IN_USE' } })
  expect(await defaults()).toEqual([first.id])
  await pilot.put(`/program/${second.id}`, { is_default: true })
  expect((await pilot.delete(`/program/${first.id}`)).status).toBe(200)
  expect((await pilot.delete(`/program/${second.id}`)).status).toBe(200)
})

test('a local pilot does not delete the default that they made while others take actions', async () => {
  const own = await make({}, local)
  await make()
  expect(await local.delete(`/program/${own.id}`)).toMatchObject({ status: 409, body: { code: 'IN_USE' } })
})

test('a plan that comes back as the only one that takes actions is the default', async () => {
  const put_away = await make({ archived: true })
  expect(put_away.is_default).toBe(false)
  const used = await make()
  expect(await defaults()).toEqual([used.id])
  expect((await pilot.delete(`/program/${used.id}`)).status).toBe(200)
  expect(await defaults()).toEqual([])
  expect(objectOf(await pilot.put(`/program/${put_away.id}`, { archived: false })).is_default).toBe(true)
  expect((await pilot.post('/program', { name_en: 'x', is_default: true, archived: true })).body.errors).toHaveProperty('archived')
})

test('of two chosen at once, one is the default', async () => {
  const plans = [await make(), await make(), await make()]
  await Promise.all(plans.slice(1).map(({ id }) => pilot.put(`/program/${id}`, { is_default: true })))
  expect(await defaults()).toHaveLength(1)
})

test('a plan that contains actions stays', async () => {
  const [, second] = [await make(), await make()]
  const action = objectOf(await pilot.post('/remediation', { name_en: 'Act', program: second.id, perimeter: site }))
  expect(await pilot.delete(`/program/${second.id}`)).toMatchObject({ status: 409, body: { code: 'IN_USE' } })
  await pilot.delete(`/remediation/${action.id}`)
  expect((await pilot.delete(`/program/${second.id}`)).status).toBe(200)
})
