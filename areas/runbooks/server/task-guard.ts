import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { differs } from '#kit/server/data/store/column-values.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { onlyOne } from '#kit/server/data/resources/only-one.ts'
import { refusals, type Refuse } from '#kit/server/data/store/refusals.ts'
import { removeRows } from '#kit/server/data/store/remove-rows.ts'
import { resourceOf, type Changes, type WriteContext, type WrittenContext } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import { willBe } from '#kit/server/data/work/work-guard.ts'
import { everyMetric, setUsesOf } from '#areas/metrics/server/index.ts'
import { isAutomatic, isPlaced, showsMeasure } from './task-metrics.ts'
import { startFault, type Periodicity } from '#areas/runbooks/contract/recurrence.ts'
import { defaultIdentifier, type runbook } from '#areas/runbooks/contract/runbook.ts'
import type { runtask } from '#areas/runbooks/contract/runtask.ts'
import { measuresInPlace } from '#areas/measures/server/index.ts'
import { generate } from './generate.ts'
import { runbookRules } from './rules.ts'

type TaskWrite = WriteContext<typeof runtask> & { readonly refuse: Refuse }

/** What is refused of recurring tasks; of a task that goes, what nobody has answered yet goes before it. */
export async function guardRuntasks(contexts: readonly WriteContext<typeof runtask>[]): Promise<void> {
  const guarded = contexts.filter(({ verb }) => verb !== 'delete').map((context) => ({ ...refusals(), context }))
  const writes = guarded.map(({ context, refuse }) => ({ ...context, refuse }))
  for (const write of writes) {
    onlyOne(write.changes, ['manager', 'group'], write.refuse, 'runbooks.errors.manager_or_group')
    onlyOne(write.changes, ['perimeter', 'tag'], write.refuse, 'runbooks.errors.place_twice')
    guardDays(write)
    guardReminders(write)
  }
  await guardRunbooks(writes)
  await guardMeasures(writes)
  await guardSchedule(writes)
  await guardMetrics(writes)
  for (const { done } of guarded) done()
  await clearRemoved(contexts.filter(({ verb }) => verb === 'delete'))
}

/** Weeks start on Mondays, months on their first day, and nothing ends before it starts (RUN-09). */
function guardDays(write: TaskWrite): void {
  const { changes, refuse } = write
  if (changes.start_date === undefined && changes.periodicity === undefined && changes.end_date === undefined) return
  const [start, end] = [willBe(write, 'start_date'), willBe(write, 'end_date')] as [string | null, string | null]
  if (start === null) return
  const fault = startFault(willBe(write, 'periodicity') as Periodicity, start)
  if (fault) refuse('start_date', fault)
  if (end !== null && end < start) refuse('end_date', 'runbooks.errors.end_before_start')
}

/** Each says days or a day, once, and no day that is over (RUN-08). */
function guardReminders({ tx, changes, refuse }: TaskWrite): void {
  const seen = new Set<unknown>()
  for (const [at, { id, days, date }] of ((changes.reminders ?? []) as readonly Changes[]).entries()) {
    // One that is kept is named by its number alone.
    if (days === undefined && date === undefined) continue
    const reminder = days ?? date ?? null
    const field = `reminders.${at}.${days == null && date != null ? 'date' : 'days'}`
    if (reminder === null || (days != null && date != null)) refuse(field, 'runbooks.errors.reminder_one')
    else if (seen.has(reminder)) refuse(field, 'runbooks.errors.reminder_twice')
    else if (id === undefined && typeof date === 'string' && date <= tx.today) refuse(field, 'runbooks.errors.reminder_past')
    seen.add(reminder)
  }
}

const valuesOf = (writes: readonly TaskWrite[], name: 'runbook' | 'measure') =>
  writes.flatMap((write) => {
    const id = write.before !== undefined && write.changes[name] === undefined ? null : (willBe(write, name, `${name}_id`) as number | null)
    return id === null || id === write.before?.[`${name}_id`] ? [] : [{ id, refuse: write.refuse, write }]
  })

