import { Link } from '@tanstack/react-router'
import { TargetButton, useMoved, useScore } from '#areas/scores/web/index.ts'
import { MOVEMENT_UNIT } from '#areas/scores/contract/score.ts'
import { scoreText, shownScore } from '#areas/scores/contract/rounding.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { GaugeScore } from '#kit/web/ui/charts.tsx'
import { Trend } from '#kit/web/ui/marks.tsx'
import { Block, Facts } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import css from './cockpit.module.css'
import { quarterAgo } from './quarter.ts'

/** The score against its target, with and without exemptions at the same size, and since last quarter. */
export function ScoreBlock({ perimeter }: { readonly perimeter: number | undefined }) {
  const words = useWords('dashboards')
  const format = useFormat()
  const answer = useScore({ perimeter })
  const moved = useMoved({ perimeter, from: quarterAgo() })
  const to = path('/org2/perimeters', { p: answer.data?.place.perimeter?.id })
  const { data } = answer
  const subOf = ({ policies, score }: NonNullable<typeof data>) =>
    [
      words('score.policies', { count: policies }),
      ...(score.proven_share === null ? [] : [words('score.proven', { percent: format.percent(score.proven_share * 100) })]),
    ].join(' · ')
  const shown = data ? shownScore(data.score.performance) : null
  const since = moved.data?.difference == null ? null : moved.data.difference / MOVEMENT_UNIT
  return (
    <Block title={words('score.title')} span={3} aside={<TargetButton />} {...(data ? { sub: subOf(data) } : {})}>
      {answer.isPending ? <Skeleton height={300} /> : null}
      {answer.isError ? <ErrorState reason={answer.error} onRetry={() => void answer.refetch()} /> : null}
      {data && shown === null ? (
        <EmptyState text={words('score.empty')}>
          <ButtonLink to={path('/org/policies')} variant="primary">
            {words('score.empty_action')}
          </ButtonLink>
        </EmptyState>
      ) : null}
      {data && shown !== null ? (
        <>
          <Link to={to} className={css.headline} aria-label={`${words('score.title')} ${shown}`}>
            <GaugeScore
              height={data.score.counts.exempted > 0 ? 160 : 196}
              label={words('score.title')}
              value={shown}
              targetName={words('score.target')}
              {...(data.target === null ? {} : { target: Math.round(data.target) })}
            />
          </Link>
          {data.score.counts.exempted > 0 ? (
            <div className={css.pair}>
              <div>
                <strong>{scoreText(data.score.performance)}</strong>
                {words('score.with')}
              </div>
              <div>
                <strong>{scoreText(data.score.without_exemptions.performance)}</strong>
                {words('score.without')}
              </div>
            </div>
          ) : null}
          <Facts
            facts={[
              [words('score.target'), data.target === null ? '—' : format.percent(data.target)],
              [words('score.since_quarter'), since === null ? words('score.not_yet') : <Trend key="since" change={since} />],
              [
                words('score.evaluated'),
                `${format.number(data.score.counts.counted - data.score.counts.unmapped)} / ${format.number(data.score.counts.counted)}`,
              ],
              ...(data.hidden === 0 ? [] : [[words('perimeters.perimeter'), words('cockpit.hidden', { count: String(data.hidden) })] as const]),
            ]}
          />
        </>
      ) : null}
    </Block>
  )
}
