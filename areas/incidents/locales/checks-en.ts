export const incidentFindings = {
  CLOCK_LATE: 'Incident with a notification overdue',
  UNASSIGNED: 'Incident without a manager for two days',
  NO_LESSONS: 'Resolved incident without lessons learned',
  STALLED: 'Open incident without news for a month',
} as const
