import { ArrowDown, ArrowUp, EyeOff, Minus } from 'lucide-react'
import type { Benchmark, Compared, ComparedPolicy } from '#areas/benchmark/contract/calls.ts'
import { NO_SCORE, scoreText } from '#kit/contract/shown-score.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { PlainLink } from '#kit/web/plain-link.tsx'
import { path } from '#kit/web/route.ts'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { rangeOf } from './behind.ts'
import css from './benchmark.module.css'
import { useNames } from './use-names.ts'

interface StripProps {
  readonly compared: Compared
  readonly range: readonly [number, number]
}

/** Where a score stands, for the eye: the figures are in the cells beside it. */
function Strip({ compared: { score, peers }, range: [low, high] }: StripProps) {
  if (!peers) return null
  const at = (value: number) => `${((Math.min(high, Math.max(low, value)) - low) / (high - low)) * 100}%`
  return (
    <span className={css.strip} aria-hidden>
      <i className={css.middle} style={{ left: at(peers.lower), right: `calc(100% - ${at(peers.upper)})` }} />
      <i className={css.tick} style={{ left: at(peers.median) }} />
      {score === null ? null : <i className={css.dot} style={{ left: at(score) }} />}
    </span>
  )
}

/** Where it stands, in words. */
export function Standing({ position }: { readonly position: Compared['position'] }) {
  const words = useWords('benchmark')
  if (position === null) return null
  const Icon = position === 'MEDIAN' ? Minus : position === 'UPPER' || position === 'ABOVE' ? ArrowUp : ArrowDown
  return (
    <Row as="span" inline align="center" gap={4} padX={8} padY={2} corner={6} fill="mute" size={12} weight={500} oneLine>
      <Icon size={12} aria-hidden />
      {words(`positions.${position}`)}
    </Row>
  )
}

/** Policy by policy: the middle half of the group with its median, the own score, and what lies between. */
export function PeersTable({ benchmark }: { readonly benchmark: Benchmark }) {
  const words = useWords('benchmark')
  const format = useFormat()
  const { rows } = benchmark
  const range = rangeOf(rows)
  const [low, high] = range
  const ticks = Array.from({ length: (high - low) / 10 + 1 }, (_, n) => low + n * 10)
  return (
    <div role="table" aria-label={words('page.table')} className={css.table}>
      <div role="row" className={css.head}>
        <span role="columnheader">{words('columns.policy')}</span>
        <span className={css.axis} aria-hidden>
          {ticks.map((tick) => (
            <i key={tick} style={{ left: `${((tick - low) / (high - low)) * 100}%` }}>
              {tick}
            </i>
          ))}
        </span>
        <span role="columnheader" className={css.number}>
          {words('columns.score')}
        </span>
        <span role="columnheader" className={css.number}>
          {words('columns.median')}
        </span>
        <span role="columnheader" className={css.number}>
          {words('columns.gap')}
        </span>
        <span role="columnheader">{words('columns.position')}</span>
      </div>
      {rows.map((row) => (
        <div key={row.policy.id} role="row" className={css.row}>
          <PolicyCell row={row} benchmark={benchmark} />
          <Strip compared={row} range={range} />
          <span role="cell" className={css.number}>
            <b>{scoreText(row.score)}</b>
          </span>
          <span role="cell" className={css.number}>
            {scoreText(row.peers?.median ?? null)}
          </span>
          <span role="cell" className={css.number}>
            {row.gap === null ? NO_SCORE : format.signed(row.gap)}
          </span>
          <span role="cell" className={css.position}>
            <Standing position={row.position} />
          </span>
        </div>
      ))}
    </div>
  )
}

function PolicyCell({ row, benchmark: { profile, level, release, perimeter } }: { readonly row: ComparedPolicy; readonly benchmark: Benchmark }) {
  const words = useWords('benchmark')
  const format = useFormat()
  const names = useNames(profile)
  const { policy, own, peers, score } = row
  return (
    <Stack role="rowheader" narrows gap={2} className={css.name}>
      <PlainLink to={path('/org/policies/$id/scores', { id: policy.id }, { on: release?.as_of, p: perimeter?.id })}>{policy.name}</PlainLink>
      {peers ? (
        <Text tone="quiet" size={12} line={16}>
          {words(`bands.${peers.band}`)} · {words('page.range', { lower: peers.lower, upper: peers.upper })}
          {peers.level === level ? null : ` ${words('page.wider', { group: names.group(peers.level) })}`}
        </Text>
      ) : (
        <Row as="span" align="center" gap={4} tone="quiet" size={12} line={16}>
          <EyeOff size={12} aria-hidden />
          {words(own ? 'page.own_text' : 'page.fewer')}
        </Row>
      )}
      {score === null ? (
        <Text tone="quiet" size={12} line={16}>
          {words('page.no_score', { day: format.date(release?.as_of) })}
        </Text>
      ) : null}
    </Stack>
  )
}
