import { expect, test } from 'vitest'
import { FairPlaces, NoPlace } from './fair-places.ts'

const fair = (more = {}) => new FairPlaces({ places: 4, share: 2, queue: 3, patience: 10_000, ...more })
/** Whether something has come to pass by now. */
const settled = async (promise: Promise<unknown>) => Promise.race([promise.then(() => true), new Promise((resolve) => setImmediate(() => resolve(false)))])

test('one owner holds no more than a share, and another finds a place at once', async () => {
  const places = fair()
  const [leave] = [await places.enter(1), await places.enter(1)]
  const third = places.enter(1)
  expect(await settled(third)).toBe(false)
  expect(await settled(places.enter(2))).toBe(true)
  leave()
  expect(await settled(third)).toBe(true)
})

test('who waits is served in turn, one of each owner, however many wait', async () => {
  const places = fair({ places: 1, share: 1 })
  const order: number[] = []
  const leave = await places.enter(9)
  const all = [1, 1, 1, 2, 3].map(async (owner) => {
    const go = await places.enter(owner)
    order.push(owner)
    go()
  })
  leave()
  await Promise.all(all)
  expect(order).toEqual([1, 2, 3, 1, 1])
})

test('a full queue refuses at once, that of its owner alone, and nobody waits for ever', async () => {
  const places = fair({ places: 2, share: 1, queue: 1, patience: 20 })
  await places.enter(1)
  const waiting = places.enter(1)
  await expect(places.enter(1)).rejects.toThrow('Too many wait already')
  expect(await settled(places.enter(2))).toBe(true)
  await expect(waiting).rejects.toBeInstanceOf(NoPlace)
  expect(places.waiting).toBe(0)
})

test('whoever goes away leaves the queue to the next', async () => {
  const places = fair({ places: 1, share: 1, queue: 1 })
  const leave = await places.enter(1)
  const gone = new AbortController()
  const first = places.enter(1, gone.signal)
  gone.abort()
  await expect(first).rejects.toBeInstanceOf(NoPlace)
  await expect(places.enter(1, gone.signal)).rejects.toBeInstanceOf(NoPlace)
  const next = places.enter(1)
  leave()
  expect(await settled(next)).toBe(true)
})

test('a place is left once, and who gave up waiting takes none', async () => {
  const places = fair({ places: 1, share: 1, patience: 20 })
  const leave = await places.enter(1)
  await expect(places.enter(2)).rejects.toBeInstanceOf(NoPlace)
  leave()
  leave()
  const next = await places.enter(3)
  const after = places.enter(4)
  expect(await settled(after)).toBe(false)
  next()
  await after
})
