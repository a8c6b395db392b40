import type { Json, JsonObject } from '#areas/library/server/library-content.ts'
import { isErrorCell } from '#kit/server/sheets/read-cell.ts'
import type { ReadCell, ReadSheet } from '#kit/server/sheets/read-sheet.ts'
import { columnLetters, unguarded } from '#kit/server/sheets/xlsx.ts'
import { excerpt } from '#areas/library/server/format/item.ts'
import { LibraryError, type CellPlace } from '#areas/library/server/format/library-error.ts'
import { limits } from '#areas/library/server/format/limits.ts'
import type { Findings } from './findings.ts'
import type { Origins } from './origins.ts'

/** What the readers of all sheets share. */
export interface Reading {
  readonly findings: Findings
  readonly origins: Origins
}

/** A heading of a translation: `name[fr]`. */
const translated = /^(\w+)\s*\[\s*([\w-]+)\s*\]/

/** What a cell says, as it is written in the library: days without their time, no blanks around it. */
export function textOf(cell: ReadCell | undefined): string | null {
  if (cell === null || cell === undefined) return null
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell === 'boolean') return cell ? 'True' : 'False'
  return unguarded(String(cell)).replaceAll('\r\n', '\n').trim() || null
}

/** A sheet whose cells are asked for; an error, or a formula that nothing has computed, is a fault as soon as it is. */
class Cells {
  readonly sheet: ReadSheet
  readonly reading: Reading
  readonly #uncomputed: ReadonlySet<string>

  constructor(sheet: ReadSheet, reading: Reading) {
    this.sheet = sheet
    this.reading = reading
    this.#uncomputed = new Set(sheet.uncomputed)
  }

  place(line: number, column: number): CellPlace {
    return { sheet: this.sheet.name, cell: `${columnLetters(column)}${line}` }
  }

  cell(line: number, column: number): ReadCell {
    const value = this.sheet.rows[line - 1]?.[column] ?? null
    const place = this.place(line, column)
    if (isErrorCell(value)) this.reading.findings.fault(place, 'error_cell', { found: String(value) })
    else if (this.#uncomputed.has(place.cell)) this.reading.findings.fault(place, 'uncomputed_cell')
    else return value
    return null
  }
}

/** One line of a table, by the headings of its columns. */
export class Line {
  readonly #table: Table
  /** From 1. */
  readonly n: number

  constructor(table: Table, n: number) {
    this.#table = table
    this.n = n
  }

  cell(column: string): ReadCell {
    const at = this.#table.columns.get(column)
    return at === undefined ? null : this.#table.cells.cell(this.n, at)
  }

  text(column: string): string | null {
    return textOf(this.cell(column))
  }

  place(column: string): CellPlace {
    return this.#table.cells.place(this.n, this.#table.columns.get(column) ?? 0)
  }

  fault(column: string, ...[key, params]: LineFault): void {
    this.#table.reading.findings.fault(this.place(column), key, params)
  }

  warn(column: string, ...[key, params]: Parameters<Findings['warn']>): void {
    this.#table.reading.findings.warn(key, { ...params, ...this.place(column) })
  }

  /** A whole number, also where it was written as text; any other content is a fault. */
  integer(column: string): number | null {
    const text = this.text(column)
    if (text === null) return null
    const number = /^[-+]?\d+(\.0+)?$/.test(text) ? Number(text) : Number.NaN
    if (Number.isSafeInteger(number)) return number
    this.fault(column, 'wrong_integer', { column: column.startsWith('#') ? this.titleOf(column) : column, found: excerpt(text) })
    return null
  }

