import { sql } from 'kysely'
import { can } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Row } from '#kit/server/data/lists/list-engine.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import { selectRow } from '#kit/server/data/sql/select-row.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { folded, importingOf, keyOf } from './sheet-columns.ts'

/** The rows within reach that lines may be about. */
export interface KnownRows {
  readonly byKey: (key: string) => Row | undefined
  /** By the references that name a row together. */
  readonly byPlace: (ids: readonly unknown[]) => Row | undefined
}

/** Rows as the importer reads them, by what lines name them by; none where no row may be changed. */
export async function knownRows(
  tx: Tx,
  resource: Resource,
  resources: Resources,
  asked: { keys: readonly string[]; places: readonly (readonly number[])[] },
): Promise<KnownRows> {
  const { def } = resource
  const key = keyOf(def)
  const { sameBy = [] } = importingOf(resource)
  const { update } = def.rights
  const rows = new Map<string, Row>()
  const places = new Map<string, Row>()
  const known: KnownRows = { byKey: (text) => rows.get(folded(text)), byPlace: (ids) => places.get(ids.join(' ')) }
  if (update === null || !can(tx.who, update)) return known
  const t = rowRef('t')
  const fields = Object.keys(def.fields)
  const named =
    key && asked.keys.length > 0 ? sql<boolean>`fold(${t(key)}::text) = any(select fold(w) from unnest(${[...asked.keys]}::text[]) as w)` : sql<boolean>`false`
  const placed =
    sameBy.length > 0 && asked.places.length > 0
      ? sql<boolean>`(${sql.join(sameBy.map((name) => t(`${name}_id`)))}) in (select * from unnest(${sql.join(sameBy.map((_, n) => sql`${asked.places.map((place) => place[n])}::bigint[]`))}))`
      : sql<boolean>`false`
  const found = await tx.run(sql<Row>`select ${selectRow(resource, resources, tx.who, fields)} from ${sql.table(def.name)} as t
    where t.customer_id = ${tx.customerId} and (${named} or ${placed}) and ${asSql(resource.rules.read(t, tx.who))}`)
  for (const row of found) {
    if (key) rows.set(folded(String(row[key])), row)
    if (sameBy.length > 0) places.set(sameBy.map((name) => (row[name] as { id: number } | null)?.id).join(' '), row)
  }
  return known
}
