import { expect, test } from 'vitest'
import { defineEntity } from '#kit/contract/entity.ts'
import { choice, files, identifier, integer, links, localized, ref, rows, text } from '#kit/contract/field.ts'
import { bodyOf, changedKeys, fieldOfKey, losesLinks, mergedValues, valuesOf } from './form-values.ts'

const incident = defineEntity({
  name: 'incident',
  area: 'incidents',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'I' }),
    name: localized({ need: 'required' }),
    status: choice(['OPENED', 'CLOSED'], { default: 'OPENED' }),
    perimeter: ref('perimeter'),
    duplicate_of: ref('incident'),
    measures: links('measure'),
    score: integer({ by: 'server' }),
    proofs: files(),
    tasks: rows({ title: text(), owner: ref('member') }),
  },
  rights: { read: 'incident.read', create: 'incident.create', update: 'incident.write', delete: null },
  list: { columns: ['name'], filters: [], sort: 'name', search: [] },
  form: [{ section: 'general', fields: ['identifier', 'name', 'status', 'perimeter', 'duplicate_of', 'measures', 'score', 'proofs', 'tasks'] }],
})

const row = {
  name: 'Phishing',
  name_en: 'Phishing',
  name_fr: null,
  status: 'OPENED',
  perimeter: { id: 7, name: 'Lyon' },
  duplicate_of: { id: 4, name: 'Spam' },
  measures: [{ id: 1, name: 'MFA' }],
  score: 40,
  proofs: [{ id: 5, name: 'a.pdf', size: 1, mime: 'application/pdf' }],
  tasks: [{ id: 3, title: 'Call', owner: { id: 9, name: 'Léa' } }],
}

test('a new row sends its defaults and leaves the server its own fields', () => {
  const values = valuesOf(incident, undefined)
  expect(bodyOf(incident, values, undefined)).toEqual({
    identifier: null,
    name_en: null,
    name_fr: null,
    status: 'OPENED',
    perimeter: null,
    duplicate_of: null,
    measures: [],
    proofs: [],
    tasks: [],
  })
})

test('a known row sends only what was changed, as ids', () => {
  const before = valuesOf(incident, row)
  const values = {
    ...before,
    name_fr: 'Hameçonnage',
    perimeter: { id: 8, name: 'Paris' },
    measures: [...row.measures, { id: 2, name: 'EDR' }],
  }
  expect(changedKeys(values, before)).toEqual(['name_fr', 'perimeter', 'measures'])
  expect(bodyOf(incident, values, before)).toEqual({ name_fr: 'Hameçonnage', perimeter: 8, measures: [1, 2] })
})

test('children keep their id and lose what they do not own', () => {
  const before = valuesOf(incident, row)
  const tasks = [
    { ...row.tasks[0], title: 'Call again' },
    { title: 'New', owner: null },
  ]
  expect(bodyOf(incident, { ...before, tasks }, before)).toEqual({
    tasks: [
      { id: 3, title: 'Call again', owner: 9 },
      { title: 'New', owner: null },
    ],
  })
})

test('an emptied text is null and an untouched form changes nothing', () => {
  const before = valuesOf(incident, row)
  expect(bodyOf(incident, before, before)).toEqual({})
  expect(bodyOf(incident, { ...before, name_en: '' }, before)).toEqual({ name_en: null })
})

test('an error finds its field by wire key or path', () => {
  expect(fieldOfKey(incident, 'name_fr')).toBe('name')
  expect(fieldOfKey(incident, 'tasks.0.title')).toBe('tasks')
  expect(fieldOfKey(incident, 'unknown')).toBeUndefined()
  for (const name of ['constructor', 'toString', '__proto__', 'valueOf_fr']) expect(fieldOfKey(incident, name)).toBeUndefined()
})

test.each<[string, object, boolean]>([
  ['a link that is gone', { measures: [] }, true],
  ['one exchanged for another', { measures: [{ id: 2, name: 'EDR' }] }, true],
  ['one more', { measures: [...row.measures, { id: 2, name: 'EDR' }] }, false],
  ['a reference that is emptied', { perimeter: null }, true],
  ['another reference', { perimeter: { id: 8, name: 'Paris' } }, false],
  ['a place below another of its kind', { duplicate_of: { id: 6, name: 'Scan' } }, true],
  ['another word', { name_fr: 'Hameçonnage', status: 'CLOSED' }, false],
])('what a save takes away can be given back: %s', (_, change, lost) => {
  const before = valuesOf(incident, row)
  expect(losesLinks(incident, before, { ...before, ...change })).toBe(lost)
})

test('of what two people changed at once, what only one changed stays, and what both changed to something else is asked', () => {
  const before = valuesOf(incident, row)
  const mine = { ...before, name_en: 'Mine', name_fr: 'La mienne', status: 'CLOSED', perimeter: null }
  const theirs = { ...before, name_en: 'Theirs', status: 'CLOSED', measures: [], score: 55 }
  const { taken, both, kept } = mergedValues(incident, { before, mine, theirs })
  expect(taken).toEqual(['measures', 'score'])
  // Both closed it: there is nothing to choose. The other language is nobody else's.
  expect([...both]).toEqual([['name', { mine: { name_en: 'Mine' }, theirs: { name_en: 'Theirs' } }]])
  expect(kept).toEqual({ name_en: 'Mine', name_fr: 'La mienne', status: 'CLOSED', perimeter: null })
})
