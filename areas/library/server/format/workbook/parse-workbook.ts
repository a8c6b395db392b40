import type { JsonObject, ParsedLibrary } from '#areas/library/server/library-content.ts'
import { cellFills, type Fills } from '#kit/server/sheets/cell-fills.ts'
import { readSheets } from '#kit/server/sheets/read-sheets.ts'
import { type ReadSheet, readingLimits, unpackedSize } from '#kit/server/sheets/read-sheet.ts'
import { checkTree } from '../check-tree.ts'
import { LibraryError } from '../library-error.ts'
import { limits } from '../limits.ts'
import { countContent, hashFile } from '../parse-library.ts'
import { readLibrary } from '../yaml-library.ts'
import { Findings } from './findings.ts'
import { readFirstGeneration } from './first-generation.ts'
import { isWorkbook } from './is-workbook.ts'
import { Origins } from './origins.ts'
import { readSecondGeneration } from './second-generation.ts'
import { Keys, type Reading, Table } from './tables.ts'

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

  table(name: string): Table | null {
    const sheet = this.#sheet(name)
    return sheet ? new Table(sheet, this.reading) : null
  }

  fills(name: string): Fills {
    return cellFills(this.#content, name)
  }
}

/** Reads a workbook of either generation of the open form as the library that it makes; throws a LibraryError with all that is wrong with its cells. */
export async function parseWorkbook(content: Buffer): Promise<ParsedLibrary> {
  const book = await openBook(content)
  const root = rootOf(book)
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

function rootOf(book: Book): JsonObject {
  const second = book.keys('library_meta')
  if (second) return readSecondGeneration(book, second)
  const first = book.keys('library_content')
  if (first) return readFirstGeneration(book, first)
  throw new LibraryError('not_a_library_workbook', { found: book.names.slice(0, 5).join(', ').slice(0, 120) })
}
