import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { StoredMessage, MessageValue } from './stored-message.ts'

export const reportStatuses = ['INIT', 'STARTED', 'COMPLETE', 'ERROR'] as const
export type ReportStatus = (typeof reportStatuses)[number]

/** What is to be said of one line of a file, to whoever reads the report; line 0 is the file as a whole. */
export interface ReportLine {
  readonly n: number
  readonly level: 'error' | 'warning' | 'info'
  /** Where it is not the first sheet. */
  readonly sheet?: string
  /** The title of the column that it is about. */
  readonly column?: StoredMessage
  readonly message: StoredMessage
}

/** Something wrong with a line; the key stands below `kit.sheets`. */
export const refusal = (n: number, key: string, values?: StoredMessage['values']): ReportLine => ({
  n,
  level: 'error',
  message: { key: `kit.sheets.${key}`, ...(values && { values }) },
})

/** Beyond these, messages are counted with their lines and kept there alone. */
const messageLimit = 500

/** Where a file is all there is, what it does not name any more is closed, and what it names again is reopened. */
export const lineOutcomes = ['created', 'updated', 'closed', 'reopened', 'unchanged', 'refused'] as const
export type LineOutcome = (typeof lineOutcomes)[number]

/** One changed cell; null: empty. */
export interface ChangedCell {
  readonly column: StoredMessage
  readonly from: MessageValue | null
  readonly to: MessageValue | null
}

/** What became of one line, or would. */
export interface ImportLine {
  readonly n: number
  readonly sheet?: string
  readonly outcome: LineOutcome
  /** The row that it made or is about; null where there is none, or none that is kept. */
  readonly id: number | null
  readonly name: string | null
  readonly cells: readonly ChangedCell[]
  readonly messages: readonly ReportLine[]
}

export interface NewReport {
  /** What is imported: an entity, `library` … */
  readonly kind: string
  readonly fileName: string
  /** An uploaded file, which belongs to the report from now on. */
  readonly fileId: number | null
  readonly dryRun: boolean
  /** What the importing job needs to know; forgotten when the report is finished. */
  readonly request?: unknown
}

/** Opens the report of an import (FIL-15) in status INIT; answers its id. */
export async function startReport(tx: Tx, { kind, fileName, fileId, dryRun, request }: NewReport): Promise<number> {
  const row = await tx.first(sql<{ id: number }>`insert into import_report (customer_id, kind, file_id, file_name, dry_run, result, created_by)
    values (${tx.customerId}, ${kind}, ${fileId}, ${fileName}, ${dryRun}, ${JSON.stringify(request ?? null)}::jsonb, ${tx.who.memberId}) returning id`)
  if (!row) throw new Error('A report was not written')
  if (fileId !== null) {
    await tx.run(
      sql`update file set entity = 'import_report', object_id = ${row.id}, field = 'file' where customer_id = ${tx.customerId} and id = ${fileId} and entity is null`,
    )
  }
  tx.audit({ entity: 'import_report', object_id: row.id, action: 'import', details: JSON.stringify({ kind, file_name: fileName, dry_run: dryRun }) })
  return row.id
}

/** Opens one report for each file, in their order; they are nobody's upload. Answers their ids. */
export async function startReports(tx: Tx, kind: string, fileNames: readonly string[]): Promise<number[]> {
  const rows = await tx.run(sql<{ id: number }>`insert into import_report (customer_id, file_name, kind, status, dry_run, created_by)
    select ${tx.customerId}::bigint, n.name, ${kind}, 'INIT', false, ${tx.who.memberId}::bigint from unnest(${fileNames}::text[]) with ordinality as n (name, place) order by n.place returning id`)
  for (const [n, { id }] of rows.entries())
    tx.audit({ entity: 'import_report', object_id: id, action: 'import', details: JSON.stringify({ kind, file_name: fileNames[n], dry_run: false }) })
  return rows.map(({ id }) => id)
}

/** A report as it stands. */
export interface OwnReport extends Pick<NewReport, 'kind' | 'fileName' | 'dryRun'> {
  readonly id: number
  readonly status: ReportStatus
  readonly progress: number
  readonly counts: Readonly<Record<string, number>>
  readonly lines: readonly ReportLine[]
}

/** The report of a file of some kind that the actor sent; nobody else's. */
export async function ownReport(tx: Tx, id: number, kind: string): Promise<OwnReport | undefined> {
  return tx.first(sql<OwnReport>`select id, kind, file_name as "fileName", dry_run as "dryRun", status, progress, coalesce(counts, '{}') as counts, coalesce(lines, '[]') as lines
    from import_report where customer_id = ${tx.customerId} and id = ${id} and kind = ${kind} and created_by = ${tx.who.memberId}`)
}

/** How far an import is, 0 to 100; in a transaction of its own, or nobody sees it before the end. */
export async function updateReport(tx: Tx, id: number, progress: number): Promise<void> {
  await tx.run(sql`update import_report set status = 'STARTED', progress = ${Math.round(progress)}, updated_at = present()
    where customer_id = ${tx.customerId} and id = ${id} and status in ('INIT', 'STARTED')`)
}

export interface Outcome {
  /** COMPLETE: the file was read to its end and its good lines are in, or would be; ERROR: nothing is. A trial whose lines are wrong is complete. */
  readonly status: 'COMPLETE' | 'ERROR'
  readonly counts: Readonly<Record<string, number>>
  /** What is said of the file as a whole, and of its lines where `imported` does not. */
  readonly lines: readonly ReportLine[]
  readonly imported?: readonly ImportLine[]
  /** What the import made, for whoever opens the report. */
  readonly result?: unknown
}

/** Closes a report: in the transaction of the import when it succeeded, in one of its own when that was rolled back. */
export async function finishReport(tx: Tx, id: number, { status, counts, lines, imported = [], result }: Outcome): Promise<void> {
  const messages = [...lines, ...imported.flatMap((line) => line.messages)]
  await tx.run(sql`update import_report set status = ${status}, progress = 100, counts = ${JSON.stringify(counts)}::jsonb,
    lines = ${JSON.stringify(messages.slice(0, messageLimit))}::jsonb, result = ${JSON.stringify(result ?? null)}::jsonb, updated_at = present()
    where customer_id = ${tx.customerId} and id = ${id}`)
  if (imported.length === 0) return
  const column = <T>(of: (line: ImportLine) => T) => imported.map(of)
  await tx.run(sql`insert into import_line (customer_id, report_id, position, n, sheet, outcome, object_id, name, cells, messages)
    select ${tx.customerId}, ${id}, l.position, l.n, l.sheet, l.outcome, l.object_id, l.name, l.cells, l.messages
    from unnest(${column(({ n }) => n)}::int[], ${column(({ sheet }) => sheet ?? null)}::text[], ${column(({ outcome }) => outcome)}::text[], ${column((line) => line.id)}::bigint[],
      ${column(({ name }) => name)}::text[], ${column(({ cells }) => JSON.stringify(cells))}::jsonb[], ${column(({ messages: all }) => JSON.stringify(all))}::jsonb[])
      with ordinality as l (n, sheet, outcome, object_id, name, cells, messages, position)`)
}
