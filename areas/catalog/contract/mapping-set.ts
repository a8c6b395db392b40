import { defineEntity } from '#kit/contract/entity.ts'
import { derived, integer, localized, text } from '#kit/contract/field.ts'
import { sharedFields } from '#kit/contract/origin.ts'

/** In full: the target is covered by the source; in part: only some of it is. */
export const relationships = ['equal', 'subset', 'superset', 'intersect', 'not_related'] as const

/** How the requirements of one framework answer those of another; its pairs are read with `GET /mapping_set/{id}/pairs`. */
export const mappingSet = defineEntity({
  name: 'mapping_set',
  area: 'catalog',
  title: 'name',
  fields: {
    identifier: text({ max: 128 }),
    name: localized({ need: 'required', max: 500 }),
    description: localized({ long: true }),
    source_framework_urn: text({ max: 500, by: 'server', need: 'required' }),
    target_framework_urn: text({ max: 500, by: 'server', need: 'required' }),
    pairs: derived(integer()),
    ...sharedFields,
  },
  rights: { read: 'mapping_set.read', create: null, update: 'mapping_set.write', delete: 'mapping_set.write' },
  list: {
    columns: ['name', 'source_framework_urn', 'target_framework_urn', 'pairs'],
    more: ['identifier', 'catalog_type'],
    filters: ['name', 'source_framework_urn', 'target_framework_urn'],
    sort: 'name',
    search: ['identifier', 'name', 'description'],
  },
  form: [{ section: 'general', fields: ['name', 'identifier', 'description'] }],
})
