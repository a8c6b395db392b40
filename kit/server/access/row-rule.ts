import { sql, type RawBuilder } from 'kysely'
import type { Role } from '#kit/contract/right.ts'
import { amongFew, anyWay, byHashes, byPlace, isByPlace } from './ways.ts'

/** A value, or the column that holds it where a statement speaks of many people at once. */
type InSql<T> = T | RawBuilder<T>

/** Whom a row rule speaks of: somebody (`Who`), or, in one statement, whoever holds these very roles. */
export interface Reader {
  readonly roles: readonly Role[]
  readonly rights: ReadonlySet<string>
  readonly memberId: InSql<number> | null
  readonly groupIds: InSql<readonly number[]>
  readonly perimeterIds: InSql<readonly number[]>
  readonly tagIds: InSql<readonly number[]>
}

/** Names a column of the row that a rule speaks of, whatever alias it has in the query. */
export type RowRef = (column: string) => RawBuilder<unknown>

/**
 * Which rows: all, none, or those for which the SQL condition holds. What a condition looks up stands under names that begin with `in_`, which no statement gives to the row itself:
 * under the same name the inner one would be meant by both.
 */
export type RowCondition = boolean | RawBuilder<boolean>
export type RowRule = (row: RowRef, who: Reader) => RowCondition

/** One rule per verb, the same for get, list, count, export, options, search and row rights. `create` is checked on the row just written. */
export interface RowRules {
  readonly read: RowRule
  readonly create: RowRule
  readonly update: RowRule
  readonly delete: RowRule
  /** Who may change ordinary fields, where `update` also lets in people who may change a few (`edit_right_regular`); absent: `update`. */
  readonly regular?: RowRule
  /** Who may take back what was decided about a row, where something was (`reset_right`); absent: rows do not tell. */
  readonly reset?: RowRule
  /** Who may add to what is said about a row, among those who hold the right to write such rows; absent: `update`. */
  readonly comment?: RowRule
}

export const everyRow: RowRule = () => true
export const noRow: RowRule = () => false

/** The rows of any of the roles that the person holds: the union over roles. */
export function byRole(rules: Partial<Record<Role, RowRule>>): RowRule {
  return (row, who) => either(...who.roles.map((role) => rules[role]?.(row, who) ?? false))
}

/** Any of the conditions; decided at once when one of them is certain. */
export function either(...conditions: RowCondition[]): RowCondition {
  if (conditions.includes(true)) return true
  const open = conditions.filter((c) => typeof c !== 'boolean')
  return open.length === 0 ? false : anyWay(open)
}

/** All of the conditions. */
export function both(...conditions: RowCondition[]): RowCondition {
  if (conditions.includes(false)) return false
  const open = conditions.filter((c) => typeof c !== 'boolean')
  if (open.length === 0) return true
  if (open.length === 1) return anyWay(open)
  const all = (of: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(of, sql` and `)})`
  return open.some(isByPlace) ? byPlace(all(open), all(open.map(byHashes))) : all(open)
}

/** Both rules at once. */
export const allOf =
  (...rules: RowRule[]): RowRule =>
  (row, who) =>
    both(...rules.map((rule) => rule(row, who)))
export const anyOf =
  (...rules: RowRule[]): RowRule =>
  (row, who) =>
    either(...rules.map((rule) => rule(row, who)))

/** So many places are compared one after the other as quickly as they are looked up, and found by an index. */
const manyPlaces = 20

/** Rows whose perimeter a local role reaches. */
export const withinReach =
  (column = 'perimeter_id'): RowRule =>
  (row, who) =>
    byPlace(
      sql<boolean>`${row(column)} = any(${who.perimeterIds}::bigint[])`,
      !Array.isArray(who.perimeterIds) || who.perimeterIds.length > manyPlaces
        ? sql<boolean>`(${row(column)} in (select in_reach.id from unnest(${who.perimeterIds}::bigint[]) as in_reach (id))) is true`
        : undefined,
    )

/** Of a column that may name nobody: false then, said so that the planner can tell how many rows it means and look them up in an index, as it cannot of `coalesce`. */
export const ifNamed = (column: RawBuilder<unknown>, is: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(${column} is not null and ${column} ${is})`

