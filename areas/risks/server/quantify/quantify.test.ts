import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countAt, countsOf } from './counts.ts'
import { limits, QuantificationFault, type Estimate, type EstimatedRisk } from './input.ts'
import { pertAt, pertMean, pertQuantiles, pertVariance, type Range } from './pert.ts'
import { Random } from './random.ts'
import { quantify } from './simulate.ts'
import { percentiles } from './summary.ts'
import { expectedLoss, worthOf } from './expected-loss.ts'

const range = (low: number, likely: number, high: number): Range => ({ low, likely, high })
const always = (value: number) => range(value, value, value)
const same = (id: number, estimate: Estimate): EstimatedRisk => ({ id, before: estimate, now: estimate, after: estimate })
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const varianceOf = (values: readonly number[], mean = meanOf(values)) => meanOf(values.map((value) => (value - mean) ** 2))

describe('random numbers', () => {
  test('are the same for a seed wherever they are drawn, and others for another seed, stream or step', () => {
    const first = (...of: [number, number?, number?]) =>
      Array.from(
        { length: 3 },
        (
          (random) => () =>
            random.next()
        )(new Random(...of)),
      )
    expect(first(42).map((each) => each.toFixed(9))).toMatchInlineSnapshot(`
      [
        "0.425752227",
        "0.602979527",
        "0.839614859",
      ]
    `)
    expect(first(42)).toEqual(first(42))
    expect(new Set([first(42), first(43), first(42, 1), first(42, 0, 1), first(42, 1, 1)].flat()).size).toBe(15)
  })

  test('are spread evenly, and one tells nothing of the next', () => {
    const random = new Random(7, 3)
    const numbers = Array.from({ length: 200_000 }, () => random.next())
    expect(Math.abs(meanOf(numbers) - 1 / 2)).toBeLessThan(0.003)
    expect(Math.abs(varianceOf(numbers) - 1 / 12)).toBeLessThan(0.001)
    const bins = Array.from({ length: 64 }, () => 0)
    for (const each of numbers) bins[Math.floor(each * 64)] = (bins[Math.floor(each * 64)] ?? 0) + 1
    // Chi-square of 63 degrees of freedom: beyond 110 once in ten thousand times.
    expect(bins.reduce((sum, count) => sum + (count - 3125) ** 2 / 3125, 0)).toBeLessThan(110)
    expect(Math.abs(meanOf(numbers.slice(1).map((each, n) => (each - 0.5) * ((numbers[n] ?? 0) - 0.5))))).toBeLessThan(0.0008)
    // The first number of neighbouring steps, as years use them.
    const firsts = Array.from({ length: 100_000 }, (_, step) => new Random(7, 1, step).next())
    expect(Math.abs(meanOf(firsts) - 1 / 2)).toBeLessThan(0.004)
    expect(Math.abs(meanOf(firsts.slice(1).map((each, n) => (each - 0.5) * ((firsts[n] ?? 0) - 0.5))))).toBeLessThan(0.001)
  })
})

test.each([
  [0, 0, 10],
  [0, 1, 10],
  [2, 5, 20],
  [0, 9, 10],
  [0, 10, 10],
  [100, 100.5, 101],
])('PERT of %d, %d, %d has the mean and the variance of its closed forms, within 0.05 %% of its width and 1 %%', (low, likely, high) => {
  const of = range(low, likely, high)
  const quantiles = pertQuantiles(of)
  const values = Array.from({ length: 100_000 }, (_, n) => pertAt(quantiles, (n + 0.5) / 100_000))
  expect(Math.abs(meanOf(values) - pertMean(of))).toBeLessThan(0.0005 * (high - low))
  expect(Math.abs(varianceOf(values) / pertVariance(of) - 1)).toBeLessThan(0.01)
  expect([Math.min(...values) >= low, Math.max(...values) <= high, values.every((each, n) => n === 0 || each >= (values[n - 1] ?? 0))]).toEqual([
    true,
    true,
    true,
  ])
})

