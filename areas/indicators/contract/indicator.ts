import { z } from 'zod'
import { defineEntity } from '#kit/contract/entity.ts'
import { choice, decimal, derived, flag, identifier, integer, links, localized, markdown, ref, structured, text } from '#kit/contract/field.ts'
import { isDay } from '#kit/contract/schema.ts'
import { periodicities } from '#areas/metrics/contract/period.ts'
import { aggregationsOfPlaces, indicatorTypes } from './types.ts'

/** Notes on one course, and how long each may be. */
export const [mostNotes, longestNote] = [24, 300] as const
const noteRefused = { params: { key: 'indicators.errors.notes', values: { count: mostNotes, length: longestNote } } }
const note = z.strictObject({
  period: z.string().refine(isDay, noteRefused),
  text: z
    .string()
    .trim()
    .refine(({ length }) => length > 0 && length <= longestNote, noteRefused),
})
export type IndicatorNote = Readonly<z.output<typeof note>>
/** Where levels begin: at whole numbers, each above the one before. */
const levelBounds = z
  .array(z.int().min(1).max(100))
  .max(19)
  .refine((all) => all.every((one, n) => one > (all[n - 1] ?? 0)), { params: { key: 'indicators.errors.bounds' } })

/** What metrics add up to: a percentage against a target, or a figure of activity (IND-01, IND-04). */
export const indicator = defineEntity({
  name: 'indicator',
  area: 'indicators',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'IND' }),
    name: localized({ need: 'required' }),
    description: markdown(),
    type: choice(indicatorTypes, { default: 'PERFORMANCE', need: 'required' }),
    periodicity: choice(periodicities, { default: 'MONTHLY', need: 'required' }),
    /** Empty: it brings its children together. */
    formula: text({ max: 2000 }),
    /** What the formula names. */
    metrics: links('metric', { by: 'server', max: 200 }),
    parent: ref('indicator'),
    /** Of the whole organisation, wherever its metrics are measured (IND-08). */
    is_global: flag(),
    perimeters: links('perimeter', { duplicateMessage: 'organisation.errors.perimeter_listed' }),
    /** In place of these: the perimeters of one grouping, as it is at any time. */
    tag: ref('tag'),
    /** How the values of perimeters become the one of a perimeter above them. */
    perimeter_aggregation: choice(aggregationsOfPlaces, { default: 'FORMULA', need: 'required' }),
    /** In percent, of performance; any figure, of activity. */
    target_value: decimal({ min: 0 }),
    unit: text({ max: 32 }),
    /** Whose levels tell good from bad; empty: the default one of scores (IND-12). */
    scale: ref('scale', { only: { type: 'indicator' } }),
    /** Where its levels begin, from the second on; empty: where the scale has them. */
    bounds: structured(levelBounds),
    /** What explains its course, by the first day of a period, in the order of time. */
    notes: structured(z.array(note).max(mostNotes)),
    manager: ref('member'),
    group: ref('group'),
    /** What it shows to work (IND-14). */
    measures: links('measure', { duplicateMessage: 'indicators.errors.measure_listed' }),
    labels: links('label', { creates: 'label.write', max: 50 }),
    /** Of the catalogue; what it was made of. */
    model: ref('indicator_model'),
    archived: flag(),
    /** Of the last period that is over, at the highest perimeter that its reader looks at. */
    value: derived(decimal({ decimals: 1 })),
    children: derived(integer()),
    /** Values are being worked out anew; those that there are are the former ones. */
    recalculating: derived(flag()),
  },
  rights: { read: 'indicator.read', create: 'indicator.write', update: 'indicator.write', delete: 'indicator.write' },
  list: {
    columns: ['identifier', 'name', 'type', 'value', 'target_value', 'periodicity', 'perimeters', 'manager'],
    more: ['is_global', 'tag', 'parent', 'children', 'metrics', 'measures', 'unit', 'group', 'labels', 'model', 'recalculating', 'archived'],
    filters: [
      'identifier',
      'name',
      'type',
      'periodicity',
      'is_global',
      'perimeters',
      'tag',
      'metrics',
      'measures',
      'parent',
      'manager',
      'group',
      'labels',
      'model',
      'target_value',
      'archived',
    ],
    sort: 'name',
    search: ['identifier', 'name', 'description', 'formula', 'manager'],
  },
  form: [
    { section: 'general', fields: ['name', 'type', 'description', 'is_global', 'perimeters', 'tag', 'manager', 'group', 'labels', 'identifier', 'archived'] },
    { section: 'calculation', fields: ['formula', 'periodicity', 'parent', 'perimeter_aggregation', 'unit'] },
    { section: 'reading', fields: ['target_value', 'scale', 'model', 'measures'] },
  ],
})
