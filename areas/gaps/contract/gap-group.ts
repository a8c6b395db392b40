import { defineEntity } from '#kit/contract/entity.ts'
import { derived, identifier, integer, localized, markdown, ref } from '#kit/contract/field.ts'

/** A chapter of a register, such as of an audit's report; a gap is in one at most (GAP-07). */
export const gapGroup = defineEntity({
  name: 'gap_group',
  area: 'gaps',
  title: 'name',
  /** As they stand in the report. */
  ordered: true,
  fields: {
    identifier: identifier({ prefix: 'GG' }),
    name: localized({ need: 'required' }),
    description: markdown(),
    register: ref('gap_register', { need: 'required' }),
    gaps: derived(integer()),
    open: derived(integer()),
  },
  rights: { read: 'gap_group.read', create: 'gap_group.write', update: 'gap_group.write', delete: 'gap_group.write' },
  list: {
    columns: ['identifier', 'name', 'register', 'gaps', 'open'],
    filters: ['identifier', 'name', 'register'],
    sort: 'order',
    search: ['identifier', 'name', 'description'],
  },
  form: [{ section: 'general', fields: ['name', 'identifier', 'register', 'description'] }],
})
