import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { actions } from '#areas/actions/server/area.ts'
import { remediation, remediationTypes } from '#areas/actions/contract/remediation.ts'
import { remediationStatuses } from '#areas/actions/contract/lifecycle.ts'
import { measure, measureSituations } from '#areas/measures/contract/measure.ts'
import { runtask } from '#areas/runbooks/contract/runtask.ts'
import { choice, date, decimal, identifier, links, localized, ref } from '#kit/contract/field.ts'
import { defineMixedList, fieldInBranch, readMixedId } from '#kit/contract/mixed-list.ts'
import type { Filter, Sort } from '#kit/contract/list-query.ts'
import { dayFromNow, makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import type { Person } from './test-app.ts'

/** Measures, the actions about them and the tasks that come round in one list, as nobody declares yet (TBL-05, RUN-26). */
const fields = {
  identifier: identifier({ prefix: 'W' }),
  name: localized(),
  state: choice([...remediationStatuses, ...measureSituations, ...remediationTypes]),
  perimeter: ref('perimeter'),
  manager: ref('member'),
  due: date(),
  cost: decimal(),
  labels: links('label'),
}
const work = defineMixedList({
  name: 'work',
  area: 'actions',
  title: 'name',
  right: 'measure.read',
  fields,
  list: {
    columns: ['identifier', 'name', 'state', 'perimeter', 'manager', 'due', 'cost'],
    more: ['labels'],
    filters: ['name', 'state', 'perimeter', 'manager', 'due', 'cost', 'labels'],
    sort: ['due', 'name'],
    search: ['name'],
  },
  branches: [
    { entity: remediation, prefix: 'r', map: { state: 'status', due: 'target_date' } },
    { entity: measure, prefix: 'm', map: { state: 'situation', due: 'implemented_on', cost: 'yearly_cost', labels: null } },
    { entity: runtask, prefix: 't', map: { state: null, due: 'end_date', cost: null } },
  ],
})

let world: World
let label: number
let people: Person[]
beforeAll(async () => {
  Object.assign(actions, { mixedLists: [work] })
  world = await makeWorld()
  label = objectOf(await world.pilot.post('/label', { name_en: 'Urgent' })).id
  const words = ['alpha', 'Bravo', 'charlie', 'Delta', 'echo']
  for (let n = 0; n < 24; n += 1) {
    await world.action({
      name_en: `${words[n % 5]} ${n % 7}`,
      perimeter: n % 3 ? world.lyon : world.nantes,
      manager: n % 4 === 0 ? world.contributor.memberId : null,
      target_date: n % 5 ? dayFromNow(n % 6) : null,
      cost: n % 2 ? n : null,
      labels: n % 3 === 1 ? [label] : [],
    })
  }
  for (let n = 0; n < 9; n += 1) {
    const made = await world.measure(n % 2 ? world.lyon : world.nantes)
    objectOf(await world.pilot.put(`/measure/${made.id}`, { name_en: `${words[n % 5]} ${n}`, yearly_cost: n % 3 ? n : null, version: made.version }))
  }
  const runbook = objectOf(await world.pilot.post('/runbook', { name_en: 'Nights' })).id
  for (let n = 0; n < 6; n += 1) {
    const where = { perimeter: n % 2 ? world.lyon : world.nantes, manager: n % 3 ? null : world.contributor.memberId, labels: n % 3 === 1 ? [label] : [] }
    objectOf(
      await world.pilot.post('/runtask', {
        name_en: `${words[n % 5]} ${n % 4}`,
        runbook,
        periodicity: 'DAILY',
        start_date: dayFromNow(1),
        ...(n % 2 && { end_date: dayFromNow(2 + (n % 3)) }),
        ...where,
      }),
    )
  }
  people = [world.pilot, world.auditor, world.local]
})
afterAll(async () => {
  Object.assign(actions, { mixedLists: undefined })
  await world.app.close()
})

const page = async (by: Person, queryParams: object) => (await by.post('/work/page', { queryParams })).body
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id as string)

