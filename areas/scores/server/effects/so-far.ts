import type { ScorePreview } from '#areas/policies/contract/score-preview.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { ScoreResult } from '#areas/scores/server/compute/compute.ts'
import { recomputeScores } from '#areas/scores/server/compute/incremental.ts'
import { loadFacts } from '#areas/scores/server/facts/load-facts.ts'
import { visibleTo } from '#areas/scores/server/places/reach.ts'
import { partsOf } from '#areas/scores/server/snapshot/score-version.ts'
import { perimeterSteps } from './score-preview.ts'

/** What scores have become by what was written so far in a transaction that may never be kept: read from what it sees, and remembered nowhere. */
export async function effectSoFar(tx: Tx, before: ScoreResult): Promise<Pick<ScorePreview, 'perimeters' | 'hidden'>> {
  const parts = partsOf(tx.touched)
  if (parts.length === 0) return { perimeters: [], hidden: 0 }
  const after = recomputeScores(before, await loadFacts(tx, before.facts.day, parts, before.facts))
  return perimeterSteps(tx, before, after, visibleTo(tx.who), new Set(), false)
}
