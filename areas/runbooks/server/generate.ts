import { sql } from 'kysely'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { LongJob } from '#kit/server/http/area.ts'
import { addMonths, hoursOf, periodOn, periodsBetween, type Period, type Periodicity } from '#areas/runbooks/contract/recurrence.ts'
import { measuresInPlace } from '#areas/measures/server/index.ts'

/** Tasks that one transaction looks at, and occurrences that it makes, at most. */
const [tasksAtOnce, rowsAtOnce] = [500, 2000]

interface Task {
  readonly id: number
  readonly name_en: string | null
  readonly name_fr: string | null
  readonly runbook_id: number
  readonly kind: string | null
  readonly perimeter_id: number | null
  readonly tag_id: number | null
  readonly periodicity: Periodicity
  readonly start_date: string
  readonly end_date: string | null
  readonly charge: number | null
  readonly manager_id: number | null
  readonly group_id: number | null
  readonly approver_id: number | null
  /** When it was made, by the organisation's calendar. */
  readonly made_on: string
}

interface Chosen {
  /** These tasks; else those with a greater id than `after`, as many as one transaction looks at. */
  readonly ids?: readonly number[]
  readonly after?: number
}

interface Made {
  readonly rows: number
  /** The last task that was looked at; null once there are no more. */
  readonly last: number | null
  /** More is to be made of these tasks: looked at again. */
  readonly more: boolean
  /** These were the last tasks, and nothing more is to be made of them. */
  readonly all: boolean
}

/** The tasks that still come round, held: two who make their occurrences do so one after the other. */
const holdTasks = (tx: Tx, { ids, after = 0 }: Chosen) =>
  tx.run(sql<Task>`select t.id, t.name_en, t.name_fr, t.runbook_id, t.kind, t.perimeter_id, t.tag_id, t.periodicity, t.start_date, t.end_date, t.charge,
      t.manager_id, t.group_id, t.approver_id, (t.created_at at time zone ${tx.who.timeZone})::date as made_on
    from runtask t where t.customer_id = ${tx.customerId} and not t.archived and ${ids ? sql`t.id = any(${ids}::bigint[])` : sql`t.id > ${after}`}
      and (t.measure_id is null or exists (select 1 from ${measuresInPlace(sql`t.customer_id`)} m where m.id = t.measure_id))
    order by t.id limit ${ids ? ids.length : tasksAtOnce} for no key update of t`)

/** The last time of each task that there is a row of; read once the tasks are held, so that what another server has just made is seen. */
async function lastOf(tx: Tx, tasks: readonly Task[]): Promise<ReadonlyMap<number, string>> {
  const found = await tx.run(sql<{ id: number; day: string }>`select w.id, o.period_start as day from unnest(${tasks.map(({ id }) => id)}::bigint[]) as w (id)
    cross join lateral (select period_start from occurrence o where o.customer_id = ${tx.customerId} and o.runtask_id = w.id and o.period_start is not null order by o.period_start desc limit 1) o`)
  return new Map(found.map(({ id, day }) => [id, day]))
}

/** What an occurrence takes over from its task. */
export const taken = (task: Omit<Task, 'made_on' | 'start_date' | 'end_date'>): Changes => ({
  name_en: task.name_en,
  name_fr: task.name_fr,
  runtask: task.id,
  runbook: task.runbook_id,
  kind: task.kind,
  periodicity: task.periodicity,
  perimeter: task.perimeter_id,
  tag: task.tag_id,
  charge: task.charge,
  manager: task.manager_id,
  group: task.group_id,
  approver: task.approver_id,
})

const later = (one: string, other: string) => (one > other ? one : other)

/** The rows of a period: one, or one for each hour of its day. */
function rowsOf(task: Task, { start, due }: Period, timeZone: string): Changes[] {
  const row = { ...taken(task), period_start: start, due_date: task.end_date !== null && task.end_date < due ? task.end_date : due }
  return task.periodicity === 'HOURLY' ? Array.from({ length: hoursOf(start, timeZone) }, (_, hour) => ({ ...row, hour })) : [row]
}

