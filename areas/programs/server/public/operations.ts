import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError, badParameters } from '#kit/contract/errors.ts'
import { createSchema, updateSchema } from '#kit/contract/schema.ts'
import { objectHistory } from '#kit/server/data/history/object-history.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import type { Changes, Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { FileStorage } from '#kit/server/files/storage.ts'
import type { Api, Operation } from '#kit/server/http/api.ts'
import { once } from '#kit/server/http/idempotency.ts'
import { lazily, merged } from '#kit/server/http/lazily.ts'
import { historyEntry } from '#kit/server/http/resource-routes.ts'
import { publicPath } from '#areas/programs/contract/calls.ts'
import type { ExposedType } from '#areas/programs/server/exposed.ts'
import { KeyReader } from '#areas/programs/server/key-reader.ts'
import { letIn, type AddPublic, type Aimed } from '#areas/programs/server/let-in.ts'
import { documentRoute } from './document.ts'
import { fileRoute } from './files.ts'
import { findingRoutes } from './findings.ts'
import { inventoryRoute } from './inventory.ts'
import { listQuery } from './filters.ts'
import { pageOf } from './list.ts'
import { metricValueRoute } from './metric-values.ts'
import { listedRow, shownRow, wholeRow } from './rows.ts'

/** The API of programs: of each type that is exposed what its declaration implies, by the same rules, validations and audit as for people. */
export function publicApi(own: Api, resources: Resources, types: ReadonlyMap<string, ExposedType>, storage: FileStorage): Api {
  const aims = new WeakMap<Operation, Aimed>()
  const { db, now } = own.ports
  const api = own.beside({
    under: publicPath,
    sessions: new KeyReader(types, resources, now),
    before: (request, reply, operation) => letIn({ db, now, aimOf: (one) => aims.get(one) }, request, reply, operation),
  })
  const add: AddPublic = (aim, operation, run) => {
    aims.set(operation, aim)
    api.addRaw(operation, run)
  }
  for (const type of types.values()) {
    typeRoutes(add, resources, type)
    fileRoute(add, type, storage)
  }
  metricValueRoute(add, types)
  findingRoutes({ add, api, resources, types, storage })
  inventoryRoute({ add, api, resources, types })
  documentRoute(api, aims)
  return api
}

function typeRoutes(add: AddPublic, resources: Resources, { type, resource, creates, updates }: ExposedType): void {
  const { def } = resource
  const { rights } = def
  const operation = (method: Operation['method'], path: string, summary: string, access: Operation['access'], rest: Partial<Operation>): Operation =>
    merged({ method, path: `/${type}${path}`, tag: type, summary, access, answer: z.unknown() }, rest)

  add(
    { type, verb: 'read' },
    operation('GET', '', `List ${type}`, rights.read, lazily({ query: () => listQuery(def), answer: () => pageOfRows(listedRow(def)) })),
    async ({ inSession, query }) =>
      inSession(async (tx) => {
        const { rows, next } = await pageOf(tx, authorizeVerb(tx, resource, 'read'), resource, resources, query)
        return { objects: rows.map((row) => shownRow(def, row)), next_cursor: next }
      }),
  )

  add(
    { type, verb: 'read' },
    operation('GET', '/{id}', `Read one of ${type}`, rights.read, lazily({ answer: () => wholeRow(def) })),
    async ({ inSession, params, request, reply }) => {
      const row = await inSession((tx) => getRow(tx, authorizeVerb(tx, resource, 'read'), resource, resources, params.id))
      return tagged(request, reply, shownRow(def, row))
    },
  )

  add(
    { type, verb: 'read' },
    operation('GET', '/{id}/history', `Read what happened to one of ${type}`, rights.read, { answer: historyAnswer }),
    async ({ inSession, params }) =>
      inSession(async (tx) => {
        await getRow(tx, authorizeVerb(tx, resource, 'read'), resource, resources, params.id)
        return { objects: await objectHistory(tx, resource, resources, params.id) }
      }),
  )

  if (creates && rights.create !== null)
    add(
      { type, verb: 'write', answers: 201 },
      operation(
        'POST',
        '',
        `Create one of ${type}`,
        rights.create,
        merged({ named: true }, lazily({ body: () => createSchema(def), answer: () => wholeRow(def) })),
      ),
      async ({ inSession, body, named, reply }) => {
        void reply.code(201)
        const made = await inSession((tx) =>
          once(tx, named(), async () => {
            const { id: _, version: __, ...changes }: Changes = body
            const { id } = await createRow(tx, authorizeVerb(tx, resource, 'create'), resource, resources, changes)
            return shownRow(def, await getRow(tx, authorizeVerb(tx, resource, 'read'), resource, resources, id))
          }),
        )
        reply.header('location', `${publicPath}/${type}/${String(made.id)}`).header('etag', tagOf(made.version))
        return made
      },
    )

  if (updates && rights.update !== null)
    add(
      { type, verb: 'write' },
      operation(
        'PUT',
        '/{id}',
        `Change one of ${type}; what is left out stays as it is`,
        rights.update,
        lazily({ body: () => updateSchema(def), answer: () => wholeRow(def) }),
      ),
      async ({ inSession, params, body, request, reply }) => {
        const matched = matchedVersion(request)
        const { id, version = matched, ...changes }: Changes & { id?: number; version?: number } = body
        if (id !== undefined && id !== params.id)
          throw new AppError('INVALID', 'kit.errors.check_inputs', { fields: { id: [{ key: 'kit.errors.invalid_value' }] } })
        if (matched !== undefined && version !== matched) throw precondition()
        try {
          const row = await inSession(async (tx) => {
            await updateRow(tx, authorizeVerb(tx, resource, 'update'), resource, resources, params.id, changes, version === undefined ? {} : { version })
            return getRow(tx, authorizeVerb(tx, resource, 'read'), resource, resources, params.id)
          })
          reply.header('etag', tagOf(row.version))
          return shownRow(def, row)
        } catch (error) {
          throw matched !== undefined && error instanceof AppError && error.status === 'STALE' ? precondition() : error
        }
      },
    )
}

const pageOfRows = (row: z.ZodType) => z.object({ objects: z.array(row), next_cursor: z.string().nullable() })
const historyAnswer = z.object({ objects: z.array(historyEntry) })

const tagOf = (version: number) => `"${version}"`
const precondition = () => new AppError('PRECONDITION_FAILED', 'programs.errors.stale')

/** Sends a row with its version, or nothing to whoever has that. */
function tagged(request: FastifyRequest, reply: FastifyReply, row: ReturnType<typeof shownRow>): unknown {
  const tag = tagOf(row.version)
  reply.header('etag', tag)
  if (request.headers['if-none-match'] !== tag) return row
  reply.code(304)
  return ''
}

/** The version that a change is meant for; undefined for whichever there is. */
function matchedVersion({ headers }: FastifyRequest): number | undefined {
  const match = headers['if-match']
  if (match === undefined || match === '*') return undefined
  const [, version] = /^"(\d{1,9})"$/.exec(match) ?? []
  if (version === undefined) throw badParameters({ 'if-match': [{ key: 'kit.errors.invalid_value' }] })
  return Number(version)
}
