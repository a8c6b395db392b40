import { useQuery } from '@tanstack/react-query'
import type { readContent } from '#areas/campaigns/contract/answer-calls.ts'
import type { acceptEvaluation, acceptEvaluations, rejectEvaluation, reopenEvaluation, resetEvaluation } from '#areas/campaigns/contract/decide-calls.ts'
import type {
  answerHistory,
  campaignResults,
  CampaignResult,
  compareCampaigns,
  resultActions,
  resultAnswers,
  resultItems,
} from '#areas/campaigns/contract/result-calls.ts'
import { levelOfScore, scoreText, shownScore } from '#areas/scores/contract/rounding.ts'
import { signedNumber } from '#kit/contract/signed-number.ts'
import type { Level } from '#kit/contract/level.ts'
import { api } from '#kit/web/api/client.ts'
import { useSession } from '#kit/web/api/session.ts'

const keepPrevious = <T>(before: T | undefined) => before

/** Whether campaigns are scored here; where they are not, answers are told as they were given, and nothing is reckoned of them (CMP-22). */
export const useScored = (): boolean => useSession().flags.se_campaigns !== false
const scores = ['score'] as const
/** The column of a list of evaluations that would be empty in every row. */
export const useUnscored = (): readonly string[] => (useScored() ? nothing : scores)
const nothing: readonly string[] = []

export const useResults = (id: number, perimeter: number | undefined, against: number | undefined) =>
  useQuery({
    queryKey: ['evaluation', 'results', id, perimeter ?? null, against ?? null],
    queryFn: ({ signal }) => api.call<typeof campaignResults>('GET /campaign/{id}/results', { params: { id }, query: { perimeter, against }, signal }),
    placeholderData: keepPrevious,
  })
export const useResultItems = (id: number, perimeter: number | undefined) =>
  useQuery({
    queryKey: ['evaluation', 'items', id, perimeter ?? null],
    queryFn: ({ signal }) => api.call<typeof resultItems>('GET /campaign/{id}/result_items', { params: { id }, query: { perimeter }, signal }),
  })
export const useResultActions = (id: number, perimeter: number | undefined) =>
  useQuery({
    queryKey: ['remediation', 'of_campaign', id, perimeter ?? null],
    queryFn: async ({ signal }) =>
      (await api.call<typeof resultActions>('GET /campaign/{id}/result_actions', { params: { id }, query: { perimeter }, signal })).objects,
  })
export interface Sought {
  readonly part?: string
  readonly item?: number
  readonly level?: number | 'na' | 'other'
}
export const useFoundAnswers = (id: number, perimeter: number | undefined, sought: Sought) =>
  useQuery({
    queryKey: ['evaluation', 'found', id, perimeter ?? null, sought],
    queryFn: ({ signal }) => api.call<typeof resultAnswers>('GET /campaign/{id}/result_answers', { params: { id }, query: { perimeter, ...sought }, signal }),
  })
export const useComparison = (ids: readonly number[]) =>
  useQuery({
    queryKey: ['evaluation', 'compare', ...ids],
    queryFn: ({ signal }) => api.call<typeof compareCampaigns>('GET /campaign/compare', { query: { ids: ids.join(',') }, signal }),
    enabled: ids.length > 1,
    placeholderData: keepPrevious,
  })
export const useDetails = (evaluation: number | undefined) =>
  useQuery({
    queryKey: ['evaluation', 'details', evaluation ?? null],
    queryFn: ({ signal }) => api.call<typeof readContent>('GET /evaluation/{id}/content', { params: { id: evaluation ?? 0 }, signal }),
    enabled: evaluation !== undefined,
  })
export const useAnswerHistory = (evaluation: number, item: number) =>
  useQuery({
    queryKey: ['evaluation', 'answer_history', evaluation, item],
    queryFn: ({ signal }) => api.call<typeof answerHistory>('GET /evaluation/{id}/answer_history', { params: { id: evaluation }, query: { item }, signal }),
  })

export const accept = (id: number, version: number) => api.call<typeof acceptEvaluation>('POST /evaluation/{id}/accept', { params: { id }, body: { version } })
export const acceptMany = (ids: number[]) => api.call<typeof acceptEvaluations>('POST /evaluation/accept_many', { body: { ids } })
export const reject = (id: number, version: number, message: string, limit_date: string | null) =>
  api.call<typeof rejectEvaluation>('POST /evaluation/{id}/reject', { params: { id }, body: { version, message, limit_date } })
export const reset = (id: number, version: number) => api.call<typeof resetEvaluation>('POST /evaluation/{id}/reset', { params: { id }, body: { version } })
export const reopen = (id: number, version: number, reason: string, limit_date: string | null) =>
  api.call<typeof reopenEvaluation>('POST /evaluation/{id}/reopen', { params: { id }, body: { version, reason, limit_date } })

/** The difference of two scores as they are shown, with its sign; `=` where they are the same. */
export function difference(now: number | null | undefined, before: number | null | undefined): string {
  const [one, other] = [shownScore(now ?? null), shownScore(before ?? null)]
  if (one === null || other === null) return ''
  if (one === other) return '='
  return signedNumber(one - other, String)
}
/** Whether a difference is good, bad or none. */
export const toneOfDifference = (text: string) => (text.startsWith('+') ? 'up' : text.startsWith('−') ? 'down' : undefined)
export { levelOfScore, scoreText }
export type Levels = readonly Level[]
export const wordOf = (level: Pick<Level, 'name_en' | 'name_fr'> | undefined, lang: 'en' | 'fr') =>
  (level && (lang === 'fr' ? (level.name_fr ?? level.name_en) : (level.name_en ?? level.name_fr))) ?? ''
export type Line = CampaignResult['lines'][number]
/** What waits for this reader and is not their own. */
export const waitingFor = ({ lines }: CampaignResult): readonly Line[] => lines.filter(({ decide, own }) => decide && !own)
