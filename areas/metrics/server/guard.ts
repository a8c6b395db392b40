import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { onlyOne } from '#kit/server/data/only-one.ts'
import { refusals } from '#kit/server/data/refusals.ts'
import type { WriteContext } from '#kit/server/data/resource.ts'
import { willBe } from '#kit/server/data/work-guard.ts'
import type { metric } from '#areas/metrics/contract/metric.ts'

/** What makes a metric worth its values: somewhere to be measured, bounds that leave room, a rhythm that does not change under them. */
export async function guardMetric(context: WriteContext<typeof metric>): Promise<void> {
  const { tx, verb, before, changes } = context
  const { refuse, done } = refusals()
  const used = before !== undefined && (verb === 'delete' || changes.periodicity !== undefined) && (await hasValues(context, before.id))
  if (verb === 'delete') {
    if (used) throw new AppError('IN_USE', 'metrics.errors.has_values')
    return
  }
  changes.start_date ??= before === undefined ? tx.today : changes.start_date
  if (before !== undefined && changes.start_date === null) refuse('start_date', 'kit.errors.mandatory')
  onlyOne(changes, ['manager', 'group'], refuse, 'metrics.errors.manager_or_group')
  // Somewhere, and at the one root of the tree or below it (MET-08).
  if (before === undefined ? !changes.perimeters?.length : changes.perimeters?.length === 0) refuse('perimeters', 'metrics.errors.perimeter_needed')
  if (used && changes.periodicity !== before?.periodicity) refuse('periodicity', 'metrics.errors.periodicity_kept')
  const [least, most] = [willBe(context, 'minimum'), willBe(context, 'maximum')].map((bound) => (bound === null ? null : Number(bound)))
  if (typeof least === 'number' && typeof most === 'number' && least > most) refuse('maximum', 'metrics.errors.bounds')
  done()
}

const hasValues = async ({ tx }: WriteContext<typeof metric>, id: number): Promise<boolean> =>
  (await tx.first(sql`select 1 from metric_value where customer_id = ${tx.customerId} and metric_id = ${id} limit 1`)) !== undefined
