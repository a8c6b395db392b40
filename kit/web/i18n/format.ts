import { useMemo } from 'react'
import type { Language } from '#kit/contract/catalogue.ts'
import { inWords, readDay, usualOrder, writtenDay, type DateOrder } from '#kit/contract/date-order.ts'
import { localeTags as tags, signedNumber, withMinus, writtenNumber } from '#kit/contract/signed-number.ts'
import { session, useOptionalSession } from '#kit/web/api/session.ts'
import { withUnit } from '#kit/contract/with-unit.ts'
import { written } from './light-intl.ts'
import { translate } from './words.ts'
import { useLanguage } from './store.ts'

/** The order in which English is written where the browser stands; the United States' when it names no region. A list of what Intl says of every region would be longer than Intl. */
function regionsOrder(): DateOrder {
  const [, region] = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?-([A-Z]{2})\b/.exec(globalThis.navigator?.language ?? '') ?? []
  // To ask it of Intl costs a browser as much as a dozen rows.
  if (!region || region === 'US') return usualOrder.en
  const parts = new Intl.DateTimeFormat(`en-${region}`, { day: '2-digit', month: '2-digit', year: 'numeric' }).formatToParts(0)
  const first = parts.find(({ type }) => type !== 'literal')?.type
  return first === 'year' ? 'YMD' : first === 'month' ? 'MDY' : 'DMY'
}

let regional: DateOrder | undefined

/** The order in which days are read and typed: the reader's choice, else the language's, in English that of the browser's region. */
const readersOrder = (language: Language, chosen = session.get()?.date_order): DateOrder =>
  chosen ?? (language === 'en' ? (regional ??= regionsOrder()) : usualOrder[language])

const patterns = {
  en: { DMY: 'DD/MM/YYYY', MDY: 'MM/DD/YYYY', YMD: 'YYYY-MM-DD' },
  fr: { DMY: 'JJ/MM/AAAA', MDY: 'MM/JJ/AAAA', YMD: 'AAAA-MM-JJ' },
} as const

/** The pattern in which people read and type days (FRM-19): the reader's, or that of a choice of theirs; null for who has made none. */
export const datePattern = (language: Language, chosen?: DateOrder | null): string => patterns[language][readersOrder(language, chosen)]

/** The time zone in which moments are shown: the reader's own or their organisation's; the browser's while nobody is signed in. */
const readersZone = () => session.get()?.time_zone

/** The little that is used here of what newer browsers have. */
interface NewerClock {
  readonly Instant: {
    fromEpochMilliseconds(at: number): {
      toZonedDateTimeISO(zone: string): { toPlainDateTime(): { toString(to: { readonly smallestUnit: 'minute' }): string } }
    }
  }
  readonly Now: { timeZoneId(): string }
}

const { Temporal: newer } = globalThis as { readonly Temporal?: NewerClock }

const clocks = new Map<string | undefined, Intl.DateTimeFormat>()

function clockIn(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const options = { dateStyle: 'short', timeStyle: 'short' } as const
  let clock: Intl.DateTimeFormat
  try {
    clock = new Intl.DateTimeFormat('sv-SE', timeZone ? { ...options, timeZone } : options)
  } catch {
    // The server may know zones that an older browser does not.
    clock = new Intl.DateTimeFormat('sv-SE', options)
  }
  clocks.set(timeZone, clock)
  return clock
}

/** What calendar and clock show at an instant, `YYYY-MM-DDTHH:MM`, in the reader's time zone. */
export function wallTime(instant: string | Date, timeZone = readersZone()): string {
  const at = new Date(instant)
  try {
    // The first clock of Intl takes a slow machine as long as all rows of a page.
    if (newer) {
      const zoned = newer.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone ?? newer.Now.timeZoneId())
      return zoned.toPlainDateTime().toString({ smallestUnit: 'minute' })
    }
  } catch {
    // A zone or a moment that is none: told, or not, as it is without.
  }
  return clockIn(timeZone).format(at).replace(' ', 'T')
}

/** The instant at which calendar and clock show `YYYY-MM-DDTHH:MM` in the reader's time zone; of an hour that is skipped, the one after it. */
export function instantOf(wall: string, timeZone = readersZone()): string {
  const wanted = Date.parse(`${wall}Z`)
  const shift = (at: number) => Date.parse(`${wallTime(new Date(at), timeZone)}Z`) - at
  const near = wanted - shift(wanted)
  return new Date(wanted - shift(near)).toISOString()
}

/** `YYYY-MM-DD` (or an instant, whose day for the reader is taken) as people write it; empty for nothing. */
export function formatDate(value: string | null | undefined, language: Language, timeZone = readersZone()): string {
  if (!value) return ''
  const day = value.length > 10 ? wallTime(value, timeZone) : value
  return writtenDay(day, readersOrder(language))
}

/** An ISO instant as day and time to the minute, in the reader's time zone. */
export function formatDateTime(value: string | null | undefined, language: Language, timeZone = readersZone()): string {
  if (!value) return ''
  const wall = wallTime(value, timeZone)
  return `${formatDate(wall.slice(0, 10), language)} ${wall.slice(11)}`
}

