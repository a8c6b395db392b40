import { languages, type Language } from '#kit/contract/catalogue.ts'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Field, Fields } from '#kit/contract/field.ts'
import type { Importing, Resource } from '#kit/server/data/resources/resource.ts'
import type { StoredMessage } from './stored-message.ts'
import type { SheetKeys, SheetWords } from './words.ts'

/** One column of a sheet. */
export interface SheetColumn {
  /** What a write calls it: `name_en`, `perimeter` … */
  readonly key: string
  readonly name: string
  readonly field: Field
  readonly language?: Language
  /** Whether a file may change it; the others come back in without effect. */
  readonly writes: boolean
}

export const importingOf = ({ importing = {} }: Resource): Importing => importing

/** Kinds that a cell cannot bring in. */
const notInCells = new Set<Field['kind']>(['files', 'rows', 'json'])

function columnsOfField(name: string, field: Field, also: readonly string[] = []): SheetColumn[] {
  const writes = !notInCells.has(field.kind) && (also.includes(name) || (field.options.by !== 'server' && field.options.derived !== true))
  if (field.kind === 'localized') return languages.map((language) => ({ key: `${name}_${language}`, name, field, language, writes }))
  return [{ key: name, name, field, writes }]
}

/** What can be imported of an entity, in the order of its declaration; localized fields have a column per language. */
export function importColumns(resource: Resource): SheetColumn[] {
  const { also } = importingOf(resource)
  return Object.entries(resource.def.fields)
    .flatMap(([name, field]) => columnsOfField(name, field, also))
    .filter(({ writes }) => writes)
}

/** All that a row says of itself in cells: what can be imported first, then what is only read. */
export function wholeColumns(resource: Resource): SheetColumn[] {
  const { def } = resource
  const read = [...def.list.columns, ...(def.list.more ?? [])].flatMap((name) => {
    const field = def.fields[name]
    return field && field.kind !== 'rows' && field.kind !== 'json'
      ? columnsOfField(name, field, importingOf(resource).also).filter(({ writes }) => !writes)
      : []
  })
  const files = Object.entries(def.fields)
    .filter(([, field]) => field.kind === 'files')
    .flatMap(([name, field]) => columnsOfField(name, field))
  return [...importColumns(resource), ...read, ...files.filter(({ key }) => !read.some((one) => one.key === key))]
}

/** Columns as a list shows them, one for each field whatever its languages, in the order given. */
export const shownColumns = ({ def }: Resource, names: readonly string[]): SheetColumn[] =>
  names.flatMap((name) => (def.fields[name] ? [{ key: name, name, field: def.fields[name], writes: false }] : []))

/** The columns of a field's owned rows; their files are read where the row is. */
export const childColumns = (fields: Fields): SheetColumn[] =>
  Object.entries(fields).flatMap(([name, field]) => (field.kind === 'files' ? [] : columnsOfField(name, field)))

/** The fields whose owned rows stand on a sheet of their own. */
export const childFields = ({ fields }: EntityDef) =>
  Object.entries(fields).filter(([, { kind, options }]) => kind === 'rows' && options.by !== 'server' && options.derived !== true)

/** The field by which a line names a row that is there already: its identifier, or the address of a person. */
export function keyOf({ fields }: EntityDef): string | undefined {
  const names = Object.keys(fields)
  return (
    names.find((name) => fields[name]?.kind === 'identifier') ??
    names.find((name) => fields[name]?.kind === 'email' && fields[name].options.need === 'required')
  )
}

/** What the title of a column says. */
export function columnTitle({ name, language }: Pick<SheetColumn, 'name' | 'language'>, keys: SheetKeys): StoredMessage {
  const field = keys.field(name)
  return language ? { key: language === 'en' ? 'kit.record.in_english' : 'kit.record.in_french', values: { name: field } } : field
}

export function columnLabel({ name, language }: Pick<SheetColumn, 'name' | 'language'>, words: SheetWords): string {
  const label = words.field(name)
  return language ? words.translate(language === 'en' ? 'kit.record.in_english' : 'kit.record.in_french', { name: label }) : label
}

/** Whether no row can be made without it. A default fills what is left out; of two languages one is enough. */
export function isNeeded({ name, field }: SheetColumn, resource: Resource): boolean {
  const { need, default: preset } = field.options
  const { needs, completes } = importingOf(resource)
  if (completes?.includes(name)) return false
  return (need === 'required' && preset === undefined) || (needs?.includes(name) ?? false)
}

/** As people compare words: without case, accents, doubled spaces, the mark of mandatory columns, what nobody sees, and the ways of writing apostrophes and hyphens. */
export const folded = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}\u00ad\u200b-\u200d\u2060\ufeff]/gu, '')
    .replaceAll(/[\u2018\u2019\u201b\u02bc\u2032\u00b4`]/g, "'")
    .replaceAll(/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-')
    .toLowerCase()
    .replaceAll(/[\s*]+/g, ' ')
    .trim()
