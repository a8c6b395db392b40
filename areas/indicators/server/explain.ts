import { sql } from 'kysely'
import type { z } from 'zod'
import { notFound } from '#kit/contract/errors.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { whyNone } from '#areas/catalog/contract/formula/evaluate.ts'
import { parseFormula } from '#areas/catalog/contract/formula/parser.ts'
import { periodOf, within } from '#areas/metrics/contract/period.ts'
import { mostEntries, type explainValue, type Explanation } from '#areas/indicators/contract/calls.ts'
import { prepare, reachOf, termValues, valueAt, type Entry, type Place, type Prepared } from './compute.ts'
import { placesOf, readEntries, usedMetrics } from './read-facts.ts'
import { indicatorOf, visible, type Shown } from './read-indicator.ts'
import { indicatorRules, readsAll } from './rules.ts'

type Asked = z.output<NonNullable<(typeof explainValue)['query']>>
export type Say = (key: string, values?: Record<string, string | number>) => string

interface Stored {
  readonly name: string
  readonly value: number | null
  readonly computed: number | null
  readonly carried: Explanation['carried']
}

/** A value of an indicator down to what was entered, as far as its reader looks at it; a fixed number of statements. */
export async function explanationOf(
  tx: Tx,
  grant: Grant,
  resources: Resources,
  id: number,
  { perimeter_id, period: day }: Asked,
  say: Say,
): Promise<Explanation> {
  const indicator = await indicatorOf(tx, grant, id)
  const period = periodOf(indicator.periodicity, day)
  const stored = await storedAt(tx, grant, indicator, perimeter_id, period)
  const common = {
    perimeter: stored.name,
    period,
    value: stored.value,
    computed: stored.computed,
    carried: stored.value === null ? stored.carried : null,
    measures: indicator.measures,
  }
  if (indicator.formula === null) {
    const children = await childrenAt(tx, grant, indicator, perimeter_id, period)
    return { ...common, formula: null, terms: [], children, why: stored.value === null ? say('indicators.explain.no_child') : null, group: null }
  }
  const metrics = await usedMetrics(tx, id)
  const ids = metrics.map((metric) => metric.id)
  const [places, entries] = await Promise.all([placesOf(tx, ids, id, indicator), readEntries(tx, indicator, metrics, [period])])
  const counted = entries.filter(
    (one) => within(indicator.periodicity, metrics.find((metric) => metric.id === one.metric)?.periodicity ?? indicator.periodicity, one.period) === period,
  )
  const prepared = prepare({ ...indicator, formula: indicator.formula }, metrics, counted)
  if (!prepared) return { ...common, formula: indicator.formula, terms: [], children: [], why: say('indicators.explain.unreadable'), group: null }
  const below = reachOf(places).get(perimeter_id) ?? []
  const values = termValues(prepared, period, below)
  const inside = new Set(below)
  const readable = await readableEntries(
    tx,
    grant,
    resources,
    indicator,
    counted.filter((one) => inside.has(one.perimeter)),
  )
  return {
    ...common,
    formula: indicator.formula,
    terms: prepared.terms.map(({ metric, how }, n) => {
      const of = readable.filter((one) => one.metric === metric.id)
      return {
        metric: metric.identifier,
        metric_id: metric.id,
        how,
        name: of[0]?.metric_name ?? metric.identifier,
        unit: of[0]?.unit ?? null,
        value: values[n] ?? null,
        entries: of
          .slice(0, mostEntries)
          .map(({ perimeter, period: start, value, source, author, at, comment }) => ({ perimeter, period: start, value, source, author, at, comment })),
        count: counted.filter((one) => one.metric === metric.id && inside.has(one.perimeter)).length,
      }
    }),
    children: [],
    why: stored.value === null ? whyOf(indicator.formula, values, say) : null,
    group: await groupAt(tx, grant, indicator, { places, prepared, period, perimeter: perimeter_id }),
  }
}

/** Why a formula has no value with what its terms amount to. */
export function whyOf(formula: string, values: readonly (number | null)[], say: Say): string | null {
  const parsed = parseFormula(formula)
  const fault = parsed.ok ? whyNone(parsed.node, values) : parsed.faults[0]
  if (!fault) return null
  const reason = say(fault.key, fault.values && { ...fault.values })
  return `${reason}: ${whole(formula, fault)}`
}

/** A part of a formula with the parentheses that it opens. */
function whole(formula: string, { at, end }: { readonly at: number; readonly end: number }): string {
  const part = formula.slice(at, end)
  const open = part.split('(').length - part.split(')').length
  return part + ')'.repeat(Math.max(0, open))
}

