import { AppError, type FieldMessages, type Message } from '#kit/contract/errors.ts'
import { createSchema, fieldSchema, messagesOf, updateSchema } from '#kit/contract/schema.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { levelsFor } from '#kit/server/data/resources/levels.ts'
import type { Row } from '#kit/server/data/lists/list-engine.ts'
import type { Changes, Resource, Resources, Stored } from '#kit/server/data/resources/resource.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { authorizeVerb, createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Translate } from '#kit/server/http/words.ts'
import { collectNames, differences, resolve, untouchable, type Difference, type Reading } from './cell-changes.ts'
import { byOwner, childChanges, childDifferences, type ChildDifferences } from './child-lines.ts'
import { loadReferences, type References } from './import-references.ts'
import { knownRows, type KnownRows } from './known-rows.ts'
import { refusal, type ChangedCell, type ImportLine, type LineOutcome, type ReportLine } from './report.ts'
import type { StoredMessage } from './stored-message.ts'
import { columnTitle, folded, importingOf, keyOf } from './sheet-columns.ts'
import type { SheetFile, SheetLine } from './sheet-lines.ts'
import { sheetKeys, sheetWords } from './words.ts'

interface ImportOptions {
  readonly tx: Tx
  readonly resource: Resource
  readonly resources: Resources
  readonly translate: Translate
  readonly file: SheetFile
  /** Told after each line, with its place among all. */
  readonly onLine: (done: number, of: number) => Promise<void>
}

/** A line with the row that it is about, and all in which it says something else. */
interface Planned {
  readonly line: SheetLine
  readonly row: Row | undefined
  readonly found: readonly Difference[]
  readonly children: readonly ChildDifferences[]
}

/**
 * Writes a row for every line as the transaction's actor: a line that names a known row changes it in what its cells say otherwise, any other
 * makes one. Answers what became of each line; whoever calls rolls back if that is not wanted.
 */
export async function importRows({ tx, resource, resources, translate, file, onLine }: ImportOptions): Promise<ImportLine[]> {
  const { def } = resource
  const { who } = tx
  const levels = await levelsFor(tx, def)
  const reading: Reading = {
    keys: sheetKeys(translate, def, levels),
    words: { en: sheetWords(translate, def, 'en', levels), fr: sheetWords(translate, def, 'fr', levels) },
    lang: who.lang,
    dateOrder: who.dateOrder,
    timeZone: who.timeZone,
  }
  const childReading = (field: string): Reading => ({
    ...reading,
    keys: reading.keys.children(field),
    words: { en: reading.words.en.children(field), fr: reading.words.fr.children(field) },
  })
  const grant = authorizeVerb(tx, resource, 'create')
  const owners = new Map([...file.children].map(([field, lines]) => [field, byOwner(lines)]))
  const lines = [...file.lines, ...strayOwners(file, owners)]
  const known = await loadKnown(tx, resource, resources, lines, reading)

  const plans = lines.map((line): Planned => {
    const row = known.rows.byKey(line.key ?? '') ?? known.rows.byPlace(known.placeOf(line) ?? [])
    const children =
      line.key === undefined
        ? []
        : [...owners].flatMap(([field, by]) => {
            const own = by.get(folded(line.key ?? ''))
            return own ? [childDifferences(field, own, (row?.[field] ?? []) as [], childReading(field))] : []
          })
    return { line, row, found: differences(line.cells, row, line.mark !== undefined, reading), children }
  })
  const texts = new Map<string, Set<string>>()
  for (const { found, children } of plans) {
    collectNames(found, texts)
    for (const child of children) for (const one of child.lines) collectNames(one.found, texts)
  }
  const references = await loadReferences(tx, resources, texts)
  const writer = new LineWriter({ tx, grant, resource, resources, references, reading, childReading })

  const done: ImportLine[] = []
  const seen = new Map<string, number>()
  for (const [index, planned] of inOrder(plans, def.name, def.title, references).entries()) {
    const { line, row } = planned
    const name = row ? `#${row.id}` : line.key === undefined ? undefined : folded(line.key)
    const earlier = name === undefined ? undefined : seen.get(name)
    if (name !== undefined) seen.set(name, earlier ?? line.n)
    done.push(earlier === undefined ? await writer.write(planned) : twice(planned, earlier, reading.keys.field(keyOf(def) ?? def.title)))
    await onLine(index + 1, plans.length)
  }
  return done.toSorted((a, b) => Number(a.sheet !== undefined) - Number(b.sheet !== undefined) || a.n - b.n)
}

