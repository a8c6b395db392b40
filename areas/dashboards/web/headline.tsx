import { scoreText } from '#areas/scores/contract/rounding.ts'
import type { Posture } from '#areas/scores/contract/posture.ts'
import { useExplanationAhead } from '#areas/scores/web/index.ts'
import { distanceOf } from '#kit/contract/tone.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { PlainLink } from '#kit/web/plain-link.tsx'
import { path } from '#kit/web/route.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { attentionPath, besides, listPath, useAttention, useLate, type Place } from './cockpit-api.ts'
import { useUnacted } from './forecast/unacted.ts'
import css from './headline.module.css'
import { QuarterText } from './score-texts.tsx'

interface HeadlineProps {
  readonly posture: Posture
  readonly place: Place
  /** Where the next steps stand on the page; nothing where the reader has none. */
  readonly steps: string | undefined
}

/** One sentence before everything else: the score, how far it is from its target, and what becomes of it if nobody acts; beneath, what it stands on. */
export function Headline({ posture, place, steps }: HeadlineProps) {
  const { performance, coverage, proven_share, quarter, moved, target, hidden, perimeter } = posture
  const words = useWords('dashboards')
  const format = useFormat()
  const explain = useExplanationAhead({ perimeter: perimeter.id, on: place.on })
  if (performance === null) return null
  const distance = distanceOf(performance, target)
  const aim = scoreText(target)
  return (
    <div>
      <p className={css.sentence}>
        <strong>{scoreText(performance)}</strong>
        {distance === null ? null : (
          <span data-tone={distance.tone}>
            {distance.points === 0 ? words('headline.met', { target: aim }) : words('headline.short', { points: format.number(distance.points), target: aim })}
          </span>
        )}
        <Falls place={place} today={performance} />
      </p>
      <Row as="p" wrap tone="quiet" size={12} line={22} className={css.beneath}>
        <QuarterText quarter={quarter} moved={moved} />
        {coverage === null ? null : <span>{words('headline.covered', { percent: format.percent(coverage) })}</span>}
        {proven_share === null ? null : <span>{words('headline.proven', { percent: format.percent(proven_share * 100) })}</span>}
        {hidden === 0 ? null : <span>{words('cockpit.hidden', { count: String(hidden) })}</span>}
        <PlainLink to={path('/org2/perimeters', { p: perimeter.id, on: place.on })} onMouseEnter={explain} onFocus={explain}>
          {words('headline.why', { score: scoreText(performance) })}
        </PlainLink>
        {steps && target !== null && distance?.points !== 0 ? (
          <button type="button" onClick={() => showBlock(steps)}>
            {words('next_steps.title', { target: aim })}
          </button>
        ) : null}
      </Row>
    </div>
  )
}

/** Brings a block of the page into sight, and whoever works by keyboard to its first control. */
function showBlock(id: string): void {
  const block = document.getElementById(id)
  block?.scrollIntoView({ block: 'center' })
  block?.querySelector<HTMLElement>('a, button, input')?.focus({ preventScroll: true })
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
      , <PlainLink to={path('/org2/forecast', { p: place.perimeter })}>{text}</PlainLink>
    </>
  )
}

/** All that is late, each number leading to the very rows that it counts; the lists beneath say whose it is. Nothing where nothing is late. */
export function LateLine({ place }: { readonly place: Place }) {
  const words = useWords('dashboards')
  const { data: late } = useLate(place, besides)
  const { data: lines = [] } = useAttention(place, besides)
  const found = [
    ...(late && late.total > 0 ? [{ kind: 'actions', count: late.total, to: listPath(late.link, place.on) } as const] : []),
    ...(['tasks_late', 'evidence_expired'] as const).flatMap((kind) =>
      lines.filter((line) => line.kind === kind).map((line) => ({ kind, count: line.count, to: attentionPath(line, place.on) }) as const),
    ),
  ]
  if (found.length === 0) return null
  return (
    <Row as="p" wrap size={12} line={22} className={css.late}>
      <Text tone="quiet">{words('headline.late')}</Text>
      {found.map(({ kind, count, to }) => (
        <PlainLink key={kind} to={to}>
          {words(`headline.late_of.${kind}`, { count })}
        </PlainLink>
      ))}
    </Row>
  )
}
