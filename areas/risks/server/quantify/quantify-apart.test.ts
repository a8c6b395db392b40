import { expect, test } from 'vitest'
import { NoPlace } from '#kit/server/data/database/fair-places.ts'
import { QuantificationFault, type Quantification } from './input.ts'
import { quantifyApart, QuantificationTooLong } from './quantify-apart.ts'
import { quantify } from './simulate.ts'

const estimate = { frequency: { low: 0.1, likely: 0.4, high: 2 }, loss: { low: 100, likely: 4000, high: 90_000 } }
const of = (years: number, risks: number): Quantification => ({
  seed: 5,
  years,
  risks: Array.from({ length: risks }, (_, id) => ({ id, before: estimate, now: estimate, after: null })),
})
const long = of(200_000, 200)

test('figures from a thread of its own are the same, and meanwhile the program goes on', async () => {
  const input = of(20_000, 20)
  let turns = 0
  const turn = () => {
    turns += 1
    next = setImmediate(turn)
  }
  let next = setImmediate(turn)
  const answer = await quantifyApart(1, input)
  clearImmediate(next)
  expect(answer).toEqual(quantify(input))
  expect(turns).toBeGreaterThan(50)
})

test('who does not wait any more, or for too long, ends it, and the next one is served', async () => {
  const leaving = new AbortController()
  const given = expect(quantifyApart(1, long, { signal: leaving.signal })).rejects.toThrow('enough')
  leaving.abort(new Error('enough'))
  await given
  await expect(quantifyApart(1, long, { milliseconds: 20 })).rejects.toThrow(QuantificationTooLong)
  expect((await quantifyApart(1, of(1000, 1))).years).toBe(1000)
})

test('of one organisation few wait, and bad input waits for nothing', async () => {
  const leaving = new AbortController()
  const all = Array.from({ length: 6 }, () => quantifyApart(2, long, { signal: leaving.signal }))
  const settled = Promise.allSettled(all)
  await expect(all[5]).rejects.toThrow(NoPlace)
  await expect(quantifyApart(2, { ...long, years: 3 })).rejects.toThrow(QuantificationFault)
  leaving.abort(new Error('enough'))
  expect((await settled).filter(({ status }) => status === 'fulfilled')).toEqual([])
})

test('the same estimates are worked out once; another one of them, or another organisation, anew', async () => {
  const input = of(10_000, 30)
  const first = await quantifyApart(3, input)
  expect(await quantifyApart(3, structuredClone(input))).toBe(first)
  const moved = {
    ...input,
    risks: input.risks.map((risk) => (risk.id === 7 ? { ...risk, now: { ...estimate, loss: { ...estimate.loss, likely: 5000 } } } : risk)),
  }
  expect(await quantifyApart(3, moved)).toEqual(quantify(moved))
  expect(await quantifyApart(4, input)).not.toBe(first)
})
