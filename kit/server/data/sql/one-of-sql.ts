import { sql, type RawBuilder } from 'kysely'
import type { Field } from '#kit/contract/field.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { oneOfColumns, rowOfWord } from '#kit/contract/one-of.ts'
import { asSql, either, type RowCondition, type RowRef } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { mayName, referenceOf, rowRef, title } from './columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Viewer } from './sql-template.ts'

/** The field as a reference to one of its entities alone. */
const towards = (field: Field, entity: string): Field => ({ kind: 'ref', options: { ...field.options, entity } })

/** The named row as an object that says of which entity it is, or null; of what the reader may not know by name only the id is told. */
export function oneOfReference(resources: Resources, name: string, field: Field, row: RowRef, who: Viewer): RawBuilder<unknown> {
  const cases = oneOfColumns(name, field).map(
    ({ entity, column }) =>
      sql`when ${row(column)} is not null then ${referenceOf(resources, towards(field, entity), row(column), row('customer_id'), who)} || jsonb_build_object('entity', ${sql.lit(entity)})`,
  )
  return sql`case ${sql.join(cases, sql` `)} end`
}

/** Rows by what they name; `null` are those that name nothing. */
export function oneOfCondition(name: string, field: Field, { selected_options: options }: Filter, row: RowRef, wrong: () => Error): RowCondition {
  const columns = oneOfColumns(name, field)
  const rows = options
    .filter((option) => option !== null)
    .map((option) => {
      const found = rowOfWord(field, option)
      if (!found) throw wrong()
      return found
    })
  const named = columns.flatMap(({ entity, column }) => {
    const ids = rows.filter((one) => one.entity === entity).map(({ id }) => id)
    return ids.length === 0 ? [] : [sql<boolean>`coalesce(${row(column)} = any(${ids}::bigint[]), false)`]
  })
  const nothing = sql<boolean>`num_nonnulls(${sql.join(columns.map(({ column }) => row(column)))}) = 0`
  return either(...(options.includes(null) ? [nothing] : []), ...named)
}

/** What a list is sorted by: the name of what is named, where the reader may know it. */
export function oneOfName(
  resources: Resources,
  name: string,
  field: Field,
  row: RowRef,
  who: Who,
  alias: string,
): { readonly joins: RawBuilder<unknown>; readonly value: RawBuilder<unknown> } {
  const parts = oneOfColumns(name, field).map(({ entity, column }, n) => {
    const target = resourceOf(resources, entity)
    const other = rowRef(`${alias}_${n}`)
    const open = mayName(target, field, other, who)
    const called = title(target, other, who.lang)
    return {
      join: sql` left join ${sql.table(entity)} as ${sql.ref(`${alias}_${n}`)} on ${other('customer_id')} = ${row('customer_id')} and ${other('id')} = ${row(column)}`,
      called: open === true ? called : sql`case when ${asSql(open)} then ${called} end`,
    }
  })
  return {
    joins: sql.join(
      parts.map(({ join }) => join),
      sql``,
    ),
    value: sql`(coalesce(${sql.join(parts.map(({ called }) => called))}) collate "und-x-icu")`,
  }
}
