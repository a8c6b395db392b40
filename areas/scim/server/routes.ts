import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, errorStatus } from '#kit/contract/errors.ts'
import { sqlState } from '#kit/server/data/database/database-failure.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Api } from '#kit/server/http/api.ts'
import { plainAddress } from '#kit/server/http/networks.ts'
import { takeDirectoryTurn } from '#areas/people/server/index.ts'
import { scimPath } from '#areas/scim/contract/calls.ts'
import { serviceProvider } from './discovery.ts'
import { keepEntry } from './entries.ts'
import { createGroup, deleteGroup, patchGroup, replaceGroup } from './groups.ts'
import { Line } from './line.ts'
import { letIn, Pace, refusedToken, type Connection } from './let-in.ts'
import { errorBody, invalid, missing, ScimError, type ScimType } from './protocol/errors.ts'
import { readOperations } from './protocol/patch.ts'
import { groupType, resourceTypes, schemaDocument, schemas, typeDocument, userType, type ResourceType } from './protocol/schemas.ts'
import { readShown, type Shown } from './protocol/shown.ts'
import { idOf, mostCount, mustBeObject, readOne, readPage, StaleError, tagOf, usualCount, type Asked, type Read, type Scope } from './resources.ts'
import { tokenOf } from './token.ts'
import { createUser, deleteUser, patchUser, replaceUser, type Done } from './users.ts'

const contentType = 'application/scim+json; charset=utf-8'
/** What an identity provider sends at most: a group with all of its members. */
const bodyLimit = 1024 * 1024

type Query = Readonly<Record<string, unknown>>

/** SCIM 2.0 (RFC 7643, RFC 7644), as the identity providers of customers speak it. */
export function scimRoutes(api: Api, resources: Resources): void {
  api.mount(scimPath, (app) => {
    const { db, translate, publicUrl } = api.ports
    const base = `${publicUrl}${scimPath}`
    const pace = new Pace()
    const line = new Line()
    readBodies(app)
    app.addHook('onRequest', async (request) => pace.take(request, tokenOf(request)?.hash))
    app.setErrorHandler(async (error: Error, request, reply) => refuse(request, reply, error))
    app.setNotFoundHandler(async (_request, reply) => send(reply, 404, errorBody(404, 'There is nothing at this address')))

    function refuse(request: FastifyRequest, reply: FastifyReply, error: Error): FastifyReply {
      const { status, detail, scimType, retryAfter } = refusalOf(request, error)
      if (status === 401) void reply.header('www-authenticate', 'Bearer')
      if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter))
      return send(reply, status, errorBody(status, detail, scimType))
    }

    function refusalOf(request: FastifyRequest, error: Error): { status: number; detail: string; scimType?: ScimType | undefined; retryAfter?: number } {
      if (error instanceof ScimError) return { status: error.status, detail: error.message, scimType: error.scimType }
      if (error instanceof StaleError) return { status: 412, detail: 'It has another version by now', scimType: 'invalidVers' }
      if (error instanceof AppError) {
        const { status: word, key, details } = error
        const messages = Object.values(details.fields ?? {}).flat()
        const detail = [...(messages.length > 0 ? messages : [{ key, values: details.values }])].map((one) => translate(one, request.lang ?? 'en')).join(' ')
        // What an organisation has room for is nobody's conflict: nothing that is sent again would change it.
        const status = details.code === 'QUOTA_REACHED' ? 403 : errorStatus[word]
        const wait = status === 429 || status === 503 ? { retryAfter: details.retryAfter ?? 5 } : {}
        return { status, detail, ...(word === 'INVALID' && { scimType: 'invalidValue' as const }), ...wait }
      }
      const { statusCode, code } = error as { statusCode?: number; code?: string }
      if (statusCode === 413 || code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { status: 413, detail: `A body has at most ${bodyLimit / 1024 / 1024} MB` }
      if (statusCode === 415) return { status: 415, detail: 'A body is application/scim+json' }
      if (statusCode === 400 || error instanceof SyntaxError) return { status: 400, detail: 'The body is no JSON', scimType: 'invalidSyntax' }
      if (/^22(?:003|007|008|021|P02|P05)$/.test(sqlState(error))) return { status: 400, detail: 'A value cannot be kept', scimType: 'invalidValue' }
      request.log.error({ err: error }, 'unexpected error')
      return { status: 500, detail: 'Something went wrong here' }
    }

    /** Runs what only reads. */
    const read: Reading = (request, work) =>
      within(request, (token) =>
        db.transaction(token.customerId, async (tx) => {
          const connection = await letIn(tx, request, token)
          // Whatever is answered to what it asks: the token is a good one.
          pace.was(request, token.hash, true)
          return work({ tx, resources, connection, base })
        }),
      )

    /** A token that nobody knows slows down whoever tries them. */
    const within = async <T>(request: FastifyRequest, work: (token: GivenToken) => Promise<T>): Promise<T> => {
      const token = tokenOf(request)
      try {
        if (!token) throw refusedToken()
        const done = await work(token)
        pace.was(request, token.hash, true)
        return done
      } catch (error) {
        if (error instanceof ScimError && error.status === 401) pace.was(request, token?.hash, false)
        throw error
      }
    }

    /** Runs what writes, one after the other within the organisation; keeps what it did, and what of it was refused. */
    const write: Write = (request, target, work) =>
      within(request, async (token) => {
        let known: Connection | undefined
        const entryOf = ({ id, trial }: Connection) => ({ connection: id, method: request.method, address: plainAddress(request.ip), trial })
        // Nobody stands in an organisation's line before it is known that they may.
        if (!pace.knows(token.hash)) {
          await db.transaction(token.customerId, (tx) => letIn(tx, request, token))
          pace.was(request, token.hash, true)
        }
        try {
          return await line.run(token.customerId, () =>
            db.transaction(token.customerId, async (tx) => {
              known = await letIn(tx, request, token)
              await takeDirectoryTurn(tx)
              // What it may and does is that of now: whoever had the turn before may have changed it, or ended it.
              const connection = await letIn(tx, request, token)
              known = connection
              const done = await work({ tx, resources, connection, base })
              if (done.steps.length > 0) await keepEntry(tx, { ...entryOf(connection), target: done.target, status: done.status, steps: done.steps })
              return done.answer
            }),
          )
        } catch (error) {
          const { status, detail } = error instanceof Error ? refusalOf(request, error) : { status: 500, detail: '' }
          const connection = known
          if (connection && status < 500 && status !== 429)
            await db.transaction(token.customerId, async (tx) => {
              await letIn(tx, request, token)
              await keepEntry(tx, { ...entryOf(connection), target, status, steps: [{ kind: 'REFUSED', detail }] })
            })
          throw error
        }
      })

    discovery(app, base, read)
    for (const type of resourceTypes) typeRoutes(app, type, { read, write })

    const search = async (request: FastifyRequest, reply: FastifyReply, types: readonly ResourceType[]) => {
      const { filter, sortBy, sortOrder, startIndex, count, attributes, excludedAttributes } = mustBeObject(request.body)
      const listed = (value: unknown) => (Array.isArray(value) ? value.join(',') : value)
      const asked = askedOf({ filter, sortBy, sortOrder, startIndex, count, attributes: listed(attributes), excludedAttributes: listed(excludedAttributes) })
      return send(reply, 200, await read(request, (scope) => readPage(scope, types, asked)))
    }
    route(app, 'POST', '/.search', (request, reply) => search(request, reply, resourceTypes))
    route(app, 'POST', '/Users/.search', (request, reply) => search(request, reply, [userType]))
    route(app, 'POST', '/Groups/.search', (request, reply) => search(request, reply, [groupType]))
    for (const path of ['/Bulk', '/Me'])
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)
        route(app, method, path, async () => {
          throw new ScimError(501, `${path} is not spoken here`)
        })
    for (const path of ['/ServiceProviderConfig', '/ResourceTypes', '/ResourceTypes/:name', '/Schemas', '/Schemas/:name'])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
        route(app, method, path, async (_request, reply) => {
          void reply.header('allow', 'GET')
          throw new ScimError(405, 'This is only read')
        })
    route(app, 'GET', '/', (request, reply) => page(request, reply, resourceTypes, read))
  })
}

