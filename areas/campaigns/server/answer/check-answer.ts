import { refusals } from '#kit/server/data/store/refusals.ts'
import { isAnswered } from '#areas/questionnaires/contract/play.ts'
import { isClosed, type Question } from '#areas/questionnaires/contract/structure.ts'
import { shortestJustification, proofOf, type AnswerRules } from '#areas/campaigns/contract/answer-progress.ts'
import { isDay } from '#kit/contract/schema.ts'
import type { AnswerValues } from './answer-values.ts'

/** Everything that is wrong with an answer, told together; what only keeps it from being complete is not refused. */
export function checkAnswer(rules: AnswerRules, values: AnswerValues, question: Question | null, evidence: { readonly count: number } | undefined): void {
  const { refuse, done } = refusals()
  if (evidence && evidence.count > 0 && proofOf(rules, question ?? undefined) === 'NONE') refuse('evidences', 'campaigns.answer.errors.no_proofs')
  if (question?.comment === 'NONE' && !rules.comment_required && values.comment) refuse('comment', 'campaigns.answer.errors.no_comment')
  if (values.na) {
    if (!rules.na_allowed) refuse('na', 'campaigns.answer.errors.no_na')
    else if ((values.justification ?? '').trim().length < shortestJustification)
      refuse('justification', values.justification?.trim() ? 'campaigns.answer.errors.justification_short' : 'campaigns.answer.errors.justification', {
        count: shortestJustification,
      })
  } else if (!question || question.type === 'SCALE') {
    if (values.level === null) refuse('level', 'campaigns.answer.errors.level_needed')
    else if (!rules.levels.some(({ value }) => value === values.level)) refuse('level', 'campaigns.answer.errors.unknown_level')
  } else if (values.level !== null) refuse('level', 'campaigns.answer.errors.unknown_level')
  else if (!fits(question, values.value)) refuse('value', 'campaigns.answer.errors.value')
  done()
}

/** Whether what was said is of the kind that the question asks for; nothing takes back what was said. */
function fits({ type, options }: Question, value: AnswerValues['value']): boolean {
  if (value === null || !isAnswered(value)) return true
  if (type === 'NUMBER') return typeof value === 'number'
  if (type === 'DATE') return typeof value === 'string' && isDay(value)
  if (type === 'TEXT') return typeof value === 'string'
  if (!isClosed(type) || !Array.isArray(value)) return false
  const keys = new Set(options.map(({ key }) => key))
  const chosen = value as readonly string[]
  return chosen.every((one) => keys.has(one)) && new Set(chosen).size === chosen.length && (type === 'MULTIPLE' || chosen.length === 1)
}
