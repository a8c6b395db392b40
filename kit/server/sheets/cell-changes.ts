import type { FieldMessages } from '#kit/contract/errors.ts'
import type { Field, Reference } from '#kit/contract/field.ts'
import { namedRow } from '#kit/contract/one-of.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import type { DateOrder } from '#kit/contract/date-order.ts'
import type { Changes } from '#kit/server/data/resources/resource.ts'
import { cellOf, says } from './cells.ts'
import type { References } from './import-references.ts'
import { isErrorCell, readCell, type CellValue } from './read-cell.ts'
import type { ReadCell } from './read-sheet.ts'
import { refusal, type ChangedCell, type ReportLine } from './report.ts'
import type { StoredMessage, MessageValue } from './stored-message.ts'
import { columnTitle, type SheetColumn } from './sheet-columns.ts'
import type { SheetLine } from './sheet-lines.ts'
import type { SheetKeys, SheetWords } from './words.ts'

/** How the cells of one sheet are read. */
export interface Reading {
  readonly keys: SheetKeys
  readonly words: Readonly<Record<Language, SheetWords>>
  readonly lang: Language
  readonly dateOrder: DateOrder
  readonly timeZone: string
}

/** A cell that says something else than its row does now. */
export interface Difference {
  readonly column: SheetColumn
  readonly cell: ReadCell
  readonly read: CellValue
}

type Values = Readonly<Record<string, unknown>>

/**
 * The cells that differ from the row as an export would show it, in either language. Of a row that the file was exported with, an empty cell
 * empties; of any other it says nothing.
 */
export function differences(cells: SheetLine['cells'], row: Values | undefined, exported: boolean, reading: Reading): Difference[] {
  return cells.flatMap(([column, cell, at = '']): Difference[] => {
    const { name, field, key, writes } = column
    if (row) {
      const shown = row[writes ? key : name]
      const fallen = row[name]
      const same = (value: unknown) => [reading.words.en, reading.words.fr].some((words) => says(cell, cellOf(name, field, value, words, reading.timeZone)))
      // A list shows the other language where one is missing: given back, that is no text of one's own.
      if (same(shown) || (column.language && (shown ?? null) === null && same(fallen))) return []
    }
    if (cell === null) {
      if (!row || !exported || field.kind === 'boolean') return []
      return [{ column, cell, read: { value: field.kind === 'links' || field.kind === 'choices' ? [] : null } }]
    }
    if (isErrorCell(cell)) return [{ column, cell, read: { wrong: { key: 'kit.sheets.error_cell', values: { value: String(cell), cell: at } } } }]
    return [{ column, cell, read: readCell(column, cell, (lang) => reading.words[lang], reading.lang, reading.dateOrder, reading.timeZone) }]
  })
}

/** Notes what cells name, to be looked up all at once. */
export function collectNames(found: readonly Difference[], texts: Map<string, Set<string>>): void {
  for (const {
    column: { field, writes },
    read,
  } of found) {
    if (!writes || !('names' in read)) continue
    const { entity: single, entities = single ? [single] : [] } = field.options
    for (const entity of entities) {
      const known = texts.get(entity) ?? new Set()
      texts.set(entity, known)
      for (const name of read.names) known.add(name)
    }
  }
}

interface Resolved {
  readonly changes: Changes
  readonly cells: readonly ChangedCell[]
  readonly wrong: readonly ReportLine[]
}

/** What differing cells change, with what they said and say; values that come to the same are left out. */
export function resolve(
  n: number,
  found: readonly Difference[],
  row: Values | undefined,
  references: ReadonlyMap<string, References>,
  reading: Reading,
): Resolved {
  const changes: Changes = {}
  const cells: ChangedCell[] = []
  const wrong: ReportLine[] = []
  for (const { column, cell, read } of found) {
    if (!column.writes) continue
    const { field, key, name } = column
    const title = columnTitle(column, reading.keys)
    const before = row?.[key]
    const given = valueOf(field, read, before, references)
    if ('wrong' in given) {
      const choices = reading.keys.offered(name).map((choice) => reading.keys.choice(name, choice))
      wrong.push({
        n,
        level: 'error',
        column: title,
        message: { key: given.wrong.key, values: { ...given.wrong.values, ...(given.candidates && { candidates: given.candidates }), choices } },
      })
    } else if (!row || canonical(field, stored(field, before)) !== canonical(field, given.value)) {
      changes[key] = given.value
      const empty = given.value === null || (Array.isArray(given.value) && given.value.length === 0)
      cells.push({
        column: title,
        from: row ? messageValueOf(field, name, before, reading.keys) : null,
        to: empty ? null : keptInput(field, name, given.value, cell, reading.keys),
      })
    }
  }
  return { changes, cells, wrong }
}

type Given = { readonly value: unknown } | { readonly wrong: StoredMessage; readonly candidates?: readonly string[] }

