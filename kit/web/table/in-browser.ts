import type { Filter } from '#kit/contract/list-query.ts'
import { compareValues, matchesSearch, passesFilter } from './client-rows.ts'
import type { Column, TableRow } from './columns.ts'
import type { ListState } from './list-state.ts'

/** What a column sorts, filters and searches a row by. */
const valueIn = <T extends TableRow>({ name, value }: Column<T>, row: T): unknown => (value ? value(row) : (row as Record<string, unknown>)[name])

/**
 * For lists that were sent whole: sorted, filtered and searched (in texts and numbers) in the browser, in the words of the list protocol. Others have no use
 * for its code. Names that no column has are passed over.
 */
export function inBrowser<T extends TableRow>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  { sort, filters, search }: Pick<ListState, 'sort' | 'filters' | 'search'>,
): readonly T[] {
  const named = <N extends { readonly name: string }>(wanted: readonly N[]) =>
    wanted.flatMap((one) => columns.filter(({ name }) => name === one.name).map((column) => ({ ...one, column })))
  const [orders, conditions] = [named(sort), named<Filter>(filters)]
  const shown = rows.filter(
    (row) =>
      conditions.every(({ column, selected_options: options }) => passesFilter(valueIn(column, row), options)) &&
      (search === '' ||
        matchesSearch(
          columns.map((column) => valueIn(column, row)).filter((value) => typeof value === 'string' || typeof value === 'number'),
          search,
        )),
  )
  if (orders.length === 0) return shown
  return shown.toSorted((a, b) => {
    for (const { column, order } of orders) {
      const compared = compareValues(valueIn(column, a), valueIn(column, b))
      if (compared !== 0) return order === 'desc' ? -compared : compared
    }
    return 0
  })
}

/** How a list that was sent whole is kept in the browser. */
export type InBrowser = typeof inBrowser
