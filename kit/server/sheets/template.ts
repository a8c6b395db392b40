import { sql } from 'kysely'
import { can } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { fieldOf, rowRef, title } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resource, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { writtenDay } from '#kit/contract/date-order.ts'
import { childColumns, childFields, columnLabel, importColumns, isNeeded, keyOf, type SheetColumn } from './sheet-columns.ts'
import type { SheetWords } from './words.ts'
import type { Cell, ColumnLook, Sheet } from './xlsx.ts'

/** Names of existing rows that a template offers, by the entity they are rows of. */
export type OfferedNames = ReadonlyMap<string, readonly string[]>

/** Of each referenced entity. */
const offered = 500

/** The names of what cells may refer to, as far as the asker may read it. */
export async function offeredNames(tx: Tx, resource: Resource, resources: Resources): Promise<OfferedNames> {
  const { who } = tx
  const columns = [...importColumns(resource), ...childFields(resource.def).flatMap(([, { options }]) => childColumns(options.fields ?? {}))]
  const entities = [...new Set(columns.flatMap(({ field: { options } }) => options.entities ?? (options.entity ? [options.entity] : [])))]
  const names = new Map<string, string[]>()
  for (const entity of entities) {
    const target = resourceOf(resources, entity)
    if (!can(who, target.def.rights.read)) continue
    const t = rowRef('t')
    const active = fieldOf(target.def, 'archived') ? sql`not t.archived` : sql`true`
    const rows = await tx.run(sql<{ name: string | null }>`select ${title(target, t, who.lang)} as name from ${sql.table(entity)} as t
      where t.customer_id = ${tx.customerId} and ${active} and ${asSql(target.rules.read(t, who))} order by 1 limit ${offered}`)
    names.set(entity, [...new Set(rows.flatMap(({ name }) => (name ? [name] : [])))])
  }
  return names
}

/** An empty file to fill in, a sheet for each kind of owned row, one that says what each column takes, and one of the values that cells offer. */
export function template(resource: Resource, words: SheetWords, names: OfferedNames): Sheet[] {
  const { def } = resource
  const lists = new ValueLists(words.translate('kit.sheets.lists'), names)
  const columns = importColumns(resource)
  const key = keyOf(def)
  const need = (column: SheetColumn) => isNeeded(column, resource)
  // Of two languages one is enough: the mark stands at the reader's.
  const marked = (column: SheetColumn) => need(column) && (column.language ?? words.lang) === words.lang
  const sheetFor = (
    name: string,
    own: readonly SheetColumn[],
    ownWords: SheetWords,
    isMarked: (column: SheetColumn) => boolean,
    first: readonly string[] = [],
  ): Sheet => ({
    name,
    header: [...first, ...own.map((column) => `${columnLabel(column, ownWords)}${isMarked(column) ? ' *' : ''}`)],
    looks: [...first.map(() => ({})), ...own.map((column) => lookOf(column, ownWords, lists))],
    rows: [],
  })
  const children =
    key === undefined
      ? []
      : childFields(def).map(([field, { options }]) => ({ field, columns: childColumns(options.fields ?? {}).filter(({ writes }) => writes) }))
  const childNeed = ({ field }: SheetColumn) => field.options.need === 'required' && field.options.default === undefined
  const sheets = [
    sheetFor(words.many, columns, words, marked),
    ...children.map(({ field, columns: own }) => sheetFor(words.field(field), own, words.children(field), childNeed, [`${words.field(key ?? '')} *`])),
  ]
  const help = [
    ...columns.map((column) => helpOf(column, words, need(column), words.many)),
    ...children.flatMap(({ field, columns: own }) => own.map((column) => helpOf(column, words.children(field), childNeed(column), words.field(field)))),
  ]
  const header = ['sheet', 'column', 'need', 'values', 'example'].map((name) => words.translate(`kit.sheets.${name}`))
  return [...sheets, { name: words.translate('kit.sheets.help'), header, rows: [help], plain: true }, ...lists.sheet()]
}

