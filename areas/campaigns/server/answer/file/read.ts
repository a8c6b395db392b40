import { AppError, type Message } from '#kit/contract/errors.ts'
import { isErrorCell } from '#kit/server/sheets/read-cell.ts'
import type { ReadCell, Workbook } from '#kit/server/sheets/read-sheet.ts'
import type { Question } from '#areas/questionnaires/contract/structure.ts'
import type { Content, StoredAnswer } from '#areas/campaigns/contract/answer-calls.ts'
import type { AnswerLine } from '#areas/campaigns/contract/answer-file.ts'
import type { AnswerRules, Given } from '#areas/campaigns/contract/answer-progress.ts'
import { answer as en } from '#areas/campaigns/locales/answer-en.ts'
import { answer as fr } from '#areas/campaigns/locales/answer-fr.ts'
import { checkAnswer } from '#areas/campaigns/server/answer/check-answer.ts'
import type { EvaluationState } from '#areas/campaigns/server/answer/evaluation-state.ts'
import { inWords, plainCell, questionOf, questionsIn, readChosen, textOf, type Chosen, type Reader } from './cells.ts'
import { fileColumns, type FileColumn } from './write.ts'

type Say = (message: Message) => string
type Answer = NonNullable<AnswerLine['answer']>
type Line = { -readonly [K in keyof AnswerLine]: AnswerLine[K] } & { readonly item: number }

export interface ReadFile {
  /** Why nothing of the file was read. */
  readonly problem: Message | null
  readonly lines: readonly AnswerLine[]
  readonly unchanged: number
}

const refused = (key: string): ReadFile => ({ problem: { key: `campaigns.answer.sheet.problems.${key}` }, lines: [], unchanged: 0 })
const wrong = (key: string, values?: Message['values']): Message => ({ key: `campaigns.answer.sheet.problems.${key}`, ...(values && { values }) })

/** Where each column stands, whichever of both languages the file was written in. */
function columnsIn(header: readonly ReadCell[]): ReadonlyMap<FileColumn, number> {
  const titles = (name: FileColumn) => (name === 'key' || name === 'version' ? [name] : [en.sheet.columns[name], fr.sheet.columns[name]])
  return new Map(
    fileColumns.flatMap((name) => {
      const at = header.findIndex((cell) => titles(name).some((title) => title.toLowerCase() === plainCell(cell).toLowerCase()))
      return at < 0 ? [] : [[name, at] as const]
    }),
  )
}

interface Judging {
  readonly content: Content
  readonly judged: EvaluationState
  readonly rules: AnswerRules
  /** Numbers alone can be answered now. */
  readonly numbers: boolean
  readonly reader: Reader
  readonly say: Say
}

/** What each line of a filled-in file would change: judged as an answer in the screen is, all of them together, since one may hide another. Lines that change nothing are counted alone. */
export function readAnswers({ sheets }: Workbook, judging: Judging): ReadFile {
  const { content, judged } = judging
  const [header = [], ...rows] = sheets[0]?.rows ?? []
  const at = columnsIn(header)
  if (!at.has('key') || !at.has('version') || !at.has('answer')) return refused('no_columns')
  const questions = questionsIn(content)
  const asked = new Map(content.items.filter(({ item }) => judged.items.has(item)).map((one) => [one.item, one]))
  const stored = new Map(content.answers.map((one) => [one.item, one]))
  const lines: Line[] = []
  const seen = new Set<number>()
  let unchanged = 0
  for (const [n, row] of rows.entries()) {
    const cell = (name: FileColumn) => (at.has(name) ? row[at.get(name) ?? 0] : undefined)
    const key = plainCell(cell('key'))
    if (key === '') continue
    const [evaluation, item = 0] = key.split(':').map(Number)
    if (evaluation !== content.id) return refused('another')
    const of = asked.get(item)
    const tell = (messages: readonly Message[]) =>
      lines.push({
        line: n + 2,
        item,
        state: 'WRONG',
        name: of ? inWords(of, 'name', judging.reader.lang) : key,
        before: '',
        after: '',
        messages: messages.map(judging.say),
        answer: null,
      })
    if (!of) tell([wrong('not_asked')])
    else if (seen.has(item)) tell([wrong('twice')])
    else {
      seen.add(item)
      const line = lineOf(judging, questionOf(questions, of), stored.get(item), item, cell)
      if (line === null) unchanged += 1
      else if (Array.isArray(line)) tell(line)
      else lines.push({ ...line, line: n + 2, item, name: inWords(of, 'name', judging.reader.lang) })
    }
  }
  hide(lines, judged)
  return {
    problem: null,
    unchanged,
    lines: lines.map(({ line, state, name, before, after, messages, answer }) => ({ line, state, name, before, after, messages, answer })),
  }
}

