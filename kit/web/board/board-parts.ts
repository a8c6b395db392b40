import type { ReactNode } from 'react'
import type { TableRow } from '#kit/web/table/columns.ts'

/** One column of a board with the cards known so far. */
export interface ColumnOfBoard<T> {
  readonly value: string
  readonly label: string
  readonly glyph?: ReactNode
  readonly rows: readonly T[]
  /** Cards of this column over all pages. */
  readonly total: number
  /** Asks for more cards; absent when all are here. */
  readonly more?: (() => void) | undefined
}

export interface CardContent {
  readonly title: string
  readonly identifier?: string | null | undefined
  readonly tags?: readonly string[]
  readonly body?: ReactNode
  readonly footer?: ReactNode
}

export interface BoardProps<T extends TableRow> {
  readonly label: string
  readonly columns: readonly ColumnOfBoard<T>[]
  readonly card: (row: T) => CardContent
  readonly onOpen: (row: T) => void
  /** Must resolve once the columns hold the moved row; a rejection puts the card back where it was. */
  readonly onMove: (row: T, to: string) => Promise<unknown>
  /** Whether a row may go to a column; by default with `edit_right`. */
  readonly canMove?: (row: T, to: string) => boolean
  readonly onAdd?: ((column: string) => void) | undefined
}