/** Tasks stand in runbooks that their writer may see and that still take some; the runbooks are held until the end. */
async function guardRunbooks(writes: readonly TaskWrite[]): Promise<void> {
  const placed = valuesOf(writes, 'runbook')
  const [first] = placed
  if (!first) return
  const { tx, grant } = first.write
  const found = await tx.run(sql<{
    id: number
    archived: boolean
    readable: boolean
  }>`select t.id, t.archived, ${asSql(runbookRules.read(rowRef('t'), grant.who))} as readable from runbook t
    where t.customer_id = ${tx.customerId} and t.id = any(${[...new Set(placed.map(({ id }) => id))]}::bigint[]) order by t.id for share of t`)
  const known = new Map(found.map((one) => [one.id, one]))
  for (const { id, refuse } of placed) {
    const one = known.get(id)
    if (!one?.readable) refuse('runbook', 'runbooks.errors.no_runbook_access')
    else if (one.archived) refuse('runbook', 'runbooks.errors.runbook_archived')
  }
}

/** What is not in place cannot be kept up (decisions, Policies and measures). */
async function guardMeasures(writes: readonly TaskWrite[]): Promise<void> {
  const tied = valuesOf(writes, 'measure')
  const [first] = tied
  if (!first) return
  const { tx } = first.write
  const found = await tx.run(sql<{ id: number }>`select m.id from ${measuresInPlace(tx.customerId)} m
    where m.id = any(${[...new Set(tied.map(({ id }) => id))]}::bigint[])`)
  for (const { id, refuse } of tied) if (!found.some((one) => one.id === id)) refuse('measure', 'runbooks.errors.measure_implemented')
}

const decidesMetrics = ['metrics', 'measure', 'periodicity', 'perimeter'] as const

interface Named {
  readonly n: number
  /** Indicators of the task's measure are made of all of them, in its rhythm. */
  readonly linked: boolean
  readonly automatic: boolean
  /** All are measured in the task's perimeter. */
  readonly placed: boolean
}

/** Metrics whose values answers give are those that show the measure to work, by indicators of the same rhythm (RUN-13), entered by people and measured where the task is. */
async function guardMetrics(writes: readonly TaskWrite[]): Promise<void> {
  const asked = writes.flatMap((write, n) => {
    const { before, changes } = write
    if (before ? !decidesMetrics.some((name) => changes[name] !== undefined) : !changes.metrics?.length) return []
    const [measure, perimeter] = [willBe(write, 'measure', 'measure_id'), willBe(write, 'perimeter', 'perimeter_id')]
    return [{ n, task: before?.id, metrics: changes.metrics, measure, perimeter, periodicity: willBe(write, 'periodicity') ?? 'MONTHLY' }]
  })
  const tx = writes[0]?.tx
  if (!tx || asked.length === 0) return
  const found =
    await tx.run(sql<Named>`select w.n, bool_and(${showsMeasure}) as linked, bool_or(${isAutomatic}) as automatic, coalesce(bool_and(${isPlaced}), false) as placed
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as w (n int, task bigint, metrics bigint[], measure bigint, perimeter bigint, periodicity text)
    cross join lateral (select unnest(w.metrics) as id union all
      select l.target_id from runtask__metrics l where w.metrics is null and l.customer_id = ${tx.customerId} and l.owner_id = w.task) named
    join ${everyMetric(tx.customerId)} m on m.id = named.id group by w.n`)
  for (const { n, linked, automatic, placed } of found) {
    if (!linked) writes[n]?.refuse('metrics', 'runbooks.errors.metric_linked')
    else if (automatic) writes[n]?.refuse('metrics', 'runbooks.errors.metric_automatic')
    else if (!placed) writes[n]?.refuse('metrics', 'runbooks.errors.metric_place')
  }
}

const scheduled = ['start_date', 'periodicity', 'kind'] as const

/** When it comes round, and what is asked of it, stays once it has come round. */
async function guardSchedule(writes: readonly TaskWrite[]): Promise<void> {
  const moved = writes.flatMap((write) => {
    const names = scheduled.filter(
      (name) => write.before !== undefined && write.changes[name] !== undefined && differs(write.before[name], write.changes[name]),
    )
    return names.length > 0 && write.before ? [{ id: write.before.id, names, refuse: write.refuse, tx: write.tx }] : []
  })
  const [first] = moved
  if (!first) return
  const found = await first.tx.run(sql<{ id: number }>`select distinct runtask_id as id from occurrence
    where customer_id = ${first.tx.customerId} and runtask_id = any(${moved.map(({ id }) => id)}::bigint[])`)
  for (const { id, names, refuse } of moved) if (found.some((one) => one.id === id)) for (const name of names) refuse(name, 'runbooks.errors.schedule_fixed')
}

