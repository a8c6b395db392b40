import { findings } from '#kit/contract/check.ts'
import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, derived, files, flag, identifier, integer, links, localized, markdown, ref, text } from '#kit/contract/field.ts'
import { contributors } from '#kit/contract/right.ts'
import { workFlags } from '#kit/contract/work-item.ts'

/** In the order of tabs and boards (EXM-01). */
export const exemptionStatuses = ['REQUESTED', 'GRANTED', 'REJECTED', 'CLOSED'] as const
/** Why one is over: its end came, what it exempted from is mended, who asked took it back, a renewal took its place. */
export const closeReasons = ['EXPIRED', 'REMEDIED', 'WITHDRAWN', 'REPLACED'] as const

/** Leave not to meet requirements for a time, asked for by one and granted by another (EXM-03). */
export const exemption = defineEntity({
  name: 'exemption',
  area: 'exemptions',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'E' }),
    name: localized({ need: 'required' }),
    reason: markdown({ need: 'required', max: 4000, short: true }),
    register: ref('exemption_register', { need: 'required', namedTo: contributors }),
    /** Where it holds, and nowhere else (decisions, Lifecycles); listed by the server where it is asked for a grouping. */
    perimeters: links('perimeter', { duplicateMessage: 'organisation.errors.perimeter_listed' }),
    /** In place of perimeters: those that the grouping has when it is granted (docs/decisions/0070). */
    tag: ref('tag'),
    /** What need not be met there; follows the requirement from version to version. */
    controls: links('control', { max: 100 }),
    measure: ref('measure'),
    /** The security project that may go live under it (EXM-03, PRJ-14). */
    project: ref('isp_project'),
    /** What makes it superfluous. */
    actions: links('remediation', { max: 200 }),
    status: choice(exemptionStatuses, { default: 'REQUESTED', ending: 'close_reason' }),
    status_reason: text({ max: 2000 }),
    close_reason: choice(closeReasons),
    requester: ref('member', { asks: null }),
    /** Who granted or rejected it. */
    approver: ref('member', { by: 'server' }),
    decision_comment: text({ max: 2000, by: 'server' }),
    decided_on: date({ by: 'server' }),
    /** When the first of those that it carries on was granted: how old it is. */
    first_granted_on: date({ by: 'server' }),
    manager: ref('member'),
    group: ref('group'),
    start_date: date({ need: 'required' }),
    /** Last day included. */
    end_date: date({ need: 'required' }),
    closed_on: date({ notAfter: 'today' }),
    compensating: markdown({ max: 4000 }),
    residual_risk: markdown({ max: 4000 }),
    /** The one that this one carries on. */
    renewed_from: ref('exemption', { by: 'server' }),
    /** How many times it was carried on. */
    renewals: integer({ by: 'server', default: 0 }),
    attachments: files(),
    /** Granted, and today is one of its days. */
    in_force: derived(flag()),
    /** Requested, and the reader is one of those who decide. */
    decide_right: derived(flag({ personal: true })),
    ...workFlags,
    /** What checks find (docs/decisions/0051). */
    ...findings('EXPIRED', 'RENEWED_TWICE', 'WAITING', 'UNRELIEVED'),
  },
  rights: { read: 'exemption.read', create: 'exemption.create', update: 'exemption.write', delete: 'exemption.write' },
  list: {
    columns: ['identifier', 'name', 'status', 'perimeters', 'controls', 'requester', 'start_date', 'end_date'],
    more: [
      'register',
      'tag',
      'measure',
      'project',
      'manager',
      'group',
      'approver',
      'decided_on',
      'first_granted_on',
      'closed_on',
      'close_reason',
      'renewals',
      'renewed_from',
      'in_force',
      'decide_right',
      'late',
    ],
    filters: [
      'identifier',
      'name',
      'status',
      'closed',
      'mine',
      'waits_for',
      'register',
      'perimeters',
      'tag',
      'controls',
      'measure',
      'project',
      'actions',
      'requester',
      'approver',
      'manager',
      'group',
      'start_date',
      'end_date',
      'decided_on',
      'first_granted_on',
      'in_force',
      'decide_right',
      'renewals',
      'renewed_from',
      'close_reason',
      'late',
      'soon',
      'findings',
      'accepted_findings',
      'within',
    ],
    sort: ['closed', 'end_date'],
    groupedBy: 'register',
    search: ['identifier', 'name', 'reason', 'requester', 'manager'],
  },
  form: [
    { section: 'general', fields: ['name', 'register', 'reason', 'perimeters', 'tag', 'controls', 'start_date', 'end_date', 'measure', 'project'] },
    { section: 'risk', fields: ['compensating', 'residual_risk', 'actions', 'attachments'] },
    { section: 'people', fields: ['requester', 'manager', 'group', 'identifier'] },
    { section: 'state', fields: ['status', 'status_reason', 'close_reason', 'closed_on'], later: true },
  ],
})

/** What stays as it was decided about; who follows it up, its actions and its files may change. */
export const decidedFields = [
  'name',
  'identifier',
  'reason',
  'register',
  'perimeters',
  'tag',
  'controls',
  'measure',
  'project',
  'requester',
  'start_date',
  'end_date',
  'compensating',
  'residual_risk',
] as const satisfies readonly (keyof typeof exemption.fields)[]
