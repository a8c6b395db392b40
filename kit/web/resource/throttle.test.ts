import { expect, test, vi } from 'vitest'
import { throttled } from './throttle.ts'

test('only the first of several quick calls goes through', () => {
  vi.useFakeTimers()
  const run = vi.fn<(id: number) => void>()
  const call = throttled(1000, run)
  call(1)
  call(2)
  vi.advanceTimersByTime(999)
  call(3)
  vi.advanceTimersByTime(1)
  call(4)
  expect(run.mock.calls).toEqual([[1], [4]])
  vi.useRealTimers()
})
