import type { EChartsCoreOption } from 'echarts/core'
import { useWords } from '#kit/web/i18n/words.ts'
import { VisuallyHidden } from './visually-hidden.tsx'
import styles from './chart.module.css'
import { lazy } from './lazy.tsx'
import { Suspense } from './suspense.tsx'

const ChartCanvas = lazy(() => import('./chart-canvas.tsx').then((module) => ({ default: module.ChartCanvas })))

/** Reads a colour or font token by its name without dashes. */
export type Token = (name: string) => string

/** Which place of which series was pressed; the same is reached without a pointer from a table beside the drawing. */
export type OnPick = (index: number, series: number) => void

export interface ChartTable {
  readonly head: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

interface ChartProps {
  /** What the chart shows, in words. */
  readonly label: string
  /** Pixels; else as high as its surroundings. */
  readonly height?: number
  /** The same figures for those who cannot see the drawing. */
  readonly table: ChartTable
  /** Keep it stable (`useCallback` or outside the component): a new function draws anew. */
  readonly option: (token: Token) => EChartsCoreOption
  readonly onPick?: OnPick | undefined
}

/** Any drawing of ECharts with its figures as a table; bars, lines, radar and gauge are ready in `charts.tsx`. */
export function Chart({ label, height, table, option, onPick }: ChartProps) {
  const words = useWords('kit')
  return (
    <figure className={styles.chart} style={{ margin: 0, ...(height ? { height, flex: 'none' } : {}) }}>
      <div className={styles.canvas} role="img" aria-label={label}>
        <Suspense fallback={<div className={styles.canvas} aria-busy />}>
          <ChartCanvas option={option} onPick={onPick} />
        </Suspense>
      </div>
      <VisuallyHidden>
        <table>
          <caption>{words('chart.as_table', { name: label })}</caption>
          <thead>
            <tr>
              {table.head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row) => (
              <tr key={String(row[0])}>
                {row.map((cell, column) => (
                  <td key={table.head[column]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
}
