import { computeScores, totals, valueOf } from './compute.ts'
import type { ScoreResult } from './compute.ts'
import { indexFacts } from '#areas/scores/server/facts/fact-index.ts'
import type { FactIndex } from '#areas/scores/server/facts/fact-index.ts'
import type { ScoreFacts } from '#areas/scores/server/facts/facts.ts'
import type { MeasureValue } from './efficiency.ts'
import { policyResult } from './policy.ts'
import type { PolicyResult } from './policy.ts'
import { solutionValues } from './solution.ts'
import type { SolutionValue } from './solution.ts'

/**
 * The same as `computeScores(facts)`, to the last bit, at the cost of what differs from the facts of `previous`:
 * the difference is found here, so a caller may edit rows in place of a table's copy or load all facts again.
 * A table left as the very same array costs nothing; a change in the tree of perimeters or of a version recomputes widely.
 */
export function recomputeScores(previous: ScoreResult, facts: ScoreFacts): ScoreResult {
  const before = previous.facts
  const index = indexFacts(facts, previous)
  if (!sameLive(previous.index, index)) return computeScores(facts)

  const { measures, solutionIds } = changedMeasures(previous, facts, index)
  const { solutions, changed } = changedSolutions(previous, measures, solutionIds, index)
  const lineages = changedOwners(before.links, facts.links, (row) => row.lineage_id)
  const versions = changedVersions(
    previous,
    index,
    changedOwners(before.nodes, facts.nodes, (row) => row.version_id),
  )
  const exclusions = changedExclusions(previous.index, index)

  const policies = new Map<number, ReadonlyMap<number, PolicyResult>>()
  for (const { fact } of index.perimeters) {
    const known = previous.policies.get(fact.id)
    const dirtyLineages = new Set([...lineages, ...(exclusions.get(fact.id) ?? [])])
    for (const solution of changed.get(fact.id) ?? []) {
      for (const link of index.lineagesOfSolution.get(solution) ?? []) dirtyLineages.add(link.lineage_id)
    }
    const ofPerimeter = new Map<number, PolicyResult>()
    for (const application of index.applications.get(fact.id) ?? []) {
      const result = known?.get(application.policy_id)
      const inPerimeter = solutions.get(fact.id)
      const edited = versions.get(application.version_id)
      if (!result || edited === null || !sameReach(result.application, application)) {
        ofPerimeter.set(application.policy_id, policyResult(application, index, inPerimeter))
        continue
      }
      const dirty = positionsOf(result, dirtyLineages, edited)
      if (dirty.size > 0) ofPerimeter.set(application.policy_id, policyResult(application, index, inPerimeter, { result, dirty }))
      else ofPerimeter.set(application.policy_id, result.application === application ? result : { ...result, application })
    }
    policies.set(fact.id, ofPerimeter)
  }
  return { facts, index, measures, solutions, policies, ...totals(index, policies) }
}

function changedMeasures(
  previous: ScoreResult,
  facts: ScoreFacts,
  index: FactIndex,
): { measures: ReadonlyMap<number, MeasureValue>; solutionIds: ReadonlySet<number> } {
  const before = previous.facts
  const solutionIds = changedOwners(before.measures, facts.measures, (row) => row.solution_id)
  const measureIds = changedOwners(before.measures, facts.measures, (row) => row.id)
  for (const id of changedOwners(before.deductions, facts.deductions, (row) => row.measure_id)) measureIds.add(id)
  for (const id of changedOwners(before.controls, facts.controls, (row) => row.measure_id)) measureIds.add(id)
  if (measureIds.size === 0) return { measures: previous.measures, solutionIds }

  const measures = new Map(previous.measures)
  for (const id of measureIds) measures.delete(id)
  for (const fact of facts.measures) {
    if (!measureIds.has(fact.id)) continue
    solutionIds.add(fact.solution_id)
    const value = valueOf(fact, index)
    if (value) measures.set(fact.id, value)
  }
  return { measures, solutionIds }
}

