import { languages, type Language } from '#kit/contract/catalogue.ts'
import type { Fields } from '#kit/contract/field.ts'
import type { Resource } from '#kit/server/data/resources/resource.ts'
import { listFields } from '#kit/server/data/sql/select-row.ts'
import type { Translate } from '#kit/server/http/words.ts'
import type { ReadCell, ReadSheet, Workbook } from './read-sheet.ts'
import { refusal, type ReportLine } from './report.ts'
import type { StoredMessage } from './stored-message.ts'
import { childColumns, childFields, columnLabel, folded, importColumns, keyOf, shownColumns, wholeColumns, type SheetColumn } from './sheet-columns.ts'
import { sheetWords, type SheetWords } from './words.ts'
import { columnLetters, unguarded } from './xlsx.ts'

/** The most rows of one file. */
export const importLimit = 5000

/** A line of a sheet with what its cells hold, empty ones too. */
export interface SheetLine {
  /** As the spreadsheet counts. */
  readonly n: number
  /** Where it is not the first sheet. */
  readonly sheet?: string
  readonly cells: readonly (readonly [column: SheetColumn, cell: ReadCell, address?: string])[]
  /** The identifier or address by which it names a row. */
  readonly key?: string
  /** The version of the row that an export wrote beside it, or the id of an owned row. */
  readonly mark?: number
}

/** A file as understood: its lines, those of owned rows by field, and what is to be said of the file as a whole. */
export interface SheetFile {
  readonly lines: readonly SheetLine[]
  readonly children: ReadonlyMap<string, readonly SheetLine[]>
  /** With one of these nothing is read further. */
  readonly faults: readonly ReportLine[]
  readonly warnings: readonly ReportLine[]
  /** What the reader of the file tells whoever writes the lines, beside their cells. */
  readonly beside?: unknown
}

export interface SheetBounds {
  readonly maxRows?: number
  /** Whether columns that are not understood are named and passed over, as those of other tools are; they are refused otherwise. */
  readonly othersPass?: boolean
}

/** Finds in a workbook the lines of an entity and of the rows that its rows own. */
export function understand(
  workbook: Workbook,
  resource: Resource,
  translate: Translate,
  lang: Language,
  { maxRows = importLimit, othersPass = false }: SheetBounds = {},
): SheetFile {
  const [first, ...others] = workbook.sheets
  const { def } = resource
  const spoken = languages.map((language) => sheetWords(translate, def, language))
  const titles = titlesOf(importColumns(resource), shownColumns(resource, listFields(def)).concat(wholeColumns(resource)), def.fields, spoken, lang)
  const head = readHeader(first?.rows[0] ?? [], titles)
  if (!first || head.columns.every((column) => column === undefined)) return nothing([refusal(1, 'no_header')])
  const key = keyOf(def)
  const faults = headerFaults(head)
  const passed = othersPass ? faults.splice(0, head.unknown.length).map((line) => ({ ...line, level: 'warning' as const })) : []
  const lines = linesOf(first, head, key)
  const children = new Map<string, SheetLine[]>()
  const read = [{ sheet: first, head }]
  for (const [field, { options }] of childFields(def)) {
    const sheet = others.find(({ name }) => spoken.some((words) => folded(sheetTitle(words.field(field))) === folded(name)))
    if (!sheet || key === undefined) continue
    const columns = childColumns(options.fields ?? {})
    const own = titlesOf(
      columns.filter(({ writes }) => writes),
      columns,
      options.fields ?? {},
      spoken.map((words) => words.children(field)),
      lang,
    )
    for (const words of spoken) own.keys.add(folded(words.field(key)))
    const header = readHeader(sheet.rows[0] ?? [], own)
    faults.push(...headerFaults(header, sheet.name))
    children.set(field, linesOf(sheet, header, undefined, sheet.name))
    read.push({ sheet, head: header })
  }
  const count = lines.length + [...children.values()].reduce((all, each) => all + each.length, 0)
  if (count === 0 && !workbook.emptyPasses) faults.push(refusal(0, 'no_rows'))
  if (count > maxRows) faults.push(refusal(0, 'too_many_rows', { max: maxRows, count }))
  for (const { sheet } of read) {
    const { name, uncomputed, unclosed } = sheet
    if (uncomputed.length > 0) faults.push({ ...refusal(0, 'uncomputed', { cells: [...uncomputed] }), ...(sheet !== first && { sheet: name }) })
    if (unclosed !== undefined) faults.push(refusal(0, 'unclosed', { line: unclosed }))
  }
  // What stands beside the lines of our own files.
  const own = new Set(
    ['about.name', 'help', 'lists'].flatMap((key) => languages.map((language) => folded(sheetTitle(translate(`kit.sheets.${key}`, language))))),
  )
  const left = others.filter(
    ({ name, rows }) => !own.has(folded(name)) && !read.some(({ sheet }) => sheet.name === name) && rows.some((row) => !row.every(blank)),
  )
  const leftOut = left.length > 0 ? [warning('other_sheets', { sheets: left.slice(0, mostReported).map(({ name }) => name), count: left.length })] : []
  return {
    lines,
    children,
    faults,
    warnings: [
      ...passed,
      ...(workbook.said ?? []),
      ...read.flatMap((one) => warningsOf(one, one.sheet !== first)),
      ...(workbook.links ? [warning('links')] : []),
      ...leftOut,
    ],
    beside: workbook.beside,
  }
}

