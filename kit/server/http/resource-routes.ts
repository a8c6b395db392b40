import { z } from 'zod'
import type { Language } from '#kit/contract/catalogue.ts'
import { badParameters } from '#kit/contract/errors.ts'
import { bulkLimit, rowLimit } from '#kit/contract/limits.ts'
import { asOfQuery, pageBodySchema, type AsOf, type ListQuery } from '#kit/contract/list-query.ts'
import { listAnswer, messageAnswer, objectAnswer, pageAnswer, referenceSchema, rowSchema } from '#kit/contract/row-schema.ts'
import type { Right } from '#kit/contract/right.ts'
import { createSchema, messagesOf, updateSchema } from '#kit/contract/schema.ts'
import { askedRights, isAssignee } from '#kit/server/data/people/assignees.ts'
import { bulkRemove, bulkUndo, bulkUpdate } from '#kit/server/data/store/bulk.ts'
import { forkRow } from '#kit/server/data/store/fork.ts'
import { incomingLinks, mayBeLinked } from '#kit/server/data/links/linked.ts'
import { addRight, listOptions, listPage, listRows, mayArchive, type Row } from '#kit/server/data/lists/list-engine.ts'
import { objectHistory } from '#kit/server/data/history/object-history.ts'
import { reorder } from '#kit/server/data/store/reorder.ts'
import type { Changes, Resource, Resources } from '#kit/server/data/resources/resource.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { createRow, removeRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Api, Operation } from './api.ts'
import type { Accepted } from './area.ts'
import { lazily, merged } from './lazily.ts'
import { assignmentRoutes } from './assignment-routes.ts'
import { statusCountRoute } from './status-count-route.ts'

const idList = z
  .string()
  .max(60_000)
  .regex(/^\d+(,\d+)*$/)
  .transform((text) => text.split(',').map(Number))
/** Words of a list, one or several with commas between them. */
const oneOrMore = <V extends string>(words: readonly V[]) =>
  z
    .string()
    .max(2000)
    .transform((text) => text.split(',') as V[])
    .refine((asked) => asked.every((one) => words.includes(one)))
/** One row, and whether rows that name it may be asked for. */
const recordAnswer = (object: z.ZodType) => objectAnswer(object).extend({ linkable: z.boolean() })
const listing = z.strictObject({
  search: z.string().max(200).default(''),
  limit: z.coerce.number().int().min(1).max(rowLimit).default(50),
  ids: idList.optional(),
})
const ids = z.array(z.int().min(1)).min(1).max(bulkLimit)
/** The version that its reader wants gone; in the query, since not everything on the way lets the body of a DELETE through, or in the body, as changes have it. */
const removedVersion = (number: z.ZodNumber | z.ZodCoercedNumber) => z.strictObject({ version: number.int().min(1).optional() })
type Removed = z.infer<ReturnType<typeof removedVersion>>
const [removedByQuery, removedByBody] = [removedVersion(z.coerce.number()), removedVersion(z.number())]
const named = (rows: readonly { readonly id: number }[]) => new Set(rows.map(({ id }) => id)).size === rows.length

const bulk = z.strictObject({
  // A row named twice would be changed twice, which no undo takes back.
  rows: z
    .array(z.strictObject({ id: z.int().min(1), version: z.int().min(1).optional() }))
    .min(1)
    .max(bulkLimit)
    .refine(named),
  changes: z.record(z.string(), z.unknown()),
  // For rows in which the field holds nothing, such as the date that a new status asks for.
  where_empty: z.record(z.string(), z.unknown()).optional(),
})
// Whoever goes on with the rows is not taken for somebody who saw them before.
const versions = z.array(z.object({ id: z.int(), version: z.int() }))
const bulkAnswer = objectAnswer(z.object({ undo: z.string(), count: z.int(), rows: versions }))
const undone = z.strictObject({ undo: z.uuid() })
const undoneAnswer = objectAnswer(z.object({ rows: versions }))
const several = z.strictObject({ ids })
const inOrder = z.strictObject({ ids: z.array(z.int().min(1)).min(1).max(rowLimit) })
const copied = z.strictObject({ id: z.int().min(1) })
const optionsAnswer = listAnswer(referenceSchema).extend({ archivable: z.boolean() })

