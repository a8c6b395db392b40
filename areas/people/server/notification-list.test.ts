import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { objectOf, type Row } from '#tools/test/actions-world.ts'

let app: TestApp
let pilot: Person, reader: Person, other: Person
let lyon: number
let actions: Row[], incident: Row

beforeAll(async () => {
  app = await testApp()
  const { id, root } = await app.customer()
  pilot = await app.member(id, 'global_pilote')
  lyon = objectOf(await pilot.post('/perimeter', { name_en: 'Lyon', parent: root })).id as number
  reader = await app.member(id, 'contributor', { perimeterIds: [lyon] })
  other = await app.member((await app.customer()).id, 'global_pilote')
  actions = []
  const plan = objectOf(await pilot.post('/program', { name_en: 'Plan', perimeters: [root] })).id as number
  for (const name of ['Mend the gate', 'Close the 100% open_door', 'Éteindre le serveur'])
    actions.push(objectOf(await pilot.post('/remediation', { name_en: name, perimeter: lyon, manager: reader.memberId, program: plan })))
  incident = objectOf(await pilot.post('/incident', { name_en: 'Ransom note', perimeter: lyon, manager: reader.memberId }))
  await pilot.post(`/remediation/${actions[0]?.id}/comments`, { text: `@[${reader.memberId}] how far is it?` })
})
afterAll(() => app.close())

interface Asked {
  readonly filters?: object[]
  readonly global_search?: string
  readonly per_page?: number
  readonly page?: number
  readonly sort?: object[]
}
const ask = (queryParams: Asked = {}, by = reader) => by.post('/notification/page', { queryParams })
const listed = async (queryParams: Asked = {}, by = reader) => (await ask(queryParams, by)).body as { objects: Row[]; total: number }
const of = async (queryParams: Asked) => (await listed(queryParams)).objects.map(({ kind, name }) => `${kind} ${name}`)
const only = (name: string, ...selected_options: unknown[]) => ({ filters: [{ name, selected_options }] })
const bell = async () => ((await reader.get('/notification/count')).body.unread as Row[]).reduce((sum, { count }) => sum + count, 0)
const mark = (ids: readonly number[], read: boolean, by = reader) => by.put('/notification/read', { ids, read })

test('all that one was told is listed, newest first, a page at a time, with what it leads to; of others nothing', async () => {
  const { objects, total } = await listed({ per_page: 2 })
  expect(total).toBe(5)
  expect(objects).toMatchObject([
    {
      kind: 'mentioned',
      object_type: 'remediation',
      of: 'remediation',
      object_id: actions[0]?.id,
      name: 'Mend the gate',
      words: expect.stringContaining('how far'),
      unread: true,
    },
    { kind: 'assigned', object_type: 'incident', object_id: incident.id, identifier: incident.identifier, actor: { id: pilot.memberId } },
  ])
  expect((await listed({ per_page: 2, page: 3 })).objects).toHaveLength(1)
  expect(await listed({ per_page: 2, page: 9 })).toMatchObject({ objects: [], total: 5 })
  expect((await listed({}, other)).total).toBe(0)
  expect((await listed({}, pilot)).objects.some(({ kind }) => kind === 'assigned')).toBe(false)
})

test.each([
  ['kind', only('kind', 'mentioned'), ['mentioned Mend the gate']],
  ['object', only('object_type', 'incident'), ['assigned Ransom note']],
  ['who did it', only('actor', 999_999), []],
  ['a period that is now', { ...only('told_at', { period: 'today' }), global_search: 'gate' }, ['mentioned Mend the gate', 'assigned Mend the gate']],
  ['a period gone by', only('told_at', { to: '2020-01-01T00:00:00Z' }), []],
  ['a word without accent or case', { global_search: 'ETEINDRE' }, ['assigned Éteindre le serveur']],
  ['signs as they are', { global_search: '100% open_' }, ['assigned Close the 100% open_door']],
  ['a sign that would stand for any', { global_search: '%%%' }, []],
])('it is looked through by %s', async (_, queryParams, expected) => expect(await of(queryParams)).toEqual(expected))

test('what is not offered is refused: a filter, an order, a value', async () => {
  for (const query of [only('cause', 'x'), { sort: [{ name: 'cause', order: 'asc' }] }, only('kind', 'nothing'), only('kind', { text: "'; drop table" })])
    expect([200, 400]).toContain((await ask(query)).status)
  expect((await ask(only('cause', 'x'))).status).toBe(400)
  expect((await ask(only('kind', 'nothing'))).status).toBe(400)
  expect((await ask({ sort: [{ name: 'kind', order: 'asc' }] })).status).toBe(200)
})

test('the figure of the bell is what the list shows as unread, whatever is marked, by its reader alone', async () => {
  const unread = async () => (await listed(only('unread', true))).total
  const [first, second] = (await listed()).objects.map(({ id }) => id as number)
  expect([await unread(), await bell()]).toEqual([5, 5])
  await mark([first, second] as number[], true, pilot)
  expect(await unread()).toBe(5)
  await mark([first, second] as number[], true)
  expect([await unread(), await bell()]).toEqual([3, 3])
  await mark([second] as number[], false)
  expect([await unread(), await bell()]).toEqual([4, 4])
  const counts = objectOf(
    await reader.post('/list/notification/counts', {
      queryParams: only('unread', true),
      of: { name: 'object_type', options: ['remediation', 'incident', 'gap'] },
    }),
  )
  expect(counts).toEqual({ total: 4, all: 5, without: [5], options: [3, 1, 0] })
  const { newest } = (await reader.get('/notification/count')).body
  await reader.put('/notification/read', { up_to: newest })
  expect([await unread(), await bell()]).toEqual([0, 0])
})

test('an object that one may read no more leaves the list and its counts', async () => {
  await pilot.put(`/incident/${incident.id}`, { manager: null, confidential: true })
  expect(await of(only('object_type', 'incident'))).toEqual([])
  expect(objectOf(await reader.post('/list/notification/counts', {})).all).toBe(4)
})
