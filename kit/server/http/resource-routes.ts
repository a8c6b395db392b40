import { z } from 'zod'
import { badParameters } from '#kit/contract/errors.ts'
import { bulkLimit, rowLimit } from '#kit/contract/limits.ts'
import { pageBodySchema, type ListQuery } from '#kit/contract/list-query.ts'
import { listAnswer, messageAnswer, objectAnswer, pageAnswer, referenceSchema, rowSchema } from '#kit/contract/row-schema.ts'
import { createSchema, isDay, messagesOf, updateSchema } from '#kit/contract/schema.ts'
import { bulkRemove, bulkUndo, bulkUpdate } from '#kit/server/data/bulk.ts'
import { forkRow } from '#kit/server/data/fork.ts'
import { objectHistory } from '#kit/server/data/history.ts'
import { addRight, listOptions, listPage, listRows, mayArchive } from '#kit/server/data/list-engine.ts'
import { reorder } from '#kit/server/data/reorder.ts'
import type { Changes, Resource, Resources } from '#kit/server/data/resource.ts'
import { createRow, getRow, removeRow, updateRow } from '#kit/server/data/store.ts'
import type { Api, Operation } from './api.ts'

const idList = z.string().max(60_000).regex(/^\d+(,\d+)*$/).transform((text) => text.split(',').map(Number))
const ids = z.array(z.int().min(1)).min(1).max(bulkLimit)
/** The end of this day instead of now. */
const asOfQuery = z.strictObject({ as_of: z.string().refine(isDay).optional() })
const named = (rows: readonly { readonly id: number }[]) => new Set(rows.map(({ id }) => id)).size === rows.length

