import { z } from 'zod'
import { errorStatus } from '#kit/contract/errors.ts'
import { contextHeader } from '#kit/contract/page-context.ts'
import type { Api, Operation } from './api.ts'
import { keptHours } from './idempotency.ts'
import { schemasOf, type Json, type Schemas } from './openapi-schemas.ts'

export interface DocumentOptions {
  readonly version: string
  /** The session cookie's name. */
  readonly cookie: string
}

/** `GET /api/openapi.json`: the document of every operation that `api` knows, made from the schemas that check them, once, by whoever asks first or `prepare`. */
export function openApiRoute(api: Api, options: DocumentOptions): { readonly prepare: () => void } {
  let document: Buffer | undefined
  const made = () => (document ??= Buffer.from(JSON.stringify(openApi(api.operations, options))))
  api.addRaw(
    { method: 'GET', path: '/openapi.json', tag: 'server', summary: 'Describe the whole API', access: 'public', answer: z.unknown() },
    async ({ reply }) => reply.type('application/json').header('cache-control', 'no-cache').send(made()),
  )
  return { prepare: () => void made() }
}

/** The OpenAPI 3.1 document of a list of operations. */
export function openApi(operations: readonly Operation[], { version, cookie }: DocumentOptions): Json {
  const paths: Record<string, Json> = {}
  const schemas = schemasOf(operations)
  const parameters = equalOnce('parameters')
  const responses = equalOnce('responses')
  const bodies = equalOnce('requestBodies')
  for (const operation of operations)
    (paths[`/api${operation.path}`] ??= {})[operation.method.toLowerCase()] = describe(operation, { schemas, parameters, responses, bodies })
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
    security: [{ session: [] }, { session: [], context: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag))].toSorted().map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookie },
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
          description: `The call's own name, new for each intention and kept through its repetitions. For ${keptHours} hours the same call of the same member is answered as the first time, with the header \`idempotency-replayed\`, and does nothing; one with another content is refused with 409 \`IDEMPOTENCY_KEY_REUSED\`. One that arrives while the first is at work waits for it. A call that failed leaves its name free.`,
        },
        mark: { name: 'x-vigie', in: 'header', required: true, description: 'Any value; pages of other sites cannot send it.', schema: { type: 'string' } },
        ...parameters.components,
      },
      schemas: { Refusal: refusal, Done: ok, ...schemas.components },
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

const parameter = (name: 'mark' | 'key') => ({ $ref: `#/components/parameters/${name}` })

const ok = { type: 'object', required: ['ok'], properties: { ok: { const: true }, message: { type: 'string' } } }
const message = JSON.stringify(ok.properties.message)

/** An answer, with what every answer has. */
function done(answer: Json): Json {
  const { type: _, properties = {}, ...rest } = answer
  const allOf = [{ $ref: '#/components/schemas/Done' }]
  if (answer.$ref !== undefined || answer.allOf !== undefined) return { allOf: [...allOf, answer] }
  const own = Object.entries(properties as Json).filter(([name, schema]) => name !== 'message' || JSON.stringify(schema) !== message)
  return { allOf, ...rest, ...(own.length > 0 && { properties: Object.fromEntries(own) }) }
}

interface Shared {
  readonly schemas: Schemas
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

function describe(operation: Operation, shared: Shared): Json {
  const { method, path, tag, summary, access } = operation
  return {
    operationId: `${method.toLowerCase()}_${path
      .slice(1)
      .replaceAll(/[{}]/g, '')
      .replaceAll(/[^\w]+/g, '_')}`,
    tags: [tag],
    summary,
    ...(access === 'public' && { security: [] }),
    'x-right': access,
    parameters: [
      ...pathParameters(operation, shared),
      ...queryParameters(operation, shared),
      ...(method === 'GET' ? [] : [parameter('mark')]),
      ...(operation.named ? [parameter('key')] : []),
    ],
    ...requestBody(operation, shared),
    responses: {
      ...(operation.redirects && !operation.download ? {} : { '200': shared.responses.refTo(success(operation, shared.schemas), 'done') }),
      ...(operation.redirects && { '303': { description: 'Sent on, to where it goes on or where is said what went wrong' } }),
      default: { $ref: '#/components/responses/refusal' },
    },
  }
}

function pathParameters({ path, params }: Operation, { schemas, parameters }: Shared): Json[] {
  const known = params ? schemas.propertiesOf(params).properties : {}
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const schema = known[name] ?? (name === 'id' ? { type: 'integer', minimum: 1 } : { type: 'string' })
    return parameters.refTo({ name, in: 'path', required: true, schema }, `path_${name}`)
  })
}

function queryParameters({ query }: Operation, { schemas, parameters }: Shared): Json[] {
  if (!query) return []
  const { properties, required } = schemas.propertiesOf(query)
  return Object.entries(properties).map(([name, schema]) => parameters.refTo({ name, in: 'query', required: required.includes(name), schema }, `query_${name}`))
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

function success({ answer, download }: Operation, schemas: Schemas): Json {
  if (download) return { description: 'The file, as an attachment', content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }
  const schema = done(schemas.of(answer))
  return { description: 'Done', content: { 'application/json': { schema } } }
}
