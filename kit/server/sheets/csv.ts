import type { ReadCell } from './read-sheet.ts'

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

/** The rows of a CSV file (RFC 4180, with whichever separator); every cell is text, formulas too. */
export function csvRows(text: string): ReadCell[][] {
  const separator = separatorOf(text)
  const rows: ReadCell[][] = []
  let row: ReadCell[] = []
  let at = 0
  const end = (next: number) => {
    rows.push(row)
    row = []
    at = next
  }
  while (at < text.length) {
    const [cell, next] = text[at] === '"' ? quotedCell(text, at, separator) : bareCell(text, at, separator)
    row.push(cell === '' ? null : cell)
    at = next
    if (text[at] === separator) {
      at += 1
      if (at === text.length) row.push(null)
    } else if (text[at] === '\r' && text[at + 1] === '\n') end(at + 2)
    else if (at < text.length) end(at + 1)
  }
  if (row.length > 0) rows.push(row)
  return rows
}

const ends = (text: string, at: number, separator: string) => at >= text.length || text[at] === separator || text[at] === '\n' || text[at] === '\r'

function bareCell(text: string, from: number, separator: string): [string, number] {
  let to = from
  while (!ends(text, to, separator)) to += 1
  return [text.slice(from, to), to]
}

function quotedCell(text: string, from: number, separator: string): [string, number] {
  const parts: string[] = []
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return [`${parts.join('')}${text.slice(at)}`, text.length]
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
