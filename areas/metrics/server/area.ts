import { defineResource } from '#kit/server/data/resource.ts'
import { handle, type Area } from '#kit/server/http/area.ts'
import { enterValues, listEntry, readFormer, readGraph, readGrid } from '#areas/metrics/contract/calls.ts'
import { metric } from '#areas/metrics/contract/metric.ts'
import { metricsRights } from '#areas/metrics/contract/rights.ts'
import { en } from '#areas/metrics/locales/en.ts'
import { fr } from '#areas/metrics/locales/fr.ts'
import { enter } from './enter.ts'
import { formerOf, graphOf } from './graph.ts'
import { gridOf } from './grid.ts'
import { guardMetric } from './guard.ts'
import { missingOf } from './missing.ts'
import { metricRules } from './rules.ts'

export const metrics: Area = {
  name: 'metrics',
  rights: metricsRights,
  resources: [defineResource({ def: metric, rules: metricRules, beforeWrite: guardMetric, refusals: { access: 'metrics.errors.no_metric' } })],
  calls: (api, resources) => {
    handle(api, 'metric', readGrid, async ({ tx, grant, params, query }) => ({ object: await gridOf(tx, grant, params.id, query) }))
    handle(api, 'metric', listEntry, async ({ tx, grant, body }) => ({ objects: await missingOf(tx, grant, resources, body) }))
    handle(api, 'metric', readFormer, async ({ tx, grant, params, query }) => ({
      objects: await formerOf(tx, grant, params.id, query.perimeter_id, query.period),
    }))
    handle(api, 'metric', readGraph, async ({ tx, grant, params, query }) => ({ object: await graphOf(tx, grant, params.id, query) }))
    handle(api, 'metric', enterValues, async ({ tx, grant, params, body, translate }) => ({
      objects: await enter(tx, grant, params.id, body.values),
      message: translate('metrics.messages.entered', { count: body.values.length }),
    }))
  },
  locales: { en, fr },
}
