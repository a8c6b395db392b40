import { sql } from 'kysely'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { MovingAnswer, NamedCause } from '#areas/scores/contract/calls.ts'
import type { Day } from '#areas/scores/server/facts/facts.ts'
import { taskOccurrences } from '#areas/scores/server/facts/sources.ts'
import { judgedOccurrences, leaves } from '#areas/scores/server/facts/task-conformity.ts'

interface AnswerRow {
  readonly runtask_id: number
  readonly id: number
  readonly status: MovingAnswer
  readonly on: Day
  /** Whether it lowers what its task says. */
  readonly lowers: boolean
  readonly count: number
}

/**
 * What became of recurring tasks between two days, by the task and whether it lowers it: the last of what was answered, fell due unanswered or left the year, with how
 * many did the same. One statement, none without tasks; only what the reader may open.
 */
export async function answersBetween(
  tx: Tx,
  resources: Resources,
  { from, to }: { readonly from: Day; readonly to: Day },
  tasks: readonly number[],
): Promise<ReadonlyMap<string, NonNullable<NamedCause['answer']>>> {
  if (tasks.length === 0) return new Map()
  const o = rowRef('o')
  const ids = sql`o.runtask_id = any(${[...new Set(tasks)]}::bigint[])`
  const rows = await tx.run(sql<AnswerRow>`
    select distinct on (e.runtask_id, e.lowers) e.runtask_id, e.id, e.status, to_char(e.on_day, 'YYYY-MM-DD') as "on", e.lowers,
      (count(*) over (partition by e.runtask_id, e.lowers, e.status))::int as count
    from (select runtask_id, id, case when said then status else 'UNANSWERED' end as status, case when said then said_on else due_date + 1 end as on_day, not conform as lowers
        from ${judgedOccurrences(tx, to, ids)} j where counted and case when said then said_on else due_date + 1 end > ${from}::date
      union all
      select runtask_id, id, 'LEFT', ${leaves(sql`due_date`)}, conform from ${judgedOccurrences(tx, from, ids)} j where counted and ${leaves(sql`due_date`)} <= ${to}::date) e
      join ${taskOccurrences(tx.customerId)} o on o.id = e.id
    where coalesce(${asSql(resourceOf(resources, 'occurrence').rules.read(o, tx.who))}, false)
    order by e.runtask_id, e.lowers, e.status = 'LEFT', e.on_day desc, e.id`)
  return new Map(rows.map(({ runtask_id, lowers, id, status, on, count }) => [`${runtask_id} ${lowers}`, { occurrence: id, status, on, count }]))
}
