import { sql, type RawBuilder } from 'kysely'
import type { RowCondition, RowRef } from '#kit/server/access/row-rule.ts'
import { extensionPoint } from '#kit/server/data/extension-point.ts'

/** What is done of the models that policies call for. */
export interface MeasureFacts {
  /** A query for the models of measures that are in place somewhere. */
  readonly inPlace: RawBuilder<unknown>
  /** How many measures of a model are in place, of those whose place falls under a rule. */
  readonly count: (solution: RawBuilder<unknown>, rule: (row: RowRef) => RowCondition) => RawBuilder<number>
  /** Whether a model has a measure anywhere, decided or not. */
  readonly uses: (solution: RowRef) => RawBuilder<boolean>
}

export const measureFacts = extensionPoint<MeasureFacts>()

const none = sql`select null::bigint where false`

/** The models of measures that are in place somewhere, as a query. */
export const modelsInPlace = (): RawBuilder<unknown> => sql.join([...measureFacts.all().map(({ inPlace }) => inPlace), none], sql` union all `)
export const measuresOfModel: MeasureFacts['count'] = (solution, rule) =>
  sql<number>`(${sql.join([sql`0`, ...measureFacts.all().map(({ count }) => count(solution, rule))], sql` + `)})`
export const hasMeasures: MeasureFacts['uses'] = (solution) =>
  sql<boolean>`(${sql.join([sql`false`, ...measureFacts.all().map(({ uses }) => uses(solution))], sql` or `)})`
