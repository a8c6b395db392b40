import { expect, test } from 'vitest'
import { tintOf } from '#kit/contract/report.ts'
import { toneOf } from '#kit/web/ui/level-color.ts'
import { distanceOf, tone } from './tone.ts'

const level = (low: number, high: number, color: string) => ({ value: low, low, high, color, name_en: color, name_fr: null })
/** The ranges that every organisation begins with, and one of an organisation's own. */
const scale = [level(0, 59, '#D9453D'), level(60, 69, '#e09112'), level(70, 100, '#1f9d63')]
const own = [level(0, 100, '#8a63d2')]

test.each([
  [75, 75, 'ok', 0],
  // As shown: 75 of 75.
  [74.5, 75, 'ok', 0],
  [74.49, 75, 'warn', 1],
  [65, 75, 'warn', 10],
  [64.49, 75, 'bad', 11],
  [62, 75, 'bad', 13],
  [25, 40, 'bad', 15],
  [80, 75, 'ok', 0],
  // A mean of targets is shown as an integer, too.
  [72, 72.4, 'ok', 0],
  [0, 0, 'ok', 0],
])('%d of %d is %s, %d points below', (value, target, expected, points) => {
  expect(distanceOf(value, target)).toEqual({ tone: expected, points })
  // Whatever its level: the distance comes first.
  expect(toneOf(tone(value, target, scale))).toBe(expected)
  expect(toneOf(tone(value, target, own))).toBe(expected)
})

test('figures that are shown with decimals are judged with them', () => {
  expect(toneOf(tone(74.5, 75, scale, 1))).toBe('warn')
  expect(distanceOf(69.96, 70, 1)).toEqual({ points: 0, tone: 'ok' })
})

test('without a target the level of the scale gives the colour, without either there is none', () => {
  expect([40, 59.4, 59.5, 69.5].map((value) => toneOf(tone(value, null, scale)))).toEqual(['bad', 'bad', 'warn', 'ok'])
  expect(tone(62, null, own)).toBe('#8a63d2')
  expect([tone(62, null, []), tone(null, 75, scale), tone(null, null, scale), distanceOf(null, 75), distanceOf(50, null)]).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})

test('a document has the tone of the screen for each figure, target and scale', () => {
  const pairs = { ok: 'success', warn: 'warning', bad: 'danger', mute: 'neutral', ink: 'neutral' } as const
  for (const target of [null, 0, 40, 75, 100])
    for (const levels of [scale, own, []])
      for (let value = 0; value <= 100; value += 0.5) {
        const color = tone(value, target, levels)
        const screen = toneOf(color)
        expect(tintOf(color), `${value} of ${target}`).toBe(screen ? pairs[screen] : (color ?? undefined))
      }
})
