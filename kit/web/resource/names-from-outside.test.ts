import { describe, expect, test } from 'vitest'
import { defineEntity } from '#kit/contract/entity.ts'
import { choice, text } from '#kit/contract/field.ts'
import { lookOfChoice } from '#kit/web/kinds/choice-look.ts'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import { changeListState, readListState, writeListState } from '#kit/web/table/list-state.ts'
import { fieldOf } from './entity-columns.tsx'

const entity = defineEntity({
  name: 'incident',
  area: 'incidents',
  title: 'name',
  fields: { name: text(), status: choice(['OPEN', 'DONE']) },
  rights: { read: 'incident.read', create: null, update: null, delete: null },
  list: { columns: ['name', 'status'], filters: ['status'], sort: 'name', search: [] },
  form: [],
} as never)

describe.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'])('%s', (name) => {
  test('is no field, no status and no choice, though every object answers to it', () => {
    expect(fieldOf(entity, name)).toEqual(fieldOf(entity, 'unknown'))
    expect(lookOf(name)).toBeUndefined()
    expect(lookOfChoice({ entity, name: 'status', looks: {} }, name)).toBeUndefined()
  })

  test('in an address is read as it is and written back the same', () => {
    const search = JSON.parse(`{"view":"${name}","sort":"-${name}","filters":{"${name}":["x"]}}`) as Record<string, unknown>
    const state = readListState(search)
    expect(state).toMatchObject({ view: name, sort: [{ name, order: 'desc' }], filters: [{ name, selected_options: ['x'] }] })
    const written = writeListState({}, changeListState(state, { search: 'y' }))
    expect(readListState(JSON.parse(JSON.stringify(written)) as Record<string, unknown>)).toEqual({ ...state, search: 'y' })
  })
})
