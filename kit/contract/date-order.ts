import type { Language } from './catalogue.ts'
import { wallClock } from './wall-clock.ts'

/** In which order people write day, month and year: `31/12/2026`, `12/31/2026`, `2026-12-31`. */
export const dateOrders = ['DMY', 'MDY', 'YMD'] as const
export type DateOrder = (typeof dateOrders)[number]

/** The order of a language of which neither a region nor somebody's choice is known (I18N-03). */
export const usualOrder: Readonly<Record<Language, DateOrder>> = { en: 'MDY', fr: 'DMY' }

const calendarDay = /^(\d{4})-(\d{2})-(\d{2})/

/** A day, `YYYY-MM-DD` and whatever follows it, as people write it; in the order of a language where that is all that is known. */
export function writtenDay(day: string, order: DateOrder | Language): string {
  const [, y, m, d] = calendarDay.exec(day) ?? []
  const wanted = order === 'en' || order === 'fr' ? usualOrder[order] : order
  return wanted === 'YMD' ? `${y}-${m}-${d}` : wanted === 'DMY' ? `${d}/${m}/${y}` : `${m}/${d}/${y}`
}

/** The same where a file is called after it: no slash. */
export const dayInFileName = (day: string, order: DateOrder): string => writtenDay(day, order).replaceAll('/', '-')

/** A moment as people write it, to the minute, in a time zone: `31/12/2026 07:30`. */
export function writtenMoment(moment: Date, timeZone: string, order: DateOrder | Language): string {
  const wall = wallClock(moment, timeZone)
  return `${writtenDay(wall, order)} ${wall.slice(11, 16)}`
}

/** Whose words of days a language uses: those of readers who write the day first, whatever order they read figures in. */
const wordTags = { en: 'en-GB', fr: 'fr-FR' } as const satisfies Record<Language, string>

/** Says moments in words, the first of a month in French by its ordinal, which Intl does not know: `1er décembre`. */
export function inWords(language: Language, options: Intl.DateTimeFormatOptions): (moment: Date) => string {
  const format = new Intl.DateTimeFormat(wordTags[language], options)
  if (language === 'en') return (moment) => format.format(moment)
  return (moment) => {
    const parts = format.formatToParts(moment)
    const named = parts.some(({ type, value }) => type === 'month' && !/^\d/.test(value))
    return parts.map(({ type, value }) => (named && type === 'day' && value === '1' ? '1er' : value)).join('')
  }
}

const midnight = (day: string) => new Date(`${day.slice(0, 10)}T00:00:00Z`)

/** A day in words, `31 December 2026`, for whoever's order of figures is not known. */
export const dayInWords = (day: string, language: Language): string => inWords(language, { dateStyle: 'long', timeZone: 'UTC' })(midnight(day))

/** The month of a day in words, `December 2026`. */
export const monthInWords = (day: string, language: Language): string => inWords(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })(midnight(day))

/** A moment in words, to the minute, in a time zone: `31 December 2026 at 07:30`. */
export const momentInWords = (moment: Date, timeZone: string, language: Language): string =>
  inWords(language, { dateStyle: 'long', timeStyle: 'short', timeZone })(moment)

const typed = /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4})$/
const typedIso = /^(\d{4})[/.\-\s](\d{1,2})[/.\-\s](\d{1,2})$/

/** What somebody typed as `YYYY-MM-DD`, which may be no day that exists; null when it has not the form of one. A year that stands first is one in every order. */
export function readDay(text: string, order: DateOrder | Language): string | null {
  const [, y, mm, dd] = typedIso.exec(text.trim()) ?? []
  if (y && mm && dd) return `${y}-${mm.padStart(2, '0')}-${dd.padStart(2, '0')}`
  const [, first, second, year] = typed.exec(text.trim()) ?? []
  if (!first || !second || !year) return null
  const wanted = order === 'en' || order === 'fr' ? usualOrder[order] : order
  const [month, day] = wanted === 'DMY' ? [second, first] : [first, second]
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
