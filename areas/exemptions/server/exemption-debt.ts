import { requirementsNow } from '#areas/policies/server/index.ts'
import { sql } from 'kysely'
import { notFound } from '#kit/contract/errors.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { figureColumn, figureCondition } from '#kit/server/data/resources/figures.ts'
import { listPage } from '#kit/server/data/lists/list-engine.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import {
  Labels,
  exemptedByMonth,
  exemptedPoints,
  scoreAtTop,
  visibleTo,
  type ExclusionFact,
  type ExemptedPoints,
  type ScoreResult,
} from '#areas/scores/server/index.ts'
import { ages, debtItemsAtMost, debtMonths, type Debt, type DebtItem, type DebtOfPerimeter } from '#areas/exemptions/contract/exemption-debt.ts'
import { exemptionFigures } from '#areas/exemptions/contract/figures.ts'
import { exemptionInForce } from './facts.ts'
import { exemptionRules } from './rules.ts'

const e = rowRef('e')
/** Since when it has been standing, whatever it carries on. */
const standingSince = sql`coalesce(e.first_granted_on, e.decided_on, e.start_date)`
const readable = (tx: Tx) => sql`e.customer_id = ${tx.customerId} and ${exemptionInForce(e)} and ${asSql(exemptionRules.read(e, tx.who))}`

interface Whole {
  readonly in_force: number
  readonly ending: number
  readonly median_age: number | null
  readonly oldest_age: number | null
  readonly renewed: number
  readonly renewed_twice: number
}

export interface DebtAsked {
  readonly policy?: number | undefined
  /** With all below it. */
  readonly within?: number | undefined
}

/** A perimeter that the reader may open, and those below it. */
async function placesBelow(tx: Tx, perimeter: number): Promise<ReadonlySet<number>> {
  if (!visibleTo(tx.who)(perimeter)) throw notFound()
  const rows = await tx.run(
    sql<{
      id: number
    }>`select descendant_id as id from public.perimeter_closure where customer_id = ${tx.customerId} and ancestor_id = ${perimeter}`,
  )
  if (rows.length === 0) throw notFound()
  return new Set(rows.map(({ id }) => id))
}

/** On a day gone by the exemption behind an exclusion is looked for among those that were in force then: whatever has ended since excludes nothing any more. */
const behindOf = (tx: Tx) => (tx.past ? { sources: standingThen } : {})

async function standingThen(tx: Tx, exclusions: readonly ExclusionFact[]): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.run(sql<{ id: number; source_id: number }>`select x.id, min(e.id) as source_id
    from unnest(${exclusions.map(({ id }) => id)}::bigint[], ${exclusions.map((one) => one.perimeter_id)}::bigint[], ${exclusions.map((one) => one.lineage_id)}::bigint[])
        as x (id, perimeter_id, lineage_id)
      join exemption__perimeters p on p.customer_id = ${tx.customerId} and p.target_id = x.perimeter_id
      join exemption e on e.customer_id = ${tx.customerId} and e.id = p.owner_id and ${exemptionInForce(e)}
      join exemption__controls l on l.customer_id = ${tx.customerId} and l.owner_id = e.id
      join ${requirementsNow(tx.customerId)} c on c.id = l.target_id and c.lineage_id = x.lineage_id group by x.id`)
  return new Map(rows.map(({ id, source_id }) => [id, source_id]))
}

/** The points of every perimeter that rest on exemptions, by their age, with what is in force; in a number of statements that does not grow with them. */
export async function debtOf(tx: Tx, resources: Resources, current: ScoreResult | null, { policy, within }: DebtAsked): Promise<Debt> {
  if (policy !== undefined && current && !current.consolidatedPolicies.has(policy)) throw notFound()
  const places = within === undefined ? undefined : await placesBelow(tx, within)
  const all = current ? await exemptedPoints(tx, current, tx.who, { policy, ...behindOf(tx) }) : []
  const resting = places ? all.filter(({ perimeter_id }) => places.has(perimeter_id)) : all
  const resource = resourceOf(resources, 'exemption')
  const placeFilters: readonly Filter[] = within === undefined ? [] : [{ name: 'within', selected_options: [within] }]
  const figure = (name: 'in_force' | 'ending' | 'renewed' | 'renewed_twice') =>
    figureColumn(resource, { ...exemptionFigures[name], filters: (day) => [...exemptionFigures[name].filters(day), ...placeFilters] }, e, tx.who, tx.today)
  const here = asSql(figureCondition(resource, { ...exemptionFigures.in_force, filters: () => placeFilters }, e, tx.who, tx.today))
  const age = sql`(${tx.today}::date - ${standingSince})`
  const whole = await tx.first(sql<Whole>`select ${figure('in_force')} as in_force, ${figure('ending')} as ending,
      percentile_disc(0.5) within group (order by ${age})::int as median_age, max(${age})::int as oldest_age,
      ${figure('renewed')} as renewed, ${figure('renewed_twice')} as renewed_twice
    from exemption e where ${readable(tx)} and ${here}`)
  const counts = await tx.run(sql<{
    id: number
    in_force: number
    renewals: number
  }>`select l.target_id as id, count(*)::int as in_force, sum(e.renewals)::int as renewals
    from exemption e join exemption__perimeters l on l.customer_id = e.customer_id and l.owner_id = e.id where ${readable(tx)} group by l.target_id`)
  const classes = await ageClasses(tx, resting)
  const months = await exemptedByMonth(tx, policy, debtMonths)
  const top = current && scoreAtTop(current, tx.who, policy, within)
  const labels = new Labels()
  labels.want('perimeter', top?.perimeter_id)
  for (const { perimeter_id } of resting) labels.want('perimeter', perimeter_id)
  const policies = [...(current?.consolidatedPolicies.keys() ?? [])]
  for (const id of policies) labels.want('policy', id)
  await labels.load(tx)
  const named = (id: number) => labels.get('perimeter', id) ?? { id, name: '', identifier: null }
  const known = new Map(counts.map((row) => [row.id, row]))
  const perimeters = resting.map(({ perimeter_id: id, parts, with: eased, without }): DebtOfPerimeter => {
    const by_age: [number, number, number] = [0, 0, 0]
    for (const { source_id, points } of parts) by_age[(classes.get(source_id) ?? 0) as 0 | 1 | 2] += points
    const { in_force = 0, renewals = 0 } = known.get(id) ?? {}
    const points = by_age.reduce((sum, one) => sum + one, 0)
    return { ...named(id), with: eased, without, points, by_age, in_force, renewals, months: [...(months.get(id) ?? [])] }
  })
  return {
    day: tx.today,
    top: top && { name: named(top.perimeter_id).name, with: top.with, without: top.without },
    ...(whole ?? { in_force: 0, ending: 0, median_age: null, oldest_age: null, renewed: 0, renewed_twice: 0 }),
    perimeters: perimeters.toSorted((a, b) => b.points - a.points || a.name.localeCompare(b.name, tx.who.lang)),
    policies: labels.open('policy', policies).toSorted((a, b) => a.name.localeCompare(b.name, tx.who.lang)),
  }
}

