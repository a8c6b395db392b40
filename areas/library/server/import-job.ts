import { sql } from 'kysely'
import type { LongJob } from '#kit/server/http/area.ts'
import type { SheetChoice } from '#areas/library/contract/chosen-columns.ts'
import { parseApart } from './format/parse-apart.ts'
import { importOne } from './import-one.ts'
import { rememberChoice } from './sheet-choices.ts'

interface Upload {
  readonly content: Buffer
  readonly dry_run: boolean
  readonly created_by: number | null
  /** For a sheet of any form. */
  readonly choice: SheetChoice | null
}

/** Reads an uploaded library in a process of its own and stores it. A server that dies in between leaves the upload, and the job runs again from the start. */
export const importJob: LongJob = {
  name: 'library.import',
  runLong: async ({ data, resources, apart }) => {
    const { report_id: reportId = 0 } = data as { readonly report_id?: number }
    const upload = await apart((tx) =>
      tx.first(sql<Upload>`select u.content, r.dry_run, r.created_by, r.result as choice from library_upload u
      join import_report r on r.customer_id = u.customer_id and r.id = u.report_id where u.customer_id = ${tx.customerId} and u.report_id = ${reportId}`),
    )
    // An earlier run of this job got to the end.
    if (!upload) return
    await importOne({
      apart,
      resources,
      reportId,
      memberId: upload.created_by,
      dryRun: upload.dry_run,
      parse: () => parseApart(upload.content, {}, upload.choice),
      // Of a sheet that became nothing, nobody wants the choice again.
      stored: async (tx, { headings }) => upload.choice && headings && rememberChoice(tx, headings, upload.choice),
      settle: (tx) => tx.run(sql`delete from library_upload where customer_id = ${tx.customerId} and report_id = ${reportId}`),
    })
  },
}
