import { useMemo } from 'react'
import type { Language } from '#kit/contract/catalogue.ts'
import { say } from './words.ts'
import { useLanguage } from './store.ts'

const tags = { en: 'en-US', fr: 'fr-FR' } as const
const numberFormats = new Map<string, Intl.NumberFormat>()
const calendarDay = /^(\d{4})-(\d{2})-(\d{2})/

function numberFormat(language: Language, decimals: number): Intl.NumberFormat {
  const key = `${language}${decimals}`
  const existing = numberFormats.get(key)
  if (existing) return existing
  const format = new Intl.NumberFormat(tags[language], { maximumFractionDigits: decimals })
  numberFormats.set(key, format)
  return format
}

/** The pattern in which people read and type days (FRM-19). */
export const datePattern = { en: 'MM/DD/YYYY', fr: 'DD/MM/YYYY' } as const

/** `YYYY-MM-DD` (or an instant, whose local day is taken) as people write it; empty for nothing. */
export function formatDate(value: string | null | undefined, language: Language): string {
  if (!value) return ''
  const day = value.length > 10 ? dayOf(new Date(value)) : value
  const [, y, m, d] = calendarDay.exec(day) ?? []
  return language === 'fr' ? `${d}/${m}/${y}` : `${m}/${d}/${y}`
}

/** An ISO instant as local day and time to the minute. */
export function formatDateTime(value: string | null | undefined, language: Language): string {
  if (!value) return ''
  const at = new Date(value)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${formatDate(dayOf(at), language)} ${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The local calendar day of a moment, `YYYY-MM-DD`; of now when none is given. */
export function dayOf(moment: Date = new Date()): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

/** Reads a day typed in the language's own order (or as `YYYY-MM-DD`); null when there is no such day. */
export function parseDate(text: string, language: Language): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim())
  const typed = /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4})$/.exec(text.trim())
  const [y, m, d] = iso
    ? [iso[1], iso[2], iso[3]]
    : typed
      ? language === 'fr'
        ? [typed[3], typed[2], typed[1]]
        : [typed[3], typed[1], typed[2]]
      : []
  if (!y || !m || !d) return null
  const day = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  const moment = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) ? day : null
}

/** Whole days from the first calendar day to the second; negative when it lies before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to.slice(0, 10)}T00:00:00Z`) - Date.parse(`${from.slice(0, 10)}T00:00:00Z`)) / 86_400_000)
}

/** A number with at most `decimals` decimals (2), grouped as the language does. */
export const formatNumber = (value: number | null | undefined, language: Language, decimals = 2): string =>
  value === null || value === undefined ? '' : numberFormat(language, decimals).format(value)

/** The numbers and dates of a language; `value` is always in the unit named: thousands of euros, days, 0 to 100 percent, bytes. */
export interface Format {
  readonly language: Language
  date(value: string | null | undefined): string
  dateTime(value: string | null | undefined): string
  number(value: number | null | undefined, decimals?: number): string
  percent(value: number | null | undefined, decimals?: number): string
  keuro(value: number | null | undefined): string
  days(value: number | null | undefined): string
  size(bytes: number): string
}

/** The formats of a language outside components; units are said by the kit's catalogue, which must be loaded. */
export function formatIn(language: Language): Format {
  const number = (value: number | null | undefined, decimals?: number) => formatNumber(value, language, decimals)
  const inUnit =
    (unit: 'percent' | 'keuro' | 'days', decimals: number) =>
    (value: number | null | undefined, own = decimals) =>
      value === null || value === undefined ? '' : say(`kit.units.${unit}`, { value: number(value, own) })
  return {
    language,
    date: (value) => formatDate(value, language),
    dateTime: (value) => formatDateTime(value, language),
    number,
    percent: inUnit('percent', 0),
    keuro: inUnit('keuro', 2),
    days: inUnit('days', 2),
    size: (bytes) => {
      if (bytes < 1024) return say('kit.units.bytes', { value: number(bytes) })
      if (bytes < 1024 * 1024) return say('kit.units.kilobytes', { value: number(bytes / 1024, 0) })
      return say('kit.units.megabytes', { value: number(bytes / 1024 / 1024, 1) })
    },
  }
}

/** Numbers and dates as the reader writes them. */
export function useFormat(): Format {
  const language = useLanguage()
  return useMemo(() => formatIn(language), [language])
}
