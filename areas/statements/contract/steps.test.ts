import { expect, test } from 'vitest'
import { stepsOf, type RequirementState, type StatementLine } from './statement.ts'

const line = (state: RequirementState, why?: string): StatementLine => ({
  lineage_id: 1,
  control: { id: 1, name: 'R' },
  identifier: null,
  name: null,
  group: null,
  state,
  performance: null,
  measures: [],
  evidence: 0,
  proofs: { valid: 0, ends: null, soon: false },
  justification: why === undefined ? null : { id: 1, version: 1, text: why, author: null, at: '2026-11-29T00:00:00.000Z' },
  was: null,
  approval: 'NEW',
})

test('nothing is decided where nobody decided: a requirement has a measure, a reason, or is left out', () => {
  expect(stepsOf(Array.from({ length: 3 }, () => line('NO_MEASURE'))).DECIDED).toEqual({ done: 0, of: 3 })
  expect(stepsOf([line('PLANNED'), line('EXCLUDED', 'No site'), line('NO_MEASURE', 'By law'), line('NO_MEASURE')]).DECIDED).toEqual({ done: 3, of: 4 })
})