/** The periods of a task that are to be there by today and are not: after the last one, else from the one that its making lies in; one period ahead (RUN-20). */
function missing(task: Task, last: string | undefined, today: string): Period[] {
  const { periodicity, start_date: first, end_date: end } = task
  const at = (day: string) => periodOn(periodicity, first, day).index
  const from = last === undefined ? Math.max(0, at(later(first, task.made_on))) : at(last) + 1
  // After a very long silence, the last year.
  const begin = Math.max(from, at(addMonths(today, -12)))
  return periodsBetween(periodicity, first, begin, at(today) + 1).filter(({ start }) => end === null || start <= end)
}

const inOrder = (one: Changes, other: Changes) =>
  String(one.period_start).localeCompare(String(other.period_start)) ||
  Number(one.runtask) - Number(other.runtask) ||
  Number(one.hour ?? 0) - Number(other.hour ?? 0)

async function write(tx: Tx, resources: Resources, rows: readonly Changes[]): Promise<Pick<Made, 'rows' | 'more'>> {
  const now = rows.toSorted(inOrder).slice(0, rowsAtOnce)
  // Nobody is told of each time that is laid out ahead: the morning on which it opens tells.
  await createRows(tx, systemGrant('occurrences of recurring tasks', tx.who), resourceOf(resources, 'occurrence'), resources, now, { silent: true })
  return { rows: now.length, more: now.length < rows.length }
}

/**
 * Makes the occurrences that are missing, the earliest first. What is there decides, not what ran before: cut off anywhere and begun again, by one server or
 * several, with clocks that went back, each time comes once.
 */
export async function generate(tx: Tx, resources: Resources, chosen: Chosen): Promise<Made> {
  const tasks = await holdTasks(tx, chosen)
  const last = tasks.at(-1)?.id ?? null
  if (last === null) return { rows: 0, last, more: false, all: true }
  const known = await lastOf(tx, tasks)
  const rows = tasks.flatMap((task) => missing(task, known.get(task.id), tx.today).flatMap((period) => rowsOf(task, period, tx.who.timeZone)))
  const made = await write(tx, resources, rows)
  return { ...made, last, all: !made.more && tasks.length < tasksAtOnce }
}

/** Makes the occurrences of a task from its start on, of the last year at most, that no row is there of: to be answered late. Answers how many. */
export async function backfill(tx: Tx, resources: Resources, id: number): Promise<number> {
  const [task] = await holdTasks(tx, { ids: [id] })
  if (!task) return 0
  const there = await tx.run(
    sql<{
      day: string
    }>`select distinct period_start as day from occurrence where customer_id = ${tx.customerId} and runtask_id = ${id} and period_start is not null`,
  )
  const known = new Set(there.map(({ day }) => day))
  const at = (day: string) => periodOn(task.periodicity, task.start_date, day).index
  const periods = periodsBetween(task.periodicity, task.start_date, Math.max(0, at(addMonths(tx.today, -12))), at(tx.today))
  const wanted = periods.filter(({ start }) => !known.has(start) && (task.end_date === null || start <= task.end_date))
  return (
    await write(
      tx,
      resources,
      wanted.flatMap((period) => rowsOf(task, period, tx.who.timeZone)),
    )
  ).rows
}

/** Makes each organisation's occurrences after its midnight; after an outage those that were missed, in their order. */
export const occurrencesJob: LongJob = {
  name: 'runtask.occurrences',
  schedule: '7 0 * * *',
  runLong: async ({ apart, resources }) => {
    for (let after = 0; ;) {
      const { last, more, all } = await apart((tx) => generate(tx, resources, { after }))
      if (all || last === null) return
      if (!more) after = last
    }
  },
}
