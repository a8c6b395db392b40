import { sql } from 'kysely'
import { z } from 'zod'
import { notFound } from '#kit/contract/errors.ts'
import { objectAnswer } from '#kit/contract/row-schema.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'

export const reportStatuses = ['INIT', 'STARTED', 'COMPLETE', 'ERROR'] as const
export type ReportStatus = (typeof reportStatuses)[number]

const reportLine = z.object({ n: z.int(), level: z.enum(['error', 'warning', 'info']), message: z.string() })
/** What is to be said of one line of a file, in the language of who sent it; line 0 is the file as a whole. */
export type ReportLine = z.output<typeof reportLine>

/** Lines beyond these are counted, not kept. */
const lineLimit = 500

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
    await tx.run(sql`update file set entity = 'import_report', object_id = ${row.id}, field = 'file' where customer_id = ${tx.customerId} and id = ${fileId} and entity is null`)
  }
  tx.audit({ entity: 'import_report', object_id: row.id, action: 'import', details: JSON.stringify({ kind, file_name: fileName, dry_run: dryRun }) })
  return row.id
}

/** How far an import is, 0 to 100; in a transaction of its own, or nobody sees it before the end. */
export async function updateReport(tx: Tx, id: number, progress: number): Promise<void> {
  await tx.run(sql`update import_report set status = 'STARTED', progress = ${Math.round(progress)}, updated_at = now()
    where customer_id = ${tx.customerId} and id = ${id} and status in ('INIT', 'STARTED')`)
}

export interface Outcome {
  readonly status: 'COMPLETE' | 'ERROR'
  readonly counts: Readonly<Record<string, number>>
  readonly lines: readonly ReportLine[]
  /** What the import made, for whoever opens the report. */
  readonly result?: unknown
}

/** Closes a report: in the transaction of the import when it succeeded, in one of its own when that was rolled back. */
export async function finishReport(tx: Tx, id: number, { status, counts, lines, result }: Outcome): Promise<void> {
  await tx.run(sql`update import_report set status = ${status}, progress = 100, counts = ${JSON.stringify(counts)}::jsonb,
    lines = ${JSON.stringify(lines.slice(0, lineLimit))}::jsonb, result = ${JSON.stringify(result ?? null)}::jsonb, updated_at = now()
    where customer_id = ${tx.customerId} and id = ${id}`)
}

const importReport = z.object({
  id: z.int(), kind: z.string(), file_name: z.string(), dry_run: z.boolean(), status: z.enum(reportStatuses), progress: z.int(),
  counts: z.record(z.string(), z.number()), lines: z.array(reportLine), result: z.unknown(), created_at: z.iso.datetime(),
})

/** `GET /import_report/{id}`: how an import goes and how it went, for who started it. */
export function reportRoute(api: Api): void {
  api.add({ method: 'GET', path: '/import_report/{id}', tag: 'import_report', summary: 'Tell how far an import is', access: 'session', answer: objectAnswer(importReport) },
    async ({ tx, who, params }) => {
      const row = await tx.first(sql<{ created_at: Date }>`select id, kind, file_name, dry_run, status, progress, counts, lines,
          case when status in ('COMPLETE', 'ERROR') then result end as result, created_at
        from import_report where customer_id = ${tx.customerId} and id = ${params.id} and (created_by = ${who.memberId} or ${who.adminType !== null})`)
      if (!row) throw notFound()
      return { object: { ...row, created_at: row.created_at.toISOString() } }
    })
}
