import { afterAll, beforeAll, expect, test } from 'vitest'
import { Transformer } from '@napi-rs/image'
import { zipEntries } from '#kit/server/sheets/unzip.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let pilot: Person
let png: Buffer
beforeAll(async () => {
  app = await testApp()
  pilot = await app.member((await app.customer()).id, 'global_pilote')
  png = await Transformer.fromRgbaPixels(Buffer.alloc(900 * 300 * 4, 200), 900, 300).png()
})
afterAll(() => app.close())

const logoOf = async (who: Person) => (await who.get('/auth/check')).body.user.customer.logo as string | null
const shown = (who: Person, url: string) => who.get(url.replace('/api', ''))

test('a pilot gives the organisation a logo, which every session shows until it is removed (FIL-19, ACC-38)', async () => {
  expect(await logoOf(pilot)).toBeNull()
  const { body } = await pilot.upload('/organisation/logo', 'logo.svg', png)
  expect(body).toMatchObject({ ok: true, object: { logo: expect.stringMatching(/^\/api\/picture\/[0-9a-f-]{36}$/) } })
  const colleague = await app.member(pilot.customerId, 'contributor')
  expect(await logoOf(colleague)).toBe(body.object.logo)
  expect((await pilot.get('/organisation/settings')).body.object.logo).toBe(body.object.logo)
  const image = await shown(colleague, body.object.logo)
  expect(await new Transformer(image.body).metadata()).toMatchObject({ width: 512, height: 171, format: 'png' })
  const again = await pilot.upload('/organisation/logo', 'other.png', png)
  expect(again.body.object.logo).not.toBe(body.object.logo)
  expect((await shown(pilot, body.object.logo)).status).toBe(404)
  expect((await pilot.delete('/organisation/logo')).body).toMatchObject({ object: { logo: null } })
  expect(await logoOf(pilot)).toBeNull()
})

test('nobody else changes it, another organisation does not see it, and only pictures are taken', async () => {
  const { body } = await pilot.upload('/organisation/logo', 'logo.png', png)
  const local = await app.member(pilot.customerId, 'local_pilote')
  expect((await local.upload('/organisation/logo', 'logo.png', png)).status).toBe(403)
  expect((await local.delete('/organisation/logo')).status).toBe(403)
  const stranger = await app.member((await app.customer()).id, 'global_pilote')
  expect((await shown(stranger, body.object.logo)).status).toBe(404)
  expect(await pilot.upload('/organisation/logo', 'logo.png', '<svg xmlns="http://www.w3.org/2000/svg"/>')).toMatchObject({
    status: 400,
    body: { errors: { file: [expect.any(String)] } },
  })
})

test('pictures of texts come in drawn anew and are shown to the organisation alone (FIL-19)', async () => {
  const { body } = await pilot.upload('/picture', 'plan.png', png)
  expect(body).toMatchObject({ ok: true, object: { url: `/api/picture/${body.object.id}` } })
  const colleague = await app.member(pilot.customerId, 'contributor')
  expect((await shown(colleague, body.object.url)).status).toBe(200)
  const stranger = await app.member((await app.customer()).id, 'global_pilote')
  expect((await shown(stranger, body.object.url)).status).toBe(404)
  expect((await app.http.inject({ method: 'GET', url: body.object.url })).statusCode).toBe(401)
  expect(await pilot.upload('/picture', 'plan.png', 'not a picture')).toMatchObject({
    status: 400,
    body: { errors: { file: ['The picture must be a PNG, JPEG or WebP of reasonable size'] } },
  })
})

test('every report has the logo of its own organisation on its cover, whatever kind of picture it came as', async () => {
  const drawn = Transformer.fromRgbaPixels(Buffer.alloc(64 * 64 * 4, 90), 64, 64)
  const first = await app.member((await app.customer()).id, 'global_pilote')
  const second = await app.member((await app.customer()).id, 'global_pilote')
  const plans = new Map<Person, number>()
  for (const who of [first, second]) plans.set(who, (await who.post('/program', { name_en: 'Plan' })).body.object.id)
  /** Charts are pictures too, but larger. */
  const logos = async (who: Person) => {
    const asked = await who.post(`/program/${plans.get(who)}/plan_report`, { format: 'docx' })
    await app.jobs()
    const { file_id } = (await who.get(`/report/${asked.body.object.job_id}`)).body.object
    const entries = zipEntries((await who.get(`/file/${file_id}/download`)).body as Buffer) ?? []
    const pictures = entries.filter(({ name }) => /^word\/media\/.+\.(?:png|jpg)$/.test(name))
    const known = await Promise.all(pictures.map((entry) => new Transformer(entry.read()).metadata()))
    return known.filter(({ width }) => width === 64).map(({ format }) => format)
  }
  for (const kind of ['jpeg', 'webp'] as const) {
    await first.upload('/organisation/logo', `logo.${kind}`, await drawn[kind]())
    expect(await logos(first)).toEqual([kind === 'jpeg' ? 'jpeg' : 'png'])
  }
  expect(await logos(second)).toEqual([])
})

test('the provider’s list of organisations shows their logos to its staff, and none of their other pictures', async () => {
  const { body } = await pilot.upload('/organisation/logo', 'logo.png', png)
  const text = (await pilot.upload('/picture', 'text.png', png)).body.object as { readonly id: string }
  const root = await app.signIn('root@vigie.example')
  const objects: { readonly id: number; readonly logo: string | null }[] = (await root.get('/customer')).body.objects
  const logo = objects.find(({ id }) => id === pilot.customerId)?.logo ?? ''
  expect(logo).toBe(`/api/customer/${pilot.customerId}/logo/${body.object.logo.split('/').at(-1)}`)
  expect(await new Transformer((await shown(root, logo)).body).metadata()).toMatchObject({ format: 'png' })
  expect((await shown(root, `/api/customer/${pilot.customerId}/logo/${text.id}`)).status).toBe(404)
  expect((await shown(pilot, logo)).status).toBe(403)
})
