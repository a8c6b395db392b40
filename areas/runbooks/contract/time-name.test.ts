import { expect, test } from 'vitest'
import { proofName, timeName, weekOf } from './time-name.ts'

test('weeks are numbered as calendars on the wall number them', () => {
  expect(['2026-11-16', '2026-11-22', '2026-01-01', '2027-01-01', '2020-12-31', '2021-01-04'].map(weekOf)).toEqual([47, 47, 1, 53, 53, 1])
})

test('a time is called after its week, its day, its hour or its month, in both languages', () => {
  const at = (periodicity: 'HOURLY' | 'DAILY' | 'WEEKLY' | 'QUARTERLY', hour: number | null = null) =>
    (['en', 'fr'] as const).map((language) => timeName({ periodicity, period_start: '2026-11-16', hour }, language))
  expect(at('WEEKLY')).toEqual(['week 47', 'semaine 47'])
  expect(at('DAILY')).toEqual(['16 November 2026', '16 novembre 2026'])
  expect(at('HOURLY', 7)).toEqual(['7:00, 16 November 2026', '7:00, 16 novembre 2026'])
  expect(at('QUARTERLY')).toEqual(['November 2026', 'novembre 2026'])
})

test('a proof is called after its task, its place and its time, whose name gives way where all is too long', () => {
  expect(proofName('Armoires fermées', 'Gand', 'semaine 47')).toBe('Armoires fermées, Gand, semaine 47')
  expect(proofName('Armoires fermées', null, 'semaine 47')).toBe('Armoires fermées, semaine 47')
  const long = proofName('x'.repeat(255), 'Gand', 'semaine 47')
  expect([long.length, long.endsWith('x, Gand, semaine 47')]).toEqual([255, true])
})
