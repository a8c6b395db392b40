import { sql } from 'kysely'
import { can } from '#kit/server/access/authorize.ts'
import { copiedFor, freeIdentifiers, keepOrigins, ownCopies, type Original } from '#kit/server/data/store/copies.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import { resourceOf, type Changes, type Resource, type Resources, type Stored } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import { ownLevels } from './own-levels.ts'
import { partsOf, plainColumns, type Part } from './parts.ts'

/** A row of a view of what is shared, by its columns. */
export interface Shared extends Original, Changes {
  readonly identifier: string
  readonly formula?: string
  readonly category_id?: number | null
  readonly category_name_en?: string | null
  readonly category_name_fr?: string | null
  readonly category_color?: string | null
}

/** Copies of one organisation follow each other: two that are asked for at once would both find nothing there. */
export const adoptionTurn = (): string => 'adoption'

export interface Adoption {
  /** A further copy, whatever there is already. */
  readonly anew?: boolean
  /** Told of each copy that is made. */
  readonly made?: (entity: string, original: number) => void
}

/**
 * Copies models or threats that others share into the customer's own catalogue with the models that they name, as far as the reader may make such, and with their
 * categories by name; answers the copies by the original's id. What was copied before is taken up again, unless `anew`. What is not shared with this customer is left out.
 */
export async function adopt(
  tx: Tx,
  resources: Resources,
  entity: string,
  ids: readonly number[],
  { anew = false, made: told }: Adoption = {},
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  await takeTurn(tx, adoptionTurn())
  const resource = resourceOf(resources, entity)
  const shared = await sharedRows(tx, entity, ids)
  const known = anew ? new Map<number, number>() : await ownCopies(tx, resource, ids)
  const missing = shared.filter(({ id }) => !known.has(id))
  if (missing.length === 0) return known
  const named = await adoptParts(tx, resources, entity, missing, told ? { made: told } : {})
  const categories = 'category' in resource.def.fields ? await ownCategories(tx, resources, missing) : undefined
  const ofHere = await ownLevels(tx, resource.def)
  const made = await copy(tx, resource, resources, missing, (row) => ({
    ...ofHere(pick(row, plainColumns(resource.def))),
    ...named(row),
    ...(categories && { category: categories.get(row.category_id ?? 0) ?? null }),
  }))
  for (const original of made.keys()) told?.(entity, original)
  return new Map([...known, ...made])
}

/** Shared rows of a kind; none of what is not shared with this customer. */
export const sharedRows = (tx: Tx, entity: string, ids: readonly number[]): Promise<Shared[]> =>
  tx.run(sql<Shared>`select * from ${sql.id('shared', entity)} where id = any(${ids}::bigint[]) order by id`)

/** What shared rows name by a field, by their ids. */
export async function namedBy(tx: Tx, entity: string, rows: readonly Shared[], { field, many }: Part): Promise<Map<number, number[]>> {
  if (!many) return new Map(rows.flatMap((row) => (row[`${field}_id`] ? [[row.id, [Number(row[`${field}_id`])]] as const] : [])))
  const links = await tx.run(sql<{ owner_id: number; target_id: number }>`select owner_id, target_id from ${sql.id('shared', `${entity}__${field}`)}
    where owner_id = any(${rows.map(({ id }) => id)}::bigint[]) order by owner_id, target_id`)
  return new Map([...Map.groupBy(links, ({ owner_id }) => owner_id)].map(([id, list]) => [id, list.map(({ target_id }) => target_id)]))
}

/** Copies what shared rows name; answers what to write into the fields of each copy. */
export async function adoptParts(
  tx: Tx,
  resources: Resources,
  entity: string,
  rows: readonly Shared[],
  options: Adoption = {},
): Promise<(row: Shared) => Changes> {
  const written = new Map<number, Changes>(rows.map(({ id }) => [id, {}]))
  for (const part of partsOf(resourceOf(resources, entity).def)) {
    const target = resourceOf(resources, part.target)
    if (!can(tx.who, target.def.rights.create)) continue
    const named = await namedBy(tx, entity, rows, part)
    const copies = await adopt(tx, resources, part.target, [...new Set([...named.values()].flat())], options)
    const calls = part.target === 'metric_model' ? await renamings(tx, copies) : new Map<string, string>()
    for (const row of rows) {
      const own = (named.get(row.id) ?? []).flatMap((id) => copies.get(id) ?? [])
      const changes = written.get(row.id) ?? {}
      written.set(row.id, {
        ...changes,
        [part.field]: part.many ? own : (own[0] ?? null),
        ...(calls.size > 0 && typeof row.formula === 'string' && { formula: renamed(row.formula, calls) }),
      })
    }
  }
  return ({ id }) => written.get(id) ?? {}
}

