import { Readable } from 'node:stream'
import { authorize } from '#kit/server/access/authorize.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { sendFile } from '#kit/server/files/file-routes.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { differencesSheet, importLines } from '#kit/server/sheets/translate-report.ts'
import { xlsx } from '#kit/server/sheets/xlsx.ts'
import { importDifferences, listImportLines } from '#areas/library/contract/calls.ts'

const xlsxMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The lines of an Excel import, for whoever may read its report. */
export function reportCalls(api: Api, resources: Resources): void {
  const { translate } = api.ports
  const reportRow = async (tx: Tx, id: number) => getRow(tx, authorize(tx.who, 'import_report.read'), resourceOf(resources, 'import_report'), resources, id)

  handle(api, 'import_report', listImportLines, async ({ tx, params, query: { outcome, page, per_page: perPage } }) => {
    await reportRow(tx, params.id)
    const { objects, counts } = await importLines(tx, translate, params.id, { outcome, page, perPage })
    return { objects: objects.map((line) => ({ ...line, cells: [...line.cells], messages: [...line.messages] })), counts }
  })

  api.addRaw(operationOf(importDifferences, 'import_report'), async ({ request, reply, params }) => {
    const { sheet, name } = await api.inSession(request, async (tx) => {
      const row = await reportRow(tx, params.id)
      return {
        sheet: await differencesSheet(tx, translate, { id: params.id, dry_run: row.dry_run === true }),
        name: String(row.file_name).replace(/\.xlsx$/i, ''),
      }
    })
    return sendFile(reply, { name: `${sheet.name} – ${name}.xlsx`, mime: xlsxMime }).send(Readable.from(xlsx([sheet])))
  })
}
