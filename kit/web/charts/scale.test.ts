import { expect, test } from 'vitest'
import { axisOf, between, labelsOf, nearest, placesOf, powersIn } from './scale.ts'

test('an axis begins and ends at round values around what it shows, and nought is one of them', () => {
  expect(axisOf([3, null, 37])).toEqual({ min: 0, max: 40, ticks: [0, 10, 20, 30, 40] })
  expect(axisOf([-12, 30])).toEqual({ min: -20, max: 30, ticks: [-20, -10, 0, 10, 20, 30] })
  expect(axisOf([0.1, 0.35]).ticks).toEqual([0, 0.1, 0.2, 0.3, 0.4])
})

test('what is counted has no halves, and nothing at all has an axis', () => {
  expect(axisOf([0, 1, 2]).ticks).toEqual([0, 1, 2])
  expect(axisOf([null]).ticks).toEqual([0, 1])
  expect(axisOf([]).ticks).toEqual([0, 1])
})

test('an axis that floats begins near its values; one that is told where to begin and end says both', () => {
  expect(axisOf([52, 58], { afloat: true })).toMatchObject({ min: 52, max: 58 })
  expect(axisOf([5, 5], { afloat: true })).toMatchObject({ min: 5, max: 6 })
  expect(axisOf([44, 71], { min: 30, max: 90 }).ticks).toEqual([30, 40, 60, 80, 90])
})

test('values stand between the edges, and none leaves the drawing', () => {
  const y = between({ min: 0, max: 100 }, 200, 0)
  expect([0, 25, 100, 140, -3].map(y)).toEqual([200, 150, 0, 0, 200])
})

test('places share a width, by their middles or from edge to edge', () => {
  expect(placesOf(4, { left: 0, right: 80 })).toEqual([10, 30, 50, 70])
  expect(placesOf(3, { left: 10, right: 30 }, true)).toEqual([10, 20, 30])
  expect(placesOf(1, { left: 0, right: 80 }, true)).toEqual([0])
  expect([nearest([10, 30, 50], 38), nearest([10, 30, 50], 41), nearest([], 3)]).toEqual([1, 2, -1])
})

test('names stand clear of each other', () => {
  const names = Array.from({ length: 12 }, (_, n) => `month ${n}`)
  const shown = labelsOf(names, placesOf(12, { left: 0, right: 240 }))
  expect(shown.length).toBeGreaterThan(1)
  for (const [n, { at }] of shown.entries()) expect(at - (shown[n - 1]?.at ?? -Infinity)).toBeGreaterThan(8 * 6)
  expect(labelsOf(names, placesOf(12, { left: 0, right: 2400 }))).toHaveLength(12)
})

test('amounts of very different size have the powers of ten between them', () => {
  expect(powersIn(3, 25_000)).toEqual([10, 100, 1000, 10_000])
  expect(powersIn(0.01, 1)).toEqual([0.01, 0.1, 1])
})
