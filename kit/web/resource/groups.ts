import type { EntityDef } from '#kit/contract/entity.ts'
import type { GroupAnswer } from '#kit/contract/envelope.ts'
import type { Reference } from '#kit/contract/field.ts'
import { only } from '#kit/contract/figure.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import type { ListSetting } from '#kit/web/table/column-layout.ts'
import type { ListDefaults } from '#kit/web/table/list-state.ts'
import { valueOf } from './entity-columns.tsx'
import type { AnyRow } from './presentation.ts'

/** Of longer pages only the rows in sight are drawn, whose places are reckoned from one height: they stand without groups. */
const longestPage = 100

/** The field by which a list can be grouped: as the entity declares, unless the list is of one group anyway. */
export const groupField = ({ list: { groupedBy } }: EntityDef, fixed: readonly Filter[]): string | undefined =>
  fixed.some(({ name }) => name === groupedBy) ? undefined : groupedBy

/** Whether a list is grouped: as its reader keeps it, else where it is the list of all rows of its entity. */
export const isGrouped = ({ name }: EntityDef, list: string, { grouped }: Pick<Partial<ListSetting>, 'grouped'>): boolean => grouped ?? list === name

/** The field by which a page is asked for in groups. */
export function askedGroup(
  entity: EntityDef,
  { list, fixed, setting, view, perPage }: { list: string; fixed: readonly Filter[]; setting: Partial<ListSetting>; view: string; perPage: number },
): string | undefined {
  return view === 'list' && perPage <= longestPage && isGrouped(entity, list, setting) ? groupField(entity, fixed) : undefined
}

/** The list of all rows of an entity that groups its work opens the work: what is still to be done, while it is shown as a list. */
export const opensWork = (entity: EntityDef, list: string): Pick<ListDefaults, 'listFilters'> =>
  entity.list.groupedBy !== undefined && list === entity.name && entity.fields.closed?.kind === 'boolean' && entity.list.filters.includes('closed')
    ? { listFilters: [only('closed', false)] }
    : {}

/** Rows of one group on a page. */
export interface RowsGroup {
  /** Of the row that groups them; an empty word where there is none. */
  readonly key: string
  /** As the rows name it. */
  readonly of: Reference | null
  readonly answer: GroupAnswer | undefined
  readonly rows: readonly AnyRow[]
}

/** The rows of a page by their groups, each where its first row stands: one that was changed under its reader's hands goes to its own. */
export function rowsByGroup(rows: readonly AnyRow[], by: string, groupAnswers: readonly GroupAnswer[] = []): RowsGroup[] {
  const keyOf = (id: number | null | undefined) => String(id ?? '')
  const answers = new Map(groupAnswers.map((group) => [keyOf(group.id), group]))
  const groups = Map.groupBy(rows, (row) => keyOf((valueOf(row, by) as Reference | null | undefined)?.id))
  return [...groups].map(([key, some]) => ({
    key,
    rows: some,
    of: some[0] ? ((valueOf(some[0], by) as Reference | null | undefined) ?? null) : null,
    answer: answers.get(key),
  }))
}

/** How many rows of the last group stand on later pages; undefined where that is not known: a group that fills the page may have begun before it. */
export function restOfLast(groups: readonly RowsGroup[], page: number): number | undefined {
  const last = groups.at(-1)
  if (!last?.answer || (groups.length === 1 && page > 1)) return undefined
  return Math.max(0, last.answer.rows - last.rows.length)
}
