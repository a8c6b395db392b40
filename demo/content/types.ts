import type { Absence, Contact, JobFunction } from './function-types.ts'
import type { AnalysisStory } from './analysis-story.ts'
import type { ExemptionStory } from './exemption-story.ts'
import type { Project, ProjectDemands } from './project-types.ts'
import type { RiskRegisterStory } from './risk-story.ts'
import type { Clock } from '#areas/incidents/contract/clock.ts'
import type { writtenKinds } from '#areas/incidents/contract/incident-calls.ts'
import type { incidentCategories, incidentCloseReasons, incidentStatuses } from '#areas/incidents/contract/incident.ts'
import type { Periodicity } from '#areas/runbooks/contract/recurrence.ts'
import type { Assets } from '#demo/content/asset-types.ts'
import type { Supplier } from '#demo/content/supplier-types.ts'
import type { Role } from '#kit/contract/right.ts'

/** A text that people read, in the two languages of the product. */
export type Text = { readonly en: string; readonly fr: string }

/** A day counted from the day on which the demonstration is built. */
export type Day = { readonly daysAgo: number } | { readonly inDays: number }

/** Days from today: negative in the past, positive to come. */
export function daysFromToday(day: Day): number {
  return 'inDays' in day ? day.inDays : 0 - day.daysAgo
}

export type Person = {
  readonly key: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly title: Text
  readonly role: Role
  readonly language: 'en' | 'fr'
  /** The perimeters a local role or a contributor holds, with all below them; empty for global roles. */
  readonly perimeters: readonly string[]
  /** The last day of somebody from outside, whose account nobody has closed since. */
  readonly left?: Day
}

export type UserGroup = { readonly key: string; readonly name: Text; readonly members: readonly string[] }

export type Perimeter = {
  readonly key: string
  readonly identifier: string
  readonly name: Text
  readonly description: Text
  readonly type: 'INTERNAL' | 'APPLICATION' | 'PROVIDER'
  /** `null` for the root only; a parent stands before its children in the list. */
  readonly parent: string | null
  readonly weight: number
}

export type Grouping = {
  readonly key: string
  readonly name: Text
  readonly color: string
  readonly perimeters: readonly string[]
}

export type Category = { readonly key: string; readonly name: Text }
export type Label = { readonly key: string; readonly name: Text; readonly color: string }

export type RequirementGroup = { readonly identifier: string; readonly name: Text }

export type Requirement = {
  /** Unique within its policy. */
  readonly identifier: string
  /** Identifier of a group of the same policy. */
  readonly group: string
  readonly name: Text
  readonly description: Text
  readonly weight: number
  /** In scope of an application whose level is at least this one. */
  readonly level: 1 | 2 | 3
}

export type Policy = {
  readonly key: string
  readonly identifier: string
  readonly name: Text
  readonly description: Text
  readonly groups: readonly RequirementGroup[]
  readonly requirements: readonly Requirement[]
}

/** A policy applied to one perimeter. */
export type Application = {
  readonly policy: string
  readonly perimeter: string
  readonly weight: number
  readonly level: 1 | 2 | 3
  readonly since: Day
}

export type NotApplicable = {
  readonly perimeter: string
  readonly policy: string
  readonly requirement: string
  readonly author: string
  readonly since: Day
  readonly justification: Text
}

/** Why the requirements of a policy are in a perimeter's statement; those whose identifiers begin so, the longest beginning counting. */
export type Inclusions = {
  readonly perimeter: string
  readonly policy: string
  readonly author: string
  readonly since: Day
  readonly reasons: Readonly<Record<string, Text>>
  /** Left without a reason so far. */
  readonly open: readonly string[]
  /** Who asked for the approval and who gave it, and when; what `changed` says was written since. */
  readonly approval: { readonly asked: string; readonly by: string; readonly since: Day; readonly changed: Readonly<Record<string, Text>> } | null
}

/** Policy key → requirement identifier → share (1–100). */
export type Answers = Readonly<Record<string, Readonly<Record<string, number>>>>

/** A measure model. */
export type Solution = {
  readonly key: string
  readonly category: string
  readonly name: Text
  readonly description: Text
  /** k€ a year. */
  readonly yearlyCost: number
  /** Days to put it in place, once. */
  readonly buildDays: number
  /** Days a year to keep it running. */
  readonly yearlyDays: number
  readonly answers: Answers
}

/** What a perimeter decided on a day; the last one of a measure holds today. */
export type MeasureDecision =
  | { readonly since: Day; readonly status: 'TO_IMPLEMENT' }
  | { readonly since: Day; readonly status: 'IMPLEMENTED' }
  | { readonly since: Day; readonly status: 'NOT_IMPLEMENTED'; readonly decision: 'PLANNED'; readonly justification?: Text }
  | { readonly since: Day; readonly status: 'NOT_IMPLEMENTED'; readonly decision: 'DISCARDED'; readonly justification: Text }

/**
 * Perimeters that began to benefit from a measure on the same day; not accepted = still offered.
 * A benefit counts while the measure is IMPLEMENTED, and stands (without effect) when it stops.
 */
