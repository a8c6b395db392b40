import type { Field, Reference } from '#kit/contract/field.ts'
import type { ReadCell } from './read-sheet.ts'
import { wallClock } from '#kit/contract/wall-clock.ts'
import type { SheetWords } from './words.ts'
import { cellLimit, guarded, unguarded, type Cell } from './xlsx.ts'

/** What stands between several values in one cell, on the way out and in. */
export const separator = '; '

/** What of a field its cells follow from. */
export interface CellField {
  readonly kind: Field['kind']
  readonly options: Pick<Field['options'], 'unit'>
}
/** The words that cells are said in. */
export type CellWords = Pick<SheetWords, 'lang' | 'translate' | 'choice' | 'offered'>

/** A row's value of a field as a cell: days as days, numbers as numbers, words in the reader's language. */
export function cellOf(name: string, field: CellField, value: unknown, words: CellWords, timeZone: string): Cell {
  if (value === null || value === undefined) return null
  switch (field.kind) {
    case 'integer':
    case 'decimal':
      return numberCell(field, Number(value), words)
    case 'scale':
      return words.offered(name).includes(value as number) ? words.choice(name, value as number) : (value as number)
    case 'boolean':
      return words.translate(value === true ? 'kit.yes' : 'kit.no')
    case 'date':
      return { day: value as string }
    case 'timestamp':
      return { moment: momentIn(new Date(value as string | Date), timeZone) }
    case 'choice':
      return words.choice(name, value as string)
    case 'choices':
      return (value as string[]).map((one) => words.choice(name, one)).join(separator)
    case 'ref':
    case 'ref_one_of':
      return typeof value === 'string' ? value : (value as Reference).name
    case 'links':
      return (value as Reference[]).map(named).join(separator)
    case 'files':
      return (value as Reference[]).map((one) => one.name).join(separator)
    case 'rows':
      return (value as Record<string, unknown>[]).map((one) => String(one.name ?? one.url ?? one.identifier ?? one.id)).join(separator)
    case 'json':
      return jsonText(value)
    default:
      return value as string
  }
}

/** Structures as a list shows them: what they are called, or their figures. */
function jsonText(value: unknown): string {
  if (Array.isArray(value)) return value.map(jsonText).join(separator)
  if (typeof value !== 'object' || value === null) return String(value)
  const { name, message } = value as Readonly<Record<string, unknown>>
  if (typeof name === 'string') return name
  if ('status' in value && typeof value.status === 'boolean') return typeof message === 'string' ? message : ''
  return JSON.stringify(value)
}

/** A name that holds the separator would come back as two. */
const named = ({ name, identifier }: Reference) => (/[;\n]/.test(name) && identifier ? identifier : name)

function numberCell({ options: { unit } }: CellField, value: number, words: CellWords): Cell {
  if (unit === undefined) return value
  return { amount: value, unit: unit === 'keuro' ? unit : `${unit}_${words.lang}` }
}

/** Whether a cell of a file says what an export would write now. */
export function says(cell: ReadCell, written: Cell): boolean {
  const expected =
    written !== null && typeof written === 'object'
      ? 'amount' in written
        ? written.amount
        : Date.parse(`${'day' in written ? `${written.day}T00:00:00` : written.moment}Z`)
      : plain(typeof written === 'string' ? guarded(written).slice(0, cellLimit) : (written ?? ''))
  const read = cell instanceof Date ? cell.getTime() : plain(cell ?? '')
  // Spreadsheets keep moments as fractions of a day.
  return (
    expected === read ||
    (cell instanceof Date && typeof expected === 'number' && Math.abs(expected - cell.getTime()) < 1000) ||
    (typeof expected === 'number' && String(expected) === read)
  )
}

/** What spreadsheets do to a text on its way: line ends, and white space around it. */
const plain = (value: string | number | boolean) => (typeof value === 'string' ? unguarded(value).replaceAll('\r\n', '\n').trim() : value)

/** `YYYY-MM-DDTHH:MM:SS` as clocks of a time zone show it. */
export const momentIn = (at: Date, timeZone: string): string => wallClock(at, timeZone).replace(' ', 'T')
