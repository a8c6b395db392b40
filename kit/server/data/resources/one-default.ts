import { sql } from 'kysely'
import type { EntityDef } from '#kit/contract/entity.ts'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import { columnsOf } from '#kit/contract/field.ts'
import type { AnyWrite, Changes, WriteVerb } from './resource.ts'
import { willBe } from '#kit/server/data/work/work-guard.ts'

/** A row takes the default from another one under this name in the history. */
export const handOver = 'default_moved'

/** Which row is the default is decided one at a time, and with it which one is no more, and whether one is left. */
export function defaultTurn({ name, oneDefault }: EntityDef, verb: WriteVerb, changes: Changes): string | null {
  if (!oneDefault) return null
  const decides = verb !== 'update' || ['is_default', 'archived', oneDefault.within].some((field) => field !== undefined && changes[field] !== undefined)
  return decides ? `default ${name}` : null
}

/**
 * Refuses what would leave rows without a default, and makes the first of them the default without anybody's choosing. Answers the row from which a
 * write takes it, which must give it up before this one is written; the caller holds the turn.
 */
export async function settleDefault(def: EntityDef, { tx, verb, action, before, changes }: AnyWrite): Promise<number | null> {
  const { oneDefault, name, fields } = def
  if (!oneDefault || action === handOver) return null
  const { within, always, messages } = oneDefault
  const was = before?.is_default === true
  const group = within === undefined ? undefined : fields[within]
  const column = within === undefined || !group ? undefined : columnsOf(within, group)[0]
  const value = within === undefined ? undefined : willBe({ before, changes }, within, column)

  /** Whether others can be the default, and which of them is. */
  const others = async () => {
    const active = fields.archived ? sql`not archived` : sql`true`
    const alike = column === undefined ? sql`true` : sql`${sql.ref(column)} = ${value}`
    const found = await tx.first(sql<{ active: boolean; chosen: number | null }>`select coalesce(bool_or(${active}), false) as active,
      max(id) filter (where is_default) as chosen from ${sql.table(name)} where customer_id = ${tx.customerId} and id <> ${before?.id ?? 0} and ${alike}`)
    return found ?? { active: false, chosen: null }
  }

  if (verb === 'delete') {
    if (was && (always || (await others()).active)) throw new AppError('IN_USE', messages?.deleted ?? 'kit.errors.default_deleted')
    return null
  }
  const archived = willBe({ before, changes }, 'archived') === true
  const moves = before !== undefined && column !== undefined && before[column] !== value
  const becomes = changes.is_default === true && !was
  if (archived && (was || becomes)) throw invalidField('archived', messages?.archived ?? 'kit.errors.default_archived')
  if (was && moves) throw invalidField(within ?? '', messages?.needed ?? 'kit.errors.default_needed')
  if (was && changes.is_default === false) throw invalidField('is_default', messages?.needed ?? 'kit.errors.default_needed')
  const opens = !was && !archived && (before === undefined || before.archived === true || moves)
  if (!becomes && !opens) return null
  const { chosen } = await others()
  if (chosen === null) changes.is_default = true
  return becomes ? chosen : null
}