/** The values that cells offer, each list in a column of one sheet. */
export class ValueLists {
  readonly #name: string
  readonly #names: OfferedNames
  readonly #lists = new Map<string, { at: number; label: string; values: readonly string[] }>()

  constructor(name: string, names: OfferedNames = new Map()) {
    this.#name = name
    this.#names = names
  }

  /** Where the list of a column stands; undefined for a column that takes anything. */
  offer(column: SheetColumn, words: SheetWords): ColumnLook['offers'] {
    const { entity } = column.field.options
    const values = entity ? (this.#names.get(entity) ?? []) : allowedWords(column, words)
    if (values.length === 0) return undefined
    const id = entity ?? `${words.many} ${column.name}`
    const list = this.#lists.get(id) ?? { at: this.#lists.size, label: words.field(column.name), values }
    this.#lists.set(id, list)
    return { sheet: this.#name, at: list.at, count: list.values.length }
  }

  sheet(): Sheet[] {
    const lists = [...this.#lists.values()]
    if (lists.length === 0) return []
    const rows = Array.from({ length: Math.max(...lists.map(({ values }) => values.length)) }, (_, n): Cell[] => lists.map(({ values }) => values[n] ?? null))
    return [{ name: this.#name, header: lists.map(({ label }) => label), rows: [rows], plain: true }]
  }
}

/** The words that a column takes, if it takes no others. */
export function allowedWords({ name, field }: SheetColumn, words: SheetWords): readonly string[] {
  if (field.kind === 'boolean') return [words.translate('kit.yes'), words.translate('kit.no')]
  return words.offered(name).map((value) => words.choice(name, value))
}

/** What a spreadsheet shows and offers while a cell of the column is filled in. */
export function lookOf(column: SheetColumn, words: SheetWords, lists: ValueLists): ColumnLook {
  const text = accepted(column, words)
  const offers = lists.offer(column, words)
  return { ...(text && { note: { title: columnLabel(column, words), text } }), ...(offers && { offers }) }
}

const helpOf = (column: SheetColumn, words: SheetWords, needed: boolean, sheet: string): Cell[] => [
  sheet,
  columnLabel(column, words),
  words.translate(needed ? (column.language ? 'kit.sheets.one_language' : 'kit.yes') : 'kit.no'),
  accepted(column, words),
  exampleOf(column, words),
]

function accepted(column: SheetColumn, words: SheetWords): string {
  const { field } = column
  const list = allowedWords(column, words).join(', ')
  switch (field.kind) {
    case 'identifier':
      return words.translate('kit.sheets.own_identifier')
    case 'choices':
      return `${words.translate('kit.sheets.several')} ${list}`
    case 'ref':
    case 'ref_one_of':
      return words.translate('kit.sheets.reference')
    case 'links':
      return words.translate('kit.sheets.references')
    case 'timestamp':
      return words.translate('kit.sheets.a_moment')
    case 'date':
      return words.translate(`kit.sheets.days.${words.dateOrder}`)
    case 'integer':
    case 'decimal': {
      const { min, max } = field.options
      return min !== undefined && max !== undefined ? words.translate('kit.sheets.number_between', { min, max }) : words.translate('kit.sheets.a_number')
    }
    case 'text':
    case 'localized':
    case 'markdown':
      return field.options.max === undefined ? '' : words.translate('kit.sheets.characters', { max: field.options.max })
    default:
      return list
  }
}

function exampleOf(column: SheetColumn, words: SheetWords): Cell {
  const { field } = column
  const [first, second] = allowedWords(column, words)
  switch (field.kind) {
    case 'identifier':
      return `${field.options.prefix ?? 'X'}-12`
    case 'email':
      return 'camille.martin@example.org'
    case 'url':
      return 'https://example.org'
    case 'color':
      return '#336699'
    case 'date':
      return writtenDay('2027-03-31', words.dateOrder)
    case 'choices':
      return [first, second].filter(Boolean).join('; ')
    case 'integer':
    case 'decimal':
      return String(field.options.max === undefined ? 10 : Math.min(field.options.max, 10))
    default:
      return first ?? null
  }
}
