import { sql, type RawBuilder } from 'kysely'
import { badParameters } from '#kit/contract/errors.ts'
import type { EntityDef } from '#kit/contract/entity.ts'
import { assertGranted, type Grant } from '#kit/server/access/authorize.ts'
import { both } from '#kit/server/access/row-rule.ts'
import type { Row } from '#kit/server/data/lists/list-engine.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import { rowRef, scalar } from '#kit/server/data/sql/columns.ts'
import { checkQuery, listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { finishRow, listFields, selectRow } from '#kit/server/data/sql/select-row.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { ListAsked } from './filters.ts'

/** Where a page ended: in which order, at which value of it, at which row. */
type Place = readonly [sort: string, value: string | null, id: number]

const written = (place: Place) => Buffer.from(JSON.stringify(place)).toString('base64url')

function read(cursor: string, sort: string): Place {
  try {
    const [order, value, id, ...rest] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[]
    const valued = value === null || (typeof value === 'string' && value.length <= 1000 && !value.includes('\0'))
    if (order === sort && valued && Number.isSafeInteger(id) && Number(id) > 0 && rest.length === 0) return [sort, value, Number(id)]
  } catch {
    // It is none of ours.
  }
  throw badParameters({ cursor: [{ key: 'kit.errors.invalid_value' }] })
}

/** As what a value of an order is compared. */
function typeOf({ fields }: EntityDef, name: string): RawBuilder<unknown> {
  const kind = fields[name]?.kind
  if (kind === undefined) return name === 'id' ? sql`bigint` : sql`timestamptz`
  if (kind === 'integer' || kind === 'decimal' || kind === 'scale') return sql`numeric`
  return kind === 'date' ? sql`date` : kind === 'timestamp' ? sql`timestamptz` : sql`text`
}

/** Rows that stand behind a place. What has none of the value comes last, and first when the order is turned round. */
function behind([, value, id]: Place, key: RawBuilder<unknown>, type: RawBuilder<unknown>, down: boolean): RawBuilder<boolean> {
  const further = down ? sql`t.id < ${id}` : sql`t.id > ${id}`
  if (value === null) return down ? sql`((${key} is null and ${further}) or ${key} is not null)` : sql`(${key} is null and ${further})`
  const at = sql`${value}::${type}`
  const beyond = down ? sql`${key} < ${at}` : sql`(${key} > ${at} or ${key} is null)`
  return sql`(${beyond} or (${key} = ${at} and ${further}))`
}

export interface PublicPage {
  readonly rows: readonly Row[]
  readonly next: string | null
}

/**
 * One page behind a place, by the values that the order compares and not by how many rows came before: what is added, changed or gone meanwhile moves no other row from one page to
 * another. Two statements, none of which counts.
 */
export async function pageOf(tx: Tx, grant: Grant, resource: Resource, resources: Resources, { limit, cursor, sort, filters }: ListAsked): Promise<PublicPage> {
  const { def } = resource
  assertGranted(grant, def, 'read')
  checkQuery(resource, { sort: [], filters: [...filters] })
  const { who } = grant
  const t = rowRef('t')
  const down = sort.startsWith('-')
  const name = down ? sort.slice(1) : sort
  const key = name === 'id' ? t('id') : scalar(resource, name, t, who.lang, who)
  const place = cursor === undefined ? undefined : read(cursor, sort)
  const rule = both(resource.rules.read(t, who), place ? behind(place, key, typeOf(def, name), down) : true)
  const direction = down ? sql`desc` : sql`asc`
  const order = name === 'id' ? sql`t.id ${direction}` : sql`${key} ${direction}, t.id ${direction}`
  const found = await tx.run(
    sql<{ id: number; value: string | null }>`select t.id, ${name === 'id' ? sql`null` : sql`(${key})::text`} as value from ${sql.table(def.name)} as t
      where ${listConditions(resource, { filters: [...filters], global_search: '' }, rule, t, who)} order by ${order} limit ${limit + 1}`,
    { planned: true },
  )
  const ids = found.slice(0, limit).map((row) => row.id)
  const last = found[limit - 1]
  const next = found.length > limit && last ? written([sort, name === 'id' ? String(last.id) : last.value, last.id]) : null
  if (ids.length === 0) return { rows: [], next: null }
  const rows = await tx.run(sql<Row>`select ${selectRow(resource, resources, who, listFields(def))} from ${sql.table(def.name)} as t
    where t.customer_id = ${who.customerId} and t.id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], t.id)`)
  // A row may have left its reader's reach since its id was read.
  return { rows: rows.filter((row) => row.view_right === true).map((row) => finishRow(def, row)), next }
}
