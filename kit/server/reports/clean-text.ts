import type { ReportText } from '#kit/contract/report.ts'

// What controls a terminal or the direction of a line, halves of characters, and what no font draws.
// oxlint-disable-next-line no-control-regex
const unfit = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\ufffe\uffff]/g

/** No address is longer. */
const longest = 2000
/** No word is longer, nor a digest, unless it holds an address. */
const word = 200
/** What fits a line: a longer word is looked through letter by letter for where it breaks, or takes more depth than a program has. */
const line = 50
/** Words beyond a line that one text keeps whole. */
const whole = 40
const long = new RegExp(`\\S{${line + 1},}`, 'gu')
const part = new RegExp(`\\S{${line}}(?=\\S)`, 'gu')

/** The text with spaces in what has none for too long. */
function broken(text: string): string {
  let retained = 0
  return text.replace(long, (found) =>
    found.length <= (/https?:|mailto:/i.test(found) ? longest : word) && retained++ < whole ? found : found.replaceAll(part, '$& '),
  )
}

/** Text that a document can hold, in one line unless lines are kept. */
export function cleanText(text: string, lines: 'one' | 'kept' = 'one'): string {
  const plain = broken(text.toWellFormed().replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll(unfit, ''))
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
