import { defineEntity } from '#kit/contract/entity.ts'
import { choice, decimal, derived, flag, identifier, integer, localized } from '#kit/contract/field.ts'
import { sharedFields } from '#kit/contract/origin.ts'
import { perimeterAggregations, timeAggregations } from './aggregate.ts'
import { productMetrics } from './product-metrics.ts'
import { valueRhythms } from './rhythm.ts'

/** A metric's model: how something is measured, before it is measured anywhere (CAT-07). */
export const metricModel = defineEntity({
  name: 'metric_model',
  area: 'catalog',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'MM' }),
    name: localized({ need: 'required', max: 255 }),
    description: localized({ long: true }),
    unit: localized({ max: 32 }),
    decimals: integer({ min: 0, max: 2, default: 0, need: 'required' }),
    minimum: decimal(),
    maximum: decimal(),
    target: decimal(),
    /** A percentage of which more is better. */
    with_levels: flag(),
    periodicity: choice(valueRhythms, { default: 'MONTHLY', need: 'required' }),
    time_aggregation: choice(timeAggregations, { default: 'LATEST', need: 'required' }),
    perimeter_aggregation: choice(perimeterAggregations, { default: 'SUM', need: 'required' }),
    /** How long after its period a value may come before it is late. */
    due_days: integer({ min: 0, max: 366, default: 10, unit: 'days', need: 'required' }),
    /** What Vigie itself counts: nobody enters the values of a metric that is made of it (ADM-16). */
    internal_metric: choice(productMetrics),
    archived: flag(),
    adopted: derived(flag()),
    ...sharedFields,
  },
  rights: { read: 'metric_model.read', create: 'metric_model.write', update: 'metric_model.write', delete: 'metric_model.write' },
  list: {
    columns: ['identifier', 'name', 'unit', 'periodicity', 'target'],
    more: [
      'decimals',
      'minimum',
      'maximum',
      'with_levels',
      'time_aggregation',
      'perimeter_aggregation',
      'due_days',
      'internal_metric',
      'adopted',
      'catalog_type',
      'archived',
    ],
    filters: ['identifier', 'name', 'periodicity', 'time_aggregation', 'perimeter_aggregation', 'internal_metric', 'adopted', 'catalog_type', 'archived'],
    sort: 'identifier',
    search: ['identifier', 'name', 'description'],
  },
  form: [
    { section: 'general', fields: ['name', 'identifier', 'description'] },
    { section: 'details', fields: ['unit', 'decimals', 'minimum', 'maximum', 'target', 'with_levels'] },
    { section: 'collection', fields: ['internal_metric', 'periodicity', 'due_days', 'time_aggregation', 'perimeter_aggregation', 'archived'] },
  ],
  importable: true,
})

/** What a metric takes of its model, whoever makes it; its unit is said in one language, a model's in both. */
export const metricOfModel = [
  'decimals',
  'minimum',
  'maximum',
  'target',
  'with_levels',
  'periodicity',
  'time_aggregation',
  'perimeter_aggregation',
  'due_days',
  'internal_metric',
] as const satisfies readonly (keyof typeof metricModel.fields)[]
