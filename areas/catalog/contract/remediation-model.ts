import { defineEntity } from '#kit/contract/entity.ts'
import { choice, decimal, derived, flag, identifier, level, localized, ref } from '#kit/contract/field.ts'
import { sharedFields } from '#kit/contract/origin.ts'

export const modelActionTypes = ['BUILD', 'UPGRADE', 'SIMPLE'] as const

/** An action's model: work that comes up again elsewhere, with what it takes (CAT-06). */
export const remediationModel = defineEntity({
  name: 'remediation_model',
  area: 'catalog',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'AM' }),
    name: localized({ need: 'required', max: 500 }),
    description: localized({ long: true }),
    type: choice(modelActionTypes, { default: 'SIMPLE', need: 'required' }),
    /** The model of the measure that such an action implements or improves. */
    solution: ref('solution'),
    priority: level('priority', { default: 50 }),
    workload: decimal({ min: 0, max: 1_000_000, unit: 'days' }),
    cost: decimal({ min: 0, max: 1_000_000, unit: 'keuro' }),
    archived: flag(),
    adopted: derived(flag()),
    ...sharedFields,
  },
  rights: { read: 'remediation_model.read', create: 'remediation_model.write', update: 'remediation_model.write', delete: 'remediation_model.write' },
  list: {
    columns: ['identifier', 'name', 'type', 'priority', 'workload', 'cost', 'solution'],
    more: ['adopted', 'catalog_type', 'archived'],
    filters: ['identifier', 'name', 'type', 'solution', 'priority', 'adopted', 'catalog_type', 'archived'],
    sort: 'identifier',
    search: ['identifier', 'name', 'description'],
  },
  form: [
    { section: 'general', fields: ['name', 'identifier', 'description'] },
    { section: 'details', fields: ['type', 'solution', 'priority', 'workload', 'cost', 'archived'] },
  ],
  importable: true,
})
