import { defineQuestion } from '#kit/contract/decision.ts'
import { defineWorkItem } from '#kit/contract/work-item.ts'
import { occurrence } from './occurrence.ts'

const open = ['TO_DO', 'REJECTED'] as const
const pending = ['PENDING_APPROVAL'] as const
const explained = { comment: 'runbooks.errors.comment_needed' } as const
const approving = { from: pending, right: 'occurrence.approve', offered: false } as const

/** Answered, approved where somebody is to, opened again by pilots (RUN-19). What waits for approval is nobody's to do but the approver's. */
export const occurrenceWork = defineWorkItem(occurrence, {
  status: 'status',
  begins: 'TO_DO',
  reason: 'status_reason',
  states: {
    TO_DO: {},
    PENDING_APPROVAL: {
      closed: true,
      since: 'done_date',
      needs: { answer: 'runbooks.errors.answer_needed' },
      only: { answer: 'runbooks.errors.answer_only' },
    },
    REJECTED: { reason: 'runbooks.errors.reject_reason' },
    DONE: { closed: true, since: 'done_date' },
    DONE_OK: { closed: true, since: 'done_date' },
    DONE_KO: { closed: true, since: 'done_date', needs: explained },
    NOT_DONE: { closed: true },
    NA: { closed: true, needs: explained },
  },
  moves: {
    done: { from: open, to: 'DONE', offered: false },
    ok: { from: open, to: 'DONE_OK', offered: false },
    ko: { from: open, to: 'DONE_KO', offered: false },
    not_done: { from: open, to: 'NOT_DONE', offered: false },
    na: { from: open, to: 'NA', offered: false },
    submit: { from: open, to: 'PENDING_APPROVAL', offered: false },
    approve_done: { ...approving, to: 'DONE' },
    approve_ok: { ...approving, to: 'DONE_OK' },
    approve_ko: { ...approving, to: 'DONE_KO' },
    approve_not_done: { ...approving, to: 'NOT_DONE' },
    approve_na: { ...approving, to: 'NA' },
    reject: { ...approving, to: 'REJECTED', reason: 'runbooks.errors.reject_reason' },
    withdraw: { from: pending, to: 'TO_DO', offered: false },
    reopen: { from: ['DONE', 'DONE_OK', 'DONE_KO', 'NOT_DONE', 'NA'], to: 'TO_DO', right: 'occurrence.manage', reason: 'runbooks.errors.reopen_reason' },
  },
  responsible: { person: 'manager', group: 'group' },
  due: { date: 'due_date', soon: 7, start: 'period_start' },
})

/** Whether an answer holds: somebody gives it, somebody else looks at exactly that. */
export const occurrenceApproval = defineQuestion({ name: 'approval', outcomes: { APPROVED: { approves: true }, REJECTED: { reasoned: true } } })
