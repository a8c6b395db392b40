import { defineEntity } from '#kit/contract/entity.ts'
import { choice, decimal, derived, flag, identifier, integer, json, links, localized, rows } from '#kit/contract/field.ts'
import { assignment } from '#kit/contract/register.ts'
import type { RemediationStatus } from './lifecycle.ts'

export const programTypes = ['STANDARD', 'PROJECT'] as const
/** Empty: as the organisation prefers (ACT-17). */
export const proofRules = ['YES', 'NO'] as const

/** A register of actions; people read *action plan* (ACT-35). */
export const program = defineEntity({
  name: 'program',
  area: 'actions',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'AP' }),
    name: localized({ need: 'required' }),
    description: localized({ long: true }),
    type: choice(programTypes, { default: 'STANDARD', need: 'required' }),
    /** Whose pilots may see the plan; none: every pilot. */
    perimeters: links('perimeter', { duplicateMessage: 'organisation.errors.perimeter_listed' }),
    ...assignment,
    proof_required_action: choice(proofRules),
    proof_required_task: choice(proofRules),
    /** What the plan may cost, each year said once. */
    budgets: rows(
      { year: integer({ need: 'required', min: 2000, max: 2100 }), amount: decimal({ need: 'required', min: 0, max: 1_000_000, unit: 'keuro' }) },
      { max: 50 },
    ),
    /** That of the current year; null where none is said. */
    budget: derived(decimal({ unit: 'keuro' })),
    /** The plan that a new action is offered first: one in an organisation, once it has plans. */
    is_default: flag({ setBy: 'program.choose_default' }),
    archived: flag(),
    actions: derived(integer()),
    late: derived(integer()),
    counts: derived(json<Record<RemediationStatus, number>>()),
    /** Finished among those not cancelled, in percent; null without any. */
    progress: derived(integer({ unit: 'percent' })),
  },
  rights: { read: 'program.read', create: 'program.write', update: 'program.write', delete: 'program.write' },
  list: {
    columns: ['identifier', 'name', 'perimeters', 'assigned', 'actions', 'late', 'progress', 'budget'],
    more: ['assigned_to_me', 'counts', 'type', 'is_default', 'archived', 'proof_required_action', 'proof_required_task'],
    filters: ['identifier', 'name', 'type', 'perimeters', 'assigned_to_me', 'budget', 'is_default', 'archived'],
    sort: 'name',
    search: ['identifier', 'name', 'description'],
  },
  oneDefault: { messages: { needed: 'actions.errors.default_needed', deleted: 'actions.errors.default_deleted', archived: 'actions.errors.default_archived' } },
  form: [
    { section: 'general', fields: ['name', 'identifier', 'type', 'perimeters', 'description'] },
    { section: 'budget', fields: ['budgets'] },
    { section: 'rules', fields: ['proof_required_action', 'proof_required_task', 'is_default', 'archived'] },
  ],
})
