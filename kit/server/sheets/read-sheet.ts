import { AppError } from '#kit/contract/errors.ts'
import { FairPlaces, NoPlace } from '#kit/server/data/database/fair-places.ts'
import { askProcess, OutOfBounds } from '#kit/server/files/bounded-process.ts'
import type { ReportLine } from './report.ts'
import { zipEntries } from './unzip.ts'

/** A cell as it was read; calendar days are dates at midnight UTC, fractions that are shown as percentages are texts: `85 %`. */
export type ReadCell = string | number | boolean | Date | null

export interface ReadSheet {
  readonly name: string
  readonly rows: readonly (readonly ReadCell[])[]
  /** Cells that hold a formula, and those of them that nothing has computed yet; the first of each. */
  readonly formulas: readonly string[]
  readonly uncomputed: readonly string[]
  /** Lines that nobody sees, because they are hidden or filtered out, from 1; they are read as any other. */
  readonly hidden?: readonly number[]
  /** The line of a file of text, from 1, on which a quote begins that nothing closes: what follows is not to be told apart. */
  readonly unclosed?: number
}

/** The sheets of a workbook in its order. */
export interface Workbook {
  readonly sheets: readonly ReadSheet[]
  /** Whether cells take values from other files, which are never opened. */
  readonly links: boolean
  /** Whether a file without a line says something, such as that nothing was found. */
  readonly emptyPasses?: boolean
  /** What its reader has to say of the file as a whole. */
  readonly said?: readonly ReportLine[]
  /** What its reader tells whoever writes the lines, beside their cells. */
  readonly beside?: unknown
}

/** Why a file is not read; said by `kit.sheets.faults`. */
export type SheetFault = 'broken' | 'too_large' | 'too_slow' | 'too_much_memory' | 'macros' | 'gone' | 'unreadable' | 'no_findings'
export type ReadAnswer = Workbook | { readonly fault: SheetFault }

/** An Excel file that is broken, too large once unpacked, or holds what is not taken. */
export class UnreadableSheet extends Error {
  readonly fault: SheetFault
  constructor(fault: SheetFault) {
    super(`The sheet cannot be read: ${fault}`)
    this.fault = fault
  }
}

/** What reading a file may take. */
export const readingLimits = { milliseconds: 60_000, heapMegabytes: 512, unpackedBytes: 200 * 1024 * 1024 }

/**
 * The sheets of a workbook, read in a process of bounded memory and time: one cell far to the right makes the reader ask for more memory at once than a
 * thread's limit can refuse.
 */
export async function readWorkbook(content: Buffer): Promise<Workbook> {
  const size = unpackedSize(content)
  if (size > readingLimits.unpackedBytes) throw new UnreadableSheet(Number.isFinite(size) ? 'too_large' : 'broken')
  return readApart(new URL('./read-sheet-process.ts', import.meta.url), content)
}

/** Files read while somebody waits for the answer: each takes a process, and whoever sends many at once leaves places for other organisations. */
const nowPlaces = new FairPlaces({ places: 3, share: 2, queue: 20, patience: 20_000 })

/** The same within a request of an organisation; throws BUSY where too many of its files are read already. */
export async function readWorkbookNow(customerId: number, content: Buffer): Promise<Workbook> {
  const leave = await nowPlaces.enter(customerId).catch((error: unknown) => {
    throw error instanceof NoPlace ? new AppError('BUSY', 'kit.errors.busy', { cause: error }) : error
  })
  try {
    return await readWorkbook(content)
  } finally {
    leave()
  }
}

/** A file of comma-separated values as a workbook of one sheet, read within the same bounds. */
export const readCsv = (content: Buffer): Promise<Workbook> => readApart(new URL('./read-csv-process.ts', import.meta.url), { content, ending: 'csv' })

/** What a program reads in a file, in a process of its own. */
export async function readApart(program: URL, content: Uint8Array | { readonly content: Uint8Array; readonly ending: string }): Promise<Workbook> {
  const answer = await askProcess<ReadAnswer>(program, content, readingLimits).catch((error: unknown): ReadAnswer => {
    if (error instanceof OutOfBounds) return { fault: error.fault }
    throw error
  })
  if ('fault' in answer) throw new UnreadableSheet(answer.fault)
  return answer
}

/** What a zip archive says of its size once unpacked, in bytes; infinite for what is not one. */
export const unpackedSize = (content: Buffer): number => zipEntries(content)?.reduce((total, { size }) => total + size, 0) ?? Number.POSITIVE_INFINITY