export type BenefitWave = { readonly perimeters: readonly string[]; readonly since: Day; readonly accepted: boolean }

/** A change of the base efficiency, which is 100 before the first one. */
export type EfficiencyChange = { readonly since: Day; readonly value: number; readonly reason: Text }

export type Measure = {
  readonly key: string
  readonly solution: string
  /** The INTERNAL perimeter that operates it. */
  readonly perimeter: string
  /** False when it only serves its beneficiaries. */
  readonly servesOperator: boolean
  /** Oldest first, never empty. */
  readonly decisions: readonly MeasureDecision[]
  readonly beneficiaries: readonly BenefitWave[]
  /** Oldest first. */
  readonly efficiency: readonly EfficiencyChange[]
}

export type ActionPlan = {
  readonly key: string
  readonly identifier: string
  readonly name: Text
  readonly description: Text
  readonly perimeters: readonly string[]
  /** People, beside the global pilots, to whom the plan is assigned. */
  readonly people: readonly string[]
  readonly userGroup: string | null
  /** What it may cost this year and last, in k€. */
  readonly budget: number
}

/** A link into the (fictitious) intranet. */
export type Proof = { readonly name: Text; readonly url: string; readonly on: Day; readonly author: string }
export type Comment = { readonly author: string; readonly on: Day; readonly text: Text }
export type Task = {
  readonly name: Text
  readonly status: 'TO_DO' | 'DONE'
  readonly manager: string | null
  readonly target: Day | null
}
/** `on` is the day on which the target date was moved from `from` to `to`. */
export type Postponement = { readonly on: Day; readonly from: Day; readonly to: Day; readonly reason: Text }

export type ActionStatus = 'TO_PLAN' | 'PLANNED' | 'ONGOING' | 'STANDBY' | 'CANCELLED' | 'FINISHED'

export type Action = {
  readonly key: string
  readonly name: Text
  readonly description: Text | null
  readonly type: 'BUILD' | 'UPGRADE' | 'SIMPLE'
  readonly plan: string
  readonly perimeter: string
  /** BUILD and UPGRADE have exactly one; finishing a BUILD implements it on `done`. */
  readonly measure: string | null
  /** What it is done about, declared or found before it. */
  readonly about?: { readonly entity: 'incident' | 'gap' | 'exemption'; readonly key: string }
  /** It came with a file. */
  readonly imported?: true
  /** UPGRADE only: points that it takes off the measure's efficiency from `created` until `done`. */
  readonly impact: number | null
  readonly status: ActionStatus
  /** Why it is on hold or cancelled; null for the other statuses. */
  readonly statusReason: Text | null
  readonly priority: 25 | 50 | 75 | 100
  /** At most one of manager and user group. */
  readonly manager: string | null
  readonly userGroup: string | null
  readonly created: Day
  readonly start: Day | null
  /** PLANNED only: that day has gone by, and nobody has begun. */
  readonly notStarted?: true
  readonly initialTarget: Day | null
  /** Where the last postponement led, else the initial target date. */
  readonly target: Day | null
  readonly postponements: readonly Postponement[]
  /** Day of FINISHED or CANCELLED. */
  readonly done: Day | null
  /** Why what it was about stays open all the same: its review is closed without effect. */
  readonly leftOpen?: Text
  /** k€, once. */
  readonly cost: number
  /** Days. */
  readonly workload: number
  readonly labels: readonly string[]
  readonly tasks: readonly Task[]
  readonly proofs: readonly Proof[]
  readonly comments: readonly Comment[]
}

/** Something said about an object, by its entity and key; `@{key}` in it calls somebody. */
export type Remark = { readonly about: readonly [entity: string, key: string]; readonly by: string; readonly ago: number; readonly text: Text }

/** What the scores of the organisation must show once it is built: consolidated PERFORMANCE of the root, exact to ± 0.5. */
export type Story = {
  readonly targetScore: number
  readonly scores: readonly { readonly on: Day; readonly score: number }[]
  readonly weakPerimeter: string | null
  readonly excellentPerimeter: string | null
}

/** What is recorded of perimeters besides, with what some of them say. */
export type Property = {
  readonly key: string
  readonly name: Text
  readonly type: 'LIST' | 'NUMBER' | 'BOOLEAN'
  readonly options: readonly string[]
  readonly perimeterTypes: readonly Perimeter['type'][]
  readonly restricted: boolean
  /** By perimeter. */
  readonly values: Readonly<Record<string, string>>
}

/** Which requirements of two policies answer each other, by their identifiers; the source seen from the target. */
export interface Mapping {
  readonly name: Text
  readonly source: string
  readonly target: string
  readonly pairs: readonly (readonly [source: string, target: string, relationship: 'equal' | 'subset' | 'superset' | 'intersect'])[]
}

/** Something that an audit or a test found; days are from today. */
export interface Finding {
  /** What the report calls it. */
  readonly key: string
  readonly name: Text
  readonly severity: 25 | 50 | 75 | 100
  readonly nature: 'MAJOR' | 'MINOR' | 'OBSERVATION' | 'IMPROVEMENT' | null
  readonly perimeter: string
  readonly manager: string | null
  readonly due: number | null
  readonly end?: { readonly day: number; readonly how: 'RESOLVED' | 'IGNORED' | 'REJECTED'; readonly review?: number; readonly effective?: boolean } | undefined
}

