import { sql } from 'kysely'
import type { Filter, ListQuery } from '#kit/contract/list-query.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { checkQuery, listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { addDays, addMonths, periodOn, periodsBetween, type Periodicity } from '#areas/runbooks/contract/recurrence.ts'

interface Load {
  readonly manager_id: number | null
  readonly group_id: number | null
  /** Month of the horizon, from 0; before the first one: what is late. */
  readonly n: number
  readonly days: number
  readonly times: number
}

/** Tasks that come round alike: of one person, with one rhythm, laid out as far as each other. */
interface Rhythm {
  readonly manager_id: number | null
  readonly group_id: number | null
  readonly periodicity: Periodicity
  readonly start_date: string
  readonly end_date: string | null
  readonly last: string
  readonly charge: number
  readonly tasks: number
}

/** Months shown, the current one first. */
const horizon = 12
/** What is asked of one time round says nothing of those to come. */
const ofOneTime = new Set([
  'status',
  'closed',
  'late',
  'soon',
  'period_start',
  'due_date',
  'done_date',
  'done_late',
  'answered_by',
  'decide_right',
  'evidences',
  'gap',
  'remediation',
])
const lasting = (filters: readonly Filter[] = []) => filters.filter(({ name }) => !ofOneTime.has(name))

const monthOf = (first: string, day: string) => (Number(day.slice(0, 4)) - Number(first.slice(0, 4))) * 12 + Number(day.slice(5, 7)) - Number(first.slice(5, 7))

/** Days and times per person in charge and month: from the rows that are there, and beyond them from the rhythm of their tasks (RUN-27). */
export async function workloadByMonth(tx: Tx, grant: Grant, resources: Resources, query: ListQuery) {
  const resource = resourceOf(resources, 'occurrence')
  const t = rowRef('t')
  checkQuery(resource, query)
  const where = listConditions(resource, { ...query, filters: lasting(query.filters) }, resource.rules.read(t, grant.who), t, grant.who, resources)
  const first = `${tx.today.slice(0, 7)}-01`
  const [there, rhythms] = await Promise.all([loads(tx, where, first), rhythmsAhead(tx, where)])
  const until = addDays(addMonths(first, horizon), -1)
  const people = new Map<string, { manager_id: number | null; group_id: number | null; late: number; days: number[]; times: number }>()
  for (const { manager_id, group_id, n, days, times } of [...there, ...rhythms.flatMap((rhythm) => ahead(rhythm, first, until))]) {
    const key = `${manager_id}.${group_id}`
    const person = people.get(key) ?? { manager_id, group_id, late: 0, days: Array.from({ length: horizon }, () => 0), times: 0 }
    if (n < 0) person.late += days
    else person.days[n] = (person.days[n] ?? 0) + days
    person.times += times
    people.set(key, person)
  }
  return { months: Array.from({ length: horizon }, (_, n) => addMonths(first, n)), rows: await named(tx, [...people.values()]) }
}

/** What is laid out already: due from this month on, or late, which is due before today and still waiting, as everywhere. */
const loads = (tx: Tx, where: ReturnType<typeof listConditions>, first: string) =>
  tx.run(sql<Load>`select t.manager_id, t.group_id, case when t.due_date < ${tx.today}::date and t.status in ('TO_DO', 'REJECTED') then -1
      else (extract(year from t.due_date) * 12 + extract(month from t.due_date) - extract(year from ${first}::date) * 12 - extract(month from ${first}::date))::int end as n,
      coalesce(sum(t.charge), 0)::float8 as days, count(*)::int as times
    from occurrence t where ${where} and t.due_date < (${first}::date + interval '12 months')::date
      and (t.due_date >= ${first}::date or t.status in ('TO_DO', 'REJECTED')) group by 1, 2, 3`)

/** How far the tasks are laid out that still come round; one that does has always a time that is not over. */
const rhythmsAhead = (tx: Tx, where: ReturnType<typeof listConditions>) =>
  tx.run(sql<Rhythm>`with laid as (select t.runtask_id as id, max(t.period_start) as last from occurrence t
      where ${where} and t.due_date >= ${tx.today}::date group by t.runtask_id)
    select k.manager_id, k.group_id, k.periodicity, k.start_date, k.end_date, laid.last, coalesce(sum(k.charge), 0)::float8 as charge, count(*)::int as tasks
    from laid join runtask k on k.customer_id = ${tx.customerId} and k.id = laid.id where not k.archived group by 1, 2, 3, 4, 5, 6`)

/** The times of a rhythm that no row is there of yet, by the month in which each is due. */
function ahead({ manager_id, group_id, periodicity, start_date, end_date, last, charge, tasks }: Rhythm, first: string, until: string): Load[] {
  const each = periodicity === 'HOURLY' ? 24 : 1
  const from = periodOn(periodicity, start_date, last).index + 1
  const to = periodOn(periodicity, start_date, end_date !== null && end_date < until ? end_date : until).index
  return periodsBetween(periodicity, start_date, from, to)
    .filter(({ due }) => due <= until)
    .map(({ due }) => ({ manager_id, group_id, n: monthOf(first, due), days: charge * each, times: tasks * each }))
}

type Person = {
  readonly manager_id: number | null
  readonly group_id: number | null
  readonly late: number
  readonly days: readonly number[]
  readonly times: number
}

async function named(tx: Tx, people: readonly Person[]) {
  const ids = (name: 'manager_id' | 'group_id') => people.flatMap((one) => one[name] ?? [])
  const found = await tx.run(sql<{ id: number; name: string; is_group: boolean }>`select id, name, false as is_group from member
      where customer_id = ${tx.customerId} and id = any(${ids('manager_id')}::bigint[])
    union all select id, name, true from "group" where customer_id = ${tx.customerId} and id = any(${ids('group_id')}::bigint[])`)
  const round = (days: number) => Math.round(days * 100) / 100
  return people
    .map(({ manager_id, group_id, late, days, times }) => {
      const isGroup = manager_id === null && group_id !== null
      const one = found.find(({ id, is_group }) => is_group === isGroup && id === (manager_id ?? group_id))
      return { manager: one ? { id: one.id, name: one.name } : null, is_group: isGroup, late: round(late), days: days.map(round), times }
    })
    .toSorted(
      (one, other) => Number(one.manager === null) - Number(other.manager === null) || (one.manager?.name ?? '').localeCompare(other.manager?.name ?? ''),
    )
}
