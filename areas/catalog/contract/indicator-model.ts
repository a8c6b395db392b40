import { defineEntity } from '#kit/contract/entity.ts'
import { choice, derived, flag, identifier, integer, links, localized, text } from '#kit/contract/field.ts'
import { sharedFields } from '#kit/contract/origin.ts'
import { perimeterAggregations } from './aggregate.ts'
import { valueRhythms } from './rhythm.ts'

export const modelIndicatorTypes = ['PERFORMANCE', 'ACTIVITY'] as const

/** An indicator's model, with the metrics that it is worked out from (CAT-08). */
export const indicatorModel = defineEntity({
  name: 'indicator_model',
  area: 'catalog',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'IM' }),
    name: localized({ need: 'required', max: 255 }),
    description: localized({ long: true }),
    nature: choice(modelIndicatorTypes, { default: 'PERFORMANCE', need: 'required' }),
    unit: localized({ max: 32 }),
    /** Names its metrics by the identifiers of their models; a copy whose metrics are called otherwise names those. */
    formula: text({ need: 'required', max: 2000 }),
    metrics: links('metric_model', { max: 50 }),
    periodicity: choice(valueRhythms, { default: 'MONTHLY', need: 'required' }),
    /** How the values of perimeters become the one above them: by the formula over metrics brought together, or from theirs. */
    perimeter_aggregation: choice(['FORMULA', ...perimeterAggregations], { default: 'FORMULA', need: 'required' }),
    target_value: integer({ min: 1, max: 100 }),
    archived: flag(),
    adopted: derived(flag()),
    ...sharedFields,
  },
  rights: { read: 'indicator_model.read', create: 'indicator_model.write', update: 'indicator_model.write', delete: 'indicator_model.write' },
  list: {
    columns: ['identifier', 'name', 'nature', 'formula', 'metrics', 'periodicity', 'target_value'],
    more: ['unit', 'perimeter_aggregation', 'adopted', 'catalog_type', 'archived'],
    filters: ['identifier', 'name', 'nature', 'metrics', 'periodicity', 'perimeter_aggregation', 'adopted', 'catalog_type', 'archived'],
    sort: 'identifier',
    search: ['identifier', 'name', 'description'],
  },
  form: [
    { section: 'general', fields: ['name', 'identifier', 'nature', 'description'] },
    { section: 'details', fields: ['metrics', 'formula', 'unit', 'target_value', 'periodicity', 'perimeter_aggregation', 'archived'] },
  ],
  importable: true,
})
