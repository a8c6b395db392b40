import { dayIn } from '#kit/contract/wall-clock.ts'
import { Readable } from 'node:stream'
import { statementFile } from '#areas/policies/contract/calls.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import type { Row } from '#kit/server/data/lists/list-engine.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { sendFile } from '#kit/server/files/file-routes.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { xlsx, type Cell } from '#kit/server/sheets/xlsx.ts'
import { writtenDay } from '#kit/contract/date-order.ts'
import { writtenPercent } from '#kit/contract/with-unit.ts'
import { readStatement } from './tree.ts'

/** The statement of applicability as auditors ask for it: one line per requirement, in the reader's language. */
export function statementDownload(api: Api, applicationRow: (tx: Tx, id: number) => Promise<Row>): void {
  api.addRaw(operationOf(statementFile, 'policy_application'), async ({ request, reply, params, inSession }) => {
    const { lines, label, order, lang, dayOf } = await inSession(async (tx) => {
      authorize(tx.who, 'policy_application.read')
      const application = await applicationRow(tx, params.id)
      const { timeZone, lang } = tx.who
      return {
        lines: await readStatement(tx, params.id),
        label: String(application.label),
        order: tx.who.dateOrder,
        lang,
        dayOf: (instant: string) => dayIn(new Date(instant), timeZone),
      }
    })
    const translate = (key: string, values?: Record<string, string | number>) => api.translateFor(request, `policies.${key}`, values)
    const rows = lines.map((line): Cell[] => {
      const level = translate(`levels.${line.level ?? 1}`)
      const basis = translate(`statement.basis.${line.basis}`, { level, groups: line.implementation_groups.join(', ') })
      return [
        line.group,
        line.identifier,
        line.name,
        translate(`statement.${line.applicability}`),
        line.justification ?? basis,
        line.solutions.map((solution) => `${solution.identifier} ${solution.name ?? ''} (${writtenPercent(solution.share, lang)})`).join('\n'),
        [line.decided_by, line.decided_at && writtenDay(dayOf(line.decided_at), order)].filter(Boolean).join(' · ') || null,
      ]
    })
    const header = [
      'entities.control_group.one',
      'entities.control.fields.identifier',
      'entities.control.one',
      'applicability.title',
      'entities.control_not_applicable.fields.justification',
      'entities.control.fields.solutions',
      'statement.decided',
    ].map((key) => translate(key))
    const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    return sendFile(reply, { name: `${translate('statement.title')} – ${label}.xlsx`, mime }).send(
      Readable.from(xlsx([{ name: translate('applicability.title'), header, rows: [rows] }])),
    )
  })
}
