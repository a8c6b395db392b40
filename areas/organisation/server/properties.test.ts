import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let pilot: Person
let local: Person
let site: number
let elsewhere: number
beforeAll(async () => {
  app = await testApp()
  const { id, root } = await app.customer()
  pilot = await app.member(id, 'global_pilote')
  const add = async (name: string) => (await pilot.post('/perimeter', { name_en: name, parent: root })).body.object.id as number
  site = await add('Site')
  elsewhere = await add('Elsewhere')
  local = await app.member(id, 'local_pilote', { perimeterIds: [site] })
})
afterAll(() => app.close())

let count = 0
const define = async (fields: object = {}) => {
  const { body } = await pilot.post('/perimeter_property', { name_en: `Property ${(count += 1)}`, ...fields })
  expect(body).toMatchObject({ ok: true })
  return body.object.id as number
}
const set = (id: number, value: string | null, by = pilot, perimeter = site) =>
  by.put(`/perimeter/${perimeter}/properties`, { values: [{ perimeter_property: id, value }] })
const of = async (by = pilot, perimeter = site) => (await by.get(`/perimeter/${perimeter}/properties`)).body.objects as { id: number; value: string | null }[]
const value = async (id: number, by = pilot) => (await of(by)).find((one) => one.id === id)?.value

test('a perimeter says what its properties ask, in the form of their type', async () => {
  const wrong: Record<string, string> = { NUMBER: 'many', DATE: '2026-02-30', LIST: 'Spain', BOOLEAN: 'maybe', URL: 'javascript:alert(1)' }
  const right: Record<string, string> = { NUMBER: '1250.5', DATE: '2026-02-28', LIST: 'France', BOOLEAN: 'true', URL: 'https://vigie.example/site' }
  for (const [value_type, bad] of Object.entries(wrong)) {
    const id = await define({ value_type, ...(value_type === 'LIST' && { options: [{ value: 'France' }, { value: 'Belgium' }] }) })
    expect((await set(id, bad)).body.errors, value_type).toHaveProperty(`property_${id}`)
    expect((await set(id, right[value_type] ?? '')).status, value_type).toBe(200)
    expect(await value(id)).toBe(right[value_type])
  }
  expect((await pilot.post('/perimeter_property', { name_en: 'Empty list', value_type: 'LIST' })).body.errors).toHaveProperty('options')
})

test('a value is cleared, and a property with values is neither deleted nor changed in type', async () => {
  const id = await define()
  await set(id, 'said')
  expect((await pilot.delete(`/perimeter_property/${id}`)).status).toBe(409)
  expect((await pilot.put(`/perimeter_property/${id}`, { value_type: 'NUMBER' })).body.errors).toHaveProperty('value_type')
  await set(id, null)
  expect(await value(id)).toBeNull()
  expect((await pilot.delete(`/perimeter_property/${id}`)).status).toBe(200)
})

test('a mandatory property of another type of perimeter asks nothing, one of this type must be given', async () => {
  const other = await define({ mandatory: true, perimeter_types: ['PROVIDER'] })
  const own = await define({ mandatory: true, perimeter_types: ['INTERNAL'] })
  const free = await define()
  expect((await of()).map(({ id }) => id)).not.toContain(other)
  expect((await set(other, 'x')).body.errors).toHaveProperty(`property_${other}`)
  expect((await set(free, 'x')).body.errors).toHaveProperty(`property_${own}`)
  expect((await set(own, 'x')).status).toBe(200)
  expect((await set(own, ' ')).body.errors).toHaveProperty(`property_${own}`)
  await pilot.put(`/perimeter_property/${own}`, { mandatory: false })
})

test('what is restricted to global pilots is neither seen nor set by others (PER-02)', async () => {
  const id = await define({ restricted_to_global_pilots: true })
  await set(id, 'insured')
  expect(await value(id)).toBe('insured')
  expect(await value(id, local)).toBeUndefined()
  expect((await set(id, 'mine', local)).body.errors).toHaveProperty(`property_${id}`)
  expect((await local.get(`/perimeter_property/${id}`)).status).toBe(404)
  const { objects } = (await local.post('/perimeter_property_value/page')).body
  expect(objects.map((row: { value: string }) => row.value)).not.toContain('insured')
  expect(await value(id)).toBe('insured')
})

test('a local pilot says it of the own perimeters only', async () => {
  const id = await define()
  expect((await set(id, 'near', local)).status).toBe(200)
  expect((await set(id, 'far', local, elsewhere)).status).toBe(404)
  expect((await local.get(`/perimeter/${elsewhere}/properties`)).status).toBe(404)
})

test('perimeters are found by what they say, and their values go with them', async () => {
  const id = await define({ value_type: 'LIST', options: [{ value: 'Gold' }, { value: 'Silver' }] })
  await set(id, 'Gold')
  await set(id, 'Silver', pilot, elsewhere)
  const found = async () =>
    (
      await pilot.post('/perimeter_property_value/page', {
        queryParams: {
          filters: [
            { name: 'perimeter_property', selected_options: [id] },
            { name: 'value', selected_options: ['Silver'] },
          ],
        },
      })
    ).body.objects
  expect(await found()).toMatchObject([{ perimeter: { id: elsewhere } }])
  expect((await pilot.delete(`/perimeter/${elsewhere}`)).status).toBe(200)
  expect(await found()).toEqual([])
})
