import { afterAll, beforeAll, expect, test } from 'vitest'
import { resources } from '#app/server/registry.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let pilot: Person
let stranger: Person
beforeAll(async () => {
  app = await testApp()
  pilot = await app.member((await app.customer()).id, 'global_pilote')
  stranger = await app.member((await app.customer()).id, 'global_pilote')
})
afterAll(() => app.close())

const get = ({ cookie }: Person, url: string, tag?: string) =>
  app.http.inject({ method: 'GET', url: `/api${url}`, headers: { cookie, ...(tag && { 'if-none-match': tag }) } })

test('lists by name and options say whether they are still the same, and stay out of any cache but the page', async () => {
  for (const url of ['/label', '/label/options', '/label/options?limit=20']) {
    await pilot.post('/label', { name_en: `Before ${url.length}` })
    const first = await get(pilot, url)
    const tag = String(first.headers.etag)
    expect([first.statusCode, tag, first.headers['cache-control']]).toEqual([200, expect.stringMatching(/^"[\w-]{43}"$/), 'no-store'])
    const again = await get(pilot, url, tag)
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag])
    await pilot.post('/label', { name_en: `After ${url.length}` })
    const changed = await get(pilot, url, tag)
    expect([changed.statusCode, changed.headers.etag === tag, changed.json<{ objects: object[] }>().objects.length]).toEqual([
      200,
      false,
      first.json<{ objects: object[] }>().objects.length + 1,
    ])
    expect((await get(stranger, url, String(changed.headers.etag))).statusCode).toBe(200)
    expect((await get({ ...pilot, cookie: '' }, url, tag)).statusCode).toBe(401)
  }
})

test('every type has its list tagged', async () => {
  for (const name of resources.keys()) expect([name, (await get(pilot, `/${name}`)).headers.etag]).toEqual([name, expect.any(String)])
})
