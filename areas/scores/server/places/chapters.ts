import { outcomeAt, type Place, type ScoreResult } from '#areas/scores/server/compute/compute.ts'
import type { PolicyNode } from '#areas/scores/server/compute/policy-tree.ts'
import { versionAt } from './policy-nodes.ts'

/** A part of a policy that divides it first. */
export interface Chapter {
  /** The group in the version that is in force at the place. */
  readonly group: number
  readonly lineage: number
  /** 0–100, exact; null when nothing counts. */
  readonly score: number | null
}

/** The groups at the top of a policy, or within the only one there; empty where it is not divided. */
export function chaptersAt(result: ScoreResult, place: Place, policyId: number): Chapter[] {
  const found = versionAt(result, place, policyId)
  const groupsOf = (nodes: readonly PolicyNode[]) => nodes.filter(({ fact }) => fact.id < 0)
  let groups = groupsOf(found?.tree.roots ?? [])
  while (groups.length === 1) groups = groupsOf(groups[0]?.children ?? [])
  return groups.map(({ fact }) => ({
    group: -fact.id,
    lineage: fact.lineage_id,
    score: outcomeAt(result, place, { policy_id: policyId, lineage_id: fact.lineage_id }).eased?.performance ?? null,
  }))
}
