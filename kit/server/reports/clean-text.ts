import type { ReportText } from '#kit/contract/report.ts'

// What controls a terminal or the direction of a line, halves of characters, and what no font draws.
// oxlint-disable-next-line no-control-regex
const unfit = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\ufffe\uffff]/g

/** No address is longer. A word beyond is none: to break it into lines takes a program as long as the square of it, or more depth than it has. */
const longest = 2000
const endless = new RegExp(`\\S{${longest}}(?=\\S)`, 'g')

/** Text that a document can hold, in one line unless lines are kept. */
export function cleanText(text: string, lines: 'one' | 'kept' = 'one'): string {
  const plain = text.toWellFormed().replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll(unfit, '').replaceAll(endless, '$& ')
  return lines === 'one' ? plain.replaceAll(/[\n\t]+/g, ' ') : plain.replaceAll('\t', '  ')
}

/** The address, if it leads to the web or to a mailbox and to nothing else. */
export function safeHref(href: string | undefined): string | undefined {
  const clean = href === undefined ? '' : cleanText(href).trim()
  if (!/^(https?:\/\/|mailto:)/i.test(clean) || clean.length > longest) return undefined
  return URL.canParse(clean) ? new URL(clean).href : undefined
}

export const cleanPiece = ({ href, ...piece }: ReportText): ReportText => {
  const safe = safeHref(href)
  return { ...piece, text: cleanText(piece.text), ...(safe !== undefined && { href: safe }) }
}
