import { Readable } from 'node:stream'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
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
  api.addRaw(operationOf(questionnaireResultsFile, 'questionnaire'), async ({ request, reply, params, query, inSession }) => {
    const { result, lang } = await inSession(async (tx) => ({ result: await questionnaireResult(tx, resources, params.id, query), lang: tx.who.lang }))
    const say = (key: string) => api.translateFor(request, `campaigns.results.${key}`)
    const header = ['section', 'question', 'option', 'count', 'share', 'average', 'low', 'high', 'score'].map((column) => say(`quest.${column}`))
    const name = `${say('pages.questionnaire')} ${result.questionnaire.name ?? ''}.xlsx`
    return sendFile(reply, { name, mime }).send(Readable.from(xlsx([{ name: say('tabs.results'), header, rows: [rowsOf(result, say, lang)] }])))
  })
}

/** Each section with its score, each question with what was answered how often and between what numbers and days lie, then what accumulators came to (QST-12). */
function rowsOf({ sections, accumulators }: QuestionnaireResult, say: (key: string) => string, lang: Language): Cell[][] {
  const share = (count: number, all: number): Cell => (all === 0 ? null : { amount: Math.round((count / all) * 100), unit: `percent_${lang}` })
  const short = (value: number | null): Cell => (value === null ? null : Math.round(value * 100) / 100)
  const end = (value: string | null): Cell => (value === null ? null : /^\d{4}-\d{2}-\d{2}$/.test(value) ? { day: value } : Number(value))
  return [
    ...sections.flatMap((section) => [
      ...(section.score === null ? [] : [[section.title, null, null, null, null, null, null, null, short(section.score)]]),
      ...section.questions.flatMap((question): Cell[][] => {
        const start = [section.title, question.text]
        const { range } = question
        const ends: Cell[] = range ? [short(range.mean), end(range.min), end(range.max)] : []
        const lines = question.shares.map(({ key, label, count }): Cell[] => [...start, label ?? key, count, share(count, question.answers)])
        const whole: Cell[][] = lines.length > 0 ? lines : [[...start, null, question.answers, null, ...ends]]
        return question.na > 0 ? [...whole, [...start, say('details.na'), question.na, null]] : whole
      }),
    ]),
    ...accumulators.flatMap(({ name, shares, mean, min, max }): Cell[][] => [
      [say('quest.accumulators'), name, null, null, null, short(mean), min, max],
      ...shares.map(({ label, count }): Cell[] => [say('quest.accumulators'), name, label ?? say('quest.below'), count, null]),
    ]),
  ]
}
