import { readDay, usualOrder, type DateOrder } from '#kit/contract/date-order.ts'
import type { Message } from '#kit/contract/errors.ts'
import { instantAt } from '#kit/contract/hours-of-day.ts'
import { isDay } from '#kit/contract/schema.ts'
import { languages, type Language } from '#kit/contract/catalogue.ts'
import type { ReadCell } from './read-sheet.ts'
import { folded, type SheetColumn } from './sheet-columns.ts'
import type { SheetWords } from './words.ts'
import { unguarded } from './xlsx.ts'

/** A cell's value as a write takes it, a text still to be looked up for references, or what is wrong with it. */
export type CellValue = { readonly value: unknown } | { readonly names: readonly string[] } | { readonly wrong: Message }

/** Reads one filled cell as the value of a column; both languages' words are understood, days and numbers written as text are the reader's own (I18N-03). */
export function readCell(
  { name, field }: Pick<SheetColumn, 'name' | 'field'>,
  cell: Exclude<ReadCell, null>,
  wordsOf: (lang: Language) => SheetWords,
  reader: Language,
  order: DateOrder = usualOrder[reader],
  timeZone = 'UTC',
): CellValue {
  const text = textOf(cell)
  const wrong = (key: string, values: Record<string, string> = {}): CellValue => ({ wrong: { key: `kit.sheets.${key}`, values: { value: text, ...values } } })
  const called = (word: string, value: string | number) =>
    folded(String(value)) === folded(word) || languages.some((lang) => folded(wordsOf(lang).choice(name, value)) === folded(word))
  const choiceOf = (word: string) =>
    wordsOf(reader)
      .offered(name)
      .find((value) => called(word, value))

  switch (field.kind) {
    case 'integer':
    case 'decimal': {
      const bare = field.options.unit === 'percent' ? text.replace(/\s*%$/, '') : text
      const number = typeof cell === 'number' ? cell : Number(plainNumber(bare, reader))
      if (Number.isFinite(number) && bare !== '' && !(cell instanceof Date)) return { value: number }
      return wrong('wrong_number')
    }
    case 'boolean': {
      if (typeof cell === 'boolean') return { value: cell }
      const word = folded(text)
      if (['1', 'x', 'true', 'vrai', 'yes', 'oui', 'y', 'o'].includes(word)) return { value: true }
      return ['0', 'false', 'faux', 'no', 'non', 'n'].includes(word) ? { value: false } : wrong('wrong_boolean')
    }
    case 'date': {
      const value = readDay(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z?$/.test(text) ? text.slice(0, 10) : text, order)
      return value !== null && isDay(value) ? { value } : wrong('wrong_date')
    }
    case 'timestamp': {
      const at = cell instanceof Date ? instantAt(text.slice(0, 19), timeZone) : momentIn(text, order, timeZone)
      return at === null || Number.isNaN(at) ? wrong('wrong_date') : { value: new Date(at).toISOString() }
    }
    case 'choice':
    case 'scale': {
      const value = choiceOf(text)
      return value === undefined ? wrong('unknown_choice') : { value }
    }
    case 'choices': {
      const values = parts(text).map(choiceOf)
      return values.includes(undefined) ? wrong('unknown_choice') : { value: [...new Set(values)] }
    }
    case 'ref':
    case 'ref_one_of':
      return { names: [text] }
    case 'links':
      return { names: parts(text) }
    default:
      return { value: text.replaceAll('\r\n', '\n') }
  }
}

/** What a spreadsheet shows where it has no value, in both languages, as text where it was saved as one. */
const errors = new Set(
  '#N/A #REF! #VALUE! #VALEUR! #DIV/0! #NAME? #NOM? #NUM! #NOMBRE! #NULL! #NUL! #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT! #UNKNOWN! #GETTING_DATA #ERROR!'.split(
    ' ',
  ),
)
/** Whether a cell holds an error instead of a value: nobody means such a text. */
export const isErrorCell = (cell: ReadCell | undefined): boolean => typeof cell === 'string' && errors.has(cell.trim().toUpperCase())

/** In milliseconds; what names no time zone is meant as the reader's clocks show it, which is how exports write it. */
function momentIn(text: string, order: DateOrder, timeZone: string): number | null {
  if (/\d(?:Z|[+-]\d{2}:?\d{2})$/.test(text) && text.includes(':')) return Date.parse(text)
  const [, date = text, hour = '0', minute = '0', second = '0'] = /^(.+?)[T\s]+(\d{1,2})[:hH](\d{2})?(?::(\d{2})(?:\.\d+)?)?$/.exec(text) ?? []
  const day = readDay(date, order)
  const clock = [hour, minute, second].map((part) => part.padStart(2, '0')).join(':')
  return day !== null && isDay(day) ? instantAt(`${day}T${clock}`, timeZone) : null
}

/** What people write between the digits of a number, as JavaScript reads it. A comma before anything but three digits is a decimal one in any language. */
const plainNumber = (text: string, lang: Language) => {
  const bare = text.replaceAll(/[\s\u00a0\u202f]/g, '')
  if (lang === 'fr' || /^[+-]?\d+,\d{1,2}$/.test(bare)) return bare.replace(',', '.')
  return bare.replaceAll(/,(?=\d{3}(?!\d))/g, '')
}

/** Several values in one cell, separated as exports separate them. */
export const parts = (text: string) => [
  ...new Set(
    text
      .split(/[;\n]/)
      .map((part) => part.trim())
      .filter(Boolean),
  ),
]

const textOf = (cell: Exclude<ReadCell, null>): string => (cell instanceof Date ? cell.toISOString() : unguarded(String(cell)).trim())
