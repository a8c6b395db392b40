import { sql } from 'kysely'
import { can } from '#kit/server/access/authorize.ts'
import { copiedFor, freeIdentifiers, keepOrigins, ownCopies, type Original } from '#kit/server/data/copies.ts'
import { createRows } from '#kit/server/data/create-rows.ts'
import { resourceOf, type Changes, type Resource, type Resources, type Stored } from '#kit/server/data/resource.ts'
import { authorizeVerb } from '#kit/server/data/store.ts'
import type { Tx } from '#kit/server/data/transaction.ts'

type Shared = Original & Changes & { readonly identifier: string }

interface SharedSolution extends Shared {
  readonly category_id: number | null
  readonly category_name_en: string | null
  readonly category_name_fr: string | null
  readonly category_color: string | null
}

const texts = ['name_en', 'name_fr', 'description_en', 'description_fr', 'annotation', 'translations'] as const
const copied = {
  solution: [...texts, 'nature', 'csf_function', 'yearly_cost', 'yearly_internal_charge', 'build_days', 'typical_evidence'],
  threat: texts,
} as const

const pick = (row: Changes, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, row[name] ?? null]))

/**
 * Copies models that others share into the customer's own catalogue, with their categories by name; answers the copies by the original's id. What was copied
 * before is taken up again, unless `anew`. What is not shared with this customer is left out.
 */
export async function adoptSolutions(tx: Tx, resources: Resources, ids: readonly number[], { anew = false } = {}): Promise<Map<number, number>> {
  const solutions = resourceOf(resources, 'solution')
  const shared = await tx.run(sql<SharedSolution>`select * from shared.solution where id = any(${ids}::bigint[]) order by id`)
  const known = anew ? new Map<number, number>() : await ownCopies(tx, solutions, ids)
  const missing = shared.filter(({ id }) => !known.has(id))
  if (missing.length === 0) return known
  const categories = await ownCategories(tx, resources, missing)
  const made = await copy(tx, solutions, resources, missing, (row) => ({
    ...pick(row, copied.solution),
    category: categories.get(row.category_id ?? 0) ?? null,
  }))
  return new Map([...known, ...made])
}

/** The same of threats. */
export async function adoptThreats(tx: Tx, resources: Resources, ids: readonly number[], { anew = false } = {}): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const threats = resourceOf(resources, 'threat')
  const shared = await tx.run(sql<Shared>`select * from shared.threat where id = any(${ids}::bigint[]) order by id`)
  const known = anew ? new Map<number, number>() : await ownCopies(tx, threats, ids)
  const missing = shared.filter(({ id }) => !known.has(id))
  return new Map([...known, ...(await copy(tx, threats, resources, missing, (row) => pick(row, copied.threat)))])
}

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
async function ownCategories(tx: Tx, resources: Resources, rows: readonly SharedSolution[]): Promise<Map<number, number>> {
  const wanted = [...new Map(rows.flatMap((row) => (row.category_id === null ? [] : [[row.category_id, row] as const]))).values()]
  if (wanted.length === 0) return new Map()
  const categories = resourceOf(resources, 'category')
  const own = await tx.run(sql<{ id: number; en: string; fr: string }>`select id, shown_name(name_en, name_fr) as en, shown_name(name_fr, name_en) as fr
    from category where customer_id = ${tx.customerId}`)
  const same = ({ category_name_en: en, category_name_fr: fr }: SharedSolution) =>
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
      return id === undefined || row.category_id === null ? [] : [[row.category_id, id] as const]
    }),
  )
}

/** A copy of one shared model or threat, for `POST /<entity>/fork`. */
export const adoptOne =
  (entity: 'solution' | 'threat') =>
  async (tx: Tx, resources: Resources, id: number): Promise<Stored | undefined> => {
    if (!can(tx.who, 'shared_catalog.read')) return undefined
    const made = (await (entity === 'solution' ? adoptSolutions : adoptThreats)(tx, resources, [id], { anew: true })).get(id)
    return made === undefined ? undefined : tx.first(sql<Stored>`select * from ${sql.table(entity)} where customer_id = ${tx.customerId} and id = ${made}`)
  }
