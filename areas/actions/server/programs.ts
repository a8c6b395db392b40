import { sql } from 'kysely'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import type { Reference } from '#kit/contract/field.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef, localizedText } from '#kit/server/data/columns.ts'
import { resourceOf, type Resources, type WriteContext } from '#kit/server/data/resource.ts'
import { getRow, lockRow, updateRow } from '#kit/server/data/store.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { Assigned } from '#areas/actions/contract/program.ts'
import { ruleGrant } from './effects.ts'
import { programRules } from './rules.ts'

/** One plan is the default; making another one so takes it from the first. An archived plan is offered to nobody. */
export async function guardProgram({ tx, resources, verb, before, changes }: WriteContext): Promise<void> {
  if (verb === 'delete') {
    const used = await tx.first(
      sql`select 1 from remediation where customer_id = ${tx.customerId} and program_id = ${before?.id} limit 1`,
    )
    if (used) throw new AppError('IN_USE', 'actions.errors.program_in_use')
    await tx.run(
      sql`delete from assignment where customer_id = ${tx.customerId} and entity = 'program' and object_id = ${before?.id}`,
    )
    return
  }
  const isDefault = changes.is_default ?? before?.is_default ?? false
  if (isDefault === true && (changes.archived ?? before?.archived ?? false) === true)
    throw invalidField('archived', 'actions.errors.default_archived')
  if (isDefault !== true || before?.is_default === true) return
  const other = await tx.first(sql<{ id: number }>`select id from program where customer_id = ${tx.customerId} and is_default`)
  if (other) await updateRow(tx, ruleGrant(tx), resourceOf(resources, 'program'), resources, other.id, { is_default: false })
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
  await tx.run(sql`delete from assignment where customer_id = ${tx.customerId} and entity = 'program' and object_id = ${id}
    and not (coalesce(member_id = any(${wanted.members}::bigint[]), false) or coalesce(group_id = any(${wanted.groups}::bigint[]), false))`)
  await tx.run(sql`insert into assignment (customer_id, entity, object_id, member_id, group_id)
    select ${tx.customerId}::bigint, 'program', ${id}::bigint, m, null::bigint from unnest(${wanted.members}::bigint[]) m
    union all select ${tx.customerId}::bigint, 'program', ${id}::bigint, null::bigint, g from unnest(${wanted.groups}::bigint[]) g on conflict do nothing`)
  tx.audit({ entity: 'program', object_id: id, action: 'assign', version: row.version, details: JSON.stringify(wanted) })
  return readAssigned(tx, grant, resources, id)
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
