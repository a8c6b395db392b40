/** A value as it is to be. */
export interface NewValue {
  readonly metric_id: number
  readonly perimeter_id: number
  readonly period: string
  readonly value: number | null
  readonly comment: string | null
}

/** The same of a period; a day of which hours are missing is not whole. */
export type DayValue = NewValue & { readonly whole: boolean }

/** What there is in a place. */
export interface Standing {
  readonly metric_id: number
  readonly perimeter_id: number
  readonly period: string
  readonly value: number | null
  readonly comment: string | null
  readonly version: number
}
