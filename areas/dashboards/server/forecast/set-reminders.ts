import { everyReminder, everyTask } from '#areas/runbooks/server/index.ts'
import { sql } from 'kysely'
import type { Periodicity } from '#areas/runbooks/contract/recurrence.ts'
import { invalidField } from '#kit/contract/errors.ts'
import { lockRows } from '#kit/server/data/store/locking.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'

/** How many days before each time somebody is reminded, by how often it comes round. */
const daysBefore: Readonly<Record<Periodicity, number>> = { HOURLY: 0, DAILY: 0, WEEKLY: 2, MONTHLY: 7, QUARTERLY: 14, SEMESTERLY: 21, YEARLY: 30 }

interface Reminder {
  readonly id: number
  readonly days: number | null
  readonly date: string | null
  /** It was put from here; what somebody wrote into the task stays. */
  readonly ours: boolean
}

interface Wanted {
  /** On this day, which is booked for it, in place of each time. */
  readonly on?: string | undefined
  readonly undo: boolean
}

/** Puts a reminder before each time of some tasks, or on a day, or takes away what was put from here; tasks that have one keep it. Answers how many changed. Each is written by the right to write it. */
export async function remind(tx: Tx, resources: Resources, tasks: readonly number[], { on, undo }: Wanted): Promise<number> {
  if (on !== undefined && !undo && on <= tx.today) throw invalidField('on', 'dashboards.errors.booked_past')
  const runtasks = resourceOf(resources, 'runtask')
  const grant = authorizeVerb(tx, runtasks, 'update')
  const ids = [...new Set(tasks)].toSorted((a, b) => a - b)
  const { refused } = await lockRows(
    tx,
    grant,
    runtasks,
    ids.map((id) => ({ id })),
    'update',
  )
  for (const refusal of refused.values()) throw refusal
  const rows = await tx.run(sql<{
    id: number
    periodicity: Periodicity
    reminders: Reminder[]
  }>`select k.id, k.periodicity, coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'days', r.days, 'date', r.date,
        'ours', exists (select 1 from forecast_reminder f where f.customer_id = r.customer_id and f.reminder_id = r.id)) order by r.position)
      from ${everyReminder(tx.customerId)} r where r.owner_id = k.id), '[]') as reminders
    from ${everyTask(tx.customerId)} k where k.id = any(${ids}::bigint[]) order by k.id`)
  const updates = rows.flatMap(({ id, periodicity, reminders }) => {
    const days = daysBefore[periodicity]
    const same = (one: Reminder) => (on === undefined ? one.days === days : one.date === on)
    const there = on === undefined ? reminders.some((one) => one.days !== null) : reminders.some(same)
    const next = undo ? reminders.filter((one) => !one.ours || !same(one)) : there ? reminders : [...reminders, on === undefined ? { days } : { date: on }]
    return next.length === reminders.length ? [] : [{ id, changes: { reminders: next.map(written) } }]
  })
  await updateRows(tx, grant, runtasks, resources, updates)
  if (!undo)
    await noteNew(
      tx,
      rows,
      updates.map(({ id }) => id),
    )
  return updates.length
}

/** A reminder as a task takes it. */
const written = ({ id, days = null, date = null }: Partial<Reminder>) => ({ ...(id !== undefined && { id }), days, date })

/** Notes the reminders that tasks have now and had not before. */
async function noteNew(tx: Tx, before: readonly { readonly reminders: readonly Reminder[] }[], tasks: readonly number[]): Promise<void> {
  const known = before.flatMap(({ reminders }) => reminders.map(({ id }) => id))
  await tx.run(sql`insert into forecast_reminder (customer_id, reminder_id) select r.customer_id, r.id from ${everyReminder(tx.customerId)} r
    where r.owner_id = any(${[...tasks]}::bigint[]) and not r.id = any(${known}::bigint[]) order by r.id`)
}
