import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import type { Api, Operation } from '#kit/server/http/api.ts'
import { idempotencyHours } from '#kit/server/http/idempotency.ts'
import type { Json } from '#kit/server/http/openapi-pool.ts'
import { callsPerMinute, publicPath } from '#areas/programs/contract/calls.ts'
import type { Aimed } from '#areas/programs/server/let-in.ts'
import { NamedSchemas } from './named-schemas.ts'

/** `GET /public/v1/openapi.json`, for whoever writes a program: made by whoever asks first, from the schemas that check what is sent. */
export function documentRoute(api: Api, aims: WeakMap<Operation, Aimed>): void {
  let made: { readonly plain: Buffer; readonly gzip: Buffer } | undefined
  const document = () => {
    if (made) return made
    const plain = Buffer.from(JSON.stringify(publicDocument(api.operations, (operation) => aims.get(operation))))
    return (made = { plain, gzip: gzipSync(plain) })
  }
  api.addRaw(
    { method: 'GET', path: '/openapi.json', tag: 'document', summary: 'Describe this API', access: 'public', answer: z.unknown() },
    async ({ request, reply }) => {
      const { plain, gzip } = document()
      const packed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
      if (packed) reply.header('content-encoding', 'gzip')
      return reply
        .type('application/json')
        .header('cache-control', 'no-cache')
        .header('vary', 'accept-encoding')
        .send(packed ? gzip : plain)
    },
  )
}

const limitHeaders = {
  'RateLimit-Limit': 'Requests of the window that is nearest to its end.',
  'RateLimit-Remaining': 'How many of them are left.',
  'RateLimit-Reset': 'Seconds until it begins anew.',
  'RateLimit-Policy': 'Both windows: requests of a minute, and of a day of the organisation.',
}

const described = (text: string, schema: Json = { type: 'string' }): Json => ({ description: text, schema })

const etag = described('The version of the row, for `If-Match` and `If-None-Match`.')

/** The OpenAPI 3.1 document of the operations that are about something. */
export function publicDocument(all: readonly Operation[], aimOf: (operation: Operation) => Aimed | undefined): Json {
  // Held until it is done, so that each schema is one and the same wherever it is read (docs/decisions/0034).
  const operations = all.flatMap((operation) => {
    const aim = aimOf(operation)
    return aim?.type != null ? [{ aim: { ...aim, type: aim.type }, operation: { ...operation } }] : []
  })
  const schemas = new NamedSchemas(operations.map(({ operation }) => operation))
  const paths: Record<string, Json> = {}
  for (const { operation, aim } of operations) {
    const path = (paths[`${publicPath}${operation.path}`] ??= {})
    path[operation.method.toLowerCase()] = describe(operation, aim, schemas)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vigie for programs',
      version: '1',
      description: [
        'A program comes in with a key, in the header `X-API-Key`; global pilots make keys under *Administration › Public API*. A key acts as itself and under its own name, in the perimeters and with the scopes that it was given, and never more than whoever answers for it may.',
        `Each key has ${callsPerMinute} requests a minute and a number of its own a day. What stands here stays: types, fields and parameters are added, none is taken away.`,
        'Lists are read page by page: as long as `next_cursor` is not null, ask again with it as `cursor`. Rows that are added, changed or deleted meanwhile move no other row from one page to another.',
      ].join('\n\n'),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    tags: [...new Set(operations.map(({ operation }) => operation.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      parameters: {
        match: {
          name: 'If-Match',
          in: 'header',
          required: false,
          schema: { type: 'string', pattern: '^(\\*|"\\d{1,9}")$' },
          description: 'The `ETag` that the change is meant for; where the row has another by now, it is refused with 412.',
        },
        none_match: {
          name: 'If-None-Match',
          in: 'header',
          required: false,
          schema: { type: 'string' },
          description: 'Answered by 304 where the row still has this `ETag`.',
        },
        once: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[\\x21-\\x7e]+$' },
          description: `The name of the call: for ${idempotencyHours} hours the same one is done once and answered as the first time, with the header \`Idempotency-Replayed\`.`,
        },
      },
      headers: {
        ETag: etag,
        Location: described('Where it is read.'),
        ...Object.fromEntries(Object.entries(limitHeaders).map(([name, text]) => [name, described(text)])),
      },
      schemas: { Problem: problem, ...schemas.named },
      responses: {
        problem: {
          description:
            'Whatever is not done (RFC 9457): 400 with every wrong field, 401 a key that does not let in, 403 what it may not, 404 what is not there for it, 409 a conflict, 412 another version, 429 too much at once',
          headers: { 'Retry-After': described('Seconds, with 429 and 503.') },
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    },
  }
}

const problem: Json = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'In words.' },
    code: { type: 'string', description: 'The word by which a program tells it.' },
    request_id: { type: 'string' },
    errors: {
      type: 'array',
      description: 'Every wrong field of the body, or parameter.',
      items: { type: 'object', required: ['detail'], properties: { pointer: { type: 'string' }, parameter: { type: 'string' }, detail: { type: 'string' } } },
    },
  },
}

