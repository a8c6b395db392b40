import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorStatus } from '#kit/contract/errors.ts'
import { contextHeader } from '#kit/contract/page-context.ts'
import { kitApp, type KitApp } from '#tools/test/kit-app.ts'
import { openApi, openApiRoute } from './openapi.ts'

let kit: KitApp
beforeAll(async () => {
  kit = await kitApp(({ api }) => {
    openApiRoute(api, { version: '1.2.3', cookie: 'session' })
    return []
  })
})
afterAll(() => kit.close())

interface Described {
  readonly body: {
    readonly info: { readonly description: string }
    readonly security: unknown
    readonly paths: Readonly<Record<string, { readonly parameters?: readonly object[] } & Readonly<Record<string, unknown>>>>
    readonly components: Readonly<Record<'parameters' | 'securitySchemes' | 'schemas' | 'responses', Readonly<Record<string, object>>>>
  }
}

test('the API document names every operation with its right, parameters and answers', async () => {
  const { body } = (await kit.call('GET', '/openapi.json')) as unknown as Described
  const documented = operationsOf(body).map(({ name }) => name)
  expect(documented).toHaveLength(kit.api.operations.length)
  expect(documented).toContain('PUT /api/thing/{id}')
  const thing = body.paths['/api/thing/{id}']
  expect(thing?.parameters).toEqual([{ $ref: '#/components/parameters/path_id' }])
  expect(thing?.put).toMatchObject({ 'x-right': 'thing.write', requestBody: {}, responses: { 200: {}, default: {} } })
  expect(body.components.parameters.path_id).toMatchObject({ name: 'id', in: 'path', required: true })
  expect(body.components.securitySchemes.context).toMatchObject({ in: 'header', name: contextHeader })
  expect(body.components.securitySchemes.session).toMatchObject({ in: 'cookie', name: 'session' })
  expect(body.components.securitySchemes.mark).toMatchObject({ in: 'header', name: 'x-vigie' })
  expect(body.security).toEqual([
    { session: [], mark: [] },
    { session: [], mark: [], context: [] },
  ])
  // An operation is called by its method and path, which no other has under other names of its parameters.
  const called = documented.map((name) => name.replaceAll(/\{\w+\}/g, '{}'))
  expect(new Set(called).size).toBe(called.length)
  // Every reference leads somewhere.
  const tree = openApi(
    [{ method: 'PUT', path: '/tree', tag: 't', summary: 't', access: 'session', body: z.object({ tree: z.json() }), answer: z.object({}) }],
    { version: '0', cookie: 'c' },
  )
  expect(unresolved(body)).toEqual([])
  expect(unresolved(tree)).toEqual([])
})

test('every operation says by default what a refusal looks like, and the document which codes there are', async () => {
  const { body } = (await kit.call('GET', '/openapi.json')) as unknown as Described
  const operations = operationsOf(body).map(({ operation }) => operation)
  const refused = { $ref: '#/components/responses/refusal' }
  expect(operations.filter(({ responses }) => !isDeepStrictEqual(responses['default'], refused))).toEqual([])
  expect(body.components.responses.refusal).toMatchObject({ content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } })
  for (const [code, status] of Object.entries(errorStatus)) expect(body.info.description).toMatch(new RegExp(`\\b${status} [^;]*\`${code}\``))
  const { required, properties } = body.components.schemas.Refusal as { required: string[]; properties: Record<string, unknown> }
  for (const refusal of [await kit.call('GET', '/thing/999999'), await kit.call('POST', '/thing', { nonsense: 1 })]) {
    expect(refusal.status).toBeGreaterThanOrEqual(400)
    expect(Object.keys(refusal.body)).toEqual(expect.arrayContaining(required))
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(refusal.body)))
  }
})

