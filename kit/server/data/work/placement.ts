import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { asSql, type RowRule } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { onlyOne } from '#kit/server/data/resources/only-one.ts'
import type { Refuse } from '#kit/server/data/store/refusals.ts'
import type { AnyWrite } from '#kit/server/data/resources/resource.ts'
import { willBe } from '#kit/server/data/work/work-guard.ts'

/** The registers that rows name: their entity, and who reads them. */
export interface Registers {
  readonly entity: string
  readonly read: RowRule
}

type Guarded = Pick<AnyWrite, 'tx' | 'grant' | 'before' | 'changes'> & { readonly refuse: Refuse }

/** Rows stand in registers that their writer may see and that still take rows; the registers are held until the end. */
export async function guardRegisters(contexts: readonly Guarded[], { entity, read }: Registers): Promise<void> {
  const placed = contexts.flatMap((context) => {
    const { before, changes } = context
    const register = before !== undefined && changes.register === undefined ? null : (willBe(context, 'register', 'register_id') as number | null)
    return register === null || register === before?.register_id ? [] : [{ ...context, register }]
  })
  const [first] = placed
  if (!first) return
  const { tx, grant } = first
  const t = rowRef('t')
  const found = await tx.run(sql<{
    id: number
    archived: boolean
    readable: boolean
  }>`select t.id, t.archived, ${asSql(read(t, grant.who))} as readable
    from ${sql.table(entity)} t where t.customer_id = ${tx.customerId} and t.id = any(${[...new Set(placed.map(({ register }) => register))]}::bigint[]) order by t.id for share of t`)
  const known = new Map(found.map((one) => [one.id, one]))
  for (const { register, refuse } of placed) {
    const one = known.get(register)
    if (!one?.readable) refuse('register', 'kit.errors.no_register_access')
    else if (one.archived) refuse('register', 'kit.errors.register_archived')
  }
}

export const guardRegister = (context: Guarded, registers: Registers): Promise<void> => guardRegisters([context], registers)

type Placed = Pick<Guarded, 'changes' | 'refuse'>

/** A perimeter or a grouping (FRM-45). */
export const guardPlace = ({ changes, refuse }: Placed): void => onlyOne(changes, ['perimeter', 'tag'], refuse, 'kit.errors.place_twice')

/** One person or one group is in charge. */
export const guardCharge = ({ changes, refuse }: Placed): void => onlyOne(changes, ['manager', 'group'], refuse, 'kit.errors.manager_or_group')

/** What still holds rows stays. */
export async function refuseWhileHolding({ tx, before }: Pick<AnyWrite, 'tx' | 'before'>, entity: string, column: string, message: string): Promise<void> {
  const used = await tx.first(sql`select 1 from ${sql.table(entity)} where customer_id = ${tx.customerId} and ${sql.ref(column)} = ${before?.id} limit 1`)
  if (used) throw new AppError('IN_USE', message)
}
