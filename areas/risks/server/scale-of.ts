import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { RiskScale } from '#areas/risks/contract/calls.ts'

/** What a register judges its risks by. */
export interface Judged {
  readonly id: number
  readonly appetite: number | null
  readonly scale: RiskScale
}

/** The places of both sides of a scale with their names, lowest first: what the figures of a risk are called. */
export function sidesTold(customer: RawBuilder<unknown>, scale: RawBuilder<unknown>): RawBuilder<unknown> {
  const side = (table: 'scale__impact_levels' | 'scale__probability_levels') =>
    sql`(select coalesce(jsonb_agg(jsonb_build_object('place', p.n, 'name_en', p.name_en, 'name_fr', p.name_fr) order by p.n), '[]')
      from (select l.name_en, l.name_fr, row_number() over (order by l.position, l.id) as n from ${sql.table(table)} l
        where l.customer_id = ${customer} and l.owner_id = ${scale}) p)`
  return sql`jsonb_build_object('impacts', ${side('scale__impact_levels')}, 'probabilities', ${side('scale__probability_levels')})`
}

/** A level `l` of a scale as it is told, with its place among the others. */
export const levelTold = sql`jsonb_build_object('value', l.value, 'name_en', l.name_en, 'name_fr', l.name_fr, 'color', l.color,
  'at', (select count(*) from scale__levels o where o.customer_id = l.customer_id and o.owner_id = l.owner_id and o.value <= l.value),
  'of', (select count(*) from scale__levels o where o.customer_id = l.customer_id and o.owner_id = l.owner_id))`

/** A scale `s` as it is told. */
function scaleTold(): RawBuilder<RiskScale> {
  return sql<RiskScale>`${sidesTold(sql`s.customer_id`, sql`s.id`)} || jsonb_build_object(
      'levels', (select coalesce(jsonb_agg(${levelTold} order by l.value), '[]')
        from scale__levels l where l.customer_id = s.customer_id and l.owner_id = s.id), 'matrix', coalesce(s.matrix, '[]'))`
}

/** The scales of some registers, or of all: one statement. */
export async function scalesOf(tx: Tx, registers: readonly number[] | null): Promise<ReadonlyMap<number, Judged>> {
  const rows =
    await tx.run(sql<Judged>`select g.id, g.appetite, ${scaleTold()} as scale from risk_register g join scale s on s.customer_id = g.customer_id and s.id = g.scale_id
    where g.customer_id = ${tx.customerId} and ${registers === null ? sql`true` : sql`g.id = any(${registers}::bigint[])`} order by g.id`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A scale of risks by its id; none where it is not one, or has no matrix. */
export async function riskScaleOf(tx: Tx, id: number): Promise<RiskScale | undefined> {
  const row = await tx.first(
    sql<{
      scale: RiskScale
    }>`select ${scaleTold()} as scale from scale s where s.customer_id = ${tx.customerId} and s.id = ${id} and s.type = 'risk' and jsonb_typeof(s.matrix) = 'array'`,
  )
  return row?.scale
}
