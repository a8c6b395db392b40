import { AppError, type FieldMessages, type Message } from '#kit/contract/errors.ts'
import { createSchema, messagesOf } from '#kit/contract/schema.ts'
import type { Who } from '#kit/server/access/who.ts'
import { resourceOf, type Changes, type Resource, type Resources } from '#kit/server/data/resource.ts'
import { authorizeVerb, createRow } from '#kit/server/data/store.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { Say } from '#kit/server/http/words.ts'
import { columnLabel, readHeader, type ImportColumn } from './import-columns.ts'
import { References } from './import-references.ts'
import { readCell, type CellValue } from './read-cell.ts'
import type { ReadCell } from './read-sheet.ts'
import type { ReportLine } from './report.ts'
import { sheetWords } from './words.ts'

/** The most rows of one file. */
export const importLimit = 5000

interface Line {
  readonly n: number
  readonly cells: readonly (readonly [ImportColumn, CellValue])[]
}

/** A file as read: its lines, and what is wrong with it as a whole, which leaves no line worth reading. */
export interface ReadFile {
  readonly lines: readonly Line[]
  readonly faults: readonly ReportLine[]
}

/** Understands the cells of a sheet as values of an entity. */
export function readFile(sheet: readonly (readonly ReadCell[])[], { def }: Resource, say: Say, who: Who): ReadFile {
  const words = { en: sheetWords(say, def, 'en'), fr: sheetWords(say, def, 'fr') }
  const fault = (n: number, key: string, values?: Message['values']): ReportLine => ({ n, level: 'error', message: words[who.lang].say(`kit.sheets.${key}`, values) })
  const { columns, unknown, double } = readHeader(sheet[0] ?? [], def, say, who.lang)
  if (columns.every((column) => !column)) return { lines: [], faults: [fault(1, 'no_header')] }
  const faults = [...unknown.map((name) => fault(1, 'unknown_column', { name })), ...double.map((name) => fault(1, 'double_column', { name }))]
  const lines = sheet.slice(1).flatMap((row, index): Line[] => {
    const cells = columns.flatMap((column, n) => {
      const cell = row[n] ?? null
      return column && cell !== null && String(cell).trim() !== '' ? [[column, readCell(column, cell, (lang) => words[lang])] as const] : []
    })
    return cells.length > 0 ? [{ n: index + 2, cells }] : []
  })
  if (lines.length === 0) faults.push(fault(0, 'no_rows'))
  if (lines.length > importLimit) faults.push(fault(0, 'too_many_rows', { max: importLimit, count: lines.length }))
  return { lines, faults }
}

interface ImportOptions {
  readonly tx: Tx
  readonly resource: Resource
  readonly resources: Resources
  readonly say: Say
  readonly lines: readonly Line[]
  /** Told after each line, with its place among all. */
  readonly onLine: (done: number) => Promise<void>
}

/** Creates a row for every line as the transaction's actor, and answers what is wrong, line by line. Whoever calls rolls back if anything is. */
export async function importRows({ tx, resource, resources, say, lines, onLine }: ImportOptions): Promise<ReportLine[]> {
  const { def } = resource
  const { who } = tx
  const words = sheetWords(say, def, who.lang)
  const schema = createSchema(def)
  const grant = authorizeVerb(tx, resource, 'create')
  const references = await loadReferences(tx, resources, lines)
  const errors: ReportLine[] = []

  const fieldName = (path: string) => {
    const name = path.split('.')[0] ?? ''
    const base = def.fields[name] ? name : name.replace(/_(en|fr)$/, '')
    return def.fields[base] ? words.field(base) : path
  }
  const report = (n: number, fields: FieldMessages) => {
    const messages = Object.entries(fields).flatMap(([path, all]) => all.map((message) => words.say('kit.sheets.field', { name: fieldName(path), message: say(message, who.lang) })))
    for (const message of new Set(messages)) errors.push({ n, level: 'error', message })
  }

  for (const [index, { n, cells }] of lines.entries()) {
    const changes: Changes = {}
    const before = errors.length
    for (const [column, cell] of cells) {
      const { value, wrong } = resolve(column, cell, references)
      if (wrong) {
        const choices = (column.field.options.values ?? []).map((choice) => words.choice(column.name, choice)).join(', ')
        errors.push({ n, level: 'error', message: words.say(wrong.key, { ...wrong.values, name: columnLabel(column, words), choices }) })
      } else changes[column.key] = value
    }
    const parsed = schema.safeParse(changes)
    if (!parsed.success) report(n, messagesOf(parsed.error))
    else if (errors.length === before) {
      await tx.send('savepoint line')
      try {
        const row = await createRow(tx, grant, resource, resources, parsed.data, 'import')
        references.get(def.name)?.learn(resource, row)
        await tx.send('release savepoint line')
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        await tx.send('rollback to savepoint line')
        const { fields, values } = error.details
        if (fields && Object.keys(fields).length > 0) report(n, fields)
        else errors.push({ n, level: 'error', message: say({ key: error.key, values }, who.lang) })
      }
    }
    await onLine(index + 1)
  }
  return errors
}

/** One look-up per entity that the file refers to. */
async function loadReferences(tx: Tx, resources: Resources, lines: readonly Line[]): Promise<Map<string, References>> {
  const texts = new Map<string, Set<string>>()
  for (const { cells } of lines) {
    for (const [{ field }, cell] of cells) {
      const entity = field.options.entity
      if (!('names' in cell) || !entity) continue
      const known = texts.get(entity) ?? new Set()
      texts.set(entity, known)
      for (const name of cell.names) known.add(name)
    }
  }
  const loaded = new Map<string, References>()
  for (const [entity, names] of texts) loaded.set(entity, await References.load(tx, tx.who, resourceOf(resources, entity), [...names]))
  return loaded
}

function resolve({ field }: ImportColumn, cell: CellValue, references: ReadonlyMap<string, References>): { value?: unknown; wrong?: Message } {
  if (!('names' in cell)) return cell
  const ids: number[] = []
  for (const name of cell.names) {
    const found = references.get(field.options.entity ?? '')?.find(name) ?? 'unknown'
    if (typeof found === 'string') return { wrong: { key: `kit.sheets.${found}_reference`, values: { value: name } } }
    ids.push(found)
  }
  return { value: field.kind === 'ref' ? ids[0] : [...new Set(ids)] }
}
