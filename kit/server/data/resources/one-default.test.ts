import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { defineEntity } from '#kit/contract/entity.ts'
import { choice, flag, identifier, text } from '#kit/contract/field.ts'
import { everyRow } from '#kit/server/access/row-rule.ts'
import { kitApp, type Caller, type KitApp } from '#tools/test/kit-app.ts'
import { defineResource } from './resource.ts'

const fields = {
  identifier: identifier({ prefix: 'R' }),
  name: text({ need: 'required' }),
  kind: choice(['OUTAGE', 'LEAK'], { need: 'required' }),
  hint: choice(['A', 'B']),
  is_default: flag({ setBy: 'notebook.choose_default' }),
  archived: flag(),
} as const
const declared = {
  name: 'notebook',
  area: 'made_up',
  title: 'name',
  fields,
  rights: { read: 'notebook.read', create: 'notebook.create', update: 'notebook.write', delete: 'notebook.write' },
  list: { columns: ['identifier', 'name'], filters: ['kind', 'is_default'], sort: 'name', search: ['name'] },
  form: [],
} as const
/** One default of each kind, chosen by a right of its own. */
const notebook = defineEntity({ ...declared, oneDefault: { within: 'kind' } })
const rules = { read: everyRow, create: everyRow, update: everyRow, delete: everyRow }

let kit: KitApp
beforeAll(async () => {
  const may = ['notebook.read', 'notebook.create', 'notebook.write']
  kit = await kitApp(() => [], {
    resources: [defineResource({ def: notebook, rules, fork: { without: [] } })],
    rights: { global_pilote: [...may, 'notebook.choose_default'], contributor: may },
    words: { entities: { notebook: { one: 'Notebook', many: 'Notebooks' } } },
  })
})
afterAll(() => kit.close())
beforeEach(async () => {
  await kit.owner.query(`begin; set local app.customer_id = '${kit.customers.A}'; delete from notebook where true; commit`)
})

const contributor: Caller = { member: 2 }
const make = async (more: object = {}, by: Caller = {}) => {
  const { body } = await kit.call('POST', '/notebook', { name: 'Steps', kind: 'OUTAGE', ...more }, by)
  if (!body.object) throw new Error(JSON.stringify(body))
  return body.object
}
const put = (id: number, body: object, by: Caller = {}) => kit.call('PUT', `/notebook/${id}`, body, by)
const errors = async (id: number, body: object, by: Caller = {}) => (await put(id, body, by)).body.errors
const defaults = async () => {
  const { body } = await kit.call('POST', '/notebook/page', { queryParams: { filters: [{ name: 'is_default', selected_options: [true] }] } })
  return new Set(body.objects?.map(({ id }) => id))
}
const needed = 'Make another one the default instead: there must always be one'

test('the first of each kind is the default, whoever makes it, and one that is made the default takes it from the former of its kind alone', async () => {
  const [outage, leak] = [await make({}, contributor), await make({ kind: 'LEAK' }, contributor)]
  const other = await make()
  expect(await defaults()).toEqual(new Set([outage.id, leak.id]))
  expect((await put(other.id, { is_default: true })).status).toBe(200)
  expect(await defaults()).toEqual(new Set([other.id, leak.id]))
  const { body } = await kit.call('GET', `/notebook/${outage.id}/history`)
  expect(body.objects?.[0]).toMatchObject({ actor: { id: 1 }, changes: [{ field: 'is_default', before: true, after: false }] })
  // Creating it takes another right than changing the former.
  const made = await make({ is_default: true })
  expect(await defaults()).toEqual(new Set([made.id, leak.id]))
})

test('who may not choose the default takes it from nobody', async () => {
  const [first, second] = [await make(), await make()]
  expect(await errors(second.id, { is_default: true }, contributor)).toHaveProperty('is_default')
  expect(await defaults()).toEqual(new Set([first.id]))
})

test('the default is not given up, archived, moved to another kind or deleted while others could be it', async () => {
  const [first, second] = [await make(), await make()]
  expect(await errors(first.id, { is_default: false })).toEqual({ is_default: [needed] })
  expect(await errors(first.id, { archived: true })).toEqual({ archived: ['The default one cannot be archived'] })
  expect(await errors(first.id, { kind: 'LEAK' })).toEqual({ kind: [needed] })
  expect(await errors(second.id, { archived: true, is_default: true })).toEqual({ archived: ['The default one cannot be archived'] })
  expect((await kit.call('DELETE', `/notebook/${first.id}`)).body).toMatchObject({
    code: 'IN_USE',
    message: 'Make another one the default before you delete this one',
  })
  expect(await defaults()).toEqual(new Set([first.id]))
  await put(second.id, { archived: true })
  expect((await kit.call('DELETE', `/notebook/${first.id}`)).status).toBe(200)
})

test('one that comes back, or from another kind, where no default is left becomes it', async () => {
  const away = await make({ archived: true })
  expect(await defaults()).toEqual(new Set())
  await put(away.id, { archived: false })
  const moved = await make()
  expect(await defaults()).toEqual(new Set([away.id]))
  await put(moved.id, { kind: 'LEAK' }, contributor)
  expect(await defaults()).toEqual(new Set([away.id, moved.id]))
})

test('of many chosen at once, in bulk and one by one, one of a kind is the default', async () => {
  const made = []
  for (let n = 0; n < 4; n += 1) made.push(await make())
  const ids = made.map(({ id }) => id)
  const bulk = await kit.call('PUT', '/notebook/bulk', { rows: ids.slice(0, 3).map((id) => ({ id })), changes: { is_default: true } })
  expect(bulk.status, JSON.stringify(bulk.body)).toBe(200)
  expect((await defaults()).size).toBe(1)
  const statuses = await Promise.all(ids.map(async (id) => (await put(id, { is_default: true })).status))
  expect(statuses).toEqual([200, 200, 200, 200])
  expect((await defaults()).size).toBe(1)
})

test('a copy of the default is not the default', async () => {
  const first = await make()
  const { status, body } = await kit.call('POST', '/notebook/fork', { id: first.id })
  expect({ status, default: body.object?.is_default }).toEqual({ status: 200, default: false })
  expect(await defaults()).toEqual(new Set([first.id]))
})

test('a default that no flag holds, or of each of something that may be empty, is a fault of the program', () => {
  expect(() => defineEntity({ ...declared, fields: { ...fields, is_default: text() }, oneDefault: {} })).toThrow('no flag')
  expect(() => defineEntity({ ...declared, oneDefault: { within: 'hint' } })).toThrow('no mandatory choice')
})
