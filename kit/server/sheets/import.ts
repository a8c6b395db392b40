import { readFile as readBytes } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { z } from 'zod'
import { AppError, forbidden, invalidField, isPassing } from '#kit/contract/errors.ts'
import { objectAnswer } from '#kit/contract/row-schema.ts'
import { onward } from '#kit/server/access/authorize.ts'
import { levelsFor } from '#kit/server/data/resources/levels.ts'
import { resourceOf, type Resource, type Resources } from '#kit/server/data/resources/resource.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { detectType, isText } from '#kit/server/files/detect-type.ts'
import { insertFile, keepFile } from '#kit/server/files/file-row.ts'
import { sendFile } from '#kit/server/files/file-routes.ts'
import type { FileStorage } from '#kit/server/files/storage.ts'
import { contentOf, maxFileBytes, withUpload } from '#kit/server/files/upload.ts'
import type { Api, RawContext } from '#kit/server/http/api.ts'
import type { LongJob } from '#kit/server/http/area.ts'
import { once } from '#kit/server/http/idempotency.ts'
import type { Translate } from '#kit/server/http/words.ts'
import { requesterOf, requesterSchema, whoOf } from './requester.ts'
import { countsOf, importRows } from './import-rows.ts'
import { readWorkbook, UnreadableSheet, type Workbook } from './read-sheet.ts'
import { finishReport, refusal, startReport, updateReport, type ImportLine, type Outcome, type ReportLine } from './report.ts'
import { understand, type SheetBounds, type SheetFile } from './sheet-lines.ts'
import { offeredNames, template } from './template.ts'
import { sheetWords } from './words.ts'
import { xlsx } from './xlsx.ts'

const xlsxMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** What old documents begin with, and what a password wraps new ones in. */
const oldContainer = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const importQuery = z.strictObject({ dry_run: z.enum(['0', '1']).default('0'), skip_wrong: z.enum(['0', '1']).default('0') })
/** Whether the file is a part of what there is; absent: as the file says. */
const partQuery = importQuery.extend({ part: z.enum(['0', '1']).optional() })
const requestSchema = z.object({ asker: requesterSchema, skipWrong: z.boolean(), into: z.int().optional(), part: z.boolean().optional() })

/** Files whose lines are not rows of one entity, such as the groups and requirements of a policy, or values of metrics. */
export interface SheetKind {
  /** What a line looks like, as if lines were rows of an entity; there is no such table. */
  readonly lines: Resource
  /** What the file goes into, by its entity; its id stands in the address. Absent: its lines say that themselves. */
  readonly into?: string
  readonly bounds?: SheetBounds
  /** Whether it matters that a file is all there is: one that is a part of it says nothing of what it does not name. */
  readonly parts?: true
  /** Files of text that are taken beside Excel's, by the ending of their names, and how they are read: as if they were workbooks, in a process of bounded memory and time. */
  readonly texts?: { readonly mimes: Readonly<Record<string, string>>; readonly read: (content: Buffer, ending: string) => Promise<Workbook> }
  /** Writes what the lines say, as the transaction's actor. */
  readonly write: (context: {
    readonly tx: Tx
    readonly resources: Resources
    readonly translate: Translate
    readonly file: SheetFile
    /** 0 where the file goes into nothing by itself. */
    readonly into: number
    /** What the file is called. */
    readonly fileName: string
    /** What the person says, where `parts` asks. */
    readonly part?: boolean | undefined
    /** Takes what is to be said of the file as a whole, and counts beside those of its lines. */
    readonly report: { readonly tell: (line: ReportLine) => void; readonly count: (name: string, n: number) => void }
    /** Told with how many rows are through, of how many. */
    readonly onLine: (done: number, of: number) => Promise<void>
  }) => Promise<ImportLine[]>
}

/**
 * `GET /<entity>/import_template` and `POST /<entity>/import` for every entity that says it is importable (FIL-12, FIL-17), and the same below
 * `/<into>/{id}/<kind>` for other kinds of lines.
 */
export function importRoutes(api: Api, resources: Resources, storage: FileStorage, translate: Translate, kinds: readonly SheetKind[] = []): void {
  for (const resource of resources.values())
    if (resource.def.importable && resource.def.rights.create !== null) importOf(api, resource, resources, storage, translate)
  for (const kind of kinds) importOf(api, kind.lines, resources, storage, translate, kind)
}

const endingOf = (name: string) => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

const formats: Readonly<Record<string, string>> = { xlsx: 'Excel', jsonl: 'JSON', ndjson: 'JSON' }
/** What people call a file by the ending of its name, in every language. */
const formatOf = (name: string) => formats[endingOf(name)] ?? endingOf(name).toUpperCase()

