import { perimeterTypes } from '#areas/organisation/contract/perimeter.ts'
import { defineEntity } from '#kit/contract/entity.ts'
import { choice, choices, decimal, derived, flag, identifier, links, localized, markdown, ref } from '#kit/contract/field.ts'
import { sharedFields } from '#kit/contract/origin.ts'

export const solutionNatures = ['policy', 'process', 'technical', 'physical', 'procedure'] as const
export const csfFunctions = ['govern', 'identify', 'protect', 'detect', 'respond', 'recover'] as const

/** A measure's model: what can be done, before any perimeter has decided about it (CAT-05). */
export const solution = defineEntity({
  name: 'solution',
  area: 'catalog',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'S', max: 64 }),
    name: localized({ need: 'required', max: 500 }),
    description: localized({ long: true }),
    /** What people add to the catalogue is sorted; a framework's own measures come without (MEA-28). */
    category: ref('category', { need: 'required', creates: 'category.write' }),
    nature: choice(solutionNatures),
    csf_function: choice(csfFunctions),
    /** The kinds of perimeters that it is meant for; none: all of them. */
    perimeter_types: choices(perimeterTypes),
    /** k€ a year. */
    yearly_cost: decimal({ min: 0, max: 1_000_000, unit: 'keuro' }),
    /** Days a year. */
    yearly_internal_charge: decimal({ min: 0, max: 1_000_000, unit: 'days' }),
    build_days: decimal({ min: 0, max: 1_000_000, unit: 'days' }),
    /** What keeps such a measure in place, and what tells whether it works: proposed once it is implemented. */
    runtasks: links('runtask_model', { max: 50 }),
    indicators: links('indicator_model', { max: 50, duplicateMessage: 'catalog.errors.indicator_listed' }),
    typical_evidence: markdown(),
    annotation: markdown(),
    archived: flag(),
    /** Copied from what the provider or the instance shares (CAT-03). */
    adopted: derived(flag()),
    ...sharedFields,
  },
  rights: { read: 'solution.read', create: 'solution.write', update: 'solution.write', delete: 'solution.write' },
  list: {
    columns: ['identifier', 'name', 'category', 'nature', 'yearly_cost', 'build_days'],
    more: ['csf_function', 'perimeter_types', 'yearly_internal_charge', 'runtasks', 'indicators', 'adopted', 'catalog_type', 'urn', 'archived'],
    filters: ['identifier', 'name', 'category', 'nature', 'csf_function', 'perimeter_types', 'runtasks', 'indicators', 'adopted', 'catalog_type', 'archived'],
    sort: 'identifier',
    search: ['identifier', 'name', 'description'],
  },
  form: [
    { section: 'general', fields: ['name', 'identifier', 'category', 'nature', 'csf_function', 'perimeter_types', 'description'] },
    { section: 'effort', fields: ['build_days', 'yearly_internal_charge', 'yearly_cost'] },
    { section: 'upkeep', fields: ['runtasks', 'indicators'] },
    { section: 'evidence', fields: ['typical_evidence', 'annotation', 'archived'] },
  ],
  importable: true,
})
