import { levelRanked, scaleLevels, everyScale, scaleSides, scalesWithMatrix } from '#areas/scales/server/index.ts'
import { sql, type RawBuilder } from 'kysely'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { RiskScale } from '#areas/risks/contract/calls.ts'

/** What a register judges its risks by. */
export interface Judged {
  readonly id: number
  readonly appetite: number | null
  readonly scale: RiskScale
}

/** A scale `s` as it is told. */
function scaleJson(): RawBuilder<RiskScale> {
  return sql<RiskScale>`${scaleSides(sql`s.customer_id`, sql`s.id`)} || jsonb_build_object(
      'levels', (select coalesce(jsonb_agg(${levelRanked(rowRef('l'))} order by l.value), '[]')
        from ${scaleLevels(sql`s.customer_id`, sql`s.id`)} l), 'matrix', coalesce(s.matrix, '[]'))`
}

/** The scales of some registers, or of all: one statement. */
export async function scalesOf(tx: Tx, registers: readonly number[] | null): Promise<ReadonlyMap<number, Judged>> {
  const rows =
    await tx.run(sql<Judged>`select g.id, g.appetite, ${scaleJson()} as scale from risk_register g join ${everyScale(tx.customerId)} s on s.id = g.scale_id
    where g.customer_id = ${tx.customerId} and ${registers === null ? sql`true` : sql`g.id = any(${registers}::bigint[])`} order by g.id`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A scale of risks by its id; none where it is not one, or has no matrix. */
export async function riskScaleOf(tx: Tx, id: number): Promise<RiskScale | undefined> {
  const row = await tx.first(
    sql<{
      scale: RiskScale
    }>`select ${scaleJson()} as scale from ${scalesWithMatrix(tx.customerId)} s where s.id = ${id} and s.type = 'risk'`,
  )
  return row?.scale
}
