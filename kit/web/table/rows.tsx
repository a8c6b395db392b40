import { useLayoutEffect } from 'react'
import type { MouseEvent, ReactNode, RefObject } from 'react'
import type { Column, RowAction, Selection, TableRow } from './columns.ts'
import css from './data-table.module.css'
import type { RowId } from './list-state.ts'
import { TableRowView } from './table-row.tsx'

export interface BodyProps<T extends TableRow> {
  readonly rows: readonly T[]
  readonly columns: readonly Column<T>[]
  readonly actions: readonly RowAction<T>[]
  readonly selection: Selection<T> | undefined
  /** The one row in the tab order. */
  readonly active: number
  readonly openId: RowId | undefined
  readonly stale: boolean
  readonly leaving: ReadonlySet<RowId>
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

export interface Place {
  readonly index: number
  /** Pixels from the top of the body, where not all rows stand in it. */
  readonly top?: number
}

/** The rows at these places, below their head if they have one; `height` is that of the whole body where not all of them stand in it. */
export function Rows<T extends TableRow>({
  places,
  height,
  label,
  head,
  ...props
}: BodyProps<T> & {
  readonly places: readonly Place[]
  readonly height?: number | undefined
  /** Of a group of rows: what it is called, and the row above them. */
  readonly label?: string
  readonly head?: ReactNode
}) {
  const { rows, columns, actions, selection, active, openId, stale, leaving, nameOf, wanted, scroller, onSelect, onOpen, onActive } = props
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`)
    if (!row) return
    wanted.current = undefined
    row.focus({ preventScroll: true })
  })
  return (
    <tbody role="rowgroup" aria-label={label} className={css.body} data-stale={stale || undefined} style={height === undefined ? undefined : { height }}>
      {head}
      {places.map(({ index, top }) => {
        const row = rows[index]
        if (!row) return null
        const id = String(row.id)
        return (
          <TableRowView
            key={id}
            row={row}
            name={nameOf(row)}
            index={index}
            top={top}
            columns={columns}
            actions={actions}
            selectable={selection !== undefined}
            selected={selection?.has(id) ?? false}
            active={index === active}
            leaving={leaving.has(row.id)}
            open={openId !== undefined && String(openId) === id}
            onSelect={onSelect}
            onOpen={onOpen}
            onActive={onActive}
          />
        )
      })}
    </tbody>
  )
}
