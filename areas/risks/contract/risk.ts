import { findings } from '#kit/contract/check.ts'
import { defineEntity } from '#kit/contract/entity.ts'
import {
  choice,
  date,
  derived,
  files,
  flag,
  identifier,
  integer,
  json,
  level,
  links,
  localized,
  markdown,
  ref,
  rows,
  text,
  timestamp,
} from '#kit/contract/field.ts'
import { contributors } from '#kit/contract/right.ts'
import { workFlags } from '#kit/contract/work-item.ts'
import { impactTypes, mostPlaces } from '#areas/scales/contract/scale.ts'
import { estimates } from './estimates.ts'
import { measureShares } from './measure-shares.ts'

/** How far the approval of a risk's treatment has come (RSK-03). */
export const riskStatuses = ['NOT_REQUESTED', 'TO_BE_APPROVED', 'APPROVED', 'REJECTED'] as const
/** What became of the risk, in the order of tabs and boards (RSK-04). */
export const riskTreatments = ['OPEN', 'ACCEPTED', 'TRANSFERRED', 'CLOSED'] as const
/** What is to be done about it: what is approved. */
export const riskStrategies = ['REDUCE', 'ACCEPT', 'TRANSFER'] as const
/** What has changed since the treatment was approved; what it rests on, since it was asked about. */
export const staleReasons = ['LEVEL', 'MEASURE', 'DATE', 'PLAN', 'RULE'] as const
/** Of a risk from before measures were counted as layers: it has to be worked out anew; that moved its level, and nobody has looked at it since. */
export const ruleStates = ['PENDING', 'MOVED'] as const

/** A place on a side of the scale's matrix, the lowest being 1. */
const place = (o: { by?: 'server' } = {}) => integer({ min: 1, max: mostPlaces, ...o })

/** A level of risk as it is shown. */
export interface ShownLevel {
  readonly value: number
  /** Its place among the levels of its scale, the lowest being 1, and how many these are. */
  readonly at: number
  readonly of: number
  readonly name_en: string | null
  readonly name_fr: string | null
  readonly color: string | null
}
/** A place on a side of the matrix, by what it is called. */
export interface ShownPlace {
  readonly place: number
  readonly name_en: string | null
  readonly name_fr: string | null
}
/** Both sides of the matrix, lowest place first: a figure is never shown without its word. */
export interface ShownSides {
  readonly impacts: readonly ShownPlace[]
  readonly probabilities: readonly ShownPlace[]
}
/** The three levels of a risk, of its register's scale. */
export interface ShownLevels {
  readonly init: ShownLevel | null
  readonly current: ShownLevel | null
  readonly target: ShownLevel | null
  readonly sides: ShownSides
}

