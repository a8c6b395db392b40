/** Parts of the font's size that characters of the product's typeface take; whatever is not here is as wide as most letters. */
const widths = new Map(
  (
    [
      ["ijlI ’'", 0.28],
      ['.,:;·', 0.3],
      ['tfr()[]/', 0.37],
      ['-–_1s', 0.49],
      ['023456789', 0.62],
      ['ABCDEFGHKNOPQRSTUVXYZ€+', 0.68],
      ['wmMW%…@—', 0.89],
    ] as const
  ).flatMap(([characters, width]) => [...characters].map((character) => [character, width] as const)),
)
const most = 0.585

/** About how many pixels a line of text takes, reckoned without asking the document, which would have to be laid out first. */
export function textWidth(text: string, size = 13): number {
  let sum = 0
  for (const character of text) sum += widths.get(character) ?? most
  return sum * size
}

/** Figures, and the signs that stand for one, of `tabular-nums`. */
const figure = 0.65

/** `textWidth` where all figures are as wide as each other, as in identifiers. */
export function tabularWidth(text: string, size = 13): number {
  let sum = 0
  for (const character of text) sum += /[\d-]/.test(character) ? figure : (widths.get(character) ?? most)
  return sum * size
}

/** Pixels of a tag (`Tag`), with its dot where it has a colour. */
export const tagWidth = (name: string, color?: string | null) => textWidth(name, 11) + (color ? 26 : 14)

/** Pixels of a badge (`StatusBadge`) with its sign. */
export const badgeWidth = (words: string) => textWidth(words, 12) + 32
