import { taskControl } from './control.ts'
import type { Occurrence } from './control.ts'
import type { ScoreFacts } from './facts.ts'
import { exclusion, factsOf, measure, node, perimeter } from './test-facts.ts'

export const [A, B, P] = [1, 2, 1]
export const [R1, R2, R3, R4, R5, G1, G2] = [11, 12, 13, 14, 15, 21, 22]
export const [S1, S2, S3, S4] = [31, 32, 33, 34]
export const GROUPING = 7
/** The improvement action on M2, and A's exemption on R3. */
export const [ACTION, EXEMPTION] = [9, 1]
const DAY = '2026-06-30'

const occurrence = (due_on: string, answer: Occurrence['answer']): Occurrence => ({
  due_on,
  counts_until: `${due_on.slice(0, 8)}28`,
  done_on: answer === null ? null : due_on,
  answer,
  approval: 'NOT_REQUIRED',
})
const months = ['2025-07', '2025-08', '2025-09', '2025-10', '2025-11', '2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06']
const answers = ['NOT_APPLICABLE', 'NOT_APPLICABLE', 'OK', 'OK', 'OK', 'OK', 'OK', 'OK', 'OK', 'OK', 'KO', null] as const
const controlTask = taskControl(
  { measure_id: 1, source_id: 1 },
  months.map((month, at) => occurrence(`${month}-05`, answers[at] ?? null)),
  DAY,
)

/** The worked example of the scores: two perimeters, one policy, five requirements, four measures. */
export const golden: ScoreFacts = factsOf({
  day: DAY,
  perimeters: [perimeter(A), perimeter(B, { parent_id: A, weight: 50, grouping_ids: [GROUPING] })],
  applications: [A, B].map((perimeter_id) => ({
    perimeter_id,
    policy_id: P,
    version_id: 1,
    weight: 100,
    level: null,
    groups: null,
  })),
  nodes: [
    node(G1, { assessable: false }),
    node(R1, { parent_id: G1, weight: 100 }),
    node(R2, { parent_id: G1, weight: 50 }),
    node(R3, { parent_id: G1, weight: 50 }),
    node(G2, { assessable: false }),
    node(R4, { parent_id: G2, weight: 100 }),
    node(R5, { parent_id: G2, weight: 100 }),
  ],
  links: [
    { lineage_id: R1, solution_id: S1, share: 100 },
    { lineage_id: R2, solution_id: S1, share: 100 },
    { lineage_id: R2, solution_id: S2, share: 100 },
    { lineage_id: R3, solution_id: S3, share: 100 },
    { lineage_id: R4, solution_id: S2, share: 60 },
    { lineage_id: R4, solution_id: S4, share: 40 },
  ],
  measures: [measure(1, S1, A, { beneficiary_ids: [B] }), measure(2, S2, A), measure(3, S2, B), measure(4, S4, B)],
  deductions: [{ measure_id: 2, remediation_id: ACTION, value: 25, open: true }],
  controls: [
    controlTask,
    { measure_id: 3, kind: 'INDICATOR', source_id: 2, numerator: 54, denominator: 60, late: 0, stale: false, proven: true },
    { measure_id: 3, kind: 'TASK', source_id: 3, numerator: 5, denominator: 10, late: 0, stale: false, proven: true },
  ],
  exclusions: [
    exclusion(EXEMPTION, A, R3, 'EXEMPTION', { from: '2026-01-01', to: '2026-12-31' }),
    exclusion(2, B, R5, 'NOT_APPLICABLE', { from: '2026-01-01' }),
  ],
})