let today: { readonly second: number; readonly zone: string | undefined; readonly day: string } | undefined

/** The reader's calendar day at a moment, `YYYY-MM-DD`; of now when none is given. What is said to be today is so for the organisation, wherever the browser stands. */
export function dayOf(moment?: Date): string {
  if (moment) return wallTime(moment).slice(0, 10)
  // Every row of a list asks what day it is.
  const [second, zone] = [Math.floor(Date.now() / 1000), readersZone()]
  if (today?.second !== second || today.zone !== zone) today = { second, zone, day: wallTime(new Date(), zone).slice(0, 10) }
  return today.day
}

/** Whether `YYYY-MM-DD` names a day that exists, from year 1900 to 2200: as the contract has it, which would bring its schemas into every table. */
export function isoDay(text: string): boolean {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= '1900-01-01' && text <= '2200-12-31' ? new Date(`${text}T00:00:00Z`) : undefined
  return moment !== undefined && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}

/** Whether it is what calendar and clock show, `YYYY-MM-DDTHH:MM`. */
export const isWallTime = (value: string | null | undefined): value is string => /^.{10}T\d{2}:\d{2}$/.test(value ?? '') && isoDay((value ?? '').slice(0, 10))

/** Reads a day typed in the reader's own order (or as `YYYY-MM-DD`); null when there is no such day. */
export function parseDate(text: string, language: Language): string | null {
  const day = readDay(text, readersOrder(language))
  return day !== null && isoDay(day) ? day : null
}

/** Whole days from the first calendar day to the second; negative when it lies before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to.slice(0, 10)}T00:00:00Z`) - Date.parse(`${from.slice(0, 10)}T00:00:00Z`)) / 86_400_000)
}

/** A number with at most `decimals` decimals (2), grouped as the language does. */
export function formatNumber(value: number | null | undefined, language: Language, decimals = 2): string {
  if (value === null || value === undefined) return ''
  const text = written(value, language, decimals)
  return text === undefined ? writtenNumber(value, language, decimals) : withMinus(text)
}

/** A number with exactly so many decimals, so that a column of them stands under one another. */
export const fixedNumber = (value: number, language: Language, decimals: number): string =>
  withMinus(new Intl.NumberFormat(tags[language], { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value))

/** Which words of a calendar day are said. */
export type DayParts = Pick<Intl.DateTimeFormatOptions, 'weekday' | 'day' | 'month' | 'year'>

/** Says days (`YYYY-MM-DD`, or a month `YYYY-MM`) in words: each as the calendar has it, whatever the time zone. */
export function dayWords(language: Language, parts: DayParts): (day: string) => string {
  const name = inWords(language, { ...parts, timeZone: 'UTC' })
  return (day) => name(new Date(`${day.length === 7 ? `${day}-15` : day.slice(0, 10)}T00:00:00Z`))
}

/** The numbers and dates of a language; `value` is always in the unit named: thousands of euros, days, 0 to 100 percent, bytes. */
export interface Format {
  readonly language: Language
  date(value: string | null | undefined): string
  dateTime(value: string | null | undefined): string
  number(value: number | null | undefined, decimals?: number): string
  /** A difference, wherever one is shown: with its sign, two decimals below one and one above. */
  signed(difference: number): string
  percent(value: number | null | undefined, decimals?: number): string
  keuro(value: number | null | undefined): string
  days(value: number | null | undefined): string
  size(bytes: number): string
}

/** The formats of a language outside components; units are said by the kit's catalogue, which must be loaded. */
export function formatIn(language: Language, timeZone = readersZone()): Format {
  const number = (value: number | null | undefined, decimals?: number) => formatNumber(value, language, decimals)
  const inUnit =
    (unit: 'keuro' | 'days', decimals: number) =>
    (value: number | null | undefined, own = decimals) =>
      value === null || value === undefined ? '' : translate(`kit.units.${unit}`, { value: number(value, own) })
  return {
    language,
    date: (value) => formatDate(value, language, timeZone),
    dateTime: (value) => formatDateTime(value, language, timeZone),
    number,
    signed: (difference) => signedNumber(difference, number),
    percent: (value, decimals = 0) => (value === null || value === undefined ? '' : withUnit(number(value, decimals), '%', language)),
    keuro: inUnit('keuro', 2),
    days: inUnit('days', 2),
    size: (bytes) => {
      if (bytes < 1024) return translate('kit.units.bytes', { value: number(bytes) })
      if (bytes < 1024 * 1024) return translate('kit.units.kilobytes', { value: number(bytes / 1024, 0) })
      return translate('kit.units.megabytes', { value: number(bytes / 1024 / 1024, 1) })
    },
  }
}

/** Numbers and dates as the reader writes them. */
export function useFormat(): Format {
  const language = useLanguage()
  const timeZone = useOptionalSession()?.time_zone
  return useMemo(() => formatIn(language, timeZone), [language, timeZone])
}
