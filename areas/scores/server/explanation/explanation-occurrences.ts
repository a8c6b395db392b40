import { sql } from 'kysely'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { NamedExplanation } from '#areas/scores/contract/calls.ts'
import type { ExplanationNode, ExplanationReason, ExplanationReasonCode } from '#areas/scores/contract/score.ts'
import type { Day } from '#areas/scores/server/facts/facts.ts'
import { taskOccurrences } from '#areas/scores/server/facts/sources.ts'
import { judgedOccurrences } from '#areas/scores/server/facts/task-conformity.ts'

/** One time round of a recurring task, as its conformity on the day sees it. */
interface ShownOccurrence {
  readonly runtask_id: number
  readonly id: number
  readonly name: string | null
  readonly status: string
  readonly due_date: Day
  /** When it was done or answered; null while it is not. */
  readonly said_on: Day | null
  readonly counted: boolean
  readonly conform: boolean
  readonly open: boolean
  /** Those of its task that count and are not conform. */
  readonly failed: number
}

/** Times round that are told of a task one by one: those that lower it first, the latest before the others. */
const shownAtMost = 60

/** What recurring tasks were answered in the year before a day, by task; one statement, none without tasks. */
export async function readShownOccurrences(tx: Tx, resources: Resources, day: Day, tasks: readonly number[]): Promise<ReadonlyMap<number, ShownOccurrence[]>> {
  if (tasks.length === 0) return new Map()
  const o = rowRef('o')
  const rows =
    await tx.run(sql<ShownOccurrence>`select j.runtask_id, j.id, ${localizedText(o, 'name', tx.who.lang)} as name, j.status, to_char(j.due_date, 'YYYY-MM-DD') as due_date,
      case when j.said then to_char(j.said_on, 'YYYY-MM-DD') end as said_on, j.counted, j.conform,
      coalesce(${asSql(resourceOf(resources, 'occurrence').rules.read(o, tx.who))}, false) as open,
      (count(*) filter (where j.counted and not j.conform) over (partition by j.runtask_id))::int as failed
    from ${judgedOccurrences(tx, day, sql`o.runtask_id = any(${[...new Set(tasks)]}::bigint[])`)} j join ${taskOccurrences(tx.customerId)} o on o.id = j.id
    where j.due order by j.conform, not j.counted, j.due_date desc, j.id`)
  return Map.groupBy(rows, ({ runtask_id }) => runtask_id)
}

const codes: Readonly<Record<string, ExplanationReasonCode>> = {
  TO_DO: 'occurrence_open',
  PENDING_APPROVAL: 'occurrence_pending',
  REJECTED: 'occurrence_rejected',
  DONE: 'occurrence_done',
  DONE_OK: 'occurrence_ok',
  DONE_KO: 'occurrence_ko',
  NOT_DONE: 'occurrence_not_done',
  NA: 'occurrence_na',
}

function reasonOf({ status, due_date: due, said_on: on, conform }: ShownOccurrence): ExplanationReason {
  const code =
    on === null ? 'occurrence_open' : !conform && (status === 'DONE' || status === 'DONE_OK') ? 'occurrence_too_late' : (codes[status] ?? 'occurrence_open')
  return { code, params: { due, ...(on !== null && { on }) } }
}

/** The lines below an open task: each time that counts against it takes its part of the points, the others none. Of what the reader may not open only how many there are. */
export function occurrenceLines(task: ExplanationNode, rows: readonly ShownOccurrence[]): NamedExplanation[] {
  const pointsOf = ({ counted, conform, failed }: ShownOccurrence) => (task.contribution === null ? null : counted && !conform ? task.contribution / failed : 0)
  const shown = rows.filter(({ open }) => open).slice(0, shownAtMost)
  const lines = shown.map((row): NamedExplanation => ({
    kind: 'OCCURRENCE',
    id: row.id,
    path: `${task.path}/OCCURRENCE:${row.id}`,
    label: { id: row.id, name: row.name ?? `#${row.id}`, identifier: null },
    value: null,
    target: null,
    weight: null,
    contribution: pointsOf(row),
    reasons: [reasonOf(row)],
    children: null,
  }))
  const listed = new Set(shown)
  const rest = rows.filter((row) => !listed.has(row))
  if (rest.length === 0) return lines
  const contribution = task.contribution === null ? null : rest.reduce((sum, row) => sum + (pointsOf(row) ?? 0), 0)
  const reasons = [{ code: 'occurrence_others' as const, params: { count: rest.length } }]
  return [
    ...lines,
    {
      kind: 'OCCURRENCE',
      id: null,
      path: `${task.path}/OCCURRENCE:others`,
      label: null,
      value: null,
      target: null,
      weight: null,
      contribution,
      reasons,
      children: null,
    },
  ]
}
