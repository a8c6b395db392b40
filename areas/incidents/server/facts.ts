import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import { isOpenRow } from '#kit/server/data/work/work-sql.ts'
import { incidentWork } from '#areas/incidents/contract/incident-work.ts'

export const incidentOpen = (row: RowRef): RawBuilder<boolean> => isOpenRow(incidentWork, row)

/** The incidents that name an action, to stand behind `from`. */
export const incidentsOfAction = (customer: unknown, action: unknown): RawBuilder<unknown> =>
  sql`(select in_incident.* from incident__actions in_link join incident in_incident on in_incident.customer_id = in_link.customer_id and in_incident.id = in_link.owner_id
    where in_link.customer_id = ${customer} and in_link.target_id = ${action})`
