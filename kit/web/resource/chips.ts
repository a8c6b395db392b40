import { isFilter } from '#kit/contract/link-targets.ts'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { layColumns, type ColumnSetting } from '#kit/web/table/column-layout.ts'

/** The columns that a list shows, by name, for whoever does not draw them. */
export const shownColumns = ({ list: { columns, more = [] } }: EntityDef, settings: readonly ColumnSetting[]): string[] =>
  layColumns([...columns.map((name) => ({ name, width: 0, hidden: false })), ...more.map((name) => ({ name, width: 0, hidden: true }))], settings).flatMap(
    ({ name, hidden }) => (hidden ? [] : [name]),
  )

/** The filters that stand as chips: those in force whose own control is not in sight, whether their columns are shown or not. An address may name what is no field; the server says so. */
export const chipsOf = ({ fields }: EntityDef, filters: readonly Filter[], inSight: readonly string[]): Filter[] =>
  filters.filter(({ name, selected_options }) => Object.hasOwn(fields, name) && selected_options.length > 0 && !inSight.includes(name))

/** Chips keep the place where they first stood, one that is being filled in included: it may hold nothing for a moment. */
export function chipOrder(before: readonly string[], names: readonly string[]): string[] {
  const retained = before.filter((name) => names.includes(name))
  return [...retained, ...names.filter((name) => !retained.includes(name))]
}

/** Kinds whose values have no order that a person would recognise. */
const unordered: readonly string[] = ['links', 'rows', 'files', 'json', 'choices', 'markdown', 'color']

/** What a list can be ordered by: its columns, hidden ones included. */
export const ordersOf = ({ fields, list: { columns, more = [] } }: EntityDef): string[] =>
  [...columns, ...more].filter((name) => !unordered.includes(fields[name]?.kind ?? 'json'))

/** Where the focus goes when a chip is taken away: to the next one, else the one before, else nowhere. */
export function focusAfter(names: readonly string[], removed: string): string | undefined {
  const at = names.indexOf(removed)
  return names[at + 1] ?? names[at - 1]
}

/** The fields that can still be filtered by, in the order of the columns, then of the declaration. */
export function offeredFilters(entity: EntityDef, filters: readonly Filter[], fixed: readonly Filter[]): string[] {
  const { columns, more = [], filters: declared } = entity.list
  const taken = new Set([...filters, ...fixed].map(({ name }) => name))
  const inOrder = [...new Set([...columns, ...more].filter((name) => isFilter(entity, name) && declared.includes(name)).concat(declared))]
  return inOrder.filter((name) => !taken.has(name))
}

/** The filters whose absence would show most rows, the one that frees most first; those that free nothing are left out. */
export const freeing = (filters: readonly Filter[], without: readonly number[], most = 3): { readonly name: string; readonly count: number }[] =>
  filters
    .map(({ name }, n) => ({ name, count: without[n] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, most)
