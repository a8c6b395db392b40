import { useLayoutEffect } from 'react'
import type { MouseEvent, ReactNode, RefObject } from 'react'
import { usePainted } from '#kit/web/after-paint.ts'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import type { Column, RowAction, Selection, TableRow } from './columns.ts'
import css from './data-table.module.css'
import type { RowId } from './list-state.ts'
import { GroupedRows, type TableGroup } from './grouped-rows.tsx'
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
  /** The rows stand in these, in their order. */
  readonly groups?: readonly TableGroup[] | undefined
}

/** The share of the window's height that rows take at most: before the first picture no more of them are drawn. */
const inSight = 0.65

/** From here on only the rows in sight are in the document. */
const virtualFrom = 100

// Pages of so many rows are rare: what finds the rows in sight comes when it is needed.
const VirtualRows = lazy(() => import('./virtual-rows.tsx').then((module) => ({ default: module.VirtualRows }))) as <T extends TableRow>(
  props: BodyProps<T>,
) => ReactNode

/** The rows; a component of its own, so that scrolling draws nothing else again. */
export function TableBody<T extends TableRow>(props: BodyProps<T>) {
  const { length } = props.rows
  const painted = usePainted(length > 0)
  const drawn = Math.min(length, virtualFrom, painted ? Infinity : Math.ceil((window.innerHeight * inSight) / props.rowHeight))
  const first = props.rows.slice(0, drawn).map((_, index) => ({ index }))
  if (props.groups) return <GroupedRows {...props} groups={props.groups} drawn={drawn} />
  // Those that are still to come have their room, for a list that goes back to where it was scrolled.
  if (length <= virtualFrom) return <Rows {...props} places={first} height={drawn < length ? length * props.rowHeight : undefined} />
  return (
    <Suspense fallback={<Rows {...props} places={first} />}>
      <VirtualRows {...props} />
    </Suspense>
  )
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
