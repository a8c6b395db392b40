import { expect, test } from 'vitest'
import { leaderOf } from './leader.ts'

const [own, theirs] = ['Ada', 'Bo'].map((name, at) => ({ id: at + 1, name })) as [{ id: number; name: string }, { id: number; name: string }]
const operator = { id: 3, name: 'Lyon', measure: 9, accepted: true, since: '2026-01-01', manager: theirs }

test('a received measure is led by the manager of the perimeter that has it in place, unless it has one of its own or is only offered', () => {
  expect([
    leaderOf({ manager: null, operator }),
    leaderOf({ manager: own, operator }),
    leaderOf({ manager: null, operator: { ...operator, accepted: false } }),
    leaderOf({ manager: null, operator: { ...operator, manager: null } }),
    leaderOf({ manager: null, operator: null }),
  ]).toEqual([{ ...theirs, perimeter: 'Lyon' }, undefined, undefined, undefined, undefined])
})
