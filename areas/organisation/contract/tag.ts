import { defineEntity } from '#kit/contract/entity.ts'
import { color, links, localized, tagNamePattern } from '#kit/contract/field.ts'

/** A grouping of perimeters: it consolidates figures and carries rights, nothing attaches to it. */
export const tag = defineEntity({
  name: 'tag',
  area: 'organisation',
  title: 'name',
  fields: {
    name: localized({ need: 'required', pattern: tagNamePattern, patternMessage: 'kit.errors.plain_name' }),
    color: color(),
    perimeters: links('perimeter', { duplicateMessage: 'organisation.errors.perimeter_listed' }),
  },
  rights: { read: 'tag.read', create: 'tag.write', update: 'tag.write', delete: 'tag.write' },
  list: { columns: ['name', 'perimeters'], filters: ['name', 'perimeters'], sort: 'name', search: ['name'] },
  form: [{ section: 'general', fields: ['name', 'color', 'perimeters'] }],
})