  /** What the heading of a column says. */
  titleOf(column: string): string {
    const at = this.#table.columns.get(column) ?? 0
    return textOf(this.#table.cells.sheet.rows[0]?.[at]) ?? columnLetters(at)
  }

  /** Whether anything stands there: people write an x, and clear it. */
  ticked(column: string): boolean {
    const cell = this.cell(column)
    return cell !== null && cell !== false && cell !== 0 && textOf(cell) !== null
  }

  /** The lines within a cell, each without blanks; those without anything are left out. */
  lines(column: string): string[] {
    return (this.text(column) ?? '')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  }

  /** An object of the library made of this line: what has no content is not there, and each field knows its cell. */
  object(fields: Readonly<Record<string, Json | undefined>>, names: Readonly<Record<string, string>> = {}): JsonObject {
    const translations = this.#translations()
    const entries = Object.entries({ ...fields, ...(translations && { translations }) }).filter(([, value]) => value !== null && value !== undefined)
    const columns = new Map(entries.flatMap(([field]) => [[field, this.#table.columns.get(names[field] ?? field) ?? 0] as const]))
    for (const [field, column] of Object.entries(names)) columns.set(field, this.#table.columns.get(column) ?? 0)
    return this.#table.reading.origins.mark(Object.fromEntries(entries), { sheet: this.#table.name, line: this.n, columns })
  }

  #translations(): JsonObject | null {
    const byLanguage: Record<string, Record<string, string>> = {}
    for (const [heading, { field, language }] of this.#table.translations) {
      const text = this.text(heading)
      if (text !== null) (byLanguage[language] ??= {})[field] = text
    }
    const made = Object.entries(byLanguage).map(([language, texts]) => {
      const columns = new Map(
        [...this.#table.translations].flatMap(([heading, one]) =>
          one.language === language ? [[one.field, this.#table.columns.get(heading) ?? 0] as const] : [],
        ),
      )
      return [language, this.#table.reading.origins.mark({ ...texts }, { sheet: this.#table.name, line: this.n, columns })] as const
    })
    return made.length > 0 ? Object.fromEntries(made) : null
  }
}

type LineFault = Parameters<Findings['fault']> extends [unknown, ...infer Rest] ? Rest : never

/** A sheet with a line of headings. Of two columns with one heading the last counts; columns of a grid are told apart by a number. */
export class Table {
  readonly cells: Cells
  readonly columns: ReadonlyMap<string, number>
  readonly translations: ReadonlyMap<string, { readonly field: string; readonly language: string }>

  /** `positions`: columns are known by where they stand (`#0`), whatever their headings, which are only shown. */
  constructor(sheet: ReadSheet, reading: Reading, { positions = false } = {}) {
    if (sheet.rows.length > limits.lines) throw new LibraryError('too_many_lines', { max: limits.lines })
    this.cells = new Cells(sheet, reading)
    if (positions) {
      let width = 0
      // Lines are too many to be the arguments of one call.
      for (const row of sheet.rows) width = Math.max(width, row.length)
      this.columns = new Map(Array.from({ length: width }, (_, at) => [`#${at}`, at] as const))
      this.translations = new Map()
      return
    }
    let grids = 0
    const headings = (sheet.rows[0] ?? []).map((cell) => textOf(cell)?.toLowerCase() ?? '')
    this.columns = new Map(headings.flatMap((heading, at) => (heading === '' ? [] : [[heading === 'grid' ? `grid${grids++}` : heading, at] as const])))
    this.translations = new Map(
      [...this.columns.keys()].flatMap((heading) => {
        const [, field, language] = translated.exec(heading) ?? []
        return field && language ? [[heading, { field, language }] as const] : []
      }),
    )
  }

  get name(): string {
    return this.cells.sheet.name
  }

  get reading(): Reading {
    return this.cells.reading
  }

  has(column: string): boolean {
    return this.columns.has(column)
  }

  /** Whether the columns are there; which is not is told at the line of headings. */
  needs(...columns: readonly string[]): boolean {
    const absent = columns.filter((column) => !this.columns.has(column))
    if (absent.length > 0) this.reading.findings.fault(this.cells.place(1, 0), 'missing_column', { columns: absent.join(', ') })
    return absent.length === 0
  }

  /** The lines that hold something below a heading. */
  get lines(): Line[] {
    const used = [...this.columns.values()]
    return this.cells.sheet.rows.flatMap((row, y) => (y > 0 && used.some((at) => textOf(row[at]) !== null) ? [new Line(this, y + 1)] : []))
  }
}

/** A sheet of keys and what they say, without headings. */
export class Keys {
  readonly #cells: Cells
  readonly #lines = new Map<string, number>()

  constructor(sheet: ReadSheet, reading: Reading) {
    this.#cells = new Cells(sheet, reading)
    for (const [y, row] of sheet.rows.entries()) {
      const key = textOf(row[0])?.toLowerCase()
      if (key !== undefined) this.#lines.set(key, y + 1)
    }
  }

  get sheet(): string {
    return this.#cells.sheet.name
  }

  /** All lines in their order: key, value and what stands behind. */
  get rows(): readonly (readonly (string | null)[])[] {
    return this.#cells.sheet.rows.map((row) => row.map((cell) => (isErrorCell(cell) ? null : textOf(cell))))
  }

  text(key: string): string | null {
    const line = this.#lines.get(key)
    return line === undefined ? null : textOf(this.#cells.cell(line, 1))
  }

  place(key: string): CellPlace {
    return this.#cells.place(this.#lines.get(key) ?? 1, this.#lines.has(key) ? 1 : 0)
  }

  fault(key: string, ...[fault, params]: LineFault): void {
    this.#cells.reading.findings.fault(this.place(key), fault, params)
  }

  required(key: string): string {
    const text = this.text(key)
    if (text === null) this.fault(key, 'missing_key', { key })
    return text ?? ''
  }

  integer(key: string): number | null {
    const text = this.text(key)
    if (text === null) return null
    if (/^[-+]?\d+(\.0+)?$/.test(text)) return Number(text)
    this.fault(key, 'wrong_integer', { column: key, found: excerpt(text) })
    return null
  }

  /** An object of the library: its fields stand behind a prefix in the first generation (`library_name`), as they are in the second. */
  object(prefix: string, fields: Readonly<Record<string, Json | undefined>>): JsonObject {
    const translations: Record<string, JsonObject> = {}
    const lines = new Map<string, number>()
    for (const [key, line] of this.#lines) {
      if (!key.startsWith(prefix)) continue
      const bare = key.slice(prefix.length)
      const [, field, language] = translated.exec(bare) ?? []
      const text = field && language ? this.text(key) : null
      if (field && language && text !== null) (translations[language] ??= {})[field] = text
      lines.set(bare, line)
    }
    const entries = Object.entries({ ...fields, ...(Object.keys(translations).length > 0 && { translations }) })
    const made = Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined)) as JsonObject
    const columns = new Map([...lines.keys()].map((field) => [field, 1] as const))
    return this.#cells.reading.origins.mark(made, { sheet: this.sheet, line: 1, columns, lines })
  }
}
