import readWorkbook, { readSheet } from 'read-excel-file/node'
import { withBooleanDigits } from './boolean-cells.ts'
import { inspectWorkbook, type SheetMarks } from './inspect-workbook.ts'
import type { ReadAnswer, ReadCell } from './read-sheet.ts'

/** The sheets of an Excel file, or its fault; for a process of bounded memory and time, where what it unpacks to is known to be within bounds. */
export async function readSheets(file: Buffer): Promise<ReadAnswer> {
  try {
    const { sheets: marks, macros, links, from1904 } = inspectWorkbook(file)
    if (macros) return { fault: 'macros' }
    const content = await withBooleanDigits(file)
    // A sheet that is no table, such as one of charts, must not keep the others from being read.
    const sheets = await readWorkbook(content).catch(async () => {
      const tables = await Promise.all(marks.map(async ({ name: sheet }) => ({ sheet, data: await readSheet(content, sheet).catch(() => null) })))
      return tables.flatMap(({ sheet, data }) => (data ? [{ sheet, data }] : []))
    })
    if (sheets.length === 0) return { fault: 'broken' }
    return {
      links,
      sheets: sheets.map(({ sheet: name, data }) => {
        const mark = marks.find((one) => one.name === name)
        const rows = data.map((row, y) =>
          row.map((cell, x) => {
            const at = `${y}:${x}`
            return asShown(cell as ReadCell, { percent: mark?.percents.has(at), zeros: mark?.zeros.get(at), from1904 })
          }),
        )
        return {
          name,
          rows: mark ? completed(rows, mark) : rows,
          formulas: mark?.formulas ?? [],
          uncomputed: mark?.uncomputed ?? [],
          hidden: mark?.hidden ?? [],
        }
      }),
    }
  } catch {
    // Whatever a broken file makes the reader throw is the file's fault.
    return { fault: 'broken' }
  }
}

/** From the first day of one count of days to that of the other. */
const fourYears = 1462 * 86_400_000

interface Shown {
  readonly percent: boolean | undefined
  readonly zeros: number | undefined
  readonly from1904: boolean
}

/** A cell as people see it, where the reader tells its bare value: a percentage, a number with the zeros before it, a moment without the loss of its fraction of a day. */
function asShown(cell: ReadCell, { percent, zeros, from1904 }: Shown): ReadCell {
  if (cell instanceof Date) return new Date(Math.round(cell.getTime() / 1000) * 1000 + (from1904 ? fourYears : 0))
  if (typeof cell !== 'number') return cell
  if (percent) return `${Number((cell * 100).toPrecision(12))} %`
  return zeros !== undefined && Number.isSafeInteger(cell) && cell >= 0 ? String(cell).padStart(zeros, '0') : cell
}

/** With the cells that the reader passes over. */
function completed(rows: ReadCell[][], { errors }: SheetMarks): ReadCell[][] {
  for (const { y, x, value } of errors) {
    while (rows.length <= y) rows.push([])
    const row = rows[y] ?? []
    while (row.length <= x) row.push(null)
    row[x] = value
  }
  return rows
}
