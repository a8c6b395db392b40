import type { EntityDef } from '#kit/contract/entity.ts'
import type { FieldKind } from '#kit/contract/field.ts'
import { isFilter } from '#kit/contract/link-targets.ts'
import type { Sort } from '#kit/contract/list-query.ts'

/** What stands in the two lines of a row, by the names of fields. */
export interface PhoneFields {
  readonly title: string
  readonly date: string | undefined
  readonly status: string | undefined
  readonly identifier: string | undefined
  readonly place: string | undefined
  readonly person: string | undefined
  /** Who is in charge where no person is. */
  readonly group: string | undefined
  /** The first other columns, where the rest leaves the second line empty. */
  readonly others: readonly string[]
}

const otherKinds: readonly FieldKind[] = ['text', 'localized', 'email', 'integer', 'decimal', 'scale', 'ref', 'boolean']

/** What tells rows apart on a phone, from the declaration: name and date, then status, number, place and person, as far as the list has them. */
export function phoneFields({ title, fields, list: { columns, more = [], sort } }: EntityDef): PhoneFields {
  const kindOf = (name: string) => fields[name]?.kind
  const target = (name: string) => fields[name]?.options.entity
  const first = (accepts: (name: string) => boolean) => columns.find((name) => name !== title && accepts(name))
  const ordered = [sort].flat().map((key) => key.replace(/^-/, ''))
  const isDate = (name: string) => kindOf(name) === 'date'
  const date = ordered.find((name) => isDate(name) && [...columns, ...more].includes(name)) ?? first(isDate) ?? first((name) => kindOf(name) === 'timestamp')
  const status = first((name) => kindOf(name) === 'choice')
  const identifier = fields.identifier && title !== 'identifier' ? 'identifier' : undefined
  const isPerson = (name: string) => kindOf(name) === 'ref' && target(name) === 'member'
  const person = first(isPerson)
  const group = person === undefined ? undefined : [...columns, ...more].find((name) => kindOf(name) === 'ref' && target(name) === 'group')
  // What a row is about tells it from others sooner than where.
  const place =
    first((name) => kindOf(name) === 'ref_one_of') ??
    first((name) => kindOf(name) === 'ref' && target(name) === 'perimeter') ??
    first((name) => kindOf(name) === 'ref' && !isPerson(name))
  const used = [date, status, identifier, place, person]
  const room = Math.max(0, 3 - used.slice(1).filter(Boolean).length)
  const others = columns.filter((name) => name !== title && !used.includes(name) && otherKinds.includes(kindOf(name) ?? 'json')).slice(0, room)
  return { title, date, status, identifier, place, person, group, others }
}

export const sectionNames = ['late', 'soon', 'later', 'undated', 'closed'] as const
export type SectionName = (typeof sectionNames)[number]

/** Whether a list stands in the order in which its work falls due, so that it has sections. */
export const hasSections = (entity: EntityDef, sort: readonly Sort[], date: string | undefined): boolean =>
  date !== undefined &&
  ['late', 'soon', 'closed'].every((flag) => entity.fields[flag]?.kind === 'boolean' && isFilter(entity, flag)) &&
  sort.map(({ name, order }) => `${name} ${order}`).join() === `closed asc,${date} asc`

const sectionOf = (row: Readonly<Record<string, unknown>>, date: string): SectionName =>
  row.closed === true ? 'closed' : row.late === true ? 'late' : row.soon === true ? 'soon' : row[date] ? 'later' : 'undated'

export interface Section<R> {
  readonly name: SectionName
  readonly rows: readonly R[]
  /** Known where the next section has begun, or nothing comes after. */
  readonly count: number | undefined
}

/** Rows in the sections in which they stand, in their order. */
export function sectionsOf<R extends object>(rows: readonly R[], date: string, all: boolean): Section<R>[] {
  const parts: { name: SectionName; rows: R[] }[] = []
  for (const row of rows) {
    const name = sectionOf(row as Readonly<Record<string, unknown>>, date)
    const last = parts.at(-1)
    if (last?.name === name) last.rows.push(row)
    else parts.push({ name, rows: [row] })
  }
  return parts.map((part, n) => ({ ...part, count: all || n < parts.length - 1 ? part.rows.length : undefined }))
}

/** A person's name as it fits beside others: «Marta I.». */
export function shortPerson(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const initial = rest.at(-1)?.[0]
  return initial ? `${first} ${initial}.` : first
}
