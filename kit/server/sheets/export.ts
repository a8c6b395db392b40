import { sql } from 'kysely'
import { z } from 'zod'
import { notFound } from '#kit/contract/errors.ts'
import { rowLimit } from '#kit/contract/limits.ts'
import { listQuerySchema, type ListQuery } from '#kit/contract/list-query.ts'
import { objectAnswer } from '#kit/contract/row-schema.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { both } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { rowRef } from '#kit/server/data/columns.ts'
import type { Row } from '#kit/server/data/list-engine.ts'
import { checkQuery, listConditions, ordering } from '#kit/server/data/list-query-sql.ts'
import { resourceOf, type Resource, type Resources } from '#kit/server/data/resource.ts'
import { listFields, selectRow } from '#kit/server/data/select-row.ts'
import { query as builder, type Tx } from '#kit/server/data/transaction.ts'
import { insertFile, keepFile } from '#kit/server/files/file-row.ts'
import type { FileStorage } from '#kit/server/files/storage.ts'
import { writeLocal } from '#kit/server/files/upload.ts'
import type { Api } from '#kit/server/http/api.ts'
import type { LongJob } from '#kit/server/http/area.ts'
import type { Say } from '#kit/server/http/words.ts'
import { askerOf, askerSchema, whoOf } from './asker.ts'
import { cellOf } from './cells.ts'
import { sheetWords, type SheetWords } from './words.ts'
import { xlsx, type Cell } from './xlsx.ts'

const xlsxMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Rows read and written at a time. */
const batch = 500
/** What an Excel sheet holds besides its header. */
const sheetRows = 1_048_575

const ids = z.array(z.int().min(1)).min(1).max(rowLimit)
const exportBody = z.strictObject({ queryParams: listQuerySchema.prefault({}), ids: ids.optional() })
const exportState = z.object({ status: z.enum(['pending', 'done', 'failed']), file_id: z.int().nullable() })

const requestSchema = z.object({ query: listQuerySchema, ids: ids.nullable(), asker: askerSchema })

/** `POST /<entity>/export` for every entity and `GET /export/{id}` (FIL-10): a job writes the file, which its asker may fetch for a day. */
export function exportRoutes(api: Api, resources: Resources): void {
  for (const resource of resources.values()) {
    const { name, rights } = resource.def
    api.add({ method: 'POST', path: `/${name}/export`, tag: name, summary: `Export ${name} rows to Excel`, access: rights.read, body: exportBody, answer: objectAnswer(z.object({ job_id: z.uuid() })) },
      async ({ tx, who, body, say }) => {
        const { queryParams: query, ids: selected }: z.output<typeof exportBody> = body
        checkQuery(resource, query)
        const request = JSON.stringify({ query, ids: selected ?? null, asker: askerOf(who) })
        const job = await tx.first(sql<{ id: string }>`insert into export_job (customer_id, member_id, entity, request)
          values (${tx.customerId}, ${who.memberId}, ${name}, ${request}::jsonb) returning id`)
        if (!job) throw new Error('An export was not written')
        tx.audit({ entity: name, object_id: null, action: 'export', details: JSON.stringify({ query, ids: selected ?? null }) })
        tx.enqueue({ name: 'sheets.export', data: { export_id: job.id } })
        return { message: say('kit.messages.export_soon'), object: { job_id: job.id } }
      })
  }

  api.add({ method: 'GET', path: '/export/{id}', tag: 'export', summary: 'Tell how far an export is', access: 'session', params: z.object({ id: z.uuid() }), answer: objectAnswer(exportState) },
    async ({ tx, who, params }) => {
      const object = await tx.first(sql`select status, file_id from export_job where customer_id = ${tx.customerId} and id = ${params.id} and member_id = ${who.memberId}`)
      if (!object) throw notFound()
      return { object }
    })
}

/** The job that writes exports. Its file belongs to who asked, and is forgotten after a day like any file that nothing holds. */
export const exportJob = (storage: FileStorage, say: Say): LongJob => ({
  name: 'sheets.export',
  runLong: async ({ data, resources, apart }) => {
    const { export_id: id } = data as { readonly export_id?: string }
    const job = await apart((tx) => tx.first(sql<{ entity: string; request: unknown; status: string; member_id: number }>`select entity, request, status, member_id
      from export_job where customer_id = ${tx.customerId} and id = ${id}`))
    if (!job || job.status === 'done') return
    const settle = (tx: Tx, status: 'done' | 'failed', file: number | null) =>
      tx.run(sql`update export_job set status = ${status}, file_id = ${file} where customer_id = ${tx.customerId} and id = ${id}`)
    try {
      const { query, ids: selected, asker } = requestSchema.parse(job.request)
      const resource = resourceOf(resources, job.entity)
      const words = sheetWords(say, resource.def, asker.lang)
      const path = await storage.temporary()
      const { customerId, ...written } = await apart(async (tx) => {
        const who = whoOf(asker, tx.customerId, 'sheets.export')
        const rows = readRows(tx, resource, resources, who, query, selected)
        return { customerId: tx.customerId, ...(await writeLocal(xlsx([sheetOf(resource, words, who, rows)]), path)) }
      })
      const upload = { name: `${words.many} ${new Date().toISOString().slice(0, 10)}.xlsx`, path, ...written }
      await keepFile(storage, customerId, upload, (storageKey) => apart(async (tx) => {
        const file = await insertFile(tx, { upload, mime: xlsxMime, storageKey, uploadedBy: job.member_id })
        await settle(tx, 'done', file.id)
      }))
    } catch (error) {
      await apart((tx) => settle(tx, 'failed', null))
      throw error
    }
  },
})

function sheetOf(resource: Resource, words: SheetWords, who: Who, rows: AsyncIterable<readonly Row[]>) {
  const columns = exportedFields(resource)
  async function* cells(): AsyncGenerator<Cell[][]> {
    for await (const some of rows) yield some.map((row) => columns.map(([name, field]) => cellOf(name, field, row[name], words, who.timeZone)))
  }
  return { name: words.many, header: columns.map(([name]) => words.field(name)), rows: cells() }
}

/** What the list can show, in its order. */
function exportedFields({ def }: Resource) {
  return listFields(def).flatMap((name) => (def.fields[name] ? [[name, def.fields[name]] as const] : []))
}

/**
 * The rows of exactly the list's query, or the selected ones, in the list's order and within the asker's reach. A cursor reads them in
 * batches under the one snapshot that its declaration takes.
 */
async function* readRows(tx: Tx, resource: Resource, resources: Resources, who: Who, query: ListQuery, selected: readonly number[] | null): AsyncGenerator<readonly Row[]> {
  authorize(who, resource.def.rights.read)
  const t = rowRef('t')
  const rule = both(resource.rules.read(t, who), selected ? sql<boolean>`t.id = any(${selected}::bigint[])` : true)
  const { joins, orderBy } = ordering(resource, resources, query.sort, t, who)
  const asked = selected ? { filters: [], global_search: '' } : query
  const { sql: text, parameters } = sql`declare exported no scroll cursor for
    select ${selectRow(resource, resources, who, exportedFields(resource).map(([name]) => name))} from ${sql.table(resource.def.name)} as t${joins}
    where ${listConditions(resource, asked, rule, t, who)} order by ${orderBy} limit ${sheetRows}`.compile(builder)
  await tx.runText(text, parameters)
  for (;;) {
    const rows = await tx.runText<Row>(`fetch ${batch} from exported`)
    if (rows.length > 0) yield rows
    if (rows.length < batch) return
  }
}
