import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { authorize } from '#kit/server/access/authorize.ts'
import { byRole, createdBySelf, everyRow, noRow } from '#kit/server/access/row-rule.ts'
import { defineResource } from '#kit/server/data/resources/resource.ts'
import { contentOf } from '#kit/server/files/upload.ts'
import { readUpload } from '#kit/server/files/read-upload.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import type { Area } from '#kit/server/http/area.ts'
import { once } from '#kit/server/http/idempotency.ts'
import { factChanges } from '#areas/scores/server/index.ts'
import { importLibrary, maxLibraryBytes } from '#areas/library/contract/calls.ts'
import { importReport } from '#areas/library/contract/import-report.ts'
import { library as libraryEntity } from '#areas/library/contract/library.ts'
import { libraryRights } from '#areas/library/contract/rights.ts'
import { en } from '#areas/library/locales/en.ts'
import { fr } from '#areas/library/locales/fr.ts'
import { importJob } from './import-job.ts'
import { startReport, type ReportLine } from '#kit/server/sheets/report.ts'
import { sayLine } from '#kit/server/sheets/translate-report.ts'
import { leaveCalls } from './leave/leave-calls.ts'
import { reportCalls } from './report-calls.ts'
import { reportStates } from './report-states.ts'
import { additionCalls } from './shelf/addition-calls.ts'
import { choiceOf, sheetCalls } from './sheet-calls.ts'
import { shelfCalls } from './shelf/shelf-calls.ts'

// Only an import writes them, and whoever takes it back: nobody holds a right to.
const libraries = defineResource({ def: libraryEntity, rules: { read: everyRow, create: everyRow, update: everyRow, delete: everyRow } })

const ownReports = byRole({
  global_pilote: everyRow,
  global_auditor: createdBySelf,
  local_pilote: createdBySelf,
  local_auditor: createdBySelf,
  contributor: createdBySelf,
})
const importReports = defineResource({
  def: importReport,
  rules: { read: ownReports, create: noRow, update: noRow, delete: noRow },
  // Until the end, the column holds what the job needs to know. It is no part of history.
  derived: {
    // Said by `present`, which knows every area's words.
    kind_name: (row) => row('kind'),
    started_at: (row) => row('created_at'),
    started_by: (row) =>
      sql`(select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = ${row('customer_id')} and m.id = ${row('created_by')})`,
    result: (row) =>
      sql`(select r.result from public.import_report r where r.customer_id = ${row('customer_id')} and r.id = ${row('id')} and r.status in ('COMPLETE', 'ERROR'))`,
  },
  present: (row, { translate, lang, resources }) => {
    const { kind, lines } = row as { kind?: string; lines?: readonly ReportLine[] | null }
    const def = kind === undefined ? undefined : resources.get(kind)?.def
    const other =
      kind === 'policy_structure' || kind === 'gap_finding' || kind === 'metric_value' ? { kind_name: translate(`library.kinds.${kind}`, lang) } : {}
    return {
      ...other,
      ...(def && { kind_name: translate(`${def.area}.entities.${def.name}.${kind === 'library' ? 'one' : 'many'}`, lang) }),
      ...(lines && { lines: lines.map((line) => sayLine(translate, line, lang)) }),
    }
  },
})

/** Takes a file in and answers before it is read; the report tells the rest. */
function importCall(api: Api): void {
  api.addRaw(operationOf(importLibrary, 'library'), async ({ request, query, named }) => {
    const { dry_run, columns }: { dry_run?: string; columns?: string } = query
    const dryRun = dry_run === '1' || dry_run === 'true'
    // Before a byte is received.
    await api.inSession(request, async (tx) => authorize(tx.who, 'library.import'))
    const choice = choiceOf(columns)
    const { name, bytes } = await readUpload(request, maxLibraryBytes)
    const content = contentOf({ name, sha256: createHash('sha256').update(bytes).digest('hex') })
    return api.inSession(request, (tx) =>
      once(tx, named(content), async () => {
        const reportId = await startReport(tx, { kind: 'library', fileName: name, fileId: null, dryRun, request: choice })
        await tx.run(sql`insert into library_upload (customer_id, report_id, content) values (${tx.customerId}, ${reportId}, ${bytes})`)
        const jobId = randomUUID()
        tx.enqueue({ name: importJob.name, data: { report_id: reportId }, key: jobId })
        return { ok: true, object: { job_id: jobId, report_id: reportId } }
      }),
    )
  })
}

export const library: Area = {
  name: 'library',
  rights: libraryRights,
  tables: [
    'library_addition',
    'library_addition_item',
    'library_content',
    'library_reference',
    'library_upload',
    'sheet_choice',
    'shelf_file',
    'shelf_folder',
    'shelf_folder_file',
    'shelf_upload',
  ],
  leftOut: { library_upload: 'work', shelf_upload: 'work' },
  extensions: [factChanges.with({ import_report: [] })],
  resources: [libraries, importReports],
  calls: (api, resources) => {
    importCall(api)
    sheetCalls(api)
    leaveCalls(api, resources)
    reportCalls(api, resources)
    shelfCalls(api)
    additionCalls(api, resources)
  },
  states: reportStates(ownReports),
  jobs: [importJob],
  locales: { en, fr },
}
