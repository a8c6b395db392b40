import { CircleCheck } from 'lucide-react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { scoreText } from '#areas/scores/contract/rounding.ts'
import type { Posture } from '#areas/scores/contract/posture.ts'
import { distanceOf } from '#kit/contract/tone.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { neededPace, paceNow } from './pace.ts'
import css from './posture.module.css'

/** How far a score is from its target, in the colour of the distance and in words. */
export function DistanceText({ performance, target }: { readonly performance: number | null; readonly target: number | null }) {
  const words = useWords('dashboards')
  const format = useFormat()
  const distance = distanceOf(performance, target)
  if (target === null)
    return (
      <Row as="span" inline align="center" gap={4} size={12} tone="quiet" className={css.distance}>
        {words('posture.no_target')}
      </Row>
    )
  if (!distance) return null
  const aim = scoreText(target)
  return (
    <Row as="span" inline align="center" gap={4} size={12} tone="quiet" className={css.distance} data-tone={distance.tone}>
      {distance.points === 0 ? <CircleCheck size={12} aria-hidden /> : null}
      {distance.points === 0 ? (
        words('posture.met', { target: aim })
      ) : (
        <>
          <span className={css.whole}>{words('posture.below', { points: format.number(distance.points), target: aim })}</span>
          <span className={css.brief}>{words('posture.short', { points: format.number(distance.points) })}</span>
        </>
      )}
    </Row>
  )
}

/** Points of a change of scope below which it is not told apart. */
const worthAWord = 0.1

interface QuarterProps {
  readonly quarter: number | null
  /** What of it is a change of scope, where that is told apart. */
  readonly moved?: Posture['moved']
}

/** What a score has gained or lost in three months, without a colour, for only a score has one; nothing where nothing was published then. */
export function QuarterText({ quarter, moved = null }: QuarterProps) {
  const words = useWords('dashboards')
  const format = useFormat()
  if (quarter === null) return null
  const scope = moved?.scope ?? 0
  return (
    <Text tone="quiet" figures>
      {words('posture.quarter', { points: format.signed(quarter) })}
      {Math.abs(scope) < worthAWord ? null : words('posture.of_scope', { points: format.signed(scope) })}
    </Text>
  )
}

/** What it takes to be at the target by its day, and what the last three months made; nothing where there is no target or it is met. */
export function NeededText({ posture }: { readonly posture: Posture }) {
  const { day, trend, target, target_date } = posture
  const words = useWords('dashboards')
  const format = useFormat()
  const needed = neededPace({ day, trend, target, until: target_date })
  if (!needed) return null
  const date = format.date(target_date)
  if (needed.late) return <Text tone="bad">{words('curve.overdue', { date })}</Text>
  const points = format.signed(needed.points)
  const now = paceNow(posture)
  return (
    <span>
      {words(needed.monthly ? 'curve.needed_monthly' : 'curve.needed_all', { points, date })}
      {needed.monthly && now !== null ? words('curve.now_monthly', { points: format.signed(now) }) : null}
    </span>
  )
}
