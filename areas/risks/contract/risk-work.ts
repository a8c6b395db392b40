import { defineQuestion } from '#kit/contract/decision.ts'
import { defineWorkItem } from '#kit/contract/work-item.ts'
import { risk } from './risk.ts'

/** What becomes of a risk: accepted and transferred only as approved; closed, its values stay as they are (RSK-04; decisions, Lifecycles). */
export const riskWork = defineWorkItem(risk, {
  status: 'treatment',
  begins: 'OPEN',
  states: {
    OPEN: {},
    ACCEPTED: { needs: { review_date: 'risks.errors.review_needed' } },
    TRANSFERRED: {},
    CLOSED: { closed: true, since: 'closed_on' },
  },
  moves: {
    accept: { from: ['OPEN'], to: 'ACCEPTED', offered: false },
    transfer: { from: ['OPEN'], to: 'TRANSFERRED', offered: false },
    close: { from: ['OPEN', 'ACCEPTED', 'TRANSFERRED'], to: 'CLOSED', confirm: true },
    reopen: { from: ['ACCEPTED', 'TRANSFERRED', 'CLOSED'], to: 'OPEN', confirm: true },
  },
  responsible: { person: 'manager', group: 'group' },
  due: { date: 'review_date', soon: 30 },
})

/** Whether a risk may be treated as it is planned: somebody asks, somebody else decides about exactly what was asked (RSK-03). */
export const riskApproval = defineQuestion({ name: 'approval', outcomes: { APPROVED: { approves: true }, REJECTED: { reasoned: true } } })
