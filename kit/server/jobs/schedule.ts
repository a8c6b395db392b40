import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Job, LongJob } from '#kit/server/http/area.ts'

/** The first moment after now that a cron expression names in a time zone. */
export type NextRun = (cron: string, timeZone: string) => Date | null

/**
 * Notes the next run of every scheduled kind for every customer and answers those that are due. Periods of a suspended customer pass: taken up again it waits for the next ones. A customer or a kind that is seen for
 * the first time waits for its next period. Needs the provider's role; answers nothing while another server does the same.
 */
export async function runSchedule(tx: Tx, kinds: readonly (Job | LongJob)[], now: Date, next: NextRun): Promise<{ customerId: number; name: string }[]> {
  const crons = new Map(kinds.flatMap(({ name, schedule }) => (schedule ? [[name, schedule] as const] : [])))
  const lock = await tx.first(sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtext('vigie schedule')) as mine`)
  if (!lock?.mine || crons.size === 0) return []
  const pending = await tx.run(sql<{ customer_id: number; time_zone: string; job: string; next_at: Date | null; disabled: boolean }>`
    select c.id as customer_id, c.time_zone, c.disabled, k.job, s.next_at
    from customer c cross join unnest(${[...crons.keys()]}::text[]) as k (job)
      left join scheduled_run s on s.customer_id = c.id and s.job = k.job
    where s.next_at is null or s.next_at <= ${now}`)
  if (pending.length === 0) return []
  const nextRuns = pending.map(({ job, time_zone }) => next(crons.get(job) ?? '', time_zone))
  await tx.run(sql`insert into scheduled_run (customer_id, job, next_at)
    select * from unnest(${pending.map((p) => p.customer_id)}::bigint[], ${pending.map((p) => p.job)}::text[], ${nextRuns}::timestamptz[])
      as due (customer_id, job, next_at) where next_at is not null
    on conflict (customer_id, job) do update set next_at = excluded.next_at`)
  return pending.filter((p) => p.next_at !== null && !p.disabled).map((p) => ({ customerId: p.customer_id, name: p.job }))
}
