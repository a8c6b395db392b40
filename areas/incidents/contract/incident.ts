import { findings } from '#kit/contract/check.ts'
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
/** What an incident may do harm to, where an organisation asks for each by itself. */
export const dimensions = ['availability', 'integrity', 'confidentiality', 'traceability'] as const
/** Empty as long as nobody has said. */
export const answers = ['YES', 'NO'] as const

/** Where the moment is kept at which a step was entered. */
export const enteredAt = {
  OPENED: 'opened_at',
  ANALYSIS: 'analysis_at',
  CONTAINMENT: 'containment_at',
  ERADICATION: 'eradication_at',
  RECOVERY: 'recovery_at',
  LEARNING: 'learning_at',
  CLOSED: 'closed_at',
} as const satisfies Record<(typeof incidentStatuses)[number], string>

/** Something that happened, or is thought to have (INC-03). */
export const incident = defineEntity({
  name: 'incident',
  area: 'incidents',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'I' }),
    name: localized({ need: 'required', max: 500 }),
    description: markdown(),
    perimeter: ref('perimeter', { namedTo: contributors }),
    tag: ref('tag'),
    category: choice(incidentCategories),
    severity: level('priority', { default: 50 }),
    /** Seen by global pilots and by those who work on it alone. */
    confidential: flag(),
    exercise: flag(),
    occurred_at: timestamp(),
    detected_at: timestamp(),
    /** When the organisation knew: the clocks of notifying run from here. */
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
    /** When each step was entered, the last time; a step that was gone back behind is empty again. */
    opened_at: timestamp({ by: 'server' }),
    analysis_at: timestamp({ by: 'server' }),
    containment_at: timestamp({ by: 'server' }),
    eradication_at: timestamp({ by: 'server' }),
    recovery_at: timestamp({ by: 'server' }),
    learning_at: timestamp({ by: 'server' }),
    closed_at: timestamp({ by: 'server' }),
    /** When authorities were told. */
    early_warning_sent_at: timestamp({ by: 'server' }),
    notification_sent_at: timestamp({ by: 'server' }),
    final_report_sent_at: timestamp({ by: 'server' }),
    gdpr_sent_at: timestamp({ by: 'server' }),
    /** How much harm, as one level or as four: an organisation chooses which of them are asked. */
    impact: level('business_impacts'),
    availability: level('business_impacts'),
    integrity: level('business_impacts'),
    confidentiality: level('business_impacts'),
    traceability: level('business_impacts'),
    measures: links('measure', { max: 100, duplicateMessage: 'measures.errors.measure_listed' }),
    /** What it made come true (INC-03). */
    risks: links('risk', { max: 100 }),
    /** What of the business it did harm to (INC-03). */
    business_values: links('business_value', { max: 100 }),
    /** What is done about it, and what came of it. */
    actions: links('remediation', { max: 200 }),
    /** What else it touched, beside where it happened. */
    perimeters: links('perimeter', { max: 100 }),
    /** Who was told. */
    told: links('member', { max: 100, asks: null }),
    cause: markdown({ max: 4000 }),
    lessons_learned: markdown({ max: 10_000 }),
    attachments: files(),
    ...workFlags,
    /** What checks find (docs/decisions/0051). */
    ...findings('CLOCK_LATE', 'UNASSIGNED', 'NO_LESSONS', 'STALLED'),
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
      'containment_at',
      'closed_at',
      'impact',
      'availability',
      'integrity',
      'confidentiality',
      'traceability',
      'late',
    ],
    filters: [
      'identifier',
      'name',
      'status',
      'closed',
      'mine',
      'waits_for',
      'severity',
      'category',
      'perimeter',
      'tag',
      'manager',
      'group',
      'reporter',
      'occurred_at',
      'detected_at',
      'target_date',
      'closed_on',
      'containment_at',
      'closed_at',
      'significant',
      'personal_data',
      'confidential',
      'exercise',
      'close_reason',
      'measures',
      'risks',
      'business_values',
      'actions',
      'perimeters',
      'told',
      'duplicate_of',
      'late',
      'soon',
      'findings',
      'accepted_findings',
      'within',
    ],
    sort: ['closed', '-detected_at'],
    search: ['identifier', 'name', 'description', 'manager', 'reporter'],
  },
  form: [
    { section: 'general', fields: ['name', 'severity', 'category', 'perimeter', 'tag', 'manager', 'group', 'target_date', 'confidential', 'exercise'] },
    { section: 'times', fields: ['occurred_at', 'detected_at', 'aware_at', 'significant', 'personal_data'] },
    { section: 'harm', fields: ['impact', ...dimensions] },
    { section: 'details', fields: ['description', 'measures', 'risks', 'business_values', 'actions', 'perimeters', 'told', 'identifier', 'attachments'] },
    { section: 'learning', fields: ['cause', 'lessons_learned'] },
    { section: 'state', fields: ['status', 'status_reason', 'close_reason', 'duplicate_of', 'closed_on'] },
  ],
})
