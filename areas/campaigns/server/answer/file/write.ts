import type { Cell, Sheet } from '#kit/server/sheets/xlsx.ts'
import { textIn, type Question } from '#areas/questionnaires/contract/structure.ts'
import type { Content } from '#areas/campaigns/contract/answer-calls.ts'
import { cellOf, inWords, isLevelled, levelText, questionOf, questionsIn, textOf, type Reader } from './cells.ts'

/** The columns of a file, as programs call them; `key` and `version` are there for the way back in. */
export const fileColumns = ['key', 'version', 'section', 'identifier', 'name', 'choices', 'answer', 'na', 'comment', 'last'] as const
export type FileColumn = (typeof fileColumns)[number]

type Say = (key: string) => string

/** What an evaluation asks as a sheet to be filled in; a second one holds the levels, so that they are offered. */
export function sheetsOf(content: Content, reader: Reader, say: Say): Sheet[] {
  const { levels, items, campaign } = content
  const questions = questionsIn(content)
  const left = new Set(content.left_out)
  const answers = new Map(content.answers.map((one) => [one.item, one]))
  const parts = new Map(content.parts.map((part) => [part.key, inWords(part, 'name', reader.lang) || part.identifier]))
  const columns = fileColumns.filter((name) => (name !== 'na' || campaign.na_allowed) && (name !== 'last' || content.answers.some((one) => one.suggested)))
  const rows = items
    .filter(({ item }) => !left.has(item))
    .map((one): Cell[] => {
      const question = questionOf(questions, one)
      const answer = answers.get(one.item)
      const own = answer && !answer.suggested ? answer : undefined
      const cells: Record<FileColumn, Cell> = {
        key: `${content.id}:${one.item}`,
        version: answer?.version ?? 0,
        section: parts.get(one.part) ?? null,
        identifier: one.identifier,
        name: inWords(one, 'name', reader.lang),
        choices: choicesOf(question, content, reader, say),
        answer: own ? cellOf(question, own, levels, reader) : null,
        na: own?.justification ?? null,
        comment: own?.comment ?? null,
        last: answer?.suggested ? [textOf(question, answer, levels, reader), answer.comment].filter(Boolean).join(' – ') : null,
      }
      return columns.map((name) => cells[name])
    })
  const levelled = items.every((one) => isLevelled(questionOf(questions, one)))
  const choices = {
    name: say('sheet.choices'),
    header: [say('sheet.columns.answer')],
    plain: true,
    rows: [levels.map(({ value }) => [levelText(levels, value, reader.lang)])],
  }
  const offers = { sheet: choices.name, at: 0, count: levels.length }
  return [
    {
      name: say('sheet.name'),
      header: columns.map((name) => (name === 'key' || name === 'version' ? name : say(`sheet.columns.${name}`))),
      looks: columns.map((name) =>
        name === 'key' || name === 'version'
          ? { hidden: true }
          : name === 'answer' && levelled && levels.length > 0
            ? { offers }
            : name === 'na'
              ? { note: { title: say('sheet.columns.na'), text: say('sheet.na_note') } }
              : {},
      ),
      rows: [rows],
    },
    ...(levelled && levels.length > 0 ? [choices] : []),
  ]
}

/** What can be answered, in words. */
function choicesOf(question: Question | undefined, { levels }: Content, { lang, order }: Reader, say: Say): string {
  if (!question || question.type === 'SCALE') return levels.map(({ value }) => levelText(levels, value, lang)).join('\n')
  const options = question.options.map((option) => textIn(option, 'label', lang) ?? option.key).join('\n')
  if (question.type === 'SINGLE') return options
  if (question.type === 'MULTIPLE') return `${say('sheet.kinds.MULTIPLE')}\n${options}`
  return say(question.type === 'DATE' ? `sheet.days.${order}` : `sheet.kinds.${question.type}`)
}
