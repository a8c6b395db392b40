import type { Json, JsonObject, Localized, Translations } from '#areas/library/server/library-content.ts'

/** The text of a field that the product keeps in one language only. */
export const singleText = (text: Localized): string | null => text.en ?? text.fr

/** Other languages, and the French of fields that have one column only, by language, then field; null when there is nothing. */
export function otherTexts(translations: Translations, single: Readonly<Record<string, Localized>> = {}): Translations | null {
  const second = Object.entries(single).filter(([, text]) => text.en !== null && text.fr !== null)
  const known = translations.fr
  const fr: JsonObject = { ...(isObject(known) ? known : {}), ...Object.fromEntries(second.map(([field, text]) => [field, text.fr])) }
  const all = second.length > 0 ? { ...translations, fr } : translations
  return Object.keys(all).length > 0 ? all : null
}

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)
