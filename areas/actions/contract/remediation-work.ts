import { defineWorkItem, isOpenState } from '#kit/contract/work-item.ts'
import { remediation } from './remediation.ts'

const open = ['TO_PLAN', 'PLANNED', 'ONGOING', 'STANDBY'] as const
const closed = ['FINISHED', 'CANCELLED'] as const
/** Nobody works to a date that is not said (decisions, Lifecycles). */
const dated = { target_date: 'actions.errors.target_needed' } as const

/** Open statuses follow each other freely and may end; what has ended is only reopened (ACT-14). */
export const remediationWork = defineWorkItem(remediation, {
  status: 'status',
  begins: 'TO_PLAN',
  reason: 'status_reason',
  states: {
    TO_PLAN: {},
    PLANNED: { needs: dated },
    ONGOING: { needs: dated },
    STANDBY: { reason: 'actions.errors.standby_reason' },
    FINISHED: { closed: true, since: 'done_date' },
    CANCELLED: { closed: true, reason: 'actions.errors.cancel_reason', only: { defect: 'actions.errors.defect_upgrade_only' } },
  },
  moves: {
    start: { from: open, to: 'ONGOING' },
    hold: { from: open, to: 'STANDBY' },
    finish: { from: open, to: 'FINISHED' },
    reopen: { from: closed, to: 'TO_PLAN' },
    cancel: { from: open, to: 'CANCELLED', danger: true },
    plan: { from: open, to: 'PLANNED', offered: false },
    unplan: { from: open, to: 'TO_PLAN', offered: false },
    resume: { from: closed, to: 'ONGOING', offered: false },
  },
  responsible: { person: 'manager', group: 'group' },
  due: { date: 'target_date', soon: 14, start: 'start_date' },
  parts: { field: 'tasks', title: 'name', person: 'manager', due: 'target_date', status: 'status', open: 'TO_DO' },
  messages: { transition: 'actions.errors.transition', since: 'actions.errors.not_finished' },
})

/** Neither finished nor cancelled. */
export const isOpen = (status: unknown): boolean => isOpenState(remediationWork, status)
