import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessApp, type Browser } from '#tools/test/access-app.ts'
import type { MetadataProperty } from '#areas/tenancy/contract/metadata-property.ts'

let app: Awaited<ReturnType<typeof accessApp>>
let root: Browser
let pilot: Browser

beforeAll(async () => {
  app = await accessApp()
  root = app.browser()
  await root.signIn('root@vigie.example')
  await app.member(app.customers.A, 'pilot@a.example', ['global_pilote'])
  pilot = app.browser()
  await pilot.signIn('pilot@a.example')
})
afterAll(() => app.close())

const listed = async (by = root) => (await by.call('GET', '/metadata_property')).body.objects as unknown as MetadataProperty[]
const of = async (identifier: string) => (await listed()).find((row) => row.identifier === identifier)
const add = (body: object) => root.call('POST', '/metadata_property', { name_en: 'New', name_fr: 'Nouveau', ...body })

test('sectors, branches and countries are there from the beginning, and everybody signed in reads them', async () => {
  const rows = await listed(pilot)
  const count = (kind: string) => rows.filter((row) => row.kind === kind).length
  expect([count('SECTOR_HIGH'), count('SECTOR_LOW'), count('COUNTRY')]).toEqual([15, 50, 249])
  expect(rows.find(({ identifier }) => identifier === 'RAIL')).toMatchObject({ name_en: 'Rail', name_fr: 'Ferroviaire', parent: 'TRANSPORT' })
  expect(rows.find(({ identifier }) => identifier === 'DE')).toMatchObject({ name_en: 'Germany', name_fr: 'Allemagne', parent: null })
})

test('a value is added with what its kind asks, once', async () => {
  expect((await add({ kind: 'SECTOR_LOW', identifier: 'GEOTHERMAL' })).body).toMatchObject({ errors: { parent: [expect.any(String)] } })
  expect((await add({ kind: 'SECTOR_LOW', identifier: 'GEOTHERMAL', parent: 'RAIL' })).body).toMatchObject({ errors: { parent: [expect.any(String)] } })
  expect((await add({ kind: 'SECTOR_HIGH', identifier: 'MINING', parent: 'ENERGY' })).body).toMatchObject({
    errors: { parent: ['Only a branch has a sector'] },
  })
  expect((await add({ kind: 'COUNTRY', identifier: 'EUROPE' })).body).toMatchObject({
    errors: { identifier: ['The identifier of a country has two capital letters'] },
  })
  expect((await add({ kind: 'SECTOR_HIGH', identifier: 'minING' })).body).toMatchObject({ errors: { identifier: [expect.any(String)] } })
  expect((await add({ kind: 'SECTOR_LOW', identifier: 'GEOTHERMAL', parent: 'ENERGY' })).body).toMatchObject({
    ok: true,
    object: { identifier: 'GEOTHERMAL', parent: 'ENERGY', version: 1 },
  })
  expect((await add({ kind: 'SECTOR_HIGH', identifier: 'GEOTHERMAL' })).body).toMatchObject({ errors: { identifier: ['This identifier is already taken'] } })
})

test('an organisation and its provider name what is on the list and nothing else', async () => {
  const settings = (body: object) => pilot.call('PUT', '/organisation/settings', body)
  expect((await settings({ branch: 'ASTROLOGY' })).body).toMatchObject({ errors: { branch: ['This branch is not on the list of the provider'] } })
  expect((await settings({ branch: 'ENERGY' })).body).toMatchObject({ errors: { branch: [expect.any(String)] } })
  expect((await settings({ country: 'XX' })).body).toMatchObject({ errors: { country: ['This is not a country'] } })
  expect((await settings({ branch: 'GEOTHERMAL', country: 'FR' })).body).toMatchObject({ object: { branch: 'GEOTHERMAL', country: 'FR' } })
  const { B } = app.customers
  expect((await root.call('PUT', `/customer/${B}`, { branch: 'ENERGY' })).body).toMatchObject({ errors: { branch: [expect.any(String)] } })
  expect((await root.call('PUT', `/customer/${B}`, { branch: 'RAIL', country: 'DE' })).body).toMatchObject({ object: { branch: 'RAIL', country: 'DE' } })
  expect((await root.call('PUT', `/customer/${B}`, { country: null })).body).toMatchObject({ object: { branch: 'RAIL', country: null } })
  const { rows } = await app.owner.query('select sector_high from customer where id = any($1) order by id', [[app.customers.A, B]])
  expect(rows).toEqual([{ sector_high: 'ENERGY' }, { sector_high: 'TRANSPORT' }])
})

