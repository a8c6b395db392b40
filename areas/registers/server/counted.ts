import { sql } from 'kysely'
import { inOnePerimeter, inPerimetersOf } from '#kit/server/data/checks.ts'
import type { ResourceCounts } from '#kit/server/data/counted.ts'
import { exemptionFigures, gapFigures, incidentFigures } from '#areas/registers/contract/figures.ts'

/** What Vigie counts of gaps, incidents and exemptions for metrics (MET-20). */
export const gapCounts: ResourceCounts = {
  declared: { GAP_OPEN: { count: gapFigures.open }, GAP_LATE: { count: gapFigures.late } },
  places: inOnePerimeter,
}

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

export const exemptionCounts: ResourceCounts = {
  declared: { EXEMPTION_IN_FORCE: { count: exemptionFigures.in_force }, EXEMPTION_ENDING: { count: exemptionFigures.ending } },
  places: inPerimetersOf((row) => sql`exemption__perimeters l where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')}`, 'target_id'),
}
