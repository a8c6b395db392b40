import { scoreText } from '#areas/scores/contract/rounding.ts'
import { distanceOf, tone } from '#kit/contract/tone.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { inColor } from '#kit/web/ui/level-color.ts'
import { Text } from '#kit/web/ui/text.tsx'
import css from './score-meter.module.css'

interface ScoreMeterProps {
  /** Whose score it is. */
  readonly name: string
  readonly value: number | null
  readonly target: number | null
}

/** A score as a bar from 0 to 100 with a tick where its target is; said as the figure and its distance. */
export function ScoreMeter({ name, value, target }: ScoreMeterProps) {
  const words = useWords('dashboards')
  const format = useFormat()
  const { style, ...colored } = inColor(tone(value, target, useLevels('indicator')))
  const distance = distanceOf(value, target)
  const aim = scoreText(target)
  const far =
    distance === null
      ? ''
      : `, ${distance.points === 0 ? words('posture.met', { target: aim }) : words('posture.below', { points: format.number(distance.points), target: aim })}`
  return (
    <Text
      holds
      fill="active"
      className={css.meter}
      role="meter"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value ?? 0)}
      aria-valuetext={`${scoreText(value)}${far}`}
    >
      <span {...colored} style={{ ...style, width: `${value ?? 0}%` }} />
      {target === null ? null : <i style={{ insetInlineStart: `${target}%` }} />}
    </Text>
  )
}
