import { sql, type RawBuilder } from 'kysely'
import type { Filter } from '#kit/contract/list-query.ts'
import { readers } from '#kit/contract/right.ts'
import type { Who } from '#kit/server/access/who.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { monthEnds, standingAt } from '#kit/server/data/sql/months-sql.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { actionsOnDay } from './facts.ts'

/** Months that are kept, the one that goes on left aside. */
const keptMonths = 24

const counted = ['finished', 'ongoing', 'planned', 'late'] as const
export type ActionCounts = Readonly<Record<(typeof counted)[number], number>>

interface Month extends ActionCounts {
  /** `YYYY-MM-DD`, its last. */
  readonly day: string
}

const each = (of: (name: RawBuilder<unknown>) => RawBuilder<unknown>) => sql.join(counted.map((name) => of(sql.ref(name))))

const t = rowRef('t')
const counts = () => Object.entries(actionsOnDay(t, sql`d.day`)).map(([name, condition]) => sql`count(*) filter (where ${condition})::int as ${sql.ref(name)}`)

/** Columns that the row rule, filters and counts read of a version. */
const columns = ['customer_id', 'id', 'status', 'target_date', 'done_date', 'perimeter_id', 'manager_id', 'group_id', 'program_id', 'created_by']
const picked = sql.join(columns.map((column) => sql.ref(column)))

/** Actions as they are and as they were. */
const versions = (customer: number): RawBuilder<unknown> =>
  sql`(select ${picked}, updated_at as valid_from, 'infinity'::timestamptz as valid_to from public.remediation where customer_id = ${customer}
    union all select ${picked}, valid_from, valid_to from public.remediation_history where customer_id = ${customer})`

/** The months before that of a day, oldest first, as they ended: of the actions that the reader may see now and filters keep. */
export async function monthsBefore(tx: Tx, who: Who, resources: Resources, filters: readonly Filter[], day: string, months: number): Promise<Month[]> {
  const resource = resourceOf(resources, 'remediation')
  const where = listConditions(resource, { filters: [...filters], global_search: '' }, resource.rules.read(t, who), t, who)
  const ends = sql`(select * from ${monthEnds(sql`${day}`, months + 1, who.timeZone)} e where e.day < ${day}::date)`
  if (!byPlace(who, filters)) return count(tx, ends, where)
  const found = await tx.run(sql<
    Month & { kept: boolean }
  >`select e.day::text, m.moment is not null as kept, ${each((name) => sql`coalesce(c.${name}, 0)::int as ${name}`)}
    from ${ends} e left join remediation_month m on m.customer_id = ${tx.customerId} and m.moment = e.moment
      left join lateral (select ${each((name) => sql`sum(t.${name}) as ${name}`)}
        from (select m.customer_id, k.* from unnest(m.perimeters, ${each((name) => sql`m.${name}`)}) as k (perimeter_id, ${each((name) => name)})) t
        where ${where}) c on true
    order by e.day`)
  const missing = found.flatMap((month) => (month.kept ? [] : [month.day]))
  if (missing.length === 0) return found
  const others = new Map((await count(tx, sql`(select * from ${ends} e where e.day = any(${missing}::date[]))`, where)).map((month) => [month.day, month]))
  return found.map((month) => others.get(month.day) ?? month)
}

/** Whether it follows from where actions stand alone which of them are meant: what is kept says nothing else of them. */
const byPlace = ({ roles }: Who, filters: readonly Filter[]): boolean =>
  roles.every((role) => readers.includes(role)) && filters.every(({ name }) => name === 'perimeter')

/** The same from versions. */
const count = (tx: Tx, ends: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<Month[]> =>
  tx.run(
    sql<Month>`with ended as materialized (select * from ${ends} e),
      told as materialized (select d.day, ${sql.join(counts())} from ${standingAt(sql`ended`, versions(tx.customerId))} where ${where} group by d.day)
    select e.day::text, ${each((name) => sql`coalesce(c.${name}, 0) as ${name}`)} from ended e left join told c on c.day = e.day order by e.day`,
    { planned: true },
  )

/** Counts the months that are over from versions, and keeps them: what is kept already and is not so is put right. */
export async function keepMonths(tx: Tx): Promise<void> {
  await takeTurn(tx, 'months')
  const ends = sql`(select * from ${monthEnds(sql`${tx.today}`, keptMonths + 1, tx.who.timeZone)} e where e.day < ${tx.today}::date)`
  await tx.run(sql`with ended as materialized (select * from ${ends} e),
      told as (select d.moment, t.perimeter_id, ${sql.join(counts())} from ${standingAt(sql`ended`, versions(tx.customerId))} group by 1, 2)
    insert into remediation_month as m (customer_id, moment, perimeters, ${each((name) => name)})
    select ${tx.customerId}, e.moment, coalesce(k.perimeters, '{}'), ${each((name) => sql`coalesce(k.${name}, '{}')`)}
    from ended e left join (select moment, array_agg(perimeter_id order by perimeter_id) as perimeters, ${each((name) => sql`array_agg(${name} order by perimeter_id) as ${name}`)}
      from told group by moment) k on k.moment = e.moment
    order by e.moment
    on conflict (customer_id, moment) do update set perimeters = excluded.perimeters, ${each((name) => sql`${name} = excluded.${name}`)}
    where (m.perimeters, ${each((name) => sql`m.${name}`)}) is distinct from (excluded.perimeters, ${each((name) => sql`excluded.${name}`)})`)
  await tx.run(sql`delete from remediation_month where customer_id = ${tx.customerId} and moment not in (select moment from ${ends} e)`)
}
