/** What checks find, for both filters of a list: found, and accepted for a time. */
export const exemptionFindings = {
  EXPIRED: 'Exemption in force past its end',
  RENEWED_TWICE: 'Exemption renewed twice or more',
  WAITING: 'Request for an exemption that nobody decides',
  UNRELIEVED: 'Exemption that nothing compensates or ends',
} as const
export const incidentFindings = {
  CLOCK_LATE: 'Incident with a notification overdue',
  UNASSIGNED: 'Incident without anyone in charge for two days',
  NO_LESSONS: 'Resolved incident without lessons learned',
  STALLED: 'Open incident without news for a month',
} as const
export const gapFindings = {
  NO_ACTION: 'Gap to handle without an action',
  CLOSED_NO_ACTION: 'Gap resolved without an action',
  REVIEW_OVER: 'Accepted gap whose review is overdue',
  SEVERE_UNASSIGNED: 'Severe gap without anyone in charge',
  EFFECT_UNCHECKED: 'Non-conformity closed without checking the effect',
} as const