/** Rows of a grouping in which the person holds a local role; most rows name none. */
export const withinGrouping =
  (column = 'tag_id'): RowRule =>
  (row, who) =>
    isNone(who.tagIds) ? false : ifNamed(row(column), sql`= any(${who.tagIds}::bigint[])`)

/** Known to be empty: no condition is worth asking. */
export const isNone = (ids: Reader['groupIds']) => Array.isArray(ids) && ids.length === 0

/** Rows assigned to the person or to one of their groups; a missing column is left out by passing null. */
export const assignedTo =
  (member: string | null = 'manager_id', group: string | null = 'group_id'): RowRule =>
  (row, who) =>
    either(
      member !== null && who.memberId !== null ? ifNamed(row(member), sql`= ${who.memberId}`) : false,
      group !== null && !isNone(who.groupIds) ? ifNamed(row(group), sql`= any(${who.groupIds}::bigint[])`) : false,
    )

/** Rows that the person created. */
export const createdBySelf: RowRule = (row, who) => (who.memberId === null ? false : ifNamed(row('created_by'), sql`= ${who.memberId}`))

/** Rows in a perimeter or a grouping in which the person holds a local role. */
export const withinPlace: RowRule = anyOf(withinReach(), withinGrouping())

/** Rows that are the person's to work on, or that they created. */
export const ownedBySelf: RowRule = anyOf(assignedTo(), createdBySelf)

/** Every row to global pilots, to others none. */
export const byGlobalPilots: RowRule = byRole({ global_pilote: everyRow })

/** Every row to global pilots, to local ones those whose perimeter they reach. */
export const byPilots: RowRule = byRole({ global_pilote: everyRow, local_pilote: withinReach() })

/** The same, and auditors read as pilots do. */
export const byReaders: RowRule = byRole({ global_pilote: everyRow, global_auditor: everyRow, local_pilote: withinReach(), local_auditor: withinReach() })

/** Rows that are assigned to no person and to no group. */
export const assignedToNobody = (row: RowRef): RawBuilder<boolean> => sql<boolean>`(${row('manager_id')} is null and ${row('group_id')} is null)`

type Parent = string | ((row: RowRef) => RawBuilder<unknown>)

/** Rows whose register, policy or model is assigned to the person or one of their groups (TBL-44); `of` is where a row says which one it belongs to. */
export const throughParent =
  (entity: string, of: Parent = `${entity}_id`): RowRule =>
  (row, who) =>
    assignedIn('public.assignment', entity, of, row, who)

/** Whether a register's own row is assigned to the person or one of their groups, or was on the day that is read: what a row tells, and nothing to decide by. */
export const assignedThen =
  (entity: string): RowRule =>
  (row, who) =>
    assignedIn('assignment', entity, 'id', row, who)

function assignedIn(table: string, entity: string, of: Parent, row: RowRef, { memberId, groupIds }: Parameters<RowRule>[1]): RowCondition {
  if (memberId === null) return false
  const theirs = sql`select in_assignment.object_id from ${sql.table(table)} in_assignment where in_assignment.customer_id = current_customer()
    and in_assignment.entity = ${entity} and (in_assignment.member_id = ${memberId} or in_assignment.group_id = any(${groupIds}::bigint[]))`
  return amongFew(typeof of === 'string' ? row(of) : of(row), theirs)
}

/** A condition as SQL, for a where clause or a selected column. */
export const asSql = (condition: RowCondition): RawBuilder<boolean> =>
  typeof condition === 'boolean' ? (condition ? sql<boolean>`true` : sql<boolean>`false`) : condition
