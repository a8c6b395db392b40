import { expect, test } from 'vitest'
import { sectionsOf, type Told } from './stacks.ts'

const makeNotification = (id: number, object: number, rest: Partial<Told> = {}): Told => ({
  id,
  kind: 'expiring',
  entity: 'evidence',
  object: { id: object, identifier: `EV-${object}`, name: 'Night backups' },
  actor: null,
  text: null,
  day: '2026-12-10',
  about: null,
  due_at: null,
  needs_action: true,
  created_at: '2026-11-29T06:00:00Z',
  read: false,
  ...rest,
})
const day = (at: Date) => at.toISOString().slice(0, 10)
const rowsOf = (all: readonly Told[]) =>
  sectionsOf(all, 'all', day).flatMap(({ name, stacks }) => stacks.map(({ newest, objects, all: of }) => [name, newest.kind, objects, of.length]))

test('what the calendar tells on one day of many objects is one row for each kind', () => {
  const many = Array.from({ length: 115 }, (_, at) => makeNotification(500 - at, at))
  const late = [makeNotification(300, 7, { kind: 'late', entity: 'action' }), makeNotification(299, 8, { kind: 'late', entity: 'action' })]
  const before = [makeNotification(200, 1, { created_at: '2026-11-28T06:00:00Z' }), makeNotification(199, 2, { created_at: '2026-11-28T06:00:00Z' })]
  expect(rowsOf([...many, ...late, ...before])).toEqual([
    ['needs', 'expiring', 115, 115],
    ['needs', 'late', 2, 2],
    ['needs', 'expiring', 2, 2],
  ])
})

test('what people did, and what is told of one object alone, is a row of its own', () => {
  const actor = { id: 3, name: 'Ada' }
  const notifications = [
    makeNotification(9, 1, { kind: 'mentioned', actor, needs_action: false }),
    makeNotification(8, 2, { kind: 'mentioned', actor, needs_action: false }),
    makeNotification(7, 1, { kind: 'late', entity: 'action' }),
    makeNotification(6, 1, { kind: 'due_soon', entity: 'action' }),
  ]
  expect(rowsOf(notifications)).toEqual([
    ['needs', 'late', 1, 2],
    ['2026-11-29', 'mentioned', 1, 1],
    ['2026-11-29', 'mentioned', 1, 1],
  ])
})
