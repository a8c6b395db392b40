import type { SheetChoice } from '#areas/library/contract/chosen-columns.ts'
import type { ParsedLibrary } from '#areas/library/server/library-content.ts'
import { parseLibrary } from './parse-library.ts'
import { parseWorkbook } from './workbook/parse-workbook.ts'

/** What every archive of the zip kind begins with, workbooks among them. */
const zipped = [0x50, 0x4b, 0x03, 0x04]

/** Reads a whole file of any form or throws a LibraryError; for a process of bounded memory and time. */
export async function parseFile(bytes: Uint8Array, choice: SheetChoice | null = null): Promise<ParsedLibrary> {
  return zipped.every((byte, index) => bytes[index] === byte) ? parseWorkbook(Buffer.from(bytes), choice) : parseLibrary(bytes)
}
