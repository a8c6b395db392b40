/** The two scores. */
export const FIGURES = ['PERFORMANCE', 'COVERAGE'] as const
export type Figure = (typeof FIGURES)[number]

/** 0–100, exact to 6 decimals; null when nothing counts. */
export interface ScoreReading {
  readonly performance: number | null
  readonly coverage: number | null
  /** 0–1: the part of performance that rests on control data or valid evidence of the last year; null when there is no performance. */
  readonly proven_share: number | null
}

/** Requirements; `unmapped` are among the counted ones, the others exclude one another. */
export interface ScoreCounts {
  readonly counted: number
  readonly exempted: number
  readonly not_applicable: number
  readonly out_of_level: number
  readonly unmapped: number
}

/** The stacked bar in shown integers: the three add up to 100. */
export interface ScoreBar {
  readonly performance: number
  readonly lost: number
  readonly not_covered: number
}

/** One score, with exemptions in force left out, and without them. */
export interface Score extends ScoreReading {
  readonly bar: ScoreBar | null
  readonly without_exemptions: ScoreReading & { readonly bar: ScoreBar | null }
  readonly counts: ScoreCounts
}

export const EXPLANATION_KINDS = [
  'GROUPING',
  'CONSOLIDATED',
  'OWN',
  'POLICY',
  'GROUP',
  'REQUIREMENT',
  'SOLUTION',
  'MEASURE',
  'BASE',
  'DEDUCTION',
  'CONTROL',
  'OCCURRENCE',
  'VALUE',
  'EVIDENCE',
  'HIDDEN',
] as const
export type ExplanationKind = (typeof EXPLANATION_KINDS)[number]

export const EXPLANATION_REASONS = [
  'own_answer',
  'weight_by_hand',
  'weight_zero',
  'nothing_counts',
  'not_applicable',
  'exempted',
  'out_of_level',
  'out_of_groups',
  'unmapped',
  'all_discarded',
  'shares_above_100',
  'shares_below_100',
  'implemented',
  'implemented_by',
  'mean_of_shared',
  'replaces_shared',
  'discarded',
  'planned',
  'not_implemented',
  'to_handle',
  'offered',
  'lowered_by_actions',
  'lowered_by_controls',
  'no_control_data',
  'proven',
  'declared',
  'proof_ended',
  'evidence_proves',
  'evidence_expired',
  'evidence_aged',
  'evidence_hidden',
  'stale',
  'late',
  'capped',
  'task',
  'indicator',
  'occurrence_ok',
  'occurrence_done',
  'occurrence_ko',
  'occurrence_not_done',
  'occurrence_na',
  'occurrence_pending',
  'occurrence_rejected',
  'occurrence_open',
  'occurrence_too_late',
  'occurrence_others',
  'value_told',
  'value_entered',
  'value_others',
  'hidden',
] as const
export type ExplanationReasonCode = (typeof EXPLANATION_REASONS)[number]

/** Values for the placeholders of a text: the id `perimeter_id` fills `{perimeter}` with its name, and so on. */
export type ReasonParams = Readonly<Record<string, number | string>>

const reasonDays: ReadonlySet<string> = new Set(['from', 'to', 'on', 'due'])
const reasonShares: ReadonlySet<string> = new Set(['shares', 'percent'])

/** What fills the text of a reason: days and shares as its reader writes them, on screens and in documents. */
export const reasonValues = (
  params: ReasonParams,
  write: { readonly day: (day: string) => string; readonly share: (share: number) => string },
): ReasonParams => ({
  from: '',
  on: '',
  to: '∞',
  ...Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      reasonDays.has(name) ? write.day(String(value)) : reasonShares.has(name) ? write.share(Number(value)) : value,
    ]),
  ),
})

export interface ExplanationReason {
  readonly code: ExplanationReasonCode
  readonly params: ReasonParams
}

/** One node of "why this score": the contributions of all its children add up to the node's own. */
export interface ExplanationNode {
  readonly kind: ExplanationKind
  /** Id of what the kind names (a lineage for groups and requirements, the action for a deduction); null for HIDDEN. */
  readonly id: number | null
  /** Path from the opened score, to open this node later. */
  readonly path: string
  /** 0–100 (a deduction: points taken; a control: rating in %); null when nothing counts. */
  readonly value: number | null
  /** Weight among its siblings (a solution: its share); null where there is none. */
  readonly weight: number | null
  /** Points of the opened score that this node brings, or takes when negative; null when it is left out. */
  readonly contribution: number | null
  readonly reasons: readonly ExplanationReason[]
  /** Null when there is more below than was asked for. */
  readonly children: readonly ExplanationNode[] | null
}

/** What moves a score, by family: what is counted, or how well it is done. */
export const MOVEMENT_FAMILY = {
  PERIMETER_ADDED: 'SCOPE',
  PERIMETER_REMOVED: 'SCOPE',
  PERIMETER_WEIGHT: 'SCOPE',
  POLICY_APPLIED: 'SCOPE',
  POLICY_REMOVED: 'SCOPE',
  POLICY_WEIGHT: 'SCOPE',
  VERSION: 'SCOPE',
  LEVEL: 'SCOPE',
  WEIGHT: 'SCOPE',
  NOT_APPLICABLE: 'SCOPE',
  EXEMPTION: 'SCOPE',
  MAPPING: 'SCOPE',
  IMPLEMENTED: 'PERFORMANCE',
  UNIMPLEMENTED: 'PERFORMANCE',
  BENEFIT_STARTED: 'PERFORMANCE',
  BENEFIT_ENDED: 'PERFORMANCE',
  REPLACED: 'PERFORMANCE',
  DISCARDED: 'PERFORMANCE',
  EFFICIENCY: 'PERFORMANCE',
  DEDUCTION: 'PERFORMANCE',
  CONTROL: 'PERFORMANCE',
  INDICATOR: 'PERFORMANCE',
} as const
export type MovementCode = keyof typeof MOVEMENT_FAMILY
export type MovementFamily = (typeof MOVEMENT_FAMILY)[MovementCode]

/** Points are kept as whole millionths of a point, so that sums are exact. */
export const MOVEMENT_UNIT = 1_000_000

export interface MovementCause {
  readonly code: MovementCode
  readonly perimeter_id: number | null
  readonly policy_id: number | null
  readonly lineage_id: number | null
  readonly solution_id: number | null
  readonly measure_id: number | null
  /** The exclusion, action, recurring task or indicator behind it. */
  readonly source_id: number | null
  /** Whole millionths of a point. */
  readonly amount: number
}

/** "What moved" between two days. */
export interface Movement {
  readonly before: number | null
  readonly after: number | null
  /** Whole millionths: the causes add up to exactly this; null when a score is missing on one of the days. */
  readonly difference: number | null
  readonly scope: number
  readonly performance: number
  /** Largest effect first. */
  readonly causes: readonly MovementCause[]
}
