import { sql } from 'kysely'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { onlyOne } from '#kit/server/data/resources/only-one.ts'
import { refusals, type Refuse } from '#kit/server/data/store/refusals.ts'
import { resourceOf, type WriteContext } from '#kit/server/data/resources/resource.ts'
import { willBe } from '#kit/server/data/work/work-guard.ts'
import { checkFormula, lookUp, type KnownMetric } from '#areas/catalog/contract/formula/check.ts'
import { metricsIn } from '#areas/catalog/contract/formula/evaluate.ts'
import { parseFormula } from '#areas/catalog/contract/formula/parser.ts'
import { periodOf, type Periodicity } from '#areas/metrics/contract/period.ts'
import type { indicator } from '#areas/indicators/contract/indicator.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'

type Context = WriteContext<typeof indicator>

export interface NamedMetric extends KnownMetric {
  readonly id: number
  /** Made for specific perimeters by a local pilot (IND-08). */
  readonly local: boolean
}

/** The metrics that a formula names, as far as whoever writes it may read them. */
export async function metricsNamed(tx: Tx, grant: Grant, resources: Resources, text: string): Promise<ReadonlyMap<string, NamedMetric>> {
  const parsed = parseFormula(text)
  if (!parsed.ok) return new Map()
  const m = rowRef('m')
  const found = await lookUp(metricsIn(parsed.node).keys(), (names) =>
    tx.run(sql<NamedMetric>`select m.id, m.identifier collate "C" as identifier, m.periodicity,
      not exists (select 1 from member c where c.customer_id = m.customer_id and c.id = m.created_by and ('global_pilote' = any(c.roles)
        or (c.kind = 'KEY' and not exists (select 1 from member__perimeters p where p.customer_id = c.customer_id and p.owner_id = c.id)))) and m.created_by is not null as local
    from metric m where m.customer_id = ${tx.customerId} and m.identifier = any(${names}::text[]) and ${asSql(resourceOf(resources, 'metric').rules.read(m, grant.who))} order by m.id`),
  )
  return new Map(found.map((one) => [one.identifier, one]))
}

/** What makes an indicator worth computing: a formula that can be read, somewhere to be computed, a family of one type and rhythm. */
export async function guardIndicator(context: Context): Promise<void> {
  const { verb, before, changes } = context
  if (verb === 'delete') return
  const { refuse, done } = refusals()
  onlyOne(changes, ['manager', 'group'], refuse, 'indicators.errors.manager_or_group')
  const type = willBe(context, 'type') ?? 'PERFORMANCE'
  const isGlobal = willBe(context, 'is_global') === true
  if (before === undefined && type === 'PERFORMANCE') changes.target_value ??= 90
  const target = willBe(context, 'target_value')
  if (type === 'PERFORMANCE' && (target === null || Number(target) < 1 || Number(target) > 100)) refuse('target_value', 'indicators.errors.target')
  await guardPlaces(context, isGlobal, refuse)
  if (type === 'ACTIVITY' && (await hasMeasures(context))) refuse(changes.measures === undefined ? 'type' : 'measures', 'indicators.errors.performance_needed')
  await guardFormula(context, isGlobal, refuse)
  await guardFamily(context, refuse)
  orderNotes(context)
  done()
}

/** A global indicator is about all perimeters, a local one about some, or about those of one grouping (PER-08). */
async function guardPlaces(context: Context, isGlobal: boolean, refuse: Refuse): Promise<void> {
  const { tx, before, changes } = context
  if (isGlobal) {
    if (changes.perimeters?.length) refuse('perimeters', 'indicators.errors.global_everywhere')
    else if (before !== undefined && changes.is_global === true) changes.perimeters = []
    if (typeof changes.tag === 'number') refuse('tag', 'indicators.errors.global_everywhere')
    else if (before !== undefined && changes.is_global === true) changes.tag = null
    return
  }
  if (typeof changes.tag === 'number' && changes.perimeters?.length) return refuse('tag', 'indicators.errors.place_twice')
  // One takes the place of the other.
  if (typeof changes.tag === 'number') changes.perimeters = []
  else if (changes.perimeters?.length) changes.tag = null
  const some =
    willBe(context, 'tag', 'tag_id') !== null ||
    (changes.perimeters === undefined
      ? before !== undefined &&
        (await tx.first(sql`select 1 from indicator__perimeters where customer_id = ${tx.customerId} and owner_id = ${before.id} limit 1`)) !== undefined
      : changes.perimeters.length > 0)
  if (!some) refuse('perimeters', 'indicators.errors.perimeter_needed')
}

