import { expect, test } from 'vitest'
import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, derived, flag, identifier, localized, ref, text } from '#kit/contract/field.ts'
import { hasSections, phoneFields, sectionsOf, shortPerson } from './phone-row.ts'

const rights = { read: 'thing.read', create: null, update: null, delete: null } as const
const work = defineEntity({
  name: 'work',
  area: 'made_up',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'W' }),
    name: localized({ need: 'required' }),
    status: choice(['OPEN', 'DONE']),
    manager: ref('member'),
    plan: ref('plan'),
    perimeter: ref('perimeter'),
    asked_on: date(),
    target_date: date(),
    closed: derived(flag()),
    late: derived(flag()),
    soon: derived(flag()),
  },
  rights,
  list: {
    columns: ['identifier', 'name', 'asked_on', 'status', 'plan', 'manager', 'perimeter', 'target_date'],
    filters: ['closed', 'late', 'soon'],
    sort: ['closed', 'target_date'],
    search: ['name'],
  },
  form: [],
})
const plain = defineEntity({
  name: 'plain',
  area: 'made_up',
  title: 'name',
  fields: { name: text(), color: text(), note: text() },
  rights,
  list: { columns: ['name', 'color', 'note'], filters: ['name'], sort: 'name', search: ['name'] },
  form: [],
})
const due = [
  { name: 'closed', order: 'asc' as const },
  { name: 'target_date', order: 'asc' as const },
]

test('two lines hold the name and the date that the list is ordered by, then status, number, place and person', () => {
  expect(phoneFields(work)).toEqual({
    title: 'name',
    date: 'target_date',
    status: 'status',
    identifier: 'identifier',
    place: 'perimeter',
    person: 'manager',
    group: undefined,
    others: [],
  })
  expect(phoneFields(plain)).toMatchObject({ title: 'name', date: undefined, others: ['color', 'note'] })
})

test('work that stands in the order of its dates has sections; whatever is ordered otherwise has none', () => {
  expect(hasSections(work, due, 'target_date')).toBe(true)
  expect(hasSections(work, [{ name: 'name', order: 'asc' }], 'target_date')).toBe(false)
  expect(hasSections(plain, [], undefined)).toBe(false)
})

test('a section says its number once it is known whole', () => {
  const rows = [{ late: true, target_date: '1' }, { late: true, target_date: '2' }, { soon: true, target_date: '3' }, { target_date: '4' }]
  const parts = (all: boolean) => sectionsOf(rows, 'target_date', all).map(({ name, rows: { length }, count }) => [name, length, count])
  expect(parts(false)).toEqual([
    ['late', 2, 2],
    ['soon', 1, 1],
    ['later', 1, undefined],
  ])
  expect(parts(true).at(-1)).toEqual(['later', 1, 1])
  expect(sectionsOf([{ closed: true, late: false }, {}], 'target_date', true).map(({ name }) => name)).toEqual(['closed', 'undated'])
})

test('people are named by their first name', () => {
  expect([shortPerson('Marta Ivanova'), shortPerson('Jean-Luc De la Tour'), shortPerson('Cher')]).toEqual(['Marta I.', 'Jean-Luc T.', 'Cher'])
})
