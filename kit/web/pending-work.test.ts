import { beforeEach, expect, test, vi } from 'vitest'
import { makeCounter } from './pending-work.ts'

/** A page whose browser goes on when it is told to. */
function page() {
  const counter = makeCounter()
  const waiting: { readonly kind: 'frame' | 'timers' | 'drawn'; readonly run: () => void }[] = []
  const shown: boolean[] = []
  const later = (kind: 'frame' | 'timers' | 'drawn') => (run: () => void) => void waiting.push({ kind, run })
  counter.showIdle({ frame: later('frame'), timers: later('timers'), drawn: later('drawn'), show: (idle) => void shown.push(idle) })
  /** Lets the browser go on by one step; answers which. */
  const goOn = async () => {
    await Promise.resolve()
    const next = waiting.shift()
    next?.run()
    await new Promise((resolve) => setImmediate(resolve))
    return next?.kind
  }
  const rest = async () => {
    const steps: string[] = []
    for (let step = await goOn(); step !== undefined; step = await goOn()) steps.push(step)
    return steps
  }
  return { ...counter, shown, goOn, rest }
}

let at: ReturnType<typeof page>
beforeEach(() => {
  at = page()
})

test('a page on which nothing is under way says so once a frame was painted and everything is drawn', async () => {
  const steps = await at.rest()
  expect(steps).toContain('frame')
  expect(steps.at(-1)).toBe('drawn')
  expect(at.shown).toEqual([true])
})

test('whatever begins is said in the same turn', async () => {
  await at.rest()
  at.begin()
  expect(at.shown).toEqual([true, false])
  await at.rest()
  expect(at.shown).toEqual([true, false])
})

test('so is a press of which nobody knows yet what it begins', async () => {
  await at.rest()
  at.stir()
  expect(at.shown).toEqual([true, false])
  await at.rest()
  expect(at.shown).toEqual([true, false, true])
})

test('a page is at rest once everything has ended, each thing only once', async () => {
  const [one, other] = [at.begin(), at.begin()]
  one()
  one()
  one()
  await at.rest()
  expect(at.shown).toEqual([])
  other()
  await at.rest()
  expect(at.shown).toEqual([true])
  // Below nothing it would take two to begin.
  at.begin()
  expect(at.shown).toEqual([true, false])
})

test('work that fails has ended too', async () => {
  const failing = at.whileUnderWay(Promise.reject(new Error('refused')))
  await expect(failing).rejects.toThrow('refused')
  await at.rest()
  expect(at.shown).toEqual([true])
})

test('between a pause and what begins after it the page is never at rest', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let answer = () => {}
    at.afterPause(300, () => void at.whileUnderWay(new Promise<void>((resolve) => (answer = resolve))))
    await at.rest()
    vi.advanceTimersByTime(300)
    await at.rest()
    expect(at.shown).toEqual([])
    answer()
    await at.rest()
    expect(at.shown).toEqual([true])
  } finally {
    vi.useRealTimers()
  }
})

test('a pause that is called off, or whose work fails, has ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    at.afterPause(300, () => expect.fail('It was called off'))()
    at.afterPause(300, () => {
      throw new Error('broken')
    })
    await at.rest()
    expect(at.shown).toEqual([])
    expect(() => vi.advanceTimersByTime(300)).toThrow('broken')
    await at.rest()
    expect(at.shown).toEqual([true])
  } finally {
    vi.useRealTimers()
  }
})

test('what begins while the page is looked at, at whatever step, is waited for', async () => {
  const steps = (await at.rest()).length
  for (let after = 0; after < steps; after += 1) {
    at = page()
    for (let step = 0; step < after; step += 1) await at.goOn()
    const end = at.begin()
    await at.rest()
    expect([after, at.shown]).toEqual([after, []])
    end()
    await at.rest()
    expect([after, at.shown]).toEqual([after, [true]])
  }
})

test('where something happens at every step, the page is at rest only after the last', async () => {
  for (let n = 0; n < 20; n += 1) {
    at.stir()
    await at.goOn()
  }
  expect(at.shown).toEqual([])
  await at.rest()
  expect(at.shown).toEqual([true])
})
