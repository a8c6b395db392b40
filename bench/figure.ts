/** One line of the table that `npm run bench` prints. */
export interface Figure {
  readonly what: string
  /** What was measured, with its unit. */
  readonly measured: string
  /** What the product promises; empty: told for information. */
  readonly target?: string
  readonly met?: boolean
}

/** A figure that must not exceed `limit`; `show` writes a value with its unit. */
export function atMost(what: string, value: number, limit: number, show: (value: number) => string, detail = ''): Figure {
  return { what, measured: `${show(value)}${detail && ` (${detail})`}`, target: `≤ ${show(limit)}`, met: value <= limit }
}

/** A figure that must reach `limit`. */
export function atLeast(what: string, value: number, limit: number, show: (value: number) => string, detail = ''): Figure {
  return { what, measured: `${show(value)}${detail && ` (${detail})`}`, target: `≥ ${show(limit)}`, met: value >= limit }
}

/** How many statements something takes; of none it was not seen what it sent, which meets nothing. */
export const statementsAtMost = (what: string, sent: readonly unknown[], limit: number): Figure =>
  sent.length === 0 ? { what, measured: 'not measured', target: `≤ ${limit}`, met: false } : atMost(what, sent.length, limit, count)

export const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
export const times = (value: number) => `${value.toFixed(1)} ×`
export const percent = (value: number) => `${Math.round(100 * value)} %`
export const perSecond = (value: number) => `${Math.round(value)}/s`
export const megabytes = (value: number) => `${Math.round(value)} MB`
export const count = (value: number) => String(value)

/** The figures of one part as an aligned table. */
export function tableOf(title: string, figures: readonly Figure[]): string {
  const rows = figures.map(({ what, measured, target = '', met }) => [what, measured, target, met === undefined ? '' : met ? 'met' : 'MISSED'])
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return [
    title,
    ...rows.map(
      (row) =>
        `  ${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}`,
    ),
  ].join('\n')
}
