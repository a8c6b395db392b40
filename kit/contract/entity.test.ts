import { expect, test } from 'vitest'
import { defineEntity } from './entity.ts'
import { derived, files, integer, links, rows, text, type Field } from './field.ts'

const withSteps = (child: Field) =>
  defineEntity({
    name: 'thing',
    area: 'made_up',
    title: 'name',
    fields: { name: text(), steps: rows({ name: text(), held: child }) },
    rights: { read: 'thing.read', create: null, update: null, delete: null },
    list: { columns: ['name'], filters: [], sort: 'name', search: [] },
    form: [],
  })

test('an owned row that is to hold what it cannot is refused when it is declared; files it can hold', () => {
  expect(() => withSteps(links('thing'))).toThrow('thing.steps.held: an owned row holds no links')
  expect(() => withSteps(rows({ name: text() }))).toThrow('thing.steps.held: an owned row holds no rows')
  expect(() => withSteps(derived(integer()))).toThrow('thing.steps.held: an owned row holds no derived field')
  expect(Object.keys(withSteps(files({ max: 2 })).fields)).toEqual(['name', 'steps'])
})
