import { sql } from 'kysely'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import type { Reference } from '#kit/contract/field.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef, localizedText } from '#kit/server/data/columns.ts'
import { resourceOf, type Changes, type Resources, type WriteContext, type WriteVerb } from '#kit/server/data/resource.ts'
import { getRow } from '#kit/server/data/get-row.ts'
import { lockRow } from '#kit/server/data/locking.ts'
import { updateRow } from '#kit/server/data/store.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { Assigned, program } from '#areas/actions/contract/program.ts'
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
  await tx.run(sql`delete from assignment where customer_id = ${tx.customerId} and entity = 'program' and object_id = ${before?.id}`)
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

/** Who a plan that the reader may see is assigned to. */
export async function readAssigned(tx: Tx, grant: Grant, resources: Resources, id: number): Promise<Assigned> {
  return (await getRow(tx, grant, resourceOf(resources, 'program'), resources, id)).assigned as Assigned
}

/** Sets who a plan is assigned to; people who are gone cannot be chosen, one group at most (TBL-44). */
export async function assign(
  tx: Tx,
  grant: Grant,
  resources: Resources,
  id: number,
  wanted: { members: readonly number[]; groups: readonly number[] },
): Promise<Assigned> {
  const row = await lockRow(tx, grant, resourceOf(resources, 'program'), resources, id, 'update')
  if (wanted.groups.length > 1) throw invalidField('groups', 'kit.errors.one_group')
  const known = await tx.first(sql<{ members: number; groups: number }>`select
      (select count(*) from member where customer_id = ${tx.customerId} and id = any(${wanted.members}::bigint[]) and kind = 'MEMBER' and not archived and not disabled) as members,
      (select count(*) from "group" where customer_id = ${tx.customerId} and id = any(${wanted.groups}::bigint[])) as groups`)
  if (known?.members !== wanted.members.length) throw invalidField('members', 'kit.errors.missing_reference')
  if (known.groups !== wanted.groups.length) throw invalidField('groups', 'kit.errors.missing_reference')
  const before = await readAssigned(tx, grant, resources, id)
  await tx.run(sql`delete from assignment where customer_id = ${tx.customerId} and entity = 'program' and object_id = ${id}
    and not (coalesce(member_id = any(${wanted.members}::bigint[]), false) or coalesce(group_id = any(${wanted.groups}::bigint[]), false))`)
  await tx.run(sql`insert into assignment (customer_id, entity, object_id, member_id, group_id)
    select ${tx.customerId}::bigint, 'program', ${id}::bigint, m, null::bigint from unnest(${wanted.members}::bigint[]) m
    union all select ${tx.customerId}::bigint, 'program', ${id}::bigint, null::bigint, g from unnest(${wanted.groups}::bigint[]) g on conflict do nothing`)
  const after = await readAssigned(tx, grant, resources, id)
  const named = ({ members, groups }: Assigned) => [...groups, ...members].map(({ name }) => name).join(', ') || null
  const rows = { assigned: { before: named(before), after: named(after) } }
  tx.audit({ entity: 'program', object_id: id, action: 'assign', version: row.version, details: JSON.stringify({ ...wanted, rows }) })
  return after
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
