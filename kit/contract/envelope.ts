import type { RowBase } from './entity.ts'

/** Every answer of the API (GEN-18): `message` is in the reader's language, `code` is a stable word, `errors` names every wrong field. */
export interface Refusal {
  readonly ok: false
  readonly message: string
  readonly code: string
  readonly errors?: Readonly<Record<string, readonly string[]>>
  /** The current row, when a write was refused as stale. */
  readonly object?: unknown
}

export interface ObjectAnswer<T> {
  readonly ok: true
  readonly message?: string
  readonly object: T
}

export interface ListAnswer<T> {
  readonly ok: true
  readonly message?: string
  readonly objects: readonly T[]
}

export interface PageAnswer<T> extends ListAnswer<T> {
  /** Rows that match the filters over all pages, exact. */
  readonly total: number
  readonly add_right: boolean
  /** Rows that match but that the reader may not open (TBL-19). */
  readonly hidden?: number
  /** The groups of which rows stand on the page, in its order, when it was asked for grouped. */
  readonly groups?: readonly GroupAnswer[]
}

/** A group of rows: what groups them, as far as the reader may see it, and how many there are. */
export interface GroupAnswer {
  readonly id: number | null
  /** Rows of the list, on any page. */
  readonly rows: number
  readonly open?: number
  readonly late?: number
  readonly closed?: number
  readonly head: RowBase | null
}
