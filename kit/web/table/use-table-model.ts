import { useLayoutEffect, useMemo, useRef } from 'react'
import type { MouseEvent } from 'react'
import { canSelect } from './columns.ts'
import type { Column, Selection, TableRow } from './columns.ts'
import type { InBrowser } from './in-browser.ts'
import { inPlaces, useSeen } from './kept-places.ts'
import type { ListState, RowId } from './list-state.ts'
import { rangeTo, ticked, withRows } from './selecting.ts'

interface ModelOptions<T extends TableRow> {
  /** Tells its rows from those of another table that is drawn in its place. */
  readonly label: string
  readonly rows: readonly T[]
  readonly columns: readonly Column<T>[]
  readonly state: ListState
  readonly whole: InBrowser | undefined
  readonly selection?: Selection<T> | undefined
  readonly onSelection?: ((selection: Selection<T>) => void) | undefined
}

/** The rows of a table as they stand on the screen, and what selecting them does. */
export interface TableModel<T extends TableRow> {
  readonly rows: readonly T[]
  /** Those that stand where they were seen although they no longer match, by id. */
  readonly leaving: ReadonlySet<RowId>
  readonly all: boolean
  readonly some: boolean
  /** A press on the box of a row; with Shift of all rows since the one pressed before. */
  readonly press: (index: number, event: MouseEvent) => void
  readonly toggle: (row: T) => void
  readonly toggleAll: () => void
}

const none: ReadonlyMap<string, never> = new Map<string, never>()

/** The model of a list whose state lives outside: order of rows, selection with ranges. */
export function useTableModel<T extends TableRow>(options: ModelOptions<T>): TableModel<T> {
  const { label, rows: given, columns, state, whole, selection = none, onSelection } = options
  const { sort, filters, search } = state
  const { before, drawn } = useSeen<T>(JSON.stringify([label, sort, filters, search]))
  const { rows, leaving } = useMemo(() => {
    if (!whole) return { rows: given, leaving: new Set<RowId>() }
    const fresh = whole(given, columns, { sort, filters, search })
    if (!before) return { rows: fresh, leaving: new Set<RowId>() }
    const shown = inPlaces(before, fresh, new Map(given.map((row) => [row.id, row])))
    const matching = new Set(fresh.map(({ id }) => id))
    return { rows: shown, leaving: new Set(shown.flatMap(({ id }) => (matching.has(id) ? [] : [id]))) }
  }, [whole, given, columns, sort, filters, search, before])
  useLayoutEffect(() => drawn(whole && rows))
  const last = useRef<string>(undefined)
  const select = (changed: readonly T[], selected: boolean) => onSelection?.(withRows(selection, given, changed, selected))
  const { all, some } = ticked(rows, selection)
  return {
    rows,
    leaving,
    all,
    some,
    press: (index, event) => {
      const row = rows[index]
      if (!row || !canSelect(row)) return
      select(rangeTo(rows, event.shiftKey ? last.current : undefined, index), (event.target as HTMLInputElement).checked)
      last.current = String(row.id)
    },
    toggle: (row) => select([row], !selection.has(String(row.id))),
    toggleAll: () => {
      last.current = undefined
      select(rows, !all)
    },
  }
}