const nothing = (faults: readonly ReportLine[]): SheetFile => ({ lines: [], children: new Map(), faults, warnings: [] })

/** Of places of the same kind, the first are named. */
const mostReported = 20
const warning = (key: string, values?: StoredMessage['values']): ReportLine => ({ ...refusal(0, key, values), level: 'warning' })

/** What was read of a sheet although nobody sees it, or was not although somebody may think so. */
function warningsOf(
  { sheet: { name, rows, formulas, hidden = [] }, head: { columns, titles } }: { readonly sheet: ReadSheet; readonly head: Header },
  named: boolean,
): ReportLine[] {
  const untitled = rows.flatMap((row, at) =>
    at > 0 && row.some((cell, x) => (titles[x] ?? '') === '' && columns[x] === undefined && !blank(cell)) ? [at + 1] : [],
  )
  const below = hidden.filter((n) => n > 1)
  return [
    ...(formulas.length > 0 ? [warning('formulas', { cells: formulas.slice(0, 5) })] : []),
    ...(below.length > 0 ? [warning('hidden', { lines: below.slice(0, mostReported) })] : []),
    ...(untitled.length > 0 ? [warning('untitled', { lines: untitled.slice(0, mostReported), count: untitled.length })] : []),
  ].map((line) => (named ? { ...line, sheet: name } : line))
}

