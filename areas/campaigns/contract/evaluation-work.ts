import { defineQuestion } from '#kit/contract/decision.ts'
import { defineWorkItem } from '#kit/contract/work-item.ts'
import { evaluation } from './evaluation.ts'

const waiting = ['WAITING_VALIDATION'] as const
const deciding = { from: waiting, right: 'evaluation.decide', offered: false } as const

/** Answered, submitted, accepted or rejected with a reason (CMP-06 … CMP-11); each way has a call of its own, which asks for more than a status can. */
export const evaluationWork = defineWorkItem(evaluation, {
  status: 'status',
  begins: 'NOT_STARTED',
  reason: 'justification',
  states: {
    NOT_STARTED: {},
    STARTED: {},
    /** Nobody's to answer any more: the validator's. */
    WAITING_VALIDATION: { closed: true },
    VALIDATED: { closed: true },
    REJECTED: { reason: 'campaigns.errors.reject_reason' },
    IGNORED: { closed: true },
  },
  moves: {
    start: { from: ['NOT_STARTED', 'REJECTED'], to: 'STARTED', offered: false },
    submit: { from: ['STARTED', 'REJECTED'], to: 'WAITING_VALIDATION', offered: false },
    accept: { ...deciding, to: 'VALIDATED' },
    reject: { ...deciding, to: 'REJECTED', reason: 'campaigns.errors.reject_reason' },
    reset: { from: ['STARTED', 'WAITING_VALIDATION', 'REJECTED'], to: 'NOT_STARTED', right: 'evaluation.manage', offered: false },
    reopen: { from: ['VALIDATED'], to: 'STARTED', right: 'evaluation.reopen', reason: 'campaigns.errors.reopen_reason', offered: false },
    ignore: { from: ['NOT_STARTED', 'STARTED', 'REJECTED'], to: 'IGNORED', right: 'evaluation.manage', offered: false },
  },
  responsible: { person: 'evaluator', group: 'group', chosen: true },
  due: { date: 'due_date', soon: 14 },
})

/** Whether what was answered holds: frozen as it was submitted (decisions, Lifecycles). */
export const evaluationDecision = defineQuestion({
  name: 'validation',
  outcomes: { VALIDATED: { approves: true }, REJECTED: { reasoned: true } },
  letter: true,
})
