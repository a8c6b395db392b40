import { defineEntity } from '#kit/contract/entity.ts'
import { choice, decimal, derived, flag, identifier, localized } from '#kit/contract/field.ts'
import { sharedFields } from '#kit/contract/origin.ts'
import { modelRhythms } from './rhythm.ts'

export const modelTaskKinds = ['OPERATION', 'CONTROL'] as const
export const modelProofs = ['NONE', 'ALLOWED', 'REQUIRED'] as const

/** A recurring task's model: what to do and how often, before anybody has it to do (CAT-09). */
export const runtaskModel = defineEntity({
  name: 'runtask_model',
  area: 'catalog',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'TM' }),
    name: localized({ need: 'required', max: 255 }),
    description: localized({ long: true }),
    kind: choice(modelTaskKinds),
    periodicity: choice(modelRhythms, { need: 'required', default: 'MONTHLY' }),
    /** Days of work, each time. */
    charge: decimal({ min: 0, max: 1000, unit: 'days' }),
    proof: choice(modelProofs, { need: 'required', default: 'ALLOWED' }),
    approval_required: flag(),
    archived: flag(),
    adopted: derived(flag()),
    ...sharedFields,
  },
  rights: { read: 'runtask_model.read', create: 'runtask_model.write', update: 'runtask_model.write', delete: 'runtask_model.write' },
  list: {
    columns: ['identifier', 'name', 'kind', 'periodicity', 'charge', 'proof'],
    more: ['approval_required', 'adopted', 'catalog_type', 'archived'],
    filters: ['identifier', 'name', 'kind', 'periodicity', 'proof', 'approval_required', 'adopted', 'catalog_type', 'archived'],
    sort: 'identifier',
    search: ['identifier', 'name', 'description'],
  },
  form: [
    { section: 'general', fields: ['name', 'identifier', 'kind', 'description'] },
    { section: 'details', fields: ['periodicity', 'charge', 'proof', 'approval_required', 'archived'] },
  ],
  importable: true,
})
