import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import type { Filter, Sort } from '#kit/contract/list-query.ts'
import { usePainted } from '#kit/web/after-paint.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Check } from '#kit/web/ui/check.tsx'
import { useRoving } from '#kit/web/ui/use-roving.ts'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { narrowest } from './column-layout.ts'
import type { Column, TableRow } from './columns.ts'
import css from './data-table.module.css'
import { withFilter } from './list-state.ts'
import type { TableModel } from './use-table-model.ts'

interface HeadProps<T extends TableRow> {
  readonly model: TableModel<T>
  readonly columns: readonly Column<T>[]
  readonly sort: readonly Sort[]
  readonly filters: readonly Filter[]
  readonly filterRow: boolean
  /** Whether its rows are known. */
  readonly ready: boolean
  readonly selectable: boolean
  readonly onSort: (name: string, additive: boolean) => void
  readonly onFilters: (filters: Filter[]) => void
  readonly onResize?: ((name: string, width: number) => void) | undefined
}

const noOptions: Filter['selected_options'] = []

/** Pixels of the column in whose heading something stands: it may be wider than it was declared. */
const widthOf = (part: Element) => Math.round(part.closest('th')?.getBoundingClientRect().width ?? 0)

/** The edge of a column, to be dragged. */
function Grip({ onWidth }: { readonly onWidth: (width: number) => void }) {
  const start = useRef<{ readonly x: number; readonly width: number }>(undefined)
  return (
    <span
      aria-hidden
      className={css.grip}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width: widthOf(event.currentTarget) }
      }}
      onPointerUp={({ clientX }) => {
        if (start.current && clientX !== start.current.x) onWidth(Math.max(narrowest, Math.round(start.current.width + clientX - start.current.x)))
        start.current = undefined
      }}
      onPointerCancel={() => (start.current = undefined)}
    />
  )
}

/** Column heads with sort and width, and below them the filters. */
export function TableHead<T extends TableRow>({ model, columns, sort, filters, filterRow, ready, selectable, onSort, onFilters, onResize }: HeadProps<T>) {
  const t = useWords('kit')
  const painted = usePainted(ready)
  const roving = useRoving<HTMLTableRowElement>('[data-sort]')
  const { all, some, toggleAll } = model
  return (
    <thead role="rowgroup" className={css.head} data-filters={filterRow || undefined}>
      <tr role="row" aria-rowindex={1} className={css.row} {...roving}>
        {selectable ? (
          <th role="columnheader" className={css.check}>
            <Check aria-label={t('table.select_all')} checked={all} indeterminate={!all && some} onChange={toggleAll} />
          </th>
        ) : null}
        {columns.map((column) => {
          const order = sort.find((s) => s.name === column.name)?.order
          const Arrow = order === 'asc' ? ArrowUp : order === 'desc' ? ArrowDown : ChevronsUpDown
          const onKeyDown = (event: KeyboardEvent) => {
            const by = event.altKey ? { ArrowLeft: -16, ArrowRight: 16 }[event.key] : undefined
            if (!by || !onResize) return
            event.preventDefault()
            onResize(column.name, widthOf(event.currentTarget) + by)
          }
          return (
            <th
              key={column.name}
              role="columnheader"
              data-align={column.align}
              aria-sort={order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : undefined}
            >
              {column.sortable ? (
                <button
                  type="button"
                  className={css.sort}
                  data-sort
                  data-on={order}
                  title={column.label}
                  onKeyDown={onKeyDown}
                  onClick={(event) => onSort(column.name, event.shiftKey)}
                >
                  <span>{column.label}</span>
                  {order || painted ? <Arrow size={12} aria-hidden className={order ? undefined : css.hint} /> : null}
                </button>
              ) : (
                <span className={css.label} title={column.label}>
                  {column.label}
                </span>
              )}
              {onResize ? <Grip onWidth={(width) => onResize(column.name, width)} /> : null}
            </th>
          )
        })}
        <th role="columnheader" className={css.last}>
          <VisuallyHidden>{t('actions.more')}</VisuallyHidden>
        </th>
      </tr>
      {filterRow ? (
        <tr role="row" aria-rowindex={2} className={`${css.row} ${css.filters}`}>
          {selectable ? <td role="gridcell" /> : null}
          {columns.map(({ name, label, filter: Control }) => (
            <td role="gridcell" key={name}>
              {Control ? (
                <Control
                  label={label}
                  value={filters.find((f) => f.name === name)?.selected_options ?? noOptions}
                  onChange={(selected) => onFilters(withFilter(filters, name, selected))}
                />
              ) : null}
            </td>
          ))}
          <td role="gridcell" className={css.last} />
        </tr>
      ) : null}
    </thead>
  )
}
