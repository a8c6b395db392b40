import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, decimal, derived, flag, identifier, integer, links, localized, markdown, ref, text } from '#kit/contract/field.ts'
import { perimeterAggregations, timeAggregations } from '#areas/catalog/contract/aggregate.ts'
import { mostCharacters } from '#areas/catalog/contract/formula/lexer.ts'
import { periodicities } from './period.ts'
import { productMetrics } from '#areas/catalog/contract/product-metrics.ts'

/** How the values of a metric stand to what is expected by now: some are late, some are waited for, none is missing, or nobody enters them. */
export const entryStates = ['LATE', 'EXPECTED', 'COMPLETE', 'AUTOMATIC'] as const

/** Something that is counted or measured in perimeters, period by period (MET-01, MET-05). */
export const metric = defineEntity({
  name: 'metric',
  area: 'metrics',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'MET' }),
    name: localized({ need: 'required' }),
    description: markdown(),
    unit: text({ max: 32 }),
    /** Of values; one with more is refused (MET-06). */
    decimals: integer({ min: 0, max: 2, default: 0, need: 'required' }),
    minimum: decimal(),
    maximum: decimal(),
    target: decimal(),
    /** A percentage of which more is better: graphs show the levels of indicators behind it. */
    with_levels: flag(),
    periodicity: choice(periodicities, { default: 'MONTHLY', need: 'required' }),
    time_aggregation: choice(timeAggregations, { default: 'LATEST', need: 'required' }),
    perimeter_aggregation: choice(perimeterAggregations, { default: 'SUM', need: 'required' }),
    /** Values are expected from the period on in which it lies. */
    start_date: date(),
    /** How long after its period a value may come before it is late. */
    due_days: integer({ min: 0, max: 366, default: 10, unit: 'days', need: 'required' }),
    /** Periods that stay open; what is older is closed (MET-16). */
    history_size: integer({ min: 10, max: 100, default: 24, need: 'required', boundsMessage: 'metrics.errors.history_size' }),
    /** Of identifiers of other metrics: its values are worked out, and nobody enters any (MET-19). */
    formula: text({ max: mostCharacters }),
    /** What Vigie itself counts (MET-20). */
    internal_metric: choice(productMetrics),
    /** Nobody enters its values. */
    is_auto: derived(flag()),
    /** Whether values are waited for (MET-14). */
    entry_status: derived(choice(entryStates)),
    perimeters: links('perimeter', {
      need: 'required',
      neededMessage: 'metrics.errors.perimeter_needed',
      duplicateMessage: 'organisation.errors.perimeter_listed',
    }),
    /** Where its values are read. */
    source: text({ max: 255 }),
    manager: ref('member', { asks: 'metric.enter' }),
    group: ref('group', { asks: 'metric.enter' }),
    /** What its values show as proof; evidence lists it by this. */
    evidences: links('evidence', { by: 'server' }),
    labels: links('label', { creates: 'label.write', max: 50 }),
    /** Of the catalogue; what it was made of. */
    model: ref('metric_model'),
    archived: flag(),
  },
  rights: { read: 'metric.read', create: 'metric.write', update: 'metric.write', delete: 'metric.write' },
  list: {
    columns: ['identifier', 'name', 'entry_status', 'unit', 'periodicity', 'perimeters', 'manager', 'group'],
    more: [
      'decimals',
      'minimum',
      'maximum',
      'target',
      'with_levels',
      'time_aggregation',
      'perimeter_aggregation',
      'start_date',
      'due_days',
      'history_size',
      'formula',
      'internal_metric',
      'is_auto',
      'source',
      'evidences',
      'labels',
      'model',
      'archived',
    ],
    filters: [
      'identifier',
      'name',
      'entry_status',
      'unit',
      'periodicity',
      'perimeters',
      'manager',
      'group',
      'time_aggregation',
      'perimeter_aggregation',
      'internal_metric',
      'is_auto',
      'labels',
      'model',
      'archived',
    ],
    sort: 'name',
    search: ['identifier', 'name', 'description', 'source', 'manager'],
  },
  form: [
    { section: 'general', fields: ['name', 'perimeters', 'manager', 'group', 'description', 'source', 'labels', 'model', 'identifier', 'archived'] },
    { section: 'value', fields: ['unit', 'decimals', 'minimum', 'maximum', 'target', 'with_levels'] },
    { section: 'automatic', fields: ['formula', 'internal_metric'] },
    { section: 'collection', fields: ['periodicity', 'start_date', 'due_days', 'history_size', 'time_aggregation', 'perimeter_aggregation'] },
  ],
})
