import { sql } from 'kysely'
import type { EntityDef } from '#kit/contract/entity.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { both } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { listConditions, ordering } from '#kit/server/data/sql/list-query-sql.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import { cellKeys, listFields, selectCells } from '#kit/server/data/sql/select-row.ts'
import { query as builder, type Tx } from '#kit/server/data/database/transaction.ts'
import type { Translate } from '#kit/server/http/words.ts'
import { aboutSheet, type ExportAsked } from './about-sheet.ts'
import { linesFor, type LineColumn } from './lines.ts'
import { childColumns, childFields, columnLabel, keyOf, shownColumns, wholeColumns, type SheetColumn } from './sheet-columns.ts'
import { lookOf, ValueLists } from './template.ts'
import type { SheetWords } from './words.ts'
import type { RowSheet, WrittenSheet } from './write-apart.ts'

/** Rows read and written at a time. */
const batch = 500
/** What an Excel sheet holds besides its header. */
const sheetRows = 1_048_575

interface Exporting {
  readonly tx: Tx
  readonly resource: Resource
  readonly resources: Resources
  readonly who: Who
  readonly translate: Translate
  readonly words: SheetWords
  readonly asked: ExportAsked
}

/** What an export may show: what lists can, and what else a row says of itself. */
export const mayExport = ({ def }: Resource, name: string) =>
  def.fields[name] !== undefined && (def.fields[name].kind !== 'json' || listFields(def).includes(name))

/** The sheets of an export, after which the transaction reads the day that was asked for: the rows first, so that they come back in; then what they own, and last what the file is about. */
export async function exportSheets(at: Exporting): Promise<WrittenSheet[]> {
  const { tx, resource, resources, who, words, asked } = at
  const { def } = resource
  const written = tx.now
  if (asked.as_of !== null) tx.readAsOf(asked.as_of)
  const key = keyOf(def)
  const returns = def.importable === true && key !== undefined
  const shown = asked.whole ? wholeColumns(resource) : shownColumns(resource, asked.columns ?? listFields(def))
  // Without what names its row a line would come back as another row.
  const marks = returns && !shown.some(({ name }) => name === key) ? shownColumns(resource, [key]) : []
  const columns = [...shown, ...marks]
  const lists = new ValueLists(words.translate('kit.sheets.lists'))
  const looks = [...shown.map((column) => (asked.whole && column.writes ? lookOf(column, words, lists) : {})), ...marks.map(() => ({ hidden: true }))]
  let count = 0
  const fields = returns ? fieldsOf(columns) : withEndings(def, fieldsOf(columns))
  const places = cellKeys(resource, resources, who, fields)
  const columnAt = (column: SheetColumn): LineColumn => ({ ...plainColumn(column, places.indexOf(column.key)), ...endingAt(def, column, places) })
  const main: RowSheet = {
    name: words.many,
    header: [...columns.map((column) => columnLabel(column, words)), ...(returns ? [words.translate('kit.sheets.version')] : [])],
    looks: [...looks, ...(returns ? [{ hidden: true }] : [])],
    lines: linesFor(
      returns ? [...columns.map((column) => plainColumn(column, places.indexOf(column.key))), numbered(places.indexOf('version'))] : columns.map(columnAt),
      words,
      who.timeZone,
    ),
    texts: counted(readRows(at, 'rows', fields), (read) => (count += read)),
  }
  const children =
    asked.whole && key !== undefined
      ? childFields(def).map(([field, { options }]) => childSheet(at, key, field, childColumns(options.fields ?? {}), returns))
      : []
  const about = await aboutSheet(tx, { resource, resources, who, words, asked, written, count: () => count })
  return [main, ...children, ...lists.sheet(), about]
}

