import { AppError } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { outcomeAt, placeOf, visibleTo, type Aims, type Place, type ScoreResult } from '#areas/scores/server/index.ts'
import type { Described } from './describe.ts'

/** Where the scores of a tree are read: the perimeter of its filter, else the highest that the reader may open; null where they may open none that has one. */
export function placeFor(result: ScoreResult, { who }: Tx, perimeter: number | undefined): Place | null {
  try {
    return placeOf(result, visibleTo(who), { perimeter, scope: 'consolidated' })
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** What the score of an object aims at, where a target applies to it: a perimeter, a grouping, or a policy in the place that is read. */
export function aimAt(aims: Aims, place: Place | null, { type, id, subject }: Described): number | null {
  if (type === 'perimeter') return aims({ kind: 'CONSOLIDATED', perimeter_id: id })
  if (type === 'tag') return aims({ kind: 'GROUPING', grouping_id: id })
  return place && subject && subject.node === undefined && subject.lineage_id === undefined ? aims(place, subject.policy_id) : null
}

/** The performance of what has a score, with all below it; null where nothing counts. */
export function performanceOf(result: ScoreResult, { who }: Tx, place: Place | null, { type, id, subject }: Described): number | null {
  const visible = visibleTo(who)
  const read = (at: Place, topic?: Parameters<typeof outcomeAt>[2]) => outcomeAt(result, at, topic).eased?.performance ?? null
  if (type === 'perimeter') return visible(id) && result.index.perimeter.has(id) ? read({ kind: 'CONSOLIDATED', perimeter_id: id }) : null
  if (type === 'tag') return result.index.groupings.get(id)?.some(({ fact }) => visible(fact.id)) ? read({ kind: 'GROUPING', grouping_id: id }) : null
  if (!place || !subject) return null
  const { policy_id, version_id, node } = subject
  if (node === undefined) return read(place, { policy_id, ...(subject.lineage_id !== undefined && { lineage_id: subject.lineage_id }) })
  const lineage = result.index.trees.get(version_id ?? 0)?.nodes.find(({ fact }) => fact.id === node)?.fact.lineage_id
  return lineage === undefined ? null : read(place, { policy_id, lineage_id: lineage })
}
