import { defineWorkItem } from '#kit/contract/work-item.ts'
import { campaign } from './campaign.ts'

/** Drafted, planned, ready, started on its day and closed on another (CMP-13; decisions, Lifecycles). What each needs, `readiness.ts` says. */
export const campaignWork = defineWorkItem(campaign, {
  status: 'status',
  begins: 'INIT',
  states: {
    INIT: {},
    TO_BE_PLANNED: {},
    READY: { needs: { date_start: 'campaigns.errors.date_start', limit_date_evaluation: 'campaigns.errors.limit_date' } },
    METRIC_ENTRY: {},
    STARTED: {},
    FINISHED: { closed: true, since: 'closed_on' },
  },
  moves: {
    plan: { from: ['INIT'], to: 'TO_BE_PLANNED', offered: false },
    ready: { from: ['INIT', 'TO_BE_PLANNED'], to: 'READY', offered: false },
    unready: { from: ['READY'], to: 'TO_BE_PLANNED' },
    begin_metrics: { from: ['READY'], to: 'METRIC_ENTRY', offered: false },
    start: { from: ['READY', 'METRIC_ENTRY'], to: 'STARTED', offered: false },
    close: { from: ['STARTED', 'METRIC_ENTRY'], to: 'FINISHED', confirm: true },
    reopen: { from: ['FINISHED'], to: 'STARTED', needs: { limit_date_evaluation: 'campaigns.errors.limit_date' }, offered: false },
  },
  responsible: { person: 'manager', group: 'group' },
  due: { date: 'limit_date_evaluation', soon: 14, start: 'date_start' },
})
