import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { onlyOne } from '#kit/server/data/resources/only-one.ts'
import { refusals, type Refuse } from '#kit/server/data/store/refusals.ts'
import type { WriteContext, WrittenContext } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { willBe } from '#kit/server/data/work/work-guard.ts'
import { metricEntered, type ValueAt } from '#areas/metrics/contract/events.ts'
import type { metric } from '#areas/metrics/contract/metric.ts'
import type { Periodicity } from '#areas/metrics/contract/period.ts'
import { guardFormula, namedIn } from './formula/guard-formula.ts'
import { recompute } from './formula/recompute.ts'
import { isUsed, setUses } from './formula/uses.ts'
import { recountDays } from './write-values.ts'

/** What makes a metric worth its values: somewhere to be measured, bounds that leave room, a rhythm that does not change under them. */
export async function guardMetric(context: WriteContext<typeof metric>): Promise<void> {
  const { tx, verb, before, changes } = context
  const { refuse, done } = refusals()
  const used = before !== undefined && (verb === 'delete' || changes.periodicity !== undefined) && (await hasValues(context, before.id))
  const inUse = before !== undefined && (await isUsed(tx, before.id))
  if (verb === 'delete') {
    if (inUse) throw new AppError('IN_USE', 'metrics.errors.in_use')
    if (before !== undefined) await setUses(tx, { entity: 'metric', id: before.id }, [])
    if (used) throw new AppError('IN_USE', 'metrics.errors.has_values')
    return
  }
  changes.start_date ??= before === undefined ? tx.today : changes.start_date
  if (before !== undefined && changes.start_date === null) refuse('start_date', 'kit.errors.mandatory')
  // One formula may be mended by another: what is made of it follows.
  const mended = Boolean(before?.formula && changes.formula)
  if (inUse)
    for (const field of meaning)
      if (changes[field] !== undefined && changes[field] !== before[field] && !(field === 'formula' && mended)) refuse(field, 'metrics.errors.in_use')
  onlyOne(changes, ['manager', 'group'], refuse, 'metrics.errors.manager_or_group')
  // Somewhere, and at the one root of the tree or below it (MET-08).
  if (before === undefined ? !changes.perimeters?.length : changes.perimeters?.length === 0) refuse('perimeters', 'metrics.errors.perimeter_needed')
  if (used && changes.periodicity !== before?.periodicity) refuse('periodicity', 'metrics.errors.periodicity_kept')
  const [least, most] = [willBe(context, 'minimum'), willBe(context, 'maximum')].map((bound) => (bound === null ? null : Number(bound)))
  if (typeof least === 'number' && typeof most === 'number' && least > most) refuse('maximum', 'metrics.errors.bounds')
  await guardAutomatic(context, refuse)
  done()
}

/** What formulas and indicators build on; who fills a metric in, when, and what it is called may change under them (MET-11). */
const meaning = [
  'identifier',
  'unit',
  'decimals',
  'periodicity',
  'time_aggregation',
  'perimeter_aggregation',
  'formula',
  'internal_metric',
  'archived',
] as const

/** Worked out, counted by Vigie, or entered: one of them. */
async function guardAutomatic(context: WriteContext<typeof metric>, refuse: Refuse): Promise<void> {
  const { tx, grant, before, changes } = context
  if (changes.formula?.trim() === '') changes.formula = null
  const formula = willBe(context, 'formula') as string | null
  const counted = willBe(context, 'internal_metric') as string | null
  if (formula && counted) refuse('internal_metric', 'metrics.errors.formula_or_counted')
  if ((formula || counted) && willBe(context, 'periodicity') === 'HOURLY') refuse('periodicity', 'metrics.errors.hours_given')
  if (counted && changes.internal_metric && (await isTaken(tx, counted, before?.id))) refuse('internal_metric', 'metrics.errors.counted_once')
  const begins = (formula !== null && before?.formula === null) || (counted !== null && before?.internal_metric === null)
  if (before && begins && (await hasValues(context, before.id))) refuse(formula === null ? 'internal_metric' : 'formula', 'metrics.errors.has_entered')
  const periodicity = (willBe(context, 'periodicity') ?? 'MONTHLY') as Periodicity
  // One that stands is given back as it was also by whoever may not read all that it names.
  const stands = before !== undefined && formula === before.formula && periodicity === before.periodicity
  if (formula && !stands) await guardFormula(tx, grant, { id: before?.id, text: formula, periodicity }, refuse)
}

/** A product metric is collected once (MET-09). */
const isTaken = async (tx: Tx, name: string, id: number | undefined): Promise<boolean> =>
  (await tx.first(
    sql`select 1 from metric where customer_id = ${tx.customerId} and internal_metric = ${name} and id is distinct from ${id ?? null}::bigint`,
  )) !== undefined

/** Notes what a formula names and works it out, as well as what is made of it. What it names is held as it is meanwhile. */
export async function followMetric({ tx, grant, verb, before, changes, after }: WrittenContext<typeof metric>): Promise<void> {
  if (verb === 'delete' || !after) return
  const says = (field: string) => Object.hasOwn(changes, field)
  // What is counted is counted at once where it is to be, as often and as finely as it is said now.
  if (after.internal_metric !== null && ['internal_metric', 'perimeters', 'decimals', 'start_date', 'archived'].some(says))
    tx.enqueue({ name: 'metric_counts', data: {}, key: `${tx.customerId}` })
  if (changes.formula !== undefined && after.formula !== before?.formula) {
    const named = after.formula === null ? [] : await namedIn(tx, grant, after.formula)
    const ids = named.map(({ id }) => id)
    if (ids.length > 0) await tx.run(sql`select id from metric where customer_id = ${tx.customerId} and id = any(${ids}::bigint[]) order by id for share`)
    if (before !== undefined || ids.length > 0) await setUses(tx, { entity: 'metric', id: after.id }, ids)
  }
  if (before !== undefined && after.periodicity === 'HOURLY' && ['time_aggregation', 'decimals'].some(says)) await recountDays(tx, after.id)
  if (shaping.some(says)) await recompute(tx, { whole: [after.id] })
  // Where it is measured may change while indicators are made of it: they are told of all that it holds.
  if (before !== undefined && says('perimeters')) await tellAll(tx, after.id)
}

/** What decides the values of a metric and of those that are made of it. */
const shaping = ['formula', 'perimeters', 'decimals', 'start_date', 'periodicity', 'time_aggregation', 'perimeter_aggregation', 'archived'] as const

async function tellAll(tx: Tx, id: number): Promise<void> {
  const changed = await tx.run(
    sql<ValueAt>`select metric_id as metric, perimeter_id as perimeter, period::text as period from metric_value where customer_id = ${tx.customerId} and metric_id = ${id} and value is not null`,
  )
  // What formulas make of it is worked out already.
  if (changed.length > 0) await tx.emit(metricEntered, id, { computed: true, changed })
}

/** Values that somebody gave. */
const hasValues = async ({ tx }: WriteContext<typeof metric>, id: number): Promise<boolean> =>
  (await tx.first(sql`select 1 from metric_value where customer_id = ${tx.customerId} and metric_id = ${id} and source <> 'AUTO' limit 1`)) !== undefined
