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
  expect([nextUndecided(list, 1)?.id, nextUndecided(list, 2)?.id, nextUndecided(list.slice(0, 1), 1)?.id]).toEqual([2, 1, undefined])
})
