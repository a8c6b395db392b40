import { defineEntity } from '#kit/contract/entity.ts'
import { choice, decimal, derived, flag, identifier, integer, localized } from '#kit/contract/field.ts'
import { sharedFields } from '#kit/contract/origin.ts'
import { overPlaces, overTime, valueRhythms } from './rhythm.ts'

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
    time_aggregation: choice(overTime, { default: 'LATEST', need: 'required' }),
    perimeter_aggregation: choice(overPlaces, { default: 'SUM', need: 'required' }),
    /** How long after its period a value may come before it is late. */
    due_days: integer({ min: 0, max: 366, default: 10, unit: 'days', need: 'required' }),
    archived: flag(),
    adopted: derived(flag()),
    ...sharedFields,
  },
  rights: { read: 'metric_model.read', create: 'metric_model.write', update: 'metric_model.write', delete: 'metric_model.write' },
  list: {
    columns: ['identifier', 'name', 'unit', 'periodicity', 'target'],
    more: ['decimals', 'minimum', 'maximum', 'with_levels', 'time_aggregation', 'perimeter_aggregation', 'due_days', 'adopted', 'catalog_type', 'archived'],
    filters: ['identifier', 'name', 'periodicity', 'time_aggregation', 'perimeter_aggregation', 'adopted', 'catalog_type', 'archived'],
    sort: 'identifier',
    search: ['identifier', 'name', 'description'],
  },
  form: [
    { section: 'general', fields: ['name', 'identifier', 'description'] },
    { section: 'details', fields: ['unit', 'decimals', 'minimum', 'maximum', 'target', 'with_levels'] },
    { section: 'collection', fields: ['periodicity', 'due_days', 'time_aggregation', 'perimeter_aggregation', 'archived'] },
  ],
  importable: true,
})