function valueOf(field: Field, read: CellValue, before: unknown, references: ReadonlyMap<string, References>): Given {
  if (!('names' in read)) return read
  if (field.kind === 'ref_one_of') return oneOfNamed(field, read.names[0] ?? '', before, references)
  const ids: number[] = []
  const there = new Set((Array.isArray(before) ? before : [before]).flatMap((one: Reference | null | undefined) => (one ? [one.id] : [])))
  for (const name of read.names) {
    const found = references.get(field.options.entity ?? '')?.find(name, there) ?? 'unknown'
    if (found === 'unknown') return { wrong: { key: 'kit.sheets.unknown_reference', values: { value: name } } }
    if (typeof found === 'object')
      return { wrong: { key: 'kit.sheets.ambiguous_reference', values: { value: name } }, candidates: found.candidates.slice(0, 5) }
    ids.push(found)
  }
  return { value: field.kind === 'ref' ? ids[0] : [...new Set(ids)] }
}

/** The one row that a text names among those of several entities. */
function oneOfNamed({ options }: Field, text: string, before: unknown, references: ReadonlyMap<string, References>): Given {
  const previous = namedRow(before)
  const found = (options.entities ?? []).flatMap((entity) => {
    const one = references.get(entity)?.find(text, new Set(previous?.entity === entity ? [previous.id] : [])) ?? 'unknown'
    return one === 'unknown' ? [] : [{ entity, one }]
  })
  const [only, ...others] = found
  if (!only) return { wrong: { key: 'kit.sheets.unknown_reference', values: { value: text } } }
  if (others.length === 0 && typeof only.one === 'number') return { value: { entity: only.entity, id: only.one } }
  const candidates = found.flatMap(({ one }) => (typeof one === 'number' ? [text] : one.candidates))
  return { wrong: { key: 'kit.sheets.ambiguous_reference', values: { value: text } }, candidates: candidates.slice(0, 5) }
}

/** A row's value as a write would give it. */
export function stored({ kind }: Field, value: unknown): unknown {
  if (kind === 'ref') return (value as Reference | null | undefined)?.id ?? null
  if (kind === 'ref_one_of') return namedRow(value)
  if (kind === 'links') return ((value ?? []) as Reference[]).map(({ id }) => id)
  if (kind === 'decimal') return value === null || value === undefined ? null : Number(value)
  return value ?? null
}

const canonical = ({ kind }: Field, value: unknown): string =>
  JSON.stringify(kind === 'links' || kind === 'choices' ? [...((value ?? []) as (string | number)[])].toSorted((a, b) => (a < b ? -1 : 1)) : (value ?? null))

/** Reports show the beginning of a text, not all of it. */
const shownCharacters = 300
const cut = (text: string) => (text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text)

/** A row's value to be said later, in whatever language. */
export function messageValueOf(field: Field, name: string, value: unknown, keys: SheetKeys): MessageValue | null {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return null
  switch (field.kind) {
    case 'ref':
    case 'ref_one_of':
      return cut((value as Reference).name)
    case 'links':
      return cut((value as Reference[]).map((one) => one.name).join('; '))
    default:
      return keptInput(field, name, value, null, keys)
  }
}

function keptInput(field: Field, name: string, value: unknown, cell: ReadCell, keys: SheetKeys): MessageValue {
  switch (field.kind) {
    case 'ref':
    case 'ref_one_of':
    case 'links':
      return cut(String(cell).trim())
    case 'choice':
    case 'scale':
      return keys.choice(name, value as string | number)
    case 'choices':
      return (value as string[]).map((one) => keys.choice(name, one))
    case 'boolean':
      return { key: value === true ? 'kit.yes' : 'kit.no' }
    case 'date':
      return { day: value as string }
    case 'integer':
    case 'decimal':
      return { key: 'kit.sheets.number_value', values: { value: Number(value) } }
    default:
      return cut(String(value))
  }
}

/** Says of columns that no file changes where somebody changed them all the same. */
export function untouchable(n: number, found: readonly Difference[], keys: SheetKeys): ReportLine[] {
  return found.flatMap(({ column, cell }) =>
    column.writes || cell === null || column.field.options.derived || !['choice', 'scale', 'text', 'integer', 'date'].includes(column.field.kind)
      ? []
      : [{ ...refusal(n, 'read_only'), level: 'warning' as const, column: columnTitle(column, keys) }],
  )
}

/** What is wrong with the fields of a line, each under the title of its column; what neither language has is missing once. */
export function refusedFields(n: number, fields: FieldMessages, { keys }: Pick<Reading, 'keys'>): ReportLine[] {
  const lines = Object.entries(fields).flatMap(([path, messages]) =>
    messages.map((message): ReportLine => ({ n, level: 'error', column: keys.field(path.replace(/_(en|fr)$/, '')), message })),
  )
  return [...new Map(lines.map((line) => [JSON.stringify(line), line])).values()]
}
