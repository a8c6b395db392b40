import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { evaluation } from '#areas/campaigns/contract/evaluation.ts'
import { only } from '#kit/contract/figure.ts'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import { api, ApiError } from '#kit/web/api/client.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useParams } from '#kit/web/navigation.ts'
import { usePageTitle } from '#kit/web/page-title.ts'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { EvaluationScreen } from './evaluation-screen.tsx'
import { memberSource } from './source.ts'

/** Reads the evaluation of a campaign in a perimeter: what addresses name; without one, the first there is for the reader. */
async function evaluationAt(campaign: number, perimeter: number | undefined, signal: AbortSignal): Promise<number | null> {
  const filters = [only('campaign', campaign), ...(perimeter === undefined ? [] : [only('perimeter', perimeter)])]
  const { objects } = await api.post<ListAnswer<{ id: number }>>(`/${evaluation.name}/page`, { queryParams: { filters, per_page: 1 } }, { signal })
  return objects[0]?.id ?? null
}

/** One evaluation, answered (NAV-24). */
export function Page() {
  const t = useWords('campaigns')
  const { campaignId, perimeterId, controlId } = useParams<
    | '/contributions/evaluations/eval/$campaignId'
    | '/contributions/evaluations/eval/$campaignId/$perimeterId'
    | '/contributions/evaluations/eval/$campaignId/$perimeterId/$controlId'
  >()
  const campaign = Number(campaignId)
  const perimeter = perimeterId === undefined ? undefined : Number(perimeterId)
  const { context } = useSession()
  const which = useQuery({ queryKey: ['evaluation_at', campaign, perimeter], queryFn: ({ signal }) => evaluationAt(campaign, perimeter, signal) })
  const id = which.data
  const source = useMemo(() => (id ? memberSource(id, context) : undefined), [id, context])
  const content = useQuery({
    // A name of its own: what is being answered is not read anew under whoever answers.
    queryKey: ['evaluation_content', id],
    queryFn: ({ signal }) => source?.read(signal) ?? null,
    enabled: source !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  usePageTitle(content.data?.perimeter.name)
  if (which.isError || content.isError)
    return <ErrorState reason={which.error ?? content.error} onRetry={() => void Promise.all([which.refetch(), content.refetch()])} />
  // In the specification's words (CMP-17).
  if (id === null) return <ErrorState reason={new ApiError(404, { code: 'NOT_FOUND', message: t('answer.errors.not_found') })} />
  if (!source || !content.data)
    return (
      <Sheet>
        <SkeletonRows count={16} />
      </Sheet>
    )
  const begin = Number(controlId)
  return <EvaluationScreen key={source.key} source={source} content={content.data} begin={begin > 0 ? begin : undefined} />
}
