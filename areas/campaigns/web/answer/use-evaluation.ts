import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Content } from '#areas/campaigns/contract/answer-calls.ts'
import { proofOf, shortestJustification, type Given, type ItemStanding, type Standing } from '#areas/campaigns/contract/answer-progress.ts'
import type { Question } from '#areas/questionnaires/contract/structure.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { AnswerStore, type AnswerState } from './answer-store.ts'
import { givenAll, modelOf, type Model } from './model.ts'
import type { EvaluationSource, AnswerValues } from './source.ts'

/** All that the pieces of the screen read, and what they do. */
export interface Evaluation {
  readonly model: Model
  readonly store: AnswerStore
  readonly state: AnswerState
  readonly source: EvaluationSource
  readonly given: ReadonlyMap<number, Given>
  readonly progress: Standing
  /** What is asked now: what other answers hide is not. */
  readonly asked: readonly number[]
  /** Those that are not complete, in the order of the text. */
  readonly left: readonly number[]
  readonly question: (item: number) => Question | undefined
  readonly stands: (item: number) => ItemStanding
  readonly mayAnswer: (item: number) => boolean
}

const nowhere: ItemStanding = { due: false, hidden: false, complete: false, worth: null, lacks: [] }

/** An evaluation whose content is there: its answers as they are and as they are typed. */
export function useEvaluation(source: EvaluationSource, content: Content): Evaluation {
  const t = useWords('campaigns')
  const model = useMemo(() => modelOf(content), [content])
  const [store] = useState(() => {
    const blocked = (item: number, values: AnswerValues): string | null => {
      const question = model.questions.get(model.itemOf.get(item)?.question ?? '')
      if (values.na) return (values.justification ?? '').trim().length < shortestJustification ? t('answer.errors.justification') : null
      return (!question || question.type === 'SCALE') && values.level === null ? t('answer.errors.level_needed') : null
    }
    return new AnswerStore(source, content, blocked)
  })
  useEffect(() => store.start(), [store])
  const state = useSyncExternalStore(store.subscribe, store.get)
  const given = useMemo(() => givenAll(state.answers, state.drafts), [state.answers, state.drafts])
  const { unseen } = state.head
  const progress = useMemo(() => model.stand(given, unseen), [model, given, unseen])
  return useMemo(() => {
    const question = (item: number) => model.questions.get(model.itemOf.get(item)?.question ?? '')
    const stands = (item: number) => progress.items.get(item) ?? nowhere
    const asked = model.items.flatMap(({ item }) => (stands(item).hidden ? [] : [item]))
    const left = asked.filter((item) => stands(item).due && !stands(item).complete)
    const mayAnswer = (item: number) => state.head.may_answer && (state.head.closed_by !== 'NUMBERS' || question(item)?.type === 'NUMBER')
    return { model, store, state, source, given, progress, asked, left, question, stands, mayAnswer }
  }, [model, store, state, source, given, progress])
}

/** Whether evidence goes with an answer here. */
export const showsProofs = ({ model, question }: Evaluation, item: number) => proofOf(model.rules, question(item))