/** Something that may happen and what is done about it (RSK-01, RSK-09). */
export const risk = defineEntity({
  name: 'risk',
  area: 'risks',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'RSK' }),
    name: localized({ need: 'required', max: 500 }),
    description: markdown(),
    register: ref('risk_register', { need: 'required', namedTo: contributors }),
    perimeter: ref('perimeter', { namedTo: contributors }),
    tag: ref('tag'),
    threat: ref('threat'),
    /** The typical risk of the catalogue that it was made of (RSK-20). */
    model: ref('risk_model'),
    /** What it would harm, and through what. */
    business_value: ref('business_value'),
    supporting_assets: links('supporting_asset', { max: 100 }),
    priority: level('priority', { default: 50, need: 'required', neededMessage: 'risks.errors.priority_needed' }),
    /** What it would do harm to, and how gravely; the gravest is the initial impact unless another is said. */
    business_impacts: rows(
      { type: choice(impactTypes, { need: 'required' }), impact: integer({ min: 1, max: mostPlaces }), comment: text({ max: 500 }) },
      { max: 5 },
    ),
    /** How often it happens and what it costs, for whoever wants figures beside levels. */
    estimates,
    init_impact: place(),
    init_probability: place(),
    /** How low measures can bring it; 1 unless said. */
    min_impact: place(),
    min_probability: place(),
    target_impact: place(),
    target_probability: place(),
    target_date: date({ past: 'warning' }),
    /** Said by hand in place of what follows from the measures, with why. */
    manual_impact: place(),
    manual_probability: place(),
    manual_comment: text({ max: 2000 }),
    /** Follow from the initial ones and the measures, or are those that were said by hand. */
    current_impact: place({ by: 'server' }),
    current_probability: place({ by: 'server' }),
    /** By value on the scale of the register. */
    init_level: integer({ by: 'server' }),
    current_level: integer({ by: 'server' }),
    target_level: integer({ by: 'server' }),
    rule_state: choice(ruleStates, { by: 'server' }),
    /** How far the linked measures that are in place bring it together, of the way to the minimum; none: no measure counts. */
    efficiency: integer({ by: 'server', unit: 'percent' }),
    levels: derived(json<ShownLevels>()),
    above: derived(flag()),
    measures: links('measure', { max: 100, duplicateMessage: 'measures.errors.measure_listed' }),
    measure_shares: measureShares,
    actions: links('remediation', { max: 200 }),
    gaps: links('gap', { max: 200 }),
    attachments: files(),
    strategy: choice(riskStrategies, { default: 'REDUCE', need: 'required' }),
    treatment_reason: markdown({ max: 4000 }),
    treatment: choice(riskTreatments, { default: 'OPEN' }),
    status: choice(riskStatuses, { default: 'NOT_REQUESTED', by: 'server' }),
    manager: ref('member'),
    group: ref('group'),
    /** When it is looked at again; left out, by its level. */
    review_date: date(),
    reviewed_on: date({ by: 'server' }),
    approver: ref('member', { by: 'server' }),
    decided_on: date({ by: 'server' }),
    decision_comment: text({ max: 2000, by: 'server' }),
    /** What was approved and what is are no more the same. */
    stale_reason: choice(staleReasons, { by: 'server' }),
    stale_on: date({ by: 'server' }),
    stale: derived(flag()),
    /** Asked, and the reader is one of those who decide. */
    decide_right: derived(flag({ personal: true })),
    /** Who waits for a decision, and since when. */
    asked_by: derived(ref('member')),
    asked_at: derived(timestamp()),
    closed_on: date({ notAfter: 'today' }),
    ...workFlags,
    /** What checks find (docs/decisions/0051). */
    ...findings('ABOVE_UNANSWERED', 'STALE', 'RULE_MOVED', 'REVIEW_OVER', 'UNASSIGNED'),
  },
  rights: { read: 'risk.read', create: 'risk.manage', update: 'risk.write', delete: 'risk.manage' },
  list: {
    columns: ['identifier', 'name', 'init_level', 'current_level', 'target_level', 'treatment', 'status', 'perimeter', 'manager', 'review_date'],
    more: [
      'register',
      'tag',
      'threat',
      'model',
      'business_value',
      'supporting_assets',
      'priority',
      'strategy',
      'group',
      'efficiency',
      'levels',
      'init_impact',
      'init_probability',
      'current_impact',
      'current_probability',
      'target_impact',
      'target_probability',
      'target_date',
      'above',
      'stale',
      'stale_reason',
      'stale_on',
      'rule_state',
      'reviewed_on',
      'approver',
      'decided_on',
      'decide_right',
      'asked_by',
      'asked_at',
      'closed_on',
      'late',
    ],
    filters: [
      'identifier',
      'name',
      'treatment',
      'closed',
      'mine',
      'waits_for',
      'status',
      'strategy',
      'register',
      'perimeter',
      'tag',
      'threat',
      'model',
      'business_value',
      'supporting_assets',
      'priority',
      'measures',
      'actions',
      'gaps',
      'init_level',
      'current_level',
      'target_level',
      'init_impact',
      'init_probability',
      'current_impact',
      'current_probability',
      'target_impact',
      'target_probability',
      'above',
      'stale',
      'stale_reason',
      'manager',
      'group',
      'review_date',
      'target_date',
      'approver',
      'decided_on',
      'decide_right',
      'late',
      'soon',
      'findings',
      'accepted_findings',
      'within',
    ],
    sort: ['closed', '-current_level'],
    groupedBy: 'register',
    search: ['identifier', 'name', 'description', 'manager'],
  },
  form: [
    {
      section: 'general',
      fields: ['name', 'register', 'perimeter', 'tag', 'threat', 'business_value', 'supporting_assets', 'priority', 'manager', 'group', 'description'],
    },
    {
      section: 'levels',
      fields: ['business_impacts', 'init_impact', 'init_probability', 'min_impact', 'min_probability', 'target_impact', 'target_probability', 'target_date'],
    },
    {
      section: 'treatment',
      fields: ['strategy', 'treatment_reason', 'review_date', 'measures', 'measure_shares', 'actions', 'gaps', 'attachments', 'model', 'identifier'],
    },
    { section: 'manual', fields: ['manual_impact', 'manual_probability', 'manual_comment'], later: true },
    { section: 'state', fields: ['treatment', 'status', 'closed_on'], later: true },
  ],
  importable: true,
})

/** What is approved: whoever changes any of it asks anew (RSK-03). */
export const approvedFields = [
  'target_impact',
  'target_probability',
  'target_date',
  'strategy',
  'treatment_reason',
] as const satisfies readonly (keyof typeof risk.fields)[]
/** What whoever a risk is given to may change of it without managing it (RSK-16). */
export const contributed = ['actions', 'attachments'] as const satisfies readonly (keyof typeof risk.fields)[]
