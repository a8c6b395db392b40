import type { Field, Reference } from '#kit/contract/field.ts'
import type { SheetWords } from './words.ts'
import type { Cell } from './xlsx.ts'

/** What stands between several values in one cell, on the way out and in. */
export const separator = '; '

/** A row's value of a field as a cell: days as days, numbers as numbers, words in the reader's language. */
export function cellOf(name: string, field: Field, value: unknown, words: SheetWords, timeZone: string): Cell {
  if (value === null || value === undefined) return null
  switch (field.kind) {
    case 'integer':
    case 'decimal':
      return Number(value)
    case 'boolean':
      return words.say(value === true ? 'kit.yes' : 'kit.no')
    case 'date':
      return { day: value as string }
    case 'timestamp':
      return { moment: wallClock(new Date(value as string | Date), timeZone) }
    case 'choice':
      return words.choice(name, value as string)
    case 'choices':
      return (value as string[]).map((one) => words.choice(name, one)).join(separator)
    case 'ref':
      return (value as Reference).name
    case 'links':
    case 'files':
      return (value as Reference[]).map((one) => one.name).join(separator)
    case 'rows':
      return (value as Record<string, unknown>[]).map((one) => String(one.name ?? one.url ?? one.identifier ?? one.id)).join(separator)
    case 'json':
      return JSON.stringify(value)
    default:
      return value as string
  }
}

/** `YYYY-MM-DDTHH:MM:SS` as clocks of a time zone show it. */
export function wallClock(at: Date, timeZone: string): string {
  // The Swedish way of writing dates is the ISO one.
  return at.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')
}
