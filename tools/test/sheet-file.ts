import { readWorkbook, type ReadCell } from '#kit/server/sheets/read-sheet.ts'
import { xlsx, type Cell, type Sheet } from '#kit/server/sheets/xlsx.ts'

/** A workbook's bytes. */
export async function bytesOf(sheets: readonly Sheet[]): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of xlsx(sheets)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A workbook of one sheet. */
export const workbookOf = (header: readonly string[], rows: readonly (readonly Cell[])[]): Promise<Buffer> => bytesOf([{ name: 'x', header, rows: [rows] }])

/** What somebody does in a spreadsheet: `set` gives a cell another value by the title of its column, and the row by what any of its cells holds. */
export interface Spreadsheet {
  readonly set: (row: string, column: string, value: Cell, sheet?: string) => void
  readonly add: (values: Readonly<Record<string, Cell>>, sheet?: string) => void
  readonly titles: (sheet?: string) => readonly string[]
  readonly save: () => Promise<Buffer>
}

/** Opens a workbook as it came from an export, to be changed and saved; what is not touched is written as it was read. */
export async function openSpreadsheet(content: Buffer): Promise<Spreadsheet> {
  const { sheets } = await readWorkbook(content)
  const tables = sheets.map(({ name, rows }) => ({ name, rows: rows.map((row) => row.map(written)) }))
  const table = (sheet?: string) => {
    const found = sheet === undefined ? tables[0] : tables.find(({ name }) => name === sheet)
    if (!found) throw new Error(`There is no sheet ${sheet}; there are ${tables.map(({ name }) => name).join(', ')}`)
    return found
  }
  const at = (titles: readonly Cell[] | undefined, column: string) => {
    const place = titles?.indexOf(column) ?? -1
    if (place < 0) throw new Error(`There is no column ${column}; there are ${titles?.join(', ')}`)
    return place
  }
  return {
    set: (key, column, value, sheet) => {
      const { rows } = table(sheet)
      const row = rows.slice(1).find((cells) => cells.includes(key))
      if (!row) throw new Error(`There is no row with ${key}`)
      row[at(rows[0], column)] = value
    },
    add: (values, sheet) => {
      const { rows } = table(sheet)
      const row: Cell[] = (rows[0] ?? []).map(() => null)
      for (const [column, value] of Object.entries(values)) row[at(rows[0], column)] = value
      rows.push(row)
    },
    titles: (sheet) => (table(sheet).rows[0] ?? []).map(String),
    save: () =>
      bytesOf(
        tables.map(({ name, rows: [header = [], ...rows] }) => ({ name, header: header.map((title) => (title === null ? '' : String(title))), rows: [rows] })),
      ),
  }
}

const written = (cell: ReadCell): Cell => {
  if (!(cell instanceof Date)) return typeof cell === 'string' && /^'[=+\-@]/.test(cell) ? cell.slice(1) : cell
  const text = cell.toISOString().slice(0, 19)
  return text.endsWith('T00:00:00') ? { day: text.slice(0, 10) } : { moment: text }
}
