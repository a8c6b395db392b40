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
export const showsMeasure = sql`m.periodicity = w.periodicity and exists (select 1 from indicator__metrics im
        join indicator i on i.customer_id = im.customer_id and i.id = im.owner_id and i.periodicity = w.periodicity and not i.archived
        join indicator__measures ms on ms.customer_id = i.customer_id and ms.owner_id = i.id and ms.target_id = w.measure
        where im.customer_id = m.customer_id and im.target_id = m.id)`
/** Nobody enters its values. */
export const isAutomatic = sql`(m.formula is not null or m.internal_metric is not null)`
/** It is measured in `w.perimeter`. */
export const isPlaced = sql`exists (select 1 from metric__perimeters p where p.customer_id = m.customer_id and p.owner_id = m.id and p.target_id = w.perimeter)`

/** What a task may ask for: those that its guard takes, of whoever may read them. One statement. */
export const metricsFor = (tx: Tx, { who }: Grant, resources: Resources, { measure, perimeter, periodicity }: Asked): Promise<Offered> =>
  tx.run(sql<Offered[number]>`select m.id, m.identifier, coalesce(${localizedText(m, 'name', who.lang)}, m.identifier) as name
    from metric m cross join (select ${measure}::bigint as measure, ${perimeter}::bigint as perimeter, ${periodicity}::text as periodicity) w
    where m.customer_id = ${tx.customerId} and not m.archived and ${asSql(resourceOf(resources, 'metric').rules.read(m, who))} and ${showsMeasure} and not ${isAutomatic} and ${isPlaced}
    order by ${localizedText(m, 'name', who.lang)}, m.id limit 200`)
