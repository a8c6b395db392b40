import type { Language } from './catalogue.ts'

/** Whose numbers a language writes. */
export const localeTags = { en: 'en-US', fr: 'fr-FR' } as const satisfies Record<Language, string>

/** A number as it is read: with a minus, not the hyphen that a line may break after. */
export const withMinus = (text: string): string => (text.startsWith('-') ? `−${text.slice(1)}` : text)

const formats = new Map<string, Intl.NumberFormat>()

/** A number with at most `decimals` decimals, grouped as the language does; the same on screens and in documents. */
export function writtenNumber(value: number, language: Language, decimals = 2): string {
  const key = `${language}${decimals}`
  const format = formats.get(key) ?? new Intl.NumberFormat(localeTags[language], { maximumFractionDigits: decimals })
  formats.set(key, format)
  return withMinus(format.format(value))
}

/** A difference with its sign, two decimals below one and one above; nothing that rounds to 0 has a sign. */
export function signedNumber(difference: number, number: (value: number, decimals: number) => string): string {
  const size = Math.abs(difference)
  const decimals = size < 1 ? 2 : 1
  if (Math.round(size * 10 ** decimals) === 0) return number(0, 0)
  return `${difference > 0 ? '+' : '−'}${number(size, decimals)}`
}
