import { decisionReport } from '#kit/server/reports/decision-report.ts'

/** What was requested of an exemption, as it was submitted, and what came of it. */
export const requestReport = decisionReport({
  name: 'exemption_request',
  entity: 'exemption',
  right: 'exemption.read',
  summary: 'Make a file of the frozen copy of a request for an exemption',
  outcome: (state) => `exemptions.entities.exemption.choices.status.${state}`,
})