/** Under 6 months since the first grant: 0; from 6 to 12: 1; over 12: 2. */
async function ageClasses(tx: Tx, resting: readonly ExemptedPoints[]): Promise<ReadonlyMap<number, number>> {
  const ids = [...new Set(resting.flatMap(({ parts }) => parts.map(({ source_id }) => source_id)))]
  if (ids.length === 0) return new Map()
  const [middle, old] = ages
  const rows = await tx.run(sql<{
    id: number
    age: number
  }>`select e.id, case when ${standingSince} < ${tx.today}::date - make_interval(months => ${old}) then 2
      when ${standingSince} <= ${tx.today}::date - make_interval(months => ${middle}) then 1 else 0 end as age
    from exemption e where e.customer_id = ${tx.customerId} and e.id = any(${ids}::bigint[])`)
  return new Map(rows.map(({ id, age }) => [id, age]))
}

const shown = ['identifier', 'name', 'tag', 'controls', 'requester', 'end_date', 'actions', 'renewals', 'first_granted_on']

/** The exemptions in force in a perimeter, those worth most of its score first. Throws NOT_FOUND for perimeters out of reach. */
export async function debtItemsOf(
  tx: Tx,
  resources: Resources,
  current: ScoreResult | null,
  { perimeter, policy }: { readonly perimeter: number; readonly policy?: number | undefined },
): Promise<{ objects: DebtItem[]; count: number }> {
  if (!current?.index.perimeter.has(perimeter) || !visibleTo(tx.who)(perimeter)) throw notFound()
  const [resting] = await exemptedPoints(tx, current, tx.who, { policy, perimeter, ...behindOf(tx) })
  const points = new Map<number, number>()
  const heaviest = new Map<number, { lineage: number; points: number }>()
  for (const { source_id, lineage_id, points: part } of resting?.parts ?? []) {
    points.set(source_id, (points.get(source_id) ?? 0) + part)
    if (lineage_id !== null && part > (heaviest.get(source_id)?.points ?? -Infinity)) heaviest.set(source_id, { lineage: lineage_id, points: part })
  }
  const worth = [...points].toSorted((a, b) => b[1] - a[1]).map(([id]) => id)
  const found = await tx.run(sql<{
    id: number
    total: number
    age: number
  }>`select e.id, count(*) over ()::int as total, (${tx.today}::date - ${standingSince})::int as age
    from exemption e join exemption__perimeters l on l.customer_id = e.customer_id and l.owner_id = e.id and l.target_id = ${perimeter}
    where ${readable(tx)} order by array_position(${worth}::bigint[], e.id) nulls last, e.end_date, e.id limit ${debtItemsAtMost}`)
  const ids = found.map(({ id }) => id)
  const exemptions = resourceOf(resources, 'exemption')
  const page = { page: 1, per_page: debtItemsAtMost, sort: [], filters: [], global_search: '' }
  const { objects } = await listPage(tx, authorizeVerb(tx, exemptions, 'read'), exemptions, resources, page, {
    fields: shown,
    only: (row) => sql<boolean>`${row('id')} = any(${ids}::bigint[])`,
  })
  const labels = new Labels()
  for (const { lineage } of heaviest.values()) labels.want('lineage', lineage)
  await labels.load(tx)
  const rows = new Map(objects.map((row) => [row.id, row]))
  return {
    count: found[0]?.total ?? 0,
    objects: found.flatMap(({ id, age }): DebtItem[] => {
      const row = rows.get(id) as (Omit<DebtItem, 'requirement' | 'more' | 'points' | 'age'> & { controls: NonNullable<DebtItem['requirement']>[] }) | undefined
      if (!row) return []
      const { version, edit_right, identifier, name, first_granted_on, renewals, end_date, requester, tag, actions, controls } = row
      const [first] = controls
      const requirement =
        labels.get('lineage', heaviest.get(id)?.lineage) ?? (first ? { id: first.id, name: first.name, identifier: first.identifier ?? null } : null)
      const fields = { id, version, edit_right, identifier, name, first_granted_on, renewals, end_date, requester, tag, actions }
      return [{ ...fields, age, points: points.get(id) ?? 0, requirement, more: Math.max(0, controls.length - 1) }]
    }),
  }
}
