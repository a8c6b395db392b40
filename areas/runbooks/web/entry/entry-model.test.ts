import { expect, test } from 'vitest'
import type { Occurrence } from '#areas/runbooks/web/occurrence-api.ts'
import { nothingGiven } from '#areas/runbooks/web/values.ts'
import { actOf, besideOf, between, booksOf, entryLetters, lacks, minutesLeft, nextOf, queueOf, spanOf, type Draft } from './entry-model.ts'

const row = (id: number, runtask: number, period_start: string, due_date: string, more: Partial<Occurrence> = {}) =>
  ({
    id,
    runtask: { id: runtask, name: `T${runtask}` },
    runbook: { id: 1, name: 'B' },
    period_start,
    due_date,
    hour: null,
    status: 'TO_DO',
    edit_right: true,
    late: false,
    kind: null,
    proof: 'ALLOWED',
    evidences: [],
    periodicity: 'MONTHLY',
    ...more,
  }) as Occurrence
const draft: Draft = { comment: '', day: '2026-11-23', files: [], opens: { gap: false, action: false }, given: nothingGiven }

test('a time spans its months; older ones stand in the first, and one that goes on ends with the last', () => {
  const first = '2026-06-01'
  expect(spanOf(row(1, 1, '2026-07-01', '2026-09-30'), first)).toEqual({ from: 1, to: 3 })
  expect(spanOf(row(1, 1, '2026-01-01', '2026-03-31'), first)).toEqual({ from: 0, to: 0 })
  expect(spanOf(row(1, 1, '2026-10-01', '2027-09-30'), first)).toEqual({ from: 4, to: 5 })
  // From the 15th to the 14th: the month in which the next one begins is the next one’s.
  expect(spanOf(row(1, 1, '2026-06-15', '2026-09-14'), first)).toEqual({ from: 0, to: 2 })
})

test('late ones come first, the oldest before, and after the last the first that is left', () => {
  const rows = [
    row(1, 1, '2026-11-01', '2026-11-30'),
    row(2, 1, '2026-10-01', '2026-10-31', { late: true }),
    row(3, 2, '2026-09-01', '2026-09-30', { late: true }),
    row(4, 2, '2026-11-01', '2026-11-30', { status: 'DONE' }),
  ]
  const order = queueOf(rows)
  expect(order).toEqual([3, 2, 1])
  expect(nextOf(order, () => true, 3)).toBe(2)
  expect(nextOf(order, (id) => id !== 1, 2)).toBe(3)
  expect(nextOf(order, () => false, 3)).toBeUndefined()
})

test('arrows go along a row, and to the nearest time in the row above and below', () => {
  const books = booksOf([
    row(1, 1, '2026-09-01', '2026-09-30'),
    row(2, 1, '2026-10-01', '2026-10-31'),
    row(3, 2, '2026-09-28', '2026-10-04', { periodicity: 'WEEKLY' }),
    row(4, 2, '2026-10-05', '2026-10-11', { periodicity: 'WEEKLY' }),
  ])
  expect(besideOf(books, 1, 'ArrowRight')).toBe(2)
  expect(besideOf(books, 2, 'ArrowRight')).toBe(2)
  expect(besideOf(books, 2, 'ArrowDown')).toBe(3)
  expect(besideOf(books, 4, 'ArrowUp')).toBe(2)
  expect([...between(books, 1, 2)]).toEqual([1, 2])
  expect(between(books, 1, 4)).toEqual(new Set([1, 2, 3, 4]))
})

test('an answer lacks its kind, its word, its proof, or values that are some', () => {
  const control = row(1, 1, '2026-11-01', '2026-11-30', { kind: 'CONTROL', proof: 'REQUIRED' })
  expect(lacks(control, draft, 'DONE')).toBe('kind')
  expect(lacks(control, draft, 'DONE_KO')).toBe('comment')
  expect(lacks(control, draft, 'DONE_OK')).toBe('proof')
  expect(lacks({ ...control, proof: 'ALLOWED' }, draft, 'DONE_OK')).toBeUndefined()
  expect(lacks({ ...control, proof: 'ALLOWED' }, { ...draft, given: { ...nothingGiven, wrong: true } }, 'DONE_OK')).toBe('values')
})

test('minutes follow one’s own pace, without the pauses', () => {
  expect(minutesLeft(40, [])).toBe(5)
  expect(minutesLeft(30, [0, 4_000, 8_000, 12_000, 900_000, 904_000])).toBe(2)
})

test('a letter is that of its word in each language, and does one thing', () => {
  for (const letters of Object.values(entryLetters)) expect(new Set(Object.values(letters)).size).toBe(Object.keys(letters).length)
  expect([actOf('d', 'en'), actOf('d', 'fr'), actOf('f', 'fr'), actOf('f', 'en'), actOf('w', 'en')]).toEqual(['DONE', 'day', 'DONE', undefined, 'day'])
})
