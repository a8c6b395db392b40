import { defineWorkItem } from '#kit/contract/work-item.ts'
import { incident } from './incident.ts'

/** Forward to the next step or straight to the end, back to an earlier step with a reason, open again by pilots (INC-04). */
export const incidentWork = defineWorkItem(incident, {
  status: 'status',
  begins: 'OPENED',
  reason: 'status_reason',
  states: {
    OPENED: {},
    ANALYSIS: {},
    CONTAINMENT: {},
    ERADICATION: {},
    RECOVERY: {},
    LEARNING: {},
    CLOSED: {
      closed: true,
      since: 'closed_on',
      needs: { close_reason: 'kit.errors.close_reason' },
      only: { close_reason: 'kit.errors.close_reason_only', duplicate_of: 'kit.errors.close_reason_only' },
    },
  },
  moves: {
    analyse: { from: ['OPENED'], to: 'ANALYSIS' },
    contain: { from: ['ANALYSIS'], to: 'CONTAINMENT' },
    eradicate: { from: ['CONTAINMENT'], to: 'ERADICATION' },
    recover: { from: ['ERADICATION'], to: 'RECOVERY' },
    learn: { from: ['RECOVERY'], to: 'LEARNING' },
    close: { from: ['OPENED', 'ANALYSIS', 'CONTAINMENT', 'ERADICATION', 'RECOVERY', 'LEARNING'], to: 'CLOSED' },
    reopen: { from: ['CLOSED'], to: 'ANALYSIS', right: 'incident.manage', reason: 'kit.errors.reopen_reason' },
    back_to_opened: {
      from: ['ANALYSIS', 'CONTAINMENT', 'ERADICATION', 'RECOVERY', 'LEARNING'],
      to: 'OPENED',
      reason: 'incidents.errors.back_reason',
      offered: false,
    },
    back_to_analysis: { from: ['CONTAINMENT', 'ERADICATION', 'RECOVERY', 'LEARNING'], to: 'ANALYSIS', reason: 'incidents.errors.back_reason', offered: false },
    back_to_containment: { from: ['ERADICATION', 'RECOVERY', 'LEARNING'], to: 'CONTAINMENT', reason: 'incidents.errors.back_reason', offered: false },
    back_to_eradication: { from: ['RECOVERY', 'LEARNING'], to: 'ERADICATION', reason: 'incidents.errors.back_reason', offered: false },
    back_to_recovery: { from: ['LEARNING'], to: 'RECOVERY', reason: 'incidents.errors.back_reason', offered: false },
  },
  responsible: { person: 'manager', group: 'group' },
  due: { date: 'target_date', soon: 14 },
})
