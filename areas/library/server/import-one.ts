import { AppError, isPassing } from '#kit/contract/errors.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { JobContext } from '#kit/server/http/area.ts'
import { finishReport, updateReport, type Outcome } from '#kit/server/sheets/report.ts'
import { LibraryError } from './format/library-error.ts'
import type { ParsedLibrary } from './library-content.ts'
import { faultLines, outcomeLine, warningLine, wholeLine } from './report-lines.ts'
import { compareLibrary } from './store/compare-library.ts'
import { storeLibrary } from './store/store-library.ts'
import { unknownReferences } from './store/unknown-references.ts'

interface Import {
  readonly apart: JobContext['apart']
  readonly resources: Resources
  readonly reportId: number
  /** Whose the rows are. */
  readonly memberId: number | null
  readonly dryRun: boolean
  /** Throws a LibraryError. */
  readonly parse: () => Promise<ParsedLibrary>
  /** Done in the transaction that closes the report. */
  readonly settle?: (tx: Tx) => Promise<unknown>
  /** Done in that transaction where the library is a new one, or a next version. */
  readonly stored?: (tx: Tx, library: ParsedLibrary) => Promise<unknown>
}

/**
 * Reads one library and stores it in one transaction; its report tells what came of it, a refusal too. Each step's progress is committed before the next
 * begins, so that whoever is cut off in between begins again.
 */
export async function importOne({ apart, resources, reportId, memberId, dryRun, parse, settle, stored }: Import): Promise<void> {
  const finish = async (tx: Tx, outcome: Outcome) => {
    await finishReport(tx, reportId, outcome)
    await settle?.(tx)
  }
  const refuse = (...lines: Outcome['lines'][number][]) => apart((tx) => finish(tx, { status: 'ERROR', counts: {}, lines }))
  try {
    await apart((tx) => updateReport(tx, reportId, 10))
    const library = await parse()
    await apart((tx) => updateReport(tx, reportId, 50))
    await apart(async (tx) => {
      // The rows are by whoever asked for the import.
      tx.act({ ...tx.who, memberId })
      const comparison = await compareLibrary(tx, library)
      const moves = comparison.result.outcome === 'created' || comparison.result.outcome === 'upgraded'
      const warnings = moves ? [...library.warnings, ...(await unknownReferences(tx, library.references))] : []
      const result = dryRun ? comparison.result : await storeLibrary(tx, resources, library, comparison)
      if (moves && !dryRun) await stored?.(tx, library)
      await finish(tx, {
        status: result.outcome === 'older' ? 'ERROR' : 'COMPLETE',
        counts: { ...library.counts },
        lines: [outcomeLine(comparison), ...warnings.map((warning) => warningLine(warning))],
        result,
      })
    })
  } catch (error) {
    if (error instanceof LibraryError) return refuse(...faultLines(error))
    if (error instanceof AppError && error.details.code === 'QUOTA_REACHED') return refuse(wholeLine('error', 'outcome.quota'))
    // What may pass (a busy database) is tried again by the queue; anything else is told and logged.
    if (!isPassing(error)) await refuse(wholeLine('error', 'outcome.unexpected'))
    throw error
  }
}