/** Every call that an entity's declaration implies. Literal paths are declared beside `{id}` and win over it. */
export function resourceRoutes(api: Api, resource: Resource, resources: Resources, accepted: readonly Accepted[] = []): void {
  const { def } = resource
  const { name, rights } = def
  // Schemas of answers are only described, those of what is sent needed from the first call on: most of the hundreds are made for nobody (docs/decisions/0034).
  const row = () => rowSchema(def)
  const listed = () => rowSchema(def, true)
  const incoming = incomingLinks(resources, name)
  const operation = (
    method: Operation['method'],
    path: string,
    verb: 'read' | 'create' | 'update' | 'delete',
    summary: string,
    rest: Partial<Operation>,
  ): Operation => merged({ method, path: `/${name}${path}`, tag: name, summary, access: rights[verb] ?? 'session', answer: messageAnswer }, rest)
  const presented = (shown: Row, lang: Language): Row =>
    resource.present ? { ...shown, ...resource.present(shown, { translate: api.ports.translate, lang, resources }) } : shown
  const refs = Object.entries(def.fields)
    .filter(([, f]) => f.kind === 'ref' && !f.options.derived)
    .map(([field]) => field)
  /** The choices by which fields that name such rows take some of them alone. */
  const narrowing = () => {
    const asked = new Set(
      [...resources.values()].flatMap(({ def: { fields } }) =>
        Object.values(fields).flatMap(({ kind, options }) => (kind === 'ref' && options.entity === name ? Object.keys(options.only ?? {}) : [])),
      ),
    )
    return Object.entries(def.fields).filter(([field]) => asked.has(field))
  }

  api.add(
    operation(
      'POST',
      '/page',
      'read',
      'List rows',
      merged({ reads: true, query: asOfQuery, body: pageBodySchema }, lazily({ answer: () => pageAnswer(listed()) })),
    ),
    async ({ tx, grant, body, query }) => {
      const { as_of }: AsOf = query
      const list: ListQuery = body
      // What a day in the past looked like is read from history, which the search index does not cover.
      if (as_of && list.global_search) throw badParameters({ global_search: [{ key: 'kit.errors.invalid_value' }] })
      if (as_of) tx.readAsOf(as_of)
      const page = await listPage(tx, grant, resource, resources, list)
      return { ...page, objects: page.objects.map((shown) => presented(shown, tx.who.lang)), add_right: !as_of && addRight(grant, resource) }
    },
  )

  statusCountRoute(api, resource, resources)

  const { nested } = resource
  const byName = lazily({ answer: () => listAnswer(nested ? listed().and(nested.schema) : listed()) })
  api.add(operation('GET', '', 'read', 'List rows by name', merged({ query: listing, tagged: true }, byName)), async ({ tx, grant, query }) => {
    const rows = await listRows(tx, grant, resource, resources, query)
    return { objects: nested ? await nested.of(tx, resources, rows) : rows }
  })

  /** Of people and groups: the rights that what they are chosen for asks of them. */
  const askedOf = () => (isAssignee(name) ? { asks: oneOrMore(askedRights(resources)).optional() } : {})
  const optionQuery = () =>
    listing
      .extend({ archived: z.enum(['0', '1']).default('0') })
      .extend(Object.fromEntries(refs.map((field) => [field, z.coerce.number().int().min(1).optional()])))
      .extend(Object.fromEntries(narrowing().map(([field, { options }]) => [field, z.enum(options.values ?? []).optional()])))
      .extend(askedOf())
  api.add(
    operation('GET', '/options', 'read', 'List rows as options', merged({ answer: optionsAnswer, tagged: true }, lazily({ query: optionQuery }))),
    async ({ tx, grant, query }) => {
      const { search, limit, ids: known, archived, asks, ...rest } = query as z.infer<typeof listing> & { archived: '0' | '1'; asks?: readonly Right[] }
      const given = Object.fromEntries(Object.entries<unknown>(rest).filter((entry): entry is [string, number | string] => entry[1] !== undefined))
      const objects = await listOptions(tx, grant, resource, {
        search,
        limit,
        given,
        archived: archived === '1',
        ...(known && { ids: known }),
        ...(asks && { asks }),
      })
      return { objects, archivable: mayArchive(resource) }
    },
  )

  api.add(
    operation('GET', '/{id}', 'read', 'Read one', merged({ query: asOfQuery }, lazily({ answer: () => recordAnswer(row()) }))),
    async ({ tx, grant, params, query }) => {
      const { as_of }: AsOf = query
      if (as_of) tx.readAsOf(as_of)
      return { linkable: mayBeLinked(incoming, tx.who), object: presented(await getRow(tx, grant, resource, resources, params.id), tx.who.lang) }
    },
  )

  api.add(
    operation('GET', '/{id}/history', 'read', 'Read the versions of one', { query: asOfQuery, answer: listAnswer(historyEntry) }),
    async ({ tx, grant, params, query }) => {
      const { as_of }: AsOf = query
      if (as_of) tx.readAsOf(as_of)
      await getRow(tx, grant, resource, resources, params.id)
      return { objects: await objectHistory(tx, resource, resources, params.id) }
    },
  )

  if (rights.create !== null) {
    api.add(
      operation(
        'POST',
        '',
        'create',
        'Create one',
        merged({ refusal: 'kit.errors.no_add_right' }, lazily({ body: () => createSchema(def), answer: () => objectAnswer(row()) })),
      ),
      async ({ tx, grant, body, translate }) => {
        const { id: _, version: __, ...changes }: Changes = body
        const { id } = await createRow(tx, grant, resource, resources, changes)
        return { message: translate('kit.messages.created'), object: await getRow(tx, grant, resource, resources, id) }
      },
    )
    if (resource.fork) {
      api.add(
        operation('POST', '/fork', 'create', 'Copy one', merged({ body: copied }, lazily({ answer: () => objectAnswer(row()) }))),
        async ({ tx, grant, body, translate }) => {
          const { id }: { id: number } = body
          const copy = await forkRow(tx, grant, resource, resources, id)
          return { message: translate('kit.messages.copied'), object: await getRow(tx, grant, resource, resources, copy.id) }
        },
      )
    }
  }

  if (resource.register) assignmentRoutes(api, resource, resources)

  if (rights.update !== null) {
    const update = () => updateSchema(def)
    const taken = accepted.filter(({ entity }) => entity === name)
    const besides = Object.assign({}, ...taken.map(({ shape }) => shape)) as Record<string, z.ZodType>
    api.add(
      operation(
        'PUT',
        '/{id}',
        'update',
        'Change one',
        merged(
          { refusal: resource.refusals?.edit ?? 'kit.errors.no_update_right' },
          lazily({ body: () => (Object.keys(besides).length > 0 ? update().safeExtend(besides) : update()), answer: () => objectAnswer(row()) }),
        ),
      ),
      async ({ tx, grant, params, body, translate }) => {
        const { id, version, ...changes }: Changes & { id?: number; version?: number } = body
        if (id !== undefined && id !== params.id) throw badParameters({ id: [{ key: 'kit.errors.invalid_value' }] })
        for (const { shape, run } of taken) {
          const given = Object.fromEntries(Object.keys(shape).flatMap((key) => (changes[key] === undefined ? [] : [[key, changes[key]]])))
          for (const key of Object.keys(shape)) delete changes[key]
          if (Object.keys(given).length > 0) await run({ tx, grant, resources, id: params.id, given })
        }
        await updateRow(tx, grant, resource, resources, params.id, changes, version === undefined ? {} : { version })
        const { key, values } = tx.confirmation ?? { key: 'kit.messages.saved' }
        return { message: translate(key, values), object: await getRow(tx, grant, resource, resources, params.id) }
      },
    )
    api.add(
      operation('PUT', '/bulk', 'update', 'Change several at once', {
        body: bulk,
        answer: bulkAnswer,
        refusal: 'kit.errors.no_update_right',
      }),
      async ({ tx, grant, body, translate }) => {
        const { rows, changes, where_empty = {} }: z.infer<typeof bulk> = body
        const [parsed, missing] = [update().safeParse(changes), update().safeParse(where_empty)]
        if (!parsed.success) throw badParameters(messagesOf(parsed.error))
        if (!missing.success) throw badParameters(messagesOf(missing.error))
        const written = await bulkUpdate(tx, grant, resource, resources, rows, parsed.data, missing.data)
        return { message: translate('kit.messages.bulk_saved', { count: rows.length }), object: { ...written, count: rows.length } }
      },
    )
    api.add(operation('POST', '/bulk/undo', 'update', 'Undo a bulk change', { body: undone, answer: undoneAnswer }), async ({ tx, grant, body, translate }) => {
      const rows = await bulkUndo(tx, grant, resource, resources, (body as { undo: string }).undo)
      return { message: translate('kit.messages.undone'), object: { rows } }
    })
    if (def.ordered) {
      api.add(
        operation('PUT', '/order', 'update', 'Reorder rows', {
          body: inOrder,
          answer: messageAnswer,
        }),
        async ({ tx, grant, body, translate }) => {
          await reorder(tx, grant, resource, resources, (body as { ids: number[] }).ids)
          return { message: translate('kit.messages.saved') }
        },
      )
    }
  }

  if (rights.delete !== null) {
    api.add(
      operation('DELETE', '/{id}', 'delete', 'Delete one', {
        query: removedByQuery,
        body: removedByBody,
        answer: messageAnswer,
      }),
      async ({ tx, grant, params, query, body, translate }) => {
        const [{ version: asked }, { version = asked }]: [Removed, Removed] = [query, body]
        if (asked !== undefined && asked !== version) throw badParameters({ version: [{ key: 'kit.errors.invalid_value' }] })
        await removeRow(tx, grant, resource, resources, params.id, version)
        return { message: translate('kit.messages.deleted') }
      },
    )
    api.add(
      operation('POST', '/bulk_delete', 'delete', 'Delete several at once', { body: several, answer: messageAnswer }),
      async ({ tx, grant, body, translate }) => {
        const wanted = (body as { ids: number[] }).ids
        await bulkRemove(tx, grant, resource, resources, wanted)
        return { message: translate('kit.messages.bulk_deleted', { count: wanted.length }) }
      },
    )
  }
}

const change = {
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  hidden: z.object({ before: z.int(), after: z.int() }).optional(),
  comments: z.array(z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() })).optional(),
}
/** What happened to an object, as it is answered. */
export const historyEntry = z.object({
  version: z.int(),
  at: z.iso.datetime(),
  actor: z.object({ id: z.int(), name: z.string() }).nullable(),
  impersonator: z.object({ id: z.int(), name: z.string() }).nullable(),
  action: z.string(),
  changes: z.array(
    z.object({
      ...change,
      moved: z.boolean().optional(),
      children: z
        .array(z.object({ change: z.enum(['added', 'removed', 'changed']), name: z.string().nullable(), place: z.int(), changes: z.array(z.object(change)) }))
        .optional(),
    }),
  ),
})
