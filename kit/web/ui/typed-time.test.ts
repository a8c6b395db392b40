import { expect, test } from 'vitest'
import { readTime } from './typed-time.ts'

test.each([
  ['9', '09:00'],
  ['09:30', '09:30'],
  ['9h30', '09:30'],
  ['9 h 30', '09:30'],
  ['9h', '09:00'],
  ['21.05', '21:05'],
  ['930', '09:30'],
  ['2359', '23:59'],
  ['9:30 pm', '21:30'],
  ['12 am', '00:00'],
  ['12:15 p.m.', '12:15'],
  [' 07:30 ', '07:30'],
])('a time of day is read as people type it: %s', (text, time) => expect(readTime(text)).toBe(time))

test.each(['', 'noon', '24:00', '9:60', '13 pm', '0 am', '9:3', '12345', '-1', '9:30:15'])('what is no time of day is none: %s', (text) =>
  expect(readTime(text)).toBeNull(),
)