/** Solutions whose value differs, by perimeter. */
function changedSolutions(
  previous: ScoreResult,
  measures: ReadonlyMap<number, MeasureValue>,
  solutionIds: ReadonlySet<number>,
  index: FactIndex,
): { solutions: ScoreResult['solutions']; changed: ReadonlyMap<number, ReadonlySet<number>> } {
  const solutions = new Map(previous.solutions)
  const changed = new Map<number, Set<number>>()
  const write = (perimeter: number, solution: number, value: SolutionValue | undefined): void => {
    let ids = changed.get(perimeter)
    if (!ids) changed.set(perimeter, (ids = new Set()))
    const inPerimeter = new Map(solutions.get(perimeter))
    if (value) inPerimeter.set(solution, value)
    else inPerimeter.delete(solution)
    solutions.set(perimeter, inPerimeter)
    ids.add(solution)
  }
  for (const solution of solutionIds) {
    const values = solutionValues(index.measures.get(solution) ?? [], measures, index)
    for (const [perimeter, known] of previous.solutions) {
      if (known.has(solution) && !values.has(perimeter)) write(perimeter, solution, undefined)
    }
    for (const [perimeter, value] of values) {
      if (!sameSolution(previous.solutions.get(perimeter)?.get(solution), value)) write(perimeter, solution, value)
    }
  }
  return { solutions, changed }
}

function changedExclusions(before: FactIndex, after: FactIndex): ReadonlyMap<number, ReadonlySet<number>> {
  const changed = new Map<number, Set<number>>()
  if (before.exclusions === after.exclusions) return changed
  for (const perimeter of new Set([...before.exclusions.keys(), ...after.exclusions.keys()])) {
    const old = before.exclusions.get(perimeter)
    const now = after.exclusions.get(perimeter)
    const lineages = new Set<number>()
    for (const lineage of new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])) {
      if (old?.get(lineage)?.kind !== now?.get(lineage)?.kind) lineages.add(lineage)
    }
    changed.set(perimeter, lineages)
  }
  return changed
}

/** Positions edited in each version; null where the tree has another shape. */
function changedVersions(previous: ScoreResult, index: FactIndex, versions: ReadonlySet<number>): Map<number, ReadonlySet<number> | null> {
  return new Map(
    [...versions].map((version) => {
      const before = previous.index.trees.get(version)?.nodes ?? []
      const after = index.trees.get(version)?.nodes ?? []
      const sameShape =
        before.length === after.length &&
        after.every(({ fact, parent }, at) => {
          const old = before[at]
          return old?.fact.lineage_id === fact.lineage_id && old.fact.assessable === fact.assessable && old.parent?.position === parent?.position
        })
      if (!sameShape) return [version, null]
      return [version, new Set([...after.keys()].filter((at) => !sameRow(before[at]?.fact, after[at]?.fact)))]
    }),
  )
}

function positionsOf(result: PolicyResult, lineages: ReadonlySet<number>, edited: ReadonlySet<number> = new Set()): Set<number> {
  const positions = new Set(edited)
  for (const lineage of lineages) {
    const node = result.tree.byLineage.get(lineage)
    if (node) positions.add(node.position)
  }
  return positions
}

function sameLive(before: FactIndex, after: FactIndex): boolean {
  return before.live === after.live || (before.live.size === after.live.size && [...before.live].every((id) => after.live.has(id)))
}

function sameReach(a: PolicyResult['application'], b: PolicyResult['application']): boolean {
  return a === b || (a.version_id === b.version_id && a.level === b.level && sameValue(a.groups, b.groups))
}

function sameSolution(a: SolutionValue | undefined, b: SolutionValue): boolean {
  return a !== undefined && a.discarded === b.discarded && a.serving.length === b.serving.length && a.serving.every((value, at) => value === b.serving[at])
}

/**
 * Owners of the rows that differ between two states of a table, or more of them: rows are compared in place, and after
 * an insertion or a removal everything between the common start and the common end counts as different.
 */
function changedOwners<Row extends object>(before: readonly Row[], after: readonly Row[], owner: (row: Row) => number): Set<number> {
  const owners = new Set<number>()
  if (before === after) return owners
  const shorter = Math.min(before.length, after.length)
  let start = 0
  let end = 0
  if (before.length !== after.length) {
    while (start < shorter && sameRow(before[start], after[start])) start += 1
    while (end < shorter - start && sameRow(before[before.length - 1 - end], after[after.length - 1 - end])) end += 1
  }
  const middle = Math.max(before.length, after.length) - end
  for (let at = start; at < middle; at += 1) {
    const old = at < before.length - end ? before[at] : undefined
    const now = at < after.length - end ? after[at] : undefined
    if (sameRow(old, now)) continue
    if (old) owners.add(owner(old))
    if (now) owners.add(owner(now))
  }
  return owners
}

function sameRow<Row extends object>(a: Row | undefined, b: Row | undefined): boolean {
  if (a === b) return true
  if (!a || !b) return false
  for (const key in a) if (!sameValue(a[key], b[key])) return false
  return true
}

function sameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, at) => item === b[at])
  return a === b
}
