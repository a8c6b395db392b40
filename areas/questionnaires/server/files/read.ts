import { readConditions } from '#areas/questionnaires/contract/condition-text.ts'
import { emptyStructure, structureSchema, type Structure } from '#areas/questionnaires/contract/structure.ts'
import { en } from '#areas/questionnaires/locales/en.ts'
import { fr } from '#areas/questionnaires/locales/fr.ts'
import type { ReadCell, Workbook } from '#kit/server/sheets/read-sheet.ts'
import { unguarded } from '#kit/server/sheets/xlsx.ts'
import { sheetColumns, sheetNames, type SheetName } from './columns.ts'

/** Something wrong in a file: said by `questionnaires.file.problems.<code>`. */
export interface Problem {
  readonly sheet: SheetName | null
  readonly line: number | null
  readonly code: string
  readonly values?: Readonly<Record<string, string | number>>
}

export interface ReadFile {
  readonly problems: readonly Problem[]
  /** Null where the file could not be understood at all. */
  readonly structure: Structure | null
}

type Line = { readonly n: number; readonly cells: Readonly<Record<string, ReadCell>> }
type Tell = (sheet: SheetName, line: number, code: string, values?: Problem['values']) => void

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
const namesOf = (name: SheetName) => [name, en.file.sheets[name], fr.file.sheets[name]]
const textOf = (cell: ReadCell | undefined): string =>
  cell === null || cell === undefined ? '' : cell instanceof Date ? cell.toISOString().slice(0, 10) : unguarded(String(cell)).trim()

/** A structure from a workbook, with every line of which something is wrong; what can be read is read. */
export function readSheets({ sheets }: Workbook): ReadFile {
  const problems: Problem[] = []
  const tell: Tell = (sheet, line, code, values) => problems.push({ sheet, line, code, ...(values && { values }) })
  const lines = Object.fromEntries(
    sheetNames.map((name) => {
      const found = sheets.find((sheet) => namesOf(name).some((one) => same(one, sheet.name)))
      if (!found && name !== 'accumulators') problems.push({ sheet: name, line: null, code: 'no_sheet' })
      return [name, found ? linesOf(name, found.rows) : []]
    }),
  ) as Record<SheetName, Line[]>
  if (problems.length > 0) return { problems, structure: null }
  const options = Map.groupBy(lines.options, ({ cells }) => textOf(cells.question))
  const questions = Map.groupBy(lines.questions, ({ cells }) => textOf(cells.section))
  orphans(lines, tell)
  const wanted = {
    accumulators: lines.accumulators.map((line) => accumulator(line, tell)),
    sections: lines.sections.map((line) => ({
      ...texts(line, ['title', 'description']),
      key: textOf(line.cells.key),
      weight: numberIn('sections', line, 'weight', tell) ?? 1,
      conditions: conditionsIn('sections', line, tell),
      questions: (questions.get(textOf(line.cells.key)) ?? []).map((one) => question(one, options.get(textOf(one.cells.key)) ?? [], tell)),
    })),
  }
  return finished(wanted, problems, lines)
}

/** What a JSON file holds: the structure, or what was exported around it. */
export function readJson(text: string): ReadFile {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return { problems: [{ sheet: null, line: null, code: 'no_json' }], structure: null }
  }
  const structure = typeof given === 'object' && given !== null && 'structure' in given ? given.structure : given
  return finished(structure, [], undefined)
}

/** What the document takes and no more; where a line says something else, it is named. */
function finished(given: unknown, problems: readonly Problem[], lines: Record<SheetName, Line[]> | undefined): ReadFile {
  const parsed = structureSchema.safeParse(given)
  if (parsed.success) return { problems, structure: parsed.data }
  const more = parsed.error.issues.slice(0, 100).map(({ path }): Problem => {
    const field = path.map(String).join('.')
    const [part, at] = path
    const sheet = part === 'accumulators' ? 'accumulators' : path.includes('options') ? 'options' : path.includes('questions') ? 'questions' : 'sections'
    const line = lines && lineOf(given, lines, path)
    return {
      sheet: lines ? sheet : null,
      line: line ?? (typeof at === 'number' && lines ? (lines[sheet][at]?.n ?? null) : null),
      code: 'refused',
      values: { field },
    }
  })
  return { problems: [...problems, ...more], structure: problems.length === 0 && more.length === 0 ? emptyStructure : null }
}

/** The line of the deepest element with a key on the way to what was refused. */
function lineOf(given: unknown, lines: Record<SheetName, Line[]>, path: readonly PropertyKey[]): number | undefined {
  let at: unknown = given
  let found: number | undefined
  let question = ''
  for (const [n, part] of path.entries()) {
    at = (at as Record<PropertyKey, unknown> | undefined)?.[part]
    const sheet = path[n - 1]
    if (typeof part !== 'number' || typeof sheet !== 'string' || !(sheet in lines)) continue
    const key = (at as { key?: unknown } | undefined)?.key
    if (sheet === 'questions') question = String(key)
    found = lines[sheet as SheetName].find(({ cells }) => textOf(cells.key) === key && (sheet !== 'options' || textOf(cells.question) === question))?.n ?? found
  }
  return found
}

