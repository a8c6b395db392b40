/** What checks find, for both filters of a list: found, and accepted for a time. */
export const remediationFindings = {
  UNPROVEN: 'Action finished without evidence',
  LATE_SILENT: 'Late action without a reason',
  NOT_STARTED: 'Planned action past its start date',
  POSTPONED: 'Action postponed three times or more',
  UNASSIGNED: 'Planned or ongoing action without a manager',
  OPEN_TASKS: 'Finished action with tasks to do',
  LONG_STANDBY: 'Action on hold for three months',
} as const
