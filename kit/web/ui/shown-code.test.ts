import { expect, test } from 'vitest'
import { nameOfRow } from '#kit/web/resource/entity-columns.tsx'
import { defineEntity } from '#kit/contract/entity.ts'
import { identifier, localized } from '#kit/contract/field.ts'
import { shownCode } from './shown-code.ts'

const book = defineEntity({
  name: 'book',
  area: 'kit',
  title: 'name',
  fields: { identifier: identifier({ prefix: 'B' }), name: localized({ need: 'required' }) },
  rights: { read: 'book.read', create: null, update: null, delete: null },
  list: { columns: ['identifier', 'name'], filters: [], sort: 'name', search: [] },
  form: [{ section: 'general', fields: ['name'] }],
})

test('a code of the program for what it made itself is shown to nobody, those of people are', () => {
  expect(['_DEF', 'RB-1', 'a_b', null, undefined].map(shownCode)).toEqual(['', 'RB-1', 'a_b', '', ''])
  expect(nameOfRow(book, { id: 1, identifier: '_DEF', name: 'First runbook' })).toBe('First runbook')
  expect(nameOfRow(book, { id: 2, identifier: 'RB-1', name: 'Operations' })).toBe('RB-1 Operations')
})
