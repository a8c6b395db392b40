import { authorize } from '#kit/server/access/authorize.ts'
import { mustRead } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { askReport } from '#kit/server/reports/report.ts'
import { askWorkbook } from '#kit/server/sheets/workbook.ts'
import {
  documentReport,
  exportReport,
  reportRights,
  tellReport as tellReportCall,
  type AskedReport,
  type ToldReport,
} from '#areas/reporting/contract/reports.ts'
import { named, type Sources } from '#areas/reporting/server/tell-blocks.ts'
import { periodDocument, periodWorkbook } from './report-files.ts'
import { frameOf, tellReport } from './tell-report.ts'

/** Reports about a period: told on the page, as an Excel file, as a document. */
export function reportCalls(api: Api, resources: Resources, sources: Sources): void {
  const [workbook, document] = [periodWorkbook(sources), periodDocument(sources)]
  /** Throws for whoever may not have it, at once instead of in the job. */
  const allowed = async (tx: Tx, { report, perimeter }: AskedReport) => {
    authorize(tx.who, reportRights[report])
    const places = resourceOf(resources, 'perimeter')
    if (perimeter !== null) await mustRead(tx, authorize(tx.who, places.def.rights.read), places, perimeter)
  }

  api.addRaw(operationOf(tellReportCall, 'report'), async ({ inSession, body }) => {
    const { frame, who } = await inSession(async (tx) => ({ frame: frameOf(body as AskedReport, tx.today), who: tx.who }))
    const told = await tellReport(inSession, { api, resources, sources }, frame)
    return { ok: true, object: { ...told, blocks: named(api, told.blocks, who) } satisfies ToldReport }
  })
  handle(api, 'report', exportReport, async ({ tx, body, translate }) => {
    await allowed(tx, body)
    return { message: translate('kit.file.export_soon'), object: await askWorkbook(tx, workbook, body, null) }
  })
  handle(api, 'report', documentReport, async ({ tx, body, translate }) => {
    const { format, ...asked } = body
    await allowed(tx, asked)
    return { message: translate('kit.report.soon'), object: await askReport(tx, document, { asked, format, objectId: null }) }
  })
}
