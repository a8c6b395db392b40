import { defineEntity } from '#kit/contract/entity.ts'
import { color, localized, plainNamePattern } from '#kit/contract/field.ts'

/** A family of measures (ADM-14). */
export const category = defineEntity({
  name: 'category',
  area: 'catalog',
  title: 'name',
  fields: {
    name: localized({ min: 1, max: 32, need: 'required', pattern: plainNamePattern, patternMessage: 'kit.errors.name_chars' }),
    color: color(),
  },
  rights: { read: 'category.read', create: 'category.write', update: 'category.write', delete: 'category.write' },
  list: { columns: ['name', 'color'], filters: ['name'], sort: 'order', search: ['name'] },
  form: [{ section: 'general', fields: ['name', 'color'] }],
  ordered: true,
})
