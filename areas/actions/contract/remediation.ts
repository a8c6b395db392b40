import { findings } from '#kit/contract/check.ts'
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
  refOneOf,
  rows,
  text,
  url,
} from '#kit/contract/field.ts'
import { workFlags } from '#kit/contract/work-item.ts'
import { contributors, everyRole } from '#kit/contract/right.ts'
import { externalStatuses } from './external-status.ts'
import { remediationStatuses } from './lifecycle.ts'

/** Implements a measure, improves one, or neither. */
export const remediationTypes = ['BUILD', 'UPGRADE', 'SIMPLE'] as const
/** What an action came from (ACT-04). */
export const remediationSources = ['BUILD', 'UPGRADE', 'PROJECT', 'EVAL', 'CONTROL', 'RISK', 'EXEMPTION', 'INCIDENT', 'GAP'] as const
export const taskStatuses = ['TO_DO', 'DONE'] as const
/** What becomes of the defect when an improvement action is cancelled: it is gone, or it stays and lowers the measure for good. */
export const defectOutcomes = ['GONE', 'ACCEPTED'] as const

/** What somebody may change of an action that was given to them without their managing it (SEC-18). */
export const workFields: readonly string[] = [
  'status',
  'status_reason',
  'tasks',
  'proofs',
  'proof_files',
  'evidences',
  'attachments',
  'target_date',
  'postponement_reason',
  'done_date',
]

export interface RowWarning {
  readonly status: boolean
  readonly message?: string
}

/** The most files that prove one task. */
export const taskFileLimit = 5

const task = {
  name: text({ need: 'required', max: 255 }),
  manager: ref('member'),
  target_date: date(),
  status: choice(taskStatuses, { default: 'TO_DO' }),
  proof_url: url(),
  proof_files: files({ max: taskFileLimit }),
}

const proof = {
  name: text({ max: 255 }),
  url: url({ need: 'required' }),
  comment: text({ max: 1000 }),
  date: date({ notAfter: 'today' }),
  author: ref('member', { by: 'server', namedTo: everyRole }),
}

