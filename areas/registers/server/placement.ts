import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/columns.ts'
import type { Refuse } from '#kit/server/data/refusals.ts'
import type { AnyWrite } from '#kit/server/data/resource.ts'
import { willBe } from '#kit/server/data/work-guard.ts'
import { exemptionRegisterRules, gapRegisterRules } from './rules.ts'

const registerRules = { exemption_register: exemptionRegisterRules, gap_register: gapRegisterRules }

/** A row stands in a register that its writer may see and that still takes rows; the register is held until the end. */
export async function guardRegister({ tx, grant, before, changes, refuse }: AnyWrite & { refuse: Refuse }, entity: keyof typeof registerRules): Promise<void> {
  if (before !== undefined && changes.register === undefined) return
  const register = willBe({ before, changes }, 'register', 'register_id')
  if (register === null || register === before?.register_id) return
  const t = rowRef('t')
  const found = await tx.first(sql<{
    archived: boolean
    readable: boolean
  }>`select t.archived, ${asSql(registerRules[entity].read(t, grant.who))} as readable
    from ${sql.table(entity)} t where t.customer_id = ${tx.customerId} and t.id = ${register} for share of t`)
  if (!found?.readable) refuse('register', 'registers.errors.no_register_access')
  else if (found.archived) refuse('register', 'registers.errors.register_archived')
}

/** A perimeter or a grouping: naming one releases the other, naming both is refused (FRM-45). */
export function guardPlace({ changes, refuse }: { readonly changes: AnyWrite['changes']; readonly refuse: Refuse }): void {
  const [perimeter, tag] = [changes.perimeter ?? null, changes.tag ?? null]
  if (perimeter !== null && tag !== null) refuse('tag', 'registers.errors.place_twice')
  else if (perimeter !== null) changes.tag = null
  else if (tag !== null) changes.perimeter = null
}

/** One person or one group is in charge: naming one releases the other; naming both is refused. */
export function guardCharge({ changes, refuse }: { readonly changes: AnyWrite['changes']; readonly refuse: Refuse }): void {
  const [manager, group] = [changes.manager ?? null, changes.group ?? null]
  if (manager !== null && group !== null) refuse('group', 'registers.errors.manager_or_group')
  else if (manager !== null) changes.group = null
  else if (group !== null) changes.manager = null
}

/** What still holds rows stays. */
export async function refuseWhileHolding({ tx, before }: Pick<AnyWrite, 'tx' | 'before'>, entity: string, column: string, message: string): Promise<void> {
  const used = await tx.first(sql`select 1 from ${sql.table(entity)} where customer_id = ${tx.customerId} and ${sql.ref(column)} = ${before?.id} limit 1`)
  if (used) throw new AppError('IN_USE', message)
}
