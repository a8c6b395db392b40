import { expect, test } from 'vitest'
import type { Moved } from '#areas/scores/contract/calls.ts'
import type { MovementCode } from '#areas/scores/contract/score.ts'
import { waterfall } from './waterfall.ts'

const cause = (code: MovementCode, amount: number): Moved['codes'][number] => ({ code, amount })
const moved = (codes: Moved['codes']): Moved => {
  const difference = codes.reduce((sum, { amount }) => sum + amount, 0)
  return {
    from: '2026-01-01',
    to: '2026-02-01',
    place: { scope: 'own', perimeter: null, grouping: null, policy: null },
    targets: { before: null, after: null },
    before: 50,
    after: 50 + difference / 1e6,
    difference,
    scope: 0,
    performance: difference,
    causes: [],
    codes,
  }
}
const names = { before: 'before', after: 'after', others: 'others' }

test('each bar starts where the one before ended, and the last ends at the score after', () => {
  const steps = waterfall(moved([cause('DEDUCTION', -3e6), cause('IMPLEMENTED', 5e6)]), names, (code) => code)
  expect(steps).toEqual([
    { name: 'before', from: 0, to: 50, total: true },
    { name: 'IMPLEMENTED', from: 50, to: 55, total: false },
    { name: 'DEDUCTION', from: 55, to: 52, total: false },
    { name: 'after', from: 0, to: 52, total: true },
  ])
})

test('small kinds of cause share one bar', () => {
  const codes = ['IMPLEMENTED', 'DEDUCTION', 'CONTROL', 'LEVEL', 'WEIGHT', 'MAPPING', 'EXEMPTION', 'VERSION'] as const
  const steps = waterfall(moved(codes.map((code, at) => cause(code, (10 - at) * 1e5))), names, (code) => code)
  expect(steps.map((step) => step.name)).toEqual(['before', ...codes.slice(0, 6), 'others', 'after'])
  expect(steps.at(-2)?.to).toBeCloseTo(steps.at(-1)?.to ?? 0, 9)
})
