import { sql } from 'kysely'
import type { Resource } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** What a copy was made of. */
export interface Original {
  readonly customer_id: number
  readonly id: number
  readonly version: number
}

/** Keeps where copies came from, beside their fields: no version, history or digest holds it. */
export async function keepOrigins(tx: Tx, { def }: Resource, copies: readonly { readonly id: number; readonly of: Original }[]): Promise<void> {
  if (copies.length === 0) return
  await tx.run(sql`update ${sql.table(def.name)} as t set origin_customer_id = w.customer_id, origin_id = w.origin_id, origin_version = w.origin_version
    from unnest(${copies.map(({ id }) => id)}::bigint[], ${copies.map(({ of }) => of.customer_id)}::bigint[], ${copies.map(({ of }) => of.id)}::bigint[],
      ${copies.map(({ of }) => of.version)}::int[]) as w (id, customer_id, origin_id, origin_version)
    where t.customer_id = ${tx.customerId} and t.id = w.id`)
}

/** The customer's own copies of what others share, by the original's id: the latest of each that is still in use. */
export async function ownCopies(tx: Tx, { def }: Resource, originals: readonly number[]): Promise<Map<number, number>> {
  const inUse = 'archived' in def.fields ? sql`and not archived` : sql``
  const rows = await tx.run(sql<{ id: number; origin_id: number }>`select id, origin_id from ${sql.table(def.name)}
    where customer_id = ${tx.customerId} and origin_customer_id <> ${tx.customerId} and origin_id = any(${originals}::bigint[]) ${inUse} order by id`)
  return new Map(rows.map(({ id, origin_id }) => [origin_id, id]))
}

/** Each identifier as it is where nothing has it, else with the first number behind it that nothing has (CAT-03). */
export async function freeIdentifiers(tx: Tx, { def }: Resource, wanted: readonly string[]): Promise<string[]> {
  const rows = await tx.run(sql<{ identifier: string }>`select identifier from ${sql.table(def.name)} t where t.customer_id = ${tx.customerId}
    and (t.identifier in (select unnest(${wanted}::text[])) or regexp_replace(t.identifier, '-[0-9]+$', '') in (select unnest(${wanted}::text[])))`)
  const taken = new Set(rows.map(({ identifier }) => identifier))
  return wanted.map((identifier) => {
    let free = identifier
    for (let n = 2; taken.has(free); n += 1) free = `${identifier}-${n}`
    taken.add(free)
    return free
  })
}

const copied = { en: 'copy', fr: 'copie' } as const

/** What a copy of an own row is called, in each language in which the row has a name: as the row, told to be a copy, with the first number that nothing has. */
export async function copyNames(tx: Tx, { def }: Resource, source: Readonly<Record<string, unknown>>): Promise<Record<string, string>> {
  const field = def.fields[def.title]
  if (field?.kind !== 'localized' && field?.kind !== 'text') return {}
  const columns = field.kind === 'text' ? ([[def.title, tx.who.lang]] as const) : (['en', 'fr'] as const).map((lang) => [`${def.title}_${lang}`, lang] as const)
  const names: Record<string, string> = {}
  for (const [column, lang] of columns) {
    const name = source[column]
    if (typeof name !== 'string' || name === '') continue
    const called = (n: number) => {
      const end = ` (${copied[lang]}${n === 1 ? '' : ` ${n}`})`
      return `${name.slice(0, (field.options.max ?? Infinity) - end.length).trimEnd()}${end}`
    }
    const rows = await tx.run(sql<{ name: string }>`select ${sql.ref(column)} as name from ${sql.table(def.name)}
      where customer_id = ${tx.customerId} and ${sql.ref(column)} like ${'%(' + copied[lang] + '%'}`)
    const taken = new Set(rows.map((row) => row.name))
    let n = 1
    while (taken.has(called(n))) n += 1
    names[column] = called(n)
  }
  return names
}

/** For whom a copy is: an organisation's is its own, a catalog's is its instance's (CAT-03). */
export async function copiedFor(tx: Tx): Promise<string> {
  const row = await tx.first(sql<{ type: string }>`select case when 'INSTANCE' = any(own_catalog_types()) then 'INSTANCE' else 'PRIVATE' end as type`)
  return row?.type ?? 'PRIVATE'
}
