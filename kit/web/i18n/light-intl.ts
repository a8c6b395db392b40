import { _createCache, _createIntlFormatters } from 'use-intl/core'
import type { Language } from '#kit/contract/catalogue.ts'
import { withMinus } from '#kit/contract/signed-number.ts'

const groups = { en: ',', fr: '\u202f' } as const

/** Minus nothing has a sign, which is Intl's to write. */
export const isWhole = (value: number): boolean => Number.isSafeInteger(value) && !Object.is(value, -0)

const points = { en: '.', fr: ',' } as const

/** Digits up to which a number is what its shortest writing says, rounded or not. */
const exact = 15

/** A number with at most so many decimals as Intl writes it; nothing where that is Intl's to say: what is no number, has no end, or is too long. */
export function written(value: number, language: Language, decimals: number): string | undefined {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? []
  if (whole === '' || whole.length + decimals > exact || Object.is(value, -0)) return undefined
  // Halves away from zero, by the digits that are written and not by those that the processor keeps, as Intl does it.
  const up = Number(fraction[decimals] ?? 0) >= 5 ? 1 : 0
  const digits = String(Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0')) + up).padStart(decimals + 1, '0')
  const end = digits.length - decimals
  const rest = digits.slice(end).replace(/0+$/, '')
  return `${sign}${digits.slice(0, end).replaceAll(/\B(?=(?:\d{3})+$)/g, groups[language])}${rest && points[language]}${rest}`
}

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
 * What messages are formatted with, numbers as they are written everywhere else. Counts and numbers are said without Intl: the first of its formats takes a browser as long as a dozen
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
          format: (value: number) => withMinus(written(value, languageOf(locale), 3) ?? intl.getNumberFormat(locale).format(value)),
        } as Intl.NumberFormat),
}