test('a branch takes its organisations to another sector, whoever saves an older one is told, and an identifier stays as it is', async () => {
  const branch = await of('GEOTHERMAL')
  const put = (body: object) => root.call('PUT', `/metadata_property/${branch?.id}`, body)
  expect((await put({ identifier: 'OTHER' })).status).toBe(400)
  const both = await Promise.all([put({ parent: 'WATER', version: 1 }), put({ name_en: 'Heat of the earth', version: 1 })])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  await put({ parent: 'WATER' })
  expect((await app.owner.query('select sector_high, sector_low from customer where id = $1', [app.customers.A])).rows).toEqual([
    { sector_high: 'WATER', sector_low: 'GEOTHERMAL' },
  ])
  expect((await root.call('GET', '/metadata_property/use')).body.objects).toEqual([
    { identifier: 'FR', customers: 1 },
    { identifier: 'GEOTHERMAL', customers: 1 },
    { identifier: 'RAIL', customers: 1 },
    { identifier: 'TRANSPORT', customers: 1 },
    { identifier: 'WATER', customers: 1 },
  ])
})

test('what is used is not deleted, also where somebody takes it meanwhile; what is not, is', async () => {
  const remove = async (identifier: string) => root.call('DELETE', `/metadata_property/${(await of(identifier))?.id}`)
  expect(await remove('GEOTHERMAL')).toMatchObject({ status: 409, body: { code: 'IN_USE', message: '1 organisation has this value: it cannot be deleted' } })
  expect(await remove('FR')).toMatchObject({ status: 409 })
  expect((await remove('ENERGY')).body).toMatchObject({ message: '3 branches belong to this sector: move or delete them first' })
  const at = await of('AT')
  const race = await Promise.all([root.call('DELETE', `/metadata_property/${at?.id}`), pilot.call('PUT', '/organisation/settings', { country: 'AT' })])
  const kept = (await of('AT')) !== undefined
  expect(race.map(({ status }) => status === 200)).toEqual([!kept, kept])
  expect((await remove('ZW')).body).toMatchObject({ ok: true })
  expect(await of('ZW')).toBeUndefined()
  const { rows } = await app.owner.query<{ action: string }>(
    `select distinct action from audit_log where customer_id = 1 and entity = 'metadata_property' order by 1`,
  )
  expect(rows.map(({ action }) => action)).toEqual(['create', 'delete', 'update'])
})

test('support reads the list, and nobody else changes it', async () => {
  expect((await pilot.call('GET', '/metadata_property/use')).status).toBe(403)
  expect((await pilot.call('POST', '/metadata_property', { kind: 'COUNTRY', identifier: 'XK', name_en: 'Kosovo', name_fr: 'Kosovo' })).status).toBe(403)
  await app.member(1, 'support@vigie.example', [])
  await app.owner.query(`update account set admin_type = 'SUPPORT' where email = 'support@vigie.example'`)
  const support = app.browser()
  await support.signIn('support@vigie.example')
  expect((await support.call('GET', '/metadata_property/use')).body).toMatchObject({ ok: true, edit_right: false })
  expect((await support.call('DELETE', `/metadata_property/${(await of('RAIL'))?.id}`)).status).toBe(403)
})
