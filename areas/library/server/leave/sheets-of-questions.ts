import type { Json, JsonObject } from '#areas/library/server/library-content.ts'
import type { Cell } from '#kit/server/sheets/xlsx.ts'

interface Answer {
  readonly id: string
  readonly cells: Readonly<Record<string, Cell>>
}
/** What can be answered, by what it says: questions with the same choices share one. */
export type AnswerSheet = ReadonlyMap<string, Answer>

const nothing = '/'
const results: Readonly<Record<string, string>> = { compliant: 'true', non_compliant: 'false' }

const questionsOf = (node: JsonObject): [string, JsonObject][] => Object.entries((node['questions'] ?? {}) as Record<string, JsonObject>)
const choicesOf = (question: JsonObject): JsonObject[] => (question['choices'] ?? []) as JsonObject[]
const written = (value: Json | undefined): string => (value === undefined || value === null ? '' : String(value))

/** A value for each choice, one to a line; further lines of it stand behind a bar. */
const perChoice = (choices: readonly JsonObject[], value: (choice: JsonObject) => string): string => {
  const values = choices.map(value)
  return values.every((one) => one === '') ? '' : values.map((one) => (one === '' ? nothing : one.split('\n').join('\n|'))).join('\n')
}

function answerCells(question: JsonObject): Record<string, Cell> {
  const choices = choicesOf(question)
  return {
    question_type: written(question['type']),
    question_choices: choices.map((choice) => written(choice['value']).split('\n').join('\n|')).join('\n'),
    description: perChoice(choices, (choice) => written(choice['description'])),
    add_score: perChoice(choices, (choice) => written(choice['add_score'])),
    compute_result: perChoice(choices, (choice) => results[written(choice['compute_result'])] ?? written(choice['compute_result'])),
    select_implementation_groups: perChoice(choices, (choice) => ((choice['select_implementation_groups'] ?? []) as string[]).join(',')),
    color: perChoice(choices, (choice) => written(choice['color'])),
  }
}

const identityOf = (question: JsonObject): string => JSON.stringify(answerCells(question))

export function answersOf(nodes: readonly JsonObject[]): AnswerSheet {
  const answers = new Map<string, Answer>()
  for (const [, question] of nodes.flatMap(questionsOf)) {
    const identity = identityOf(question)
    if (!answers.has(identity)) {
      const id = `a${answers.size + 1}`
      answers.set(identity, { id, cells: { id, ...answerCells(question) } })
    }
  }
  return answers
}

/** The questions of a node, one to a line of their cell. */
export function questionCells(node: JsonObject, answers: AnswerSheet): Record<string, Cell> {
  const questions = questionsOf(node)
  if (questions.length === 0) return {}
  const dependencies = questions.map(([, { depends_on }]) => dependencyOf(depends_on as JsonObject | undefined, questions))
  const depends = dependencies.some((one) => one !== null)
  return {
    questions: questions.map(([, question]) => written(question['text']).replaceAll(/\s*\n\s*/g, ' ')).join('\n'),
    answer: questions.map(([, question]) => answers.get(identityOf(question))?.id ?? '').join('\n'),
    depends_on: depends ? dependencies.map((one) => one?.[0] ?? nothing).join('\n') : '',
    condition: depends ? dependencies.map((one) => one?.[1] ?? nothing).join('\n') : '',
  }
}

/** By their places: the form names a question of the same line and its choices. */
function dependencyOf(depends: JsonObject | undefined, questions: readonly [string, JsonObject][]): readonly [string, string] | null {
  const at = questions.findIndex(([urn]) => urn === depends?.['question'])
  const asked = questions[at]
  if (!depends || !asked) return null
  const choices = ((depends['answers'] ?? []) as string[])
    .map((urn) => choicesOf(asked[1]).findIndex((choice) => choice['urn'] === urn) + 1)
    .filter((n) => n > 0)
  return choices.length > 0 ? [`${at + 1}:${choices.join(',')}`, written(depends['condition'])] : null
}
