import { sql } from 'kysely'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import type { Reference } from '#kit/contract/field.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef, localizedText } from '#kit/server/data/columns.ts'
import { resourceOf, type Changes, type WriteContext, type WriteVerb } from '#kit/server/data/resource.ts'
import { updateRow } from '#kit/server/data/store.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { program } from '#areas/actions/contract/program.ts'
import { programRules } from './rules.ts'

/** Which plan is the default is decided one at a time, and with it which one is no more, and whether one is left. */
export const defaultTurn = (verb: WriteVerb, changes: Changes): string | null =>
  verb !== 'update' || changes.is_default !== undefined || changes.archived !== undefined ? 'default plan' : null

/** A plan takes the default from another one under this name in the history. */
const handOver = 'default_moved'

/** Plans that take actions have one default among them; a plan with actions stays. */
export async function guardProgram(context: WriteContext<typeof program>): Promise<void> {
  if (context.verb === 'delete') return guardDeletion(context)
  await keepOneDefault(context)
}

async function guardDeletion({ tx, before }: WriteContext<typeof program>): Promise<void> {
  const used = await tx.first(sql`select 1 from remediation where customer_id = ${tx.customerId} and program_id = ${before?.id} limit 1`)
  if (used) throw new AppError('IN_USE', 'actions.errors.program_in_use')
  if (before?.is_default === true && (await otherPlans(tx, before.id)).active) throw new AppError('IN_USE', 'actions.errors.default_deleted')
}

/** The only plan is the default without anybody's choosing; choosing another one takes it from the first, and nobody goes without. */
async function keepOneDefault({ tx, grant, resources, before, changes, action }: WriteContext<typeof program>): Promise<void> {
  if (action === handOver) return
  const was = before?.is_default === true
  const archived = changes.archived ?? before?.archived ?? false
  const becomes = changes.is_default === true && !was
  const opens = !archived && (before === undefined || before.archived)
  if (was && archived) throw invalidField('archived', 'actions.errors.default_archived')
  if (was && changes.is_default === false) throw invalidField('is_default', 'actions.errors.default_needed')
  if (becomes && archived) throw invalidField('archived', 'actions.errors.default_archived')
  if (!becomes && !opens) return
  const others = await otherPlans(tx, before?.id ?? 0)
  if (!others.active) changes.is_default = true
  else if (becomes && others.chosen !== null)
    await updateRow(tx, grant, resourceOf(resources, 'program'), resources, others.chosen, { is_default: false }, { action: handOver })
}

/** Whether others take actions, and which of them is the default; the turn lets one such change through at a time. */
async function otherPlans(tx: Tx, id: number): Promise<{ active: boolean; chosen: number | null }> {
  const found = await tx.first(sql<{
    active: boolean
    chosen: number | null
  }>`select coalesce(bool_or(not archived), false) as active,
      max(id) filter (where is_default) as chosen from program where customer_id = ${tx.customerId} and id <> ${id}`)
  return found ?? { active: false, chosen: null }
}

/** Plans that still take actions and that the reader may see, the default one first. */
export async function programOptions(tx: Tx, grant: Grant, o: { search: string; limit: number }): Promise<Reference[]> {
  const t = rowRef('t')
  const name = localizedText(t, 'name', grant.who.lang)
  return tx.run(sql<Reference>`select t.id, ${name} as name, t.identifier from program t
    where t.customer_id = ${tx.customerId} and not t.archived and ${asSql(programRules.read(t, grant.who))}
      and (strpos(fold(coalesce(${name}, '')), fold(${o.search})) > 0 or strpos(fold(t.identifier), fold(${o.search})) > 0)
    order by t.is_default desc, ${name}, t.id limit ${o.limit}`)
}
