import { expect, test } from 'vitest'
import { trialDays, trialTone } from './trial.ts'

test('the days left of a trial go from green by orange to red, at half of it and at a quarter (SHL-23)', () => {
  expect(trialDays).toBe(15)
  expect([15, 8, 7.5, 7.49, 7, 4, 3.75, 3.74, 3, 0].map(trialTone)).toEqual(['ok', 'ok', 'ok', 'warn', 'warn', 'warn', 'warn', 'bad', 'bad', 'bad'])
})