function linesOf(name: SheetName, rows: readonly (readonly ReadCell[])[]): Line[] {
  const [header = [], ...body] = rows
  const at = header.map((cell) =>
    sheetColumns[name].find((column) => [column, en.file.columns[column], fr.file.columns[column]].some((one) => same(one, textOf(cell)))),
  )
  return body.flatMap((cells, n) =>
    cells.every((cell) => textOf(cell) === '') ? [] : [{ n: n + 2, cells: Object.fromEntries(cells.flatMap((cell, c) => (at[c] ? [[at[c], cell]] : []))) }],
  )
}

/** Lines that belong to nothing would be lost without a word. */
function orphans(lines: Record<SheetName, Line[]>, tell: Tell): void {
  for (const [sheet, column, of] of [
    ['questions', 'section', 'sections'],
    ['options', 'question', 'questions'],
  ] as const) {
    const known = new Set(lines[of].map(({ cells }) => textOf(cells.key)))
    for (const { n, cells } of lines[sheet]) if (!known.has(textOf(cells[column]))) tell(sheet, n, `no_${column}`, { key: textOf(cells[column]) })
  }
}

const texts = ({ cells }: Line, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (['en', 'fr'] as const).map((lang) => [`${name}_${lang}`, textOf(cells[`${name}_${lang}`]) || null])))

function numberIn(sheet: SheetName, { n, cells }: Line, column: string, tell: Tell): number | null {
  const text = textOf(cells[column]).replace(',', '.')
  if (text === '') return null
  const value = Number(text.replace(/\s*%$/, ''))
  if (Number.isFinite(value)) return value
  tell(sheet, n, 'no_number', { column, text })
  return null
}

function conditionsIn(sheet: SheetName, { n, cells }: Line, tell: Tell) {
  const text = textOf(cells.shown_when)
  const read = readConditions(text)
  if (!read) tell(sheet, n, 'no_condition', { text })
  return read ?? []
}

const list = (cell: ReadCell | undefined) =>
  textOf(cell)
    .split(/\n+/)
    .flatMap((one) => one.trim() || [])
const no = /^(no|non|false|faux|0)$/i

function question(line: Line, options: readonly Line[], tell: Tell) {
  const { cells } = line
  return {
    ...texts(line, ['text', 'help']),
    key: textOf(cells.key),
    type: textOf(cells.type).toUpperCase(),
    mandatory: !no.test(textOf(cells.mandatory)),
    comment: textOf(cells.comment).toUpperCase() || undefined,
    proof: textOf(cells.proof).toUpperCase() || undefined,
    weight: numberIn('questions', line, 'weight', tell) ?? 1,
    conditions: conditionsIn('questions', line, tell),
    metric: textOf(cells.metric) || null,
    requirements: list(cells.requirements),
    options: options.map((one) => ({
      ...texts(one, ['label']),
      key: textOf(one.cells.key),
      value: numberIn('options', one, 'value', tell),
      effects: effectsIn(one, tell),
      groups: list(one.cells.groups),
    })),
  }
}

function effectsIn({ n, cells }: Line, tell: Tell) {
  return textOf(cells.adds)
    .split(/[;\n]+/)
    .flatMap((part) => {
      if (part.trim() === '') return []
      const [, accumulator = '', delta = ''] = /^\s*([A-Za-z][A-Za-z0-9._-]*?)\s*([+-]?\s?\d+(?:[.,]\d+)?)\s*$/.exec(part) ?? []
      if (accumulator === '') {
        tell('options', n, 'no_effect', { text: part.trim() })
        return []
      }
      return [{ accumulator, delta: Number(delta.replace(/\s/, '').replace(',', '.')) }]
    })
}

function accumulator(line: Line, tell: Tell) {
  const { cells } = line
  return {
    ...texts(line, ['name']),
    key: textOf(cells.key),
    initial: numberIn('accumulators', line, 'initial', tell) ?? 0,
    min: numberIn('accumulators', line, 'min', tell) ?? 0,
    max: numberIn('accumulators', line, 'max', tell) ?? 100,
    levels: list(cells.levels).flatMap((one) => {
      const [from = '', name_en = '', name_fr = ''] = one.split('|').map((part) => part.trim())
      if (from !== '' && Number.isFinite(Number(from))) return [{ from: Number(from), name_en: name_en || null, name_fr: name_fr || null }]
      tell('accumulators', line.n, 'no_level', { text: one })
      return []
    }),
  }
}
