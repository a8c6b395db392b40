import { isDeepStrictEqual } from 'node:util'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { errorStatus } from '#kit/contract/errors.ts'
import { contextHeader } from '#kit/contract/page-context.ts'
import type { Api, Operation } from './api.ts'
import { idempotencyHours } from './idempotency.ts'
import { answersOf, type Answers } from './openapi-answers.ts'
import type { Json } from './openapi-pool.ts'
import { schemasOf, type Schemas } from './openapi-schemas.ts'

export interface DocumentOptions {
  readonly version: string
  /** The session cookie's name. */
  readonly cookie: string
}

/** `GET /api/openapi.json`: the document of every operation that `api` knows, made from the schemas that check them by whoever asks first: few servers are ever asked. */
export function openApiRoute(api: Api, options: DocumentOptions): void {
  let document: { readonly plain: Buffer; readonly gzip: Buffer } | undefined
  const made = () => {
    if (document) return document
    const plain = Buffer.from(JSON.stringify(openApi(api.operations, options)))
    return (document = { plain, gzip: gzipSync(plain) })
  }
  api.addRaw(
    { method: 'GET', path: '/openapi.json', tag: 'server', summary: 'Describe the whole API', access: 'public', answer: z.unknown() },
    async ({ request, reply }) => {
      const { plain, gzip } = made()
      const packed = takesGzip(request.headers['accept-encoding'])
      if (packed) reply.header('content-encoding', 'gzip')
      return reply
        .type('application/json')
        .header('cache-control', 'no-cache')
        .header('vary', 'accept-encoding')
        .send(packed ? gzip : plain)
    },
  )
}

const takesGzip = (accepted: string | string[] = '') => /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(accepted))

/** The OpenAPI 3.1 document of a list of operations. */
export function openApi(described: readonly Operation[], { version, cookie }: DocumentOptions): Json {
  // Held until it is done, so that each schema is one and the same wherever it is read, and no longer (docs/decisions/0034).
  const operations = described.map((operation) => ({ ...operation }))
  const schemas = schemasOf(operations)
  const answers = answersOf(operations, schemas)
  const parameters = equalOnce('parameters')
  const responses = equalOnce('responses')
  const bodies = equalOnce('requestBodies')
  const paths = pathsOf(operations, { schemas, answers, parameters, responses, bodies })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vigie',
      version,
      description: `The API of the web app itself. Every write needs the header \`x-vigie\`.\n\n${refusals}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    // What a caller may send with every call that needs a session is said once, here.
    security: [
      { session: [], mark: [] },
      { session: [], mark: [], context: [] },
    ],
    tags: [...new Set(operations.map(({ tag }) => tag))].toSorted().map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookie },
        mark: {
          type: 'apiKey',
          in: 'header',
          name: 'x-vigie',
          description: 'Any value; pages of other sites cannot send it. Every write needs it, with a session or without; a GET does without.',
        },
        context: {
          type: 'apiKey',
          in: 'header',
          name: contextHeader,
          description:
            'Where the caller believes its session to be: `user.context` of `GET /api/auth/check`. When the session is in another organisation, another mode or of another person, the call is refused with 409 `CONTEXT_CHANGED` and does nothing. Pages always send it; without it nothing is compared.',
        },
      },
      parameters: {
        key: {
          name: 'idempotency-key',
          in: 'header',
          required: false,
          schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[\\x21-\\x7e]+$' },
          description: `The call's own name, new for each intention and kept through its repetitions. For ${idempotencyHours} hours the same call of the same member is answered as the first time, with the header \`idempotency-replayed\`, and does nothing; one with another content is refused with 409 \`IDEMPOTENCY_KEY_REUSED\`. One that arrives while the first is at work waits for it. A call that failed leaves its name free.`,
        },
        ...parameters.components,
      },
      schemas: { Refusal: refusal, ...answers.components, ...schemas.components },
      responses: {
        refusal: { description: refusals, content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } },
        ...responses.components,
      },
      requestBodies: bodies.components,
    },
  }
}

/** Which codes stand behind each status: said once, since no operation refuses in a way of its own. */
const refusals = `Whatever is not done is answered by \`default\`, with the schema \`Refusal\`: ${[
  ...Map.groupBy(Object.entries(errorStatus), ([, status]) => status),
]
  .map(([status, codes]) => `${status} ${codes.map(([code]) => `\`${code}\``).join(', ')}`)
  .join('; ')}.`

const refusal = {
  type: 'object',
  required: ['ok', 'message', 'code'],
  properties: {
    ok: { const: false },
    message: { type: 'string', description: 'In the language of the reader.' },
    code: { type: 'string', description: `One of ${Object.keys(errorStatus).join(', ')}, or a more precise word.` },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } }, description: 'What is wrong with each field.' },
    object: { description: 'The current row, when a write was refused as stale.' },
    request_id: { type: 'string' },
  },
}

