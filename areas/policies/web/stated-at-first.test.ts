import { afterEach, expect, test, vi } from 'vitest'
import { keepStated, statedAtFirst } from './stated-at-first.ts'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) })
afterEach(() => stored.clear())

const applications = [
  { id: 1, measures: 0 },
  { id: 2, measures: 7 },
  { id: 3, measures: 7 },
]

test('a statement opens where most measures are in place, the first by name of several; after that where it was read last, for as long as the policy applies there', () => {
  expect(statedAtFirst(5, applications)?.id).toBe(2)
  keepStated(5, 3)
  expect([statedAtFirst(5, applications)?.id, statedAtFirst(6, applications)?.id]).toEqual([3, 2])
  keepStated(5, 9)
  expect(statedAtFirst(5, applications)?.id).toBe(2)
  expect(statedAtFirst(5, [])).toBe(undefined)
})
