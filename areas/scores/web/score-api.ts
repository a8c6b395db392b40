import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { explainCall, historyCall, movedCall, policyScoreCall, readPerimeterScores, readPolicyScores, readScore } from '#areas/scores/contract/calls.ts'
import type { readPosture, readTiles, readUnlinked } from '#areas/scores/contract/posture.ts'
import type { Figure } from '#areas/scores/contract/score.ts'
import { api } from '#kit/web/api/client.ts'

/** Which score of which place is looked at; without a perimeter the highest one that the reader reaches. */
export interface Subject {
  readonly perimeter?: number | undefined
  readonly grouping?: number | undefined
  readonly scope?: 'own' | 'consolidated' | undefined
  readonly policy?: number | undefined
  readonly lineage?: number | undefined
  /** As it was published on a day gone by. */
  readonly on?: string | undefined
}

/** One of the numbers of a score. */
export interface View {
  readonly figure: Figure
  readonly exemptions: 'with' | 'without'
}

// A score follows every write at once: what was read before is only shown until the answer is here.
const fresh = { staleTime: 0, placeholderData: keepPreviousData } as const
const key = (name: string, query: object) => ['score', name, query]

export const useScore = (query: Subject) =>
  useQuery({
    queryKey: key('score', query),
    queryFn: ({ signal }) => api.call<typeof readScore>('GET /score', { query: { ...query }, signal }),
    select: (answer) => answer.object,
    ...fresh,
  })

export const usePosture = ({ perimeter, on }: { readonly perimeter: number | undefined; readonly on: string | undefined }, enabled = true) =>
  useQuery({
    queryKey: key('posture', { perimeter, on }),
    queryFn: ({ signal }) => api.call<typeof readPosture>('GET /score/posture', { query: { perimeter, on }, signal }),
    select: (answer) => answer.object,
    enabled,
    ...fresh,
  })

export const usePolicyTiles = (query: { readonly perimeter: number | undefined; readonly on: string | undefined }) =>
  useQuery({
    queryKey: key('tiles', query),
    queryFn: ({ signal }) => api.call<typeof readTiles>('GET /score/posture/policies', { query: { ...query }, signal }),
    select: (answer) => answer.objects,
    ...fresh,
  })

/** `open`: nothing is asked for a day gone by, which has no such count. */
export const useUnlinked = (perimeter: number | undefined, open = true) =>
  useQuery({
    queryKey: key('unlinked', { perimeter }),
    queryFn: ({ signal }) => api.call<typeof readUnlinked>('GET /score/unlinked', { query: { perimeter }, signal }),
    enabled: open,
    ...fresh,
  })

export const usePerimeterScores = (policy?: number, on?: string) =>
  useQuery({
    queryKey: key('perimeters', { policy, on }),
    queryFn: ({ signal }) => api.call<typeof readPerimeterScores>('GET /score/perimeters', { query: { policy, on }, signal }),
    ...fresh,
  })

export const usePolicyScores = (id: number | undefined, query: Pick<Subject, 'perimeter' | 'grouping' | 'scope' | 'on'> & { readonly only?: 'groups' }) =>
  useQuery({
    queryKey: key('policy', { id, ...query }),
    queryFn: ({ signal }) => api.call<typeof readPolicyScores>('GET /score/policy/{id}', { params: { id: id ?? 0 }, query: { ...query }, signal }),
    select: (answer) => answer.object,
    enabled: id !== undefined,
    ...fresh,
  })

const explanation = (subject: Subject & View, at: string | undefined) => ({
  queryKey: key('explanation', { ...subject, at }),
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.call<typeof explainCall>('GET /score/explanation', { query: { ...subject, at }, signal }),
})

export const useExplanation = (subject: Subject & View, at: string | undefined, open = true) =>
  useQuery({ ...explanation(subject, at), select: (answer) => answer.object, enabled: open, ...fresh })

/** Asks for what explains a score as soon as somebody is about to open it. */
export function useExplanationAhead(subject: Subject): () => void {
  const queries = useQueryClient()
  return () =>
    void queries.prefetchQuery({
      ...explanation({ ...subject, scope: 'consolidated', figure: 'PERFORMANCE', exemptions: 'with' }, undefined),
      staleTime: 5_000,
    })
}

export const useMoved = (query: Omit<Subject, 'on'> & Partial<View> & { from: string; to?: string | undefined; lines: number }) =>
  useQuery({
    queryKey: key('moved', query),
    queryFn: ({ signal }) => api.call<typeof movedCall>('GET /score/moved', { query: { ...query }, signal }),
    select: (answer) => answer.object,
    ...fresh,
  })

export const useScoreHistory = (query: Omit<Subject, 'on'> & { from?: string; to?: string }) =>
  useQuery({
    queryKey: key('history', query),
    queryFn: ({ signal }) => api.call<typeof historyCall>('GET /score/history', { query: { ...query }, signal }),
    select: (answer) => answer.objects,
    ...fresh,
  })

export const usePolicyScore = (query: Omit<Subject, 'on'> & { type: Figure; ts?: number | undefined }) =>
  useQuery({
    queryKey: key('policy_score', query),
    queryFn: ({ signal }) => api.call<typeof policyScoreCall>('GET /policy/score', { query: { ...query }, signal }),
    select: (answer) => answer.object,
    ...fresh,
  })