/** Counts by outcome; `errors` are the lines that are refused. */
export function countsOf(
  lines: readonly ImportLine[],
): Record<'rows' | 'created' | 'updated' | 'unchanged' | 'errors', number> & { closed?: number; reopened?: number } {
  const of = (outcome: LineOutcome) => lines.filter((line) => line.outcome === outcome).length
  const [closed, reopened] = [of('closed'), of('reopened')]
  return {
    // What is closed stands on no line.
    rows: lines.filter(({ n }) => n > 0).length,
    created: of('created'),
    updated: of('updated'),
    ...(closed > 0 && { closed }),
    ...(reopened > 0 && { reopened }),
    unchanged: of('unchanged'),
    errors: of('refused'),
  }
}

const nameOf = (row: Row | undefined, line: SheetLine, title: string): string | null =>
  (row ? String(row[title] ?? line.key ?? '') : String(line.cells.find(([column, cell]) => column.name === title && cell !== null)?.[1] ?? line.key ?? '')) ||
  null

function twice({ line, row }: Planned, earlier: number, column: StoredMessage): ImportLine {
  return {
    n: line.n,
    ...(line.sheet && { sheet: line.sheet }),
    outcome: 'refused',
    id: row?.id ?? null,
    name: line.key ?? null,
    cells: [],
    messages: [{ ...refusal(line.n, 'twice', { value: line.key ?? '', line: earlier }), column }],
  }
}

/** Owners that only the sheets of owned rows name: lines of their own that say nothing else. */
function strayOwners({ lines }: SheetFile, owners: ReadonlyMap<string, Map<string, SheetLine[]>>): SheetLine[] {
  const named = new Set(lines.map(({ key }) => folded(key ?? '')))
  const stray = new Map<string, SheetLine>()
  for (const by of owners.values()) {
    for (const [owner, [first]] of by)
      if (first && !named.has(owner) && !stray.has(owner))
        stray.set(owner, { n: first.n, cells: [], ...(first.sheet && { sheet: first.sheet }), ...(first.key !== undefined && { key: first.key }) })
  }
  return [...stray.values()]
}

/** The rows that lines name by identifier, or by the references that name one together. */
async function loadKnown(
  tx: Tx,
  resource: Resource,
  resources: Resources,
  lines: readonly SheetLine[],
  reading: Reading,
): Promise<{ rows: KnownRows; placeOf: (line: SheetLine) => readonly number[] | undefined }> {
  const { sameBy = [] } = importingOf(resource)
  const unnamed = sameBy.length > 0 ? lines.filter(({ key }) => key === undefined) : []
  const found = new Map(
    unnamed.map((line) => [
      line,
      differences(
        line.cells.filter(([{ name }]) => sameBy.includes(name)),
        undefined,
        false,
        reading,
      ),
    ]),
  )
  const texts = new Map<string, Set<string>>()
  for (const each of found.values()) collectNames(each, texts)
  const references = await loadReferences(tx, resources, texts)
  const placeOf = (line: SheetLine) => {
    const ids = sameBy.map((name) => {
      const cell = found.get(line)?.find(({ column }) => column.name === name)
      const id = cell && 'names' in cell.read ? references.get(cell.column.field.options.entity ?? '')?.find(cell.read.names[0] ?? '') : undefined
      return typeof id === 'number' ? id : undefined
    })
    return ids.length > 0 && ids.every((id) => id !== undefined) ? ids : undefined
  }
  const places = unnamed.map(placeOf).filter((place) => place !== undefined)
  const rows = await knownRows(tx, resource, resources, { keys: lines.flatMap(({ key }) => (key === undefined ? [] : [key])), places })
  return { rows, placeOf }
}

