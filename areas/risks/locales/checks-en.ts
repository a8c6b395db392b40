/** What checks find, for both filters of a list: found, and accepted for a time. */
export const riskFindings = {
  ABOVE_UNANSWERED: 'Risk above the appetite without an action or an acceptance',
  STALE: 'Approved risk that has changed since',
  RULE_MOVED: 'Risk whose level moved when measures became layers',
  REVIEW_OVER: 'Risk whose review is overdue',
  UNASSIGNED: 'Risk without a manager',
} as const
