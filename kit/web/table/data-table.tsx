import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { rowHeights } from './column-layout.ts'
import type { Density } from './column-layout.ts'
import { canOpen, canSelect } from './columns.ts'
import type { Column, RowAction, Selection, TableRow } from './columns.ts'
import css from './data-table.module.css'
import { toggleSort } from './list-state.ts'
import type { ListChange, ListState, RowId } from './list-state.ts'
import { tracksOf, wishesOf } from './fit-columns.ts'
import type { Tracks, Wishes } from './fit-columns.ts'
import { useKeptScroll } from './kept-scroll.ts'
import { TableBody } from './table-body.tsx'
import { groupAt, type TableGroup } from './grouped-rows.tsx'
import { TableHead } from './table-head.tsx'
import type { InBrowser } from './in-browser.ts'
import { useTableModel } from './use-table-model.ts'

export interface DataTableProps<T extends TableRow> {
  /** Names the table to assistive technology. */
  readonly label: string
  /** Visible columns in their order. */
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[] | undefined
  readonly state: ListState
  readonly onChange: (change: ListChange) => void
  /** Where `rows` is the whole list, `inBrowser`, by which it is sorted, filtered and searched here; else they are a page as the server answered it. */
  readonly whole?: InBrowser
  readonly multiSort?: boolean
  readonly filterRow?: boolean
  readonly density?: Density
  /** In pixels, in place of the density's: for rows of several lines. */
  readonly rowHeight?: number
  /** Given for people who may write; without it there are no checkboxes (TBL-17). */
  readonly selection?: Selection<T> | undefined
  readonly onSelection?: (selection: Selection<T>) => void
  readonly actions?: readonly RowAction<T>[]
  readonly onOpen?: (row: T) => void
  /** The Delete key on a row with `delete_right`. */
  readonly onDelete?: (row: T) => void
  /** Rows shown are those of the question before. */
  readonly stale?: boolean
  /** Rows that stand where they were seen although they no longer match, by id. */
  readonly leaving?: ReadonlySet<RowId> | undefined
  readonly error?: { readonly reason: unknown; readonly retry: () => void } | undefined
  readonly empty?: ReactNode
  /** In place of the general words where search and filters leave nothing. */
  readonly noMatch?: ReactNode
  readonly onResize?: (name: string, width: number) => void
  /** How a row is called in labels of its controls. */
  readonly nameOf: (row: T) => string
  /** The rows stand in these, in their order; what folds one is `onFold`. */
  readonly groups?: readonly TableGroup[] | undefined
  readonly onFold?: (key: string, folded: boolean) => void
  /** Below the last row, such as what comes on the next page. */
  readonly after?: ReactNode
  /** Under this key the scroll position is kept for the way back. */
  readonly scrollKey?: string
}

const noRows: readonly never[] = []
const noActions: readonly never[] = []
const noGroups: readonly never[] = []

/** The columns' places on the screen, as wide as the rows seen so far need them. */
function useTracks<T extends TableRow>(columns: readonly Column<T>[], rows: readonly T[] | undefined, sort: ListState['sort'], before: number): Tracks {
  const seen = useRef<{ readonly of: string; readonly wishes: Wishes }>(undefined)
  return useMemo(() => {
    // Other words, in another language, have widths of their own.
    const of = columns.map(({ label }) => label).join('\n')
    const sorted = sort.map(({ name }) => name)
    const wishes = wishesOf(columns, rows ?? noRows, sorted, seen.current?.of === of ? seen.current.wishes : {})
    seen.current = { of, wishes }
    return tracksOf(columns, wishes, before)
  }, [columns, rows, sort, before, seen])
}

