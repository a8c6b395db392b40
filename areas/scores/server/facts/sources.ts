/** Where the scores' control data comes from: areas above say what their rows tell of measures. */
import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { extensionPoint } from '#kit/server/data/resources/extension-point.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { unionAll } from '#kit/server/data/store/union-all.ts'
import type { readEvidenceUsage } from '#areas/evidence/contract/calls.ts'
import type { Day } from './facts.ts'

/**
 * What occurrences of recurring tasks there are: a query for all of their columns, of their task `task_measure_id`,
 * `task_periodicity` and `task_start`, and whether it `is_answered`, `is_done` as it should be, or `is_not_applicable`.
 */
export const occurrenceSources = extensionPoint<(customerId: number) => RawBuilder<unknown>>()

/** What shows evidence of measures. */
interface ProofSource {
  /** A query for `evidence_id`, `measure_id` and `done_date` of what is finished. */
  readonly finished: (customerId: number) => RawBuilder<unknown>
  /** What shows an evidence, finished or not, as far as the reader may open it. */
  readonly showing: (tx: Tx, resources: Resources, evidence: number) => Promise<z.infer<typeof readEvidenceUsage.answer>['object']['actions'] | undefined>
  /** A query for the ids of measures of which it is shown. */
  readonly measures: (customerId: number, evidence: number) => RawBuilder<unknown>
}

export const proofSources = extensionPoint<ProofSource>()

/** One entry of a metric that made what an indicator told of a measure; all of these null where there is none. */
export interface ShownValue {
  readonly measure_id: number
  readonly indicator_id: number
  /** What the value is of; null for what was told before that was kept, or cannot be told to the reader. */
  readonly place: string | null
  readonly from: Day | null
  readonly to: Day | null
  readonly metric_id: number | null
  readonly metric: string | null
  readonly identifier: string | null
  readonly unit: string | null
  readonly value: number | null
  readonly at_place: string | null
  readonly period: Day | null
  readonly source: string | null
  readonly author: string | null
  readonly on: Day | null
  readonly open: boolean
  /** All entries there are. */
  readonly count: number
}

/** The entries behind what indicators told: `reported` is a query for `measure_id`, `indicator_id`, `of_perimeter_id`, `of_from` and `of_to`. */
export const valueSources = extensionPoint<(tx: Tx, resources: Resources, day: Day, reported: RawBuilder<unknown>) => Promise<readonly ShownValue[]>>()

/** The occurrences of recurring tasks, to stand behind `from`. */
export const taskOccurrences = (customerId: number): RawBuilder<unknown> =>
  unionAll(
    occurrenceSources.all().map((source) => source(customerId)),
    sql`select null::bigint as id where false`,
  )
/** What finished actions prove, to stand behind `from`. */
export const finishedProofs = (customerId: number): RawBuilder<unknown> =>
  unionAll(
    proofSources.all().map(({ finished }) => finished(customerId)),
    sql`select null::bigint as evidence_id, null::bigint as measure_id, null::date as done_date where false`,
  )
