import { scoreText } from '#areas/scores/contract/rounding.ts'
import type { Posture } from '#areas/scores/contract/posture.ts'
import { distanceOf } from '#kit/contract/tone.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import css from './cockpit.module.css'
import type { Place } from './cockpit-api.ts'
import { useUnacted } from './forecast/unacted.ts'
import { QuarterText } from './score-texts.tsx'

/** One sentence before everything else: the score, how far it is from its target, and what becomes of it if nobody acts. */
export function Headline({ posture: { performance, quarter, moved, target }, place }: { readonly posture: Posture; readonly place: Place }) {
  const words = useWords('dashboards')
  const format = useFormat()
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
        {performance === null ? null : <Falls place={place} today={performance} />}
      </span>
      <QuarterText quarter={quarter} moved={moved} />
    </p>
  )
}

/** What the score falls to within a year if nobody acts; nothing where it does not fall by a point. */
function Falls({ place, today }: { readonly place: Place; readonly today: number }) {
  const words = useWords('dashboards')
  const format = useFormat()
  const data = useUnacted(place)
  if (!data || Number(scoreText(data.last)) >= Number(scoreText(today))) return null
  const text = words('headline.falls', { score: scoreText(data.last), date: format.date(data.until) })
  return (
    <>
      , <Link to={path('/org2/forecast', { p: place.perimeter })}>{text}</Link>
    </>
  )
}
