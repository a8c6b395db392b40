import { sql, type RawBuilder } from 'kysely'
import type { Filter, ListQuery } from '#kit/contract/list-query.ts'
import { readers } from '#kit/contract/right.ts'
import type { Who } from '#kit/server/access/who.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { countStanding, monthEnds, standingAt } from '#kit/server/data/sql/months-sql.ts'
import { versionedColumns } from '#kit/server/data/history/history.ts'
import { resourceOf, type Resource, type Resources } from '#kit/server/data/resources/resource.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { perStatus } from '#kit/server/data/work/work-counts.ts'
import { remediationStatuses, type RemediationStatus } from '#areas/actions/contract/lifecycle.ts'
import { remediationWork } from '#areas/actions/contract/remediation-work.ts'
import { actionsOnDay } from './facts.ts'

/** Months that are kept, the one that goes on left aside. */
const keptMonths = 24

const counted = ['finished', 'ongoing', 'planned', 'late'] as const
export type ActionCounts = Readonly<Record<(typeof counted)[number], number>>

interface Month extends ActionCounts {
  /** `YYYY-MM-DD`, its last. */
  readonly day: string
}

/** The column that counts those in a status. */
const standing = (status: RemediationStatus): string => `in_${status.toLowerCase()}`
const statusColumns = remediationStatuses.map(standing)
const keptColumns = [...counted, ...statusColumns]

const each = (names: readonly string[], of: (name: RawBuilder<unknown>) => RawBuilder<unknown>) => sql.join(names.map((name) => of(sql.ref(name))))

const t = rowRef('t')
const countOf = ([name, condition]: readonly [string, RawBuilder<boolean>]) => sql`count(*) filter (where ${condition})::int as ${sql.ref(name)}`
const counts = () => Object.entries(actionsOnDay(t, sql`d.day`)).map(countOf)
const countsByStatus = () => remediationStatuses.map((status) => countOf([standing(status), sql`${t('status')} = ${sql.lit(status)}`]))

/** Columns that the row rule, filters and counts read of a version. */
const columns = ['customer_id', 'id', 'status', 'target_date', 'done_date', 'perimeter_id', 'manager_id', 'group_id', 'program_id', 'created_by']
const picked = sql.join(columns.map((column) => sql.ref(column)))
/** Those that any filter may read. */
const whole = ({ def }: Resource) => sql.join(versionedColumns(def).map((column) => sql.ref(column)))

/** Actions as they are and as they were, with some of their columns. */
const versions = (customer: number, columns = picked): RawBuilder<unknown> =>
  sql`(select ${columns}, updated_at as valid_from, 'infinity'::timestamptz as valid_to from public.remediation where customer_id = ${customer}
    union all select ${columns}, valid_from, valid_to from public.remediation_history where customer_id = ${customer})`

/** The ends of the months before that of a day. */
const endsBefore = (day: string, months: number, timeZone: string): RawBuilder<unknown> =>
  sql`(select * from ${monthEnds(sql`${day}`, months + 1, timeZone)} e where e.day < ${day}::date)`

/** The ends of months with what is kept of them in the places for which something holds. */
const keptAt = <N extends string>(tx: Tx, ends: RawBuilder<unknown>, names: readonly N[], where: RawBuilder<unknown>) =>
  tx.run(sql<Readonly<Record<N, number>> & { readonly day: string; readonly kept: boolean }>`select e.day::text, (${sql.join(
    names.map((name) => sql`m.${sql.ref(name)} is not null`),
    sql` and `,
  )}) as kept, ${each(names, (name) => sql`coalesce(c.${name}, 0)::int as ${name}`)}
    from ${ends} e left join remediation_month m on m.customer_id = ${tx.customerId} and m.moment = e.moment
      left join lateral (select ${each(names, (name) => sql`sum(t.${name}) as ${name}`)}
        from (select m.customer_id, k.* from unnest(m.perimeters, ${each(names, (name) => sql`m.${name}`)}) as k (perimeter_id, ${each(names, (name) => name)})) t
        where ${where}) c on true
    order by e.day`)

/** The months before that of a day, oldest first, as they ended: of the actions that the reader may see now and filters keep. */
export async function monthsBefore(tx: Tx, who: Who, resources: Resources, filters: readonly Filter[], day: string, months: number): Promise<Month[]> {
  const resource = resourceOf(resources, 'remediation')
  const where = listConditions(resource, { filters: [...filters], global_search: '' }, resource.rules.read(t, who), t, who)
  const ends = endsBefore(day, months, who.timeZone)
  if (!byPlace(who, filters)) return count(tx, ends, where)
  const found = await keptAt(tx, ends, counted, where)
  const missing = found.flatMap((month) => (month.kept ? [] : [month.day]))
  if (missing.length === 0) return found
  const others = new Map((await count(tx, sql`(select * from ${ends} e where e.day = any(${missing}::date[]))`, where)).map((month) => [month.day, month]))
  return found.map((month) => others.get(month.day) ?? month)
}

