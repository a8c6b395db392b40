import type { Change } from '#areas/policies/contract/score-preview.ts'
import type { ApplicationFact, ExclusionFact, MeasureFact, ScoreFacts } from '#areas/scores/server/facts/facts.ts'

/** A published version that a change speaks of. */
export interface OfferedVersion {
  readonly id: number
  readonly policy_id: number
  /** What new perimeters get. */
  readonly current: boolean
  /** References of its implementation groups, and of those that it marks. */
  readonly groups: readonly string[]
  readonly marked: readonly string[]
}

/** The implementation groups that a version proposes: those it marks, else all. */
const proposed = ({ marked }: OfferedVersion) => (marked.length > 0 ? marked : null)

/** The facts as they would be after some changes, in their order; nothing is written. Tables that no change touches stay the very same arrays. */
export function projectedFacts(facts: ScoreFacts, changes: readonly Change[], offered: readonly OfferedVersion[]): ScoreFacts {
  let next = facts
  let made = 0
  const set = (parts: Partial<ScoreFacts>) => {
    next = { ...next, ...parts }
  }
  for (const change of changes) {
    switch (change.kind) {
      case 'APPLY':
        set({
          applications: applied(
            next.applications,
            change,
            offered.find(({ policy_id, current }) => current && policy_id === change.policy),
          ),
        })
        break
      case 'WITHDRAW':
        set({ applications: next.applications.filter((row) => !(row.policy_id === change.policy && row.perimeter_id === change.perimeter)) })
        break
      case 'ADOPT':
        set({
          applications: next.applications.map((row) =>
            row.policy_id === change.policy && row.perimeter_id === change.perimeter
              ? adopted(
                  row,
                  offered.find(({ id }) => id === change.policy_version),
                )
              : row,
          ),
        })
        break
      case 'NOT_APPLICABLE':
      case 'EXEMPTION': {
        const { kind } = change
        const rows = change.lineages.map((lineage_id): ExclusionFact => {
          made -= 1
          return { id: made, perimeter_id: change.perimeter, lineage_id, kind, from: facts.day, to: null }
        })
        set({ exclusions: [...next.exclusions, ...rows] })
        break
      }
      case 'APPLICABLE': {
        const back = new Set(change.lineages)
        set({
          exclusions: next.exclusions.filter((row) => !(row.kind === 'NOT_APPLICABLE' && row.perimeter_id === change.perimeter && back.has(row.lineage_id))),
        })
        break
      }
      case 'MEASURE':
        made -= 1
        set(decided(next, change, made))
        break
      case 'MOVE':
        set({ perimeters: next.perimeters.map((row) => (row.id === change.perimeter ? { ...row, parent_id: change.parent } : row)) })
        break
      case 'BENEFIT':
        set({
          measures: next.measures.map((row) =>
            row.id === change.measure && row.offered_ids.includes(change.perimeter)
              ? {
                  ...row,
                  beneficiary_ids: [...row.beneficiary_ids, change.perimeter].toSorted((a, b) => a - b),
                  offered_ids: row.offered_ids.filter((id) => id !== change.perimeter),
                }
              : row,
          ),
        })
    }
  }
  return next
}

/** Where it applies already, what is not said stays; elsewhere it begins as a new application does. */
function applied(
  rows: readonly ApplicationFact[],
  { policy, perimeter, weight, level, implementation_groups }: Extract<Change, { kind: 'APPLY' }>,
  offered: OfferedVersion | undefined,
): readonly ApplicationFact[] {
  const known = rows.find((row) => row.policy_id === policy && row.perimeter_id === perimeter)
  if (!known && !offered) return rows
  const groups = implementation_groups?.length === 0 ? null : implementation_groups
  const row: ApplicationFact = {
    perimeter_id: perimeter,
    policy_id: policy,
    version_id: known?.version_id ?? offered?.id ?? 0,
    weight: weight ?? known?.weight ?? 100,
    level: level === undefined ? (known?.level ?? null) : level,
    groups: groups === undefined ? (known ? known.groups : offered ? proposed(offered) : null) : groups,
  }
  return known ? rows.map((each) => (each === known ? { ...known, ...row } : each)) : [...rows, row]
}

/** Groups that the version does not have are left out; what it proposes fills an empty choice. */
function adopted(row: ApplicationFact, version: OfferedVersion | undefined): ApplicationFact {
  if (!version) return row
  const retained = row.groups?.filter((group) => version.groups.includes(group)) ?? null
  return { ...row, version_id: version.id, groups: retained?.length === 0 ? proposed(version) : retained }
}

/** What is put back to be handled takes what lowered it, and whom it served, along. */
function decided(facts: ScoreFacts, { perimeter, solution, to }: Extract<Change, { kind: 'MEASURE' }>, id: number): Partial<ScoreFacts> {
  const known = facts.measures.find((row) => row.perimeter_id === perimeter && row.solution_id === solution)
  if (to === 'TO_IMPLEMENT') {
    if (!known) return {}
    return { measures: facts.measures.filter((row) => row !== known), deductions: facts.deductions.filter((row) => row.measure_id !== known.id) }
  }
  const base: MeasureFact = known ?? {
    id,
    solution_id: solution,
    perimeter_id: perimeter,
    status: 'NOT_IMPLEMENTED',
    decision: null,
    base_efficiency: 100,
    serves_operator: true,
    beneficiary_ids: [],
    offered_ids: [],
  }
  const row: MeasureFact = { ...base, status: to === 'IMPLEMENTED' ? 'IMPLEMENTED' : 'NOT_IMPLEMENTED', decision: to === 'IMPLEMENTED' ? null : to }
  return { measures: known ? facts.measures.map((each) => (each === known ? row : each)) : [...facts.measures, row] }
}
