import { expect, test } from 'vitest'
import { rank, type Evidence } from './rank.ts'

const mapped = (percent: number, full: boolean, by: number, solution = 1): Evidence => ({ control: 1, solution, kind: 'MAPPING', percent, full, by })
const alike = (percent: number, solution = 1, by = 0): Evidence => ({ control: 1, solution, kind: 'LIKENESS', percent, full: true, by })

test.each<[string, Evidence[], [solution: number, percent: number, share: number, kind: string][]]>([
  ['one pair in full', [mapped(95, true, 1)], [[1, 95, 100, 'MAPPING']]],
  ['one pair in part', [mapped(75, false, 1)], [[1, 75, 50, 'MAPPING']]],
  ['two requirements that agree', [mapped(75, false, 1), mapped(85, true, 2)], [[1, 88, 100, 'MAPPING']]],
  ['the same one said twice counts once', [mapped(60, false, 1), mapped(75, false, 1)], [[1, 75, 50, 'MAPPING']]],
  ['a mapping and texts that are alike', [mapped(85, true, 1), alike(64)], [[1, 88, 100, 'MAPPING']]],
  ['texts that are more alike than the mapping is sure', [mapped(60, false, 1), alike(90)], [[1, 93, 50, 'LIKENESS']]],
  ['likeness alone is its own percent, however often', [alike(61, 1, 0), alike(55, 1, 7)], [[1, 61, 100, 'LIKENESS']]],
  [
    'as they were told where nothing else decides: what answers more of it first',
    [mapped(95, true, 1, 9), mapped(95, true, 1, 4)],
    [
      [9, 95, 100, 'MAPPING'],
      [4, 95, 100, 'MAPPING'],
    ],
  ],
  ['never certain', Array.from({ length: 9 }, (_, n) => mapped(95, true, n + 1)), [[1, 99, 100, 'MAPPING']]],
  [
    'the best first, in full before in part',
    [mapped(75, false, 1, 2), alike(75, 3), mapped(85, true, 1, 4)],
    [
      [4, 85, 100, 'MAPPING'],
      [3, 75, 100, 'LIKENESS'],
      [2, 75, 50, 'MAPPING'],
    ],
  ],
])('%s', (_, evidence, expected) => {
  const suggestions = rank(evidence).get(1) ?? []
  expect(suggestions.map(({ solution, percent, share, evidence: [first] }) => [solution, percent, share, first.kind])).toEqual(expected)
})

const inPlace = new Map([
  [2, 3],
  [3, 7],
  [4, 90],
])

test.each<[string, Evidence[], number[]]>([
  ['what is in place before what nobody uses, however well it answers', [mapped(95, true, 1, 1), mapped(60, false, 1, 2)], [2, 1]],
  ['then what most measures stand behind', [mapped(95, true, 1, 2), mapped(85, true, 1, 3)], [3, 2]],
  ['but nothing weak for being everywhere before what may be accepted unseen', [alike(51, 4), mapped(85, true, 1, 2), mapped(95, true, 1, 1)], [2, 4, 1]],
  ['then what answers most', [mapped(75, false, 1, 5), mapped(85, true, 1, 6)], [6, 5]],
])('%s', (_, evidence, expected) => {
  expect((rank(evidence, inPlace).get(1) ?? []).map(({ solution }) => solution)).toEqual(expected)
})
