import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, files, flag, identifier, level, links, localized, markdown, ref, text, timestamp } from '#kit/contract/field.ts'
import { contributors } from '#kit/contract/right.ts'
import { workFlags } from '#kit/contract/work-item.ts'

/** In the order of the steps (INC-01). */
export const incidentStatuses = ['OPENED', 'ANALYSIS', 'CONTAINMENT', 'ERADICATION', 'RECOVERY', 'LEARNING', 'CLOSED'] as const
export const incidentCategories = [
  'MALWARE',
  'PHISHING',
  'INTRUSION',
  'DATA_LEAK',
  'OUTAGE',
  'FRAUD',
  'LOSS_THEFT',
  'SUPPLIER',
  'HUMAN_ERROR',
  'VULNERABILITY',
  'OTHER',
] as const
export const incidentCloseReasons = ['RESOLVED', 'FALSE_POSITIVE', 'DUPLICATE'] as const
/** Empty as long as nobody has said. */
export const answers = ['YES', 'NO'] as const

/** Something that happened, or is thought to have (INC-03). */
export const incident = defineEntity({
  name: 'incident',
  area: 'registers',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'I' }),
    name: localized({ need: 'required', max: 500 }),
    description: markdown(),
    perimeter: ref('perimeter', { told: contributors }),
    tag: ref('tag'),
    category: choice(incidentCategories),
    severity: level('priority', { default: 50 }),
    /** Seen by global pilots and by those who work on it alone. */
    confidential: flag(),
    exercise: flag(),
    occurred_at: timestamp(),
    detected_at: timestamp(),
    /** When the organisation knew: the delays of notifying run from here. */
    aware_at: timestamp(),
    status: choice(incidentStatuses, { default: 'OPENED' }),
    status_reason: text({ max: 2000 }),
    close_reason: choice(incidentCloseReasons),
    duplicate_of: ref('incident'),
    manager: ref('member'),
    group: ref('group'),
    reporter: ref('member', { by: 'server' }),
    target_date: date({ past: 'warning' }),
    closed_on: date({ notAfter: 'today' }),
    /** Significant in the sense of NIS 2, article 23. */
    significant: choice(answers),
    personal_data: choice(answers),
    measures: links('measure', { max: 100, duplicateMessage: 'measures.errors.measure_listed' }),
    /** What is done about it, and what came of it. */
    actions: links('remediation', { max: 200 }),
    /** Who was told. */
    told: links('member', { max: 100 }),
    cause: markdown({ max: 4000 }),
    lessons_learned: markdown({ max: 10_000 }),
    attachments: files(),
    ...workFlags,
  },
  rights: { read: 'incident.read', create: 'incident.create', update: 'incident.write', delete: 'incident.manage' },
  list: {
    columns: ['identifier', 'name', 'status', 'severity', 'category', 'perimeter', 'manager', 'detected_at', 'target_date'],
    more: [
      'tag',
      'group',
      'reporter',
      'occurred_at',
      'aware_at',
      'significant',
      'personal_data',
      'confidential',
      'exercise',
      'close_reason',
      'closed_on',
      'late',
    ],
    filters: [
      'identifier',
      'name',
      'status',
      'closed',
      'mine',
      'severity',
      'category',
      'perimeter',
      'tag',
      'manager',
      'group',
      'reporter',
      'detected_at',
      'target_date',
      'closed_on',
      'significant',
      'personal_data',
      'confidential',
      'exercise',
      'close_reason',
      'measures',
      'actions',
      'told',
      'duplicate_of',
      'late',
      'soon',
    ],
    sort: ['closed', '-detected_at'],
    search: ['identifier', 'name', 'description', 'manager', 'reporter'],
  },
  form: [
    { section: 'general', fields: ['name', 'severity', 'category', 'perimeter', 'tag', 'manager', 'group', 'target_date', 'confidential', 'exercise'] },
    { section: 'times', fields: ['occurred_at', 'detected_at', 'aware_at', 'significant', 'personal_data'] },
    { section: 'details', fields: ['description', 'measures', 'actions', 'told', 'cause', 'lessons_learned', 'identifier', 'attachments'] },
    { section: 'state', fields: ['status', 'status_reason', 'close_reason', 'duplicate_of', 'closed_on'] },
  ],
})
