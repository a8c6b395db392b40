import { sql } from 'kysely'
import { readersOfAll } from './reads-every-row.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { trendWeeks } from '#areas/checks/contract/calls.ts'
import { checksFor, countChecks, type Declared } from './count.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'

/** Days that counts are kept: two years, of which weeks are shown. */
const keptDays = 731

/** Writes what every check finds today in the whole organisation; run twice, the later one stays. */
export async function keepCounts(tx: Tx, resources: Resources): Promise<void> {
  const declared = checksFor(resources, tx)
  const counts = await countChecks(tx, declared)
  const rows = declared.map(({ check: { entity, word } }, at) => ({ entity, word, found: counts[at]?.found ?? 0, accepted: counts[at]?.accepted ?? 0 }))
  await tx.run(sql`insert into check_count (customer_id, entity, word, day, found, accepted)
    select ${tx.customerId}, r.entity, r.word, ${tx.today}::date, r.found, r.accepted
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(entity text, word text, found int, accepted int)
    on conflict (customer_id, entity, word, day) do update set found = excluded.found, accepted = excluded.accepted`)
  await tx.run(sql`delete from check_count where customer_id = ${tx.customerId} and day < ${tx.today}::date - ${keptDays}::int`)
}

/**
 * What each check found one to eight weeks ago, by its name, oldest first: the last count of that week. Counts are of the whole organisation, so of a check
 * whose rows a reader reads in part there are none.
 */
export async function trendsOf(tx: Tx, declared: readonly Declared[]): Promise<ReadonlyMap<string, (number | null)[]>> {
  const whole = declared.filter(({ resource }) => readersOfAll(resource, tx.who))
  if (whole.length === 0) return new Map()
  const rows = await tx.run(sql<{
    name: string
    week: number
    found: number
  }>`select distinct on (c.entity, c.word, w.week) c.entity || '.' || c.word as name, w.week, c.found
    from generate_series(1, ${trendWeeks}) as w(week) join check_count c on c.customer_id = ${tx.customerId}
      and c.day <= ${tx.today}::date - 7 * w.week and c.day > ${tx.today}::date - 7 * w.week - 7
    order by c.entity, c.word, w.week, c.day desc`)
  const trends = new Map(whole.map(({ check: { name } }) => [name, Array.from({ length: trendWeeks }, (): number | null => null)]))
  for (const { name, week, found } of rows) {
    const trend = trends.get(name)
    if (trend) trend[trendWeeks - week] = found
  }
  return trends
}
