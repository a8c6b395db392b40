import { sql, type RawBuilder } from 'kysely'
import type { Check } from '#kit/contract/check.ts'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { can } from '#kit/server/access/authorize.ts'
import { both, either, type RowCondition, type RowRef } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { today } from '#kit/server/data/sql/today.ts'

/** Which rows a check finds: SQL over live tables that holds nothing of the moment but the day it is and `moment()`. */
type Finding = (row: RowRef, today: RawBuilder<unknown>) => RawBuilder<boolean>

/** Which rows of an entity each of its checks finds, and where they are. */
export interface ResourceChecks {
  readonly declared: Readonly<Record<string, Check>>
  readonly where: Readonly<Record<string, Finding>>
  readonly places: Places
  /** What all that a check finds today is among, where its condition is about what is not there and no index can tell it. */
  readonly among: Readonly<Record<string, Finding>>
}

/** Where rows are. */
export interface Places {
  /** The perimeters of a row as `bigint[]`. */
  readonly of: (row: RowRef) => RawBuilder<unknown>
  /** The columns that `of` reads, where many rows have the same in them: their places are then found once. */
  readonly by?: readonly string[]
  /** Whether a row is in one of some perimeters, a `bigint[]`. */
  readonly within: (row: RowRef, some: RawBuilder<unknown>) => RawBuilder<boolean>
}

/** The SQL of declared checks; each has its own. */
export const checkRules = <W extends string>(
  declared: Readonly<Record<W, Check>>,
  where: Readonly<Record<W, Finding>>,
  places: Places,
  among: Readonly<Record<string, Finding>> = {},
): ResourceChecks => ({ declared, where, places, among })

/** What of a resource is asked here: its entity, with its checks where it has some. */
interface Checked {
  readonly def: EntityDef
  readonly checks?: ResourceChecks
}

/** Rows with one perimeter of their own. */
export const inOnePerimeter: Places = {
  of: (row) => sql`array_remove(array[${row('perimeter_id')}], null)`,
  by: ['perimeter_id'],
  within: (row, some) => sql<boolean>`${row('perimeter_id')} = any(${some})`,
}

/** Rows whose perimeters stand in rows of another table, under the alias `l`. */
export const inPerimetersOf = (from: (row: RowRef) => RawBuilder<unknown>, column: string): Places => ({
  of: (row) => sql`array(select distinct l.${sql.ref(column)} from ${from(row)})`,
  within: (row, some) => sql<boolean>`exists (select 1 from ${from(row)} and l.${sql.ref(column)} = any(${some}))`,
})

/** Some perimeters with all below them, told once for a whole statement. */
const withBelow = (ids: readonly number[]) =>
  sql`array(select b.descendant_id from public.perimeter_closure b where b.customer_id = current_customer() and b.ancestor_id = any(${ids}::bigint[]))`

/** Rows in one of some perimeters, or below it; of an entity without places none. */
export const rowsWithin = ({ checks }: Checked, row: RowRef, ids: readonly number[]): RowCondition =>
  checks ? checks.places.within(row, withBelow(ids)) : false

/** Acceptances of all checks of an entity that hold today, under the alias `x`; on their day rows count again. */
export const acceptancesOf = (entity: string): RawBuilder<unknown> =>
  sql`public.check_acceptance x where x.customer_id = current_customer() and x.entity = ${entity} and x.until > ${today}`

/** The same of one check. */
export const acceptances = ({ entity, word }: Pick<Check, 'entity' | 'word'>): RawBuilder<unknown> => sql`${acceptancesOf(entity)} and x.word = ${word}`

/** Whether somebody accepts for a time that a check finds a row. */
const isAccepted = (check: Check, row: RowRef) => sql<boolean>`${row('id')} in (select x.object_id from ${acceptances(check)})`

/** What a check finds, accepted or not, for whoever is shown it: of everybody else's rows none. A statement that is planned for its values gives the day as one. */
export function findingCondition(
  { def, checks }: Checked,
  word: string,
  row: RowRef,
  who: Pick<Who, 'rights'>,
  day: RawBuilder<unknown> = today,
): RowCondition {
  const check = checks && Object.hasOwn(checks.declared, word) ? checks.declared[word] : undefined
  const where = checks?.where[word]
  if (!check || !where) throw new Error(`${def.name}: there is no check ${word}`)
  return can(who, check.right) && can(who, def.rights.read) ? where(row, day) : false
}

/** «Empty» names no perimeter. */
function idOf(option: Filter['selected_options'][number], wrong: () => Error): number[] {
  if (option === null) return []
  if (typeof option !== 'number' || !Number.isSafeInteger(option)) throw wrong()
  return [option]
}

/** The filters `findings`, `accepted_findings` and `within` of a list. */
export function askedCondition(resource: Checked, { name, selected_options }: Filter, row: RowRef, who: Who, wrong: () => Error): RowCondition {
  if (name === 'within')
    return rowsWithin(
      resource,
      row,
      selected_options.flatMap((id) => idOf(id, wrong)),
    )
  const conditions = selected_options.map((word): RowCondition => {
    const check = typeof word === 'string' && resource.checks && Object.hasOwn(resource.checks.declared, word) ? resource.checks.declared[word] : undefined
    // «Empty», as any list may be asked: what no check finds is not told.
    if (word === null) return false
    if (!check) throw wrong()
    const accepted = isAccepted(check, row)
    return both(findingCondition(resource, check.word, row, who), name === 'findings' ? sql<boolean>`not ${accepted}` : accepted)
  })
  return either(...conditions)
}
