import { sql } from 'kysely'
import { endingOf } from '#kit/contract/ending.ts'
import type { EntityDef } from '#kit/contract/entity.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { both } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Row } from '#kit/server/data/lists/list-engine.ts'
import { listConditions, ordering } from '#kit/server/data/sql/list-query-sql.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import { listFields, selectRow } from '#kit/server/data/sql/select-row.ts'
import { query as builder, type Tx } from '#kit/server/data/database/transaction.ts'
import type { Translate } from '#kit/server/http/words.ts'
import { aboutSheet, type ExportAsked } from './about-sheet.ts'
import { cellOf } from './cells.ts'
import { childColumns, childFields, columnLabel, keyOf, shownColumns, wholeColumns, type SheetColumn } from './sheet-columns.ts'
import { lookOf, ValueLists } from './template.ts'
import type { SheetWords } from './words.ts'
import type { Cell, Sheet } from './xlsx.ts'

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
export async function exportSheets(at: Exporting): Promise<Sheet[]> {
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
  const main: Sheet = {
    name: words.many,
    header: [...columns.map((column) => columnLabel(column, words)), ...(returns ? [words.translate('kit.sheets.version')] : [])],
    looks: [...looks, ...(returns ? [{ hidden: true }] : [])],
    rows: cells(readRows(at, 'rows', returns ? fieldsOf(columns) : withEndings(def, fieldsOf(columns))), (row) => {
      count += 1
      return [[...columns.map((column) => columnCell(returns ? column : headedBy(def, column, row), row, words, who)), ...(returns ? [row.version] : [])]]
    }),
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
const headedBy = (def: EntityDef, column: SheetColumn, row: object): SheetColumn => {
  const { name } = endingOf(def, column.name, row)
  return name === column.name ? column : { ...column, key: name, name, field: def.fields[name] ?? column.field }
}
const columnCell = ({ key, name, field }: SheetColumn, row: Readonly<Record<string, unknown>>, words: SheetWords, who: Who): Cell =>
  cellOf(name, field, row[key], words, who.timeZone)

/** One line for each owned row, with what names its owner before it and its own number behind. */
function childSheet(at: Exporting, key: string, field: string, columns: readonly SheetColumn[], returns: boolean): Sheet {
  const words = at.words.children(field)
  const rows = readRows(at, field, [key, field])
  return {
    name: words.many,
    header: [at.words.field(key), ...columns.map((column) => columnLabel(column, words)), ...(returns ? [words.translate('kit.sheets.number')] : [])],
    looks: [{}, ...columns.map(() => ({})), { hidden: true }],
    rows: cells(rows, (row) =>
      ((row[field] ?? []) as Row[]).map((child) => [
        String(row[key]),
        ...columns.map((column) => columnCell(column, child, words, at.who)),
        ...(returns ? [child.id] : []),
      ]),
    ),
  }
}

async function* cells(rows: AsyncIterable<readonly Row[]>, linesOf: (row: Row) => Cell[][]): AsyncGenerator<Cell[][]> {
  for await (const some of rows) yield some.flatMap(linesOf)
}

/**
 * The rows of exactly the list's query, or the selected ones, in the list's order and within the asker's reach. A cursor reads them in
 * batches under the one snapshot that its declaration takes.
 */
async function* readRows(
  { tx, resource, resources, who, translate, asked }: Exporting,
  cursor: string,
  fields: readonly string[],
): AsyncGenerator<readonly Row[]> {
  authorize(who, resource.def.rights.read)
  const { query, ids } = asked
  const t = rowRef('t')
  const rule = both(resource.rules.read(t, who), ids ? sql<boolean>`t.id = any(${ids}::bigint[])` : true)
  const { joins, orderBy } = ordering(resource, resources, query.sort, t, who)
  const wanted = ids ? { filters: [], global_search: '' } : query
  const { sql: text, parameters } = sql`declare ${sql.ref(`exported_${cursor}`)} no scroll cursor for
    select ${selectRow(resource, resources, who, fields)} from ${sql.table(resource.def.name)} as t${joins}
    where ${listConditions(resource, wanted, rule, t, who, resources)} order by ${orderBy} limit ${sheetRows}`.compile(builder)
  await tx.runText(text, parameters)
  for (;;) {
    const rows = await tx.runText<Row>(`fetch ${batch} from "exported_${cursor}"`)
    if (rows.length > 0) yield resource.present ? rows.map((row) => ({ ...row, ...resource.present?.(row, { translate, lang: who.lang, resources }) })) : rows
    if (rows.length < batch) return
  }
}