const fieldsOf = (columns: readonly SheetColumn[]) => [...new Set(columns.map(({ name }) => name))]
/** What says how a choice ended stands in its place, but where the file comes back in. */
const withEndings = ({ fields }: EntityDef, names: readonly string[]) => [...new Set(names.flatMap((name) => [name, fields[name]?.options.ending ?? name]))]
const plainColumn = ({ key, name, field }: SheetColumn, at: number | string = key): LineColumn => ({
  at,
  name,
  field: { kind: field.kind, options: field.options.unit === undefined ? {} : { unit: field.options.unit } },
})
/** What marks a line for the way back in. */
const numbered = (at: number | string): LineColumn => ({ at, name: '', field: { kind: 'integer', options: {} } })
const endingAt = ({ fields }: EntityDef, { name }: SheetColumn, places: readonly string[]) => {
  const ending = fields[name]?.options.ending
  const field = ending === undefined ? undefined : fields[ending]
  return ending !== undefined && field && { ending: plainColumn({ key: ending, name: ending, field, writes: false }, places.indexOf(ending)) }
}

/** One line for each owned row, with what names its owner before it and its own number behind. */
function childSheet(at: Exporting, key: string, field: string, columns: readonly SheetColumn[], returns: boolean): RowSheet {
  const words = at.words.children(field)
  const places = cellKeys(at.resource, at.resources, at.who, [key, field])
  const owner: LineColumn = { at: places.indexOf(key), name: key, field: { kind: 'text', options: {} } }
  return {
    name: words.many,
    header: [at.words.field(key), ...columns.map((column) => columnLabel(column, words)), ...(returns ? [words.translate('kit.sheets.number')] : [])],
    looks: [{}, ...columns.map(() => ({})), { hidden: true }],
    lines: linesFor(
      [owner, ...columns.map((column) => plainColumn(column)), ...(returns ? [numbered('id')] : [])],
      words,
      at.who.timeZone,
      places.indexOf(field),
    ),
    texts: readRows(at, field, [key, field]),
  }
}

async function* counted(batches: AsyncIterable<readonly string[]>, more: (rows: number) => void): AsyncGenerator<readonly string[]> {
  for await (const texts of batches) {
    more(texts.length)
    yield texts
  }
}

/**
 * The rows of exactly the list's query, or the selected ones, in the list's order and within the asker's reach. A cursor reads them in
 * batches under the one snapshot that its declaration takes.
 */
async function* readRows(at: Exporting, cursor: string, fields: readonly string[]): AsyncGenerator<readonly string[]> {
  const { tx, resource, resources, who, asked } = at
  authorize(who, resource.def.rights.read)
  const { query, ids } = asked
  const t = rowRef('t')
  const rule = both(resource.rules.read(t, who), ids ? sql<boolean>`t.id = any(${ids}::bigint[])` : true)
  const { joins, orderBy } = ordering(resource, resources, query.sort, t, who)
  const wanted = ids ? { filters: [], global_search: '' } : query
  // What rows name stands in small tables, which seem cheaper to read whole than by an index: but here once for every row.
  await tx.send('set local random_page_cost = 1.1')
  const { sql: text, parameters } = sql`declare ${sql.ref(`exported_${cursor}`)} no scroll cursor for
    select ${selectCells(resource, resources, who, fields)} as cells from ${sql.table(resource.def.name)} as t${joins}
    where ${listConditions(resource, wanted, rule, t, who, resources)} order by ${orderBy} limit ${sheetRows}`.compile(builder)
  await tx.runText(text, parameters)
  const presented = resource.present && presenting(at, cellKeys(resource, resources, who, fields))
  for (;;) {
    const rows = await tx.runText<{ cells: string }>(`fetch ${batch} from "exported_${cursor}"`)
    if (rows.length > 0) yield rows.map(({ cells }) => presented?.(cells) ?? cells)
    if (rows.length < batch) return
  }
}

/** What a row says of itself to a reader, in place of what is stored of it. */
const presenting =
  ({ resource, resources, who, translate }: Exporting, keys: readonly string[]) =>
  (text: string): string => {
    const values = JSON.parse(text) as readonly unknown[]
    const row = Object.fromEntries(keys.map((key, n) => [key, values[n]]))
    const shown: Readonly<Record<string, unknown>> = { ...row, ...resource.present?.(row, { translate, lang: who.lang, resources }) }
    return JSON.stringify(keys.map((key) => shown[key]))
  }
