import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { palette } from '#kit/contract/tone.ts'
import { barsOf, Level } from './level.tsx'

test('three to five levels have a bar each, more of them share five', () => {
  expect([1, 2, 3].map((at) => barsOf(at, 3))).toEqual([1, 2, 3].map((full) => [full, 3]))
  expect([1, 2, 3, 4].map((at) => barsOf(at, 4))).toEqual([1, 2, 3, 4].map((full) => [full, 4]))
  expect([1, 2, 4, 7].map((at) => barsOf(at, 7)[0])).toEqual([1, 2, 3, 5])
  expect([1, 2].map((at) => barsOf(at, 2))).toEqual([
    [2, 3],
    [3, 3],
  ])
  expect([barsOf(0, 4), barsOf(0, 0)]).toEqual([
    [0, 4],
    [0, 3],
  ])
})

const drawn = (at: number, color?: string) =>
  renderToStaticMarkup(
    <Level {...{ at, color }} of={4}>
      High
    </Level>,
  )

test('only the highest level is red, unless the levels are judged by their own colours', () => {
  expect([1, 2, 3, 4].map((at) => drawn(at).includes('data-highest'))).toEqual([false, false, false, true])
  expect(drawn(1, palette.bad)).toContain('data-tone="bad"')
  expect(drawn(4, palette.ok)).not.toContain('data-highest')
})

test('a level says itself by bars and by a word, and keeps both without any colour', () => {
  expect([0, 1, 2, 3, 4].map((at) => /data-level="(.)/.exec(drawn(at))?.[1])).toEqual(['0', '1', '2', '3', '4'])
  expect(drawn(2)).toContain('High')
  expect(drawn(0)).toContain('data-unset')
})
