import { quarterBefore } from '#areas/scores/contract/quarter.ts'
import { MOVEMENT_UNIT } from '#areas/scores/contract/score.ts'
import type { NamedCause } from '#areas/scores/contract/calls.ts'
import { answerOf, useMoved } from '#areas/scores/web/index.ts'
import { dayOf, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { PlainLink } from '#kit/web/plain-link.tsx'
import { path } from '#kit/web/route.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './cockpit.module.css'

const shown = 6

/** The largest causes of what moved the score since last quarter. */
export function ScoreChangeBlock({ perimeter, on }: { readonly perimeter: number | undefined; readonly on: string | undefined }) {
  const words = useWords('dashboards')
  const scores = useWords('scores' as string)
  const format = useFormat()
  const answer = useMoved({ perimeter, from: quarterBefore(on ?? dayOf()), to: on, lines: shown })
  const { data } = answer
  const points = (amount: number) => format.signed(amount / MOVEMENT_UNIT)
  return (
    <Block
      title={words('moved.title')}
      {...(data?.from ? { sub: words('moved.since', { date: format.date(data.from) }) } : {})}
      aside={data && data.difference !== null ? <strong>{points(data.difference)}</strong> : null}
    >
      {answer.isPending ? <SkeletonRows count={6} /> : null}
      {answer.isError ? <ErrorState reason={answer.error} onRetry={() => void answer.refetch()} /> : null}
      {data && data.difference === null ? <EmptyState text={words('moved.none')} /> : null}
      {data && data.difference !== null && data.causes.length === 0 ? <EmptyState title={words('moved.nothing')} /> : null}
      {data && data.causes.length > 0 ? (
        <>
          <ul className={css.moved}>
            {data.causes.map((cause, at) => (
              <Row as="li" spread="between" gap={12} edge="soft-above" key={at}>
                <div>
                  <Text as="b" breaks weight={500}>
                    {cause.hidden ? scores('page.hidden_help') : (answerOf(cause, scores) ?? subjectOf(cause) ?? scores(`movement.cause.${cause.code}`))}
                  </Text>
                  <Text breaks tone="quiet" size={12} line={16}>
                    {[scores(`movement.cause.${cause.code}`), cause.perimeter?.name].filter(Boolean).join(' · ')}
                  </Text>
                </div>
                <Text as="strong" weight={550} figures>
                  {points(cause.amount)}
                </Text>
              </Row>
            ))}
          </ul>
          <PlainLink className={css.all} to={path('/org2/perimeters', { p: data.place.perimeter?.id, tab: 'moved' })}>
            {words('moved.all')}
          </PlainLink>
        </>
      ) : null}
    </Block>
  )
}

const subjectOf = ({ action, measure, solution, requirement, policy }: NamedCause) => (action ?? measure ?? solution ?? requirement ?? policy)?.name
