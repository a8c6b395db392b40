import { globSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { daysBetween, dayWords, fixedNumber, formatDate, formatDateTime, formatNumber, instantOf, parseDate, wallTime } from './format.ts'
import { monthNames } from '#kit/web/charts/month-names.ts'

test('a day is written in the order of the language', () => {
  expect(formatDate('2026-11-20', 'en')).toBe('11/20/2026')
  expect(formatDate('2026-11-20', 'fr')).toBe('20/11/2026')
  expect(formatDate(null, 'fr')).toBe('')
})

test('a typed day is read in the order of the language, and a day that does not exist is refused', () => {
  expect(parseDate('11/20/2026', 'en')).toBe('2026-11-20')
  expect(parseDate('20/11/2026', 'fr')).toBe('2026-11-20')
  expect(parseDate('1.2.2026', 'fr')).toBe('2026-02-01')
  expect(parseDate('2026-02-28', 'en')).toBe('2026-02-28')
  expect(parseDate('30/02/2026', 'fr')).toBeNull()
  expect(parseDate('20/11/2026', 'en')).toBeNull()
  expect(parseDate('soon', 'en')).toBeNull()
})

test('English days are written as the browser’s region does, and everybody’s as they have chosen (I18N-03)', async () => {
  const seen: Record<string, string> = {}
  for (const tag of ['en', 'en-US', 'en-GB', 'en-ZA', 'en-CA', 'fr-FR', 'de-Latn-CH', 'x-odd']) {
    vi.resetModules()
    vi.stubGlobal('navigator', { language: tag })
    const { datePattern: pattern, formatDate: write, parseDate: read } = await import('./format.ts')
    seen[tag] = write('2026-11-02', 'en')
    expect(read(write('2026-11-02', 'en'), 'en')).toBe('2026-11-02')
    expect(write('2026-11-02', 'fr')).toBe('02/11/2026')
    expect(pattern('fr')).toBe('JJ/MM/AAAA')
    expect(pattern('en', 'YMD')).toBe('YYYY-MM-DD')
  }
  vi.unstubAllGlobals()
  const [american, british, iso] = ['11/02/2026', '02/11/2026', '2026-11-02']
  expect(seen).toEqual({
    en: american,
    'en-US': american,
    'en-GB': british,
    'en-ZA': iso,
    'en-CA': iso,
    'fr-FR': british,
    'de-Latn-CH': british,
    'x-odd': american,
  })
})

test('days between two dates do not depend on summer time', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  expect(daysBetween('2026-11-20', '2026-11-06')).toBe(-14)
})

test('numbers are grouped as the language does', () => {
  expect(formatNumber(1234567.891, 'en')).toBe('1,234,567.89')
  expect(formatNumber(1234567.891, 'fr')).toMatch(/^1\s234\s567,89$/)
  for (const [language, tag] of [
    ['en', 'en-US'],
    ['fr', 'fr-FR'],
  ] as const) {
    const format = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 })
    for (const value of [...Array(1002).keys(), 12345, 1234567, 2 ** 52, 1e21, -0, -1, -999, -1000, -1234567, 0.004, 0.5, 999.5, NaN, Infinity])
      expect(formatNumber(value, language)).toBe(format.format(value).replace(/^-/, '−'))
  }
})

test('the months of an axis say their year once, and again where another begins', () => {
  expect(monthNames(['2026-11', '2026-12-31', '2027-01'], 'en')).toEqual(['Nov\n2026', 'Dec', 'Jan\n2027'])
  expect(monthNames(['2026-11'], 'fr')).toEqual(['nov.\n2026'])
  const year = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}`)
  for (const language of ['en', 'fr'] as const)
    expect(
      monthNames(['2025-12', ...year], language)
        .slice(1)
        .map((name) => name.split('\n')[0]),
    ).toEqual(year.map(dayWords(language, { month: 'short' })))
})

test('a moment is shown by the clock of the reader’s time zone, and read back by it', () => {
  const instant = '2026-07-01T22:30:00.000Z'
  expect(formatDateTime(instant, 'fr', 'Europe/Paris')).toBe('02/07/2026 00:30')
  expect(formatDateTime(instant, 'en', 'America/New_York')).toBe('07/01/2026 18:30')
  expect(formatDate(instant, 'en', 'Asia/Kolkata')).toBe('07/02/2026')
  expect(formatDate('2026-07-01', 'en', 'Pacific/Auckland')).toBe('07/01/2026')
  for (const zone of ['Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'UTC']) expect(instantOf(wallTime(instant, zone), zone)).toBe(instant)
  // Summer time begins: the hour between does not exist.
  expect(wallTime(instantOf('2026-03-29T02:30', 'Europe/Paris'), 'Europe/Paris')).toMatch(/T0[13]:30$/)
  // A zone that the browser does not know is no reason to show nothing.
  expect(formatDateTime(instant, 'en', 'Mars/Olympus')).toMatch(/^07\/0[12]\/2026 \d\d:\d\d$/)
})

test('only the formatter writes numbers and dates: what a screen writes by itself differs from what the next one does', () => {
  const own = new Set(['kit/web/i18n/format.ts', 'kit/web/i18n/light-intl.ts'])
  const screens = globSync('{kit/web,areas/*/web,app/web}/**/*.{ts,tsx}').filter((file) => !own.has(file) && !file.endsWith('.test.ts'))
  expect(screens.length).toBeGreaterThan(500)
  // The zone in which a browser stands is no text; names of languages and lists of them are no figures.
  const byHand = /Intl\.(?:NumberFormat|RelativeTimeFormat|DateTimeFormat(?!\(\)\.resolvedOptions))\b|\.toLocale(?:Date|Time)?String\(|\.toFixed\(/
  expect(screens.filter((file) => byHand.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('no screen leaves it to the browser in which order a day is typed', () => {
  const screens = globSync('{kit/web,areas/*/web,app/web}/**/*.tsx')
  expect(screens.filter((file) => /type=["'](?:date|datetime-local|month|week|time)["']/.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('days are said in words as the calendar has them, months by their name', () => {
  expect(dayWords('en', { month: 'long', year: 'numeric' })('2026-11')).toBe('November 2026')
  expect(dayWords('fr', { day: 'numeric', month: 'short' })('2026-12-01')).toBe('1er déc.')
  expect(dayWords('en', { weekday: 'long', day: 'numeric', month: 'long' })('2026-11-30')).toBe('Monday 30 November')
  expect([fixedNumber(-1234.5, 'en', 2), fixedNumber(12, 'fr', 1)]).toEqual(['−1,234.50', '12,0'])
})
