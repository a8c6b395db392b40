import { sql } from 'kysely'
import type { Who } from '#kit/server/access/who.ts'

/** How many actions somebody or one of their groups has still to do. */
export const countOpen = ({ customerId, memberId, groupIds }: Who) => sql<number>`select count(*) from remediation
  where customer_id = ${customerId} and status in ('TO_PLAN', 'PLANNED', 'ONGOING', 'STANDBY') and (manager_id = ${memberId} or group_id = any(${groupIds}::bigint[]))`
