import { sql, type RawBuilder } from 'kysely'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { EvaluationStatus } from '#areas/campaigns/contract/evaluation.ts'
import { counts } from '#areas/campaigns/contract/result-score.ts'
import { scored } from '#areas/campaigns/server/scored.ts'
import { evaluationRules, mayValidate } from '#areas/campaigns/server/rules.ts'

/** How an evaluation and its parts stand, as its reader may know it. */
export interface EvaluationLine {
  readonly evaluation: number
  readonly version: number
  readonly campaign: number
  readonly perimeter: number
  readonly name: string
  readonly identifier: string | null
  readonly weight: number
  readonly status: EvaluationStatus
  readonly due_date: string | null
  readonly late: boolean
  readonly person: string | null
  readonly decides: boolean
  readonly own: boolean
  readonly self_validated: boolean
  readonly asked: number
  readonly answered: number
  readonly score: number | null
  readonly revision: number
  readonly parts: Readonly<Record<string, { readonly asked: number; readonly answered: number; readonly score: number | null }>>
  readonly accumulators: Readonly<Record<string, number>>
  readonly left_out: readonly number[]
}

const e = rowRef('e')

/** That perimeter and those below it; all where none is named. */
export const inBranch = (tx: Tx, column: RawBuilder<unknown>, perimeter: number | undefined): RawBuilder<boolean> =>
  perimeter === undefined
    ? sql<boolean>`true`
    : sql<boolean>`${column} in (select d.descendant_id from perimeter_closure d where d.customer_id = ${tx.customerId} and d.ancestor_id = ${perimeter})`

/**
 * The evaluations of campaigns that the reader finds, whatever their state, by the name of their perimeter: one statement, and no answer is read. Where campaigns
 * are not scored, none has a score, nor any part of one (CMP-22).
 */
export async function linesOf(tx: Tx, campaigns: readonly number[], perimeter?: number): Promise<EvaluationLine[]> {
  const { who } = tx
  const lines = await tx.run(sql<
    EvaluationLine & { scored: boolean }
  >`select e.id as evaluation, e.version, e.campaign_id as campaign, e.perimeter_id as perimeter,
      coalesce(${localizedText(rowRef('p'), 'name', who.lang)}, p.identifier collate "und-x-icu") as name, p.identifier, p.weight, e.status, e.due_date::text as due_date,
      coalesce(e.due_date < ${tx.today}::date and e.status in ('NOT_STARTED', 'STARTED', 'REJECTED'), false) as late, coalesce(m.name, g.name) as person,
      coalesce(e.status = 'WAITING_VALIDATION' and ${asSql(mayValidate(e, who))}, false) as decides,
      coalesce(e.submitted_by_id = ${who.memberId}::bigint, false) as own, e.self_validated,
      st.asked, st.answered, st.score::float8 as score, st.revision, st.parts, st.accumulators, st.left_out, ${scored} as scored
    from evaluation e join evaluation_standing st on st.customer_id = e.customer_id and st.evaluation_id = e.id
      join perimeter p on p.customer_id = e.customer_id and p.id = e.perimeter_id
      left join member m on m.customer_id = e.customer_id and m.id = e.evaluator_id
      left join "group" g on g.customer_id = e.customer_id and g.id = e.group_id
    where e.customer_id = ${tx.customerId} and e.campaign_id = any(${[...campaigns]}::bigint[]) and coalesce(${asSql(evaluationRules.read(e, who))}, false)
      and ${inBranch(tx, sql`e.perimeter_id`, perimeter)}
    order by name, e.id`)
  return lines.map(({ scored: on, ...line }) => (on ? line : unscored(line)))
}

const unscored = (line: EvaluationLine): EvaluationLine => ({
  ...line,
  score: null,
  parts: Object.fromEntries(Object.entries(line.parts).map(([key, part]) => [key, { ...part, score: null }])),
})

/** Those that count (docs/decisions/0072). */
export const countedOf = (lines: readonly EvaluationLine[]): readonly EvaluationLine[] => lines.filter(({ status }) => counts(status))
