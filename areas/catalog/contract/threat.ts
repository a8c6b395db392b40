import { defineEntity } from '#kit/contract/entity.ts'
import { identifier, localized, markdown } from '#kit/contract/field.ts'
import { sharedFields } from '#kit/contract/origin.ts'

/** What may go wrong; requirements and risks refer to it. */
export const threat = defineEntity({
  name: 'threat',
  area: 'catalog',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'TH', max: 64 }),
    name: localized({ need: 'required', max: 500 }),
    description: localized({ long: true }),
    annotation: markdown(),
    ...sharedFields,
  },
  rights: { read: 'threat.read', create: 'threat.write', update: 'threat.write', delete: 'threat.write' },
  list: {
    columns: ['identifier', 'name', 'catalog_type'],
    more: ['urn'],
    filters: ['identifier', 'name', 'catalog_type'],
    sort: 'identifier',
    search: ['identifier', 'name', 'description'],
  },
  form: [{ section: 'general', fields: ['name', 'identifier', 'description', 'annotation'] }],
})
