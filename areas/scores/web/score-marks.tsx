import { scoreText } from '#areas/scores/contract/rounding.ts'
import type { Figure, Score, ScoreBar as Bar } from '#areas/scores/contract/score.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { tone } from '#kit/contract/tone.ts'
import { inColor } from '#kit/web/ui/level-color.ts'
import css from './score-marks.module.css'

interface BadgeProps {
  readonly score: number | null
  /** What applies to it; null: none, so that its level of the organisation's performance scale gives the colour (SCL-06). */
  readonly target: number | null
  /** Targets and levels are of performance; coverage has no colour. */
  readonly figure?: Figure
  readonly size?: 'md' | 'lg'
}

/** A score as the integer shown, in the colour of its distance to its target, else of its level; «—» where nothing counts. */
export function ScoreBadge({ score, target, figure = 'PERFORMANCE', size = 'md' }: BadgeProps) {
  const words = useWords('scores')
  const levels = useLevels('indicator')
  const color = figure === 'COVERAGE' ? null : tone(score, target, levels)
  return (
    <span className={css.badge} {...inColor(color)} data-size={size} data-tooltip={score === null ? words('score.none_reason') : undefined}>
      {scoreText(score)}
      {score === null ? <VisuallyHidden> {words('score.none_reason')}</VisuallyHidden> : null}
    </span>
  )
}

const parts = ['performance', 'lost', 'not_covered'] as const

/** Performance, lost effectiveness and what is not covered, out of 100. */
export function ScoreBar({ bar, target, wide = false }: { readonly bar: Bar | null; readonly target?: number | null; readonly wide?: boolean }) {
  const words = useWords('scores')
  if (!bar) return <span className={css.none}>—</span>
  const text = words('bar.text', { performance: String(bar.performance), lost: String(bar.lost), not_covered: String(bar.not_covered) })
  return (
    <span className={css.bar} data-wide={wide || undefined} role="img" aria-label={text} data-tooltip={text}>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
        {parts.map((part, at) => (
          <rect key={part} className={css[part]} x={parts.slice(0, at).reduce((sum, name) => sum + bar[name], 0)} width={bar[part]} height="6" />
        ))}
        {target === undefined || target === null ? null : <rect className={css.target} x={Math.min(99, target)} width="1" height="6" />}
      </svg>
    </span>
  )
}

/** The same number with exemptions left out and counted, at the same size; once where both are shown as the same. */
export function ScorePair({
  score,
  target,
  figure = 'PERFORMANCE',
  size = 'md',
}: {
  readonly score: Score
  readonly target: number | null
  readonly figure?: Figure
  readonly size?: 'md' | 'lg'
}) {
  const words = useWords('scores')
  const key = figure === 'PERFORMANCE' ? 'performance' : 'coverage'
  const [counted, without] = [score[key], score.without_exemptions[key]]
  const badge = { target, figure, size }
  if (scoreText(counted) === scoreText(without)) return <ScoreBadge score={counted} {...badge} />
  return (
    <span className={css.pair}>
      <span data-tooltip={words('page.with')}>
        <VisuallyHidden>{words('page.with')} </VisuallyHidden>
        <ScoreBadge score={counted} {...badge} />
      </span>
      <span className={css.slash} aria-hidden>
        /
      </span>
      <span data-tooltip={words('page.without')}>
        <VisuallyHidden>{words('page.without')} </VisuallyHidden>
        <ScoreBadge score={without} {...badge} />
      </span>
    </span>
  )
}

/** How many requirements stand where, in words; what is not there is not said. Of several perimeters together each requirement counts in each of them. */
export function ScoreCounts({ score, consolidated = false }: { readonly score: Score; readonly consolidated?: boolean }) {
  const words = useWords('scores')
  const format = useFormat()
  const { counted, exempted, not_applicable, out_of_level, unmapped } = score.counts
  const texts = [
    words(consolidated ? 'counts.counted_each' : 'counts.counted', { count: counted }),
    ...(unmapped > 0 ? [words('counts.unmapped', { count: unmapped })] : []),
    ...(exempted > 0 ? [words('counts.exempted', { count: exempted })] : []),
    ...(not_applicable > 0 ? [words('counts.not_applicable', { count: not_applicable })] : []),
    ...(out_of_level > 0 ? [words('counts.out_of_level', { count: out_of_level })] : []),
    // Nothing is said of proofs before there is one.
    ...(score.proven_share === null || score.proven_share === 0 ? [] : [words('score.proven', { percent: format.percent(score.proven_share * 100) })]),
  ]
  return <p className={css.counts}>{texts.join(' · ')}</p>
}

/** What the three colours of the bar mean. */
export function BarLegend() {
  const words = useWords('scores')
  return (
    <ul className={css.legend}>
      {parts.map((part) => (
        <li key={part}>
          <i className={css[part]} aria-hidden />
          {words(`bar.${part}`)}
        </li>
      ))}
    </ul>
  )
}
