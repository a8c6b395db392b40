import { expect, test } from 'vitest'
import { EXPLANATION_KINDS, EXPLANATION_REASONS, MOVEMENT_FAMILY } from '#areas/scores/contract/score.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'

test.each([
  ['en', en],
  ['fr', fr],
])('every kind, reason and cause has its words in %s', (_language, words) => {
  expect(Object.keys(words.explanation.kind)).toEqual([...EXPLANATION_KINDS])
  expect(new Set(Object.keys(words.explanation.reason))).toEqual(new Set(EXPLANATION_REASONS))
  expect(Object.keys(words.movement.cause)).toEqual(Object.keys(MOVEMENT_FAMILY))
})

test('both languages fill the same placeholders', () => {
  const placeholders = (words: object): unknown =>
    Object.fromEntries(
      Object.entries(words).map(([key, value]) => [
        key,
        typeof value === 'string' ? new Set([...value.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name)) : placeholders(value),
      ]),
    )
  expect(placeholders(fr)).toEqual(placeholders(en))
})
