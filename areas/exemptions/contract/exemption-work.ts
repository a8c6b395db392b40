import { defineWorkItem } from '#kit/contract/work-item.ts'
import { defineQuestion } from '#kit/contract/decision.ts'
import { exemption } from './exemption.ts'

/** Granted and rejected by a decision, closed by hand, by a review or on the day after its end; carried on by a new row (EXM-04; decisions, Lifecycles). */
export const exemptionWork = defineWorkItem(exemption, {
  status: 'status',
  begins: 'REQUESTED',
  reason: 'status_reason',
  states: {
    REQUESTED: {},
    GRANTED: {},
    REJECTED: { closed: true },
    CLOSED: {
      closed: true,
      since: 'closed_on',
      needs: { close_reason: 'kit.errors.close_reason' },
      only: { close_reason: 'kit.errors.close_reason_only' },
    },
  },
  moves: {
    grant: { from: ['REQUESTED'], to: 'GRANTED', right: 'exemption.decide', offered: false },
    reject: { from: ['REQUESTED'], to: 'REJECTED', right: 'exemption.decide', reason: 'exemptions.errors.reject_reason', offered: false },
    withdraw: { from: ['REQUESTED'], to: 'CLOSED', offered: false },
    close: { from: ['GRANTED'], to: 'CLOSED', right: 'exemption.decide' },
    resubmit: { from: ['REJECTED'], to: 'REQUESTED' },
  },
  responsible: { person: 'manager', group: 'group' },
  due: { date: 'end_date', soon: 30, start: 'start_date' },
  messages: { order: 'exemptions.errors.end_before_start' },
})

/** Whether an exemption is granted: somebody asks, somebody else decides about exactly what was asked for. */
export const exemptionGrant = defineQuestion({ name: 'grant', outcomes: { GRANTED: { approves: true }, REJECTED: { reasoned: true } } })