describe('the number of events in a year', () => {
  const probabilities = (frequency: Range) => {
    const { atMost } = countsOf(frequency)
    return Array.from(atMost, (each, n) => each - (atMost[n - 1] ?? 0))
  }

  test.each([0, 0.02, 0.7, 3, 40, 900])('is Poisson where the frequency is known: %d a year, each count within 10⁻⁹', (rate) => {
    let [expected, log] = [Math.exp(-rate), -rate]
    for (const [count, share] of probabilities(always(rate)).entries()) {
      if (count > 0) {
        log += Math.log(rate / count)
        expected = Math.exp(log)
      }
      expect(Math.abs(share - expected)).toBeLessThan(1e-9)
    }
  })

  test.each([range(0, 0.1, 1), range(0.5, 1, 6), range(10, 30, 80)])(
    'has the mean and the variance of a Poisson whose rate is PERT, within 0.1 and 1 %%',
    (frequency) => {
      const shares = probabilities(frequency)
      const mean = shares.reduce((sum, share, count) => sum + share * count, 0)
      const variance = shares.reduce((sum, share, count) => sum + share * (count - mean) ** 2, 0)
      expect(Math.abs(mean / pertMean(frequency) - 1)).toBeLessThan(0.001)
      expect(Math.abs(variance / (pertMean(frequency) + pertVariance(frequency)) - 1)).toBeLessThan(0.01)
    },
  )

  test('is what the number leads to, looked up or counted', () => {
    const counts = countsOf(range(1, 4, 30))
    for (let n = 0; n < 5000; n += 1) {
      const uniform = (n + 0.5) / 5000
      expect(countAt(counts, uniform)).toBe(counts.atMost.findIndex((each) => each >= uniform))
    }
  })
})

test.each([
  [always(2), range(1000, 4000, 20_000)],
  [always(0.05), range(0, 100_000, 3_000_000)],
  [always(12), always(500)],
])('compound Poisson has mean λ·E[loss] and variance λ·E[loss²]: four standard errors, and 5 %% (%o, %o)', (frequency, loss) => {
  const years = 100_000
  const { now } = quantify({ seed: 1, years, risks: [same(1, { frequency, loss })] }).moments
  const square = pertVariance(loss) + pertMean(loss) ** 2
  expect(Math.abs(now.mean - frequency.low * pertMean(loss))).toBeLessThan(4 * now.error + 0.0005 * frequency.low * (loss.high - loss.low))
  expect(Math.abs(now.deviation ** 2 / (frequency.low * square) - 1)).toBeLessThan(0.05)
  expect(Math.abs(now.quiet - Math.exp(-frequency.low))).toBeLessThan(0.005)
})

const some: readonly EstimatedRisk[] = [
  same(11, { frequency: range(0.1, 0.5, 2), loss: range(1000, 10_000, 90_000) }),
  { id: 12, before: { frequency: range(1, 2, 4), loss: range(500, 2000, 9000) }, now: { frequency: always(0.5), loss: range(500, 2000, 9000) }, after: null },
  same(13, { frequency: always(0.02), loss: range(100_000, 400_000, 2_000_000) }),
]

