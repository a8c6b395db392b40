/** A day of the organisation's calendar, `YYYY-MM-DD`; days compare as text. */
export type Day = string

/** One row per perimeter, archived ones included, since a measure may be operated there. */
export interface PerimeterFact {
  readonly id: number
  readonly parent_id: number | null
  readonly type: 'INTERNAL' | 'APPLICATION' | 'PROVIDER'
  /** Integer ≥ 0; 0 = no effect on the parent. */
  readonly weight: number
  readonly archived: boolean
  /** The groupings that hold this perimeter. */
  readonly grouping_ids: readonly number[]
}

/** One row per policy applied to a perimeter: at most one version of a policy at a time. */
export interface ApplicationFact {
  readonly perimeter_id: number
  readonly policy_id: number
  readonly version_id: number
  /** Integer ≥ 0; 0 = tracked without effect above. */
  readonly weight: number
  /** Requirements up to this level are in; null = every level. */
  readonly level: number | null
  /** Implementation groups chosen; null = all of them. */
  readonly groups: readonly string[] | null
  /** The score aimed at, 0–100; without effect on any score. */
  readonly target?: number | null
}

/** One row per node of the versions in use: a group, a requirement, or a requirement with children. */
export interface NodeFact {
  readonly id: number
  readonly version_id: number
  /** Stays the same from version to version; links and exclusions hang on it. */
  readonly lineage_id: number
  readonly parent_id: number | null
  /** True when the node holds an answer of its own. */
  readonly assessable: boolean
  /** Weight of its own answer (1–1000, default 1). */
  readonly weight: number
  /** Weight set by hand for the node as a group; null = Σ weights of its requirements in scope. */
  readonly group_weight: number | null
  /** Application level from which the requirement is called for; null = always. */
  readonly level: number | null
  /** Implementation groups of the requirement; null or empty = always. */
  readonly groups: readonly string[] | null
}

/** One row per solution that answers a requirement. */
export interface LinkFact {
  readonly lineage_id: number
  readonly solution_id: number
  /** 1–100 */
  readonly share: number
}

/** One row per measure that a perimeter decided about. */
export interface MeasureFact {
  readonly id: number
  readonly solution_id: number
  /** The perimeter that operates it. */
  readonly perimeter_id: number
  readonly status: 'TO_IMPLEMENT' | 'NOT_IMPLEMENTED' | 'IMPLEMENTED'
  readonly decision: 'PLANNED' | 'DISCARDED' | null
  /** 0–100 */
  readonly base_efficiency: number
  /** False when it is operated for others only. */
  readonly serves_operator: boolean
  /** Beneficiaries that accepted; never the operator. */
  readonly beneficiary_ids: readonly number[]
  /** Beneficiaries to which it is only offered. */
  readonly offered_ids: readonly number[]
}

/** One row per improvement action that lowers, or lowered, a measure. */
export interface DeductionFact {
  readonly measure_id: number
  readonly remediation_id: number
  /** Stored positive, 0–100. */
  readonly value: number
  readonly open: boolean
}

/**
 * One row per source of control data or of evidence, as it stands on the day (`control.ts` makes them).
 * TASK = conform ÷ counted occurrences; INDICATOR = value ÷ target; EVIDENCE proves without rating.
 */
export interface ControlFact {
  readonly measure_id: number
  readonly kind: 'TASK' | 'INDICATOR' | 'EVIDENCE'
  /** Id of the recurring task, indicator or piece of evidence. */
  readonly source_id: number
  readonly numerator: number | null
  /** Null or ≤ 0: the source has no data and leaves the mean. */
  readonly denominator: number | null
  /** Occurrences done after they were due, yet in time to count. */
  readonly late: number
  /** The value was carried forward from an earlier period. */
  readonly stale: boolean
  /** The data or evidence is valid and of the last year. */
  readonly proven: boolean
}

/** One row per statement "not applicable" or granted exemption; the days decide whether it is in force. */
export interface ExclusionFact {
  readonly id: number
  readonly perimeter_id: number
  readonly lineage_id: number
  readonly kind: 'NOT_APPLICABLE' | 'EXEMPTION'
  readonly from: Day
  /** Last day included; null = no end. */
  readonly to: Day | null
}

/** Everything that the scores of one organisation on one day depend on. The order of rows is without effect. */
export interface ScoreFacts {
  readonly day: Day
  readonly perimeters: readonly PerimeterFact[]
  readonly applications: readonly ApplicationFact[]
  readonly nodes: readonly NodeFact[]
  readonly links: readonly LinkFact[]
  readonly measures: readonly MeasureFact[]
  readonly deductions: readonly DeductionFact[]
  readonly controls: readonly ControlFact[]
  readonly exclusions: readonly ExclusionFact[]
}
