import { sql } from 'kysely'
import { AppError, invalidField, type FieldMessages } from '#kit/contract/errors.ts'
import { assignmentAsks, type Assigned } from '#kit/contract/register.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { cannotAct, mayAct, type AssigneeEntity } from './assignees.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { assignedOf, endAssignments } from '#kit/server/data/resources/register.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** The whole list of who a register is to be assigned to, by ids. */
interface Wanted {
  readonly members: readonly number[]
  readonly groups: readonly number[]
}

/** The name, in the history, of a write by which somebody's objects are given to somebody else: what was decided about them stays as it was. */
export const handOver = 'hand_over'

/** Who a register that the reader may see is assigned to. */
export async function readAssigned(tx: Tx, grant: Grant, register: Resource, resources: Resources, id: number): Promise<Assigned> {
  return (await getRow(tx, grant, register, resources, id)).assigned as Assigned
}

/** Sets who a register is assigned to, for whoever may change its ordinary fields, themselves no more if they say so; people who are gone cannot be chosen but for those whom it is given `back`, one group at most (TBL-44). */
export async function assign(
  tx: Tx,
  grant: Grant,
  register: Resource,
  resources: Resources,
  id: number,
  wanted: Wanted,
  back: Wanted = { members: [], groups: [] },
): Promise<Assigned> {
  const { name: entity } = register.def
  // Whoever may only work on one gives it to nobody.
  const managed = { ...register, rules: { ...register.rules, update: register.rules.regular ?? register.rules.update } }
  const row = await lockRow(tx, grant, managed, resources, id, 'update')
  if (wanted.groups.length > 1) throw invalidField('groups', 'kit.errors.one_group')
  const before = await assignedOf(tx, register.def, id)
  await assertThere(tx, register, wanted, {
    members: [...before.members.map(({ id }) => id), ...back.members],
    groups: [...before.groups.map(({ id }) => id), ...back.groups],
  })
  await endAssignments(tx, entity, id, wanted)
  await tx.run(sql`insert into assignment (customer_id, entity, object_id, member_id, group_id)
    select ${tx.customerId}::bigint, ${entity}, ${id}::bigint, m, null::bigint from unnest(${wanted.members}::bigint[]) m
    union all select ${tx.customerId}::bigint, ${entity}, ${id}::bigint, null::bigint, g from unnest(${wanted.groups}::bigint[]) g on conflict do nothing`)
  const after = await assignedOf(tx, register.def, id)
  const rows = { assigned: { before: named(before), after: named(after) } }
  tx.audit({ entity, object_id: id, action: 'assign', version: row.version, details: JSON.stringify({ ...wanted, rows }) })
  return after
}

/** Whose place among those a register is assigned to goes to whom; `beside` both are there: the one stays where the other came from, or comes back. */
interface Replaced {
  readonly holder: AssigneeEntity
  readonly from: number
  readonly to: number
  readonly beside?: boolean
}

/** Gives somebody else, or another group, the place of one among those a register is assigned to; answers whether they were there already. */
export async function replaceAssignee(
  tx: Tx,
  grant: Grant,
  register: Resource,
  resources: Resources,
  id: number,
  { holder, from, to, beside }: Replaced,
): Promise<boolean> {
  const assigned = await assignedOf(tx, register.def, id)
  const before = { members: assigned.members.map((one) => one.id), groups: assigned.groups.map((one) => one.id) }
  const list = `${holder}s` as const
  const after = before[list].flatMap((one) => (one === from ? (beside ? [from, to] : [to]) : [one]))
  const back = beside === undefined ? undefined : { members: [], groups: [], [list]: [to] }
  await assign(tx, grant, register, resources, id, { ...before, [list]: [...new Set(after)] }, back)
  return before[list].includes(to)
}

/** Refuses whom nobody can choose any more, and who could not even read it; who was chosen while they were there, and could, may stay. */
async function assertThere(tx: Tx, { def }: Resource, wanted: Wanted, had: Wanted): Promise<void> {
  const fresh = (ids: readonly number[], known: readonly number[]) => ids.filter((one) => !known.includes(one))
  const [members, groups] = [fresh(wanted.members, had.members), fresh(wanted.groups, had.groups)]
  const asks = assignmentAsks(def)
  const able = (entity: AssigneeEntity) => (asks === undefined ? sql`true` : mayAct(tx, entity, rowRef('t'), asks))
  const known = await tx.first(sql<{ members: number; able_members: number; groups: number; able_groups: number }>`select
      m.members, m.able_members, g.groups, g.able_groups from
      (select count(*) as members, count(*) filter (where ${able('member')}) as able_members from member as t
        where t.customer_id = ${tx.customerId} and t.id = any(${members}::bigint[]) and t.kind = 'MEMBER' and not t.archived and not t.disabled) as m,
      (select count(*) as groups, count(*) filter (where ${able('group')}) as able_groups from "group" as t
        where t.customer_id = ${tx.customerId} and t.id = any(${groups}::bigint[])) as g`)
  const fields: FieldMessages = {}
  if (known?.members !== members.length) fields.members = [{ key: 'kit.errors.missing_reference' }]
  else if (known.able_members !== members.length) fields.members = [{ key: cannotAct.member }]
  if (known?.groups !== groups.length) fields.groups = [{ key: 'kit.errors.missing_reference' }]
  else if (known.able_groups !== groups.length) fields.groups = [{ key: cannotAct.group }]
  if (Object.keys(fields).length > 0) throw new AppError('INVALID', 'kit.errors.check_inputs', { fields })
}

const named = ({ members, groups }: Assigned) => [...groups, ...members].map(({ name }) => name).join(', ') || null
