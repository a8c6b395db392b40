import { useCallback, useState, type ReactNode } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import styles from './chart.module.css'
import type { Size } from './scale.ts'

export interface ChartTable {
  readonly head: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

interface ChartProps {
  /** What the chart shows, in words. */
  readonly label: string
  /** Pixels; else as high as its surroundings. */
  readonly height?: number | undefined
  /** The same figures for those who cannot see the drawing. */
  readonly table: ChartTable
  /** The drawing in a size. */
  readonly children: (size: Size) => ReactNode
}

/** The size of an element, undefined until it is laid out. */
function useSize() {
  const [size, setSize] = useState<Size>()
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return
      const { width, height } = entry.contentRect
      setSize((last) => (last?.width === width && last.height === height ? last : { width, height }))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [size, measure] as const
}

/** Up to where a row says something: a series that ends earlier leaves no empty cells behind. */
const lastTold = (row: readonly (string | number)[]): number => row.findLastIndex((cell) => cell !== '') + 1

/** A drawing with its figures as a table; lines, bars, radar, steps and gauge stand beside this file. */
export function Chart({ label, height, table, children }: ChartProps) {
  const words = useWords('kit')
  const [size, measure] = useSize()
  return (
    <figure className={styles.chart} style={{ margin: 0, ...(height ? { height, flex: 'none' } : {}) }}>
      <div ref={measure} className={styles.drawn} role="img" aria-label={label}>
        {size && size.width > 0 && size.height > 0 ? children(size) : null}
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
                {row.slice(0, lastTold(row)).map((cell, column) => (
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
