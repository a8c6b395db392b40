/** Longer words are cut, as the index cannot hold them; a file has at most so many different ones. */
const longest = 40
const most = 20_000

/** The different words of some texts, without case and accents, as they are searched. */
export function wordsOf(texts: readonly (string | null)[]): string[] {
  const words = new Set<string>()
  for (const text of texts) {
    if (text === null) continue
    for (const word of split(text)) {
      words.add(word)
      if (words.size === most) return [...words]
    }
  }
  return [...words]
}

/** Every word begins one of the text's, in the language of PostgreSQL's text search; null where nothing is asked. */
export function searchQuery(asked: string): string | null {
  const words = split(asked)
  return words.length > 0 ? words.map((word) => `'${word}':*`).join(' & ') : null
}

const split = (text: string): string[] =>
  (
    text
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map((word) => word.slice(0, longest).toWellFormed())
