import type { ComponentType, ReactNode } from 'react'
import type { RowRights } from '#kit/contract/entity.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import type { RowId } from './list-state.ts'

/** The least a row must carry to stand in a table; `RowBase` does. */
export interface TableRow extends Partial<RowRights> {
  readonly id: RowId
}

export interface FilterControlProps {
  /** Name of the column, said by the control to assistive technology. */
  readonly label: string
  readonly value: Filter['selected_options']
  readonly onChange: (selected: Filter['selected_options']) => void
}

/** A column as the table draws it; `resource/entity-columns.tsx` makes them from an entity. */
export interface Column<T> {
  /** The field's name: sort key, filter name and key of the person's settings. */
  readonly name: string
  readonly label: string
  /** Pixels; the least width when the column grows. */
  readonly width: number
  readonly grow?: boolean
  /** Pixels that a row's cell takes within the edges of the column; what does not say so stays as wide as declared. */
  readonly takes?: (row: T) => number
  /** May be narrower than declared where its rows take less. */
  readonly shrinks?: boolean
  /** Its width is a person's choice. */
  readonly own?: boolean
  readonly align?: 'end'
  readonly hidden?: boolean
  readonly sortable?: boolean
  readonly cell: (row: T) => ReactNode
  readonly filter?: ComponentType<FilterControlProps>
  /** What client mode sorts and filters by; the row's own value when absent. */
  readonly value?: (row: T) => unknown
}

/** Something that can be done with one row; shown when `show` says so, so that rights on the row decide (TBL-20). */
export interface RowAction<T> {
  readonly name: string
  readonly label: string
  readonly icon?: ComponentType<{ size?: number | string }>
  readonly danger?: boolean
  /** Stands beside the menu as a button of its own. */
  readonly quick?: boolean
  readonly show?: (row: T) => boolean
  readonly run: (row: T) => void
}

/** Something that can be done with all selected rows. */
export interface BulkAction<T> {
  readonly name: string
  readonly label: string
  readonly danger?: boolean
  readonly show?: (rows: readonly T[]) => boolean
  /** `clear` selects nothing any more, `keep` these alone. */
  readonly run: (rows: readonly T[], clear: () => void, keep: (rows: readonly T[]) => void) => void
}

/** Selected rows by id; they stay selected from page to page with the values last seen. */
export type Selection<T> = ReadonlyMap<string, T>

/** A row without right stays unselected, also inside a range (TBL-16). */
export const canSelect = (row: TableRow) => Boolean(row.delete_right || row.checkbox_right)
/** Opens for editing with `edit_right`, for reading with `view_right`, else not at all (TBL-18). */
export const canOpen = (row: TableRow) => Boolean(row.edit_right || row.view_right)
