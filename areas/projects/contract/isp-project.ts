import { defineEntity } from '#kit/contract/entity.ts'
import {
  choice,
  date,
  decimal,
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
} from '#kit/contract/field.ts'
import { assignment } from '#kit/contract/register.ts'
import { contributors } from '#kit/contract/right.ts'
import { workFlags } from '#kit/contract/work-item.ts'
import { devSteps, type NamedStep } from './steps.ts'

export const projectStatuses = ['ONGOING', 'INTERRUPTED', 'CLOSED'] as const
export type ProjectStatus = (typeof projectStatuses)[number]
/** Highest first, as for suppliers. */
export const criticalities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const
export type Criticality = (typeof criticalities)[number]
export const goDecisions = ['GO', 'NOGO'] as const
export type GoDecision = (typeof goDecisions)[number]

/** Both weathers as they were at the end of a day. */
export interface WeatherPoint {
  readonly day: string
  readonly project: number | null
  readonly program: number | null
}

export const testKinds = ['INTRUSION', 'CONFIGURATION', 'CODE', 'VULNERABILITIES', 'RECOVERY', 'OTHER'] as const
export const testResults = ['PASSED', 'FAILED', 'NOT_DONE'] as const

/** A security acceptance test: what was looked at, what came of it and what shows that. */
const securityTest = {
  name: text({ need: 'required', max: 255 }),
  kind: choice(testKinds, { default: 'OTHER' }),
  planned_on: date(),
  done_on: date({ notAfter: 'today' }),
  /** None: it is still to come. */
  result: choice(testResults),
  note: text({ max: 1000 }),
  evidence: ref('evidence'),
  /** What a failed one found. */
  gap: ref('gap'),
}

/** When the step was left; of the steps before the one where the project is. */
const left = () => date({ notAfter: 'today' })

