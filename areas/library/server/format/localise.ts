import type { Localized } from '#areas/library/server/library-content.ts'

/** `fr` for `fr`, `FR`, `fr-FR` and `fr_FR`. */
export function languageOf(locale: string): string {
  return locale.toLowerCase().split(/[-_]/, 1)[0] ?? ''
}

/** A text without translation: in its language, or as English when the product does not have that language. */
export function localise(text: string | null, locale: string): Localized {
  return languageOf(locale) === 'fr' ? { en: null, fr: text } : { en: text, fr: null }
}

/**
 * What a requirement is called: its name as it stands, whole, since nothing else keeps it; else the first line of the next of these texts that exists, which is kept
 * as it is beside. Where there is little room, screens cut it.
 */
export function displayName(name: Localized, others: Localized[], last: string, locale: string): Localized {
  const whole = { en: name.en?.trim() || null, fr: name.fr?.trim() || null }
  if (whole.en !== null || whole.fr !== null) return whole
  const found = others.find(({ en, fr }) => en !== null || fr !== null) ?? localise(last, locale)
  return { en: lineOf(found.en), fr: lineOf(found.fr) }
}

const lineOf = (text: string | null): string | null => text?.trim().split('\n', 1)[0]?.trim() || null