/** How metrics' models are called here that are called otherwise where they come from. */
export async function renamings(tx: Tx, copies: ReadonlyMap<number, number>): Promise<Map<string, string>> {
  const rows = await tx.run(sql<{ was: string; is: string }>`select s.identifier as was, o.identifier as is
    from unnest(${[...copies.keys()]}::bigint[], ${[...copies.values()]}::bigint[]) as w (original, copy)
      join shared.metric_model s on s.id = w.original join metric_model o on o.customer_id = ${tx.customerId} and o.id = w.copy
    where s.identifier <> o.identifier`)
  return new Map(rows.map(({ was, is }) => [was, is]))
}

/** A formula in which metrics are called by other names. */
export const renamed = (formula: string, names: ReadonlyMap<string, string>): string =>
  formula.replaceAll(/[A-Za-z][A-Za-z0-9._-]*/g, (word) => names.get(word) ?? word)

const pick = (row: Changes, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, row[name] ?? null]))

/** Copies models that others share, with what belongs to them; see `adopt`. */
export const adoptSolutions = (tx: Tx, resources: Resources, ids: readonly number[]): Promise<Map<number, number>> => adopt(tx, resources, 'solution', ids)
/** The same of threats. */
export const adoptThreats = (tx: Tx, resources: Resources, ids: readonly number[]): Promise<Map<number, number>> => adopt(tx, resources, 'threat', ids)

async function copy<S extends Shared>(
  tx: Tx,
  resource: Resource,
  resources: Resources,
  rows: readonly S[],
  changes: (row: S) => Changes,
): Promise<Map<number, number>> {
  if (rows.length === 0) return new Map()
  const [identifiers, catalogType] = await Promise.all([
    freeIdentifiers(
      tx,
      resource,
      rows.map(({ identifier }) => identifier),
    ),
    copiedFor(tx),
  ])
  const made = await createRows(
    tx,
    authorizeVerb(tx, resource, 'create'),
    resource,
    resources,
    rows.map((row, n) => ({ ...changes(row), identifier: identifiers[n], catalog_type: catalogType })),
    { action: 'fork' },
  )
  const pairs = rows.flatMap((of, n) => (made[n] ? [{ id: made[n].id, of }] : []))
  await keepOrigins(tx, resource, pairs)
  return new Map(pairs.map(({ id, of }) => [of.id, id]))
}

/** The customer's categories of the same name, by the original's id; whoever may add categories adds those that are missing. */
async function ownCategories(tx: Tx, resources: Resources, rows: readonly Shared[]): Promise<Map<number, number>> {
  const wanted = [...new Map(rows.flatMap((row) => (typeof row.category_id !== 'number' ? [] : [[row.category_id, row] as const]))).values()]
  if (wanted.length === 0) return new Map()
  const categories = resourceOf(resources, 'category')
  const own = await tx.run(sql<{ id: number; en: string; fr: string }>`select id, shown_name(name_en, name_fr) as en, shown_name(name_fr, name_en) as fr
    from category where customer_id = ${tx.customerId}`)
  const same = ({ category_name_en: en, category_name_fr: fr }: Shared) =>
    own.find((each) => each.en === (en ?? fr)?.toLowerCase() || each.fr === (fr ?? en)?.toLowerCase())?.id
  const missing = can(tx.who, categories.def.rights.create) ? wanted.filter((row) => same(row) === undefined) : []
  const made =
    missing.length === 0
      ? []
      : await createRows(
          tx,
          authorizeVerb(tx, categories, 'create'),
          categories,
          resources,
          missing.map((row) => ({ name_en: row.category_name_en, name_fr: row.category_name_fr, color: row.category_color })),
          { action: 'fork' },
        )
  const added = new Map(missing.map((row, n) => [row.category_id, made[n]?.id]))
  return new Map(
    wanted.flatMap((row) => {
      const id = same(row) ?? added.get(row.category_id)
      return id === undefined || typeof row.category_id !== 'number' ? [] : [[row.category_id, id] as const]
    }),
  )
}

/** A copy of one shared row, for `POST /<entity>/fork`. */
export const adoptOne =
  (entity: string) =>
  async (tx: Tx, resources: Resources, id: number): Promise<Stored | undefined> => {
    if (!can(tx.who, 'shared_catalog.read')) return undefined
    const made = (await adopt(tx, resources, entity, [id], { anew: true })).get(id)
    return made === undefined ? undefined : tx.first(sql<Stored>`select * from ${sql.table(entity)} where customer_id = ${tx.customerId} and id = ${made}`)
  }
