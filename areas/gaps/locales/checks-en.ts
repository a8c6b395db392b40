export const gapFindings = {
  NO_ACTION: 'Gap to handle without an action',
  CLOSED_NO_ACTION: 'Gap resolved without an action',
  REVIEW_OVER: 'Accepted gap whose review is overdue',
  SEVERE_UNASSIGNED: 'Severe gap without a manager',
  EFFECT_UNCHECKED: 'Non-conformity closed without checking the effect',
} as const
