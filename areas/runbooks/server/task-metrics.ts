import { metricShows } from '#areas/indicators/server/index.ts'
import { everyMetric, placesOfMetric } from '#areas/metrics/server/index.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { offeredMetrics } from '#areas/runbooks/contract/calls.ts'

type Asked = z.output<NonNullable<(typeof offeredMetrics)['query']>>
type Offered = z.infer<typeof offeredMetrics.answer>['objects']

const m = rowRef('m')

/** An indicator of the measure `w.measure`, in the rhythm `w.periodicity`, is made of the metric `m`. */
export const showsMeasure = metricShows(m, sql`w.measure`, sql`w.periodicity`)
/** Nobody enters its values. */
export const isAutomatic = sql`(m.formula is not null or m.internal_metric is not null)`
/** It is measured in `w.perimeter`. */
export const isPlaced = sql`w.perimeter in ${placesOfMetric(m)}`

/** What a task may ask for: those that its guard takes, of whoever may read them. One statement. */
export const metricsFor = (tx: Tx, { who }: Grant, resources: Resources, { measure, perimeter, periodicity }: Asked): Promise<Offered> =>
  tx.run(sql<Offered[number]>`select m.id, m.identifier, coalesce(${localizedText(m, 'name', who.lang)}, m.identifier) as name
    from ${everyMetric(tx.customerId)} m cross join (select ${measure}::bigint as measure, ${perimeter}::bigint as perimeter, ${periodicity}::text as periodicity) w
    where not m.archived and ${asSql(resourceOf(resources, 'metric').rules.read(m, who))} and ${showsMeasure} and not ${isAutomatic} and ${isPlaced}
    order by ${localizedText(m, 'name', who.lang)}, m.id limit 200`)