/** Every call that an entity's declaration implies. Literal paths are declared beside `{id}` and win over it. */
export function resourceRoutes(api: Api, resource: Resource, resources: Resources): void {
  const { def } = resource
  const { name, rights } = def
  const row = rowSchema(def)
  const operation = (method: Operation['method'], path: string, verb: 'read' | 'create' | 'update' | 'delete', summary: string, rest: Partial<Operation>): Operation =>
    ({ method, path: `/${name}${path}`, tag: name, summary, access: rights[verb] ?? 'session', answer: messageAnswer, ...rest })
  const refs = Object.entries(def.fields).filter(([, f]) => f.kind === 'ref' && !f.options.derived).map(([field]) => field)

  api.add(operation('POST', '/page', 'read', `List ${name} rows`, { query: asOfQuery, body: pageBodySchema, answer: pageAnswer(rowSchema(def, true)) }),
    async ({ tx, grant, body, query }) => {
      const { as_of }: z.infer<typeof asOfQuery> = query
      const list: ListQuery = body
      // What a day in the past looked like is read from history, which the search index does not cover.
      if (as_of && list.global_search) throw badParameters({ global_search: [{ key: 'kit.errors.invalid_value' }] })
      return { ...(await listPage(tx, grant, resource, resources, list, as_of ? { asOf: as_of } : {})), add_right: !as_of && addRight(grant, resource) }
    })

  const listing = z.strictObject({ search: z.string().max(200).default(''), limit: z.coerce.number().int().min(1).max(rowLimit).default(50), ids: idList.optional() })
  api.add(operation('GET', '', 'read', `List ${name} rows by name`, { query: listing, answer: listAnswer(rowSchema(def, true)) }),
    async ({ tx, grant, query }) => ({ objects: await listRows(tx, grant, resource, resources, query) }))

  const optionQuery = listing.extend({ archived: z.enum(['0', '1']).default('0') }).extend(Object.fromEntries(refs.map((field) => [field, z.coerce.number().int().min(1).optional()])))
  api.add(operation('GET', '/options', 'read', `List ${name} rows as options`, { query: optionQuery, answer: listAnswer(referenceSchema).extend({ archivable: z.boolean() }) }),
    async ({ tx, grant, query }) => {
      const { search, limit, ids: known, archived, ...rest } = query as z.infer<typeof listing> & { archived: '0' | '1' }
      const given = Object.fromEntries(Object.entries<unknown>(rest).filter((entry): entry is [string, number] => entry[1] !== undefined))
      const objects = await listOptions(tx, grant, resource, { search, limit, refs: given, archived: archived === '1', ...(known && { ids: known }) })
      return { objects, archivable: mayArchive(resource) }
    })

  api.add(operation('GET', '/{id}', 'read', `Read one ${name}`, { query: asOfQuery, answer: objectAnswer(row) }),
    async ({ tx, grant, params, query }) => ({ object: await getRow(tx, grant, resource, resources, params.id, (query as z.infer<typeof asOfQuery>).as_of) }))

  api.add(operation('GET', '/{id}/history', 'read', `Read the versions of one ${name}`, { answer: listAnswer(historyEntry) }),
    async ({ tx, grant, params }) => {
      await getRow(tx, grant, resource, resources, params.id)
      return { objects: await objectHistory(tx, resource, resources, params.id) }
    })

  if (rights.create !== null) {
    api.add(operation('POST', '', 'create', `Create one ${name}`, { body: createSchema(def), answer: objectAnswer(row), refusal: 'kit.errors.no_add_right' }),
      async ({ tx, grant, body, say }) => {
        const { id: _, version: __, ...changes }: Changes = body
        const { id } = await createRow(tx, grant, resource, resources, changes)
        return { message: say('kit.messages.created'), object: await getRow(tx, grant, resource, resources, id) }
      })
    if (resource.fork) {
      api.add(operation('POST', '/fork', 'create', `Copy one ${name}`, { body: z.strictObject({ id: z.int().min(1) }), answer: objectAnswer(row) }),
        async ({ tx, grant, body, say }) => {
          const { id }: { id: number } = body
          const copy = await forkRow(tx, grant, resource, resources, id)
          return { message: say('kit.messages.copied'), object: await getRow(tx, grant, resource, resources, copy.id) }
        })
    }
  }

  if (rights.update !== null) {
    const update = updateSchema(def)
    api.add(operation('PUT', '/{id}', 'update', `Change one ${name}`, { body: update, answer: objectAnswer(row) }),
      async ({ tx, grant, params, body, say }) => {
        const { id, version, ...changes }: Changes & { id?: number; version?: number } = body
        if (id !== undefined && id !== params.id) throw badParameters({ id: [{ key: 'kit.errors.invalid_value' }] })
        await updateRow(tx, grant, resource, resources, params.id, changes, version === undefined ? {} : { version })
        const { key, values } = tx.confirmation ?? { key: 'kit.messages.saved' }
        return { message: say(key, values), object: await getRow(tx, grant, resource, resources, params.id) }
      })
    const bulk = z.strictObject({
      // A row named twice would be changed twice, which no undo takes back.
      rows: z.array(z.strictObject({ id: z.int().min(1), version: z.int().min(1).optional() })).min(1).max(bulkLimit).refine(named),
      changes: z.record(z.string(), z.unknown()),
    })
    api.add(operation('PUT', '/bulk', 'update', `Change several ${name} rows at once`, { body: bulk, answer: objectAnswer(z.object({ undo: z.string(), count: z.int() })) }),
      async ({ tx, grant, body, say }) => {
        const { rows, changes }: z.infer<typeof bulk> = body
        const parsed = update.safeParse(changes)
        if (!parsed.success) throw badParameters(messagesOf(parsed.error))
        const undo = await bulkUpdate(tx, grant, resource, resources, rows, parsed.data)
        return { message: say('kit.messages.bulk_saved', { count: rows.length }), object: { undo, count: rows.length } }
      })
    api.add(operation('POST', '/bulk/undo', 'update', `Undo a bulk change of ${name} rows`, { body: z.strictObject({ undo: z.uuid() }), answer: messageAnswer }),
      async ({ tx, grant, body, say }) => {
        await bulkUndo(tx, grant, resource, resources, (body as { undo: string }).undo)
        return { message: say('kit.messages.undone') }
      })
    if (def.ordered) {
      api.add(operation('PUT', '/order', 'update', `Reorder ${name} rows`, { body: z.strictObject({ ids: z.array(z.int().min(1)).min(1).max(rowLimit) }), answer: messageAnswer }),
        async ({ tx, grant, body, say }) => {
          await reorder(tx, grant, resource, resources, (body as { ids: number[] }).ids)
          return { message: say('kit.messages.saved') }
        })
    }
  }

  if (rights.delete !== null) {
    api.add(operation('DELETE', '/{id}', 'delete', `Delete one ${name}`, { query: z.strictObject({ version: z.coerce.number().int().min(1).optional() }), answer: messageAnswer }),
      async ({ tx, grant, params, query, say }) => {
        await removeRow(tx, grant, resource, resources, params.id, (query as { version?: number }).version)
        return { message: say('kit.messages.deleted') }
      })
    api.add(operation('POST', '/bulk_delete', 'delete', `Delete several ${name} rows at once`, { body: z.strictObject({ ids }), answer: messageAnswer }),
      async ({ tx, grant, body, say }) => {
        const wanted = (body as { ids: number[] }).ids
        await bulkRemove(tx, grant, resource, resources, wanted)
        return { message: say('kit.messages.bulk_deleted', { count: wanted.length }) }
      })
  }
}

const historyEntry = z.object({
  version: z.int(), at: z.iso.datetime(), actor: z.object({ id: z.int(), name: z.string() }).nullable(), impersonator: z.object({ id: z.int(), name: z.string() }).nullable(), action: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
})
