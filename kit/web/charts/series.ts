import type { ChartTable } from './chart.tsx'
import type { Told } from './plot.tsx'

export interface Series {
  readonly name: string
  /** A token's name, such as `c1`, `c1b`, `line-strong` or `c5`; or a level's own colour. */
  readonly color: string
  /** Null where nothing is known, which is drawn as nothing and not as nought. */
  readonly values: readonly (number | null)[]
}

/** The values of series as a table, with the name of what stands in its first column. */
export const tableOf = (categories: readonly string[], series: readonly Series[], corner: string): ChartTable => ({
  head: [corner, ...series.map((one) => one.name)],
  rows: categories.map((category, index) => [category, ...series.map((one) => one.values[index] ?? '—')]),
})

/** What each series holds at a place. */
export const teller =
  (categories: readonly string[], series: readonly Series[], show: (value: number) => string) =>
  (at: number): Told => ({
    title: categories[at] ?? '',
    rows: series.map(({ name, color, values }) => {
      const value = values[at] ?? null
      return { name, color, text: value === null ? '–' : show(value) }
    }),
  })