/** What comes round again and again. */
export interface RecurringTask {
  readonly name: Text
  readonly kind: 'OPERATION' | 'CONTROL'
  readonly periodicity: Periodicity
  readonly perimeter: string
  readonly manager: string
  /** Days of work, each time. */
  readonly charge: number
  readonly proof?: 'REQUIRED'
  /** Answers are looked at by somebody else. */
  readonly approved?: true
  readonly labels: readonly string[]
}

export interface Runbook {
  readonly key: string
  /** The plan into which what a control finds goes as an action. */
  readonly plan: string
  readonly name: Text
  readonly perimeters: readonly string[]
  readonly tasks: readonly RecurringTask[]
}

export interface GapRegister {
  readonly key: string
  readonly name: Text
  readonly type: 'AUDIT' | 'PENTEST'
  readonly day: number
  readonly people: readonly string[]
  readonly chapters: readonly { readonly name: Text; readonly findings: readonly Finding[] }[]
}

/** What happened, by whom it was declared, and what became of it. */
export type Incident = {
  readonly key: string
  readonly name: Text
  readonly what: Text
  readonly perimeter: string
  readonly category: (typeof incidentCategories)[number]
  readonly severity: number
  /** Who declared it, by their key. */
  readonly by: string
  readonly manager: string | null
  readonly on: Day
  /** By how many hours it was noticed before somebody declared it. */
  readonly noticed?: number
  /** And by how many hours it had gone on before it was noticed, where that was found out. */
  readonly unseen?: number
  readonly confidential?: true
  readonly exercise?: true
  readonly significant: 'YES' | 'NO' | null
  readonly personal: 'YES' | 'NO' | null
  readonly impact?: number
  /** Oldest first. */
  readonly steps: readonly { readonly to: (typeof incidentStatuses)[number]; readonly on: Day; readonly as?: (typeof incidentCloseReasons)[number] }[]
  readonly entries: readonly { readonly kind: (typeof writtenKinds)[number]; readonly on: Day; readonly by: string; readonly text: Text }[]
  readonly sendings?: readonly { readonly clock: Clock; readonly on: Day; readonly authority: string; readonly reference: string }[]
  readonly lessons: Text | null
}

/** What the standing checks of an organisation find besides what its actions, findings, incidents and exemptions tell; days are before today. */
export type Drift = {
  /** Perimeters that nobody is in charge of; the others are led by who decides there. */
  readonly unmanagedPerimeters: readonly string[]
  /** Measures in place that nobody leads; the others are led by who decides there, from the day on which they were put in place. */
  readonly unownedMeasures: readonly string[]
  /** Measures that somebody was named for a good while after. */
  readonly lateOwners: readonly (readonly [measure: string, ago: number])[]
  /** A measure that is called what another one of its perimeter is. */
  readonly renamed: { readonly measure: string; readonly ago: number; readonly name: Text }
  /** Actions whose evidence nobody is in charge of any more. */
  readonly unkeptEvidence: readonly string[]
}

/** Everything of one demonstration organisation; objects name each other by key. */
export type Organisation = {
  readonly key: string
  readonly name: string
  readonly description: Text
  readonly people: readonly Person[]
  readonly userGroups: readonly UserGroup[]
  readonly jobFunctions?: readonly JobFunction[]
  readonly contacts?: readonly Contact[]
  readonly absences?: readonly Absence[]
  readonly perimeters: readonly Perimeter[]
  readonly groupings: readonly Grouping[]
  readonly properties: readonly Property[]
  readonly categories: readonly Category[]
  readonly labels: readonly Label[]
  readonly policies: readonly Policy[]
  readonly applications: readonly Application[]
  readonly notApplicable: readonly NotApplicable[]
  readonly inclusions: readonly Inclusions[]
  readonly exemptions?: readonly ExemptionStory[]
  readonly talk?: readonly Remark[]
  readonly solutions: readonly Solution[]
  readonly mapping?: Mapping
  /** The day, in days from today, on which it copies the policy that ships with the product. */
  readonly adoptsEssentials?: number
  /** The day on which it copies models that ship with the product, by their identifiers. */
  readonly adoptsModels?: {
    readonly day: number
    readonly models: readonly (readonly [entity: 'indicator_model' | 'runtask_model' | 'remediation_model' | 'risk_model', identifier: string])[]
  }
  readonly measures: readonly Measure[]
  readonly actionPlans: readonly ActionPlan[]
  readonly actions: readonly Action[]
  readonly suppliers?: readonly Supplier[]
  readonly assets?: Assets
  readonly analyses?: readonly AnalysisStory[]
  readonly projects?: readonly Project[]
  readonly projectDemands?: ProjectDemands
  readonly gapRegisters?: readonly GapRegister[]
  readonly riskRegister?: RiskRegisterStory
  readonly runbooks?: readonly Runbook[]
  readonly incidents?: readonly Incident[]
  readonly drift?: Drift
  readonly story: Story
}
