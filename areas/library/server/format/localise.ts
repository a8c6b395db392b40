import type { Localized } from '#areas/library/server/library-content.ts'

/** `fr` for `fr`, `FR`, `fr-FR` and `fr_FR`. */
export function languageOf(locale: string): string {
  return locale.toLowerCase().split(/[-_]/, 1)[0] ?? ''
}

/** A text without translation: in its language, or as English when the product does not have that language. */
export function localise(text: string | null, locale: string): Localized {
  return languageOf(locale) === 'fr' ? { en: null, fr: text } : { en: text, fr: null }
}

const shownLength = 120

/** The first of these texts that exists in any language, shortened to its first line and 120 characters. */
export function displayName(candidates: Localized[], last: string, locale: string): Localized {
  const found = candidates.find(({ en, fr }) => en !== null || fr !== null) ?? localise(last, locale)
  return { en: shorten(found.en), fr: shorten(found.fr) }
}

function shorten(text: string | null): string | null {
  const line = text?.split('\n', 1)[0]?.trim()
  if (!line) return null
  if (line.length <= shownLength) return line
  const cut = line
    .slice(0, shownLength - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
  const space = cut.lastIndexOf(' ')
  return `${(space > shownLength / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
