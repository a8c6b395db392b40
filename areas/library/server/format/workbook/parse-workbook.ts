import type { SheetChoice } from '#areas/library/contract/chosen-columns.ts'
import type { JsonObject, ParsedLibrary } from '#areas/library/server/library-content.ts'
import { cellFills, type Fills } from '#kit/server/sheets/cell-fills.ts'
import { readSheets } from '#kit/server/sheets/read-sheets.ts'
import { type ReadCell, type ReadSheet, readingLimits, unpackedSize } from '#kit/server/sheets/read-sheet.ts'
import { checkTree } from '../check-tree.ts'
import { LibraryError } from '../library-error.ts'
import { limits } from '../limits.ts'
import { countContent, hashFile } from '../parse-library.ts'
import { readLibrary } from '../yaml-library.ts'
import { readChosenColumns } from './chosen-columns.ts'
import { Findings } from './findings.ts'
import { readFirstGeneration } from './first-generation.ts'
import { isWorkbook } from './is-workbook.ts'
import { Origins } from './origins.ts'
import { readSecondGeneration } from './second-generation.ts'
import { Keys, type Reading, Table, textOf } from './tables.ts'

const mostShown = { sheets: 20, columns: 60, lines: 5, characters: 120 }

interface ShownSheet {
  readonly name: string
  readonly headings: readonly string[]
  readonly lines: number
  readonly sample: readonly (readonly string[])[]
}
export interface LookedAtWorkbook {
  readonly form: boolean
  readonly sheets: readonly ShownSheet[]
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
      const line = (row: readonly ReadCell[] | undefined) =>
        (row ?? []).slice(0, mostShown.columns).map((cell) => (textOf(cell) ?? '').slice(0, mostShown.characters))
      const headings = line(rows[0])
      const lines = rows.slice(1).filter((row) => row.some((cell) => textOf(cell) !== null))
      return lines.length === 0 ? [] : [{ name: name.slice(0, 100), headings, lines: lines.length, sample: lines.slice(0, mostShown.lines).map(line) }]
    })
  }

  fills(name: string): Fills {
    return cellFills(this.#content, name)
  }
}

/**
 * Reads a workbook of either generation of the open form, or a sheet whose columns were chosen, as the library that it makes; throws a LibraryError with all
 * that is wrong with its cells.
 */
export async function parseWorkbook(content: Buffer, choice: SheetChoice | null = null): Promise<ParsedLibrary> {
  const book = await openBook(content)
  const root = rootOf(book, choice)
  book.reading.findings.settle()
  try {
    checkTree(root)
    const body = readLibrary(root)
    const warnings = [...book.reading.findings.warnings(), ...body.warnings]
    return { ...body, warnings, sha256: hashFile(content), counts: countContent(body) }
  } catch (error) {
    if (error instanceof LibraryError && error.path) throw error.in(book.reading.origins.placeOf(root, error.path))
    throw error
  }
}

async function openBook(content: Buffer): Promise<Book> {
  if (content.length > limits.bytes) throw new LibraryError('too_big', { max: limits.bytes / 1024 / 1024 })
  const size = unpackedSize(content)
  if (!Number.isFinite(size)) throw new LibraryError('archive_broken')
  if (!isWorkbook(content)) throw new LibraryError('unsupported_format', { found: 'ZIP' })
  if (size > readingLimits.unpackedBytes) throw new LibraryError('archive_size', { max: readingLimits.unpackedBytes / 1024 / 1024 })
  const answer = await readSheets(content)
  if ('fault' in answer) throw new LibraryError(answer.fault === 'macros' ? 'workbook_macros' : 'workbook_broken')
  return new Book(content, answer.sheets)
}

/** The sheets of a workbook as whoever chooses columns sees them, or what a choice makes of one. */
export async function lookAtWorkbook(content: Buffer): Promise<LookedAtWorkbook> {
  const book = await openBook(content)
  return { form: book.keys('library_meta') !== null || book.keys('library_content') !== null, sheets: book.shown() }
}

function rootOf(book: Book, choice: SheetChoice | null): JsonObject {
  if (choice) {
    const table = book.table(choice.sheet, { positions: true })
    if (!table) throw new LibraryError('not_a_library_workbook', { found: book.names.slice(0, 5).join(', ').slice(0, 120) })
    return readChosenColumns(table, choice)
  }
  const second = book.keys('library_meta')
  if (second) return readSecondGeneration(book, second)
  const first = book.keys('library_content')
  if (first) return readFirstGeneration(book, first)
  throw new LibraryError('not_a_library_workbook', { found: book.names.slice(0, 5).join(', ').slice(0, 120) })
}
