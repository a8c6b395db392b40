import type { LogLine, SaidLogChange, SaidValue } from '#areas/logs/contract/calls.ts'
import type { Format } from '#kit/web/i18n/format.ts'
import type { WordsOf } from '#kit/web/i18n/words.ts'

/** A value as its reader's own order writes it; nothing where there is none. */
export const sayValue = (value: SaidValue, format: Format): string =>
  value === null ? '' : typeof value === 'string' ? value : 'day' in value ? format.date(value.day) : format.dateTime(value.at)

/** What an object is called: its identifier and name, as far as it has them. */
export const nameOf = ({ object }: LogLine): string => (object ? [...new Set([object.identifier, object.name])].filter(Boolean).join(' ') : '')

/** In lists an object stands by what is shortest. */
export const shortName = ({ object }: LogLine): string => (object ? (object.identifier ?? object.name) : '')

const sayOne = ({ field, before, after, lines }: SaidLogChange, created: boolean, t: WordsOf<'logs'>, format: Format): string => {
  if (lines) return t('is', { field, after: lines.join(', ') })
  const [was, now] = [sayValue(before, format), sayValue(after, format)]
  return created ? t('is', { field, after: now || t('empty_value') }) : t('was', { field, after: now || t('empty_value'), before: was || t('empty_value') })
}

/** So many fields of a change are named in a list. */
const named = 4

/** What changed, in one line: a single field with its values, several by name, what is new by what it is called. */
export function sayWhat(line: LogLine, t: WordsOf<'logs'>, format: Format): string {
  const { changes, created, hidden, notes } = line
  if (hidden) return t('hidden')
  if (created && line.object) return line.object.name
  const [only] = changes
  if (only && changes.length === 1) return sayOne(only, created, t, format)
  if (only) {
    const fields = [...new Set(changes.map(({ field }) => field))]
    const shown = fields.slice(0, named).join(', ')
    return fields.length > named ? `${shown} ${t('and_more', { count: fields.length - named })}` : shown
  }
  if (notes.length > 0) return notes.map(({ name, value }) => t('is', { field: name, after: value })).join(', ')
  return line.object && line.object.identifier ? line.object.name : ''
}