/** A task of which something was answered is archived, not deleted. */
async function clearRemoved(contexts: readonly WriteContext<typeof runtask>[]): Promise<void> {
  const [first] = contexts
  if (!first) return
  const { tx, grant, resources } = first
  const ids = contexts.flatMap(({ before }) => before?.id ?? [])
  const rows = await tx.run(sql<{ id: number; open: boolean }>`select id, status = 'TO_DO' as open from occurrence
    where customer_id = ${tx.customerId} and runtask_id = any(${ids}::bigint[]) order by id`)
  if (grant.work === undefined && rows.some(({ open }) => !open)) throw new AppError('IN_USE', 'runbooks.errors.task_answered')
  await removeAll(tx, resources, rows)
  await setUsesOf(
    tx,
    'runtask',
    ids.map((id) => ({ id, metrics: [] })),
  )
}

const removeAll = (tx: Tx, resources: WriteContext<typeof runtask>['resources'], rows: readonly { readonly id: number }[]) =>
  removeRows(
    tx,
    systemGrant('occurrences of recurring tasks', tx.who),
    resourceOf(resources, 'occurrence'),
    resources,
    rows.map(({ id }) => id),
  )

const followed = ['name_en', 'name_fr', 'runbook', 'perimeter', 'tag', 'charge', 'manager', 'group', 'approver'] as const

/** What a write of tasks leads to: occurrences are made, those that are still open follow, those that will not come any more go. */
export async function followRuntasks(contexts: readonly WrittenContext<typeof runtask>[]): Promise<void> {
  const written = contexts.flatMap(({ before, after, changes, tx, resources }) => (after ? [{ before, after, changes, tx, resources }] : []))
  const [first] = written
  if (!first) return
  const { tx, resources } = first
  const ids = written.map(({ after }) => after.id)
  await setUsesOf(
    tx,
    'runtask',
    written.flatMap(({ after: { id }, changes: { metrics } }) => (metrics === undefined ? [] : [{ id, metrics }])),
  )
  const changed = written.filter(({ before, changes }) => before !== undefined && followed.some((name) => changes[name] !== undefined))
  const open = await tx.run(sql<{ id: number; runtask_id: number; over: boolean }>`select o.id, o.runtask_id,
      o.status = 'TO_DO' and o.period_start > coalesce(case when t.archived then ${tx.today}::date end, t.end_date, 'infinity') as over
    from occurrence o join runtask t on t.customer_id = o.customer_id and t.id = o.runtask_id
    where o.customer_id = ${tx.customerId} and o.runtask_id = any(${ids}::bigint[]) and o.status in ('TO_DO', 'REJECTED') order by o.id`)
  await removeAll(
    tx,
    resources,
    open.filter(({ over }) => over),
  )
  const updates = open.flatMap(({ id, runtask_id: task, over }) => {
    const source = over ? undefined : changed.find(({ after }) => after.id === task)
    const changes = source && Object.fromEntries(followed.flatMap((name) => (source.changes[name] === undefined ? [] : [[name, source.changes[name]]])))
    return changes ? [{ id, changes }] : []
  })
  await updateRows(tx, systemGrant('occurrences of recurring tasks', tx.who), resourceOf(resources, 'occurrence'), resources, updates, { action: 'follow' })
  while ((await generate(tx, resources, { ids })).more);
}

/** The first runbook keeps its name for programs, and a runbook with tasks stays (RUN-04, RUN-05). */
export async function guardRunbook({ tx, verb, before, changes }: WriteContext<typeof runbook>): Promise<void> {
  if (before && verb === 'update' && before.identifier === defaultIdentifier && changes.identifier !== undefined && changes.identifier !== defaultIdentifier) {
    const { refuse, done } = refusals()
    refuse('identifier', 'runbooks.errors.default_identifier')
    done()
  }
  if (verb !== 'delete') return
  const found = await tx.first(sql<{ used: boolean; other: boolean }>`select
    exists (select 1 from runtask where customer_id = ${tx.customerId} and runbook_id = ${before?.id}) as used,
    exists (select 1 from runbook where customer_id = ${tx.customerId} and id <> ${before?.id}) as other`)
  if (!found?.other) throw new AppError('IN_USE', 'runbooks.errors.last_runbook')
  if (found.used) throw new AppError('IN_USE', 'runbooks.errors.runbook_in_use')
}
