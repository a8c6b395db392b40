import { defineEntity } from '#kit/contract/entity.ts'
import { choice, derived, flag, identifier, level, localized } from '#kit/contract/field.ts'
import { sharedFields } from '#kit/contract/origin.ts'

export const modelValueTypes = ['PROCESS', 'INFORMATION'] as const

/** What most organisations live by, with what it usually needs: levels of the business impact scale (RSK-13, RSK-20). */
export const businessValueModel = defineEntity({
  name: 'business_value_model',
  area: 'catalog',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'BVM' }),
    name: localized({ need: 'required', max: 500 }),
    description: localized({ long: true }),
    type: choice(modelValueTypes, { need: 'required', default: 'PROCESS' }),
    availability: level('business_impacts'),
    integrity: level('business_impacts'),
    confidentiality: level('business_impacts'),
    traceability: level('business_impacts'),
    archived: flag(),
    adopted: derived(flag()),
    ...sharedFields,
  },
  rights: {
    read: 'business_value_model.read',
    create: 'business_value_model.write',
    update: 'business_value_model.write',
    delete: 'business_value_model.write',
  },
  list: {
    columns: ['identifier', 'name', 'type', 'availability', 'integrity', 'confidentiality', 'traceability'],
    more: ['adopted', 'catalog_type', 'archived'],
    filters: ['identifier', 'name', 'type', 'availability', 'integrity', 'confidentiality', 'traceability', 'adopted', 'catalog_type', 'archived'],
    sort: 'identifier',
    search: ['identifier', 'name', 'description'],
  },
  form: [
    { section: 'general', fields: ['name', 'identifier', 'type', 'description', 'archived'] },
    { section: 'details', fields: ['availability', 'integrity', 'confidentiality', 'traceability'] },
  ],
  importable: true,
})