type GivenToken = NonNullable<ReturnType<typeof tokenOf>>
type Reading = <T>(request: FastifyRequest, work: (scope: Scope) => Promise<T>) => Promise<T>
type Write = <T>(request: FastifyRequest, target: string, work: (scope: Scope) => Promise<Done & { readonly answer: T; readonly status: number }>) => Promise<T>
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const send = (reply: FastifyReply, status: number, body: object): FastifyReply => reply.code(status).type(contentType).send(JSON.stringify(body))

function route(app: FastifyInstance, method: Method, url: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): void {
  app.route({ method, url, bodyLimit, config: { byKey: true, ownPace: true }, handler })
}

/** Bodies are JSON under either of two names. */
function readBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  const parse = app.getDefaultJsonParser('error', 'error')
  // Some say of every request what its body is, also where it has none.
  app.addContentTypeParser(/^application\/(?:scim\+)?json/, { parseAs: 'string' }, (request, body: string, done) =>
    body === '' ? done(null, undefined) : parse(request, body, done),
  )
}

function discovery(app: FastifyInstance, base: string, read: Reading): void {
  const list = (all: readonly object[]) => ({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: all.length,
    startIndex: 1,
    itemsPerPage: all.length,
    Resources: all,
  })
  const types = resourceTypes.map((type) => typeDocument(type, base))
  const described = schemas.map((schema) => schemaDocument(schema, base))
  const own = (path: string, answer: (request: FastifyRequest) => object | undefined) =>
    route(app, 'GET', path, async (request, reply) => {
      await read(request, async () => {})
      // Filters are refused here (RFC 7644 § 4).
      if ((request.query as Query).filter !== undefined) throw new ScimError(403, 'What describes this service is not filtered')
      const found = answer(request)
      if (!found) throw missing('This')
      return send(reply, 200, found)
    })
  const nameIn = (request: FastifyRequest) => String((request.params as { name?: string }).name).toLowerCase()
  own('/ServiceProviderConfig', () => serviceProvider(base))
  own('/ResourceTypes', () => list(types))
  own('/ResourceTypes/:name', (request) => types.find(({ id }) => id.toLowerCase() === nameIn(request)))
  own('/Schemas', () => list(described))
  own('/Schemas/:name', (request) => described.find(({ id }) => id.toLowerCase() === nameIn(request)))
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

function numberOf(value: unknown, usual: number): number {
  if (value === undefined || value === null || value === '') return usual
  const number = Number(value)
  if (!Number.isInteger(number)) throw invalid('invalidValue', 'startIndex and count are whole numbers')
  return number
}

/** What a list is asked for: bounds that make no sense are taken as the nearest that do (RFC 7644 § 3.4.2.4). */
function askedOf(query: Query): Asked {
  return {
    ...readShown(textOf(query.attributes), textOf(query.excludedAttributes)),
    filter: textOf(query.filter),
    sortBy: textOf(query.sortBy),
    descending: textOf(query.sortOrder)?.toLowerCase() === 'descending',
    startIndex: Math.min(1_000_000_000, Math.max(1, numberOf(query.startIndex, 1))),
    count: Math.min(mostCount, Math.max(0, numberOf(query.count, usualCount))),
  }
}

async function page(request: FastifyRequest, reply: FastifyReply, types: readonly ResourceType[], read: Reading): Promise<FastifyReply> {
  const asked = askedOf(request.query as Query)
  return send(reply, 200, await read(request, (scope) => readPage(scope, types, asked)))
}

const operations = {
  User: { create: createUser, replace: replaceUser, patch: patchUser, remove: deleteUser },
  Group: { create: createGroup, replace: replaceGroup, patch: patchGroup, remove: deleteGroup },
} as const

function typeRoutes(app: FastifyInstance, type: ResourceType, { read, write }: { readonly read: Reading; readonly write: Write }): void {
  const { endpoint, name } = type
  const { create, replace, patch, remove } = operations[name]
  const idIn = (request: FastifyRequest) => (request.params as { id: string }).id
  const shownIn = ({ query }: FastifyRequest): Shown => {
    const { attributes, excludedAttributes } = query as Query
    return readShown(textOf(attributes), textOf(excludedAttributes))
  }
  const targetOf = (request: FastifyRequest) => `${endpoint.slice(1)}/${idIn(request)}`
  const mustBeThere = (found: Read | undefined): Read => {
    if (!found) throw missing(name)
    return found
  }
  const answered = (reply: FastifyReply, status: number, { resource, version }: Read) => {
    const { location } = resource.meta === undefined ? {} : (resource.meta as { location?: string })
    if (location !== undefined) void reply.header(status === 201 ? 'location' : 'content-location', location)
    return send(reply.header('etag', tagOf(version)), status, resource)
  }

  route(app, 'GET', endpoint, (request, reply) => page(request, reply, [type], read))

  route(app, 'GET', `${endpoint}/:id`, async (request, reply) => {
    const shown = shownIn(request)
    const found = mustBeThere(await read(request, (scope) => readOne(scope, type, idOf(idIn(request)), shown)))
    if (request.headers['if-none-match'] === tagOf(found.version)) return reply.code(304).header('etag', tagOf(found.version)).send('')
    return answered(reply, 200, found)
  })

  route(app, 'POST', endpoint, async (request, reply) => {
    const body = mustBeObject(request.body)
    const shown = shownIn(request)
    const named = textOf(body.userName) ?? textOf(body.displayName) ?? ''
    const made = await write(request, `${endpoint.slice(1)}/${named}`, async (scope) => {
      const done = await create(scope, body)
      return { ...done, status: 201, answer: mustBeThere(await readOne(scope, type, done.id, shown)) }
    })
    return answered(reply, 201, made)
  })

  const change = (request: FastifyRequest, reply: FastifyReply, run: (scope: Scope, id: number, match: string | undefined) => Promise<Done>, told: boolean) => {
    const shown = shownIn(request)
    return write(request, targetOf(request), async (scope) => {
      const done = await run(scope, idOf(idIn(request)), request.headers['if-match'])
      return { ...done, status: told ? 200 : 204, answer: told ? mustBeThere(await readOne(scope, type, done.id, shown)) : undefined }
    }).then((found) => (found ? answered(reply, 200, found) : reply.code(204).send()))
  }

  route(app, 'PUT', `${endpoint}/:id`, async (request, reply) => {
    const body = mustBeObject(request.body)
    return change(request, reply, (scope, id, match) => replace(scope, id, body, match), true)
  })

  route(app, 'PATCH', `${endpoint}/:id`, async (request, reply) => {
    const all = readOperations(mustBeObject(request.body))
    // A group may have thousands of members: it is answered to whoever asks for it.
    const told = type === userType || (request.query as Query).attributes !== undefined
    return change(request, reply, (scope, id, match) => patch(scope, id, all, match), told)
  })

  route(app, 'DELETE', `${endpoint}/:id`, async (request, reply) => change(request, reply, (scope, id, match) => remove(scope, id, match), false))
}
