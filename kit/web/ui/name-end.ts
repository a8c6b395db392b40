/** Names up to so many characters are cut at their end, if at all. */
const short = 16
/** Characters that the end of a name takes at most. */
const most = 10

/** Where the end of a name begins, of which nothing is left out: at its last words as far as they are short, else within the last one. */
export function endOf(text: string): number {
  if (text.length <= short) return text.length
  const from = text.length - most
  // A space stays with what goes.
  const found = /\s(?=\S)|(?=[-–—]\S)/.exec(text.slice(from))
  return found ? from + found.index + found[0].length : text.length - 6
}