/** The one table of the product: sort, filters, selection, keyboard and states; paging and toolbar stand around it. */
export function DataTable<T extends TableRow>(props: DataTableProps<T>) {
  const {
    label,
    columns,
    rows,
    state,
    onChange,
    whole,
    multiSort = false,
    filterRow = true,
    density = 'compact',
    rowHeight = rowHeights[density],
    selection,
    actions = noActions,
    nameOf,
    error,
    stale,
    groups,
  } = props
  const t = useWords('kit')
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const wanted = useRef<number | undefined>(undefined)
  const selectable = selection !== undefined

  const model = useTableModel({
    label,
    rows: rows ?? noRows,
    columns,
    state,
    whole,
    selection,
    onSelection: props.onSelection,
  })
  const shown = model.rows
  const last = shown.length - 1
  const height = rowHeight + 1
  const headHeight = filterRow ? 65 : 31
  useKeptScroll(scroller, props.scrollKey, rows !== undefined)

  // The newest model, for the handlers that rows receive once and keep.
  const now = useRef({ model, props })
  now.current = { model, props }
  const open = useCallback((index: number) => {
    const row = now.current.model.rows[index]
    if (row && canOpen(row)) now.current.props.onOpen?.(row)
  }, [])
  const select = useCallback((index: number, event: MouseEvent) => now.current.model.press(index, event), [])

  const focusRow = (index: number) => {
    const target = Math.max(0, Math.min(last, index))
    const element = scroller.current
    if (!element) return
    // Rows are all of one height, drawn or not: the place of any of them is known, unless heads of groups stand among them, which are never many.
    const drawn = groups && element.querySelector(`[data-row="${target}"]`)
    const top = drawn ? drawn.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop - headHeight : target * height
    const room = element.clientHeight - headHeight
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + height > element.scrollTop + room) element.scrollTop = top + height - room
    wanted.current = target
    setActive(target)
    element.querySelector<HTMLElement>(`[data-row="${target}"]`)?.focus({ preventScroll: true })
  }
  useEffect(() => {
    if (active > last) setActive(Math.max(0, last))
  }, [active, last])

  const focusFold = (key: string) => scroller.current?.querySelector<HTMLElement>(`[data-fold="${key}"]`)?.focus()
  /** ← folds the group in which the focus is, → unfolds it, ↓ leads from its head to its rows. */
  const onGroupKey = (event: KeyboardEvent): boolean => {
    const { fold, row } = (event.target as HTMLElement).dataset
    const at =
      (fold === undefined ? undefined : groups?.find(({ key }) => key === fold)) ?? (row === undefined ? undefined : groupAt(groups ?? noGroups, Number(row)))
    if (!groups || !at) return false
    if (event.key === 'ArrowLeft' && !at.folded) {
      props.onFold?.(at.key, true)
      focusFold(at.key)
    } else if (event.key === 'ArrowRight' && at.folded) props.onFold?.(at.key, false)
    else if (event.key === 'ArrowDown' && fold !== undefined && last >= 0)
      focusRow(groups.slice(0, groups.indexOf(at)).reduce((sum, { count }) => sum + count, 0))
    else return false
    return true
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey && !event.ctrlKey && !event.metaKey && onGroupKey(event)) {
      event.preventDefault()
      return
    }
    const index = Number((event.target as HTMLElement).dataset.row)
    const row = shown[index]
    if (Number.isNaN(index) || !row || event.altKey || event.ctrlKey || event.metaKey) return
    const moves: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: last,
      PageDown: index + 10,
      PageUp: index - 10,
    }
    const move = moves[event.key]
    if (move !== undefined) focusRow(move)
    else if (event.key === 'Enter') open(index)
    else if (event.key === ' ' && selectable) {
      if (canSelect(row)) model.toggle(row)
    } else if (event.key === 'Delete' && row.delete_right) props.onDelete?.(row)
    else return
    event.preventDefault()
  }

  const { template, least } = useTracks(columns, rows, state.sort, selectable ? 36 : 0)
  const style = { '--columns': template, '--min': `${least}px`, '--row': `${height - 1}px` } as CSSProperties
  const filtered = state.filters.length > 0 || state.search !== ''

  if (error && !rows) return <ErrorState reason={error.reason} onRetry={error.retry} />
  return (
    <div ref={scroller} className={css.scroll} onKeyDown={onKeyDown}>
      <table
        role="grid"
        aria-label={label}
        aria-busy={stale || rows === undefined}
        aria-multiselectable={selectable}
        aria-rowcount={shown.length + (groups?.length ?? 0) + 2}
        className={css.table}
        style={style}
      >
        <TableHead
          model={model}
          columns={columns}
          sort={state.sort}
          filters={state.filters}
          filterRow={filterRow}
          ready={rows !== undefined}
          selectable={selectable}
          onSort={(name, additive) => onChange({ sort: toggleSort(state.sort, name, additive && multiSort) })}
          onFilters={(filters) => onChange({ filters })}
          onResize={props.onResize}
        />
        <TableBody
          rows={shown}
          columns={columns}
          actions={actions}
          selection={selection}
          active={active}
          openId={state.id}
          stale={stale ?? false}
          leaving={props.leaving ?? model.leaving}
          nameOf={nameOf}
          wanted={wanted}
          scroller={scroller}
          rowHeight={height}
          headHeight={headHeight}
          onSelect={select}
          onOpen={open}
          onActive={setActive}
          groups={groups}
        />
      </table>
      {props.after ? <p className={css.rest}>{props.after}</p> : null}
      {rows === undefined ? <SkeletonRows count={20} /> : null}
      {rows && !shown.length && !groups?.length && !error
        ? filtered
          ? (props.noMatch ?? (
              <EmptyState text={t('table.no_match')} way={{ label: t('table.clear_filters'), quiet: true, run: () => onChange({ filters: [], search: '' }) }} />
            ))
          : (props.empty ?? <EmptyState text={t('table.no_data_yet')} />)
        : null}
    </div>
  )
}
