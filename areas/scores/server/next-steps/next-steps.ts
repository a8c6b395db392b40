import { outcomeAt } from '#areas/scores/server/compute/compute.ts'
import type { Place, ScoreResult } from '#areas/scores/server/compute/compute.ts'
import { recomputeScores } from '#areas/scores/server/compute/incremental.ts'
import { candidates, type Able, type Candidate } from './candidates.ts'
import { factsAfter, type NextStep } from './next-step.ts'
import { Influence } from './influence.ts'

/** A step with what a dry run of the score says of it, given those before it. */
export interface Step {
  readonly step: NextStep
  /** Points of the place's performance. */
  readonly gain: number
  /** The performance that it is lifted to. */
  readonly score: number
}

/** How much a step is worth that brings so many points: the points themselves, or points for its price. */
export type Worth = (step: NextStep, points: number) => number

/** Less than this is not shown as a gain. */
const least = 0.005
/** Dry runs for one step: a bound is hardly ever missed, so that one or two do. */
const triesAtMost = 12
/** What the bound, which adds in another order, may differ by. */
const drift = 1e-6

/** The next steps, each the best one given those before it; nothing is written. */
export function nextSteps(start: ScoreResult, place: Place, able: Able, worth: Worth, most = 3): Step[] {
  const steps: Step[] = []
  for (let state = start; steps.length < most;) {
    const best = bestOf(state, place, able, worth)
    if (!best) break
    steps.push(best.step)
    state = best.after
  }
  return steps
}

/** Everything that could be done now, with its bound. */
export function openSteps(result: ScoreResult, place: Place, able: Able): Candidate[] {
  const asked = new Set([...able.suggested.values()].flatMap((links) => links.map(({ lineage_id }) => lineage_id)))
  return candidates(result, new Influence(result, place, asked), able)
}

function bestOf(state: ScoreResult, place: Place, able: Able, worth: Worth): { step: Step; after: ScoreResult } | null {
  const before = performanceAt(state, place)
  if (before === null) return null
  const ranked = openSteps(state, place, able)
    .filter(({ bound }) => bound >= least)
    .map(({ step, bound }) => ({ step, most: worth(step, bound + drift) }))
    .toSorted((a, b) => b.most - a.most)
  let best: { step: Step; after: ScoreResult; value: number } | null = null
  for (const { step, most } of ranked.slice(0, triesAtMost)) {
    if (best && best.value >= most - drift * 10) break
    const after = recomputeScores(state, factsAfter(state.facts, step))
    const score = performanceAt(after, place) ?? before
    const gain = score - before
    const value = worth(step, gain)
    if (gain >= least && (!best || value > best.value)) best = { step: { step, gain, score }, after, value }
  }
  return best
}

const performanceAt = (result: ScoreResult, place: Place): number | null => outcomeAt(result, place).eased?.performance ?? null
