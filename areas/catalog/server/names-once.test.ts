import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let pilot: Person
let neighbour: Person

beforeAll(async () => {
  app = await testApp()
  pilot = await app.member((await app.customer('Named')).id, 'global_pilote')
  neighbour = await app.member((await app.customer('Beside')).id, 'global_pilote')
})
afterAll(() => app.close())

const taken = (key: string) => ({ ok: false, code: 'CONFLICT', message: 'This name is already taken', errors: { [key]: ['This name is already taken'] } })

test.each(['label', 'category', 'tag'])('no two rows of one organisation are called the same: %s', async (entity) => {
  const create = (body: object, who = pilot) => who.post(`/${entity}`, body)
  const first = (await create({ name_en: 'Network', name_fr: 'Réseau' })).body.object
  const answer = await create({ name_en: 'nEtWoRk' })
  expect([answer.status, answer.body]).toEqual([409, expect.objectContaining(taken('name_en'))])
  // What a French reader would see twice, whichever language it was written in.
  expect((await create({ name_fr: 'RÉSEAU' })).body).toMatchObject(taken('name_fr'))
  expect((await create({ name_en: 'Netz', name_fr: 'réseau' })).body).toMatchObject(taken('name_fr'))
  expect((await create({ name_fr: 'network' })).body).toMatchObject(taken('name_fr'))
  const second = (await create({ name_en: 'Systems' })).body.object
  expect((await pilot.put(`/${entity}/${second.id}`, { name_en: ' network ' })).body).toMatchObject(taken('name_en'))
  expect((await pilot.put(`/${entity}/${second.id}`, { name_fr: 'Réseau' })).body).toMatchObject(taken('name_fr'))
  // Its own name, and one in another organisation, are free.
  expect((await pilot.put(`/${entity}/${first.id}`, { name_en: 'NETWORK' })).status).toBe(200)
  expect((await create({ name_en: 'Network', name_fr: 'Réseau' }, neighbour)).status).toBe(200)
  expect((await pilot.post(`/${entity}/page`, {})).body.total).toBe(2)
})

test('several at once are not given one name either', async () => {
  const rows = (await pilot.post('/label/page', {})).body.objects.map(({ id, version }: { id: number; version: number }) => ({ id, version }))
  const answer = await pilot.put('/label/bulk', { rows, changes: { name_en: 'One for all' } })
  expect(answer.body.ok).toBe(false)
  expect(JSON.stringify(answer.body)).toContain('This name is already taken')
  expect((await pilot.post('/label/page', {})).body.objects.map(({ name }: { name: string }) => name)).not.toContain('One for all')
})

test('an empty text is a missing one, not one that is too small', async () => {
  expect((await pilot.post('/label', { name_en: '', name_fr: '' })).body.errors).toEqual({
    name_en: ['Give a name in French or in English'],
    name_fr: ['Give a name in French or in English'],
  })
  expect((await pilot.put('/user/passkey/1', { name: '  ' })).body.errors).toEqual({ name: ['This field is mandatory'] })
  expect((await pilot.post('/user/check_password', { value: '', context: 'PROFILE' })).body.errors ?? {}).not.toMatchObject({ value: ['Too small'] })
})
