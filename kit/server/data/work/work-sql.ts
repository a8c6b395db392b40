import { sql, type RawBuilder } from 'kysely'
import { closedStates, type workFlags, type WorkItem } from '#kit/contract/work-item.ts'
import { anyOf, asSql, assignedTo, ifNamed, type Reader, type RowRef, type RowRule } from '#kit/server/access/row-rule.ts'
import type { Chosen, Derived, Sought } from '#kit/server/data/resources/resource.ts'
import { waitingFor, waitsFor } from './waiting.ts'
import { today } from '#kit/server/data/sql/today.ts'

/** Written as an index on it is: `status in ('FINISHED', 'CANCELLED')`. */
function closed(work: WorkItem, row: RowRef): RawBuilder<boolean> {
  const states = closedStates(work)
  return states.length === 0 ? sql`false` : sql`(${row(work.status)} in (${sql.join(states.map((state) => sql.lit(state)))}))`
}

/** Something is still to be done. */
export const isOpenRow = (work: WorkItem, row: RowRef): RawBuilder<boolean> => sql`(not ${closed(work, row)})`

/** Somebody is told of its dates. */
export const isWatchedRow = (work: WorkItem, row: RowRef): RawBuilder<boolean> => (work.watched === undefined ? sql`true` : sql`${row(work.watched)}`)
const watched = (work: WorkItem, row: RowRef) => (work.watched === undefined ? sql`` : sql` and ${row(work.watched)}`)

/** Past its date, with something still to be done. */
export const isLateRow = (work: WorkItem, row: RowRef): RawBuilder<boolean> =>
  work.due ? sql`coalesce(${row(work.due.date)} < ${today} and not ${closed(work, row)}${watched(work, row)}, false)` : sql`false`

/** Due within the days that turn amber, today among them, with something still to be done. */
const isSoonRow = (work: WorkItem, row: RowRef): RawBuilder<boolean> =>
  work.due
    ? sql`coalesce(${row(work.due.date)} between ${today} and ${today} + ${work.due.soon}::int and not ${closed(work, row)}${watched(work, row)}, false)`
    : sql`false`

/** The columns of who is responsible. */
export const responsibleColumns = ({ responsible }: WorkItem) => ({
  person: responsible ? `${responsible.person}_id` : null,
  group: responsible?.group ? `${responsible.group}_id` : null,
})

/** Rows of somebody for whom the reader stands in today: theirs to look after, as far as they may see them; it gives no right to any. */
const stoodIn =
  (person: string | null): RowRule =>
  (row, { memberId }) =>
    person === null || memberId === null ? false : ifNamed(row(person), sql`= any((select stood_in_for(${memberId}))::bigint[])`)

/** Theirs, and late. */
function mineAndLate(work: WorkItem) {
  const { person, group } = responsibleColumns(work)
  const mine = anyOf(assignedTo(person, group), stoodIn(person))
  return { mine, late: (row: RowRef, who: Reader) => sql<boolean>`(${isLateRow(work, row)} and ${asSql(mine(row, who))})` }
}

/** The SQL of the flags that every work item has, for those that its entity declares; `decision`: whether the reader is waited for to decide. */
export function workDerived(work: WorkItem, decision?: Derived): Readonly<Record<keyof typeof workFlags, Derived>> {
  const { mine, late } = mineAndLate(work)
  return {
    closed: (row) => closed(work, row),
    late: (row) => isLateRow(work, row),
    soon: (row) => isSoonRow(work, row),
    mine: (row, _, who) => (who ? asSql(mine(row, who)) : sql`false`),
    waits_for: waitsFor(work.entity.name, decision, late),
  }
}

/**
 * The same rows as the flags', for counts: `is false` stays what an index on it is, where `not` is turned into another condition, and what lies within `coalesce` no index answers.
 */
export function workSought(work: WorkItem): Readonly<Record<string, Sought>> {
  const open = (row: RowRef) => sql<boolean>`${closed(work, row)} is false`
  const due = (row: RowRef, days: RawBuilder<unknown>) =>
    work.due ? sql<boolean>`(${row(work.due.date)} ${days} and ${open(row)}${watched(work, row)})` : false
  return {
    closed: (row, holds) => (holds ? undefined : open(row)),
    late: (row, holds) => (holds ? due(row, sql`< ${today}`) : undefined),
    soon: (row, holds) => (holds ? due(row, sql`between ${today} and ${today} + ${work.due?.soon ?? 0}::int`) : undefined),
  }
}

/** How lists are asked for the flags that have words. */
export const workChosen = (work: WorkItem, decision?: Derived): Readonly<Record<string, Chosen>> => ({
  waits_for: waitingFor(work.entity.name, decision, mineAndLate(work).late),
})
