import { sql } from 'kysely'
import type { Who } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { MOVEMENT_UNIT } from '#areas/scores/contract/score.ts'
import { outcomeAt, type ScoreResult } from '#areas/scores/server/compute/compute.ts'
import type { ExclusionFact } from '#areas/scores/server/facts/facts.ts'
import { recomputeScores } from '#areas/scores/server/compute/incremental.ts'
import type { Outcome } from '#areas/scores/server/compute/mean.ts'
import { whatMoved } from './movement.ts'
import { highest, visibleTo } from '#areas/scores/server/places/reach.ts'
import type { SnapshotReading } from '#areas/scores/server/snapshot/snapshot.ts'
import { trim } from '#areas/scores/server/compute/score.ts'
import { monthlySeries } from './trend.ts'

/** A score with its exemptions in force, and without. */
export interface WithAndWithout {
  readonly with: number | null
  readonly without: number | null
}

/** Points of a perimeter's own score that one exclusion is worth. */
export interface ExemptedPart {
  /** What says so: the id of its row in its own area. */
  readonly source_id: number
  readonly policy_id: number | null
  readonly lineage_id: number | null
  readonly points: number
}

export interface ExemptedPoints extends WithAndWithout {
  readonly perimeter_id: number
  /** They add up to the difference of both scores, to the millionth. */
  readonly parts: readonly ExemptedPart[]
}

/** Of which policy and perimeter alone, and how it is found which exemption an exclusion comes from: what was published long ago may be excluded no more. */
export interface ExemptedQuery {
  readonly policy?: number | undefined
  readonly perimeter?: number | undefined
  readonly sources?: ((tx: Tx, exclusions: readonly ExclusionFact[]) => Promise<ReadonlyMap<number, number>>) | undefined
}

const trimOrNull = (value: number | undefined) => (value === undefined ? null : trim(value))
const pair = ({ eased, strict }: Outcome): WithAndWithout => ({ with: trimOrNull(eased?.performance), without: trimOrNull(strict?.performance) })

/**
 * What rests on exemptions in each perimeter that the reader may open and that has some in force: the same comparison as between two days, of the scores as
 * they stand with the scores as if nothing were exempted. `policy`: of its score alone. Points of two perimeters are never added: each is of its own score.
 */
export async function exemptedPoints(
  tx: Tx,
  current: ScoreResult,
  who: Who,
  { policy, perimeter, sources: behind = sourcesOf }: ExemptedQuery = {},
): Promise<ExemptedPoints[]> {
  const visible = visibleTo(who)
  const topic = policy === undefined ? undefined : { policy_id: policy }
  const exempted = new Map<number, readonly ExclusionFact[]>()
  for (const [id, ofPerimeter] of current.index.exclusions) {
    const rows = [...ofPerimeter.values()].filter(({ kind }) => kind === 'EXEMPTION')
    if (rows.length > 0 && (perimeter === undefined || perimeter === id) && visible(id) && current.index.perimeter.has(id)) exempted.set(id, rows)
  }
  if (exempted.size === 0) return []
  const without = recomputeScores(current, { ...current.facts, exclusions: current.facts.exclusions.filter(({ kind }) => kind !== 'EXEMPTION') })
  const sources = await behind(tx, [...exempted.values()].flat())
  return [...exempted.keys()].map((id): ExemptedPoints => {
    const place = { kind: 'OWN', perimeter_id: id } as const
    const { causes } = whatMoved(without, current, { place, ...(topic && { topic }), view: { figure: 'PERFORMANCE', exemptions: true } })
    const parts = causes.flatMap(({ code, source_id, policy_id, lineage_id, amount }): ExemptedPart[] => {
      const source = code === 'EXEMPTION' && source_id !== null ? sources.get(source_id) : undefined
      return source === undefined ? [] : [{ source_id: source, policy_id, lineage_id, points: amount / MOVEMENT_UNIT }]
    })
    return { perimeter_id: id, ...pair(outcomeAt(current, place, topic)), parts }
  })
}

/** The score of a perimeter, or of the highest one that the reader may open, with all below it. */
export function scoreAtTop(current: ScoreResult, who: Who, policy?: number, perimeter?: number): (WithAndWithout & { readonly perimeter_id: number }) | null {
  const top = perimeter ?? highest(current.index, visibleTo(who))
  if (top === undefined || !current.index.perimeter.has(top)) return null
  return {
    perimeter_id: top,
    ...pair(outcomeAt(current, { kind: 'CONSOLIDATED', perimeter_id: top }, policy === undefined ? undefined : { policy_id: policy })),
  }
}

/** What rested on exemptions at the end of each of the last months, by perimeter, as published then; oldest first. */
export async function exemptedByMonth(tx: Tx, policy: number | undefined, months: number): Promise<ReadonlyMap<number, readonly (number | null)[]>> {
  const series = (await monthlySeries(tx, tx.today, 'own', policy)).slice(-months)
  const ids = new Set(series.flatMap(({ readings }) => Object.keys(readings ?? {})))
  return new Map([...ids].map((id) => [Number(id), series.map(({ readings }) => between(readings?.[id]))]))
}

function between(reading: SnapshotReading | undefined): number | null {
  const [eased, , strict] = reading ?? [null, null, null, null]
  return eased === null || strict === null ? null : eased - strict
}

/** Which exemption says so, by the ids of exclusions. */
async function sourcesOf(tx: Tx, exclusions: readonly ExclusionFact[]): Promise<ReadonlyMap<number, number>> {
  const ids = exclusions.map(({ id }) => id)
  const rows = await tx.run(
    sql<{
      id: number
      source_id: number
    }>`select id, source_id from requirement_exclusion where customer_id = ${tx.customerId} and source = 'exemption' and id = any(${ids}::bigint[])`,
  )
  return new Map(rows.map(({ id, source_id }) => [id, source_id]))
}