/** What spreadsheets leave of a long name of a sheet. */
export const sheetTitle = (name: string) => name.replaceAll(/[\\/?*[\]:']/g, ' ').slice(0, 31)

/** By folded title: the columns that a sheet may have, the ones that are only read, and those that mark a line. */
interface Titles {
  readonly written: ReadonlyMap<string, SheetColumn>
  readonly read: ReadonlyMap<string, SheetColumn>
  readonly marks: ReadonlySet<string>
  /** Titles of the column that names the owner of an owned row. */
  readonly keys: Set<string>
}

/** Columns are called by their label in either language, or by the name that the API uses. */
function titlesOf(written: readonly SheetColumn[], read: readonly SheetColumn[], fields: Fields, spoken: readonly SheetWords[], lang: Language): Titles {
  const known = new Map<string, SheetColumn>()
  // Where both languages say the same, the reader's comes last and stays.
  for (const words of spoken.toSorted((a, b) => Number(a.lang === lang) - Number(b.lang === lang))) {
    for (const column of written) {
      known.set(folded(columnLabel(column, words)), column)
      // The bare name of a localized field means the language that it is written in, which is how lists export it.
      if (column.language === words.lang) known.set(folded(words.field(column.name)), column)
      if (column.field.kind === 'ref') known.set(folded(words.translate('kit.sheets.identifier_of', { name: words.field(column.name) })), column)
    }
  }
  const shown = new Map<string, SheetColumn>()
  for (const words of spoken) for (const column of read) if (fields[column.name]) shown.set(folded(columnLabel(column, words)), { ...column, writes: false })
  // What people call a column comes before what the API does, whatever else the API calls so.
  const labels = new Set([...known.keys(), ...shown.keys()])
  const named = (name: string, column: SheetColumn) => {
    if (!labels.has(folded(name))) known.set(folded(name), column)
  }
  for (const column of written) {
    if (!column.language || column.language === lang) named(column.name, column)
    named(column.key, column)
    if (column.field.kind === 'ref') named(`${column.name}_identifier`, column)
  }
  const marks = new Set(spoken.flatMap((words) => [words.translate('kit.sheets.version'), words.translate('kit.sheets.number')]).map(folded))
  return { written: known, read: shown, marks, keys: new Set() }
}

interface Header {
  readonly titles: readonly string[]
  /** By position: a column, the mark of a line, the owner of an owned row; undefined for what is not understood. */
  readonly columns: readonly (SheetColumn | 'mark' | 'owner' | undefined)[]
  readonly unknown: readonly string[]
  readonly double: readonly string[]
}

function readHeader(cells: readonly ReadCell[], { written, read, marks, keys }: Titles): Header {
  const titles = cells.map((cell) => (cell === null ? '' : unguarded(String(cell)).trim()))
  const columns = titles.map((title): Header['columns'][number] => {
    const name = folded(title)
    if (name === '') return undefined
    if (marks.has(name)) return 'mark'
    return keys.has(name) ? 'owner' : (written.get(name) ?? read.get(name))
  })
  return {
    titles,
    columns,
    unknown: titles.filter((title, n) => title !== '' && columns[n] === undefined),
    double: titles.filter((_, n) => {
      const column = columns[n]
      return typeof column === 'object' && column.writes && columns.indexOf(column) !== n
    }),
  }
}

const headerFaults = ({ unknown, double }: Header, sheet?: string): ReportLine[] =>
  [...unknown.map((name) => refusal(1, 'unknown_column', { name })), ...double.map((name) => refusal(1, 'double_column', { name }))].map((line) => ({
    ...line,
    ...(sheet && { sheet }),
  }))

function linesOf({ rows }: ReadSheet, { columns }: Header, key: string | undefined, sheet?: string): SheetLine[] {
  return rows.slice(1).flatMap((row, index): SheetLine[] => {
    const cells: (readonly [SheetColumn, ReadCell, string])[] = []
    let named: string | undefined
    let mark: number | undefined
    for (const [at, column] of columns.entries()) {
      const cell = blank(row[at]) ? null : (row[at] ?? null)
      if (column === 'mark') mark = typeof cell === 'number' ? cell : undefined
      else if (column === 'owner') named = cell === null ? undefined : textOf(cell)
      else if (column) {
        cells.push([column, cell, `${columnLetters(at)}${index + 2}`])
        if (cell !== null && column.name === key && column.writes) named = textOf(cell)
      }
    }
    if (named === undefined && cells.every(([, cell]) => cell === null)) return []
    return [{ n: index + 2, cells, ...(sheet && { sheet }), ...(named !== undefined && { key: named }), ...(mark !== undefined && { mark }) }]
  })
}

const blank = (cell: ReadCell | undefined) => cell === undefined || cell === null || String(cell).trim() === ''
const textOf = (cell: Exclude<ReadCell, null>) => unguarded(String(cell)).trim()
