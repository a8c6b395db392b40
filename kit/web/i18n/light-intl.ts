import { _createCache, _createIntlFormatters } from 'use-intl/core'
import type { Language } from '#kit/contract/catalogue.ts'

const groups = { en: ',', fr: '\u202f' } as const

/** Minus nothing has a sign, which is Intl's to write. */
export const isWhole = (value: number): boolean => Number.isSafeInteger(value) && !Object.is(value, -0)

/** A number for which `isWhole` holds, grouped as Intl does it. */
export const grouped = (value: number, language: Language): string => String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, groups[language])

/** The plural of a whole number in English or French, as CLDR has it. */
function pluralOf(value: number, language: Language): Intl.LDMLPluralRule {
  const size = Math.abs(value)
  if (language === 'en') return size === 1 ? 'one' : 'other'
  if (size < 2) return 'one'
  return size % 1_000_000 === 0 ? 'many' : 'other'
}

const intl = _createIntlFormatters(_createCache())
const languageOf = (locale: unknown): Language => (locale === 'fr-FR' ? 'fr' : 'en')

/**
 * What messages are formatted with. Counts and numbers without decimals are said without Intl: the first of its formats takes a browser as long as a dozen
 * rows, and every list says how many rows it has.
 */
export const formatters: typeof intl = {
  ...intl,
  getPluralRules: (locale, options) =>
    options?.type === 'ordinal'
      ? intl.getPluralRules(locale, options)
      : ({
          select: (value: number) => (isWhole(value) ? pluralOf(value, languageOf(locale)) : intl.getPluralRules(locale, options).select(value)),
        } as Intl.PluralRules),
  getNumberFormat: (locale, options) =>
    options
      ? intl.getNumberFormat(locale, options)
      : ({
          format: (value: number) => (isWhole(value) ? grouped(value, languageOf(locale)) : intl.getNumberFormat(locale).format(value)),
        } as Intl.NumberFormat),
}
