import { cellFills, type Fills } from '#kit/server/sheets/cell-fills.ts'
import type { ReadCell, ReadSheet } from '#kit/server/sheets/read-sheet.ts'
import { Findings } from './findings.ts'
import { Origins } from './origins.ts'
import { Keys, type Reading, Table, textOf } from './tables.ts'

const mostShown = { sheets: 20, columns: 60, lines: 5, characters: 120 }

const line = (row: readonly ReadCell[] | undefined): string[] =>
  (row ?? []).slice(0, mostShown.columns).map((cell) => (textOf(cell) ?? '').slice(0, mostShown.characters))

export interface ShownSheet {
  readonly name: string
  readonly headings: readonly string[]
  readonly lines: number
  readonly sample: readonly (readonly string[])[]
}

/** The sheets of a workbook, by their names whatever their case. */
export class Book {
  readonly reading: Reading = { findings: new Findings(), origins: new Origins() }
  readonly #content: Buffer
  readonly #sheets: readonly ReadSheet[]

  constructor(content: Buffer, sheets: readonly ReadSheet[]) {
    this.#content = content
    this.#sheets = sheets
  }

  get names(): string[] {
    return this.#sheets.map(({ name }) => name)
  }

  #sheet(name: string): ReadSheet | undefined {
    const folded = name.trim().toLowerCase()
    return this.#sheets.find((sheet) => sheet.name === name) ?? this.#sheets.find((sheet) => sheet.name.trim().toLowerCase() === folded)
  }

  keys(name: string): Keys | null {
    const sheet = this.#sheet(name)
    return sheet ? new Keys(sheet, this.reading) : null
  }

  table(name: string, { positions = false } = {}): Table | null {
    const sheet = this.#sheet(name)
    return sheet ? new Table(sheet, this.reading, { positions }) : null
  }

  /** Sheets with something below their first line, as far as somebody looks at them before choosing. */
  shown(): ShownSheet[] {
    return this.#sheets.slice(0, mostShown.sheets).flatMap(({ name, rows }) => {
      const headings = line(rows[0])
      const lines = rows.slice(1).filter((row) => row.some((cell) => textOf(cell) !== null))
      return lines.length === 0 ? [] : [{ name: name.slice(0, 100), headings, lines: lines.length, sample: lines.slice(0, mostShown.lines).map(line) }]
    })
  }

  /** Of a sheet, as it is looked at. */
  headings(name: string): readonly string[] {
    return line(this.#sheet(name)?.rows[0])
  }

  fills(name: string): Fills {
    return cellFills(this.#content, name)
  }
}
