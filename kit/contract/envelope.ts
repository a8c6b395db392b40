import type { z } from 'zod'
import type { groupSchema } from './grouped.ts'

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

export type GroupAnswer = z.infer<typeof groupSchema>
