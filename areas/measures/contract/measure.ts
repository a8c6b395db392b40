import { findings } from '#kit/contract/check.ts'
import { defineEntity } from '#kit/contract/entity.ts'
import { readers } from '#kit/contract/right.ts'
import { choice, date, decimal, derived, flag, identifier, integer, json, links, localized, ref, text } from '#kit/contract/field.ts'

/** «To be handled» until a perimeter decides; «implemented by X» is told by `implemented_by` (MEA-07). */
export const measureStatuses = ['TO_IMPLEMENT', 'NOT_IMPLEMENTED', 'IMPLEMENTED'] as const
/** Why a measure is not implemented: an action will do it, or it was discarded with a justification. */
export const measureDecisions = ['PLANNED', 'DISCARDED'] as const

/** How a measure stands where it is looked at, each in one place: decided by nobody, decided here, or there already, by the perimeter or by another. */
export const measureSituations = ['TO_HANDLE', 'PLANNED', 'DISCARDED', 'IMPLEMENTED', 'SERVED'] as const
export type MeasureSituation = (typeof measureSituations)[number]

/** What a measure takes over from its model, and may change (MEA-18). */
export const comparedFields = ['name', 'description', 'category', 'build_days', 'yearly_internal_charge', 'yearly_cost'] as const
export type ComparedField = (typeof comparedFields)[number]
/** By field, what the model said when the perimeter kept its own: a later change of the model is asked about anew. */
export type KeptDifferences = Readonly<Partial<Record<ComparedField, readonly unknown[]>>>

/** A perimeter served by somebody else's measure; it counts once accepted. */
export interface Beneficiary {
  readonly id: number
  readonly name: string
  /** Out of the reader's reach: its name is only the word that says so. */
  readonly hidden: boolean
  readonly accepted: boolean
}

/** The perimeter that operates a measure for another one, since when it does or offers to, and who leads it there. */
export interface Operator {
  readonly id: number
  readonly name: string
  readonly measure: number
  /** False: it is only offered. */
  readonly accepted: boolean
  readonly since: string
  readonly manager: { readonly id: number; readonly name: string } | null
}

/** What a perimeter decided about a solution. */
export const measure = defineEntity({
  name: 'measure',
  area: 'measures',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'M' }),
    name: localized({ need: 'required', max: 500 }),
    description: localized({ long: true }),
    solution: ref('solution', { need: 'required' }),
    /** Whoever it serves is told who operates it (MEA-07). */
    perimeter: ref('perimeter', { need: 'required', namedTo: readers }),
    category: ref('category', { creates: 'category.write' }),
    status: choice(measureStatuses, { by: 'server', default: 'TO_IMPLEMENT' }),
    decision: choice(measureDecisions, { by: 'server' }),
    /** The status that people read: `status` and `decision`, unless another perimeter's measure serves this one (MEA-07). */
    situation: derived(choice(measureSituations)),
    justification: text({ max: 4000, by: 'server' }),
    /** The perimeter whose measure serves this one, where it has none of its own. */
    implemented_by: derived(json<{ id: number; name: string }>()),
    /** Who has it in place for this perimeter, or offers to. */
    operator: derived(json<Operator>()),
    /** Whether another perimeter's measure serves this one. */
    served: derived(flag()),
    manager: ref('member'),
    /** What remains of the base after open deductions, 0–100. */
    efficiency: derived(integer({ unit: 'percent' })),
    /** A change by hand needs `efficiency_reason`. */
    base_efficiency: integer({ min: 0, max: 100, default: 100, unit: 'percent' }),
    efficiency_reason: text({ max: 500 }),
    implemented_on: date({ notAfter: 'today', by: 'server' }),
    serves_self: flag({ default: true, by: 'server' }),
    beneficiaries: derived(json<Beneficiary[]>()),
    /** Archived perimeters leave every figure. */
    perimeter_archived: derived(flag()),
    /** Perimeters to which it is offered and for which the reader may answer. */
    offered_to: derived(links('perimeter')),
    offered: derived(flag()),
    /** Requirements in force that the solution answers. */
    requirements: derived(integer()),
    /** Those in force in its perimeter that call for it, as far as the reader may open them. */
    policies: derived(links('policy')),
    yearly_cost: decimal({ min: 0, max: 1_000_000, unit: 'keuro' }),
    yearly_internal_charge: decimal({ min: 0, max: 1_000_000, unit: 'days' }),
    build_days: decimal({ min: 0, max: 1_000_000, unit: 'days' }),
    kept_differences: json<KeptDifferences>({ by: 'server' }),
    /** Fields in which it differs from its model without anybody having chosen so. */
    differences: derived(integer()),
    /** What checks find (docs/decisions/0051). */
    ...findings('NO_OWNER', 'UNPROVEN', 'LOW_NO_ACTION', 'PLANNED_NO_ACTION', 'OFFER_WAITING', 'SAME_AS_ANOTHER'),
  },
  rights: { read: 'measure.read', create: 'measure.write', update: 'measure.write', delete: 'measure.write' },
  list: {
    columns: ['identifier', 'name', 'situation', 'perimeter', 'manager', 'category', 'efficiency', 'beneficiaries', 'requirements'],
    more: [
      'status',
      'decision',
      'implemented_by',
      'operator',
      'served',
      'yearly_cost',
      'implemented_on',
      'solution',
      'build_days',
      'yearly_internal_charge',
      'justification',
      'differences',
    ],
    filters: [
      'identifier',
      'name',
      'situation',
      'status',
      'decision',
      'served',
      'perimeter',
      'category',
      'manager',
      'solution',
      'efficiency',
      'implemented_on',
      'differences',
      'perimeter_archived',
      'offered',
      'offered_to',
      'policies',
      'findings',
      'accepted_findings',
      'within',
    ],
    sort: 'name',
    search: ['identifier', 'name', 'description', 'manager'],
  },
  form: [
    { section: 'general', fields: ['name', 'identifier', 'solution', 'perimeter', 'category', 'manager', 'description'] },
    { section: 'effort', fields: ['build_days', 'yearly_internal_charge', 'yearly_cost'] },
    { section: 'efficiency', fields: ['base_efficiency', 'efficiency_reason'] },
  ],
  importable: true,
})
