import { sql } from 'kysely'
import { AppError, type FieldMessages, type Message } from '#kit/contract/errors.ts'
import { createSchema, messagesOf, updateSchema } from '#kit/contract/schema.ts'
import { can } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { rowRef } from '#kit/server/data/columns.ts'
import { resourceOf, type Changes, type Resource, type Resources, type Stored } from '#kit/server/data/resource.ts'
import { authorizeVerb, createRow, lockRow, updateRow } from '#kit/server/data/store.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { Say } from '#kit/server/http/words.ts'
import { columnLabel, folded, readHeader, type ImportColumn } from './import-columns.ts'
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
      return column && cell !== null && String(cell).trim() !== '' ? [[column, readCell(column, cell, (lang) => words[lang], who.lang)] as const] : []
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

export interface Imported {
  /** How many lines made a row, changed one, found it as they say, or are wrong. */
  readonly counts: { readonly created: number; readonly updated: number; readonly unchanged: number; readonly errors: number }
  readonly errors: readonly ReportLine[]
}

/**
 * Writes a row for every line as the transaction's actor: a line whose identifier is known changes that row by what its cells hold, any other
 * creates one. Answers what is wrong, line by line; whoever calls rolls back if anything is.
 */
export async function importRows({ tx, resource, resources, say, lines, onLine }: ImportOptions): Promise<Imported> {
  const { def } = resource
  const { who } = tx
  const words = sheetWords(say, def, who.lang)
  const schemas = { create: createSchema(def), update: updateSchema(def) }
  const grant = authorizeVerb(tx, resource, 'create')
  const references = await loadReferences(tx, resources, lines)
  const known = await knownRows(tx, resource, lines)
  const counts = { created: 0, updated: 0, unchanged: 0, errors: 0 }
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
    const identifier = typeof changes.identifier === 'string' ? folded(changes.identifier) : undefined
    const id = identifier === undefined ? undefined : known.get(identifier)
    // It names the row, in whatever case; it does not rename it.
    if (id !== undefined) delete changes.identifier
    const parsed = schemas[id === undefined ? 'create' : 'update'].safeParse(changes)
    if (!parsed.success) report(n, messagesOf(parsed.error))
    else if (errors.length === before) {
      // A second line of the same identifier is not about a row that was known before.
      if (identifier !== undefined) known.delete(identifier)
      await tx.send('savepoint line')
      try {
        const row = id === undefined ? await createRow(tx, grant, resource, resources, parsed.data, 'import') : await changeRow(tx, resource, resources, id, parsed.data)
        counts[id === undefined ? 'created' : row.changed ? 'updated' : 'unchanged'] += 1
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
    if (errors.length > before) counts.errors += 1
    await onLine(index + 1)
  }
  return { counts, errors }
}

async function changeRow(tx: Tx, resource: Resource, resources: Resources, id: number, changes: Changes): Promise<Stored> {
  const grant = authorizeVerb(tx, resource, 'update')
  const { version } = await lockRow(tx, grant, resource, resources, id, 'update')
  const row = await updateRow(tx, grant, resource, resources, id, changes)
  return { ...row, changed: row.version !== version }
}

/** The ids of the rows within reach that the lines name by their identifier; none where no row may be changed. */
async function knownRows(tx: Tx, resource: Resource, lines: readonly Line[]): Promise<Map<string, number>> {
  const { update } = resource.def.rights
  const column = lines.flatMap(({ cells }) => cells).find(([{ field }]) => field.kind === 'identifier')?.[0]
  if (!column || update === null || !can(tx.who, update)) return new Map()
  const written = lines.flatMap(({ cells }) => cells.flatMap(([{ key }, cell]) => (key === column.key && 'value' in cell ? [String(cell.value)] : [])))
  const t = rowRef('t')
  const rows = await tx.run(sql<{ id: number; identifier: string }>`select t.id, t.identifier from ${sql.table(resource.def.name)} as t
    where t.customer_id = ${tx.customerId} and fold(t.identifier) = any(select fold(w) from unnest(${written}::text[]) as w) and ${asSql(resource.rules.read(t, tx.who))}`)
  const ids = new Map<string, number>()
  for (const { id, identifier } of rows) ids.set(folded(identifier), id)
  return ids
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
