import { Readable } from 'node:stream'
import type { Resources } from '#kit/server/data/resource.ts'
import { sendFile } from '#kit/server/files/file-routes.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { xlsx, type Cell } from '#kit/server/sheets/xlsx.ts'
import { questionnaireResults, questionnaireResultsFile, type QuestionnaireResult } from '#areas/campaigns/contract/result-questionnaire.ts'
import { questionnaireResult } from './questionnaire.ts'

const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** How questionnaires were answered, on screen and as a file. */
export function questionnaireResultCalls(api: Api, resources: Resources): void {
  handle(api, 'questionnaire', questionnaireResults, async ({ tx, params, query }) => ({ object: await questionnaireResult(tx, resources, params.id, query) }))
  api.addRaw(operationOf(questionnaireResultsFile, 'questionnaire'), async ({ request, reply, params, query }) => {
    const result = await api.inSession(request, (tx) => questionnaireResult(tx, resources, params.id, query))
    const say = (key: string) => api.translateFor(request, `campaigns.results.${key}`)
    const header = ['section', 'question', 'option', 'count', 'share'].map((column) => say(`quest.${column}`))
    const name = `${say('pages.questionnaire')} ${result.questionnaire.name ?? ''}.xlsx`
    return sendFile(reply, { name, mime }).send(Readable.from(xlsx([{ name: say('tabs.results'), header, rows: [rowsOf(result, say)] }])))
  })
}

function rowsOf({ sections, accumulators }: QuestionnaireResult, say: (key: string) => string): Cell[][] {
  const share = (count: number, all: number): Cell => (all === 0 ? null : { amount: Math.round((count / all) * 100), unit: 'percent' })
  return [
    ...sections.flatMap((section) =>
      section.questions.flatMap((question): Cell[][] => {
        const lines = question.shares.map(({ key, label, count }): Cell[] => [
          section.title,
          question.text,
          label ?? key,
          count,
          share(count, question.answers),
        ])
        const na: Cell[][] = question.na > 0 ? [[section.title, question.text, say('details.na'), question.na, null]] : []
        return lines.length + na.length > 0 ? [...lines, ...na] : [[section.title, question.text, null, question.answers, null]]
      }),
    ),
    ...accumulators.flatMap(({ name, shares, mean }): Cell[][] => [
      [say('quest.accumulators'), name, null, Math.round(mean * 100) / 100, null],
      ...shares.map(({ label, count }): Cell[] => [say('quest.accumulators'), name, label ?? say('quest.below'), count, null]),
    ]),
  ]
}
