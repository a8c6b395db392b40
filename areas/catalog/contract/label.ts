import { defineEntity } from '#kit/contract/entity.ts'
import { color, localized, plainNamePattern } from '#kit/contract/field.ts'

/** A free mark on actions and tasks (ACT-38). */
export const label = defineEntity({
  name: 'label',
  area: 'catalog',
  title: 'name',
  fields: {
    name: localized({ min: 1, max: 32, need: 'required', pattern: plainNamePattern, patternMessage: 'kit.errors.name_chars' }),
    color: color(),
  },
  rights: { read: 'label.read', create: 'label.write', update: 'label.write', delete: 'label.write' },
  list: { columns: ['name', 'color'], filters: ['name'], sort: 'name', search: ['name'] },
  form: [{ section: 'general', fields: ['name', 'color'] }],
})
