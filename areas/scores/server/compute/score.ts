import { shownBar } from '#areas/scores/contract/rounding.ts'
import type { Score, ScoreReading } from '#areas/scores/contract/score.ts'
import type { Figures, Outcome } from './mean.ts'

/** The wire form of an outcome. */
export function toScore(outcome: Outcome): Score {
  const { eased, strict, counts } = outcome
  return { ...reading(eased), bar: barOf(eased), without_exemptions: { ...reading(strict), bar: barOf(strict) }, counts }
}

function reading(figures: Figures | null): ScoreReading {
  if (!figures) return { performance: null, coverage: null, proven_share: null }
  const { performance, coverage, proven } = figures
  return {
    performance: trim(performance),
    coverage: trim(coverage),
    proven_share: performance === 0 ? null : trim(proven / performance),
  }
}

function barOf(figures: Figures | null): Score['bar'] {
  return figures && shownBar(figures.performance, figures.coverage)
}

/** As scores are told: to 6 decimals. */
export function trim(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