/** Something to do by somebody before a date; people read *action* (ACT-01 … ACT-13). */
export const remediation = defineEntity({
  name: 'remediation',
  area: 'actions',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'A' }),
    name: localized({ need: 'required', max: 500 }),
    description: markdown(),
    type: choice(remediationTypes, { default: 'SIMPLE', need: 'required' }),
    source: choice(remediationSources, { by: 'server' }),
    source_id: integer({ by: 'server' }),
    /** What has that number: said when the action is made, unless it is the measure that it implements or improves, which lists it by that. */
    source_object: refOneOf(['measure', 'incident', 'gap', 'exemption', 'evaluation', 'risk', 'isp_project'], { unlisted: true }),
    // Whoever is given work is told where it is to be done, and which plan it belongs to (ACT-01, ACT-31).
    program: ref('program', { namedTo: contributors }),
    perimeter: ref('perimeter', { namedTo: contributors }),
    /** The security project that it is part of; those of a closed one rest (ACT-24). */
    project: ref('isp_project', { namedTo: contributors }),
    /** What is implemented or improved, or simply concerned. */
    measure: ref('measure'),
    /** Further measures that the same work implements. */
    measures: links('measure', { max: 50, duplicateMessage: 'measures.errors.measure_listed' }),
    /** Left out on creation, it follows from the dates. */
    status: choice(remediationStatuses),
    /** Finished or cancelled: lists show what is still to do first. */
    closed: derived(flag()),
    /** Whether it is the reader's own, or one of their groups'. */
    mine: derived(flag({ personal: true })),
    waits_for: workFlags.waits_for,
    /** Why it is on hold or cancelled. */
    status_reason: text({ max: 2000 }),
    priority: level('priority', { default: 50, boundsMessage: 'actions.errors.invalid_priority' }),
    manager: ref('member'),
    group: ref('group'),
    start_date: date(),
    target_date: date({ past: 'warning' }),
    initial_target_date: date({ by: 'server' }),
    postponements: integer({ by: 'server', default: 0 }),
    /** Asked with every move of the target date once planned. */
    postponement_reason: text({ max: 2000 }),
    date_locked: flag(),
    /** Today when the action is finished, unless an earlier day is given. */
    done_date: date({ notAfter: 'today' }),
    /** Points that an improvement action takes off its measure while it is open, 0–100. */
    impact: integer({ min: 0, max: 100 }),
    defect: choice(defectOutcomes),
    cost: decimal({ min: 0, max: 1_000_000, unit: 'keuro' }),
    workload: decimal({ min: 0, max: 1_000_000, unit: 'days' }),
    labels: links('label', { creates: 'label.write', max: 50 }),
    /** Of the catalogue; what it was made of. */
    model: ref('remediation_model'),
    tasks: rows(task),
    proofs: rows(proof, { max: 50 }),
    proof_files: files(),
    /** What it shows as proof; each of its proofs is one of them (docs/decisions/0058). */
    evidences: links('evidence', { max: 200 }),
    /** What its tasks show. */
    task_evidences: links('evidence', { by: 'server' }),
    attachments: files(),
    /** Done among all tasks in percent; 100 once finished. */
    progress: derived(integer({ unit: 'percent' })),
    late: derived(flag()),
    /** Open and due today or within the days that turn amber. */
    soon: derived(flag()),
    /** Whether it has a proof of its own, link or file. */
    proven: derived(flag()),
    warning: derived(json<RowWarning>()),
    /** How its ticket stands in the tool that it goes along with. */
    external_status: derived(choice(externalStatuses)),
    /** What checks find (docs/decisions/0051). */
    ...findings('UNPROVEN', 'LATE_SILENT', 'NOT_STARTED', 'POSTPONED', 'UNASSIGNED', 'OPEN_TASKS', 'LONG_STANDBY'),
  },
  rights: { read: 'remediation.read', create: 'remediation.manage', update: 'remediation.write', delete: 'remediation.manage' },
  list: {
    columns: ['identifier', 'name', 'status', 'priority', 'perimeter', 'manager', 'target_date', 'progress', 'cost'],
    more: [
      'labels',
      'group',
      'program',
      'type',
      'measure',
      'start_date',
      'initial_target_date',
      'postponements',
      'done_date',
      'workload',
      'impact',
      'status_reason',
      'late',
      'date_locked',
      'warning',
      'source',
      'project',
      'model',
      'external_status',
    ],
    filters: [
      'identifier',
      'name',
      'status',
      'closed',
      'mine',
      'waits_for',
      'priority',
      'perimeter',
      'manager',
      'group',
      'target_date',
      'start_date',
      'done_date',
      'initial_target_date',
      'program',
      'type',
      'measure',
      'labels',
      'late',
      'soon',
      'proven',
      'evidences',
      'postponements',
      'cost',
      'workload',
      'date_locked',
      'source',
      'project',
      'model',
      'external_status',
      'findings',
      'accepted_findings',
      'within',
    ],
    sort: ['closed', 'target_date'],
    groupedBy: 'program',
    search: ['identifier', 'name', 'description', 'manager', 'group', 'labels'],
  },
  form: [
    {
      section: 'general',
      fields: ['name', 'program', 'status', 'priority', 'perimeter', 'manager', 'group', 'start_date', 'target_date', 'date_locked'],
    },
    { section: 'measure', fields: ['type', 'measure', 'measures', 'impact'] },
    { section: 'effort', fields: ['cost', 'workload', 'labels', 'project', 'description', 'model', 'identifier'] },
    { section: 'reasons', fields: ['status_reason', 'postponement_reason', 'defect', 'done_date'] },
    { section: 'tasks', fields: ['tasks'] },
    { section: 'proofs', fields: ['evidences', 'proofs', 'proof_files', 'attachments'] },
  ],
  importable: true,
})
