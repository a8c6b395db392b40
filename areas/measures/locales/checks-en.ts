/** What checks find, for both filters of a list: found, and accepted for a time. */
export const measureFindings = {
  NO_OWNER: 'Implemented measure without a manager',
  UNPROVEN: 'Implemented measure without evidence',
  LOW_NO_ACTION: 'Weak measure that nothing improves',
  PLANNED_NO_ACTION: 'Planned measure without an open action',
  OFFER_WAITING: 'Shared measure waiting to be accepted',
  SAME_AS_ANOTHER: 'Two measures that seem to do the same',
} as const
