import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, derived, flag, identifier, integer, level, links, localized, markdown, ref, rows, text } from '#kit/contract/field.ts'
import { assignment } from '#kit/contract/register.ts'

/** Where the gaps of a register come from (GAP-08). */
export const gapRegisterTypes = ['AUDIT', 'PENTEST', 'CONTROL', 'SCAN', 'OTHER'] as const

/** For which findings, and what becomes of them; what is empty leaves it open. */
export const importRule = {
  /** This severe or more. */
  from_severity: level('priority'),
  /** `*` stands for anything; whole, and whatever its capitals. */
  account: text({ max: 200 }),
  /** The same of its region, package, file or tool. */
  target: text({ max: 300 }),
  perimeter: ref('perimeter'),
  manager: ref('member', { asks: 'gap.write' }),
  severity: level('priority'),
  /** Until it has to be handled, from the day on which it comes in. */
  days: integer({ min: 0, max: 3650 }),
}

/** The gaps that one audit, test or scan found, or that are kept together for another reason. */
export const gapRegister = defineEntity({
  name: 'gap_register',
  area: 'gaps',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'GR' }),
    name: localized({ need: 'required' }),
    description: markdown(),
    type: choice(gapRegisterTypes, { default: 'AUDIT', need: 'required' }),
    /** When it was found, such as the day of the report. */
    date: date(),
    /** Whose pilots may see the register; none: every pilot. */
    perimeters: links('perimeter', { duplicateMessage: 'organisation.errors.perimeter_listed' }),
    /** What new gaps get that come in from files; of several that match, the first one that says it. */
    rules: rows(importRule, { max: 50 }),
    ...assignment,
    archived: flag(),
    gaps: derived(integer()),
    open: derived(integer()),
    late: derived(integer()),
    /** Closed among all, in percent; null without any. */
    progress: derived(integer({ unit: 'percent' })),
  },
  rights: { read: 'gap_register.read', create: 'gap_register.write', update: 'gap_register.write', delete: 'gap_register.write' },
  list: {
    columns: ['identifier', 'name', 'type', 'date', 'perimeters', 'assigned', 'gaps', 'open', 'late', 'progress'],
    more: ['assigned_to_me', 'archived'],
    filters: ['identifier', 'name', 'type', 'date', 'perimeters', 'assigned_to_me', 'archived'],
    sort: '-date',
    search: ['identifier', 'name', 'description'],
  },
  form: [
    { section: 'general', fields: ['name', 'identifier', 'type', 'date', 'perimeters', 'description'] },
    { section: 'rules', fields: ['rules'] },
    { section: 'state', fields: ['archived'], later: true },
  ],
})
