import { defineResource } from '#kit/server/data/resources/resource.ts'
import { handle, on, type Area } from '#kit/server/http/area.ts'
import { factChanges } from '#areas/scores/server/index.ts'
import { showsEvidence } from '#areas/evidence/server/index.ts'
import {
  checkMetricValue,
  correctValues,
  enterValues,
  listEntry,
  proveValue,
  readFormer,
  readGraph,
  readGrid,
  readProofs,
} from '#areas/metrics/contract/calls.ts'
import { metricEntered } from '#areas/metrics/contract/events.ts'
import { perimeterChanged } from '#areas/organisation/contract/events.ts'
import { metricFigures } from '#areas/metrics/contract/figures.ts'
import { metric } from '#areas/metrics/contract/metric.ts'
import { metricsRights } from '#areas/metrics/contract/rights.ts'
import { en } from '#areas/metrics/locales/en.ts'
import { fr } from '#areas/metrics/locales/fr.ts'
import { checkValue } from './check-value.ts'
import { collect } from './counted/collect.ts'
import { internalMetricCalls } from './counted/internal-metrics.ts'
import { formerOf, graphOf } from './graph.ts'
import { gridOf } from './grid.ts'
import { followMetric, guardMetric } from './guard.ts'
import { recompute, recomputeAll } from './formula/recompute.ts'
import { formulaTurn, isAuto, lookAtTree } from './formula/around.ts'
import { gridSheet } from './sheet/grid-sheet.ts'
import { missingDigest } from './reminder.ts'
import { enterProven, proofsOf, prove } from './proofs.ts'
import { missingOf } from './missing-values.ts'
import { entryStatus } from './missing-sql.ts'
import { metricRules } from './rules.ts'
import { metricSources } from './sources.ts'

export const metrics: Area = {
  name: 'metrics',
  rights: metricsRights,
  tables: ['metric_counted', 'metric_filled', 'metric_hour', 'metric_use', 'metric_value', 'metric_value_proof'],
  resources: [
    defineResource({
      def: metric,
      rules: metricRules,
      oneOf: [['manager', 'group']],
      beforeWrite: guardMetric,
      afterWrite: followMetric,
      derived: { is_auto: isAuto, entry_status: entryStatus },
      turn: formulaTurn,
      refusals: { access: 'metrics.errors.no_metric' },
    }),
  ],
  calls: (api, resources) => {
    gridSheet(api)
    internalMetricCalls(api, resources)
    handle(api, 'metric', readGrid, async ({ tx, grant, params, query }) => ({ object: await gridOf(tx, grant, params.id, query) }))
    handle(api, 'metric', checkMetricValue, async ({ tx, grant, body }) => {
      await checkValue(tx, grant, body)
      return {}
    })
    handle(api, 'metric', listEntry, async ({ tx, grant, body }) => ({ objects: await missingOf(tx, grant, resources, body) }))
    handle(api, 'metric', readFormer, async ({ tx, grant, params, query }) => ({
      objects: await formerOf(tx, grant, params.id, query.perimeter_id, query.period),
    }))
    handle(api, 'metric', readGraph, async ({ tx, grant, params, query }) => ({ object: await graphOf(tx, grant, params.id, query) }))
    handle(api, 'metric', readProofs, ({ tx, grant, params, query }) => proofsOf(tx, grant, resources, params.id, query))
    handle(api, 'metric', proveValue, async ({ tx, grant, params, body, translate }) => ({
      ...(await prove(tx, grant, resources, params.id, body)),
      message: translate('metrics.messages.proven'),
    }))
    for (const call of [enterValues, correctValues])
      handle(api, 'metric', call as typeof enterValues, async ({ tx, grant, params, body, translate }) => ({
        objects: await enterProven(tx, grant, resources, params.id, body, call === correctValues),
        message: translate('metrics.messages.entered', { count: 'values' in body ? body.values.length : 1 }),
      }))
  },
  extensions: [factChanges.with({ metric: [] }), showsEvidence.with({ links: [{ table: 'metric_value_proof', evidence: 'evidence_id' }] })],
  figures: Object.values(metricFigures),
  digests: [missingDigest],
  handlers: [
    on(metricEntered, async (tx, { payload: { computed, changed } }) => {
      if (!computed) await recompute(tx, { cells: changed })
    }),
    on(perimeterChanged, lookAtTree),
  ],
  // What a formula brings together changes with the tree; and whatever went wrong is right in the morning.
  jobs: [
    { name: 'metric_formulas', schedule: '10 2 * * *', run: ({ tx }) => recomputeAll(tx) },
    { name: 'metric_counts', schedule: '50 23 * * *', run: ({ tx, resources }) => collect(tx, resources) },
  ],
  sources: metricSources,
  exposes: { metrics: 'metric' },
  tells: { 'metrics.entered': metricEntered },
  locales: { en, fr },
}