describe('figures', () => {
  test('are the same for the same seed, others for another, and a risk has the same years alone and among others', () => {
    const ask = (seed: number, risks = some) => quantify({ seed, years: 5000, risks })
    expect(ask(3)).toEqual(ask(3))
    expect(ask(4).moments.now.mean).not.toBe(ask(3).moments.now.mean)
    const [alone] = ask(3, some.slice(1, 2)).moments.before.risks
    const among = ask(3, some.toReversed()).moments.before.risks.find(({ id }) => id === 12)
    expect([alone?.mean, alone?.happens]).toEqual([among?.mean, among?.happens])
  })

  test('of the risks sum up to those of the whole, on average and in the worst years', () => {
    const { moments } = quantify({ seed: 9, years: 20_000, risks: some })
    for (const each of Object.values(moments)) {
      expect(each.risks.reduce((sum, risk) => sum + risk.mean, 0)).toBeCloseTo(each.mean, 4)
      expect(each.risks.reduce((sum, risk) => sum + risk.worst, 0)).toBeCloseTo(each.worst, 4)
      const expected = each.risks.reduce((sum, risk) => sum + risk.expected, 0)
      expect(Math.abs(each.mean - expected)).toBeLessThan(4 * each.error + 0.001 * expected)
    }
    expect(moments.after.risks[1]).toEqual({ id: 12, mean: 0, expected: 0, worst: 0, happens: 0 })
  })

  test('of nothing are nothing, without a curve', () => {
    for (const risks of [[], [{ id: 1, before: null, now: null, after: null }], [same(1, { frequency: always(0), loss: always(10) })]]) {
      const { curve, moments } = quantify({ seed: 1, years: 1000, risks })
      expect([curve, moments.now.mean, moments.now.percentiles[99], moments.now.quiet, moments.now.worst]).toEqual([[], 0, 0, 1, 0])
    }
  })

  const estimate = (most: number) =>
    fc
      .tuple(fc.double({ min: 0, max: most, noNaN: true }), fc.double({ min: 0, max: most, noNaN: true }), fc.double({ min: 0, max: most, noNaN: true }))
      .map((each) => each.toSorted((a, b) => a - b))
      .map(([low = 0, likely = 0, high = 0]) => range(low, likely, high))
  const raised = ({ low, likely, high }: Range, by: number) => range(low + by, likely + by, high + by)

  test('never fall where a risk happens more often or costs more, and the curve never rises', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(estimate(5), estimate(1e6), fc.double({ min: 0, max: 3, noNaN: true }), fc.double({ min: 0, max: 1e5, noNaN: true })), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.nat({ max: 0xffffffff }),
        (estimates, seed) => {
          const risks = estimates.map(([frequency, loss, oftener, dearer], id) => ({
            id,
            before: { frequency: raised(frequency, oftener), loss: raised(loss, dearer) },
            now: { frequency: raised(frequency, oftener), loss },
            after: { frequency, loss },
          }))
          const { moments, curve } = quantify({ seed, years: 1000, risks })
          // Beyond what numbers of 64 bits cannot tell.
          const falls = (less: number, more: number) => less > more * (1 + 1e-9)
          for (const [less, more] of [
            [moments.after, moments.now],
            [moments.now, moments.before],
          ] as const) {
            expect(falls(less.mean, more.mean)).toBe(false)
            expect(percentiles.filter((each) => falls(less.percentiles[each], more.percentiles[each]))).toEqual([])
          }
          expect(curve.filter(({ before, now, after }) => now > before + 0.002 || after > now + 0.002)).toEqual([])
          for (const [n, point] of curve.entries()) {
            const last = curve[n - 1]
            if (last)
              expect([point.loss > last.loss, point.before <= last.before, point.now <= last.now, point.after <= last.after]).toEqual([true, true, true, true])
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  const sound: Estimate = { frequency: always(1), loss: always(1) }
  test.each([
    ['seed', { seed: 0.5 }],
    ['seed', { seed: -1 }],
    ['years', { years: limits.years.least - 1 }],
    ['years', { years: Number.NaN }],
    ['years', { years: limits.years.most + 1 }],
    ['risks', { risks: Array.from({ length: limits.risks + 1 }, (_, id) => same(id, sound)) }],
    ['twice', { risks: [same(1, sound), same(1, sound)] }],
    ['order', { risks: [same(1, { ...sound, frequency: range(2, 1, 3) })] }],
    ['order', { risks: [same(1, { ...sound, loss: range(1, 4, 3) })] }],
    ['bounds', { risks: [same(1, { ...sound, loss: range(-1, 1, 3) })] }],
    ['bounds', { risks: [same(1, { ...sound, loss: range(0, Number.NaN, 3) })] }],
    ['bounds', { risks: [same(1, { ...sound, frequency: always(limits.frequency + 1) })] }],
    ['bounds', { risks: [same(1, { ...sound, loss: always(Infinity) })] }],
    ['events', { years: 100_000, risks: [same(1, { ...sound, frequency: always(limits.frequency) })] }],
  ])('are refused for bad input: %s', (reason, part) => {
    expect(() => quantify({ seed: 1, years: 1000, risks: [same(1, sound)], ...part })).toThrow(expect.objectContaining({ reason }))
    expect(() => quantify({ seed: 1, years: 1000, risks: [same(1, sound)], ...part })).toThrow(QuantificationFault)
  })
})

test('an action is worth what it saves in a year, for each k€, by closed forms', () => {
  const risk: Estimate = { frequency: range(0, 1, 2), loss: range(10_000, 20_000, 60_000) }
  expect(expectedLoss(risk)).toBe(25_000)
  const halved: Estimate = { ...risk, frequency: range(0, 0.5, 1) }
  expect(worthOf([{ without: risk, with: halved }], 5)).toEqual({ saved: 12_500, perKiloEuro: 2500, months: 4.8 })
  expect(worthOf([{ without: risk, with: null }], null)).toEqual({ saved: 25_000, perKiloEuro: null, months: null })
  expect(worthOf([{ without: halved, with: risk }], 5)).toEqual({ saved: -12_500, perKiloEuro: -2500, months: null })
  expect(worthOf([], 0)).toEqual({ saved: 0, perKiloEuro: null, months: null })
})
