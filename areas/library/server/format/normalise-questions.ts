import { choiceResults, type ParsedChoice, type ParsedQuestion, questionTypes } from '#areas/library/server/library-content.ts'
import { Item } from './item.ts'
import { normaliseUrn } from './urn.ts'

/** The greatest number that is kept of a question or choice. */
const largest = 99_999_999

/** The questions of a node: a mapping from URN to question, or a list of questions with an `urn` each. */
export function readQuestions(node: Item): ParsedQuestion[] {
  const value = node.json('questions')
  if (Array.isArray(value)) return node.items('questions').map((question) => readQuestion(question))
  return node.entries('questions').map(([urn, { value: question, path, reading }]) => {
    return readQuestion(new Item({ urn, ...question }, path, reading, node.urn))
  })
}

function readQuestion(item: Item): ParsedQuestion {
  const urn = item.identify('question')
  const type = item.word('type', questionTypes)
  if (type === null) throw item.fault('missing_field', {}, 'type')
  const choices = item.items('choices').map(readChoice)
  if (type.endsWith('_choice') && choices.length === 0) item.reading.report.warn('question_without_choice', { urn }, urn)
  return {
    urn,
    type,
    text: item.localized('text'),
    annotation: item.localized('annotation'),
    weight: item.integer('weight', { min: 0, max: largest }),
    config: item.json('config'),
    depends_on: readDependency(item.item('depends_on')),
    choices,
    ...item.rest(),
  }
}

function readDependency(item: Item | null): ParsedQuestion['depends_on'] {
  if (!item) return null
  return {
    question: normaliseUrn(item.required('question')),
    answers: item.refer('answers', null),
    condition: item.word('condition', ['any', 'all']) ?? 'any',
  }
}

function readChoice(item: Item): ParsedChoice {
  return {
    urn: item.identify('choice'),
    value: item.localized('value'),
    description: item.localized('description'),
    add_score: item.integer('add_score', { min: -largest, max: largest }),
    compute_result: readResult(item),
    color: item.text('color'),
    select_implementation_groups: item.texts('select_implementation_groups'),
    ...item.rest(),
  }
}

const spoken: Record<string, ParsedChoice['compute_result']> = { true: 'compliant', false: 'non_compliant' }

function readResult(item: Item): ParsedChoice['compute_result'] {
  return spoken[item.text('compute_result')?.toLowerCase() ?? ''] ?? item.word('compute_result', choiceResults)
}