test('what a path needs is said of all its methods, and by one that reads it otherwise of itself', () => {
  const common = { tag: 't', summary: 't', access: 'session', answer: z.object({}) } as const
  const { paths } = openApi(
    [
      { ...common, method: 'GET', path: '/kept/{name}' },
      { ...common, method: 'DELETE', path: '/kept/{name}' },
      { ...common, method: 'PUT', path: '/kept/{name}', params: z.object({ name: z.enum(['a', 'b']) }) },
    ],
    { version: '0', cookie: 'c' },
  ) as unknown as Described['body']
  const pathItem = paths['/api/kept/{name}']
  expect(pathItem?.parameters).toEqual([{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }])
  expect(pathItem?.get).not.toHaveProperty('parameters')
  expect(pathItem?.delete).not.toHaveProperty('parameters')
  expect(pathItem?.put).toMatchObject({ parameters: [{ name: 'name', in: 'path', schema: { enum: ['a', 'b'] } }] })
})

test('writes without a session name the mark that they need too', () => {
  const open = { tag: 't', summary: 't', access: 'public', path: '/open', answer: z.object({}) } as const
  const { paths } = openApi(
    [
      { ...open, method: 'GET' },
      { ...open, method: 'POST' },
      { ...open, method: 'POST', path: '/posted', fromElsewhere: true },
    ],
    { version: '0', cookie: 'c' },
  ) as unknown as Described['body']
  expect(paths['/api/open']).toMatchObject({ get: { security: [] }, post: { security: [{ mark: [] }] } })
  expect(paths['/api/posted']).toMatchObject({ post: { security: [] } })
})

test('what several answers hold is described once, a default beside it and what may be nothing included', () => {
  const level = z.object({ value: z.int(), name_en: z.string(), name_fr: z.string(), description: z.string(), color: z.string().nullable() })
  const call = (path: string, answer: z.ZodType, body?: z.ZodType) =>
    ({ method: 'POST', path, tag: 't', summary: 't', access: 'session', answer, ...(body && { body }) }) as const
  const sort = z.object({ by: z.enum(['name', 'created_at', 'updated_at']), order: z.enum(['asc', 'desc']), nothing_first: z.boolean() })
  const document = openApi(
    [
      call('/one', z.object({ object: level }), z.strictObject({ sort: sort.default({ by: 'name', order: 'asc', nothing_first: false }) })),
      call('/two', z.object({ objects: z.array(level), chosen: z.enum(['a', 'b']).nullable() }), z.strictObject({ sort })),
      call('/three', z.object({ object: z.object({ low: level, high: level.extend({}) }) })),
    ],
    { version: '0', cookie: 'c' },
  )
  expect(unresolved(document)).toEqual([])
  const json = JSON.stringify(document)
  expect(json.split('"name_en":').length - 1).toBe(1)
  expect(json.split('"nothing_first":{').length - 1).toBe(2)
  expect(json).toContain('"default":{"by":"name","order":"asc","nothing_first":false}')
  expect(json).toContain('"chosen":{"type":["string","null"],"enum":["a","b",null]}')
})

test('the document is compressed for whoever takes that', async () => {
  const read = (encoding?: string) => kit.app.inject({ url: '/api/openapi.json', headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })
  const plain = await read()
  expect(plain.headers).toMatchObject({ vary: 'accept-encoding', 'content-type': expect.stringContaining('application/json') as string })
  for (const refusing of [plain, await read('br'), await read('gzip;q=0, br')]) {
    expect(refusing.headers).not.toHaveProperty('content-encoding')
    expect(refusing.rawPayload).toEqual(plain.rawPayload)
  }
  for (const packed of [await read('gzip, deflate, br'), await read('br, gzip;q=0.5')]) {
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
    expect(gunzipSync(packed.rawPayload)).toEqual(plain.rawPayload)
  }
})

interface Documented {
  readonly name: string
  readonly operation: { readonly responses: Readonly<Record<string, unknown>> }
}

/** What a path says of all its methods is no method. */
function operationsOf({ paths }: Described['body']): Documented[] {
  return Object.entries(paths).flatMap(([path, pathItem]) =>
    Object.entries(pathItem)
      .filter(([key]) => key !== 'parameters')
      .map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation: operation as Documented['operation'] })),
  )
}

function unresolved(document: unknown): string[] {
  const pointers = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(([, pointer]) => pointer ?? '')
  return pointers.filter(
    (pointer) =>
      pointer
        .split('/')
        .slice(1)
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document) === undefined,
  )
}
