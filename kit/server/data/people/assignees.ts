import { sql, type RawBuilder } from 'kysely'
import { features, roles, type Right } from '#kit/contract/right.ts'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import type { Fields } from '#kit/contract/field.ts'
import { assignmentAsks } from '#kit/contract/register.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** What rows are given to. */
export const assigneeEntities = ['member', 'group'] as const
export type AssigneeEntity = (typeof assigneeEntities)[number]
export const isAssignee = (entity: string): entity is AssigneeEntity => assigneeEntities.some((one) => one === entity)

/** How it is said that somebody, or everybody of a group, lacks the right that an assignment asks for. */
export const cannotAct = { member: 'kit.errors.member_cannot_act', group: 'kit.errors.group_cannot_act' } as const

/**
 * Whether a person, or somebody of a group, holds the right that an assignment asks for: the one rule of what pickers offer and what writes take. Roles alone
 * decide, whatever features the organisation has. Visitors and people from outside act in ways of their own; of a group in which nobody is active yet it is not
 * known who will be.
 */
export function mayAct(tx: Tx, entity: AssigneeEntity, row: RowRef, right: Right): RawBuilder<boolean> {
  const holders = roles.filter((role) => tx.rightsOf([role], features).has(right))
  return entity === 'member'
    ? sql<boolean>`(${row('kind')} <> 'MEMBER' or ${row('roles')} && ${holders}::text[])`
    : sql<boolean>`coalesce((select bool_or(in_member.roles && ${holders}::text[]) from group__members in_group
        join member in_member on in_member.customer_id = in_group.customer_id and in_member.id = in_group.target_id
        where in_group.customer_id = ${row('customer_id')} and in_group.owner_id = ${row('id')} and not in_member.disabled and not in_member.archived), true)`
}

/** Every right that some field by which rows are given to people, or the assignment of some register, asks for. */
export function askedRights(resources: Resources): readonly Right[] {
  const of = (fields: Fields): (Right | null | undefined)[] => Object.values(fields).flatMap(({ options }) => [options.asks, ...of(options.fields ?? {})])
  const asked = [...resources.values()].flatMap(({ def }) => [assignmentAsks(def), ...of(def.fields)])
  return [...new Set(asked.filter((right) => right !== undefined && right !== null))].toSorted()
}
