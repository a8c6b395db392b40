import { sql } from 'kysely'
import { AppError, isPassing } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { LongJob } from '#kit/server/http/area.ts'
import { finishReport, updateReport, type Outcome } from '#kit/server/sheets/report.ts'
import { LibraryError } from './format/library-error.ts'
import { parseApart } from './format/parse-apart.ts'
import { faultLine, outcomeLine, warningLine, wholeLine } from './report-lines.ts'
import { compareLibrary } from './store/compare-library.ts'
import { storeLibrary } from './store/store-library.ts'
import { unknownReferences } from './store/unknown-references.ts'

interface Upload {
  readonly content: Buffer
  readonly dry_run: boolean
  readonly created_by: number | null
}

/**
 * Reads an uploaded library in a process of its own and stores it in one transaction. Each step's progress is committed before the next
 * begins; a server that dies in between leaves the upload, and the job runs again from the start.
 */
export const importJob: LongJob = {
  name: 'library.import',
  runLong: async ({ data, resources, apart }) => {
    const { report_id: reportId = 0 } = data as { readonly report_id?: number }
    const upload = await apart((tx) =>
      tx.first(sql<Upload>`select u.content, r.dry_run, r.created_by from library_upload u
      join import_report r on r.customer_id = u.customer_id and r.id = u.report_id where u.customer_id = ${tx.customerId} and u.report_id = ${reportId}`),
    )
    // An earlier run of this job got to the end.
    if (!upload) return
    const finish = async (tx: Tx, outcome: Outcome) => {
      await finishReport(tx, reportId, outcome)
      await tx.run(sql`delete from library_upload where customer_id = ${tx.customerId} and report_id = ${reportId}`)
    }
    const refuse = (line: Outcome['lines'][number]) => apart((tx) => finish(tx, { status: 'ERROR', counts: {}, lines: [line] }))
    try {
      await apart((tx) => updateReport(tx, reportId, 10))
      const library = await parseApart(upload.content)
      await apart((tx) => updateReport(tx, reportId, 50))
      await apart(async (tx) => {
        // The rows are by whoever asked for the import.
        tx.act({ ...tx.who, memberId: upload.created_by })
        const comparison = await compareLibrary(tx, library)
        const moves = comparison.result.outcome === 'created' || comparison.result.outcome === 'upgraded'
        const warnings = moves ? [...library.warnings, ...(await unknownReferences(tx, library.references))] : []
        const result = upload.dry_run ? comparison.result : await storeLibrary(tx, resources, library, comparison)
        await finish(tx, {
          status: result.outcome === 'older' ? 'ERROR' : 'COMPLETE',
          counts: { ...library.counts },
          lines: [outcomeLine(comparison), ...warnings.map((warning) => warningLine(warning))],
          result,
        })
      })
    } catch (error) {
      if (error instanceof LibraryError) return refuse(faultLine(error))
      if (error instanceof AppError && error.details.code === 'QUOTA_REACHED') return refuse(wholeLine('error', 'outcome.quota'))
      // What may pass (a busy database) is tried again by the queue; anything else is told and logged.
      if (!isPassing(error)) await refuse(wholeLine('error', 'outcome.unexpected'))
      throw error
    }
  },
}