/** The MIME type of a file that is taken; throws why it is not. */
async function takenAs(name: string, bytes: Buffer, kind?: SheetKind): Promise<string> {
  const text = Object.entries(kind?.texts?.mimes ?? {}).find(([ending]) => ending === endingOf(name))?.[1]
  if (text !== undefined) {
    if (!isText(bytes)) throw invalidField('file', 'kit.errors.text_only')
    return text
  }
  if (/\.xlsx$/i.test(name) && bytes.subarray(0, 4).equals(oldContainer)) throw invalidField('file', 'kit.errors.excel_protected')
  if ((await detectType(name, bytes)) === xlsxMime) return xlsxMime
  throw kind?.texts
    ? new AppError('INVALID', 'kit.errors.check_inputs', {
        fields: { file: [{ key: 'kit.errors.import_types', values: { types: ['xlsx', ...Object.keys(kind.texts.mimes)].join(', ') } }] },
      })
    : invalidField('file', 'kit.errors.excel_only')
}

function importOf(api: Api, resource: Resource, resources: Resources, storage: FileStorage, translate: Translate, kind?: SheetKind): void {
  const { name, rights } = resource.def
  const into = kind?.into
  const access = rights.create ?? 'session'
  // Beside an entity's own import there may be others into its rows.
  const inWords = into === undefined ? '' : ` of ${name}`
  const at = into === undefined ? `/${name}` : `/${into}/{id}/${name}`

  api.addRaw(
    {
      method: 'GET',
      path: into === undefined ? `/${name}/import_template` : `/${into}/${name}_template`,
      tag: into ?? name,
      summary: `Download an empty Excel file${inWords}`,
      access,
      costly: true,
      download: true,
      answer: z.unknown(),
    },
    async ({ request, reply }) => {
      const { who, names, levels } = await api.inSession(request, async (tx) => {
        authorizeVerb(tx, resource, 'create')
        return { who: tx.who, names: await offeredNames(tx, resource, resources), levels: await levelsFor(tx, resource.def) }
      })
      const words = sheetWords(translate, resource.def, who.lang, levels, who.dateOrder)
      return sendFile(reply, { name: `${words.many}.xlsx`, mime: xlsxMime }).send(Readable.from(xlsx(template(resource, words, names))))
    },
  )

  api.addRaw(
    {
      method: 'POST',
      path: into === undefined ? `${at}/import` : at,
      tag: into ?? name,
      summary: `Import rows${inWords} from Excel`,
      access,
      upload: { maxBytes: maxFileBytes },
      named: true,
      query: kind?.parts ? partQuery : importQuery,
      answer: objectAnswer(z.object({ report_id: z.int() })),
    },
    async ({ request, query, params, named }) => {
      const { dry_run, skip_wrong, part }: z.output<typeof partQuery> = query
      const target = into === undefined ? {} : { into: params.id }
      const who = await api.inSession(request, async (tx) => {
        const grant = authorizeVerb(tx, resource, 'create')
        if (into !== undefined) {
          const target = resourceOf(resources, into)
          const { edit_right } = await getRow(tx, onward(grant, target.def, 'read'), target, resources, params.id)
          // Told at once, rather than by a report full of refusals.
          if (edit_right !== true) throw forbidden('kit.errors.no_update_right')
        }
        return tx.who
      })
      const asked = { dryRun: dry_run === '1', skipWrong: skip_wrong === '1', ...target, ...(part && { part: part === '1' }) }
      return receiveSheet({ request, named, inSession: (work) => api.inSession(request, work) }, storage, who.customerId, {
        lines: resource,
        kind,
        asked,
        answer: (report_id) => ({ ok: true, object: { report_id } }),
      })
    },
  )
}

/** How a file is to be imported. */
interface AskedImport {
  readonly dryRun: boolean
  readonly skipWrong: boolean
  readonly into?: number
  readonly part?: boolean
}

interface Taking<T> {
  readonly lines: Resource
  readonly kind?: SheetKind | undefined
  readonly asked: AskedImport
  readonly answer: (reportId: number) => T
}

