import { memo } from 'react'
import type { MouseEvent } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Check } from '#kit/web/ui/check.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { canOpen, canSelect } from './columns.ts'
import type { Column, RowAction, TableRow } from './columns.ts'
import css from './data-table.module.css'
import { RowActions } from './row-actions.tsx'

interface RowProps<T extends TableRow> {
  readonly row: T
  readonly name: string
  readonly index: number
  /** Offset in pixels when the table is virtual. */
  readonly top: number | undefined
  readonly columns: readonly Column<T>[]
  readonly actions: readonly RowAction<T>[]
  readonly selectable: boolean
  readonly selected: boolean
  readonly active: boolean
  /** It stands where it was seen, and no longer belongs there. */
  readonly leaving: boolean
  readonly open: boolean
  readonly onSelect: (index: number, event: MouseEvent) => void
  readonly onOpen: (index: number) => void
  readonly onActive: (index: number) => void
}

function Row<T extends TableRow>({
  row,
  name,
  index,
  top,
  columns,
  actions,
  selectable,
  selected,
  active,
  leaving,
  open,
  onSelect,
  onOpen,
  onActive,
}: RowProps<T>) {
  const t = useWords('kit')
  const openRow = (event: MouseEvent) => {
    // A click that ends a text selection or lands on a control is not meant for the row.
    if ((event.target as HTMLElement).closest('a,button,input,label,select,[role=menu]') || window.getSelection()?.type === 'Range') return
    onOpen(index)
  }
  return (
    <tr
      role="row"
      aria-rowindex={index + 3}
      aria-selected={selectable ? selected : undefined}
      aria-current={open || undefined}
      tabIndex={active ? 0 : -1}
      data-row={index}
      data-open={open || undefined}
      data-selected={selected || undefined}
      data-leaving={leaving || undefined}
      title={leaving ? t('table.leaving') : undefined}
      data-link={canOpen(row) || undefined}
      className={css.row}
      data-floating={top === undefined ? undefined : true}
      style={top === undefined ? undefined : { transform: `translateY(${top}px)` }}
      onClick={openRow}
      onFocus={() => onActive(index)}
    >
      {selectable ? (
        <td role="gridcell" className={css.check}>
          <Check
            aria-label={t('table.select_row', { name })}
            tabIndex={active ? 0 : -1}
            checked={selected}
            disabled={!canSelect(row)}
            onChange={() => undefined}
            onClick={(event) => onSelect(index, event)}
          />
        </td>
      ) : null}
      {columns.map((column) => (
        <td role="gridcell" key={column.name} data-align={column.align}>
          {column.cell(row)}
        </td>
      ))}
      <td role="gridcell" className={css.last}>
        {leaving ? <VisuallyHidden>{t('table.leaving')}</VisuallyHidden> : null}
        <RowActions row={row} name={name} actions={actions} focusable={active} />
      </td>
    </tr>
  )
}

/** One row; drawn again only when something of its own changes, which keeps scrolling and selecting cheap. */
export const TableRowView = memo(Row) as typeof Row
