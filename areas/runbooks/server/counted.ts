import { sql } from 'kysely'
import { inOnePerimeter } from '#kit/server/data/resources/checks.ts'
import type { ResourceCounts } from '#kit/server/data/resources/counted.ts'
import { occurrenceFigures } from '#areas/runbooks/contract/figures.ts'

/** What Vigie counts of recurring tasks for metrics (MET-20); what was due in a period is what its share is of. */
export const occurrenceCounts: ResourceCounts = {
  declared: {
    OCCURRENCE_DUE: { count: occurrenceFigures.open },
    OCCURRENCE_LATE: { count: occurrenceFigures.late },
    OCCURRENCE_ON_TIME: {
      happened: true,
      count: (row, { from, to }) =>
        sql`(${row('due_date')} between ${from}::date and ${to}::date and ${row('status')} in ('DONE', 'DONE_OK', 'DONE_KO') and ${row('done_date')} <= ${row('due_date')})`,
      of: (row, { from, to }) =>
        sql`(${row('due_date')} between ${from}::date and ${to}::date and ${row('status')} <> 'NA' and (${row('due_date')} < ${to}::date or ${row('status')} in ('DONE', 'DONE_OK', 'DONE_KO')))`,
    },
  },
  places: inOnePerimeter,
}
