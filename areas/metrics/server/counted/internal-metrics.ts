import { sql } from 'kysely'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { listInternalMetrics, type InternalMetric } from '#areas/metrics/contract/internal-metrics.ts'
import { productMetrics } from '#areas/catalog/contract/product-metrics.ts'
import { en } from '#areas/metrics/locales/en.ts'
import { fr } from '#areas/metrics/locales/fr.ts'
import { asStaff } from '#areas/tenancy/server/index.ts'
import { counterOf } from './collect.ts'

type Use = Pick<InternalMetric, 'customers' | 'places' | 'counted_at'> & { readonly internal_metric: string }

/** What Vigie counts by itself and how much it is used: numbers over all organisations, of which none is named (ADM-17). */
export function internalMetricCalls(api: Api, resources: Resources): void {
  api.addRaw(operationOf(listInternalMetrics, 'internal_metric'), async ({ request }) =>
    asStaff(api, request, listInternalMetrics, async (tx) => ({ ok: true, objects: await internalMetrics(tx, resources) })),
  )
}

async function internalMetrics(tx: Tx, resources: Resources): Promise<InternalMetric[]> {
  const uses =
    await tx.run(sql<Use>`select u.internal_metric, u.customers, u.places, to_char(u.counted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as counted_at
    from product_metric_uses() u`)
  const used = new Map(uses.map(({ internal_metric, ...use }) => [internal_metric, use]))
  const [english, french] = [en, fr].map(({ entities }) => entities.metric.choices.internal_metric)
  return productMetrics.map((name) => {
    const counted = counterOf(resources, name)?.counted
    const unit = counted === undefined ? 'POINTS' : counted.of ? 'PERCENT' : 'COUNT'
    const none = { customers: 0, places: 0, counted_at: null }
    return { name, name_en: english?.[name] ?? name, name_fr: french?.[name] ?? name, unit, happened: counted?.happened === true, ...(used.get(name) ?? none) }
  })
}
