import { expect, test, vi } from 'vitest'
import { whileHeld, whileHeldOf } from '#kit/contract/while-held.ts'
import { lazily, merged } from './lazily.ts'

test('what is made when it is read is made for the first who reads it, and is the same for whoever reads it while it is held', () => {
  const make = vi.fn(() => ({ made: true }))
  const read = whileHeld(make)
  expect(make).not.toHaveBeenCalled()
  const held = read()
  expect(read()).toBe(held)
  expect(make).toHaveBeenCalledTimes(1)
  const [one, other] = [{}, {}]
  const of = whileHeldOf((owner: object) => ({ owner }))
  const retained = [of(one), of(other)]
  expect([of(one) === retained[0], of(other) === retained[1], retained.map(({ owner }) => owner === one)]).toEqual([true, true, [true, false]])
})

test('merging reads nothing, spreading reads everything, and what is given later wins', () => {
  const answer = vi.fn(() => ({ of: 'answer' }))
  const body = vi.fn(() => ({ of: 'body' }))
  const given: { path: string; answer: { of: string } } = { path: '/a', answer: { of: 'default' } }
  const later: { path: string } = { path: '/b' }
  const operation = merged(given, merged(later, lazily({ answer, body })))
  expect(operation.path).toBe('/b')
  expect(answer).not.toHaveBeenCalled()
  expect({ ...operation }).toEqual({ path: '/b', answer: { of: 'answer' }, body: { of: 'body' } })
  expect([answer.mock.calls.length, body.mock.calls.length]).toEqual([1, 1])
})
