import type { Json, JsonObject } from '#areas/library/server/library-content.ts'
import { excerpt } from '#areas/library/server/format/item.ts'
import type { Line, Table } from './tables.ts'

/** What can be answered: the kind of question, and the choices that it offers. */
interface Answer {
  readonly type: string
  readonly choices: readonly JsonObject[]
}
export type Answers = ReadonlyMap<string, Answer>

export interface Asking {
  readonly answers: Answers
  /** Whether a question goes on in the next line of its cell behind a bar. */
  readonly continued: boolean
}

const types = new Set(['unique_choice', 'multiple_choice', 'text', 'date', 'number', 'boolean'])
/** What stands in the place of nothing, where one of several values is not said. */
const nothing = '/'

/** The answers that questions name, by their id. */
export function readAnswers(table: Table): Answers {
  if (!table.needs('id', 'question_type')) return new Map()
  return new Map(
    table.lines.flatMap((line): [string, Answer][] => {
      const id = line.text('id')
      const type = line.text('question_type')?.toLowerCase()
      if (id === null || type === undefined) return []
      return [[id, { type, choices: type.endsWith('_choice') ? choicesOf(line) : [] }]]
    }),
  )
}

function choicesOf(line: Line): JsonObject[] {
  const values = continuedLines(line.lines('question_choices'))
  const each = (column: string): (string | null)[] => {
    const found = column === 'description' ? continuedLines(line.lines(column)) : (line.text(column) ?? '').split('\n').map((one) => one.trim())
    if (found.join('') === '') return []
    const all = found.length === 1 ? values.map(() => found[0] ?? '') : found
    if (all.length !== values.length) line.fault(column, 'not_one_each', { column, found: all.length, expected: values.length })
    return all.map((one) => (one === nothing || one === '' ? null : one))
  }
  const descriptions = each('description')
  const scores = each('add_score')
  const results = each('compute_result')
  const groups = each('select_implementation_groups')
  const colours = each('color')
  return values.map((value, n): JsonObject => {
    const selected = (groups[n] ?? '')
      .split(',')
      .map((group) => group.trim())
      .filter(Boolean)
    return {
      value,
      ...(descriptions[n] && { description: descriptions[n] }),
      ...(scores[n] && { add_score: scores[n] }),
      ...(results[n] && { compute_result: results[n].toLowerCase() }),
      ...(selected.length > 0 && { select_implementation_groups: selected }),
      ...(colours[n] && { color: colours[n].toUpperCase() }),
    }
  })
}

/** A line behind a bar goes on with the one before. */
function continuedLines(lines: readonly string[]): string[] {
  const whole: string[] = []
  for (const line of lines) {
    if (line.startsWith('|') && whole.length > 0) whole.push(`${whole.pop() ?? ''}\n${line.slice(1).trim()}`)
    else whole.push(line)
  }
  return whole
}

/** The questions of a line, in the order of its cell; one answer is that of all of them. */
export function readQuestions(line: Line, urn: string, { answers, continued }: Asking): JsonObject | undefined {
  const written = line.lines('questions')
  const texts = continued ? continuedLines(written) : written
  if (texts.length === 0) return undefined
  const perQuestion = (column: string): string[] => {
    const found = line.lines(column)
    if (found.length > 1 && found.length !== texts.length) {
      line.fault(column, 'not_one_each', { column, found: found.length, expected: texts.length })
    }
    return found.length === 1 ? texts.map(() => found[0] ?? '') : found
  }
  const ids = perQuestion('answer')
  if (ids.length === 0) line.fault('answer', 'missing_answer')
  const dependencies = perQuestion('depends_on')
  const conditions = perQuestion('condition')
  const questions: Record<string, Json> = {}
  for (const [n, text] of texts.entries()) {
    const id = ids[n]
    const answer = answers.get(id ?? '')
    if (id === undefined) continue
    if (!answer) {
      line.fault('answer', 'unknown_answer', { found: excerpt(id) })
      continue
    }
    // Only where it is used: sheets of answers hold examples, too.
    if (!types.has(answer.type)) line.fault('answer', 'not_in_list', { column: 'question_type', found: excerpt(answer.type), allowed: [...types].join(', ') })
    const question = `${urn}:question:${n + 1}`
    const choices = answer.choices.map((choice, at) => ({ urn: `${question}:choice:${at + 1}`, ...choice }))
    const depends_on = dependencyOf(line, urn, { own: n + 1, written: dependencies[n], condition: conditions[n] })
    const made = line.object(
      { type: answer.type, text, ...(choices.length > 0 && { choices }), ...(depends_on && { depends_on }) },
      { text: 'questions', type: 'answer', choices: 'answer' },
    )
    // Those of the line are its requirement's.
    delete made['translations']
    questions[question] = made
  }
  return line.object(questions, Object.fromEntries(Object.keys(questions).map((key) => [key, 'questions'])))
}

/** `2:1,3`: asked where the second question of the line is answered with its first or third choice. */
function dependencyOf(
  line: Line,
  urn: string,
  { own, written, condition }: { own: number; written: string | undefined; condition: string | undefined },
): JsonObject | null {
  if (written === undefined || written === nothing || written === '') return null
  const [, question, choices = ''] = /^([1-9]\d*):([1-9]\d*(?:,[1-9]\d*)*)$/.exec(written.replaceAll(' ', '')) ?? []
  if (question === undefined) {
    line.warn('depends_on', 'dependency_unread', { found: excerpt(written) })
    return null
  }
  if (Number(question) === own) return null
  const asked = `${urn}:question:${question}`
  return {
    question: asked,
    answers: choices.split(',').map((choice) => `${asked}:choice:${choice}`),
    condition: condition?.toLowerCase() === 'all' ? 'all' : 'any',
  }
}
