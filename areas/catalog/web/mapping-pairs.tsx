import { useInfiniteQuery } from '@tanstack/react-query'
import type { relationships } from '#areas/catalog/contract/mapping-set.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Box } from '#kit/web/ui/layout.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'

interface Pair {
  readonly id: number
  readonly source_urn: string
  readonly target_urn: string
  readonly relationship: (typeof relationships)[number]
  readonly rationale: string | null
  readonly strength: number | null
}

const pageSize = 200
/** The last part that is not empty: some published references end in nothing. */
const end = (urn: string) => urn.split(':').findLast((part) => part.trim() !== '') ?? urn
/** Usually of ten; published files hold other scales too. */
const strengthOf = (strength: number) => (strength >= 0 && strength <= 10 ? `${strength}/10` : strength)

/** The pairs of a mapping set, 200 at a time. */
export function MappingPairs({ id }: { readonly id: number }) {
  const t = useWords('catalog')
  const pairs = useInfiniteQuery({
    queryKey: ['mapping_set', 'pairs', id],
    queryFn: ({ pageParam, signal }) =>
      api.get<{ objects: readonly Pair[]; total: number }>(`/mapping_set/${id}/pairs`, { query: { offset: pageParam, limit: pageSize }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, all) => (all.length * pageSize < last.total ? all.length * pageSize : undefined),
  })
  if (pairs.isPending) return <SkeletonRows count={8} />
  if (pairs.isError) return <ErrorState reason={pairs.error} onRetry={() => void pairs.refetch()} />
  return (
    <>
      <Box as="table" full size={12}>
        <thead>
          <tr>
            <Text as="th" padY={6} padX={8} tone="quiet" weight={500} side="left" edge="below" scope="col">
              {t('entities.mapping_set.fields.source_framework_urn')}
            </Text>
            <Text as="th" padY={6} padX={8} tone="quiet" weight={500} side="left" edge="below" scope="col">
              {t('mapping.relationship')}
            </Text>
            <Text as="th" padY={6} padX={8} tone="quiet" weight={500} side="left" edge="below" scope="col">
              {t('entities.mapping_set.fields.target_framework_urn')}
            </Text>
          </tr>
        </thead>
        <tbody>
          {pairs.data.pages.flatMap(({ objects }) =>
            objects.map((pair) => (
              <tr key={pair.id}>
                <Text as="td" padY={6} padX={8} edge="soft-below" breaks title={pair.source_urn}>
                  {end(pair.source_urn)}
                </Text>
                <Text as="td" padY={6} padX={8} edge="soft-below" breaks title={pair.rationale ?? undefined}>
                  {t(`mapping.relationships.${pair.relationship}`)}
                  {pair.strength === null ? null : (
                    <Text as="small" tone="quiet">
                      {' '}
                      {strengthOf(pair.strength)}
                    </Text>
                  )}
                </Text>
                <Text as="td" padY={6} padX={8} edge="soft-below" breaks title={pair.target_urn}>
                  {end(pair.target_urn)}
                </Text>
              </tr>
            )),
          )}
        </tbody>
      </Box>
      {pairs.hasNextPage ? (
        <Button loading={pairs.isFetchingNextPage} onClick={() => void pairs.fetchNextPage()}>
          {t('mapping.more')}
        </Button>
      ) : null}
    </>
  )
}
