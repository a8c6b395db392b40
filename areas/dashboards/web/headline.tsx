import { scoreText } from '#areas/scores/contract/rounding.ts'
import type { Posture } from '#areas/scores/contract/posture.ts'
import { distanceOf } from '#kit/contract/tone.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { useIdle } from '#kit/web/when-idle.ts'
import css from './cockpit.module.css'
import type { Place } from './cockpit-api.ts'
import { useForecast } from './forecast/forecast-api.ts'
import { QuarterText } from './standing.tsx'

/** One sentence before everything else: the score, how far it is from its target, and what becomes of it if nobody acts. */
export function Headline({ posture: { performance, quarter, moved, target }, place }: { readonly posture: Posture; readonly place: Place }) {
  const words = useWords('dashboards')
  const format = useFormat()
  const idle = useIdle()
  const distance = distanceOf(performance, target)
  const aim = scoreText(target)
  return (
    <p className={css.headline}>
      <span className={css.sentence}>
        <strong>{scoreText(performance)}</strong>
        {distance === null ? null : (
          <span data-tone={distance.tone}>
            {distance.points === 0 ? words('headline.met', { target: aim }) : words('headline.short', { points: format.number(distance.points), target: aim })}
          </span>
        )}
        {idle && place.on === undefined && performance !== null ? <Falls perimeter={place.perimeter} today={performance} /> : null}
      </span>
      <QuarterText quarter={quarter} moved={moved} />
    </p>
  )
}

/** In how many months one looks ahead. */
const ahead = 12

/** What the score falls to within a year if nobody acts; nothing where it does not fall by a point. */
function Falls({ perimeter, today }: { readonly perimeter: number | undefined; readonly today: number }) {
  const words = useWords('dashboards')
  const format = useFormat()
  const { data } = useForecast({ perimeter, policy: undefined, months: ahead })
  if (!data || Number(scoreText(data.last)) >= Number(scoreText(today))) return null
  return <Link to={path('/org2/forecast', { p: perimeter })}>{words('headline.falls', { score: scoreText(data.last), date: format.date(data.until) })}</Link>
}
