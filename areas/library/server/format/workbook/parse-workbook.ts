import type { SheetChoice } from '#areas/library/contract/chosen-columns.ts'
import type { JsonObject, ParsedLibrary } from '#areas/library/server/library-content.ts'
import { readSheets } from '#kit/server/sheets/read-sheets.ts'
import { readingLimits, unpackedSize } from '#kit/server/sheets/read-sheet.ts'
import { checkTree } from '#areas/library/server/format/check-tree.ts'
import { LibraryError } from '#areas/library/server/format/library-error.ts'
import { limits } from '#areas/library/server/format/limits.ts'
import { countContent, hashFile } from '#areas/library/server/format/parse-library.ts'
import { readLibrary } from '#areas/library/server/format/yaml-library.ts'
import { Book, type ShownSheet } from './book.ts'
import { readChosenColumns } from './chosen-columns.ts'
import { readFirstGeneration } from './first-generation.ts'
import { isWorkbook } from './is-workbook.ts'
import { readSecondGeneration } from './second-generation.ts'

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
    const headings = choice && book.headings(choice.sheet)
    return { ...body, warnings, sha256: hashFile(content), counts: countContent(body), ...(headings && { headings }) }
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

export interface LookedAtWorkbook {
  readonly form: boolean
  readonly sheets: readonly ShownSheet[]
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
