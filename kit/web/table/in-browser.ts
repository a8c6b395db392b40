import { columnFilteringFeature, createFilteredRowModel, createSortedRowModel, globalFilteringFeature, tableFeatures } from '@tanstack/react-table'
import type { Filter } from '#kit/contract/list-query.ts'
import { compareValues, matchesSearch, passesFilter } from './client-rows.ts'
import { shared } from './features.ts'

interface ReadsValues {
  getValue: (columnId: string) => unknown
}

/** For lists that were sent whole: sorted, filtered and searched in the browser, in the words of the list protocol. Others have no use for its code. */
export const inBrowser = {
  features: tableFeatures({
    ...shared,
    columnFilteringFeature,
    globalFilteringFeature,
    filteredRowModel: createFilteredRowModel(),
    sortedRowModel: createSortedRowModel(),
  }),
  column: {
    sortFn: (a: ReadsValues, b: ReadsValues, name: string) => compareValues(a.getValue(name), b.getValue(name)),
    filterFn: (row: ReadsValues, name: string, options: Filter['selected_options']) => passesFilter(row.getValue(name), options),
  },
  options: { globalFilterFn: (row: ReadsValues, name: string, search: string) => matchesSearch([row.getValue(name)], search) },
} as const

/** How a list that was sent whole is kept in the browser. */
export type InBrowser = typeof inBrowser
