import { sql, type RawBuilder } from 'kysely'
import type { RowCondition, RowRef } from '#kit/server/access/row-rule.ts'
import { extensionPoint } from '#kit/server/data/resources/extension-point.ts'
import { unionAll } from '#kit/server/data/store/union-all.ts'

/** What is done of the models that policies call for. */
export interface MeasureFacts {
  /** A query for the `solution_id` of each measure that is in place and falls under a rule, of the customer whom the statement speaks for. */
  readonly inPlace: (rule: (row: RowRef) => RowCondition) => RawBuilder<unknown>
  /** Whether a model has a measure anywhere, decided or not. */
  readonly uses: (solution: RowRef) => RawBuilder<boolean>
}

export const measureFacts = extensionPoint<MeasureFacts>()

/** The `solution_id` of each measure that is in place, to stand behind `from`. */
export const measuresInPlace = (rule: (row: RowRef) => RowCondition = () => true): RawBuilder<unknown> =>
  unionAll(
    measureFacts.all().map(({ inPlace }) => inPlace(rule)),
    sql`select null::bigint as solution_id where false`,
  )
export const hasMeasures: MeasureFacts['uses'] = (solution) =>
  sql<boolean>`(${sql.join([sql`false`, ...measureFacts.all().map(({ uses }) => uses(solution))], sql` or `)})`
