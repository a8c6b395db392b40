import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, decimal, derived, flag, integer, links, ref, text, timestamp } from '#kit/contract/field.ts'
import { contributors, everyRole } from '#kit/contract/right.ts'
import { workFlags } from '#kit/contract/work-item.ts'

/** In the order of tabs and boards (CMP-06). */
export const evaluationStatuses = ['NOT_STARTED', 'STARTED', 'WAITING_VALIDATION', 'VALIDATED', 'REJECTED', 'IGNORED'] as const
export type EvaluationStatus = (typeof evaluationStatuses)[number]
/** Answers can be written: by those who evaluate, while the campaign runs. */
export const isAnswerable = (status: unknown): boolean => status === 'NOT_STARTED' || status === 'STARTED' || status === 'REJECTED'

/** What one perimeter answers in a campaign; one for each of both (CMP-25). */
export const evaluation = defineEntity({
  name: 'evaluation',
  area: 'campaigns',
  title: 'label',
  fields: {
    /** As its perimeter and its campaign are called: in a list of one campaign as of one perimeter they differ. */
    label: derived(text()),
    campaign: ref('campaign', { by: 'server', need: 'required', namedTo: contributors }),
    perimeter: ref('perimeter', { by: 'server', need: 'required', namedTo: contributors }),
    status: choice(evaluationStatuses, { default: 'NOT_STARTED' }),
    /** Who answers: a person, a group, and whoever helps. */
    evaluator: ref('member', { namedTo: everyRole }),
    group: ref('group', { namedTo: everyRole }),
    helpers: links('member', { max: 20 }),
    /** Who accepts what was answered, beside pilots (CMP-28). */
    validator: ref('member', { asks: 'evaluation.decide', namedTo: everyRole }),
    validator_group: ref('group', { asks: 'evaluation.decide', unlisted: true, namedTo: everyRole }),
    /** When its answers are due, where another day was set than the campaign's. */
    limit_date: date(),
    /** The day that counts. */
    due_date: date({ by: 'server' }),
    /** Why it was rejected, or is open again (CMP-06). */
    justification: text({ max: 2000 }),
    submitted_at: timestamp({ by: 'server' }),
    submitted_by: ref('member', { by: 'server', unlisted: true, namedTo: everyRole }),
    decided_at: timestamp({ by: 'server' }),
    decided_by: ref('member', { by: 'server', unlisted: true, namedTo: everyRole }),
    /** Whoever accepted it had answered it. */
    self_validated: flag({ by: 'server' }),
    /** Rejected or opened again when its campaign had ended: answered until its own day, whatever the campaign says (docs/decisions/0081). */
    given_back: flag({ by: 'server' }),
    /** The campaign has ended and nothing was submitted (decisions, Lifecycles). */
    not_submitted: derived(flag()),
    /** Answers given, and asked for; of those, percent, rounded down: 100 only when nothing is left. */
    answered: derived(integer()),
    asked: derived(integer()),
    progress: derived(integer({ unit: 'percent' })),
    /** Percent; empty where nothing counts, or where the instance computes none (CMP-22). */
    score: derived(decimal({ unit: 'percent', decimals: 1 })),
    /** Submitted, and the reader is one of those who decide. */
    decide_right: derived(flag({ personal: true })),
    ...workFlags,
  },
  rights: { read: 'evaluation.read', create: null, update: 'evaluation.write', delete: null },
  list: {
    columns: ['perimeter', 'campaign', 'status', 'due_date', 'evaluator', 'validator', 'progress', 'score'],
    more: [
      'group',
      'helpers',
      'validator_group',
      'answered',
      'asked',
      'submitted_at',
      'submitted_by',
      'decided_at',
      'decided_by',
      'self_validated',
      'given_back',
      'not_submitted',
      'decide_right',
      'justification',
      'limit_date',
      'late',
    ],
    filters: [
      'campaign',
      'perimeter',
      'status',
      'closed',
      'mine',
      'waits_for',
      'late',
      'soon',
      'due_date',
      'evaluator',
      'group',
      'helpers',
      'validator',
      'validator_group',
      'submitted_by',
      'decided_by',
      'self_validated',
      'not_submitted',
      'decide_right',
    ],
    sort: ['closed', 'due_date'],
    search: ['perimeter', 'evaluator'],
  },
  form: [
    { section: 'people', fields: ['evaluator', 'group', 'helpers', 'validator', 'validator_group', 'limit_date'] },
    { section: 'state', fields: ['status', 'justification'], later: true },
  ],
})
