import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let root: Person
beforeAll(async () => {
  app = await testApp()
  root = await app.signIn('root@vigie.example')
})
afterAll(() => app.close())

const anybody = (url: string, headers = {}) => app.http.inject({ method: 'GET', url: `/api${url}`, headers })
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

test('anybody reads it, empty at first', async () => {
  expect((await anybody('/login_message/1')).json()).toEqual({
    ok: true,
    object: {
      title_en: null,
      title_fr: null,
      content_en: null,
      content_fr: null,
      label_button_en: null,
      label_button_fr: null,
      link_id_en: null,
      link_id_fr: null,
      background_color_en: 'PRIMARY',
      background_color_fr: 'PRIMARY',
      logo: null,
      version: 1,
    },
  })
  expect((await anybody('/login_message/logo/1')).json()).toEqual({ ok: true, url: null })
  expect((await anybody('/login_message/image/1')).statusCode).toBe(404)
})

test('an administrator of the provider writes it in both languages; a browser that has it is told so', async () => {
  const body = {
    title_en: 'Welcome',
    title_fr: 'Bienvenue',
    content_en: '**Read** this',
    link_id_en: '/doc',
    label_button_en: 'Open',
    background_color_fr: 'CYAN',
    version: 1,
  }
  expect((await root.put('/login_message/1', body)).body).toMatchObject({ ok: true, object: { ...body, version: 2 } })
  const { headers } = await anybody('/login_message/1')
  expect((await anybody('/login_message/1', { 'if-none-match': headers.etag })).statusCode).toBe(304)
  expect((await root.put('/login_message/1', { title_en: 'Late', version: 1 })).status).toBe(409)
})

test('one language suffices; the other one’s readers are shown that one (ACC-21)', async () => {
  expect((await root.put('/login_message/1', { title_en: null, title_fr: 'Bienvenue', content_en: null, content_fr: 'À lire' })).body).toMatchObject({
    ok: true,
    object: { title_en: null, title_fr: 'Bienvenue' },
  })
  expect((await anybody('/login_message/1')).json()).toMatchObject({ object: { title_en: null, title_fr: 'Bienvenue', content_fr: 'À lire' } })
  expect((await root.put('/login_message/1', { title_en: 'Welcome', title_fr: ' ' })).body).toMatchObject({ object: { title_en: 'Welcome', title_fr: null } })
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '/\\evil.example',
  'http://plain.example',
  'https:evil',
  'evil.example',
  '/\t/evil.example',
])('the link %s is refused', async (link) => {
  for (const name of ['link_id_en', 'link_id_fr'])
    expect((await root.put('/login_message/1', { [name]: link })).body).toMatchObject({ ok: false, errors: { [name]: [expect.stringContaining('https')] } })
})

test('colours, lengths and unknown keys are refused', async () => {
  for (const body of [
    { background_color_en: 'red;}' },
    { title_fr: 'x'.repeat(129) },
    { content_en: 'x'.repeat(5001) },
    { label_button_en: 'x'.repeat(65) },
    { logo: 'https://evil.example/x.png' },
  ]) {
    expect((await root.put('/login_message/1', body)).status).toBe(400)
  }
})

test('an image is taken by its content, whatever its name says, and served as nothing else', async () => {
  const { body } = await root.upload('/login_message/logo/1', 'logo.svg', png)
  const url: string = body.object.logo
  expect((await anybody('/login_message/logo/1')).json()).toEqual({ ok: true, url })
  const image = await anybody(url.slice('/api'.length))
  // Drawn anew: the pixels, and nothing else of what was sent.
  expect(image.rawPayload.subarray(1, 4).toString()).toBe('PNG')
  expect(image.rawPayload.equals(png)).toBe(false)
  expect(image.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  for (const [name, content] of [
    ['a.png', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
    ['a.png', '<html>'],
    ['a.gif', 'GIF89a\x01\x00\x01\x00\x00\x00\x00;'],
    ['a.webp', 'RIFF'],
  ] as const) {
    expect(await root.upload('/login_message/logo/1', name, Buffer.from(content, 'latin1'))).toMatchObject({
      status: 400,
      body: { errors: { file: [expect.stringMatching(/^The image must be an intact PNG, JPEG or WebP/)] } },
    })
  }
  expect((await root.upload('/login_message/logo/1', 'big.png', Buffer.concat([png, Buffer.alloc(1024 * 1024)]))).status).toBe(413)
  expect((await root.delete('/login_message/logo/1')).body).toMatchObject({ object: { logo: null } })
  expect((await anybody('/login_message/image/1')).statusCode).toBe(404)
})

test('nobody else writes it: no pilot, no support', async () => {
  const customer = await app.customer()
  const pilot = await app.member(customer.id, 'global_pilote')
  await app.member(1, [], { email: 'support@vigie.example' })
  await app.db.transaction(
    1,
    async (tx) =>
      void (await tx.runText("select set_admin_type((select account_id from member where customer_id = 1 and email = 'support@vigie.example'), 'SUPPORT')")),
  )
  const support = await app.signIn('support@vigie.example')
  for (const person of [pilot, support]) {
    expect((await person.put('/login_message/1', { title_en: 'Mine' })).status).toBe(403)
    expect((await person.upload('/login_message/logo/1', 'a.png', png)).status).toBe(403)
    expect((await person.delete('/login_message/logo/1')).status).toBe(403)
  }
})
