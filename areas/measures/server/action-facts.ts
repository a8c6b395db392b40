import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import { extensionPoint } from '#kit/server/data/resources/extension-point.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** What is done about measures. */
export interface ActionFacts {
  /** Whether an action that names the measure is still open. */
  readonly hasOpen: (measure: RowRef) => RawBuilder<boolean>
  /** Whether a finished action that names the measure shows evidence; asked for many measures at once. */
  readonly isProven: (measure: RowRef) => RawBuilder<boolean>
  /** Whether an action is there for the measure alone. */
  readonly isNamed: (measure: RowRef) => RawBuilder<boolean>
  /** Holds the open actions that are to put measures in place, and answers how many there are. */
  readonly holdPlans: (tx: Tx, ids: readonly number[]) => Promise<number>
}

export const actionFacts = extensionPoint<ActionFacts>()

/** Whether one of the facts is so. */
export const isSo = (measure: RowRef, fact: 'hasOpen' | 'isProven' | 'isNamed'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join([sql`false`, ...actionFacts.all().map((facts) => facts[fact](measure))], sql` or `)})`

/** Holds the open actions that are to put measures in place, before the measures themselves, as whoever writes one of them does; answers how many. */
export async function holdPlans(tx: Tx, ids: readonly number[]): Promise<number> {
  let held = 0
  for (const facts of actionFacts.all()) held += await facts.holdPlans(tx, ids)
  return held
}
