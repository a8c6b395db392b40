import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { forbidden } from '#kit/contract/errors.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { countFromOutside, sendFile } from '#kit/server/files/file-routes.ts'
import { readUpload } from '#kit/server/files/read-upload.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { readWorkbookNow, UnreadableSheet, type Workbook } from '#kit/server/sheets/read-sheet.ts'
import { xlsx } from '#kit/server/sheets/xlsx.ts'
import { downloadAnswers, maxAnswersFile, readAnswersFile } from '#areas/campaigns/contract/answer-file.ts'
import { contentOf } from '#areas/campaigns/server/answer/content.ts'
import { headOf, rulesOf } from '#areas/campaigns/server/answer/head.ts'
import { evaluationState } from '#areas/campaigns/server/answer/evaluation-state.ts'
import { assertOpen } from '#areas/campaigns/server/answer/save.ts'
import { inWords } from './cells.ts'
import { readAnswers } from './read.ts'
import { sheetsOf } from './write.ts'

const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Also for people from outside, of what they are asked alone. */
const own = { outside: 'own' } as const

/** Answering in a spreadsheet: the file goes out, and is read back without keeping anything; what it says is then answered as in the screen. */
export function answerFileCalls(api: Api, resources: Resources): void {
  api.addRaw(operationOf(downloadAnswers, 'evaluation'), async ({ request, reply, params }) => {
    const { content, reader } = await api.inSession(
      request,
      async (tx) => ({
        content: await contentOf(tx, authorize(tx.who, 'evaluation.read'), resources, params.id),
        reader: { lang: tx.who.lang, order: tx.who.dateOrder },
      }),
      own,
    )
    const name = `${content.perimeter.name ?? ''} ${inWords(content.campaign, 'name', reader.lang)}.xlsx`.replaceAll(/\s+/g, ' ')
    const sheets = sheetsOf(content, reader, (key) => api.translateFor(request, `campaigns.answer.${key}`))
    return sendFile(reply, { name, mime }).send(Readable.from(xlsx(sheets)))
  })

  api.addRaw(operationOf(readAnswersFile, 'evaluation'), async ({ request, params }) => {
    const judging = () =>
      api.inSession(
        request,
        async (tx) => {
          const grant = authorize(tx.who, 'evaluation.write')
          const judged = await evaluationState(tx, grant, resources, params.id)
          const numbers = assertOpen(tx, grant, judged.head)
          return {
            judged,
            numbers,
            rules: rulesOf(judged.head),
            content: await contentOf(tx, grant, resources, params.id),
            reader: { lang: tx.who.lang, order: tx.who.dateOrder },
          }
        },
        own,
      )
    // Whoever may never answer there sends nothing; the answers of now are those of when the file has come.
    const customer = await api.inSession(
      request,
      async (tx) => {
        if (!(await headOf(tx, authorize(tx.who, 'evaluation.write'), params.id)).answering) throw forbidden('kit.errors.no_update_right')
        await countFromOutside(tx)
        return tx.customerId
      },
      own,
    )
    const workbook = await workbookOf(customer, request)
    const { problem, ...read } = workbook
      ? readAnswers(workbook, { ...(await judging()), say: ({ key, values }) => api.translateFor(request, key, values && { ...values }) })
      : { problem: { key: 'campaigns.answer.sheet.problems.unreadable' }, lines: [], unchanged: 0 }
    return { ok: true, object: { ...read, problem: problem && api.translateFor(request, problem.key) } }
  })
}

async function workbookOf(customer: number, request: FastifyRequest): Promise<Workbook | null> {
  const { bytes } = await readUpload(request, maxAnswersFile)
  try {
    return await readWorkbookNow(customer, bytes)
  } catch (error) {
    if (error instanceof UnreadableSheet) return null
    throw error
  }
}
