import { sql } from 'kysely'
import { inOnePerimeter } from '#kit/server/data/resources/checks.ts'
import type { ResourceCounts } from '#kit/server/data/resources/counted.ts'
import { actionFigures } from '#areas/actions/contract/figures.ts'

/** What Vigie counts of actions for metrics (MET-20). */
export const remediationCounts: ResourceCounts = {
  declared: {
    REMEDIATION_OPEN: { count: actionFigures.open },
    REMEDIATION_LATE: { count: actionFigures.late },
    REMEDIATION_UNASSIGNED: { count: actionFigures.unassigned },
    REMEDIATION_FINISHED: {
      happened: true,
      count: (row, { from, to }) => sql`(${row('status')} = 'FINISHED' and ${row('done_date')} between ${from}::date and ${to}::date)`,
    },
    REMEDIATION_ON_TIME: {
      happened: true,
      count: (row, { from, to }) =>
        sql`(${row('status')} = 'FINISHED' and ${row('done_date')} between ${from}::date and ${to}::date and ${row('done_date')} <= ${row('target_date')})`,
      of: (row, { from, to }) =>
        sql`(${row('status')} = 'FINISHED' and ${row('done_date')} between ${from}::date and ${to}::date and ${row('target_date')} is not null)`,
    },
  },
  places: inOnePerimeter,
}
