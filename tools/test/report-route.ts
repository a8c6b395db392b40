import { sql } from 'kysely'
import { z } from 'zod'
import { notFound } from '#kit/contract/errors.ts'
import { objectAnswer } from '#kit/contract/row-schema.ts'
import type { Api } from '#kit/server/http/api.ts'
import type { Translate } from '#kit/server/http/words.ts'
import type { ReportLine } from '#kit/server/sheets/report.ts'
import { importLines, sayLine } from '#kit/server/sheets/translate-report.ts'

interface Report {
  readonly id: number
  readonly kind: string
  readonly file_name: string
  readonly dry_run: boolean
  readonly status: string
  readonly progress: number
  readonly counts: Readonly<Record<string, number>>
  readonly lines: readonly ReportLine[]
}

/** Reports for tests of the kit alone, where no area serves them: `GET /import_report/{id}` for who started the import, its lines within. */
export function reportRoute(api: Api, translate: Translate): void {
  api.add(
    { method: 'GET', path: '/import_report/{id}', tag: 'import_report', summary: 'Read a report', access: 'session', answer: objectAnswer(z.unknown()) },
    async ({ tx, who, params }) => {
      const row = await tx.first(sql<Report>`select id, kind, file_name, dry_run, status, progress, counts, lines
        from import_report where customer_id = ${tx.customerId} and id = ${params.id} and created_by = ${who.memberId}`)
      if (!row) throw notFound()
      const { objects, counts: outcomes } = await importLines(tx, translate, params.id, { outcome: undefined, page: 1, perPage: 500 })
      return { object: { ...row, lines: row.lines.map((line) => sayLine(translate, line, who.lang)), done: objects, outcomes } }
    },
  )
}
