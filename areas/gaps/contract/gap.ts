import { findings } from '#kit/contract/check.ts'
import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, files, identifier, level, links, localized, markdown, ref, text } from '#kit/contract/field.ts'
import { contributors } from '#kit/contract/right.ts'
import { workFlags } from '#kit/contract/work-item.ts'

/** In the order of tabs and boards; `CLOSE` is the specification's word (GAP-01, XC-32). */
export const gapStatuses = ['TO_BE_CONFIRMED', 'TO_HANDLE', 'IN_PROGRESS', 'CLOSE'] as const
/** How a gap was closed: it is none, it is lived with, it is mended (GAP-02). */
export const gapResolutions = ['REJECTED', 'IGNORED', 'RESOLVED'] as const
export const gapNatures = ['MAJOR', 'MINOR', 'OBSERVATION', 'IMPROVEMENT'] as const
/** What found it (GAP-05). */
export const gapSources = ['AUDIT', 'EVAL', 'CONTROL', 'INCIDENT', 'CONNECTOR', 'MANUAL'] as const
/** Whether what was done about it holds, looked at after it was closed. */
export const gapEffects = ['EFFECTIVE', 'NOT_EFFECTIVE'] as const

/** Where a scan found it, as far as it says so. */
export const foundAt = { account: text({ max: 200 }), region: text({ max: 120 }), package: text({ max: 300 }), file: text({ max: 1000 }) }

/** Something that is not as it should be, found by an audit, a test, a scan or a person (GAP-05). */
export const gap = defineEntity({
  name: 'gap',
  area: 'gaps',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'G' }),
    name: localized({ need: 'required', max: 500 }),
    description: markdown({ dataOf: 'external_key' }),
    register: ref('gap_register', { need: 'required', namedTo: contributors }),
    /** The chapter of its register. */
    chapter: ref('gap_group'),
    perimeter: ref('perimeter', { namedTo: contributors }),
    tag: ref('tag'),
    source: choice(gapSources, { default: 'MANUAL' }),
    nature: choice(gapNatures),
    severity: level('priority', { default: 50 }),
    /** How bad the last report or scan called it: what a person says otherwise stays. */
    found_severity: level('priority', { by: 'server' }),
    cause: markdown({ max: 4000, dataOf: 'external_key' }),
    ...foundAt,
    /** What the audited party says to it, apart from what was found. */
    answer: markdown({ max: 4000 }),
    answered_by: ref('member', { by: 'server' }),
    answered_on: date({ by: 'server' }),
    measures: links('measure', { max: 100, duplicateMessage: 'measures.errors.measure_listed' }),
    control: ref('control'),
    /** What mends it. */
    actions: links('remediation', { max: 200 }),
    status: choice(gapStatuses, { default: 'TO_HANDLE' }),
    resolution_status: choice(gapResolutions),
    status_reason: text({ max: 2000 }),
    /** When one that is lived with is looked at again. */
    review_date: date(),
    closed_on: date({ notAfter: 'today' }),
    effect: choice(gapEffects),
    effect_checked_on: date({ notAfter: 'today' }),
    effect_checked_by: ref('member', { by: 'server' }),
    effect_comment: text({ max: 2000 }),
    manager: ref('member'),
    group: ref('group'),
    target_date: date({ past: 'warning' }),
    /** What the report or the scanner calls it; the next import knows it again by that. */
    external_key: text({ max: 255 }),
    /** The tool that told it, and which of its runs or targets: only that one says that it is gone. */
    found_by: text({ max: 255, by: 'server' }),
    attachments: files(),
    ...workFlags,
    /** What checks find (docs/decisions/0051). */
    ...findings('NO_ACTION', 'CLOSED_NO_ACTION', 'REVIEW_OVER', 'SEVERE_UNASSIGNED', 'EFFECT_UNCHECKED'),
  },
  rights: { read: 'gap.read', create: 'gap.manage', update: 'gap.write', delete: 'gap.manage' },
  list: {
    columns: ['identifier', 'name', 'status', 'severity', 'nature', 'perimeter', 'manager', 'target_date'],
    more: [
      'register',
      'chapter',
      'tag',
      'group',
      'source',
      'resolution_status',
      'review_date',
      'closed_on',
      'effect',
      'account',
      'region',
      'package',
      'file',
      'external_key',
      'found_by',
      'late',
      'control',
    ],
    filters: [
      'identifier',
      'name',
      'status',
      'closed',
      'mine',
      'waits_for',
      'register',
      'chapter',
      'severity',
      'nature',
      'source',
      'perimeter',
      'tag',
      'measures',
      'actions',
      'control',
      'manager',
      'group',
      'target_date',
      'resolution_status',
      'review_date',
      'closed_on',
      'effect',
      'account',
      'region',
      'package',
      'file',
      'external_key',
      'found_by',
      'late',
      'soon',
      'findings',
      'accepted_findings',
      'within',
    ],
    sort: ['closed', '-severity'],
    groupedBy: 'register',
    search: ['identifier', 'name', 'description', 'external_key', 'manager'],
  },
  form: [
    { section: 'general', fields: ['name', 'register', 'chapter', 'severity', 'nature', 'perimeter', 'tag', 'manager', 'group', 'target_date'] },
    {
      section: 'details',
      fields: [
        'description',
        'cause',
        'source',
        'measures',
        'control',
        'actions',
        'account',
        'region',
        'package',
        'file',
        'external_key',
        'found_by',
        'identifier',
        'attachments',
      ],
    },
    { section: 'answer', fields: ['answer', 'answered_by', 'answered_on'], later: true },
    {
      section: 'state',
      later: true,
      fields: [
        'status',
        'resolution_status',
        'status_reason',
        'review_date',
        'closed_on',
        'effect',
        'effect_checked_on',
        'effect_checked_by',
        'effect_comment',
      ],
    },
  ],
  importable: true,
})
