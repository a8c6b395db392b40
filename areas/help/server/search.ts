import type { FoundPage } from '#areas/help/contract/calls.ts'
import { originals, type Wiki } from './pages.ts'

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** A text without the signs of its markup. */
export const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\s*(?:#+|[-*>]|\d+\.)\s+/gm, '')
    .replaceAll(/^[|\s:-]+$/gm, '')
    .replaceAll(/[*`|]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Letters of an excerpt before and after what was found. */
const around = { before: 50, after: 110 }

function excerpt(text: string, at: number): string {
  const from = at <= around.before ? 0 : text.indexOf(' ', at - around.before) + 1
  const cut = text.slice(from, at + around.after)
  const whole = from + cut.length >= text.length
  return `${from > 0 ? '… ' : ''}${whole ? cut : `${cut.slice(0, cut.lastIndexOf(' '))} …`}`
}

/** At most twenty pages that hold every word, without regard to accents or case; those that have them in the title first. */
export function search(wiki: Wiki, typed: string): FoundPage[] {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return [...originals.keys()]
    .flatMap((identifier) => {
      const title = wiki.title(identifier)
      const text = plainText(wiki.content(identifier))
      const [inTitle, inText] = [fold(title), fold(text)]
      if (!words.every((word) => inTitle.includes(word) || inText.includes(word))) return []
      const named = words.filter((word) => inTitle.includes(word)).length
      // Folding keeps the length of all that is written in our languages, so places in one are places in the other.
      const at = Math.max(0, inText.indexOf(words.find((word) => inText.includes(word)) ?? ''))
      return [{ identifier, title, excerpt: excerpt(text, at), rank: named * 10 + (inTitle.startsWith(words[0] ?? '') ? 5 : 0) }]
    })
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, 20)
    .map(({ identifier, title, excerpt: shown }) => ({ identifier, title, excerpt: shown }))
}
