import { sql } from 'kysely'
import type { z } from 'zod'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { checkFormula } from '#areas/catalog/contract/formula/check.ts'
import { longerOrEqual } from '#areas/catalog/contract/rhythm.ts'
import { movePeriod, periodOf } from '#areas/metrics/contract/period.ts'
import {
  checkIndicatorFormula,
  completeFormula,
  explainValue,
  listCards,
  mostOffered,
  readBoard,
  type FormulaCheck,
  type Offered,
} from '#areas/indicators/contract/calls.ts'
import { boardOf, cardsOf } from './board.ts'
import { prepare, reachOf, termValues, valueAt, type UsedMetric } from './compute.ts'
import { explanationOf, whyOf, type Say } from './explain.ts'
import { metricsNamed, type NamedMetric } from './guard.ts'
import { placesOf, readEntries, usedMetrics } from './read-facts.ts'
import { indicatorOf, namedPlaces, type Shown } from './read-indicator.ts'

type Asked = z.output<NonNullable<(typeof checkIndicatorFormula)['body']>>

/** The calls of indicators beside those of every entity. */
export function indicatorCalls(api: Api, resources: Resources): void {
  handle(api, 'indicator', checkIndicatorFormula, async ({ tx, grant, body, translate }) => ({ object: await checked(tx, grant, resources, body, translate) }))
  handle(api, 'indicator', completeFormula, async ({ tx, grant, query }) => ({ objects: await offered(tx, grant, resources, query) }))
  handle(api, 'indicator', readBoard, async ({ tx, grant, params, query }) => ({ object: await boardOf(tx, grant, params.id, query) }))
  handle(api, 'indicator', explainValue, async ({ tx, grant, params, query, translate }) => ({
    object: await explanationOf(tx, grant, resources, params.id, query, translate),
  }))
  handle(api, 'indicator', listCards, ({ tx, grant, body }) => cardsOf(tx, grant, resources, body))
}

const m = rowRef('m')

/** Metrics whose identifier or name holds some letters, those that begin with them first; of a slower rhythm the reason is told by `fits`. */
async function offered(
  tx: Tx,
  { who }: Grant,
  resources: Resources,
  { q, periodicity }: z.output<NonNullable<(typeof completeFormula)['query']>>,
): Promise<Offered[]> {
  const like = `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const name = localizedText(m, 'name', who.lang)
  const rows = await tx.run(sql<
    Omit<Offered, 'fits'>
  >`select m.identifier collate "C" as identifier, coalesce(${name}, m.identifier) as name, m.unit, m.periodicity from metric m
    where m.customer_id = ${tx.customerId} and not m.archived and coalesce(${asSql(resourceOf(resources, 'metric').rules.read(m, who))}, false)
      and (lower(m.identifier collate "C") like ${like} or lower(coalesce(${name}, '')) like ${like})
    order by lower(m.identifier collate "C") like ${like.slice(1)} desc, m.identifier limit ${mostOffered}`)
  return rows.map((row) => ({ ...row, fits: longerOrEqual(periodicity, row.periodicity) }))
}

/** Whether somebody looks at a place, without being one who looks at everything. */
const looksAt = ({ who }: Grant, grouping: Shown['grouping'] | undefined, place: number) =>
  grouping?.root === place ? grouping.seen : who.perimeterIds.includes(place)

interface Detail extends UsedMetric {
  readonly name: string
  readonly unit: string | null
}

/** What is wrong with a formula and where, or what it amounts to in one perimeter; of one that is being changed, in its own perimeters. */
async function checked(tx: Tx, grant: Grant, resources: Resources, asked: Asked, say: Say): Promise<FormulaCheck> {
  const { formula, periodicity, id } = asked
  const indicator = id === undefined ? null : await indicatorOf(tx, grant, id)
  // What stands is worked out for whoever may look at its values, although some of what it names is out of their reach: of that they are told no more than the formula does.
  const stands = indicator !== null && formula === indicator.formula && periodicity === indicator.periodicity
  const named: ReadonlyMap<string, Pick<NamedMetric, 'id' | 'identifier' | 'periodicity'>> = stands
    ? new Map((await usedMetrics(tx, indicator.id)).map((one) => [one.identifier, one]))
    : await metricsNamed(tx, grant, resources, formula)
  const period = periodOf(periodicity, asked.period ?? movePeriod(periodicity, periodOf(periodicity, tx.today), -1))
  const read = checkFormula(formula, periodicity, named)
  const nothing = { terms: [], period, perimeter: null, value: null, computed: null, why: null, before: null }
  if (!read.ok) return { ...nothing, faults: read.faults.map(({ key, values, at, end }) => ({ message: say(key, values && { ...values }), at, end })) }
  const ids = [...named.values()].map((metric) => metric.id)
  const readable = sql`coalesce(${asSql(resourceOf(resources, 'metric').rules.read(m, grant.who))}, false)`
  const metrics =
    await tx.run(sql<Detail>`select m.id, m.identifier collate "C" as identifier, coalesce(case when ${readable} then ${localizedText(m, 'name', grant.who.lang)} end, m.identifier) as name, case when ${readable} then m.unit end as unit, m.periodicity,
      m.time_aggregation, m.perimeter_aggregation from metric m where m.customer_id = ${tx.customerId} and m.id = any(${ids}::bigint[]) order by m.id`)
  const [places, entries] = await Promise.all([
    placesOf(tx, ids, id ?? 0, { is_global: indicator?.is_global ?? true, tag_id: indicator?.tag_id ?? null }),
    readEntries(tx, { periodicity }, metrics, [period]),
  ])
  const prepared = prepare({ formula, periodicity }, metrics, entries)
  // Whoever an indicator is given to looks at what it is made of everywhere, not at other metrics by way of it.
  const own = indicator?.reads_all && id !== undefined ? new Set((await usedMetrics(tx, id)).map((metric) => metric.id)) : undefined
  const all = grant.who.roles.some((role) => role.startsWith('global')) || (own !== undefined && ids.every((metric) => own.has(metric)))
  const reach = reachOf(places)
  const shown = await namedPlaces(
    tx,
    grant,
    places.flatMap((place) => (all || looksAt(grant, indicator?.grouping, place.id) ? [place.id] : [])),
    indicator?.grouping,
  )
  const place = shown.find((one) => one.id === asked.perimeter_id) ?? shown[0] ?? null
  if (!prepared || !place) return { ...nothing, faults: [], why: say('indicators.explain.nowhere') }
  const below = reach.get(place.id) ?? []
  const values = termValues(prepared, period, below)
  const value = valueAt(prepared, asked, period, below)
  const before =
    id === undefined
      ? undefined
      : await tx.first(
          sql<{
            value: number
          }>`select value from indicator_value where customer_id = ${tx.customerId} and indicator_id = ${id} and perimeter_id = ${place.id} and period = ${period}::date`,
        )
  return {
    faults: [],
    terms: prepared.terms.map(({ metric, how }, n) => {
      const detail = metrics.find((one) => one.id === metric.id)
      return { metric: metric.identifier, how, name: detail?.name ?? metric.identifier, unit: detail?.unit ?? null, value: values[n] ?? null }
    }),
    period,
    perimeter: place,
    value: value?.value ?? null,
    computed: value?.computed ?? null,
    why: value ? null : whyOf(formula, values, say),
    before: before?.value ?? null,
  }
}
