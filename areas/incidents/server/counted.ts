import { sql } from 'kysely'
import { inOnePerimeter } from '#kit/server/data/resources/checks.ts'
import type { ResourceCounts } from '#kit/server/data/resources/counted.ts'
import { incidentFigures } from '#areas/incidents/contract/figures.ts'

const zone = sql`(select c.time_zone from customer c where c.id = current_customer())`

export const incidentCounts: ResourceCounts = {
  declared: {
    INCIDENT_OPEN: { count: incidentFigures.open },
    INCIDENT_LATE: { count: incidentFigures.late },
    INCIDENT_DECLARED: {
      happened: true,
      count: (row, { from, to }) =>
        sql`(not ${row('exercise')} and (coalesce(${row('detected_at')}, ${row('created_at')}) at time zone ${zone})::date between ${from}::date and ${to}::date)`,
    },
  },
  places: inOnePerimeter,
}
