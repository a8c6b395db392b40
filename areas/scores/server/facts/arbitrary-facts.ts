import fc from 'fast-check'
import type { ControlFact, MeasureFact, NodeFact, ScoreFacts } from './facts.ts'
import { factsOf, measure, node, perimeter } from './test-facts.ts'

const PERIMETERS = 5
const VERSIONS = [1, 2, 3]
const NODES = 9
const SOLUTIONS = 5
const MEASURES = 10

const weight = fc.constantFrom(0, 1, 50, 100, 100)
const some = (last: number): fc.Arbitrary<number> => fc.integer({ min: 1, max: last })

const perimeters = fc.tuple(
  ...Array.from({ length: PERIMETERS }, (_, at) =>
    fc
      .record({
        parent_id: at === 0 ? fc.constant(null) : some(at),
        weight,
        archived: at === 0 ? fc.constant(false) : fc.boolean().map((roll) => roll && at === PERIMETERS - 1),
        type: at === 0 ? fc.constant('INTERNAL' as const) : fc.constantFrom('INTERNAL', 'INTERNAL', 'INTERNAL', 'PROVIDER'),
        grouping_ids: fc.uniqueArray(some(2)),
      })
      .map((rest) => perimeter(at + 1, rest)),
  ),
)

const nodes = fc.tuple(
  ...VERSIONS.flatMap((version) =>
    Array.from({ length: NODES }, (_, at) =>
      fc
        .record({
          parent_id: fc.option(some(NODES).map((id) => version * 100 + (id % (at + 1)))),
          assessable: fc.constantFrom(true, true, false),
          weight: fc.constantFrom(1, 1, 10, 1000),
          group_weight: fc.option(fc.constantFrom(0, 1, 70), { freq: 4 }),
          level: fc.option(some(3)),
          groups: fc.option(fc.constantFrom(['x'], ['y'], ['x', 'y'], []), { freq: 3 }),
        })
        .map((rest) => {
          const id = version * 100 + at
          const parent_id = rest.parent_id === id ? null : rest.parent_id
          // Versions 1 and 2 are of the same policy, so they share lineages.
          return node(id, { ...rest, parent_id, version_id: version, lineage_id: version === 3 ? 300 + at : 100 + at })
        }),
    ),
  ),
)

const lineage = fc.oneof(
  some(NODES).map((at) => 99 + at),
  some(NODES).map((at) => 299 + at),
)

const applications = fc
  .array(
    fc.record({
      perimeter_id: some(PERIMETERS),
      version_id: fc.constantFrom(...VERSIONS),
      weight,
      level: fc.option(some(3)),
      groups: fc.option(fc.constantFrom(['x'], ['y'], [])),
    }),
    { minLength: 3, maxLength: 10 },
  )
  .map((rows) => rows.map((row) => ({ ...row, policy_id: row.version_id === 3 ? 2 : 1 })))
  .map((rows) => [...new Map(rows.map((row) => [`${row.perimeter_id}:${row.policy_id}`, row])).values()])

const links = fc.uniqueArray(fc.record({ lineage_id: lineage, solution_id: some(SOLUTIONS), share: fc.constantFrom(1, 30, 50, 60, 100) }), {
  minLength: 5,
  maxLength: 30,
  selector: (row) => `${row.lineage_id}:${row.solution_id}`,
})

const measures = fc.tuple(
  ...Array.from({ length: MEASURES }, (_, at) =>
    fc
      .record({
        solution_id: some(SOLUTIONS),
        perimeter_id: some(PERIMETERS),
        status: fc.constantFrom<MeasureFact['status'][]>('IMPLEMENTED', 'IMPLEMENTED', 'NOT_IMPLEMENTED', 'TO_IMPLEMENT'),
        base_efficiency: fc.constantFrom(0, 40, 75, 100),
        serves_operator: fc.constantFrom(true, true, false),
        beneficiary_ids: fc.uniqueArray(some(PERIMETERS)),
        discarded: fc.boolean(),
      })
      .map(({ discarded, solution_id, perimeter_id, ...rest }) =>
        measure(at + 1, solution_id, perimeter_id, {
          ...rest,
          decision: rest.status !== 'NOT_IMPLEMENTED' ? null : discarded ? 'DISCARDED' : 'PLANNED',
          beneficiary_ids: rest.beneficiary_ids.filter((id) => id !== perimeter_id),
        }),
      ),
  ),
)

const deductions = fc
  .array(fc.record({ measure_id: some(MEASURES), value: fc.constantFrom(0, 25, 33.3, 50), open: fc.boolean() }), { maxLength: 8 })
  .map((rows) => rows.map((row, at) => ({ ...row, remediation_id: at + 1 })))

const controls: fc.Arbitrary<ControlFact[]> = fc
  .array(
    fc.record({
      measure_id: some(MEASURES),
      kind: fc.constantFrom('TASK', 'INDICATOR', 'EVIDENCE'),
      numerator: fc.option(fc.integer({ min: 0, max: 12 })),
      denominator: fc.option(fc.constantFrom(0, 5, 7, 12)),
      proven: fc.boolean(),
    }),
    { maxLength: 8 },
  )
  .map((rows) => rows.map((row, at) => ({ ...row, source_id: at + 1, late: 0, stale: false })))

const exclusions = fc
  .array(
    fc.record({
      perimeter_id: some(PERIMETERS),
      lineage_id: lineage,
      kind: fc.constantFrom('NOT_APPLICABLE', 'EXEMPTION'),
      from: fc.constantFrom('2026-01-01', '2026-07-01'),
      to: fc.option(fc.constantFrom('2026-06-30', '2026-12-31')),
    }),
    { maxLength: 12 },
  )
  .map((rows) => rows.map((row, at) => ({ ...row, id: at + 1 })))

/** A small organisation in any state: shared measures, nested groups, several versions, weights of 0. */
export const anyFacts: fc.Arbitrary<ScoreFacts> = fc
  .record({
    day: fc.constantFrom('2026-06-30', '2026-08-15'),
    perimeters,
    nodes,
    applications,
    links,
    measures,
    deductions,
    controls,
    exclusions,
  })
  .map(factsOf)

const TABLES = ['day', 'perimeters', 'applications', 'nodes', 'links', 'measures', 'deductions', 'controls', 'exclusions'] as const

/** Two states of an organisation that differ in a few tables, in part or altogether. */
export const twoFacts: fc.Arbitrary<[before: ScoreFacts, after: ScoreFacts]> = fc
  .tuple(anyFacts, anyFacts, fc.uniqueArray(fc.constantFrom(...TABLES), { minLength: 1 }), fc.boolean())
  .map(([before, other, tables, whole]) => {
    const changed = tables.map((table) => {
      if (table === 'day') return [table, other.day]
      const rows = other[table]
      if (whole || table === 'applications') return [table, rows]
      // A version must stay a tree: only what it says about its nodes changes.
      if (table === 'nodes') return [table, before.nodes.map((row, at) => reworded(row, other.nodes[at]))]
      const half = Math.floor(before[table].length / 2)
      return [table, [...before[table].slice(0, half), ...rows.slice(half)]]
    })
    const after: ScoreFacts = { ...before, ...Object.fromEntries(changed) }
    const links = new Map(after.links.map((row) => [`${row.lineage_id}:${row.solution_id}`, row]))
    return [before, { ...after, links: [...links.values()] }]
  })

function reworded(row: NodeFact, other: NodeFact | undefined): NodeFact {
  if (!other || row.id % 2 === 0) return row
  const { weight: ownWeight, group_weight, level, groups } = other
  return { ...row, weight: ownWeight, group_weight, level, groups }
}
