import { sql } from 'kysely'
import type { Who } from '#kit/server/access/who.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { requesterOf } from './requester.ts'
import type { Sheet } from './xlsx.ts'

export interface WorkbookContext {
  readonly tx: Tx
  readonly resources: Resources
  /** Who asked, with the rights that they had then. */
  readonly who: Who
  readonly asked: Readonly<Record<string, unknown>>
  readonly translate: (key: string, values?: Record<string, string | number>) => string
}

interface Composed {
  readonly title: string
  readonly sheets: readonly Sheet[]
}

/** What a file of several transactions is made from, each read as who asked. */
export interface WorkbookReading extends Pick<WorkbookContext, 'resources' | 'asked' | 'translate'> {
  readonly api: Api
  readonly read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** An Excel file that an area composes and a job writes, as the export of a list is written. */
export interface Workbook {
  /** Unique among all of them. */
  readonly name: string
  readonly entity: string
  readonly compose: (context: WorkbookContext) => Promise<Composed>
  /** In place of `compose`, of one that reads in several transactions, such as of several days gone by. */
  readonly composeApart?: (reading: WorkbookReading) => Promise<Composed>
}

/** Declares a file whose figures are read in several transactions. */
export const defineWorkbookApart = (workbook: Omit<Workbook, 'compose'> & Required<Pick<Workbook, 'composeApart'>>): Workbook => ({
  ...workbook,
  compose: () => Promise.reject(new Error(`The workbook ${workbook.name} is read apart`)),
})

/** Has the file made for who asks; `GET /export/{id}` tells how far it is. Audited like every export. */
export async function askWorkbook(
  tx: Tx,
  { name, entity }: Workbook,
  asked: Readonly<Record<string, unknown>>,
  objectId: number | null,
): Promise<{ job_id: string }> {
  const request = JSON.stringify({ workbook: name, asked, asker: requesterOf(tx.who) })
  const job = await tx.first(sql<{ id: string }>`insert into export_job (customer_id, member_id, entity, request)
    values (${tx.customerId}, ${tx.who.memberId}, ${entity}, ${request}::jsonb) returning id`)
  if (!job) throw new Error('An export was not written')
  tx.audit({ entity, object_id: objectId, action: 'export', details: JSON.stringify({ workbook: name, ...asked }) })
  tx.enqueue({ name: 'sheets.export', data: { export_id: job.id } })
  return { job_id: job.id }
}
