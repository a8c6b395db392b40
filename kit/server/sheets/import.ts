import { readFile as readBytes } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { z } from 'zod'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import { objectAnswer } from '#kit/contract/row-schema.ts'
import { resourceOf, type Resource, type Resources } from '#kit/server/data/resource.ts'
import { authorizeVerb } from '#kit/server/data/store.ts'
import { detectType } from '#kit/server/files/detect-type.ts'
import { insertFile, keepFile } from '#kit/server/files/file-row.ts'
import { sendFile } from '#kit/server/files/file-routes.ts'
import type { FileStorage } from '#kit/server/files/storage.ts'
import { maxFileBytes, withUpload } from '#kit/server/files/upload.ts'
import type { Api } from '#kit/server/http/api.ts'
import type { LongJob } from '#kit/server/http/area.ts'
import type { Say } from '#kit/server/http/words.ts'
import { askerOf, askerSchema, whoOf } from './asker.ts'
import { template } from './import-columns.ts'
import { importRows, readFile } from './import-rows.ts'
import { readSheetRows, UnreadableSheet } from './read-sheet.ts'
import { finishReport, startReport, updateReport, type Outcome, type ReportLine } from './report.ts'
import { sheetWords } from './words.ts'
import { xlsx } from './xlsx.ts'

const xlsxMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const importQuery = z.strictObject({ dry_run: z.enum(['0', '1']).default('0'), skip_wrong: z.enum(['0', '1']).default('0') })
const requestSchema = z.object({ asker: askerSchema, skipWrong: z.boolean() })

/** `GET /<entity>/import_template` and `POST /<entity>/import` for every entity that says it is importable (FIL-12, FIL-17). */
export function importRoutes(api: Api, resources: Resources, storage: FileStorage, say: Say): void {
  for (const resource of resources.values()) if (resource.importable && resource.def.rights.create !== null) importOf(api, resource, storage, say)
}

function importOf(api: Api, resource: Resource, storage: FileStorage, say: Say): void {
  const { name, rights } = resource.def
  const access = rights.create ?? 'session'

  api.addRaw({ method: 'GET', path: `/${name}/import_template`, tag: name, summary: `Download an empty Excel file for ${name} rows`, access, download: true, answer: z.unknown() },
    async ({ request, reply }) => {
      const lang = await api.inSession(request, async (tx) => {
        authorizeVerb(tx, resource, 'create')
        return tx.who.lang
      })
      const words = sheetWords(say, resource.def, lang)
      return sendFile(reply, { name: `${words.many}.xlsx`, mime: xlsxMime }).send(Readable.from(xlsx(template(resource.def, words))))
    })

  api.addRaw({ method: 'POST', path: `/${name}/import`, tag: name, summary: `Import ${name} rows from Excel`, access, upload: { maxBytes: maxFileBytes }, query: importQuery, answer: objectAnswer(z.object({ report_id: z.int() })) },
    async ({ request, query }) => {
      const { dry_run, skip_wrong }: z.output<typeof importQuery> = query
      const who = await api.inSession(request, async (tx) => {
        authorizeVerb(tx, resource, 'create')
        return tx.who
      })
      return withUpload(request, storage, maxFileBytes, async (upload) => {
        if ((await detectType(upload.name, await readBytes(upload.path))) !== xlsxMime) throw invalidField('file', 'kit.errors.excel_only')
        const report_id = await keepFile(storage, who.customerId, upload, (storageKey) => api.inSession(request, async (tx) => {
          authorizeVerb(tx, resource, 'create')
          const file = await insertFile(tx, { upload, mime: xlsxMime, storageKey, uploadedBy: tx.who.memberId })
          const id = await startReport(tx, { kind: name, fileName: upload.name, fileId: file.id, dryRun: dry_run === '1', request: { asker: askerOf(tx.who), skipWrong: skip_wrong === '1' } })
          tx.enqueue({ name: 'sheets.import', data: { report_id: id } })
          return id
        }))
        return { ok: true, object: { report_id } }
      })
    })
}

/** Thrown to roll an import back, with what its report will say. */
class Undone extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super('The import was rolled back')
    this.outcome = outcome
  }
}

interface Pending {
  readonly kind: string
  readonly status: string
  readonly dry_run: boolean
  readonly result: unknown
  readonly storage_key: string
}

/** The job that imports: all lines or none, or all but the wrong ones when that was asked for (FIL-15), in one transaction, as who sent the file. A trial does everything and keeps nothing. */
export const importJob = (storage: FileStorage, say: Say): LongJob => ({
  name: 'sheets.import',
  runLong: async ({ data, resources, apart }) => {
    const { report_id: id = 0 } = data as { readonly report_id?: number }
    const report = await apart((tx) => tx.first(sql<Pending>`select r.kind, r.status, r.dry_run, r.result, f.storage_key
      from import_report r join file f on f.customer_id = r.customer_id and f.id = r.file_id where r.customer_id = ${tx.customerId} and r.id = ${id}`))
    // A job that was cut off after its commit has nothing left to do.
    if (!report || report.status === 'COMPLETE' || report.status === 'ERROR') return
    const { asker, skipWrong } = requestSchema.parse(report.result)
    const resource = resourceOf(resources, report.kind)
    const fail = (counts: Outcome['counts'], lines: readonly ReportLine[]) => apart((tx) => finishReport(tx, id, { status: 'ERROR', counts, lines }))
    const whole = (key: string): ReportLine[] => [{ n: 0, level: 'error', message: say(key, asker.lang) }]

    await apart((tx) => updateReport(tx, id, 0))
    try {
      const content = await storage.open(report.storage_key)
      if (!content) throw new UnreadableSheet('The file is gone')
      const sheet = await readSheetRows(await buffer(content))
      const outcome = await apart(async (tx): Promise<Outcome> => {
        const who = whoOf(asker, tx.customerId, 'sheets.import')
        tx.act(who)
        const { lines, faults } = readFile(sheet, resource, say, who)
        if (faults.length > 0) throw new Undone({ status: 'ERROR', counts: { rows: lines.length, created: 0, errors: faults.length }, lines: faults })
        const onLine = async (done: number) => {
          if (done % 100 === 0) await apart((other) => updateReport(other, id, (done / lines.length) * 99))
        }
        const { counts, errors } = await importRows({ tx, resource, resources, say, lines, onLine })
        const refused = errors.length > 0 && !(skipWrong && counts.errors < lines.length)
        const status = refused ? 'ERROR' : 'COMPLETE'
        // What a trial would have done is told line by line all the same; a real import that is refused has done nothing.
        const undone = refused && !report.dry_run ? { created: 0, updated: 0, unchanged: 0 } : {}
        const result: Outcome = { status, counts: { rows: lines.length, ...counts, ...undone }, lines: errors }
        if (refused || report.dry_run) throw new Undone(result)
        await finishReport(tx, id, result)
        return result
      }).catch((error: unknown) => {
        if (error instanceof Undone) return error.outcome
        throw error
      })
      if (outcome.status === 'ERROR' || report.dry_run) await apart((tx) => finishReport(tx, id, outcome))
    } catch (error) {
      if (error instanceof UnreadableSheet) await fail({}, whole('kit.sheets.unreadable'))
      // Refused as a whole: the right was lost in the meantime, or the server was too busy.
      else if (error instanceof AppError && error.status !== 'BUSY') await fail({}, whole(error.key))
      else {
        await fail({}, whole('kit.sheets.failed'))
        throw error
      }
    }
  },
})
