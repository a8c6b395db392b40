import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, decimal, derived, flag, integer, links, localized, markdown, ref, text, timestamp } from '#kit/contract/field.ts'
import { contributors, everyRole } from '#kit/contract/right.ts'
import { workFlags } from '#kit/contract/work-item.ts'
import { externalStatuses } from '#areas/actions/contract/external-status.ts'
import { periodicities } from './recurrence.ts'
import { proofRules, taskKinds } from './runtask.ts'

/** What may be said of one time round (RUN-03). */
export const answers = ['DONE', 'DONE_OK', 'DONE_KO', 'NOT_DONE', 'NA'] as const
export type OccurrenceAnswer = (typeof answers)[number]
/** In the order of tabs and boards (RUN-17). */
export const occurrenceStatuses = ['TO_DO', 'PENDING_APPROVAL', 'REJECTED', ...answers] as const

/** The answers that suit a kind of task. */
export const answersOf = (kind: string | null | undefined): readonly OccurrenceAnswer[] =>
  kind === 'OPERATION' ? ['DONE', 'NOT_DONE', 'NA'] : kind === 'CONTROL' ? ['DONE_OK', 'DONE_KO', 'NA'] : answers
/** Answers that say that something was done, on a day, and that a proof can show. */
export const isDone = (answer: unknown): boolean => answer === 'DONE' || answer === 'DONE_OK' || answer === 'DONE_KO'
/** Answers that say nothing to others without a word. */
export const isExplained = (answer: unknown): boolean => answer === 'DONE_KO' || answer === 'NA'

/** What somebody may change of an occurrence that was given to them without their managing it (SEC-18). */
export const answerFields: readonly string[] = ['status', 'answer', 'status_reason', 'done_date', 'comment', 'evidences']

/** One time round of a recurring task: what was to be done in a period, and what was (RUN-17). */
export const occurrence = defineEntity({
  name: 'occurrence',
  area: 'runbooks',
  title: 'name',
  fields: {
    /** As its task was called while it was open. */
    name: localized({ max: 255, by: 'server' }),
    runtask: ref('runtask', { by: 'server', namedTo: contributors }),
    runbook: ref('runbook', { by: 'server', unlisted: true, namedTo: contributors }),
    kind: choice(taskKinds, { by: 'server' }),
    periodicity: choice(periodicities, { by: 'server' }),
    perimeter: ref('perimeter', { by: 'server', unlisted: true, namedTo: contributors }),
    tag: ref('tag', { by: 'server', unlisted: true }),
    period_start: date({ by: 'server' }),
    /** Of an hourly task, the hour of the day that it is for, from 0: 23 or 25 of them where clocks are changed. */
    hour: integer({ by: 'server' }),
    /** Last day on which it is in time. */
    due_date: date({ by: 'server' }),
    charge: decimal({ by: 'server', unit: 'days' }),
    status: choice(occurrenceStatuses, { default: 'TO_DO' }),
    /** What was answered, while somebody is to approve it. */
    answer: choice(answers),
    /** Why it was rejected, or is open again. */
    status_reason: text({ max: 2000 }),
    /** When it was done, however late that is said. */
    done_date: date({ notAfter: 'today' }),
    comment: text({ max: 2000 }),
    /** What it shows as proof. */
    evidences: links('evidence', { max: 20 }),
    manager: ref('member'),
    group: ref('group'),
    /** Who is to look at the answer, where somebody is named. */
    approver: ref('member', { by: 'server', unlisted: true }),
    answered_by: ref('member', { by: 'server', unlisted: true, namedTo: everyRole }),
    /** When the answer came in. */
    answered_at: timestamp({ by: 'server' }),
    /** What its answer opened. */
    gap: ref('gap', { by: 'server' }),
    remediation: ref('remediation', { by: 'server' }),
    /** Done after its last day. */
    done_late: derived(flag()),
    /** Waits for approval, and the reader is one of those who decide. */
    decide_right: derived(flag({ personal: true })),
    /** What its task says is to be done or looked at, what it asks of an answer, and whether a gap or an action can be opened by one. */
    instructions: derived(markdown()),
    proof: derived(choice(proofRules)),
    approved: derived(flag()),
    opens_gaps: derived(flag()),
    opens_actions: derived(flag()),
    /** Of how many metrics its answer gives the values. */
    metrics: derived(integer()),
    /** How its ticket stands in the tool that it goes along with. */
    external_status: derived(choice(externalStatuses)),
    ...workFlags,
  },
  rights: { read: 'occurrence.read', create: null, update: 'occurrence.write', delete: null },
  list: {
    columns: ['name', 'status', 'period_start', 'due_date', 'manager', 'perimeter', 'done_date', 'evidences'],
    more: [
      'runtask',
      'runbook',
      'kind',
      'periodicity',
      'group',
      'tag',
      'hour',
      'charge',
      'comment',
      'answered_by',
      'answered_at',
      'approver',
      'gap',
      'remediation',
      'done_late',
      'late',
      'decide_right',
      'instructions',
      'proof',
      'approved',
      'opens_gaps',
      'opens_actions',
      'metrics',
      'external_status',
    ],
    filters: [
      'name',
      'status',
      'closed',
      'mine',
      'waits_for',
      'late',
      'soon',
      'runtask',
      'runbook',
      'kind',
      'periodicity',
      'perimeter',
      'tag',
      'manager',
      'group',
      'period_start',
      'due_date',
      'done_date',
      'done_late',
      'decide_right',
      'answered_by',
      'approver',
      'evidences',
      'gap',
      'remediation',
      'external_status',
    ],
    sort: ['closed', 'due_date'],
    search: ['name', 'comment', 'manager'],
  },
  form: [
    { section: 'general', fields: ['status', 'done_date', 'comment', 'evidences'] },
    { section: 'people', fields: ['manager', 'group', 'answer', 'status_reason'] },
  ],
})
