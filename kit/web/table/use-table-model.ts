import { functionalUpdate, useTable } from '@tanstack/react-table'
import type { RowSelectionState, TableOptions, Updater } from '@tanstack/react-table'
import { useMemo } from 'react'
import { canSelect } from './columns.ts'
import type { Column, Selection, TableRow } from './columns.ts'
import { serverFeatures } from './features.ts'
import type { InBrowser } from './in-browser.ts'
import type { ListState } from './list-state.ts'

interface ModelOptions<T extends TableRow> {
  readonly rows: readonly T[]
  readonly columns: readonly Column<T>[]
  readonly state: ListState
  readonly whole: InBrowser | undefined
  readonly selection?: Selection<T> | undefined
  readonly onSelection?: ((selection: Selection<T>) => void) | undefined
}

const none: ReadonlyMap<string, never> = new Map<string, never>()

/** The table library's model of a list whose state lives outside: order of rows, selection with ranges. */
export function useTableModel<T extends TableRow>({ rows, columns, state, whole, selection = none, onSelection }: ModelOptions<T>) {
  const defs = useMemo(
    () =>
      columns.map((column) => ({
        id: column.name,
        accessorFn: (row: T): unknown => (column.value ? column.value(row) : (row as Record<string, unknown>)[column.name]),
        ...whole?.column,
      })),
    [columns, whole],
  )
  const rowSelection = useMemo(() => Object.fromEntries([...selection.keys()].map((id) => [id, true as const])), [selection])
  const sorting = useMemo(() => state.sort.map((s) => ({ id: s.name, desc: s.order === 'desc' })), [state.sort])
  const columnFilters = useMemo(() => state.filters.map((f) => ({ id: f.name, value: f.selected_options })), [state.filters])

  const select = (change: Updater<RowSelectionState>) => {
    const here = new Map(rows.map((row) => [String(row.id), row]))
    const ids = Object.keys(functionalUpdate(change, rowSelection))
    onSelection?.(
      new Map(
        ids.flatMap((id) => {
          const row = here.get(id) ?? selection.get(id)
          return row ? [[id, row] as const] : []
        }),
      ),
    )
  }

  const options = {
    data: rows as T[],
    columns: defs,
    getRowId: (row: T) => String(row.id),
    state: { sorting, rowSelection, ...(whole && { columnFilters, globalFilter: state.search }) },
    enableRowSelection: (row: { original: T }) => canSelect(row.original),
    onRowSelectionChange: select,
    manualPagination: true,
    ...(whole?.options ?? { manualSorting: true }),
  }
  // Both feature sets have the same shape but for the row models, which the library's types spell out.
  const features = whole?.features ?? serverFeatures
  const all: unknown = { ...options, features }
  return useTable(all as TableOptions<typeof serverFeatures, T>)
}

/** What `useTableModel` returns, for the parts of the table. */
export type TableModel<T extends TableRow> = ReturnType<typeof useTableModel<T>>
