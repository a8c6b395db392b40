import { sql } from 'kysely'
import { both, asSql, everyRow } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import { defineResource, resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import { can } from '#kit/server/access/authorize.ts'
import { authorizeVerb, createRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { rankTurn } from '#kit/server/data/store/reorder.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import { messageValueOf } from '#kit/server/sheets/cell-changes.ts'
import type { Translate } from '#kit/server/http/words.ts'
import type { SheetKind } from '#kit/server/sheets/import.ts'
import { readApart } from '#kit/server/sheets/read-sheet.ts'
import type { ChangedCell, ImportLine, LineOutcome, ReportLine } from '#kit/server/sheets/report.ts'
import { folded } from '#kit/server/sheets/sheet-columns.ts'
import { gapGroup } from '#areas/gaps/contract/gap-group.ts'
import { gapFinding } from '#areas/gaps/contract/gap-finding.ts'
import { gapRules } from '#areas/gaps/server/rules.ts'
import { numbered, ofFile, unnumbered } from './finding.ts'
import type { Known } from './known.ts'
import { importRules, ruled, type ImportRule, type Ruled } from './import-rules.ts'
import { copied, readLines, toldLines, type FoundLine, type ReadLines, type ToldFinding } from './read-lines.ts'
import { recognise } from './recognise.ts'

/** 10 MB of findings are fewer. */
const maxFindings = 20_000
/** It is asked again before most of what is open closes, from this number on: in a small register one good day does that. */
const many = 5
/** Written at once. */
const batch = 100

/**
 * What an audit or a scan found, into one register, from Excel, CSV, SARIF or OCSF: what has a new key becomes a gap, what has a known one updates it, what
 * has gone closes it and what came back reopens it. What people decided to live with, or rejected, stays as they decided. Gone is only what the same tool, about the same target, told
 * before and tells no more in a file that is all that it found.
 */
export const gapFindings: SheetKind = {
  lines: defineResource({ def: gapFinding, rules: { read: everyRow, create: everyRow, update: everyRow, delete: everyRow } }),
  into: 'gap_register',
  parts: true,
  bounds: { maxRows: maxFindings, othersPass: true },
  texts: {
    mimes: { csv: 'text/csv', sarif: 'application/sarif+json', json: 'application/json', jsonl: 'application/x-ndjson', ndjson: 'application/x-ndjson' },
    read: (content, ending) => readApart(new URL('./read-findings-process.ts', import.meta.url), { content, ending }),
  },
  write: async ({ tx, resources, translate, file, into, fileName, part, report, onLine }) => {
    await takeFindingTurns(tx)
    const lines = await readLines(tx, translate, file)
    const writer = new FindingWriter(tx, resources, into, lines)
    await writer.load()
    const reasonFor = (key: string) => translate({ key: `gaps.findings.${key}`, values: { file: fileName } }, tx.who.lang)
    return writer.write({ reasons: { gone: reasonFor('gone'), back: reasonFor('back') }, part: part ?? lines.filtered, report, onLine })
  },
}

/**
 * Takes what a connector found into a register, as the lines of a file are taken that is a part of what there is: nothing else closes. Of the register only what goes by these keys is looked
 * at and held, however large it is.
 */
export async function takeFindings(
  tx: Tx,
  resources: Resources,
  translate: Translate,
  { register, told, from }: { readonly register: number; readonly told: readonly ToldFinding[]; readonly from: string },
): Promise<TakenFindings> {
  const counts = { created: 0, updated: 0, closed: 0, reopened: 0, unchanged: 0, refused: 0 }
  if (told.length === 0) return { counts, refused: new Set() }
  await takeFindingTurns(tx)
  const writer = new FindingWriter(tx, resources, register, await toldLines(tx, translate, told), 'CONNECTOR')
  await writer.load(told.map(({ key }) => key))
  const reasonFor = (key: string) => translate({ key: `gaps.findings.${key}`, values: { file: from } }, tx.who.lang)
  const lines = await writer.write({
    reasons: { gone: reasonFor('gone'), back: reasonFor('back') },
    part: true,
    report: { tell: () => {}, count: () => {} },
    onLine: async () => {},
  })
  for (const { outcome } of lines) counts[outcome] += 1
  return { counts, refused: new Set(lines.flatMap(({ n, outcome }) => (outcome === 'refused' ? (told[n - 1]?.key ?? []) : []))) }
}

/** What became of findings, and the keys of those that the register did not take. */
export interface TakenFindings {
  readonly counts: Readonly<Record<LineOutcome, number>>
  readonly refused: ReadonlySet<string>
}

/** The turns of what writes findings, for whoever holds a row of its own meanwhile: before it, in this order (docs/decisions/0017). Taken again, they wait for nobody. */
export async function takeFindingTurns(tx: Tx): Promise<void> {
  // Two files into one register, one after the other: the second is told of what the first did.
  await takeTurn(tx, 'findings')
  // What new gaps and new chapters decide, before any row is held.
  await takeTurn(tx, 'gaps quota')
  await takeTurn(tx, rankTurn(gapGroup))
}

/**
 * Whether the severity of a gap `t` is another than the last file's. Of files before it was noted what they said, the audit tells: whoever wrote the first of the
 * versions since which it is what it is. What the audit does not tell any more is kept too, for it is shown beside what the file says, and a severity that is overwritten is gone.
 */
const byHand = sql<boolean>`case when t.found_severity is not null then t.severity <> t.found_severity else not exists (
  select 1 from audit_log a where a.customer_id = t.customer_id and a.entity = 'gap' and a.object_id = t.id and a.action = 'import' and a.object_version = 1 +
    (select coalesce(max(h.version), 0) from gap_history h where h.customer_id = t.customer_id and h.id = t.id and h.severity <> t.severity)) end`

interface Register {
  readonly type: string
  readonly archived: boolean
  readonly perimeter: number | null
}

const sources: Readonly<Record<string, string>> = { AUDIT: 'AUDIT', PENTEST: 'AUDIT', CONTROL: 'CONTROL', SCAN: 'CONNECTOR', OTHER: 'MANUAL' }

interface Planned {
  readonly line: ImportLine
  /** Absent: nothing is written. */
  readonly changes?: Changes
  readonly id?: number
}

interface Reasons {
  readonly gone: string
  readonly back: string
}

interface Writing extends Pick<Parameters<SheetKind['write']>[0], 'report' | 'onLine'> {
  readonly reasons: Reasons
  /** Something may have been found beside what the file tells. */
  readonly part: boolean
}

/** What is said of a line that makes no gap, and of how many of them there are. */
const leftOut = {
  SUPPRESSED: 'suppressed',
  PASSED: 'passed',
  MANUAL: 'manual',
  NOT_APPLICABLE: 'not_applicable',
  INFORMATIONAL: 'informational',
  GONE: 'not_there',
} as const
/** What is not there any more; a check that was not made, or only told, says nothing of that. */
const over = (state: FoundLine['state']) => state === 'GONE' || state === 'PASSED' || state === 'NOT_APPLICABLE'

class FindingWriter {
  readonly #tx: Tx
  readonly #resources: Resources
  readonly #into: number
  readonly #lines: ReadLines
  #known: readonly Known[] = []
  #recognised: ReadonlyMap<FoundLine, Known> = new Map()
  readonly #keys = new Set<string>()
  readonly #chapters = new Map<string, number>()
  #rules: readonly ImportRule[] = []
  #register: Register = { type: 'OTHER', archived: false, perimeter: null }

  readonly #source: string | undefined

  constructor(tx: Tx, resources: Resources, into: number, lines: ReadLines, source?: string) {
    this.#source = source
    this.#tx = tx
    this.#resources = resources
    this.#into = into
    this.#lines = lines
  }

  /** What the register holds, or what of it goes by some keys, kept as it is until the import is through. */
  async load(keys?: readonly string[]): Promise<void> {
    const { customerId, who } = this.#tx
    const register = await this.#tx.first(sql<Register>`select r.type, r.archived,
        (select case when count(*) = 1 then min(l.target_id) end from gap_register__perimeters l where l.customer_id = r.customer_id and l.owner_id = r.id) as perimeter
      from gap_register r where r.customer_id = ${customerId} and r.id = ${this.#into}`)
    if (register) this.#register = register
    this.#rules = await importRules(this.#tx, this.#into)
    const t = rowRef('t')
    this.#known = await this.#tx
      .run(sql<Known>`select t.id, t.external_key, t.name_en, t.name_fr, t.description, t.nature, t.cause, t.target_date, t.account, t.region, t.package, t.file, t.severity, t.found_severity, t.chapter_id, t.found_by,
        t.status, t.resolution_status, ${byHand} as by_hand, coalesce(${asSql(both(gapRules.read(t, who), gapRules.update(t, who)))}, false) as writable
      from gap t where t.customer_id = ${customerId} and t.register_id = ${this.#into} and ${keys ? sql`t.external_key = any(${keys}::text[])` : sql`t.external_key is not null`} order by t.id for no key update of t`)
    for (const one of this.#known) this.#keys.add(one.external_key)
    this.#recognised = recognise(this.#lines.found, this.#known)
    const chapters = await this.#tx.run(sql<{ id: number; name_en: string | null; name_fr: string | null }>`select id, name_en, name_fr from gap_group
      where customer_id = ${customerId} and register_id = ${this.#into}`)
    for (const { id, name_en, name_fr } of chapters) for (const name of [name_en, name_fr]) if (name !== null) this.#chapters.set(folded(name), id)
  }

  async write({ reasons, part, report, onLine }: Writing): Promise<ImportLine[]> {
    const { found, wrong } = this.#lines
    const planned: Planned[] = []
    for (const line of found) planned.push(await this.#plan(line, reasons))
    planned.push(...this.#gone(part, report).map((known) => closed(known, 0, reasons)))
    this.#tellLeftOut(report)
    const gaps = resourceOf(this.#resources, 'gap')
    const made = planned.filter(({ changes, id }) => changes !== undefined && id === undefined)
    const changed = planned.filter(({ changes, id }) => changes !== undefined && id !== undefined)
    const of = made.length + changed.length
    const ids = new Map<Planned, number>()
    for (let n = 0; n < made.length; n += batch) {
      const some = made.slice(n, n + batch)
      const rows = await createRows(
        this.#tx,
        authorizeVerb(this.#tx, gaps, 'create'),
        gaps,
        this.#resources,
        some.map(({ changes = {} }) => changes),
        { action: 'import' },
      )
      for (const [place, one] of some.entries()) ids.set(one, rows[place]?.id ?? 0)
      await onLine(Math.min(n + batch, made.length), of)
    }
    for (let n = 0; n < changed.length; n += batch) {
      const some = changed.slice(n, n + batch).map(({ id = 0, changes = {} }) => ({ id, changes }))
      await updateRows(this.#tx, authorizeVerb(this.#tx, gaps, 'update'), gaps, this.#resources, some, { action: 'import' })
      await onLine(made.length + Math.min(n + batch, changed.length), of)
    }
    const refused = wrong.map(({ n, name, messages }): ImportLine => ({ n, outcome: 'refused', id: null, name, cells: [], messages }))
    const reported = planned.map((one) => (ids.has(one) ? { ...one.line, id: ids.get(one) ?? null } : one.line))
    // In the order of the file; what is closed because no line names it comes last.
    return [...reported, ...refused].toSorted((a, b) => (a.n || Infinity) - (b.n || Infinity))
  }

  /** The gaps that are not found any more, and what is said of those that are not named either and stay. */
  #gone(part: boolean, report: Writing['report']): Known[] {
    const { wrong, whole } = this.#lines
    const named = new Set(this.#recognised.values())
    const open = this.#known.filter(({ status }) => status !== 'CLOSE')
    const unnamed = open.filter((known) => !named.has(known) && known.writable)
    const reached = unnamed.filter(({ found_by: by }) => whole.has(by))
    const tell = (level: 'info' | 'warning', key: string, count: number) => {
      if (count > 0) report.tell(ofFile(level, key, { count }))
    }
    if (part) report.count('part', 1)
    // A line that cannot be read still says that its gap is there, whichever it is: nothing is taken for gone then.
    const why = part ? 'part' : wrong.length > 0 ? 'wrong_stay' : null
    const gone = why === null ? reached : []
    if (why !== null) tell('info', why, unnamed.length)
    else tell('info', 'others_stay', unnamed.length - reached.length)
    if (gone.length >= many && gone.length * 2 > open.length) {
      report.count('most', open.length)
      report.tell(ofFile('warning', 'most', { count: gone.length, of: open.length }))
    }
    return gone
  }

  #tellLeftOut(report: Writing['report']): void {
    for (const [state, key] of Object.entries(leftOut)) {
      const count = this.#lines.found.filter((line) => line.state === state && !(over(line.state) && this.#recognised.has(line))).length
      if (count > 0) report.tell(ofFile('info', `left_out.${key}`, { count }))
    }
  }

  /** A key that no gap of the register has, nor one of those that come. */
  #freeKey(key: string): string {
    for (let n = 1; ; n += 1) {
      const one = n === 1 ? key : numbered(unnumbered(key), n)
      if (this.#keys.has(one)) continue
      this.#keys.add(one)
      return one
    }
  }

  async #plan(line: FoundLine, reasons: Reasons): Promise<Planned> {
    const known = this.#recognised.get(line)
    const answer = (outcome: LineOutcome, cells: readonly ChangedCell[] = [], messages: readonly ReportLine[] = []): ImportLine => ({
      n: line.n,
      outcome,
      id: known?.writable ? known.id : null,
      name: line.name,
      cells,
      messages,
    })
    const note = (key: string, level: ReportLine['level']): ReportLine => ({ n: line.n, level, message: { key } })
    if (!known) {
      if (line.state !== 'FOUND') return { line: answer('unchanged', [], [note(`gaps.findings.${leftOut[line.state]}`, 'info')]) }
      const rules = ruled(this.#rules, line, this.#tx.today)
      return { line: answer('created', [...line.cells, ...this.#cellsOf(rules)]), changes: await this.#newGap(line, rules) }
    }
    if (!known.writable) return { line: answer('refused', [], [note('gaps.findings.elsewhere', 'error')]) }
    if (over(line.state)) return known.status === 'CLOSE' ? { line: answer('unchanged') } : closed(known, line.n, reasons, line.name)
    if (known.status === 'CLOSE' && known.resolution_status !== 'RESOLVED') return { line: answer('unchanged', [], [note('gaps.findings.kept', 'info')]) }
    if (line.state !== 'FOUND') return { line: answer('unchanged', [], [note(`gaps.findings.${leftOut[line.state]}`, 'info')]) }
    const { changes, cells, severityRetained } = await this.#differences(line, known)
    const notes = severityRetained ? [note('gaps.findings.severity_kept', 'info')] : []
    if (known.status === 'CLOSE')
      return { line: answer('reopened', cells, notes), id: known.id, changes: { ...changes, status: 'TO_HANDLE', status_reason: reasons.back } }
    if (Object.keys(changes).length === 0) return { line: answer('unchanged', [], notes) }
    // What only the scan says is noted without anything that people see having changed.
    return { line: cells.length === 0 ? answer('unchanged', [], notes) : answer('updated', cells, notes), id: known.id, changes }
  }

  /** What the rules of the register decide, as the preview shows it. */
  #cellsOf({ perimeter, manager, severity, target_date: date }: Ruled): ChangedCell[] {
    const { keys } = this.#lines.reading
    const cell = (field: string, to: ChangedCell['to']): ChangedCell => ({ column: { key: `gaps.entities.gap.fields.${field}` }, from: null, to })
    return [
      ...(perimeter ? [cell('perimeter', perimeter.name)] : []),
      ...(manager ? [cell('manager', manager.name)] : []),
      ...(severity === undefined ? [] : [cell('severity', messageValueOf(gapFinding.fields.severity, 'severity', severity, keys))]),
      ...(date === undefined ? [] : [cell('target_date', messageValueOf(gapFinding.fields.target_date, 'target_date', date, keys))]),
    ]
  }

  async #newGap(line: FoundLine, { perimeter, manager, severity, target_date: date }: Ruled): Promise<Changes> {
    const place = perimeter?.id ?? this.#register.perimeter
    return {
      ...line.values,
      [`name_${this.#tx.who.lang}`]: line.name,
      external_key: this.#freeKey(line.key),
      found_by: line.foundBy,
      register: this.#into,
      ...(line.values.severity !== undefined && { found_severity: line.values.severity }),
      source: this.#source ?? sources[this.#register.type] ?? 'MANUAL',
      ...(line.chapter !== null && { chapter: await this.#chapterOf(line.chapter) }),
      ...(place !== null && { perimeter: place }),
      ...(manager && { manager: manager.id }),
      ...(severity !== undefined && { severity }),
      ...(date !== undefined && { target_date: date }),
    }
  }

  /** What the line says otherwise than the gap does. */
  async #differences(line: FoundLine, known: Known): Promise<{ changes: Changes; cells: ChangedCell[]; severityRetained: boolean }> {
    const { keys } = this.#lines.reading
    const changes: Changes = {}
    // What earlier versions called otherwise, or a tool that calls it otherwise now, is known by what it is called from here on.
    if (unnumbered(line.key) !== unnumbered(known.external_key)) changes.external_key = this.#freeKey(line.key)
    if (line.foundBy !== null && line.foundBy !== known.found_by) changes.found_by = line.foundBy
    const cells: ChangedCell[] = []
    const differs = (field: keyof typeof gapFinding.fields, name: string, from: string | number | null, to: string | number | null) => {
      changes[name] = to
      const of = field === 'chapter' ? gapFinding.fields.name : gapFinding.fields[field]
      cells.push({ column: keys.field(field), from: messageValueOf(of, field, from, keys), to: messageValueOf(of, field, to, keys) })
    }
    // A name is written in the language that it is in already.
    if (line.name !== known.name_en && line.name !== known.name_fr) {
      const lang = known.name_en === null ? 'fr' : known.name_fr === null ? 'en' : this.#tx.who.lang
      differs('name', `name_${lang}`, known[`name_${lang}`], line.name)
    }
    for (const field of copied) {
      const value = line.values[field]
      if (value !== undefined && value !== known[field]) differs(field, field, known[field], value)
    }
    const { severity } = line.values
    // Somebody knows better than the scan: what it says is remembered beside.
    const { by_hand: byHand } = known
    if (severity !== undefined) {
      if (!byHand && severity !== known.severity) differs('severity', 'severity', known.severity, severity)
      if (severity !== known.found_severity) changes.found_severity = severity
    }
    if (line.chapter !== null && this.#chapters.get(folded(line.chapter)) !== known.chapter_id) {
      const chapter = await this.#chapterOf(line.chapter)
      if (chapter !== undefined) {
        differs('chapter', 'chapter', null, line.chapter)
        if (chapter !== known.chapter_id) changes.chapter = chapter
      }
    }
    return { changes, cells, severityRetained: byHand && severity !== undefined && severity !== known.severity }
  }

  /** The chapter of a name, made where the register has none; none, where a program may make no chapter. */
  async #chapterOf(name: string): Promise<number | undefined> {
    const there = this.#chapters.get(folded(name))
    if (there !== undefined) return there
    const groups = resourceOf(this.#resources, 'gap_group')
    if (this.#tx.who.source === 'api' && !can(this.#tx.who, groups.def.rights.create)) return undefined
    const grant = authorizeVerb(this.#tx, groups, 'create')
    const { id } = await createRow(this.#tx, grant, groups, this.#resources, { register: this.#into, [`name_${this.#tx.who.lang}`]: name }, 'import')
    this.#chapters.set(folded(name), id)
    return id
  }
}

/** A gap that is not found any more. */
const closed = ({ id, name_en, name_fr }: Known, n: number, { gone }: Reasons, name: string | null = name_en ?? name_fr): Planned => ({
  line: { n, outcome: 'closed', id, name, cells: [], messages: [] },
  id,
  changes: { status: 'CLOSE', resolution_status: 'RESOLVED', status_reason: gone },
})
