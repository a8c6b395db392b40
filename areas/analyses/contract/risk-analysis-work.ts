import { defineWorkItem } from '#kit/contract/work-item.ts'
import { riskAnalysis } from './risk-analysis.ts'

/** Drafted, worked on, validated, which publishes what is retained; opened again with a reason (RSK-12). */
export const riskAnalysisWork = defineWorkItem(riskAnalysis, {
  status: 'status',
  begins: 'DRAFT',
  reason: 'status_reason',
  states: {
    DRAFT: {},
    ONGOING: {},
    VALIDATED: { closed: true, since: 'validated_on' },
  },
  moves: {
    start: { from: ['DRAFT'], to: 'ONGOING' },
    // Whoever goes to a step by its name has worked on a draft as well as who went from one to the next.
    validate: { from: ['DRAFT', 'ONGOING'], to: 'VALIDATED', offered: false },
    reopen: { from: ['VALIDATED'], to: 'ONGOING', reason: 'analyses.errors.reopen_reason' },
  },
  responsible: { person: 'manager', group: 'group' },
  due: { date: 'target_date', soon: 14 },
})
