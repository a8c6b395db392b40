import { readDay } from '#kit/contract/date-order.ts'
import { clockAt, hoursOf } from '#kit/contract/hours-of-day.ts'
import { isDay } from '#kit/contract/schema.ts'
import type { Who } from '#kit/server/access/who.ts'
import type { ReadCell } from '#kit/server/sheets/read-sheet.ts'
import type { ReportLine } from '#kit/server/sheets/report.ts'
import type { SheetLine } from '#kit/server/sheets/sheet-lines.ts'
import { unguarded } from '#kit/server/sheets/xlsx.ts'
import { readNumber } from '#areas/metrics/contract/fault.ts'
import { hourKey, isHour } from '#areas/metrics/contract/hour.ts'
import { periodOf, readPeriod, type Periodicity, type PeriodStart } from '#areas/metrics/contract/period.ts'

/** A line as it stands in the file. */
export interface ValueLine {
  readonly n: number
  readonly metric: string
  readonly perimeter: string
  readonly date: ReadCell
  readonly value: ReadCell
  /** Null: the cell is empty; undefined: there is no such column. */
  readonly comment: string | null | undefined
}

const textOf = (cell: ReadCell | undefined): string => (cell === undefined || cell === null ? '' : unguarded(String(cell)).trim())

/** The lines of a file by its columns, or which of those that it must have is not there: of a metric, a perimeter and a date. */
export function linesOf(lines: readonly SheetLine[]): { readonly lines: readonly ValueLine[]; readonly missing: readonly string[] } {
  const there = new Set(lines[0]?.cells.map(([{ name }]) => name))
  return {
    missing: ['metric', 'perimeter', 'date', 'value'].filter((name) => !there.has(name)),
    lines: lines.map(({ n, cells }) => {
      const cellsByName = new Map(cells.map(([{ name }, cell]) => [name, cell]))
      return {
        n,
        metric: textOf(cellsByName.get('metric')),
        perimeter: textOf(cellsByName.get('perimeter')),
        date: cellsByName.get('date') ?? null,
        value: cellsByName.get('value') ?? null,
        comment: there.has('comment') ? textOf(cellsByName.get('comment')) || null : undefined,
      }
    }),
  }
}

/** The period that a cell names: a date, a day as its reader writes it, or the name of the period. */
export function periodIn(cell: ReadCell, periodicity: Periodicity, reader: Pick<Who, 'dateOrder' | 'timeZone'>): PeriodStart | undefined {
  if (periodicity === 'HOURLY') return hourIn(cell, reader)
  if (cell instanceof Date) return periodOf(periodicity, cell.toISOString().slice(0, 10))
  const text = textOf(cell)
  const named = readPeriod(periodicity, text)
  if (named !== undefined) return named
  const day = readDay(/^\d{4}-\d{2}-\d{2}T/.test(text) ? text.slice(0, 10) : text, reader.dateOrder)
  return day !== null && isDay(day) ? periodOf(periodicity, day) : undefined
}

/** The hour that a cell names: as clocks show it, of two that are alike the first; or by its number, `2026-10-25T02`. A day without an hour is told as such. */
function hourIn(cell: ReadCell, { dateOrder, timeZone }: Pick<Who, 'dateOrder' | 'timeZone'>): PeriodStart | undefined {
  // Spreadsheets keep moments as fractions of a day, which come back some milliseconds early.
  const text = cell instanceof Date ? new Date(cell.getTime() + 30_000).toISOString().slice(0, 16) : textOf(cell)
  if (isHour(text)) return text
  const [, date = text, hour, minute] = /^(.+?)[T\s]+(\d{1,2})(?:[:hH](\d{2})?(?::\d{2})?)?$/.exec(text) ?? []
  const day = readDay(date, dateOrder)
  if (day === null || !isDay(day)) return undefined
  if (hour === undefined) return day
  const shown = `${hour.padStart(2, '0')}:${minute ?? '00'}`
  const number = Array.from({ length: hoursOf(day, timeZone) }, (_, n) => clockAt(day, n, timeZone)).indexOf(shown)
  return number < 0 ? undefined : hourKey(day, number)
}

/** The number that a cell holds; undefined for what is none. */
export const numberIn = (cell: ReadCell): number | undefined => (typeof cell === 'number' ? cell : cell instanceof Date ? undefined : readNumber(textOf(cell)))

export const isEmpty = (cell: ReadCell): boolean => textOf(cell) === ''

/** Something wrong with a line, in the words of metrics. */
export const wrongLine = (n: number, key: string, values?: Readonly<Record<string, string | number>>): ReportLine => ({
  n,
  level: 'error',
  message: { key: `metrics.${key}`, ...(values && { values }) },
})
