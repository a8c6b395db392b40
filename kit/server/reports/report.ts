import { writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { AppError, isPassing, notFound } from '#kit/contract/errors.ts'
import { dayInFileName, writtenDay } from '#kit/contract/date-order.ts'
import { asOfQuery } from '#kit/contract/list-query.ts'
import { reportFormats, reportStages, type ReportDocument, type ReportFormat, type ReportStage } from '#kit/contract/report.ts'
import { objectAnswer } from '#kit/contract/row-schema.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import type { Who } from '#kit/server/access/who.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { insertFile, keepFile } from '#kit/server/files/file-row.ts'
import type { FileStorage } from '#kit/server/files/storage.ts'
import type { Api } from '#kit/server/http/api.ts'
import type { Job, LongJob } from '#kit/server/http/area.ts'
import type { Translate } from '#kit/server/http/words.ts'
import { requesterOf, requesterSchema, whoOf } from '#kit/server/sheets/requester.ts'
import { drawReport, reportMime } from './draw-report.ts'
import type { ReportContext, ReportKind } from './report-kind.ts'

const requestSchema = z.object({ asked: z.unknown(), as_of: z.string().nullable().default(null), asker: requesterSchema })
const reportState = z.object({ stage: z.enum(reportStages), file_id: z.int().nullable() })

/** `POST /<entity>/{id}/<name>_report` for every report and `GET /report/{id}`: a job draws the file, which its asker may fetch for a day. */
export function reportRoutes(api: Api, resources: Resources, kinds: readonly ReportKind[]): void {
  for (const { name, entity, right, summary, asked: schema, asOf, check, has, rowless } of kinds) {
    if (rowless) continue
    const resource = resourceOf(resources, entity)
    api.add(
      {
        method: 'POST',
        path: `/${entity}/{id}/${name}_report`,
        tag: entity,
        summary,
        access: right,
        body: schema.extend({ format: z.enum(reportFormats), ...(asOf && asOfQuery.shape) }).strict(),
        answer: objectAnswer(z.object({ job_id: z.uuid() })),
      },
      async ({ tx, who, params, body, translate }) => {
        const { format, as_of = null, ...asked } = body as { readonly format: ReportFormat; readonly as_of?: string }
        check?.(asked as never, resources)
        await getRow(tx, authorize(who, resource.def.rights.read), resource, resources, params.id)
        if (has && !(await has(tx, params.id, asked as never))) throw notFound()
        const job = await askReport(tx, { name, entity }, { asked, format, objectId: params.id, asOf: as_of })
        return { message: translate('kit.report.soon'), object: job }
      },
    )
  }

  api.add(
    {
      method: 'GET',
      path: '/report/{id}',
      tag: 'report',
      summary: 'Tell how far a report is',
      access: 'session',
      params: z.object({ id: z.uuid() }),
      answer: objectAnswer(reportState),
    },
    async ({ tx, who, params }) => {
      const object = await tx.first(
        sql`select stage, file_id from report_job where customer_id = ${tx.customerId} and id = ${params.id} and member_id = ${who.memberId}`,
      )
      if (!object) throw notFound()
      return { object }
    },
  )
}

interface AskedFor {
  readonly asked: Readonly<Record<string, unknown>>
  readonly format: ReportFormat
  /** The row that it is about; null: none. */
  readonly objectId: number | null
  readonly asOf?: string | null
}

/** Has a report drawn for who asks; `GET /report/{id}` tells how far it is. Audited. */
export async function askReport(
  tx: Tx,
  { name, entity }: Pick<ReportKind, 'name' | 'entity'>,
  { asked, format, objectId, asOf = null }: AskedFor,
): Promise<{ job_id: string }> {
  const request = JSON.stringify({ asked, as_of: asOf, asker: requesterOf(tx.who) })
  const job = await tx.first(sql<{ id: string }>`insert into report_job (customer_id, member_id, report, object_id, format, request)
    values (${tx.customerId}, ${tx.who.memberId}, ${name}, ${objectId}, ${format}, ${request}::jsonb) returning id`)
  if (!job) throw new Error('A report was not written')
  tx.audit({
    entity,
    object_id: objectId,
    action: 'report',
    details: JSON.stringify({ report: name, format, ...asked, ...(asOf !== null && { as_of: asOf }) }),
  })
  tx.enqueue({ name: 'reports.draw', data: { report_id: job.id } })
  return { job_id: job.id }
}

export interface ReportPorts {
  readonly storage: FileStorage
  readonly translate: Translate
  /** What links of reports begin with. */
  readonly publicUrl: string
  readonly kinds: readonly ReportKind[]
  /** There once the server is put together, after its queue. */
  readonly api: Promise<Api>
}

/** The job that draws reports. Begun anew where it was cut off; its file belongs to who asked, and is forgotten after a day like any file that nothing holds. */
export const reportJob = ({ storage, translate, publicUrl, kinds, api }: ReportPorts): LongJob => ({
  name: 'reports.draw',
  runLong: async ({ data, resources, apart, reading = apart }) => {
    const { report_id: id } = data as { readonly report_id?: string }
    const job = await apart((tx) =>
      tx.first(sql<{ report: string; object_id: number | null; format: ReportFormat; request: unknown; stage: ReportStage; member_id: number }>`
        select report, object_id, format, request, stage, member_id from report_job where customer_id = ${tx.customerId} and id = ${id}`),
    )
    if (!job || job.stage === 'done') return
    const settle = (tx: Tx, stage: ReportStage, file: number | null = null) =>
      tx.run(sql`update report_job set stage = ${stage}, file_id = ${file} where customer_id = ${tx.customerId} and id = ${id}`)
    try {
      const kind = kinds.find(({ name }) => name === job.report)
      if (!kind) throw new Error(`There is no report ${job.report}`)
      const { asked, as_of: asOf, asker } = requestSchema.parse(job.request)
      const server = await api
      await apart((tx) => settle(tx, 'reading'))
      const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
        reading((tx) => {
          tx.act(whoOf(asker, tx.customerId, 'reports.draw'))
          return work(tx)
        })
      const say: ReportContext['translate'] = (key, values) => translate({ key, values }, asker.lang)
      const around = {
        api: server,
        resources,
        translate: say,
        linkTo: (path: string) => `${publicUrl}${path}`,
        id: job.object_id ?? 0,
        asked: kind.asked.parse(asked) as never,
      }
      const apartly = kind.composeApart ? { composed: await kind.composeApart({ ...around, read }) } : null
      const { customerId, day, report } = await read(async (tx) => {
        const { today, who } = tx
        const composed = apartly ? apartly.composed : await kind.compose({ ...around, tx, who, asOf })
        const day = asOf === null ? today : say('kit.report.file_as_of', { day: dayInFileName(asOf, who.dateOrder) })
        return { customerId: tx.customerId, day, report: composed && asOf !== null ? ofThePast(composed, { asOf, today, who, say }) : composed }
      })
      if (!report) throw notFound()
      await apart((tx) => settle(tx, 'drawing'))
      const bytes = await drawReport(report, job.format)
      const path = await storage.temporary()
      await writeFile(path, bytes)
      const name = `${fileNameOf([report.title, report.subtitle].filter(Boolean).join(' – '))} ${day}.${job.format}`
      const upload = { name, path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
      await keepFile(storage, customerId, upload, (storageKey) =>
        apart(async (tx) => {
          const file = await insertFile(tx, { upload, mime: reportMime[job.format], storageKey, uploadedBy: job.member_id })
          await settle(tx, 'done', file.id)
        }),
      )
    } catch (error) {
      await apart((tx) => settle(tx, 'failed'))
      // What is gone since, or was asked wrongly, is not better when it is tried again.
      if (!(error instanceof AppError) || isPassing(error)) throw error
    }
  },
})

/** The cover says of which day all of it is, beside the day on which it was made. */
function ofThePast(
  report: ReportDocument,
  { asOf, today, who, say }: { readonly asOf: string; readonly today: string; readonly who: Who; readonly say: ReportContext['translate'] },
): ReportDocument {
  const asOfLabel = say('kit.report.as_it_stood', { day: writtenDay(asOf, who.dateOrder) })
  return { ...report, date: writtenDay(today, who.dateOrder), version: [report.version, asOfLabel].filter(Boolean).join('  ·  ') }
}

/** Without what file systems refuse. */
export const fileNameOf = (text: string) =>
  text
    .replaceAll(/[\p{Cc}/\\:*?"<>|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 120)

/** What was asked for is forgotten with the files that came of it. */
export const forgetReports: Job = {
  name: 'reports.forget',
  schedule: '45 3 * * *',
  run: async ({ tx }) => {
    await tx.run(sql`delete from report_job where customer_id = ${tx.customerId} and created_at < (select present()) - interval '1 day'`)
  },
}
