import type { RawBuilder } from 'kysely'
import type { Figure } from '#kit/contract/figure.ts'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import type { Places } from './checks.ts'

/** The period that is counted, `YYYY-MM-DD`, its last day or today, whichever comes first. */
export interface Span {
  readonly from: string
  readonly to: string
}

/** Which rows count: those of a figure, or SQL where the period matters. */
export type Counting = Figure | ((row: RowRef, span: Span) => RawBuilder<boolean>)

/** Something that Vigie counts of an entity's rows by itself, perimeter by perimeter: how many there are or, where it says of which, how many in a hundred. */
export interface Counted {
  readonly count: Counting
  readonly of?: Counting
  /** What happened in the period, rather than how things stand at its end. */
  readonly happened?: true
}

/** What is counted of an entity, by name, and where its rows are. */
export interface ResourceCounts {
  readonly declared: Readonly<Record<string, Counted>>
  readonly places: Places
}
