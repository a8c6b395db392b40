import { languages, type Language } from '#kit/contract/catalogue.ts'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Field } from '#kit/contract/field.ts'
import type { Say } from '#kit/server/http/words.ts'
import type { ReadCell } from './read-sheet.ts'
import { sheetWords, type SheetWords } from './words.ts'
import { unguarded, type Cell } from './xlsx.ts'

/** One column that an import understands. */
export interface ImportColumn {
  /** What a write calls it: `name_en`, `perimeter` … */
  readonly key: string
  readonly name: string
  readonly field: Field
  readonly language?: Language
}

/** Kinds that a cell cannot hold. */
const notInCells = new Set<Field['kind']>(['files', 'rows', 'json'])

/** What can be imported of an entity, in the order of its declaration; localized fields have a column per language. */
export function importColumns(def: EntityDef): ImportColumn[] {
  return Object.entries(def.fields).flatMap(([name, field]): ImportColumn[] => {
    if (field.options.by === 'server' || field.options.derived || notInCells.has(field.kind)) return []
    if (field.kind === 'localized') return languages.map((language) => ({ key: `${name}_${language}`, name, field, language }))
    return [{ key: name, name, field }]
  })
}

export function columnLabel({ name, language }: ImportColumn, words: SheetWords): string {
  const label = words.field(name)
  return language ? words.say(language === 'en' ? 'kit.record.in_english' : 'kit.record.in_french', { name: label }) : label
}

/** As people compare words: without case, accents, doubled spaces and the mark of mandatory columns. */
export const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/[\s*]+/g, ' ').trim()

export interface Header {
  /** By position; undefined where the file has a column that is not understood. */
  readonly columns: readonly (ImportColumn | undefined)[]
  readonly unknown: readonly string[]
  readonly double: readonly string[]
}

/** Recognises columns by their label in either language, or by the name that the API uses. */
export function readHeader(cells: readonly ReadCell[], def: EntityDef, say: Say, lang: Language): Header {
  const known = importColumns(def)
  const byName = new Map<string, ImportColumn>()
  for (const language of languages) {
    const words = sheetWords(say, def, language)
    for (const column of known) {
      byName.set(folded(columnLabel(column, words)), column)
      // The bare name of a localized field means the language of the reader, which is how exports write it.
      if (!column.language || column.language === lang) byName.set(folded(words.field(column.name)), column)
    }
  }
  for (const column of known) {
    if (!column.language || column.language === lang) byName.set(folded(column.name), column)
    byName.set(folded(column.key), column)
  }
  const shown = new Set(languages.flatMap((language) => Object.keys(def.fields).map((name) => folded(sheetWords(say, def, language).field(name)))))
  const titles = cells.map((cell) => (cell === null ? '' : unguarded(String(cell)).trim()))
  const columns = titles.map((title) => byName.get(folded(title)))
  return {
    columns,
    // An export holds columns that nobody writes; they come back in without effect.
    unknown: titles.filter((title, n) => title !== '' && !columns[n] && !shown.has(folded(title))),
    double: titles.filter((_, n) => columns[n] && columns.indexOf(columns[n]) !== n),
  }
}

/** An empty file to fill in, with a second sheet that says what each column takes. */
export function template(def: EntityDef, words: SheetWords) {
  const columns = importColumns(def)
  const help = columns.map((column): Cell[] => [
    columnLabel(column, words),
    words.say(column.field.options.need === 'required' ? 'kit.yes' : 'kit.no'),
    accepted(column, words),
  ])
  return [
    { name: words.many, header: columns.map((column) => `${columnLabel(column, words)}${column.field.options.need === 'required' ? ' *' : ''}`), rows: [] },
    { name: words.say('kit.sheets.help'), header: ['column', 'need', 'values'].map((key) => words.say(`kit.sheets.${key}`)), rows: [help] },
  ]
}

function accepted({ name, field }: ImportColumn, words: SheetWords): string {
  switch (field.kind) {
    case 'choice':
    case 'choices':
      return (field.options.values ?? []).map((value) => words.choice(name, value)).join(', ')
    case 'boolean':
      return `${words.say('kit.yes')}, ${words.say('kit.no')}`
    case 'ref':
      return words.say('kit.sheets.reference')
    case 'links':
      return words.say('kit.sheets.references')
    case 'date':
      return words.say('kit.sheets.day')
    case 'integer':
    case 'decimal': {
      const { min, max } = field.options
      return min !== undefined && max !== undefined ? `${min} – ${max}` : ''
    }
    default:
      return ''
  }
}
