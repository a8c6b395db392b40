import { sql } from 'kysely'
import type { z } from 'zod'
import { declaredSort } from '#kit/contract/entity.ts'
import { only } from '#kit/contract/figure.ts'
import type { Reference } from '#kit/contract/field.ts'
import { groupHead, type groupSchema } from '#kit/contract/grouped.ts'
import { isRegister, type Assigned } from '#kit/contract/register.ts'
import type { Filter, ListQuery } from '#kit/contract/list-query.ts'
import { asSql, type RowRule } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { fieldOf, rowRef } from '#kit/server/data/sql/columns.ts'
import { filterCondition, listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { resourceOf, type Resource, type Resources } from '#kit/server/data/resources/resource.ts'
import { selectRow } from '#kit/server/data/sql/select-row.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

type Row = Readonly<Record<string, unknown>>

export type RowGroup = z.infer<typeof groupSchema>

/** The query with the order that groups its rows. */
export const grouped = ({ def }: Resource, query: ListQuery): ListQuery =>
  query.group === undefined
    ? query
    : {
        ...query,
        sort: [{ name: query.group, order: 'asc' }, ...(query.sort.length > 0 ? query.sort : declaredSort(def)).filter(({ name }) => name !== query.group)],
      }

const states = { open: only('closed', false), late: only('late', true), closed: only('closed', true) }

/** The groups of which rows stand on a page, in their order, in one statement. */
export async function groupsOf(
  tx: Tx,
  who: Who,
  resource: Resource,
  resources: Resources,
  query: ListQuery,
  readable: ReturnType<RowRule>,
  page: readonly Row[],
): Promise<RowGroup[]> {
  const { def } = resource
  const by = query.group ?? ''
  const ids = [...new Set(page.map((row) => (row[by] as { readonly id: number } | null)?.id ?? null))]
  if (ids.length === 0) return []
  const over = resourceOf(resources, fieldOf(def, by)?.options.entity ?? '')
  const t = rowRef('t')
  const counted = Object.entries(states).filter(([, { name }]) => fieldOf(def, name)?.kind === 'boolean' && def.list.filters.includes(name))
  const ofState = new Set<string>([...counted.map(([, { name }]) => name), 'soon', ...(resource.work ? [resource.work.status] : [])])
  const condition = (filters: readonly Filter[]) =>
    filters.length === 0
      ? sql`true`
      : sql`(${sql.join(
          filters.map((filter) => asSql(filterCondition(resource, filter, t, who))),
          sql` and `,
        )})`
  const asked = query.filters.filter(({ name }) => ofState.has(name))
  const columns = [
    sql`count(*) filter (where ${condition(asked)}) as group_rows`,
    ...counted.map(([name, filter]) => sql`count(*) filter (where ${condition([filter])}) as ${sql.ref(`group_${name}`)}`),
  ]
  const among = listConditions(resource, { ...query, filters: query.filters.filter(({ name }) => !ofState.has(name)) }, readable, t, who, resources)
  const key = t(`${by}_id`)
  const found = await tx.run(
    sql<Row & { group_id: number | null }>`with counted as materialized (select ${key} as group_id, ${sql.join(columns)} from ${sql.table(def.name)} as t
      where ${among} and (${key} = any(${ids.filter((id) => id !== null)}::bigint[])${ids.includes(null) ? sql` or ${key} is null` : sql``}) group by 1)
    select counted.*, head.* from counted left join lateral (select ${selectRow(over, resources, who, groupHead(over.def).fields)} from ${sql.table(over.def.name)} as t
      where t.customer_id = ${who.customerId} and t.id = counted.group_id) head on true`,
    { planned: true },
  )
  const { date, people } = groupHead(over.def)
  const groups = found.map(({ group_id: id, group_rows: rows, group_open, group_late, group_closed, ...row }): RowGroup => {
    const counts = Object.entries({ open: group_open, late: group_late, closed: group_closed }).flatMap(([name, count]) =>
      count === undefined ? [] : [[name, Number(count)]],
    )
    const whose = people === undefined ? null : row[people]
    const head = {
      identifier: (row.identifier as string | undefined) ?? null,
      date: date === undefined ? null : (row[date] as string | null),
      assigned: isRegister(over.def) ? (whose as Assigned) : { members: whose ? [whose as Reference] : [], groups: [] },
    }
    return { id, rows: Number(rows), ...Object.fromEntries(counts), head: row.view_right === true ? head : null }
  })
  return groups.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}