/** A branch's own list under the same filters and sorts, in its own words. */
async function branchRows(by: Person, prefix: string, filters: Filter[], sorts: Sort[], global_search: string): Promise<Row[]> {
  const branch = work.branches.find((one) => one.prefix === prefix)!
  const own = (name: string) => fieldInBranch(branch, name)
  const lacking = filters.filter(({ name }) => own(name) === null)
  if (lacking.some(({ selected_options }) => !selected_options.includes(null))) return []
  const kept = filters
    .filter(({ name }) => own(name) !== null)
    .map(({ name, selected_options }) => {
      const { values } = branch.entity.fields[own(name)!]!.options
      return { name: own(name), selected_options: selected_options.filter((option) => typeof option !== 'string' || !values || values.includes(option)) }
    })
  if (kept.some(({ selected_options }) => selected_options.length === 0)) return []
  const sort = sorts.flatMap(({ name, order }) => (own(name) === null ? [] : [{ name: own(name), order }]))
  const last = sorts.at(-1)!.order
  const { body } = await by.post(`/${branch.entity.name}/page`, {
    queryParams: { filters: kept, sort: [...sort, { name: 'id', order: last }].slice(0, 3), global_search, per_page: 500 },
  })
  expect(body, JSON.stringify([kept, sort])).toMatchObject({ ok: true })
  return body.objects.map((row: Row) => ({
    ...row,
    id: `${prefix}${row.id}`,
    ...Object.fromEntries(Object.keys(work.fields).map((name) => [name, own(name) === null ? null : row[own(name)!]])),
  }))
}

const { compare } = new Intl.Collator('und')
const valueOf = (row: Row, name: string) => (name === 'id' ? readMixedId(work, row.id)!.id : (row[name]?.name ?? row[name] ?? null))
function inOrder(a: Row, b: Row, sorts: readonly Sort[]): number {
  for (const { name, order } of [...sorts, { name: 'id', order: sorts.at(-1)!.order }]) {
    const [x, y] = [valueOf(a, name), valueOf(b, name)]
    if (x === y) continue
    // What is empty comes last going up, first going down.
    const by = x === null ? 1 : y === null ? -1 : typeof x === 'number' ? x - y : name === 'name' || name === 'perimeter' ? compare(x, y) : x < y ? -1 : 1
    if (by !== 0) return order === 'asc' ? by : -by
  }
  return a.id < b.id ? -1 : 1
}

/** Repeats itself: a failure can be looked at again. */
function* draws(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}

test('a mixed list is the merge of its single lists, for everybody, under any filters, sorts, search and page', async () => {
  const random = draws(7)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random.next().value * from.length)]!
  const possible: readonly Filter[] = [
    { name: 'name', selected_options: [{ text: 'a' }] },
    { name: 'state', selected_options: ['TO_PLAN', 'TO_HANDLE'] },
    { name: 'state', selected_options: ['PLANNED'] },
    { name: 'perimeter', selected_options: [world.lyon] },
    { name: 'manager', selected_options: [world.contributor.memberId, null] },
    { name: 'due', selected_options: [{ from: dayFromNow(1) }, null] },
    { name: 'labels', selected_options: [label] },
    { name: 'labels', selected_options: [null] },
  ]
  let seen = 0
  for (let n = 0; n < 40; n += 1) {
    const by = pick(people)
    const filters = [pick(possible), pick(possible)].filter(({ name }, at, all) => at === all.findIndex((one) => one.name === name)).slice(0, n % 3)
    const sort: Sort[] = [
      { name: pick(['due', 'cost', 'perimeter', 'state']), order: pick(['asc', 'desc'] as const) },
      { name: pick(['name', 'created_at', 'id']), order: pick(['asc', 'desc'] as const) },
    ]
    const global_search = n % 5 === 4 ? 'alpha' : ''
    const branches = await Promise.all(['r', 'm', 't'].map((prefix) => branchRows(by, prefix, filters, sort, global_search)))
    const singles = branches.flat().toSorted((a, b) => inOrder(a, b, sort))
    const per_page = pick([5, 8, 100])
    const at = 1 + Math.floor(random.next().value * 3)
    const asked = { filters, sort, global_search, per_page, page: at }
    const { objects, total } = await page(by, asked)
    expect(total, JSON.stringify(asked)).toBe(singles.length)
    const expected = singles.slice((at - 1) * per_page, at * per_page)
    expect(ids(objects), JSON.stringify(asked)).toEqual(ids(expected))
    for (const [n, row] of objects.entries()) {
      const { id, entity, name, name_en, state, perimeter, manager, due, cost, version, edit_right, delete_right, checkbox_right } = expected[n]!
      expect(row).toMatchObject({ id, entity, name, name_en, state, perimeter, manager, due, cost, version, edit_right, delete_right, checkbox_right })
    }
    seen += objects.length
  }
  expect(seen).toBeGreaterThan(150)
})

test('whoever may read one of the entities alone is shown its rows alone, and nobody a row of another organisation', async () => {
  const everything = await page(world.pilot, { per_page: 500 })
  expect(new Set(everything.objects.map(({ entity }: Row) => entity))).toEqual(new Set(['remediation', 'measure', 'runtask']))
  expect(everything.total).toBe(39)
  expect((await page(world.local, { per_page: 500 })).total).toBeLessThan(39)
  expect((await world.contributor.post('/work/page')).status).toBe((await world.contributor.post('/measure/page')).status)
  const { id } = await world.app.customer('Elsewhere')
  const stranger = await world.app.member(id, 'global_pilote')
  expect(await page(stranger, {})).toMatchObject({ objects: [], total: 0 })
  expect((await stranger.get(`/work/${everything.objects[0].id}`)).status).toBe(404)
})

