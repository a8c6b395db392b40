import type { Field, Fields } from '#kit/contract/field.ts'
import { columnsOf } from '#kit/contract/field.ts'
import type { FileComment } from '#kit/contract/history.ts'
import type { Changes } from '#kit/server/data/resources/resource.ts'

/** What a write did to links, children and files, as the audit row keeps it: ids for references, names for what may be gone later. */
export interface LinkDetails {
  readonly links?: Readonly<Record<string, { entity: string; added: readonly number[]; removed: readonly number[] }>>
  readonly rows?: Readonly<Record<string, RowsDetail>>
}

interface RowsDetail {
  /** Names, in one line. */
  readonly before: unknown
  readonly after: unknown
  readonly children?: readonly ChildDetail[]
  readonly moved?: boolean
  /** What came to be said of files. */
  readonly comments?: readonly FileComment[]
}

/** One owned row that a write added, removed or changed, with its fields by column. */
export interface ChildDetail {
  readonly change: 'added' | 'removed' | 'changed'
  readonly name_en: string | null
  readonly name_fr: string | null
  readonly place: number
  readonly fields: readonly { readonly field: string; readonly before: unknown; readonly after: unknown; readonly comments?: readonly FileComment[] }[]
}

const named = new Set<Field['kind']>(['text', 'localized', 'identifier', 'url', 'email'])

/** What people recognise a child by: the first of its texts that says something. */
export function childName(fields: Fields, child: Changes, lang: 'en' | 'fr'): string | null {
  for (const [name, { kind }] of Object.entries(fields)) {
    if (!named.has(kind)) continue
    const other = lang === 'en' ? 'fr' : 'en'
    const value = kind === 'localized' ? (child[`${name}_${lang}`] ?? child[`${name}_${other}`]) : child[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

/** Whether a column holds something else than before; instants are compared by their time, however they are written. */
export function columnDiffers(stored: unknown, given: unknown): boolean {
  if (typeof stored === 'string' && typeof given === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(stored)) return Date.parse(stored) !== Date.parse(given)
  return JSON.stringify(stored ?? null) !== JSON.stringify(given ?? null)
}

/** The columns of a child that a write changed; references stand under their field's name. */
export function childFields(fields: Fields, differing: readonly (readonly [column: string, value: unknown])[], before: Changes): ChildDetail['fields'] {
  const columns = Object.entries(fields).flatMap(([name, field]) =>
    columnsOf(name, field).map((column) => [column, field.kind === 'ref' ? name : column] as const),
  )
  const keys = new Map(columns)
  return differing.map(([column, value]) => ({ field: keys.get(column) ?? column, before: before[column] ?? null, after: value ?? null }))
}