/** A project whose security is followed from the idea to its end; people read *security project* (PRJ-12). */
export const ispProject = defineEntity({
  name: 'isp_project',
  area: 'projects',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'P' }),
    name: localized({ need: 'required', max: 255 }),
    description: markdown({ max: 4000 }),
    /** What is built or changed: an application, a provider, a part of the organisation; or a grouping. */
    perimeter: ref('perimeter', { namedTo: contributors }),
    tag: ref('tag'),
    manager: ref('member'),
    group: ref('group'),
    /** Who works on it beside its manager: contributors what is theirs to say, pilots all of it, the decision included. */
    ...assignment,
    /** Security looks after it; without that it is listed, and nobody is told of it. */
    followed: flag({ default: true }),
    /** Where it is on its way (PRJ-06). */
    dev_step: choice(devSteps, { default: 'IDENTIFICATION' }),
    /** The day on which it came to this step. */
    step_since: date({ notAfter: 'today' }),
    left_identification: left(),
    left_classification: left(),
    left_design: left(),
    left_build: left(),
    left_test: left(),
    left_decision: left(),
    left_production: left(),
    /** When it is to go live. */
    target_date: date({ past: 'warning' }),
    status: choice(projectStatuses, { by: 'server', default: 'ONGOING' }),
    /** Why it is interrupted. */
    status_reason: text({ max: 2000, by: 'server' }),
    /** The step from which it was closed, to which it returns. */
    closed_from: choice(devSteps, { by: 'server' }),
    decision: choice(goDecisions, { by: 'server' }),
    decision_comment: text({ max: 2000, by: 'server' }),
    decision_date: date({ by: 'server' }),
    decision_author: ref('member', { by: 'server' }),
    /** Dated actions under which it may go live (decisions, Lifecycles). */
    reservations: links('remediation', { by: 'server', max: 100 }),
    criticality: choice(criticalities, { ranked: criticalities.toReversed() }),
    /** Why it is as critical as somebody said by hand. */
    criticality_reason: text({ max: 1000 }),
    /** The day of the answers from which its criticality follows; none: by hand. */
    classified_on: date({ by: 'server' }),
    target_level: level('eval'),
    weather_project: level('weather'),
    weather_program: level('weather'),
    /** Why the weather is as it is; another weather has another reason, or none. */
    weather_comment: text({ max: 500 }),
    /** How both were at the end of the last months, and are today. */
    weather_trail: derived(json<readonly WeatherPoint[]>()),
    /** What security may cost, what is spent of it and what is promised. */
    budget: decimal({ min: 0, max: 1_000_000, unit: 'keuro' }),
    budget_spent: decimal({ min: 0, max: 1_000_000, unit: 'keuro' }),
    budget_committed: decimal({ min: 0, max: 1_000_000, unit: 'keuro' }),
    /** Its own action plan. */
    program: ref('program'),
    documents: files({ max: 50 }),
    /** Security acceptance tests, at their step. */
    tests: rows(securityTest, { max: 100 }),
    failed_tests: derived(integer()),
    /** Every step with its days (PRJ-03). */
    steps: derived(json<readonly NamedStep[]>()),
    /** As far as the reader finds them. */
    actions: derived(integer()),
    open_actions: derived(integer()),
    late_actions: derived(integer()),
    campaigns: derived(integer()),
    exemptions: derived(integer()),
    /** A granted exemption of the project is in force today. */
    exempted: derived(flag()),
    /** The security decision waits, or may be changed, and the reader is one of those who take it. */
    decide_right: derived(flag({ personal: true })),
    /** The reader is one of those who take it, at whatever step. */
    pilot_right: derived(flag()),
    ...workFlags,
  },
  rights: { read: 'isp_project.read', create: 'isp_project.manage', update: 'isp_project.write', delete: 'isp_project.manage' },
  list: {
    columns: [
      'identifier',
      'name',
      'dev_step',
      'status',
      'criticality',
      'perimeter',
      'manager',
      'weather_project',
      'weather_trail',
      'decision',
      'target_date',
      'open_actions',
    ],
    more: [
      'group',
      'assigned',
      'assigned_to_me',
      'followed',
      'tag',
      'step_since',
      'left_identification',
      'left_classification',
      'left_design',
      'left_build',
      'left_test',
      'left_decision',
      'left_production',
      'decision_date',
      'decision_author',
      'target_level',
      'weather_program',
      'weather_comment',
      'budget',
      'budget_spent',
      'budget_committed',
      'program',
      'actions',
      'late_actions',
      'tests',
      'failed_tests',
      'campaigns',
      'exemptions',
      'exempted',
      'classified_on',
      'reservations',
      'late',
      'decide_right',
    ],
    filters: [
      'identifier',
      'name',
      'dev_step',
      'closed',
      'mine',
      'waits_for',
      'late',
      'soon',
      'status',
      'criticality',
      'perimeter',
      'tag',
      'manager',
      'group',
      'assigned_to_me',
      'followed',
      'decision',
      'decision_date',
      'decision_author',
      'step_since',
      'target_date',
      'target_level',
      'weather_project',
      'weather_program',
      'budget',
      'program',
      'reservations',
      'exempted',
      'decide_right',
    ],
    sort: ['closed', 'target_date'],
    search: ['identifier', 'name', 'description', 'manager'],
  },
  form: [
    { section: 'general', fields: ['name', 'identifier', 'perimeter', 'tag', 'description', 'target_date', 'target_level', 'followed'] },
    { section: 'people', fields: ['manager', 'group'] },
    {
      section: 'steps',
      fields: [
        'dev_step',
        'step_since',
        'left_identification',
        'left_classification',
        'left_design',
        'left_build',
        'left_test',
        'left_decision',
        'left_production',
      ],
    },
    { section: 'classification', fields: ['criticality', 'criticality_reason'], later: true },
    {
      section: 'follow_up',
      fields: ['weather_project', 'weather_program', 'weather_comment', 'budget', 'budget_committed', 'budget_spent', 'program', 'documents'],
    },
  ],
})
