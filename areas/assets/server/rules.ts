import { sql } from 'kysely'
import { byRole, everyRow, withinReach, type Reader, type RowRef, type RowRule, type RowRules } from '#kit/server/access/row-rule.ts'

const near = withinReach()

/** As other things of its perimeter. */
export const supportingAssetRules: RowRules = {
  read: byRole({ global_pilote: everyRow, global_auditor: everyRow, local_pilote: near, local_auditor: near }),
  create: byRole({ global_pilote: everyRow, local_pilote: near }),
  update: byRole({ global_pilote: everyRow, local_pilote: near }),
  delete: byRole({ global_pilote: everyRow, local_pilote: near }),
}

const places = (row: RowRef) =>
  sql`(select 1 from public.business_value__perimeters in_place where in_place.customer_id = ${row('customer_id')} and in_place.owner_id = ${row('id')}`
const reached = (who: Reader) => sql`in_place.target_id = any(${who.perimeterIds}::bigint[])`

/** Of a perimeter within reach, or of the whole organisation. */
const concerned: RowRule = (row, who) => sql<boolean>`(exists ${places(row)} and ${reached(who)}) or not exists ${places(row)}))`
/** Of perimeters within reach, and of no other. */
const inside: RowRule = (row, who) => sql<boolean>`(exists ${places(row)} and ${reached(who)}) and not exists ${places(row)} and not ${reached(who)}))`

/** Read wherever it counts; changed by whoever may speak for all of it. */
export const businessValueRules: RowRules = {
  read: byRole({ global_pilote: everyRow, global_auditor: everyRow, local_pilote: concerned, local_auditor: concerned }),
  create: byRole({ global_pilote: everyRow, local_pilote: inside }),
  update: byRole({ global_pilote: everyRow, local_pilote: inside }),
  delete: byRole({ global_pilote: everyRow, local_pilote: inside }),
}
