import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { differenceCall } from '#areas/policies/contract/calls.ts'
import { policy } from '#areas/policies/contract/policy.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useParams } from '#kit/web/navigation.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { Box } from '#kit/web/ui/layout.tsx'
import { PageHeading, PageToolbar, Page as Sheet, Spring } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { DifferenceView } from './difference-view.tsx'

/** What the current version of a policy has otherwise than another version, or than the policy that it was copied from (POL-12). */
export function Page() {
  const t = useWords('policies')
  const { id, ref } = useParams<'/admin/catalog/policies/$id/diff/$ref'>()
  const to = useLocation({ select: ({ search }) => (search as { to?: unknown }).to })
  const record = useRecord(policy, id)
  const answer = useQuery({
    queryKey: ['control', 'difference', id, ref, to],
    queryFn: ({ signal }) =>
      api.call<typeof differenceCall>('GET /policy/{id}/diff/{ref}', { params: { id, ref }, query: typeof to === 'number' ? { to } : {}, signal }),
  })
  if (record.isError || answer.isError)
    return <ErrorState reason={record.error ?? answer.error} onRetry={() => void Promise.all([record.refetch(), answer.refetch()])} />
  return (
    <Sheet>
      <PageToolbar>
        <PageHeading title={record.data?.name ?? ''} text={record.data?.identifier ?? ''} />
        <Spring />
        <ButtonLink to={path('/org/policies/$id', { id })}>{t('pages.policy')}</ButtonLink>
      </PageToolbar>
      <Box grow shortens padY={16} padX={16} overflow="scrolled" tabIndex={0} role="region" aria-label={t('pages.difference')}>
        {answer.data ? <DifferenceView difference={answer.data.object} /> : <SkeletonRows count={10} />}
      </Box>
    </Sheet>
  )
}
