import { useQueries } from '@tanstack/react-query'
import type { policyScoreCall } from '#areas/scores/contract/calls.ts'
import { api } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Grid, Stack } from '#kit/web/ui/layout.tsx'
import { Block, BlockGrid, Page as PageFrame } from '#kit/web/ui/page.tsx'
import { ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './coverage-page.module.css'
import { NoPolicy } from './no-policy.tsx'
import { usePerimeterScores } from './score-api.ts'
import { BarLegend, ScoreBar, ScoreCounts, ScorePair } from './score-marks.tsx'

/** How far measures cover each policy over the whole organisation, whatever their efficiency (POL-17, POL-24). */
export function Page() {
  const words = useWords('scores')
  const format = useFormat()
  const answer = usePerimeterScores()
  const policies = answer.data?.policies ?? []
  const scores = useQueries({
    queries: policies.map(({ id }) => ({
      queryKey: ['score', 'policy_score', { policy: id, type: 'COVERAGE' }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.call<typeof policyScoreCall>('GET /policy/score', { query: { policy: id, type: 'COVERAGE' }, signal }),
      staleTime: 0,
    })),
  })
  const failed = scores.find((score) => score.isError)
  if (answer.isError || failed) return <ErrorState reason={answer.error ?? failed?.error} onRetry={() => void answer.refetch()} />
  if (answer.data && policies.length === 0) {
    return <NoPolicy />
  }
  return (
    <PageFrame canvas>
      <BlockGrid>
        <Block title={words('pages.coverage')} aside={<BarLegend />}>
          {answer.isPending ? <Skeleton height={160} /> : null}
          <ul className={css.list}>
            {policies.map(({ id, name, identifier }, at) => {
              const object = scores[at]?.data?.object
              return (
                <Grid as="li" align="center" gap={16} padY={12} edge="soft-above" key={id}>
                  <Stack narrows className={css.name}>
                    <Link to={path('/org/policies/$id/scores', { id })}>{name}</Link>
                    <Text tone="quiet" size={12}>
                      {identifier}
                    </Text>
                  </Stack>
                  {object ? <ScorePair score={object.score} target={object.target} figure="COVERAGE" size="lg" /> : <Skeleton height={32} width={56} />}
                  <Stack gap={4} className={css.bar}>
                    {object ? <ScoreBar wide bar={object.score.bar} target={object.target} /> : null}
                    {object ? <ScoreCounts score={object.score} consolidated /> : null}
                  </Stack>
                  <Text tone="quiet" size={12} side="right" className={css.target}>
                    {object?.target == null ? '' : `${words('page.target')} ${format.percent(object.target)}`}
                  </Text>
                </Grid>
              )
            })}
          </ul>
        </Block>
      </BlockGrid>
    </PageFrame>
  )
}
