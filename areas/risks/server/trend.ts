import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { notFound } from '#kit/contract/errors.ts'
import { readers } from '#kit/contract/right.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { countStanding, monthEnds, standingAt } from '#kit/server/data/sql/months-sql.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import type { riskTrendOf } from '#areas/risks/contract/calls.ts'
import { riskRules } from './rules.ts'
import { scalesOf } from './scale-of.ts'

type Trend = z.infer<typeof riskTrendOf.answer>['object']
type Counts = Trend['months'][number]['counts']
interface Month {
  readonly day: string
  readonly counts: Counts
}

/** Months that are kept, the one that goes on left aside. */
const keptMonths = 24

const t = rowRef('t')

/** Risks that are not closed as they are, and as they were. */
const versions = (of: RawBuilder<unknown>): RawBuilder<unknown> => {
  const from = (
    table: string,
    since: string,
    until: string,
  ) => sql`select id, register_id, current_level, ${sql.ref(since)} as valid_from, ${sql.raw(until)} as valid_to
    from ${sql.table(table)} where ${of} and treatment <> 'CLOSED'`
  return sql`(${from('risk', 'updated_at', "'infinity'::timestamptz")} union all ${from('risk_history', 'valid_from', 'valid_to')})`
}

const endsBefore = (tx: Tx, months: number) =>
  sql`(select * from ${monthEnds(sql`${tx.today}`, months + 1, tx.who.timeZone)} e where e.day < ${tx.today}::date)`

/** Levels with how many risks have each, of rows of `level` and `count`. */
const asCounts = (rows: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('level', l.level, 'count', l.count) order by l.level), '[]') from (${rows}) l)`

/** Risks of a register that were not closed at the end of each of the last twelve months, by the level that was their current one; of those that the reader may open now. */
export async function trendOf(tx: Tx, id: number): Promise<Trend> {
  const judged = (await scalesOf(tx, [id])).get(id)
  if (!judged) throw notFound()
  const now = tx.first(
    sql<{ counts: Counts }>`select ${asCounts(sql`select t.current_level as level, count(*)::int as count from risk t
    where t.customer_id = ${tx.customerId} and t.register_id = ${id} and t.treatment <> 'CLOSED' and ${asSql(riskRules.read(t, tx.who))} group by 1`)} as counts`,
  )
  const [past, today] = await Promise.all([monthsBefore(tx, id), now])
  return {
    scale: judged.scale,
    appetite: judged.appetite,
    months: [...past, { day: tx.today, counts: today?.counts ?? [] }].map(({ day, counts }) => ({ month: day.slice(0, 7), counts })),
  }
}

/** The eleven months that are over, oldest first: what is kept of them, where that says who may open a risk, else what its versions say. */
async function monthsBefore(tx: Tx, id: number): Promise<Month[]> {
  const ends = endsBefore(tx, 11)
  // Whoever works on risks reads what is theirs wherever it is.
  if (!tx.who.roles.every((role) => readers.includes(role))) return countMonths(tx, id, ends)
  const levels = sql`select t.level, sum(t.count)::int as count
    from (select m.customer_id, m.register_id, k.* from unnest(m.perimeters, m.tags, m.levels, m.counts) as k (perimeter_id, tag_id, level, count)) t
    where ${asSql(riskRules.read(t, tx.who))} group by 1`
  const found = await tx.run(sql<Month & { kept: boolean }>`select e.day::text, m.moment is not null as kept, ${asCounts(levels)} as counts
    from ${ends} e left join risk_month m on m.customer_id = ${tx.customerId} and m.register_id = ${id} and m.moment = e.moment order by e.day`)
  const missing = found.flatMap(({ kept, day }) => (kept ? [] : [day]))
  if (missing.length === 0) return found
  const counted = new Map((await countMonths(tx, id, sql`(select * from ${ends} e where e.day = any(${missing}::date[]))`)).map((month) => [month.day, month]))
  return found.map((month) => counted.get(month.day) ?? month)
}

const countMonths = (tx: Tx, id: number, ends: RawBuilder<unknown>): Promise<Month[]> =>
  tx.run(
    sql<Month>`with ended as materialized (select * from ${ends} e),
      seen as materialized (select t.id from risk t where t.customer_id = ${tx.customerId} and t.register_id = ${id} and ${asSql(riskRules.read(t, tx.who))}),
      told as materialized (select * from ${countStanding(
        sql`ended`,
        versions(sql`customer_id = ${tx.customerId} and register_id = ${id}`),
        t('current_level'),
        sql`t.id in (select id from seen)`,
      )} k)
    select e.day::text, ${asCounts(sql`select k.key as level, k.count from told k where k.day = e.day`)} as counts from ended e order by e.day`,
    { planned: true },
  )

/** Counts the months that are over from versions, of all registers, and keeps them: what is kept already and is not so is put right. */
export async function keepRiskMonths(tx: Tx): Promise<void> {
  await takeTurn(tx, 'months')
  const ends = endsBefore(tx, keptMonths)
  await tx.run(sql`with ended as materialized (select * from ${ends} e),
      told as (select p.register_id, d.moment, p.perimeter_id, p.tag_id, t.current_level as level, count(*)::int as count
        from ${standingAt(sql`ended`, versions(sql`customer_id = ${tx.customerId}`))}
          join risk p on p.customer_id = ${tx.customerId} and p.id = t.id and p.register_id = t.register_id group by 1, 2, 3, 4, 5),
      kept as (select register_id, moment, array_agg(perimeter_id order by ordinal) as perimeters, array_agg(tag_id order by ordinal) as tags, array_agg(level order by ordinal) as levels,
          array_agg(count order by ordinal) as counts
        from (select told.*, row_number() over (order by perimeter_id, tag_id, level) as ordinal from told) o group by 1, 2)
    insert into risk_month as m (customer_id, register_id, moment, perimeters, tags, levels, counts)
    select ${tx.customerId}, r.id, e.moment, coalesce(k.perimeters, '{}'), coalesce(k.tags, '{}'), coalesce(k.levels, '{}'), coalesce(k.counts, '{}')
    from risk_register r cross join ended e left join kept k on k.register_id = r.id and k.moment = e.moment where r.customer_id = ${tx.customerId} order by 2, 3
    on conflict (customer_id, register_id, moment) do update set perimeters = excluded.perimeters, tags = excluded.tags, levels = excluded.levels, counts = excluded.counts
    where (m.perimeters, m.tags, m.levels, m.counts) is distinct from (excluded.perimeters, excluded.tags, excluded.levels, excluded.counts)`)
  await tx.run(sql`delete from risk_month where customer_id = ${tx.customerId} and moment not in (select moment from ${ends} e)`)
}
