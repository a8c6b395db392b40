import { sql } from 'kysely'
import { defineWorkResource } from '#kit/server/data/work/work-resource.ts'
import { isLateRow } from '#kit/server/data/work/work-sql.ts'
import { incidentFigures } from '#areas/incidents/contract/figures.ts'
import { incidentWork } from '#areas/incidents/contract/incident-work.ts'
import { clockLate, incidentRowChecks } from './checks.ts'
import { incidentCounts } from './counted.ts'
import { enterChanges, guardIncident } from './incident-guard.ts'
import { incidentRules } from './rules.ts'

export const incidents = defineWorkResource({
  work: incidentWork,
  rules: incidentRules,
  checks: incidentRowChecks,
  counted: incidentCounts,
  // The law's time is a date, too: whoever has not told an authority is late, whatever was planned, and closing it does not tell anybody.
  derived: { late: (row) => sql`(${isLateRow(incidentWork, row)} or coalesce(${clockLate(row)}, false))` },
  oneOf: [['perimeter', 'tag']],
  beforeWrite: guardIncident,
  afterWrite: enterChanges,
  open: incidentFigures.open,
})
