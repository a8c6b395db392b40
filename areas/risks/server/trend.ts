import { sql } from 'kysely'
import type { z } from 'zod'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { notFound } from '#kit/contract/errors.ts'
import { today } from '#kit/server/data/sql/today.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { riskTrendOf } from '#areas/risks/contract/calls.ts'
import { riskRules } from './rules.ts'
import { scalesOf } from './scale-of.ts'

type Trend = z.infer<typeof riskTrendOf.answer>['object']

/** Risks of a register that were not closed at the end of each of the last twelve months, by the level that was their current one; of those that the reader may open now. Two statements. */
export async function trendOf(tx: Tx, id: number): Promise<Trend> {
  const judged = (await scalesOf(tx, [id])).get(id)
  if (!judged) throw notFound()
  const t = rowRef('t')
  const versions = (from: string, ends: ReturnType<typeof sql>, since: string) =>
    sql`select v.id, v.current_level, ${sql.ref(since)} as begins, ${ends} as ends from ${sql.table(from)} v where v.customer_id = ${tx.customerId} and v.register_id = ${id} and v.treatment <> 'CLOSED'`
  const rows = await tx.run(sql<{ month: string; level: number | null; count: number }>`with days as (
      select least(((date_trunc('month', ${today}::timestamp) + make_interval(months => 1 - n))::date - 1), ${today}) as day from generate_series(0, 11) n),
    d as (select day, (day + 1)::timestamp at time zone ${tx.who.timeZone} as moment from days),
    seen as (select t.id from risk t where t.customer_id = ${tx.customerId} and t.register_id = ${id} and ${asSql(riskRules.read(t, tx.who))})
    select to_char(d.day, 'YYYY-MM') as month, x.current_level as level, count(x.id)::int as count from d left join (
        ${versions('risk', sql`'infinity'::timestamptz`, 'v.updated_at')} union all ${versions('risk_history', sql`v.valid_to`, 'v.valid_from')}) x
      on x.begins < d.moment and x.ends >= d.moment and x.id in (select id from seen)
    group by 1, 2 order by 1, 2`)
  const months = [...new Set(rows.map(({ month }) => month))]
  return {
    scale: judged.scale,
    appetite: judged.appetite,
    months: months.map((month) => ({
      month,
      counts: rows.flatMap((row) => (row.month === month && row.level !== null ? [{ level: row.level, count: row.count }] : [])),
    })),
  }
}