test.each([
  ['every row', { per_page: 500 }],
  ['one row', { per_page: 1 }],
  ['a search', { global_search: 'alpha' }],
])('it takes no more statements than a plain list: %s', async (_, queryParams) => {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const sent = async (entity: string) => {
    spy.mockClear()
    expect((await world.pilot.post(`/${entity}/page`, { queryParams })).status).toBe(200)
    return spy.mock.calls.length
  }
  const [mixed, plain] = [await sent('work'), await sent('remediation')]
  spy.mockRestore()
  expect(mixed).toBe(plain)
})

test('a row is written as what it is: its prefix decides which entity’s rights, rules and version check apply', async () => {
  const [action] = (await page(world.pilot, { filters: [{ name: 'cost', selected_options: [11] }] })).objects
  const changed = await world.pilot.put(`/work/${action.id}`, { due: dayFromNow(30), name_fr: 'Autrement', version: action.version })
  expect(changed.body.object).toMatchObject({ id: action.id, due: dayFromNow(30), name_fr: 'Autrement', version: action.version + 1 })
  expect((await world.pilot.get(`/remediation/${action.id.slice(1)}`)).body.object).toMatchObject({ target_date: dayFromNow(30), name_fr: 'Autrement' })
  expect((await world.pilot.put(`/work/${action.id}`, { cost: 1, version: action.version })).status).toBe(409)
  expect((await world.auditor.put(`/work/${action.id}`, { cost: 1 })).status).toBe(403)
  const wrong = await world.pilot.put(`/work/${action.id}`, { due: 'soon' })
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['due']])

  const [own] = (await page(world.pilot, { filters: [{ name: 'state', selected_options: ['TO_HANDLE'] }], per_page: 1 })).objects
  // A measure has no labels, and its date is the server's to write.
  for (const body of [{ labels: [label] }, { due: dayFromNow(0) }, { colour: 'red' }]) expect((await world.pilot.put(`/work/${own.id}`, body)).status).toBe(400)
  expect((await world.pilot.put(`/work/${own.id}`, { cost: 12 })).body.object).toMatchObject({ id: own.id, entity: 'measure', cost: 12 })
  for (const id of ['x1', 'r0', 'r', '1', 'm999999', 'r12345678901234567890']) expect((await world.pilot.put(`/work/${id}`, { cost: 1 })).status, id).toBe(404)

  expect((await world.auditor.delete(`/work/${action.id}`)).status).toBe(403)
  expect((await world.pilot.delete(`/work/${action.id}?version=1`)).status).toBe(409)
  expect((await world.pilot.delete(`/work/${action.id}`)).status).toBe(200)
  expect((await world.pilot.get(`/work/${action.id}`)).status).toBe(404)

  const [task] = (await page(world.pilot, { per_page: 500 })).objects.filter(({ entity }: Row) => entity === 'runtask')
  expect(task.id).toMatch(/^t\d+$/)
  expect((await world.pilot.put(`/work/${task.id}`, { name_en: 'Nightly', version: task.version })).body.object).toMatchObject({
    id: task.id,
    name_en: 'Nightly',
  })
  expect((await world.pilot.get(`/runtask/${task.id.slice(1)}`)).body.object).toMatchObject({ name_en: 'Nightly' })
})

test('sorts and filters that the list does not offer are refused, naming each', async () => {
  const wrong = await world.pilot.post('/work/page', {
    queryParams: { sort: [{ name: 'target_date', order: 'asc' }], filters: [{ name: 'situation', selected_options: ['SERVED'] }] },
  })
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['sort.target_date', 'filters.situation']])
})

test('a list that promises what a branch cannot give is refused where it is declared', () => {
  const declared = {
    name: 'work',
    area: 'actions',
    title: 'name',
    right: 'measure.read',
    list: { columns: [], filters: [], sort: 'name', search: [] },
  } as const
  const define = (more: object, branch: object) => () =>
    defineMixedList({ ...declared, fields: { name: localized(), ...more }, branches: [{ entity: measure, prefix: 'm', ...branch }] })
  expect(define({}, {})).not.toThrow()
  expect(define({ due: date() }, {})).toThrow('due of measure is no field')
  expect(define({ perimeter: ref('member') }, {})).toThrow('perimeter of measure is of another kind')
  expect(define({ situation: choice(['SERVED']) }, {})).toThrow('situation of measure may be TO_HANDLE')
  expect(define({}, { prefix: 'me' })).toThrow('not one small letter')
})
