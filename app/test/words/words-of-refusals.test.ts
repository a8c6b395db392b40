import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '#app/test/worlds/test-app.ts'

/*
 * Much is refused before anybody has looked at the session: what cannot be read, what is too large, what is nowhere. All of it is said in the language of the
 * reader: the session's, whatever the browser asks for; without a session what the browser asks for.
 */
let app: TestApp
const cookies = { en: '', fr: '' }
const languages = ['en', 'fr'] as const
type Language = (typeof languages)[number]

beforeAll(async () => {
  app = await testApp()
  const customer = await app.customer()
  for (const lang of languages) {
    const person = await app.member(customer.id, 'global_pilote')
    expect((await person.put('/user/language', { lang })).status).toBe(200)
    cookies[lang] = person.cookie
  }
  await app.http.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

const json = { 'content-type': 'application/json' }
const refusals: Record<
  string,
  { request: { method?: string; url: string; headers?: Record<string, string>; payload?: string }; expected: readonly unknown[] }
> = {
  'a body that is no JSON': {
    request: { method: 'POST', url: '/api/label', headers: json, payload: '{]' },
    expected: [400, 'BAD_PARAMETERS', 'Bad parameters', 'Paramètres incorrects'],
  },
  'an empty body that says it is JSON': {
    request: { method: 'POST', url: '/api/label', headers: json, payload: '' },
    expected: [400, 'BAD_PARAMETERS', 'Bad parameters', 'Paramètres incorrects'],
  },
  'a body of another type': {
    request: { method: 'POST', url: '/api/label', headers: { 'content-type': 'text/x-odd' }, payload: '{}' },
    expected: [400, 'BAD_PARAMETERS', 'Bad parameters', 'Paramètres incorrects'],
  },
  'a form where none is read': {
    request: { method: 'POST', url: '/api/label', headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=1' },
    expected: [400, 'INVALID', 'An error occured. Please check your inputs', 'Une erreur est survenue. Veuillez vérifier votre saisie'],
  },
  'a body that is too large': {
    request: { method: 'POST', url: '/api/label', headers: json, payload: JSON.stringify({ name: 'x'.repeat(2_100_000) }) },
    expected: [413, 'TOO_LARGE', 'The request is too large', 'La requête est trop volumineuse'],
  },
  'a path that names nothing': { request: { url: '/api/nothing' }, expected: [404, 'NOT_FOUND', 'Not found', 'Introuvable'] },
  'a part of a path that is too long': { request: { url: `/api/label/${'1'.repeat(300)}` }, expected: [404, 'NOT_FOUND', 'Not found', 'Introuvable'] },
  'a path that cannot be decoded': { request: { url: '/api/%ff' }, expected: [404, 'NOT_FOUND', 'Not found', 'Introuvable'] },
  'a method that a path does not have': { request: { method: 'PUT', url: '/api/label' }, expected: [404, 'NOT_FOUND', 'Not found', 'Introuvable'] },
  'a write that a page of ours did not make': {
    request: { method: 'POST', url: '/api/label', headers: { 'x-vigie': '' } },
    expected: [403, 'CROSS_SITE', 'Unauthorized', 'Accès refusé'],
  },
  'a question that is not asked there': {
    request: { method: 'POST', url: '/api/auth/login?x=1', headers: json, payload: '{}' },
    expected: [400, 'INVALID', 'An error occured. Please check your inputs', 'Une erreur est survenue. Veuillez vérifier votre saisie'],
  },
}

test.each(Object.entries(refusals))('%s is refused in the reader’s language', async (_, { request, expected }) => {
  const [status, code, en, fr] = expected
  const message = { en, fr }
  const other = { en: 'fr', fr: 'en' } as const
  for (const lang of languages) {
    const ask = async (headers: Record<string, string>) => {
      const answer = await app.http.inject({ ...request, headers: { 'x-vigie': '1', ...request.headers, ...headers } } as never)
      return [answer.statusCode, answer.json<object>()] as const
    }
    const refusal = [status, expect.objectContaining({ ok: false, code, message: message[lang] })]
    expect(await ask({ cookie: cookies[lang], 'accept-language': other[lang] }), `the session's, ${lang}`).toEqual(refusal)
    expect(await ask({ 'accept-language': lang }), `the browser's, ${lang}`).toEqual(refusal)
    expect(await ask({ cookie: 'vigie_session=1.' + 'x'.repeat(43), 'accept-language': lang }), `a session that is over, ${lang}`).toEqual(refusal)
  }
})

test.each([
  ['an address that is too long', (headers: string) => `GET /api/${'x'.repeat(20_000)} HTTP/1.1\r\n${headers}\r\n`, 431],
  ['headers that are too large', (headers: string) => `GET /api/label HTTP/1.1\r\n${headers}x-long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['a line that is no header', (headers: string) => `GET /api/label HTTP/1.1\r\n${headers}no header\r\n\r\n`, 400],
])('%s is refused in the reader’s language', async (_, bytes, status) => {
  const messages = {
    431: { en: 'The headers of the request are too large', fr: 'Les en-têtes de la requête sont trop volumineux' },
    400: { en: 'The request could not be understood', fr: 'La requête n’a pas pu être comprise' },
  }[status as 400 | 431]
  const ask = async (headers: Record<string, string>): Promise<unknown> => {
    const socket = connect((app.http.server.address() as AddressInfo).port, '127.0.0.1')
    const parts: Buffer[] = []
    socket.on('data', (part: Buffer) => parts.push(part))
    const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(bytes(lines.join('')))
    await once(socket, 'close')
    const text = Buffer.concat(parts).toString()
    return [Number(text.slice(9, 12)), (JSON.parse(text.split('\r\n\r\n')[1] ?? '') as { message: string }).message]
  }
  const other: Record<Language, Language> = { en: 'fr', fr: 'en' }
  for (const lang of languages) {
    expect(await ask({ cookie: cookies[lang], 'accept-language': other[lang] })).toEqual([status, messages[lang]])
    expect(await ask({ 'accept-language': lang })).toEqual([status, messages[lang]])
  }
})
