import { defineEntity } from '#kit/contract/entity.ts'
import { choices, derived, flag, identifier, integer, links, localized, markdown, ref } from '#kit/contract/field.ts'
import { assignment } from '#kit/contract/register.ts'
import { contributors } from '#kit/contract/right.ts'
import { impactTypes } from '#areas/scales/contract/scale.ts'

/** The risks that the same people look after, judged by one scale (RSK-10). */
export const riskRegister = defineEntity({
  name: 'risk_register',
  area: 'risks',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'RR' }),
    name: localized({ need: 'required' }),
    description: markdown(),
    /** Whose pilots may see the register; none: every pilot. */
    perimeters: links('perimeter', { duplicateMessage: 'organisation.errors.perimeter_listed' }),
    /** Its matrix says the level of a risk; left out, the organisation's default one. Fixed once it holds risks. */
    scale: ref('scale', { namedTo: contributors, only: { type: 'risk' } }),
    /** What an event may do harm to, as far as this register asks; at least one (RSK-07). */
    impact_types: choices(impactTypes, { need: 'required', neededMessage: 'scales.errors.impact_type_needed' }),
    ...assignment,
    /** Who approves how its risks are treated, beside global pilots (RSK-03). */
    approvers: links('member', { max: 20, asks: 'risk.decide' }),
    /** The highest level of risk that is lived with, by its value on the scale; none: no line is drawn. */
    appetite: integer({ min: 0, max: 100 }),
    archived: flag(),
    risks: derived(integer()),
    above: derived(integer()),
    to_approve: derived(integer()),
    stale: derived(integer()),
  },
  rights: { read: 'risk_register.read', create: 'risk_register.write', update: 'risk_register.write', delete: 'risk_register.write' },
  list: {
    columns: ['identifier', 'name', 'perimeters', 'assigned', 'risks', 'above', 'to_approve', 'stale'],
    more: ['assigned_to_me', 'approvers', 'scale', 'archived'],
    filters: ['identifier', 'name', 'perimeters', 'assigned_to_me', 'approvers', 'scale', 'archived'],
    sort: 'name',
    search: ['identifier', 'name', 'description'],
  },
  form: [
    { section: 'general', fields: ['name', 'identifier', 'perimeters', 'description'] },
    { section: 'method', fields: ['scale', 'appetite', 'impact_types', 'approvers'] },
    { section: 'state', fields: ['archived'], later: true },
  ],
})
