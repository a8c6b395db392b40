import { expect, test } from 'vitest'
import { nextUndecided, verbsOf } from './measure-verbs.ts'

const offer = { id: 3, name: 'Lyon', measure: 8, accepted: false, since: '2026-11-03', manager: null }
const row = (situation: string, more: object = {}) =>
  ({ edit_right: true, situation, operator: null, reset_right: situation !== 'TO_HANDLE', ...more }) as never

test('each state asks for one thing first, and whoever may not decide is asked for nothing', () => {
  expect(verbsOf(row('TO_HANDLE'))).toEqual(['implement', 'plan', 'discard'])
  expect(verbsOf(row('TO_HANDLE', { operator: offer }))).toEqual(['accept', 'implement', 'plan', 'discard'])
  expect(verbsOf(row('PLANNED'))).toEqual(['finish', 'implement', 'discard', 'reset'])
  expect(verbsOf(row('DISCARDED'))).toEqual(['implement', 'plan', 'reset'])
  expect(verbsOf(row('IMPLEMENTED'))).toEqual(['proof', 'reset'])
  expect(verbsOf(row('SERVED', { operator: { ...offer, accepted: true }, reset_right: false }))).toEqual(['maker', 'here'])
  for (const situation of ['TO_HANDLE', 'PLANNED', 'DISCARDED', 'IMPLEMENTED', 'SERVED'])
    expect(verbsOf(row(situation, { edit_right: false, operator: offer }))).toEqual([])
})

test('the next one to decide is the next below, then from the top, never the same, never another’s', () => {
  const list = [
    { id: 1, situation: 'TO_HANDLE', edit_right: true },
    { id: 2, situation: 'TO_HANDLE', edit_right: true },
    { id: 3, situation: 'PLANNED', edit_right: true },
    { id: 4, situation: 'TO_HANDLE', edit_right: false },
  ] as const
  const next = (id: number, rows: readonly (typeof list)[number][] = list) => nextUndecided(list, rows, id)?.id
  expect([next(1), next(2), next(1, list.slice(0, 1))]).toEqual([2, 1, undefined])
  // Once decided it may have left the list, or stand elsewhere in it: work goes on below where it was.
  const at = (place: number, situation: 'TO_HANDLE' | 'IMPLEMENTED' = 'TO_HANDLE') => ({ id: place, situation, edit_right: true })
  expect(nextUndecided([at(1), at(2), at(3)], [at(1), at(3)], 2)?.id).toBe(3)
  expect(nextUndecided([at(1), at(2), at(3)], [at(2, 'IMPLEMENTED'), at(1), at(3)], 2)?.id).toBe(3)
})
