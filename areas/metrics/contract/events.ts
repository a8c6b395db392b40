import { defineEvent } from '#kit/contract/event.ts'
import type { PeriodStart } from './period.ts'

/** One value of one metric. */
export interface ValueAt {
  readonly metric: number
  readonly perimeter: number
  readonly period: PeriodStart
}

/** Values were entered, imported, counted or worked out; the id is that of one of the metrics, `changed` names all of them. What is worked out follows by itself, and is told as `computed`. */
export const metricEntered = defineEvent<{ readonly computed: boolean; readonly changed: readonly ValueAt[] }>('metric.entered', {
  rows: ({ changed }) => [...new Set(changed.map(({ metric }) => metric))],
})
