import { dayIn } from '#kit/contract/wall-clock.ts'
import { Readable } from 'node:stream'
import { authorize } from '#kit/server/access/authorize.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { sendFile } from '#kit/server/files/file-routes.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { xlsx, type Cell } from '#kit/server/sheets/xlsx.ts'
import { writtenDay } from '#kit/contract/date-order.ts'
import { applicabilityFile } from '#areas/statements/contract/calls.ts'
import { matches, type StatementFilter } from '#areas/statements/contract/statement.ts'
import { cachedScores } from '#areas/scores/server/index.ts'
import { readWhole } from './statement.ts'

const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The statement as it is filtered, one line per requirement, in the reader's language. */
export function applicabilityDownload(api: Api, resources: Resources): void {
  api.addRaw(operationOf(applicabilityFile, 'policy_application'), async ({ request, reply, params, query, inSession }) => {
    const { show, search } = query as { show: StatementFilter; search: string }
    const { statement, order, dayOf } = await inSession(async (tx) => {
      authorize(tx.who, 'policy_application.read')
      const { timeZone } = tx.who
      return {
        statement: await readWhole(cachedScores(api), tx, resources, params.id),
        order: tx.who.dateOrder,
        dayOf: (instant: string) => dayIn(new Date(instant), timeZone),
      }
    })
    const say = (key: string, values?: Record<string, string | number>) => api.translateFor(request, `statements.${key}`, values)
    const rows = statement.lines
      .filter((line) => matches(line, show, search))
      .map((line): Cell[] => [
        line.group,
        line.identifier,
        line.name,
        say(`state.${line.state}`),
        line.performance === null ? null : Math.round(line.performance),
        line.measures.map(({ identifier, name, by }) => [identifier, name, by && `(${say('by', { name: by })})`].filter(Boolean).join(' ')).join('\n') || null,
        line.proofs.valid,
        line.proofs.ends && writtenDay(line.proofs.ends, order),
        line.evidence,
        line.justification?.text ?? null,
        line.justification?.author?.name ?? null,
        line.justification && writtenDay(dayOf(line.justification.at), order),
        say(`approval.${line.approval}`),
      ])
    const columns = [
      'group',
      'identifier',
      'requirement',
      'state',
      'performance',
      'measures',
      'proofs',
      'proof_ends',
      'evidence',
      'justification',
      'author',
      'date',
      'approval',
    ]
    const header = columns.map((column) => say(`columns.${column}`))
    return sendFile(reply, { name: `${say('pages.statement')} – ${statement.application.label}.xlsx`, mime }).send(
      Readable.from(xlsx([{ name: say('sheet'), header, rows: [rows] }])),
    )
  })
}
