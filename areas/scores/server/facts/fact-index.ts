import type { ApplicationFact, ControlFact, DeductionFact, ExclusionFact, LinkFact, MeasureFact, NodeFact, PerimeterFact, ScoreFacts } from './facts.ts'
import { policyTree } from '#areas/scores/server/compute/policy-tree.ts'
import type { PolicyTree } from '#areas/scores/server/compute/policy-tree.ts'

/** A perimeter that has a score. */
export interface ScoredPerimeter {
  readonly fact: PerimeterFact
  readonly children: readonly ScoredPerimeter[]
}

/** The facts, by the ids under which the formulas look for them; rows of a bucket are in a fixed order. */
export interface FactIndex {
  /** Perimeters not archived, whatever their type: only they operate measures. */
  readonly live: ReadonlySet<number>
  /** INTERNAL perimeters not archived, children before their parent. */
  readonly perimeters: readonly ScoredPerimeter[]
  readonly perimeter: ReadonlyMap<number, ScoredPerimeter>
  readonly root: ScoredPerimeter | null
  readonly groupings: ReadonlyMap<number, readonly ScoredPerimeter[]>
  readonly applications: ReadonlyMap<number, readonly ApplicationFact[]>
  readonly trees: ReadonlyMap<number, PolicyTree>
  readonly links: ReadonlyMap<number, readonly LinkFact[]>
  readonly lineagesOfSolution: ReadonlyMap<number, readonly LinkFact[]>
  readonly measures: ReadonlyMap<number, readonly MeasureFact[]>
  readonly deductions: ReadonlyMap<number, readonly DeductionFact[]>
  readonly controls: ReadonlyMap<number, readonly ControlFact[]>
  /** In force on the day, by perimeter then lineage; "not applicable" wins over an exemption. */
  readonly exclusions: ReadonlyMap<number, ReadonlyMap<number, ExclusionFact>>
}

/** Indexes the facts; parts whose rows are the very same array as in `previous` are taken over. */
export function indexFacts(facts: ScoreFacts, previous?: { facts: ScoreFacts; index: FactIndex }): FactIndex {
  const before = previous?.facts
  const index = previous?.index
  const links = index && before?.links === facts.links ? index : indexLinks(facts.links)
  return {
    ...(index && before?.perimeters === facts.perimeters ? perimeterPart(index) : indexPerimeters(facts.perimeters)),
    applications:
      index && before?.applications === facts.applications
        ? index.applications
        : bucket(
            facts.applications,
            (row) => row.perimeter_id,
            (a, b) => a.policy_id - b.policy_id,
          ),
    trees: index && before?.nodes === facts.nodes ? index.trees : indexTrees(facts.nodes),
    links: links.links,
    lineagesOfSolution: links.lineagesOfSolution,
    measures:
      index && before?.measures === facts.measures
        ? index.measures
        : bucket(
            facts.measures,
            (row) => row.solution_id,
            (a, b) => a.id - b.id,
          ),
    deductions:
      index && before?.deductions === facts.deductions
        ? index.deductions
        : bucket(
            facts.deductions,
            (row) => row.measure_id,
            (a, b) => a.remediation_id - b.remediation_id,
          ),
    controls: index && before?.controls === facts.controls ? index.controls : bucket(facts.controls, (row) => row.measure_id, bySource),
    exclusions: index && before?.exclusions === facts.exclusions && before.day === facts.day ? index.exclusions : indexExclusions(facts),
  }
}

function perimeterPart(index: FactIndex): Pick<FactIndex, 'live' | 'perimeters' | 'perimeter' | 'root' | 'groupings'> {
  const { live, perimeters, perimeter, root, groupings } = index
  return { live, perimeters, perimeter, root, groupings }
}

/** What is under an archived perimeter is archived with it. */
function indexPerimeters(facts: readonly PerimeterFact[]): ReturnType<typeof perimeterPart> {
  const ids = new Set(facts.map((fact) => fact.id))
  const childrenOf = bucket(
    facts,
    (row) => (row.parent_id !== null && ids.has(row.parent_id) ? row.parent_id : null),
    (a, b) => a.id - b.id,
  )
  const live = new Set<number>()
  const perimeters: ScoredPerimeter[] = []
  const place = (fact: PerimeterFact): ScoredPerimeter | null => {
    if (fact.archived) return null
    live.add(fact.id)
    const children = (childrenOf.get(fact.id) ?? []).map(place).filter((child) => child !== null)
    if (fact.type !== 'INTERNAL') return null
    const scored = { fact, children }
    perimeters.push(scored)
    return scored
  }
  const roots = (childrenOf.get(null) ?? []).map(place)
  const groupings = new Map<number, ScoredPerimeter[]>()
  for (const scored of perimeters) {
    for (const id of scored.fact.grouping_ids) groupings.set(id, [...(groupings.get(id) ?? []), scored])
  }
  for (const members of groupings.values()) members.sort((a, b) => a.fact.id - b.fact.id)
  const perimeter = new Map(perimeters.map((scored) => [scored.fact.id, scored]))
  return { live, perimeters, perimeter, root: roots.find((root) => root !== null) ?? null, groupings }
}

function indexTrees(nodes: readonly NodeFact[]): Map<number, PolicyTree> {
  const trees = new Map<number, PolicyTree>()
  for (const [version, rows] of bucket(nodes, (row) => row.version_id)) trees.set(version, policyTree(rows))
  return trees
}

function indexLinks(links: readonly LinkFact[]): Pick<FactIndex, 'links' | 'lineagesOfSolution'> {
  return {
    links: bucket(
      links,
      (row) => row.lineage_id,
      (a, b) => a.solution_id - b.solution_id,
    ),
    lineagesOfSolution: bucket(links, (row) => row.solution_id),
  }
}

function indexExclusions({ exclusions, day }: ScoreFacts): FactIndex['exclusions'] {
  const index = new Map<number, Map<number, ExclusionFact>>()
  for (const row of exclusions) {
    if (row.from > day || (row.to !== null && row.to < day)) continue
    const ofPerimeter = index.get(row.perimeter_id) ?? new Map<number, ExclusionFact>()
    const other = ofPerimeter.get(row.lineage_id)
    if (!other || outranks(row, other)) ofPerimeter.set(row.lineage_id, row)
    index.set(row.perimeter_id, ofPerimeter)
  }
  return index
}

function outranks(row: ExclusionFact, other: ExclusionFact): boolean {
  return row.kind === other.kind ? row.id < other.id : row.kind === 'NOT_APPLICABLE'
}

function bySource(a: ControlFact, b: ControlFact): number {
  return a.source_id - b.source_id || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0)
}

function bucket<Row, Key>(rows: readonly Row[], key: (row: Row) => Key, order?: (a: Row, b: Row) => number): Map<Key, Row[]> {
  const buckets = new Map<Key, Row[]>()
  for (const row of rows) {
    const id = key(row)
    const rowsOfKey = buckets.get(id)
    if (rowsOfKey) rowsOfKey.push(row)
    else buckets.set(id, [row])
  }
  if (order) for (const rowsOfKey of buckets.values()) if (rowsOfKey.length > 1) rowsOfKey.sort(order)
  return buckets
}
