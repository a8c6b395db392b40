import { beforeEach, expect, test, vi } from 'vitest'
import { forgetTyped, keepTyped, keptTyped, placeOf } from './typed-steps.ts'

beforeEach(() => {
  const storage = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
})

test('what was typed in a step is there again until the step is answered, for the same person in the same organisation', () => {
  const here = placeOf('3.14', 'name')
  keepTyped(here, 'name', 'Aquilor')
  keepTyped(here, 'date', null)
  expect([keptTyped(here, 'name', () => 'first'), keptTyped(here, 'date', () => '2026-12-01'), keptTyped(here, 'sector', () => 'none')]).toEqual([
    'Aquilor',
    null,
    'none',
  ])
  for (const other of [placeOf('3.15', 'name'), placeOf('3.14', 'access_control')]) expect(keptTyped(other, 'name', () => 'first')).toBe('first')
  forgetTyped(here)
  expect(keptTyped(here, 'name', () => 'first')).toBe('first')
})
