import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect } from 'react'
import type { MouseEvent, RefObject } from 'react'
import type { Column, RowAction, Selection, TableRow } from './columns.ts'
import css from './data-table.module.css'
import type { RowId } from './list-state.ts'
import { TableRowView } from './table-row.tsx'
import type { TableModel } from './use-table-model.ts'

interface BodyProps<T extends TableRow> {
  readonly rows: ReturnType<TableModel<T>['getRowModel']>['rows']
  readonly columns: readonly Column<T>[]
  readonly actions: readonly RowAction<T>[]
  readonly selection: Selection<T> | undefined
  /** The one row in the tab order. */
  readonly active: number
  readonly openId: RowId | undefined
  readonly stale: boolean
  readonly nameOf: (row: T) => string
  /** Row that is to be focused as soon as it is in the document. */
  readonly wanted: RefObject<number | undefined>
  readonly scroller: RefObject<HTMLElement | null>
  /** Pixels of a row with its rule, and of the head above the rows. */
  readonly rowHeight: number
  readonly headHeight: number
  readonly onSelect: (index: number, event: MouseEvent) => void
  readonly onOpen: (index: number) => void
  readonly onActive: (index: number) => void
}

/** From here on only the rows in sight are in the document. */
const virtualFrom = 100

/** The rows; a component of its own, so that scrolling draws nothing else again. */
export function TableBody<T extends TableRow>(props: BodyProps<T>) {
  const { rows, columns, actions, selection, active, openId, stale, nameOf, wanted, scroller, rowHeight, headHeight, onSelect, onOpen, onActive } = props
  const virtual = rows.length > virtualFrom
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: headHeight,
    enabled: virtual,
    useFlushSync: false,
  })
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`)
    if (!row) return
    wanted.current = undefined
    row.focus({ preventScroll: true })
  })
  const items = virtual
    ? virtualizer.getVirtualItems().map((item) => ({ index: item.index, top: item.start - headHeight }))
    : rows.map((_, index) => ({ index, top: undefined }))
  return (
    <tbody role="rowgroup" className={css.body} data-stale={stale || undefined} style={virtual ? { height: virtualizer.getTotalSize() } : undefined}>
      {items.map(({ index, top }) => {
        const row = rows[index]
        return row ? (
          <TableRowView
            key={row.id}
            row={row.original}
            name={nameOf(row.original)}
            index={index}
            top={top}
            columns={columns}
            actions={actions}
            selectable={selection !== undefined}
            selected={selection?.has(row.id) ?? false}
            active={index === active}
            open={openId !== undefined && String(openId) === row.id}
            onSelect={onSelect}
            onOpen={onOpen}
            onActive={onActive}
          />
        ) : null
      })}
    </tbody>
  )
}
