import type { ReadCell, ReadSheet } from './read-sheet.ts'

/** A text as whoever saved it meant it: UTF-8, UTF-16 with its mark, otherwise what Windows calls Western. */
export function decoded(content: Uint8Array): string {
  if (content[0] === 0xff && content[1] === 0xfe) return new TextDecoder('utf-16le').decode(content)
  if (content[0] === 0xfe && content[1] === 0xff) return new TextDecoder('utf-16be').decode(content)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return new TextDecoder('windows-1252').decode(content)
  }
}

const separators = [';', ',', '\t', '|'] as const

/** What separates the cells of a file: what its first line has most of, outside quotes. */
function separatorOf(text: string): string {
  const counts = new Map<string, number>()
  let quoted = false
  for (const char of text) {
    if (char === '"') quoted = !quoted
    else if (!quoted && (char === '\n' || char === '\r')) break
    else if (!quoted) counts.set(char, (counts.get(char) ?? 0) + 1)
  }
  return separators.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best), ';')
}

/** The line by which a file tells spreadsheets what separates its cells; they show no such row. */
const separatorLine = /^sep=(.)(?:\r\n|\n|\r|$)/i

/** The rows of a CSV file (RFC 4180, with whichever separator); every cell is text, formulas too. */
export const csvRows = (text: string): ReadCell[][] => read(text).rows

/** The same as a sheet, with what its reader has to be told. */
export function csvSheet(text: string): ReadSheet {
  const { rows, unclosed } = read(text)
  return { name: 'csv', rows, formulas: [], uncomputed: [], ...(unclosed !== undefined && { unclosed: text.slice(0, unclosed).split(/\r\n|\n|\r/).length }) }
}

/** `unclosed` is where the quote stands that nothing closes. */
function read(text: string): { readonly rows: ReadCell[][]; readonly unclosed?: number } {
  const [prefix = '', own] = separatorLine.exec(text) ?? []
  const separator = own ?? separatorOf(text)
  const rows: ReadCell[][] = []
  let row: ReadCell[] = []
  let at = prefix.length
  let unclosed: number | undefined
  const end = (next: number) => {
    rows.push(row)
    row = []
    at = next
  }
  while (at < text.length) {
    const [cell, next, closed = true] = text[at] === '"' ? quotedCell(text, at, separator) : bareCell(text, at, separator)
    if (!closed) unclosed = at
    row.push(cell === '' ? null : cell)
    at = next
    if (text[at] === separator) {
      at += 1
      if (at === text.length) row.push(null)
    } else if (text[at] === '\r' && text[at + 1] === '\n') end(at + 2)
    else if (at < text.length) end(at + 1)
  }
  if (row.length > 0) rows.push(row)
  return { rows, ...(unclosed !== undefined && { unclosed }) }
}

const ends = (text: string, at: number, separator: string) => at >= text.length || text[at] === separator || text[at] === '\n' || text[at] === '\r'

function bareCell(text: string, from: number, separator: string): [text: string, next: number, closed?: boolean] {
  let to = from
  while (!ends(text, to, separator)) to += 1
  return [text.slice(from, to), to]
}

function quotedCell(text: string, from: number, separator: string): [text: string, next: number, closed?: boolean] {
  const parts: string[] = []
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return [`${parts.join('')}${text.slice(at)}`, text.length, false]
    parts.push(text.slice(at, quote))
    if (text[quote + 1] !== '"') {
      // What follows the quote up to the separator belongs to nothing; it is kept, as spreadsheets do.
      const [rest, next] = bareCell(text, quote + 1, separator)
      return [`${parts.join('')}${rest}`, next]
    }
    parts.push('"')
    at = quote + 2
  }
}
