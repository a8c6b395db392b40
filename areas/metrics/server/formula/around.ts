import { sql } from 'kysely'
import type { ChangedRow } from '#kit/contract/event.ts'
import type { Derived, ResourceOf } from '#kit/server/data/resources/resource.ts'
import type { DomainEvent, Tx } from '#kit/server/data/database/transaction.ts'
import type { metric } from '#areas/metrics/contract/metric.ts'
import type { perimeter } from '#areas/organisation/contract/perimeter.ts'

/** Nobody enters values of what is worked out or counted. */
export const isAuto: Derived = (row) => sql`(${row('formula')} is not null or ${row('internal_metric')} is not null)`

/** What depends on what is decided by one at a time: two formulas could name each other. */
export const formulaTurn: ResourceOf<typeof metric>['turn'] = (verb, changes) => (verb !== 'delete' && changes.formula !== undefined ? 'metric formulas' : null)

/** A perimeter that moves takes its values to another place: all that is worked out is looked at again. */
export async function lookAtTree(tx: Tx, { payload: { before, after } }: DomainEvent<ChangedRow<typeof perimeter>>): Promise<void> {
  if (after.parent_id === before.parent_id) return
  const worked = await tx.first(sql`select 1 from metric where customer_id = ${tx.customerId} and formula is not null limit 1`)
  if (worked) tx.enqueue({ name: 'metric_formulas', data: {}, key: `${tx.customerId}` })
}