async function storedAt(tx: Tx, grant: Grant, indicator: Shown, perimeter: number, period: string): Promise<Stored> {
  const p = rowRef('p')
  const found =
    await tx.first(sql<Stored>`select case when p.id = ${indicator.grouping?.root ?? 0} then ${indicator.grouping?.name ?? ''} else coalesce(${localizedText(p, 'name', grant.who.lang)}, p.identifier) end as name, v.value, v.computed,
      (select jsonb_build_object('period', w.period, 'value', w.value) from indicator_value w where w.customer_id = p.customer_id and w.indicator_id = ${indicator.id} and w.perimeter_id = p.id
        and w.period < ${period}::date order by w.period desc limit 1) as carried
    from perimeter p left join indicator_value v on v.customer_id = p.customer_id and v.indicator_id = ${indicator.id} and v.perimeter_id = p.id and v.period = ${period}::date
    where p.customer_id = ${tx.customerId} and p.id = ${perimeter} and ${visible(indicator, grant, sql`p.id`)}`)
  if (!found) throw notFound('indicators.errors.no_indicator')
  return found
}

type ExplainedEntry = Explanation['terms'][number]['entries'][number]
interface OrderedEntry extends ExplainedEntry {
  readonly metric: number
  readonly metric_name: string
  readonly unit: string | null
}

/** Entries with where they came from, of perimeters that the reader looks at; the largest first, those that matter most. */
function readableEntries(tx: Tx, grant: Grant, resources: Resources, indicator: Shown, entries: readonly Entry[]): Promise<OrderedEntry[]> {
  const [m, p] = [rowRef('m'), rowRef('p')]
  const { lang } = grant.who
  const keys = entries.map(({ metric, perimeter, period }) => ({ metric, perimeter, period }))
  return tx.run(sql<OrderedEntry>`select m.id as metric, coalesce(${localizedText(m, 'name', lang)}, m.identifier) as metric_name, m.unit, coalesce(${localizedText(p, 'name', lang)}, p.identifier) as perimeter,
      v.period::text as period, v.value::float8 as value, v.source, a.name as author, to_char(v.valid_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, v.comment
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k (metric bigint, perimeter bigint, period date)
      join metric_value v on v.customer_id = ${tx.customerId} and v.metric_id = k.metric and v.perimeter_id = k.perimeter and v.period = k.period
      join metric m on m.customer_id = v.customer_id and m.id = v.metric_id join perimeter p on p.customer_id = v.customer_id and p.id = v.perimeter_id
      left join member a on a.customer_id = v.customer_id and a.id = v.author_id
    where ${visible(indicator, grant, sql`v.perimeter_id`)} and coalesce(${asSql(resourceOf(resources, 'metric').rules.read(m, grant.who))}, false) order by m.id, abs(v.value) desc, p.id`)
}

async function childrenAt(tx: Tx, { who }: Grant, indicator: Shown, perimeter: number, period: string): Promise<Explanation['children']> {
  const c = rowRef('c')
  return tx.run(sql<
    Explanation['children'][number]
  >`select c.id, coalesce(${localizedText(c, 'name', who.lang)}, c.identifier) as name, v.value from indicator c
    left join indicator_value v on v.customer_id = c.customer_id and v.indicator_id = c.id and v.perimeter_id = ${perimeter} and v.period = ${period}::date
      and (coalesce(${asSql(readsAll(c, who))}, false) or v.perimeter_id = any(${[...who.perimeterIds]}::bigint[]))
    where c.customer_id = ${tx.customerId} and c.parent_id = ${indicator.id} and not c.archived and ${asSql(indicatorRules.read(c, who))} order by ${localizedText(c, 'name', who.lang)}, c.id`)
}

interface Grouped {
  readonly places: readonly Place[]
  readonly prepared: Prepared
  readonly period: string
  readonly perimeter: number
}

/** What the highest perimeter amounts to with this one and all below it, and without them. */
async function groupAt(tx: Tx, grant: Grant, indicator: Shown, { places, prepared, period, perimeter }: Grouped): Promise<Explanation['group']> {
  const ids = new Set(places.map(({ id }) => id))
  const top = places.find(({ parent }) => parent === null || !ids.has(parent))
  if (!top || top.id === perimeter) return null
  const p = rowRef('p')
  const seen = await tx.first(sql<{ name: string }>`select coalesce(${localizedText(p, 'name', grant.who.lang)}, p.identifier) as name from perimeter p
    where p.customer_id = ${tx.customerId} and p.id = ${top.id} and ${visible(indicator, grant, sql`p.id`)}`)
  if (!seen) return null
  const reach = reachOf(places)
  const gone = new Set(reach.get(perimeter) ?? [])
  const all = reach.get(top.id) ?? []
  const [value, without] = [all, all.filter((id) => !gone.has(id))].map((below) => valueAt(prepared, indicator, period, below)?.value ?? null)
  return value === null || value === undefined
    ? null
    : { name: indicator.grouping?.root === top.id ? indicator.grouping.name : seen.name, value, without: without ?? null }
}
