import { sql } from 'kysely'
import { asSql, type RowCondition } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Counted, Counting, ResourceCounts, Span } from '#kit/server/data/resources/counted.ts'
import { figureCondition } from '#kit/server/data/resources/figures.ts'
import type { Resource } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

const t = rowRef('t')

/** Several of what is counted of one entity, by perimeter id and in their order, in one statement: rows in several perimeters count in each. A share of nothing is null; perimeters without rows are left out. */
export async function countByPlace(
  tx: Tx,
  resource: Resource,
  { places }: ResourceCounts,
  counted: readonly Counted[],
  span: Span,
): Promise<ReadonlyMap<number, readonly (number | null)[]>> {
  const condition = (counting: Counting): RowCondition =>
    typeof counting === 'function' ? counting(t, span) : figureCondition(resource, counting, t, tx.who, tx.today)
  const number = (counting: Counting) => sql`count(*) filter (where ${asSql(condition(counting))})`
  const columns = counted.map(({ count, of }) => (of ? sql`100.0 * ${number(count)} / nullif(${number(of)}, 0)` : number(count)))
  const rows = await tx.run(
    sql<{
      place: number
      counts: readonly (number | null)[]
    }>`select u.id as place, array[${sql.join(columns.map((column) => sql`(${column})::float8`))}] as counts
      from ${sql.table(resource.def.name)} as t cross join lateral unnest(${places.of(t)}) as u (id) where t.customer_id = ${tx.customerId} group by u.id`,
    { planned: true },
  )
  return new Map(rows.map(({ place, counts }) => [place, counts]))
}