function describe(
  { method, path, tag, summary, body, query, answer, named, upload }: Operation,
  { type, verb, answers }: Aimed & { readonly type: string },
  schemas: NamedSchemas,
): Json {
  const one = path.endsWith(`/${type}/{id}`)
  const asked = query ? schemas.propertiesOf(query) : { properties: {}, required: [] }
  const parameters = [
    ...(path.includes('{id}') ? [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }] : []),
    ...Object.entries(asked.properties).map(([name, schema]) => ({ name, in: 'query', required: asked.required.includes(name), schema })),
    ...(method === 'PUT' ? [ref('parameters', 'match')] : []),
    ...(method === 'GET' && one ? [ref('parameters', 'none_match')] : []),
    ...(named ? [ref('parameters', 'once')] : []),
  ]
  const created = method === 'POST' && path === `/${type}`
  const headers = {
    ...Object.fromEntries(Object.keys(limitHeaders).map((name) => [name, ref('headers', name)])),
    ...(one || created ? { ETag: ref('headers', 'ETag') } : {}),
    ...(created || answers === 202 ? { Location: ref('headers', 'Location') } : {}),
  }
  const id = nameOf(method, path, type)
  const sent = upload
    ? uploaded(upload.maxBytes)
    : body && { 'application/json': { schema: schemas.of(body, created || one ? `${pascal(type)}${created ? 'New' : 'Changed'}` : `${capital(id)}Body`) } }
  return {
    operationId: id,
    tags: [tag],
    summary,
    'x-scope': `${verb} ${type}`,
    ...(parameters.length > 0 && { parameters }),
    ...(sent && { requestBody: { required: true, content: sent } }),
    responses: {
      [String(answers ?? 200)]: {
        description: answers === undefined ? 'Done' : answers === 201 ? 'Created' : 'Accepted: ask where it is told how it goes on',
        headers,
        content: {
          'application/json': { schema: answered(id, { one: one || created, listed: method === 'GET' && path === `/${type}`, type }, answer, schemas) },
        },
      },
      ...(method === 'GET' && one && { '304': { description: 'Unchanged', headers: { ETag: ref('headers', 'ETag') } } }),
      default: ref('responses', 'problem'),
    },
  }
}

/** What is answered: rows under the name of their type, the page of a list beside what it holds, the rest under that of its operation. */
function answered(
  id: string,
  { one, listed, type }: { readonly one: boolean; readonly listed: boolean; readonly type: string },
  answer: z.ZodType,
  schemas: NamedSchemas,
): Json {
  if (listed) return schemas.page(answer, pascal(type))
  if (one) return schemas.of(answer, pascal(type))
  return schemas.of(answer, id.endsWith('History') ? 'History' : `${capital(id)}Answer`)
}

const uploaded = (most: number): Json => ({
  'multipart/form-data': {
    schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary', description: `At most ${most} bytes.` } } },
  },
})

const verbs: Readonly<Record<string, string>> = { GET: 'list', POST: 'create', 'GET one': 'read', 'PUT one': 'change' }

/** What clients call an operation: it stays. */
function nameOf(method: string, path: string, type: string): string {
  if (path === `/${type}/{id}/history`) return `read${pascal(type)}History`
  const verb = path === `/${type}` ? verbs[method] : path === `/${type}/{id}` ? verbs[`${method} one`] : undefined
  if (verb) return `${verb}${pascal(type)}`
  return `${method.toLowerCase()}${path.replaceAll(/[{}]/g, '').split('/').map(pascal).join('')}`
}

const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` })
const pascal = (word: string) => word.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