/** What other answers of the file, or of before, hide is not asked. */
function hide(lines: Line[], { stored, stand }: EvaluationState): void {
  const all = new Map<number, Given>(stored)
  for (const { item, answer } of lines) if (answer) all.set(item, { ...(stored.get(item) ?? { evidences: 0, actions: 0 }), ...answer, suggested: false })
  const { items } = stand(all)
  for (const line of lines) {
    if (line.state === 'WRONG' || !items.get(line.item)?.hidden) continue
    line.state = 'HIDDEN'
    line.answer = null
  }
}

/** Null where the line says what stands there; what is wrong with it otherwise. */
function lineOf(
  { content, rules, numbers, reader, say }: Judging,
  question: Question | undefined,
  answer: StoredAnswer | undefined,
  item: number,
  cell: (name: FileColumn) => ReadCell | undefined,
): Omit<Line, 'line' | 'item' | 'name'> | Message[] | null {
  const broken = (['answer', 'na', 'comment'] as const).map(cell).find(isErrorCell)
  if (broken !== undefined) return [wrong('error_cell', { text: plainCell(broken) })]
  const chosen = readChosen(question, cell('answer'), content.levels, reader)
  if (chosen === undefined) return [wrong('unknown', { text: plainCell(cell('answer')).slice(0, 200) })]
  const [na, comment] = [plainCell(cell('na')), plainCell(cell('comment'))]
  const own = answer && !answer.suggested ? answer : undefined
  const empty = chosen.level === null && chosen.value === null
  if (empty && na === '' && (comment === '' || !own)) return comment === '' || own ? null : [wrong('comment_alone')]
  // What does not apply any more has its reason still beside it, and the other way round: what was changed says what is meant.
  const saysNa = na !== '' && (empty || (own !== undefined && !own.na && sameChosen(chosen, own)))
  const saysAnswer = !empty && (na === '' || (own?.na === true && tidy(own.justification) === tidy(na)))
  if (na !== '' && !saysNa && !saysAnswer) return [wrong('both')]
  // An emptied cell takes nothing back: what was answered stays, with the comment of the file.
  const {
    level,
    value,
    na: off,
    justification,
  } = own && empty && na === '' ? own : saysNa ? { level: null, value: null, na: true, justification: na } : { ...chosen, na: false, justification: null }
  const given: Answer = {
    item,
    version: Number(plainCell(cell('version'))) || 0,
    level,
    value: typeof value === 'object' && value !== null ? [...value] : value,
    na: off,
    justification,
    comment: comment || null,
  }
  if (own && sameAs(given, own)) return null
  if (numbers && question?.type !== 'NUMBER') return [{ key: 'campaigns.answer.errors.numbers_only' }]
  const messages = faultsOf(rules, given, question)
  if (messages.length > 0) return messages
  const formatAnswer = (one: Pick<Answer, 'level' | 'value' | 'na' | 'justification' | 'comment'>) =>
    [
      one.na ? `${say({ key: 'campaigns.answer.sheet.not_applicable' })} – ${one.justification ?? ''}` : textOf(question, one, content.levels, reader),
      one.comment,
    ]
      .filter(Boolean)
      .join(' – ')
  const conflict = given.version !== (answer?.version ?? 0)
  return {
    state: conflict ? 'CONFLICT' : 'CHANGED',
    before: own ? formatAnswer(own) : '',
    after: formatAnswer(given),
    messages: conflict ? [say(wrong(own?.by ? 'conflict_with' : 'conflict', { name: own?.by ?? '' }))] : [],
    answer: given,
  }
}

const tidy = (text: string | null) => (text ?? '').trim().replaceAll('\r\n', '\n')
const sameAs = (one: Answer, other: StoredAnswer): boolean =>
  one.na === other.na && tidy(one.comment) === tidy(other.comment) && (one.na ? tidy(one.justification) === tidy(other.justification) : sameChosen(one, other))
const sameChosen = (one: Chosen, other: Chosen): boolean =>
  one.level === other.level && JSON.stringify(sorted(one.value)) === JSON.stringify(sorted(other.value))
const sorted = (value: Chosen['value']) => (Array.isArray(value) ? value.toSorted((a, b) => (a < b ? -1 : 1)) : typeof value === 'string' ? tidy(value) : value)

/** What an answer in the screen would be refused for. */
function faultsOf(rules: AnswerRules, given: Answer, question: Question | undefined): Message[] {
  try {
    checkAnswer(rules, given, question ?? null, undefined)
    return []
  } catch (error) {
    if (error instanceof AppError && error.details.fields) return Object.values(error.details.fields).flat()
    throw error
  }
}
