import { sql } from 'kysely'
import type { Derived } from '#kit/server/data/resources/resource.ts'
import { today } from '#kit/server/data/sql/today.ts'
import { expiringDays } from '#areas/evidence/contract/evidence.ts'
import { isShown } from './evidence-places.ts'

/** Its last day still counts; the days of the organisation decide. */
const state: Derived = (row) => sql`case when ${row('valid_until')} is null then 'NO_EXPIRY' when ${row('valid_until')} < ${today} then 'EXPIRED'
  when ${row('valid_until')} <= ${today} + ${sql.lit(expiringDays)}::int then 'EXPIRING' else 'VALID' end`

export const evidenceDerived = { state, used: isShown satisfies Derived }