/** Lines in their order, but after those that make a row which they name. */
function inOrder(plans: readonly Planned[], entity: string, title: string, references: ReadonlyMap<string, References>): readonly Planned[] {
  const makers = new Map<string, Planned>()
  for (const planned of plans) {
    if (planned.row) continue
    const names = [planned.line.key, ...planned.line.cells.filter(([column]) => column.name === title).map(([, cell]) => cell)]
    for (const name of names) if (typeof name === 'string' && name !== '' && !makers.has(folded(name))) makers.set(folded(name), planned)
  }
  const ordered = new Set<Planned>()
  const visit = (planned: Planned, above: ReadonlySet<Planned>) => {
    if (ordered.has(planned) || above.has(planned)) return
    const path = new Set([...above, planned])
    for (const { column, read } of planned.found) {
      if (column.field.options.entity !== entity || !('names' in read)) continue
      for (const name of read.names) {
        const maker = makers.get(folded(name))
        if (maker && references.get(entity)?.find(name) === 'unknown') visit(maker, path)
      }
    }
    ordered.add(planned)
  }
  for (const planned of plans) visit(planned, new Set())
  return [...ordered]
}

interface Writing {
  readonly tx: Tx
  readonly grant: Grant
  readonly resource: Resource
  readonly resources: Resources
  readonly references: ReadonlyMap<string, References>
  readonly reading: Reading
  readonly childReading: (field: string) => Reading
}

/** Writes lines one by one, each so that its failure leaves nothing of it. */
class LineWriter {
  readonly #at: Writing
  readonly #schemas: { create: ReturnType<typeof createSchema>; update: ReturnType<typeof updateSchema> }

  constructor(at: Writing) {
    this.#at = at
    this.#schemas = { create: createSchema(at.resource.def), update: updateSchema(at.resource.def) }
  }