interface Shared {
  readonly schemas: Schemas
  readonly answers: Answers
  readonly parameters: EqualOnce
  readonly responses: EqualOnce
  readonly bodies: EqualOnce
}

interface EqualOnce {
  readonly components: Readonly<Record<string, Json>>
  readonly refTo: (json: Json, name: string) => Json
}

/** Pieces of one kind: one that is used several times stands once among the components, the others where they are used. */
function equalOnce(kind: 'parameters' | 'responses' | 'requestBodies'): EqualOnce {
  const components: Record<string, Json> = {}
  const places = new Map<string, { readonly first: Json; $ref?: string }>()
  return {
    components,
    refTo(json, wanted) {
      const text = JSON.stringify(json)
      const place = places.get(text)
      if (!place) {
        places.set(text, { first: json })
        return json
      }
      if (place.$ref === undefined) {
        const name = components[wanted] ? `${wanted}_${Object.keys(components).length}` : wanted
        components[name] = { ...place.first }
        place.$ref = `#/components/${kind}/${name}`
        for (const key of Object.keys(place.first)) delete place.first[key]
        place.first.$ref = place.$ref
      }
      return { $ref: place.$ref }
    },
  }
}

/** The paths with their methods, which share what stands in the path; one that reads it otherwise says so itself. */
function pathsOf(operations: readonly Operation[], shared: Shared): Json {
  const placed = (parameters: readonly Json[]) => parameters.map((one) => shared.parameters.refTo({ ...one }, `path_${String(one.name)}`))
  const paths = [...Map.groupBy(operations, ({ path }) => path)].map(([path, methods]) => {
    const inPath = methods.map((operation) => pathParameters(operation, shared.schemas))
    const [common = []] = inPath
    const described = { ...nonEmpty('parameters', placed(common)) }
    for (const [index, operation] of methods.entries()) {
      const own = inPath[index] ?? []
      described[operation.method.toLowerCase()] = describe(operation, shared, isDeepStrictEqual(own, common) ? [] : placed(own))
    }
    return [`/api${path}`, described] as const
  })
  return Object.fromEntries(paths)
}

function describe(operation: Operation, shared: Shared, inPath: readonly Json[]): Json {
  const { method, tag, summary, access, fromElsewhere } = operation
  return {
    tags: [tag],
    summary,
    ...(access === 'public' && { security: method === 'GET' || fromElsewhere ? [] : [{ mark: [] }] }),
    'x-right': access,
    ...nonEmpty('parameters', [...inPath, ...queryParameters(operation, shared), ...(operation.named ? [{ $ref: '#/components/parameters/key' }] : [])]),
    ...requestBody(operation, shared),
    responses: {
      ...(operation.redirects && !operation.download ? {} : { '200': shared.responses.refTo(success(operation, shared.answers), 'done') }),
      ...(operation.redirects && { '303': { description: 'Sent on, to where it goes on or where is said what went wrong' } }),
      default: { $ref: '#/components/responses/refusal' },
    },
  }
}

const nonEmpty = (keyword: string, list: readonly Json[]): Json => (list.length > 0 ? { [keyword]: list } : {})

function pathParameters({ path, params }: Operation, schemas: Schemas): Json[] {
  const known = params ? schemas.propertiesOf(params).properties : {}
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const schema = known[name] ?? (name === 'id' ? { type: 'integer', minimum: 1 } : { type: 'string' })
    return { name, in: 'path', required: true, schema }
  })
}

function queryParameters({ query }: Operation, { schemas, parameters }: Shared): Json[] {
  if (!query) return []
  const { properties, required } = schemas.propertiesOf(query)
  return Object.entries(properties).map(([name, schema]) => parameters.refTo({ name, in: 'query', required: required.includes(name), schema }, name))
}

function requestBody({ upload, body }: Operation, { schemas, bodies }: Shared): Json {
  if (upload) {
    const schema = {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary', description: `At most ${upload.maxBytes} bytes.` } },
    }
    return { requestBody: bodies.refTo({ required: true, content: { 'multipart/form-data': { schema } } }, 'file') }
  }
  return body ? { requestBody: bodies.refTo({ required: true, content: { 'application/json': { schema: schemas.of(body) } } }, 'body') } : {}
}

function success({ answer, download }: Operation, answers: Answers): Json {
  if (download) return { description: 'The file, as an attachment', content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }
  return { description: 'Done', content: { 'application/json': { schema: answers.of(answer) } } }
}
