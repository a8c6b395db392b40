import { expect, test } from 'vitest'
import { completed, inNumbers, piecesOf, wordAt } from './formula-text.ts'

test('the pieces of a formula make it up again, and what is wrong is marked where it stands', () => {
  const text = '100 * SUM(patch_fait) / (due - dérog)'
  const pieces = piecesOf('100 * SUM(done) / dew', [{ at: 18, end: 21 }])
  expect(pieces.map((one) => one.text).join('')).toBe('100 * SUM(done) / dew')
  expect(pieces.filter(({ wrong }) => wrong).map((one) => [one.text, one.kind])).toEqual([['dew', 'metric']])
  expect(
    piecesOf(text, [])
      .map((one) => one.text)
      .join(''),
  ).toBe(text)
  expect(piecesOf('', [])).toEqual([])
})

test('two letters before the caret are completed, with what is left of the name behind it', () => {
  expect(wordAt('100 * p', 7)).toBeUndefined()
  const word = wordAt('100 * pat_x / due', 9)
  expect(word).toEqual({ word: 'pat', at: 6, end: 11 })
  expect(word && completed('100 * pat_x / due', word, 'patch_done')).toEqual({ text: '100 * patch_done / due', caret: 16 })
  expect(completed('SU', { at: 0, end: 2 }, 'SUM')).toEqual({ text: 'SUM(', caret: 4 })
  expect(wordAt('EX-1', 4)).toEqual({ word: 'EX-1', at: 0, end: 4 })
})

test('numbers stand in place of names', () => {
  const terms = [
    { metric: 'done', how: 'SUM', value: 1842 },
    { metric: 'due', how: null, value: null },
  ]
  expect(inNumbers('100*SUM(done)/(due - 3)', terms, (value) => (value === null ? '–' : String(value)))).toBe('100 × 1842 ÷ (– − 3)')
})
