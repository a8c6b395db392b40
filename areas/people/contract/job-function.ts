import { defineEntity } from '#kit/contract/entity.ts'
import { derived, flag, identifier, localized, ref, rows, text } from '#kit/contract/field.ts'

/** What people are for others, such as CISO, data protection officer or risk owner, and who is so where (ADM-10). */
export const jobFunction = defineEntity({
  name: 'job_function',
  area: 'people',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'FCT' }),
    name: localized({ need: 'required', min: 4, max: 64 }),
    description: localized({ max: 500 }),
    /** A holder in a perimeter is so in all below, up to where somebody else is. */
    holders: rows({ perimeter: ref('perimeter', { need: 'required', unlisted: true }), member: ref('member', { need: 'required', asks: null }) }, { max: 500 }),
    /** Their names, each once. */
    holder_names: derived(text()),
    /** Work for which nobody is named goes to its holder, who must be allowed to do it. */
    is_default_manager: flag(),
  },
  rights: { read: 'job_function.read', create: 'job_function.write', update: 'job_function.write', delete: 'job_function.write' },
  list: {
    columns: ['identifier', 'name', 'holder_names', 'is_default_manager', 'description'],
    filters: ['identifier', 'name', 'is_default_manager'],
    sort: 'name',
    search: ['identifier', 'name'],
  },
  form: [
    { section: 'general', fields: ['name', 'identifier', 'description'] },
    { section: 'holders', fields: ['holders', 'is_default_manager'] },
  ],
})