/** Keeps the one file of a request and queues its import, as whoever sent it; the report tells the rest. */
export async function receiveSheet<T extends Readonly<Record<string, unknown>>>(
  { request, named, inSession }: Pick<RawContext, 'request' | 'named' | 'inSession'>,
  storage: FileStorage,
  customerId: number,
  { lines, kind, asked: { dryRun, skipWrong, into, part }, answer }: Taking<T>,
): Promise<T> {
  return withUpload(request, storage, maxFileBytes, async (upload) => {
    const bytes = await readBytes(upload.path)
    const mime = await takenAs(upload.name, bytes, kind)
    return keepFile(storage, customerId, upload, (storageKey) =>
      inSession((tx) =>
        once(tx, named(contentOf(upload)), async () => {
          authorizeVerb(tx, lines, 'create')
          const file = await insertFile(tx, { upload, mime, storageKey, uploadedBy: tx.who.memberId })
          const id = await startReport(tx, {
            kind: lines.def.name,
            fileName: upload.name,
            fileId: file.id,
            dryRun,
            request: { asker: requesterOf(tx.who), skipWrong, ...(into !== undefined && { into }), ...(part !== undefined && { part }) },
          })
          tx.enqueue({ name: 'sheets.import', data: { report_id: id } })
          return answer(id)
        }),
      ),
    )
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
  readonly file_name: string
  readonly status: string
  readonly dry_run: boolean
  readonly result: unknown
  readonly storage_key: string
}

/** The job that imports: all lines or none, or all but the wrong ones when that was asked for (FIL-15), in one transaction, as who sent the file. A trial does everything and keeps nothing. */
export const importJob = (storage: FileStorage, translate: Translate, kinds: readonly SheetKind[] = []): LongJob => ({
  name: 'sheets.import',
  runLong: async ({ data, resources, apart }) => {
    const { report_id: id = 0 } = data as { readonly report_id?: number }
    const report = await apart((tx) =>
      tx.first(sql<Pending>`select r.kind, r.file_name, r.status, r.dry_run, r.result, f.storage_key
      from import_report r join file f on f.customer_id = r.customer_id and f.id = r.file_id where r.customer_id = ${tx.customerId} and r.id = ${id}`),
    )
    // A job that was cut off after its commit has nothing left to do.
    if (!report || report.status === 'COMPLETE' || report.status === 'ERROR') return
    const { asker, skipWrong, into, part } = requestSchema.parse(report.result)
    const kind = kinds.find(({ lines }) => lines.def.name === report.kind)
    const resource = kind?.lines ?? resourceOf(resources, report.kind)
    const fail = (lines: readonly ReportLine[]) => apart((tx) => finishReport(tx, id, { status: 'ERROR', counts: {}, lines }))

    await apart((tx) => updateReport(tx, id, 0))
    try {
      const content = await storage.open(report.storage_key)
      if (!content) throw new UnreadableSheet('gone')
      const bytes = await buffer(content)
      const ending = endingOf(report.file_name)
      const workbook = kind?.texts && Object.hasOwn(kind.texts.mimes, ending) ? await kind.texts.read(bytes, ending) : await readWorkbook(bytes)
      const outcome = await apart(async (tx): Promise<Outcome> => {
        const who = whoOf(asker, tx.customerId, 'sheets.import')
        tx.act(who)
        const file = understand(workbook, resource, translate, who.lang, kind?.bounds)
        if (file.faults.length > 0)
          throw new Undone({ status: 'ERROR', counts: { rows: file.lines.length, created: 0, errors: file.faults.length }, lines: file.faults })
        const onLine = async (done: number, of: number) => {
          if (done % 100 === 0) await apart((other) => updateReport(other, id, (done / of) * 99))
        }
        const reportLines: ReportLine[] = [...file.warnings]
        const more: Record<string, number> = {}
        const reported = { tell: (line: ReportLine) => void reportLines.push(line), count: (name: string, n: number) => void (more[name] = n) }
        const imported =
          kind && (into !== undefined || kind.into === undefined)
            ? await kind.write({ tx, resources, translate, file, into: into ?? 0, fileName: report.file_name, part, report: reported, onLine })
            : await importRows({ tx, resource, resources, translate, file, onLine })
        const counts = { ...countsOf(imported), ...more }
        const refused = counts.errors > 0 && !(skipWrong && counts.errors < counts.rows)
        // A trial that finds something wrong has done what it is for; an import that is refused has done nothing.
        if (report.dry_run)
          throw new Undone({
            status: 'COMPLETE',
            counts,
            lines: reportLines,
            imported: imported.map((line) => (line.outcome === 'created' ? { ...line, id: null } : line)),
          })
        if (refused)
          throw new Undone({
            status: 'ERROR',
            counts: { ...counts, created: 0, updated: 0, unchanged: 0 },
            lines: file.warnings,
            imported: imported.filter((line) => line.outcome === 'refused'),
          })
        const result: Outcome = { status: 'COMPLETE', counts, lines: reportLines, imported }
        await finishReport(tx, id, result)
        return result
      }).catch((error: unknown) => {
        if (error instanceof Undone) return error.outcome
        throw error
      })
      if (outcome.status === 'ERROR' || report.dry_run) await apart((tx) => finishReport(tx, id, outcome))
    } catch (error) {
      if (error instanceof UnreadableSheet) await fail([refusal(0, `faults.${error.fault}`, { format: formatOf(report.file_name) })])
      // What may pass, such as a busy database, is tried again by the queue.
      else if (isPassing(error)) throw error
      // Refused as a whole: the right was lost in the meantime.
      else if (error instanceof AppError) await fail([{ n: 0, level: 'error', message: { key: error.key } }])
      else {
        await fail([refusal(0, 'failed')])
        throw error
      }
    }
  },
})
