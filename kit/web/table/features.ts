import {
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import { compareValues, matchesSearch, passesFilter } from './client-rows.ts'
import type { Filter } from '#kit/contract/list-query.ts'

const shared = {
  rowSortingFeature,
  rowPaginationFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  rowSelectionFeature,
}

/** Only the parts of the table library that are used, so that the rest stays out of the bundle. */
export const serverFeatures = tableFeatures(shared)

/** The same with sorting and filtering in the browser, for lists that were sent whole. */
export const clientFeatures = tableFeatures({
  ...shared,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
})

interface ReadsValues {
  getValue: (columnId: string) => unknown
}

/** Sorting and filtering functions of client mode, in the words of the list protocol. */
export const sortValues = (a: ReadsValues, b: ReadsValues, name: string) => compareValues(a.getValue(name), b.getValue(name))
export const filterValues = (row: ReadsValues, name: string, options: Filter['selected_options']) => passesFilter(row.getValue(name), options)
export const searchValues = (row: ReadsValues, name: string, search: string) => matchesSearch([row.getValue(name)], search)
