/** At most this many other ways to say what is looked for: each is a search of its own. */
const atMost = 8

/** Without accents or case, every apostrophe and dash a space: as far as a search tells words apart. */
export const plainWords = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Other ways to say a search by words for the same thing: «MFA for the VPN» also as «strong authentication for the VPN». None where it holds no such word whole. */
export function otherWordings(search: string, groups: readonly (readonly string[])[]): string[] {
  const asked = ` ${plainWords(search)} `
  const found = new Set<string>()
  for (const group of groups) {
    const plain = [...new Set(group.map(plainWords))]
    // «Strong authentication» before a word that it holds.
    const matched = plain.toSorted((a, b) => b.length - a.length).find((term) => asked.includes(` ${term} `))
    if (matched === undefined) continue
    for (const term of plain) if (term !== matched) found.add(asked.replace(` ${matched} `, ` ${term} `).trim())
  }
  return [...found].slice(0, atMost)
}

/** How well a text answers a search, from 0: it begins so, a word in it begins so, it holds it; nothing where a word is missing. */
export function likeness(text: string, search: string): number | undefined {
  const [of, asked] = [plainWords(text), plainWords(search)]
  if (of.startsWith(asked)) return 0
  const words = asked.split(' ')
  if (words.every((word) => ` ${of}`.includes(` ${word}`))) return 1
  return words.every((word) => of.includes(word)) ? 2 : undefined
}
