import { defineRights, everyRole, pilots, readers } from '#kit/contract/right.ts'

/** Pilots build, auditors read; whoever is named reads too (DSH-02, NAV-27). */
export const reportingRights = defineRights({
  'dashboard.read': everyRole,
  'dashboard.write': pilots,
  /** Links for people without an account, and who opened them. */
  'dashboard_link.write': pilots,
  'dashboard_link.read': readers,
  /** Reports about a period, of what their reader reaches. */
  'report.read': readers,
  /** Reports that people are sent. */
  'report_schedule.read': readers,
  'report_schedule.write': pilots,
  /** Held by the management: what was looked at and decided. */
  'management_review.read': readers,
  'management_review.write': pilots,
})
