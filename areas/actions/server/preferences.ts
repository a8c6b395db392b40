import { defaultScale } from '#areas/scales/server/index.ts'
import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { preferenceKeys } from '#areas/actions/contract/calls.ts'
import { readSettings } from '#areas/tenancy/server/index.ts'

/** What the organisation prefers; an id for the default plan, the identifier of the default scale of scores, days for passwords, null where nothing was chosen. */
export async function preference(tx: Tx, key: (typeof preferenceKeys)[number]): Promise<boolean | number | string | null> {
  if (key === 'default_program') {
    const plan = await tx.first(sql<{ id: number }>`select id from program where customer_id = ${tx.customerId} and is_default`)
    return plan?.id ?? null
  }
  if (key === 'performance_scale') {
    const scale = await tx.first(sql<{ identifier: string }>`select s.identifier from ${defaultScale(tx.customerId, 'indicator')} s`)
    return scale?.identifier ?? null
  }
  const settings = await readSettings(tx)
  if (key === 'password_expiry') return settings.password_max_age_days ?? settings.instance.password_max_age_days
  if (key === 'language') return settings.lang
  return settings[key]
}
