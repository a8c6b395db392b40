import { sql } from 'kysely'
import type { Field } from '#kit/contract/field.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Brought, ModelKind, ModelValue } from '#areas/catalog/contract/shared.ts'
import { namedBy, renamed, renamings, sharedRows, type Shared } from './adopt.ts'
import { joinOwn } from './own-copy.ts'
import { partsOf, plainFields } from './parts.ts'

type OwnRow = Changes & { readonly id: number }
type Listed = Omit<Brought, 'asked' | 'entity'>

/** Shared rows as they are listed, with the own copy of each. */
const listed = (tx: Tx, entity: string, ids: readonly number[]): Promise<Listed[]> =>
  tx.run(sql<Listed>`select s.id, s.identifier, ${localizedText(rowRef('s'), 'name', tx.who.lang)} as name, own.reference as own
    from ${sql.id('shared', entity)} s ${joinOwn(tx, entity)} where s.id = any(${ids}::bigint[]) order by s.identifier, s.id`)

/** What adopting shared rows brings, them included: of each kind once, what belongs to something after it. */
export async function broughtBy(tx: Tx, resources: Resources, entity: ModelKind, ids: readonly number[]): Promise<Brought[]> {
  const wanted = new Map<ModelKind, Set<number>>([[entity, new Set(ids)]])
  const seen = new Map<ModelKind, Set<number>>()
  // What names what ends after a few steps: models of measures name indicators, these metrics.
  for (let next: ModelKind | undefined = entity; next !== undefined; next = [...wanted.keys()].find((kind) => fresh(kind).length > 0)) {
    const rows = await sharedRows(tx, next, fresh(next))
    for (const id of wanted.get(next) ?? []) seen.set(next, (seen.get(next) ?? new Set()).add(id))
    for (const part of partsOf(resourceOf(resources, next).def)) {
      const target = part.target as ModelKind
      const named = await namedBy(tx, next, rows, part)
      wanted.set(target, new Set([...(wanted.get(target) ?? []), ...[...named.values()].flat()]))
    }
  }
  const lists = await Promise.all([...wanted].map(async ([kind, all]) => (await listed(tx, kind, [...all])).map((row) => ({ ...row, entity: kind }))))
  return lists.flat().map((row) => ({ ...row, asked: row.entity === entity && ids.includes(row.id) }))

  function fresh(kind: ModelKind): number[] {
    return [...(wanted.get(kind) ?? [])].filter((id) => !seen.get(kind)?.has(id))
  }
}

export interface Compared {
  readonly field: string
  readonly value: ModelValue
  readonly own: ModelValue
}

/** Each field of a shared row as its reader sees it, beside what the own copy says; its metrics are called there as they are here. */
export async function compareModel(tx: Tx, resources: Resources, entity: ModelKind, row: Shared, own: OwnRow | undefined): Promise<Compared[]> {
  const { def } = resourceOf(resources, entity)
  const { lang } = tx.who
  const calls = own && typeof row.formula === 'string' ? await ownNames(tx, row) : new Map<string, string>()
  const plain = plainFields(def).map(([field, kind]) => ({
    field,
    value: modelValue(row, field, kind, lang, calls),
    own: own ? modelValue(own, field, kind, lang) : null,
  }))
  const named = await Promise.all(
    partsOf(def).map(async (part) => {
      const ids = (await namedBy(tx, entity, [row], part)).get(row.id) ?? []
      const theirs = (await listed(tx, part.target, ids)).map(({ name, identifier }) => name ?? identifier)
      return { field: part.field, value: theirs.toSorted(), own: own ? await ownNamed(tx, entity, own, part) : null }
    }),
  )
  return [...plain, ...named]
}

async function ownNames(tx: Tx, row: Shared): Promise<Map<string, string>> {
  const links = (await namedBy(tx, 'indicator_model', [row], { field: 'metrics', target: 'metric_model', many: true })).get(row.id) ?? []
  const rows = await tx.run(sql<{ id: number; origin_id: number }>`select id, origin_id from metric_model
    where customer_id = ${tx.customerId} and origin_customer_id <> ${tx.customerId} and origin_id = any(${links}::bigint[]) and not archived order by id`)
  return renamings(tx, new Map(rows.map(({ id, origin_id }) => [origin_id, id])))
}

async function ownNamed(tx: Tx, entity: string, own: OwnRow, { field, target, many }: ReturnType<typeof partsOf>[number]): Promise<string[]> {
  const ids = many
    ? sql`select target_id from ${sql.id(`${entity}__${field}`)} where customer_id = ${tx.customerId} and owner_id = ${own.id}`
    : sql`select ${own[`${field}_id`] ?? null}::bigint`
  const rows = await tx.run(sql<{ name: string }>`select coalesce(${localizedText(rowRef('o'), 'name', tx.who.lang)}, o.identifier) as name
    from ${sql.table(target)} o where o.customer_id = ${tx.customerId} and o.id in (${ids})`)
  return rows.map(({ name }) => name).toSorted()
}

function modelValue(row: Changes, field: string, { kind }: Field, lang: Language, calls?: ReadonlyMap<string, string>): ModelValue {
  const value = kind === 'localized' ? (row[`${field}_${lang}`] ?? row[`${field}_${lang === 'en' ? 'fr' : 'en'}`]) : row[field]
  if (field === 'formula' && typeof value === 'string' && calls) return renamed(value, calls)
  return (value ?? null) as ModelValue
}
