import { sql } from 'kysely'
import { z } from 'zod'
import { dayInFileName } from '#kit/contract/date-order.ts'
import { AppError, badParameters, isPassing, notFound } from '#kit/contract/errors.ts'
import { rowLimit } from '#kit/contract/limits.ts'
import { asOfQuery, listQuerySchema, type AsOf } from '#kit/contract/list-query.ts'
import { objectAnswer } from '#kit/contract/row-schema.ts'
import { checkQuery } from '#kit/server/data/sql/list-query-sql.ts'
import { levelsFor } from '#kit/server/data/resources/levels.ts'
import { resourceOf, type Resource, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { insertFile, keepFile } from '#kit/server/files/file-row.ts'
import type { FileStorage } from '#kit/server/files/storage.ts'
import type { Api } from '#kit/server/http/api.ts'
import type { JobContext, LongJob } from '#kit/server/http/area.ts'
import type { Translate } from '#kit/server/http/words.ts'
import type { ExportAsked } from './about-sheet.ts'
import { requesterOf, requesterSchema, whoOf, type Requester } from './requester.ts'
import { exportSheets, mayExport } from './export-sheets.ts'
import { sheetWords } from './words.ts'
import type { Workbook } from './workbook.ts'
import { writeApart } from './write-apart.ts'

const xlsxMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const ids = z.array(z.int().min(1)).min(1).max(rowLimit)
const names = z.array(z.string().max(64)).min(1).max(200)
const exportBody = z.strictObject({
  queryParams: listQuerySchema.prefault({}),
  ids: ids.optional(),
  columns: names.optional(),
  whole: z.boolean().default(false),
})
const exportState = z.object({ status: z.enum(['pending', 'done', 'failed']), file_id: z.int().nullable() })

// Requests of earlier releases name no columns.
const requestSchema = z.object({
  query: listQuerySchema,
  ids: ids.nullable(),
  columns: names.nullable().default(null),
  whole: z.boolean().default(false),
  as_of: z.string().nullable().default(null),
  asker: requesterSchema,
})

const workbookRequest = z.object({ workbook: z.string(), asked: z.record(z.string(), z.unknown()), asker: requesterSchema })

/** `POST /<entity>/export` for every entity and `GET /export/{id}` (FIL-10): a job writes the file, which its asker may fetch for a day. */
export function exportRoutes(api: Api, resources: Resources): void {
  for (const resource of resources.values()) {
    const { name, rights } = resource.def
    api.add(
      {
        method: 'POST',
        path: `/${name}/export`,
        tag: name,
        summary: 'Export rows to Excel',
        access: rights.read,
        query: asOfQuery,
        body: exportBody,
        answer: objectAnswer(z.object({ job_id: z.uuid() })),
      },
      async ({ tx, who, body, query: asked, translate }) => {
        const day = (asked as AsOf).as_of ?? null
        const { queryParams: query, whole, ...picked }: z.output<typeof exportBody> = body
        const [selected, columns] = [picked.ids ?? null, picked.columns ?? null]
        checkQuery(resource, query)
        // What a day in the past looked like is read from history, which the search index does not cover.
        if (day !== null && query.global_search) throw badParameters({ global_search: [{ key: 'kit.errors.invalid_value' }] })
        const unknown = columns?.filter((name) => !mayExport(resource, name)) ?? []
        if (unknown.length > 0) throw badParameters(Object.fromEntries(unknown.map((name) => [`columns.${name}`, [{ key: 'kit.errors.invalid_value' }]])))
        const request = JSON.stringify({ query, ids: selected, columns, whole, as_of: day, asker: requesterOf(who) })
        const job = await tx.first(sql<{ id: string }>`insert into export_job (customer_id, member_id, entity, request)
          values (${tx.customerId}, ${who.memberId}, ${name}, ${request}::jsonb) returning id`)
        if (!job) throw new Error('An export was not written')
        tx.audit({
          entity: name,
          object_id: null,
          action: 'export',
          details: JSON.stringify({ query, ids: selected, columns, whole, ...(day !== null && { as_of: day }) }),
        })
        tx.enqueue({ name: 'sheets.export', data: { export_id: job.id } })
        return { message: translate('kit.messages.export_soon'), object: { job_id: job.id } }
      },
    )
  }

  api.add(
    {
      method: 'GET',
      path: '/export/{id}',
      tag: 'export',
      summary: 'Tell how far an export is',
      access: 'session',
      params: z.object({ id: z.uuid() }),
      answer: objectAnswer(exportState),
    },
    async ({ tx, who, params }) => {
      const object = await tx.first(
        sql`select status, file_id from export_job where customer_id = ${tx.customerId} and id = ${params.id} and member_id = ${who.memberId}`,
      )
      if (!object) throw notFound()
      return { object }
    },
  )
}

/** The job that writes exports; `api` for files that read as calls do. Its file belongs to who asked, and is forgotten after a day like any file that nothing holds. */
export const exportJob = (storage: FileStorage, translate: Translate, workbooks: readonly Workbook[] = [], api?: Promise<Api>): LongJob => ({
  name: 'sheets.export',
  runLong: async ({ data, resources, apart, reading = apart }) => {
    const { export_id: id } = data as { readonly export_id?: string }
    const job = await apart((tx) =>
      tx.first(sql<{ entity: string; request: unknown; status: string; member_id: number }>`select entity, request, status, member_id
      from export_job where customer_id = ${tx.customerId} and id = ${id}`),
    )
    if (!job || job.status === 'done') return
    const settle = (tx: Tx, status: 'done' | 'failed', file: number | null) =>
      tx.run(sql`update export_job set status = ${status}, file_id = ${file} where customer_id = ${tx.customerId} and id = ${id}`)
    try {
      const { name, ...written } = await writeFile(job, { storage, translate, workbooks, resources, reading, api })
      const upload = { name: `${name}.xlsx`, ...written }
      await keepFile(storage, written.customerId, upload, (storageKey) =>
        apart(async (tx) => {
          const file = await insertFile(tx, { upload, mime: xlsxMime, storageKey, uploadedBy: job.member_id })
          await settle(tx, 'done', file.id)
        }),
      )
    } catch (error) {
      await apart((tx) => settle(tx, 'failed', null))
      // What its rows are of is gone, or no longer theirs: it is refused again.
      if (error instanceof AppError && !isPassing(error)) return
      throw error
    }
  },
})

interface Writing extends Pick<JobContext, 'resources'> {
  readonly storage: FileStorage
  readonly translate: Translate
  readonly workbooks: readonly Workbook[]
  readonly reading: JobContext['apart']
  readonly api: Promise<Api> | undefined
}

/** Writes the file as who asked; it has its name without its end. */
async function writeFile(job: { readonly entity: string; readonly request: unknown }, { storage, translate, workbooks, resources, reading, api }: Writing) {
  const path = await storage.temporary()
  const own = workbookRequest.safeParse(job.request)
  if (own.success) {
    const workbook = workbooks.find(({ name }) => name === own.data.workbook)
    if (!workbook) throw new Error(`No workbook is called ${own.data.workbook}`)
    const { asker, asked } = own.data
    const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
      reading((tx) => {
        tx.act(whoOf(asker, tx.customerId, 'sheets.export'))
        return work(tx)
      })
    const say = (key: string, values?: Record<string, string | number>) => translate(values ? { key, values } : { key }, asker.lang)
    const apartly = workbook.composeApart && api ? await workbook.composeApart({ api: await api, read, resources, asked, translate: say }) : null
    return read(async (tx) => {
      const { title, sheets } = apartly ?? (await workbook.compose({ tx, resources, who: tx.who, asked, translate: say }))
      return { customerId: tx.customerId, path, name: title, ...(await writeApart(sheets, path)) }
    })
  }
  const { asker, ...asked } = requestSchema.parse(job.request)
  const resource = resourceOf(resources, job.entity)
  return { path, ...(await writeEntity({ resource, resources, asker, asked, reading, translate, path })) }
}

interface EntityWriting extends Pick<Writing, 'resources' | 'reading' | 'translate'> {
  readonly resource: Resource
  readonly asker: Requester
  readonly asked: ExportAsked
  /** Where it is written: a new local path. */
  readonly path: string
}

/** Writes rows of an entity as who asked sees them; it has its name without its end. */
export async function writeEntity({ resource, resources, asker, asked, reading, translate, path }: EntityWriting) {
  const words = sheetWords(translate, resource.def, asker.lang, await reading((tx) => levelsFor(tx, resource.def)), asker.dateOrder)
  const { dateOrder, today, ...written } = await reading(async (tx) => {
    const who = whoOf(asker, tx.customerId, 'sheets.export')
    tx.act(who)
    const sheets = await exportSheets({ tx, resource, resources, who, translate, words, asked })
    return { customerId: tx.customerId, dateOrder: who.dateOrder, today: tx.today, ...(await writeApart(sheets, path)) }
  })
  const of = asked.as_of === null ? today : words.translate('kit.report.file_as_of', { day: dayInFileName(asked.as_of, dateOrder) })
  return { name: `${words.many} ${of}`, ...written }
}