const hasMeasures = async ({ tx, before, changes }: Context): Promise<boolean> =>
  changes.measures === undefined
    ? before !== undefined &&
      (await tx.first(sql`select 1 from indicator__measures where customer_id = ${tx.customerId} and owner_id = ${before.id} limit 1`)) !== undefined
    : changes.measures.length > 0

async function guardFormula(context: Context, isGlobal: boolean, refuse: Refuse): Promise<void> {
  const { tx, grant, resources, before, changes } = context
  if (changes.formula === '') changes.formula = null
  const given = willBe(context, 'formula') as string | null
  if (given === null) {
    if (changes.formula === null || before === undefined) changes.metrics = []
    return
  }
  const periodicity = (willBe(context, 'periodicity') ?? 'MONTHLY') as Periodicity
  // One that stands is given back as it was also by whoever may not read all that it names.
  if (before !== undefined && given === before.formula && periodicity === before.periodicity && isGlobal === before.is_global) return
  const metrics = await metricsNamed(tx, grant, resources, given)
  const checked = checkFormula(given, periodicity, metrics)
  const [fault] = checked.ok ? [] : checked.faults
  if (fault) {
    refuse('formula', fault.key, fault.values && { ...fault.values })
    refuse('formula', 'catalog.formula.place', { place: fault.at + 1 })
    return
  }
  if (isGlobal && [...metrics.values()].some(({ local }) => local)) refuse('formula', 'indicators.errors.local_metric')
  changes.metrics = [...metrics.values()].map(({ id }) => id)
}

interface Relative {
  readonly type: string
  readonly periodicity: string
  readonly formula: string | null
  readonly below: boolean
}

/** Parent and children are of one type and rhythm, nobody is below themselves, and who has children has no formula (IND-11, IND-07). */
async function guardFamily(context: Context, refuse: Refuse): Promise<void> {
  const { tx, before, changes } = context
  if (before !== undefined && ['parent', 'type', 'periodicity', 'formula'].every((key) => !(key in changes))) return
  const [type, periodicity] = [willBe(context, 'type') ?? 'PERFORMANCE', willBe(context, 'periodicity') ?? 'MONTHLY']
  const own = before?.id ?? 0
  const parent = willBe(context, 'parent', 'parent_id')
  const [above, children] = await Promise.all([
    parent === null
      ? undefined
      : tx.first(sql<Relative>`with recursive up as (select i.id, i.parent_id from indicator i where i.customer_id = ${tx.customerId} and i.id = ${parent} union
          select p.id, p.parent_id from up u join indicator p on p.customer_id = ${tx.customerId} and p.id = u.parent_id)
        select i.type, i.periodicity, i.formula, exists (select 1 from up where up.id = ${own}) as below from indicator i where i.customer_id = ${tx.customerId} and i.id = ${parent}`),
    before === undefined
      ? undefined
      : tx.first(
          sql<Relative>`select type, periodicity, formula, false as below from indicator where customer_id = ${tx.customerId} and parent_id = ${own} order by id limit 1`,
        ),
  ])
  if (above) {
    if (above.below) refuse('parent', 'indicators.errors.cycle')
    else if (above.type !== type) refuse('parent', 'indicators.errors.mixed_types')
    else if (above.periodicity !== periodicity) refuse('parent', 'indicators.errors.parent_rhythm')
    else if (above.formula !== null) refuse('parent', 'indicators.errors.parent_formula')
  }
  if (!children) return
  if (children.type !== type) refuse('type', 'indicators.errors.mixed_types')
  if (children.periodicity !== periodicity) refuse('periodicity', 'indicators.errors.parent_rhythm')
  if (willBe(context, 'formula') !== null) refuse('formula', 'indicators.errors.has_children')
}

/** A period has one note, by its first day. */
function orderNotes(context: Context): void {
  const { changes } = context
  if (!changes.notes) return
  const periodicity = (willBe(context, 'periodicity') ?? 'MONTHLY') as Periodicity
  const byPeriod = new Map(changes.notes.map(({ period, text }) => [periodOf(periodicity, period), text]))
  changes.notes = [...byPeriod].map(([period, text]) => ({ period, text })).toSorted((a, b) => a.period.localeCompare(b.period))
}