interface StatusMonth {
  /** `YYYY-MM-DD`, its last. */
  readonly day: string
  readonly counts: Record<RemediationStatus, number>
}

/** How many actions of a list's query stood in each status when the months before that of a day ended, oldest first. */
export async function statusesBefore(tx: Tx, who: Who, resources: Resources, query: ListQuery, day: string, months: number): Promise<StatusMonth[]> {
  const resource = resourceOf(resources, 'remediation')
  const where = listConditions(resource, query, resource.rules.read(t, who), t, who, resources)
  const ends = endsBefore(day, months, who.timeZone)
  const placed = query.global_search === '' && byPlace(who, query.filters)
  const kept = placed ? (await keptAt(tx, ends, statusColumns, where)).filter((month) => month.kept) : []
  const known = new Map(kept.map((month) => [month.day, countsOf(remediationStatuses.map((status) => ({ status, count: month[standing(status)] ?? 0 })))]))
  if (kept.length < months) {
    const others = await countStatuses(
      tx,
      sql`(select * from ${ends} e where e.day <> all(${[...known.keys()]}::date[]))`,
      versions(tx.customerId, whole(resource)),
      where,
    )
    for (const [month, rows] of Map.groupBy(others, (row) => row.day)) known.set(month, countsOf(rows))
  }
  return [...known].map(([month, counts]) => ({ day: month, counts })).toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

const countsOf = (rows: readonly { readonly status: RemediationStatus | null; readonly count: number }[]) =>
  perStatus(
    remediationWork,
    rows.flatMap(({ status, count }) => (status === null ? [] : [{ status, count }])),
  )

/** The same from versions; an end at which none stood is told as well. */
const countStatuses = (tx: Tx, ends: RawBuilder<unknown>, versions: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
  tx.run(
    sql<{ day: string; status: RemediationStatus | null; count: number }>`with ended as materialized (select * from ${ends} e),
      told as materialized (select * from ${countStanding(sql`ended`, versions, t('status'), where)} k)
    select e.day::text, k.key as status, coalesce(k.count, 0)::int as count from ended e left join told k on k.day = e.day`,
    { planned: true },
  )

/** Whether it follows from where actions stand alone which of them are meant: what is kept says nothing else of them. */
const byPlace = ({ roles }: Who, filters: readonly Filter[]): boolean =>
  roles.every((role) => readers.includes(role)) && filters.every(({ name }) => name === 'perimeter')

/** The same from versions. */
const count = (tx: Tx, ends: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<Month[]> =>
  tx.run(
    sql<Month>`with ended as materialized (select * from ${ends} e),
      told as materialized (select d.day, ${sql.join(counts())} from ${standingAt(sql`ended`, versions(tx.customerId))} where ${where} group by d.day)
    select e.day::text, ${each(counted, (name) => sql`coalesce(c.${name}, 0) as ${name}`)} from ended e left join told c on c.day = e.day order by e.day`,
    { planned: true },
  )

/** Counts the months that are over from versions, and keeps them: what is kept already and is not so is put right. */
export async function keepMonths(tx: Tx): Promise<void> {
  await takeTurn(tx, 'months')
  const ends = sql`(select * from ${monthEnds(sql`${tx.today}`, keptMonths + 1, tx.who.timeZone)} e where e.day < ${tx.today}::date)`
  await tx.run(sql`with ended as materialized (select * from ${ends} e),
      told as (select d.moment, t.perimeter_id, ${sql.join([...counts(), ...countsByStatus()])} from ${standingAt(sql`ended`, versions(tx.customerId))} group by 1, 2)
    insert into remediation_month as m (customer_id, moment, perimeters, ${each(keptColumns, (name) => name)})
    select ${tx.customerId}, e.moment, coalesce(k.perimeters, '{}'), ${each(keptColumns, (name) => sql`coalesce(k.${name}, '{}')`)}
    from ended e left join (select moment, array_agg(perimeter_id order by perimeter_id) as perimeters, ${each(keptColumns, (name) => sql`array_agg(${name} order by perimeter_id) as ${name}`)}
      from told group by moment) k on k.moment = e.moment
    order by e.moment
    on conflict (customer_id, moment) do update set perimeters = excluded.perimeters, ${each(keptColumns, (name) => sql`${name} = excluded.${name}`)}
    where (m.perimeters, ${each(keptColumns, (name) => sql`m.${name}`)}) is distinct from (excluded.perimeters, ${each(keptColumns, (name) => sql`excluded.${name}`)})`)
  await tx.run(sql`delete from remediation_month where customer_id = ${tx.customerId} and moment not in (select moment from ${ends} e)`)
}
