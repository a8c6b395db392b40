import { sql } from 'kysely'
import { declaredSort } from '#kit/contract/entity.ts'
import { lookOf, tintOfLook } from '#kit/contract/status-looks.ts'
import { levelOf } from '#kit/contract/level.ts'
import type { AnswerCell, RowsAnswer } from '#kit/contract/source.ts'
import type { Reference } from '#kit/contract/field.ts'
import { fieldOf } from '#kit/server/data/sql/columns.ts'
import { ordering } from '#kit/server/data/sql/list-query-sql.ts'
import { finishRow, selectRow } from '#kit/server/data/sql/select-row.ts'
import { cellOf } from '#kit/server/sheets/cells.ts'
import type { Asking } from './source.ts'
import { duringFilter, linkOf, numberKinds, t, whereOf, type AskedRows } from './rows-source.ts'

type Row = Record<string, unknown> & { readonly id: number; readonly version: number; readonly view_right?: boolean }

/** The first rows of a list in the order that is asked, with how many there are: two statements. */
export async function askList(asking: Asking, rows: AskedRows, most: number): Promise<RowsAnswer> {
  const { tx, resources } = asking
  const { resource, ask, words, levels } = rows
  const { def } = resource
  const filters = ask.over === undefined ? rows.filters : [...rows.filters, duringFilter(asking, resource, ask.over, asking.days)]
  const columns =
    ask.columns.length > 0 ? ask.columns : [def.title, ...def.list.columns.filter((name) => name !== def.title && name !== 'identifier').slice(0, 3)]
  const { joins, orderBy } = ordering(resource, resources, ask.sort.length > 0 ? ask.sort : declaredSort(def), t, tx.who)
  const where = whereOf(asking, rows, filters)
  const from = sql.table(def.name)
  const found = await tx.first(
    sql<{ total: number; ids: number[] }>`select (select count(*)::int from ${from} as t where ${where}) as total,
      array(select t.id from ${from} as t${joins} where ${where} order by ${orderBy} limit ${most}) as ids`,
    { planned: true },
  )
  const ids = found?.ids ?? []
  const read =
    ids.length === 0
      ? []
      : await tx.run(sql<Row>`select ${selectRow(resource, resources, tx.who, columns)} from ${from} as t
    where t.customer_id = ${tx.customerId} and t.id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], t.id)`)
  const cell = (row: Row, name: string): AnswerCell => {
    const field = fieldOf(def, name)
    const value = row[name]
    if (!field || value === null || value === undefined) return null
    if (field.kind === 'date') return { text: value as string, tint: null, day: value as string }
    if (field.kind === 'timestamp') return { text: '', tint: null, day: new Date(value as string | Date).toISOString() }
    if (field.kind === 'choice')
      return { text: words.choice(name, value as string), tint: tintOfLook(lookOf(value as string, `${def.name}.${name}`)), day: null }
    if (field.kind === 'scale')
      return { text: words.choice(name, value as number), tint: levelOf(levels[field.options.scale ?? ''] ?? [], value)?.color ?? null, day: null }
    if (field.kind === 'ref') return (value as Reference).name
    const written = cellOf(name, field, value, words, tx.who.timeZone)
    return written !== null && typeof written === 'object' ? ('amount' in written ? written.amount : '') : typeof written === 'boolean' ? null : written
  }
  return {
    kind: 'rows',
    columns: columns.map((name) => ({ name, label: words.field(name), align: numberKinds.has(fieldOf(def, name)?.kind ?? 'json') ? 'end' : 'start' })),
    rows: read.filter((row) => row.view_right === true).map((row) => ({ id: row.id, cells: columns.map((name) => cell(finishRow(def, row), name)) })),
    total: found?.total ?? 0,
    opens: linkOf(rows, filters, found?.total ?? 0),
  }
}
