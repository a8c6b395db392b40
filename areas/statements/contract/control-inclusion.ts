import { defineEntity } from '#kit/contract/entity.ts'
import { derived, integer, markdown, ref, text, timestamp } from '#kit/contract/field.ts'

/** Why a requirement is in a perimeter's statement of applicability (ISO 27001 6.1.3 d). */
export const controlInclusion = defineEntity({
  name: 'control_inclusion',
  area: 'statements',
  title: 'requirement',
  fields: {
    perimeter: ref('perimeter', { unlisted: true, need: 'required' }),
    lineage_id: integer({ min: 1, need: 'required' }),
    requirement: derived(text()),
    justification: markdown({ need: 'required', max: 4000 }),
    decided_at: derived(timestamp()),
  },
  rights: { read: 'control_inclusion.read', create: 'control_inclusion.write', update: 'control_inclusion.write', delete: 'control_inclusion.write' },
  list: {
    columns: ['requirement', 'perimeter', 'justification', 'decided_at'],
    filters: ['perimeter', 'lineage_id', 'justification'],
    sort: '-updated_at',
    search: ['justification'],
  },
  form: [{ section: 'general', fields: ['perimeter', 'lineage_id', 'justification'] }],
})
