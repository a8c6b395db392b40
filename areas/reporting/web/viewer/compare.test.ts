import { expect, test } from 'vitest'
import type { Answer, FigureAnswer } from '#kit/contract/source.ts'
import type { Frozen } from '#areas/reporting/contract/calls.ts'
import { layoutSchema } from '#areas/reporting/contract/layout.ts'
import { differenceOf } from './compare.ts'

const figure = (value: number | null, more: Partial<FigureAnswer> = {}): FigureAnswer => ({
  kind: 'figure',
  value,
  unit: null,
  of: null,
  before: null,
  target: null,
  rises: null,
  facts: [],
  opens: null,
  ...more,
})
const version = (answers: Readonly<Record<string, Answer>>): Frozen => ({
  number: 1,
  at: '2026-11-30T10:00:00Z',
  by: null,
  note: null,
  layout: layoutSchema.parse({ sections: [{ id: 'section', blocks: Object.keys(answers).map((id) => ({ id, type: 'KPI' })) }] }),
  blocks: Object.entries(answers).map(([id, answer]) => ({ id, answer, error: null })),
})

test('fewer late ones are better, a higher score is, and of others nobody says', () => {
  const then = version({ late00: figure(9, { rises: false }), score0: figure(60, { unit: 'percent', rises: true }), number: figure(4), removed: figure(1) })
  const now = version({
    late00: figure(4, { rises: false }),
    score0: figure(55, { unit: 'percent', rises: true }),
    number: figure(7),
    added0: figure(1, { rises: true }),
  })
  expect(differenceOf(now, then)).toMatchObject({ better: 1, worse: 1, added: ['added0'], removed: ['removed'] })
  expect(differenceOf(then, now)).toMatchObject({ better: 1, worse: 1 })
})

test('what looks the same is neither, and what was not known is not worse', () => {
  const percent = (value: number | null) => version({ score0: figure(value, { unit: 'percent', rises: true }) })
  for (const [now, then] of [
    [60.2, 60.4],
    [60, null],
    [null, 60],
  ] as const)
    expect(differenceOf(percent(now), percent(then))).toMatchObject({ better: 0, worse: 0 })
})