  async write(planned: Planned): Promise<ImportLine> {
    const { line, row } = planned
    const {
      resource: { def },
      reading,
    } = this.#at
    const { changes, given, cells, wrong } = this.#changes(planned)
    const answer = (outcome: LineOutcome, messages: readonly ReportLine[], id: number | null = row?.id ?? null): ImportLine => ({
      n: line.n,
      ...(line.sheet && { sheet: line.sheet }),
      outcome,
      id,
      name: nameOf(row, line, def.title),
      cells,
      messages: messages.map((message) => (line.sheet && !message.sheet ? { ...message, sheet: line.sheet } : message)),
    })
    const warnings = line.mark === undefined ? [] : untouchable(line.n, planned.found, reading.keys)
    if (wrong.length === 0 && row && cells.length === 0) return answer('unchanged', warnings)
    if (row && line.mark !== undefined && line.mark !== row.version) {
      const who = (row.updated_by as { name: string } | null)?.name
      return answer('refused', [...wrong, refusal(line.n, who ? 'stale_by' : 'stale', { ...(who && { who }) })])
    }
    if (!row) await importingOf(this.#at.resource).complete?.(this.#at.tx, changes)
    const parsed = this.#schemas[row ? 'update' : 'create'].safeParse(changes)
    const messages = [...wrong, ...(parsed.success ? [] : this.#said(line.n, messagesOf(parsed.error), wrong)), ...this.#judge(line.n, given)]
    if (messages.length > 0) return answer('refused', [...messages, ...warnings])
    const { tx } = this.#at
    await tx.send('savepoint line')
    try {
      const { id, changed } = await this.#store(row, parsed.data as Changes, given)
      await tx.send('release savepoint line')
      return answer(row ? (changed ? 'updated' : 'unchanged') : 'created', warnings, id)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      await tx.send('rollback to savepoint line')
      const { fields, values } = error.details
      const faults =
        fields && Object.keys(fields).length > 0
          ? this.#said(line.n, fields)
          : [{ n: line.n, level: 'error' as const, message: { key: error.key, ...(values && { values }) } }]
      return answer('refused', [...faults, ...warnings])
    }
  }

  #changes({ line, row, found, children }: Planned) {
    const { resource, references, reading, childReading } = this.#at
    const { also = [] } = importingOf(resource)
    const key = keyOf(resource.def)
    const own = resolve(line.n, row ? found.filter(({ column }) => column.name !== key) : found, row, references, reading)
    const cells: ChangedCell[] = [...own.cells]
    const wrong = [...own.wrong]
    const changes: Changes = { ...own.changes }
    for (const child of children) {
      const { fields = {} } = resource.def.fields[child.field]?.options ?? {}
      const resolved = childChanges(child, fields, (row?.[child.field] ?? []) as [], references, childReading(child.field))
      wrong.push(...resolved.wrong)
      if (!resolved.differs) continue
      changes[child.field] = resolved.value
      cells.push(...resolved.cells)
    }
    const given: Changes = {}
    for (const name of also) {
      if (!(name in changes)) continue
      given[name] = changes[name]
      delete changes[name]
    }
    return { changes, given, cells, wrong }
  }

  async #store(row: Row | undefined, changes: Changes, given: Changes): Promise<{ id: number; changed: boolean }> {
    const { tx, grant, resource, resources, references } = this.#at
    const { settle } = importingOf(resource)
    let stored: Stored
    let changed = true
    if (row) {
      const update = authorizeVerb(tx, resource, 'update')
      const { version } = await lockRow(tx, update, resource, resources, row.id, 'update')
      stored = Object.keys(changes).length > 0 ? await updateRow(tx, update, resource, resources, row.id, changes) : row
      changed = stored.version !== version || Object.keys(given).length > 0
    } else stored = await createRow(tx, grant, resource, resources, changes, 'import')
    if (Object.keys(given).length > 0) await settle?.({ tx, resources, id: stored.id, given })
    references.get(resource.def.name)?.learn(resource, stored)
    return { id: stored.id, changed }
  }

  /** Values that only files give are judged by their kind alone; what may be, `settle` decides. */
  #judge(n: number, given: Changes): ReportLine[] {
    const {
      resource: { def },
      reading,
    } = this.#at
    return Object.entries(given).flatMap(([name, value]) => {
      const field = def.fields[name]
      const parsed = field && fieldSchema(field).safeParse(value)
      return parsed?.error
        ? Object.values(messagesOf(parsed.error))
            .flat()
            .map((message): ReportLine => ({ n, level: 'error', column: reading.keys.field(name), message }))
        : []
    })
  }

  /** What is wrong with fields, each under the title of its column; not twice for a cell that could not be read at all. */
  #said(n: number, fields: FieldMessages, before: readonly ReportLine[] = []): ReportLine[] {
    const {
      resource: { def },
      reading,
    } = this.#at
    const { keys } = reading
    const titleOf = (path: string) => {
      const [name = '', , child] = path.split('.')
      const base = def.fields[name] ? name : name.replace(/_(en|fr)$/, '')
      if (!def.fields[base]) return { key: 'kit.sheets.text_value', values: { text: path } }
      if (child && def.fields[base].kind === 'rows')
        return { key: 'kit.sheets.child_field', values: { field: keys.field(base), column: keys.children(base).field(child.replace(/_(en|fr)$/, '')) } }
      return columnTitle({ name: base }, keys)
    }
    const unread = new Set(before.map(({ column }) => JSON.stringify(column)))
    const lines = Object.entries(fields).flatMap(([path, all]) =>
      all.map((message: Message): ReportLine => ({ n, level: 'error', column: titleOf(path), message })),
    )
    const once = new Map(lines.filter(({ column }) => !unread.has(JSON.stringify(column))).map((line) => [JSON.stringify(line), line]))
    return [...once.values()]
  }
}
