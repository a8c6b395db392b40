import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRegister } from '#kit/contract/register.ts'
import { createSample, type Ids } from '#app/test/worlds/fill-organisation.ts'
import { filledApp } from '#app/test/worlds/filled-app.ts'
import { resources } from '#app/server/registry.ts'
import type { Person, TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let owner: pg.Client
let pilot: Person
let stranger: Person
let ids: Ids

const registers = [...resources.values()].filter(({ def }) => isRegister(def)).map(({ def }) => def)

beforeAll(async () => {
  ;({ app, pilot, ids } = await filledApp())
  stranger = await app.member((await app.customer()).id, 'global_pilote')
  owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

let words = 0
const word = (initial: string) => `${initial}${(words += 1)}x`

/** What the database holds of who has or had a register. */
const stored = async (table: 'assignment' | 'assignment_history', entity: string, id: number) =>
  (
    (await owner.query(`begin; set local app.customer_id = '${pilot.customerId}'; set local role vigie_app;
      select coalesce(member_id, group_id)::int as who from ${table} where entity = '${entity}' and object_id = ${id} order by 1; commit`)) as unknown as pg.QueryResult[]
  )
    .flatMap(({ rows }) => rows as { who: number }[])
    .map(({ who }) => who)

test('what declares the fields of an assignment has the calls of one', () => {
  expect(registers.map(({ name }) => name)).toEqual(expect.arrayContaining(['program', 'policy']))
  for (const { def, register } of resources.values()) expect(register === true, def.name).toBe(isRegister(def))
})

describe.each(registers.map((def) => [def.name, def] as const))('%s', (name, def) => {
  /** A new one, in use nowhere. */
  async function opened(): Promise<string> {
    const { id } = await createSample(pilot, def, { word: word('R'), ids })
    return `/${name}/${id}`
  }
  const idOf = (path: string) => Number(path.split('/').at(-1))
  const someone = (role: Parameters<TestApp['member']>[1] = 'local_pilote') => app.member(pilot.customerId, role)
  const group = async (members: readonly number[]) => {
    const { body } = await pilot.post('/group', { name: word('Team '), members })
    if (!body.ok) throw new Error(JSON.stringify(body))
    return body.object.id as number
  }

  test('is assigned to people and at most one group, whose members find it among theirs and may change it', async () => {
    const path = await opened()
    const [direct, through, other] = [await someone(), await someone(), await someone()]
    const team = await group([through.memberId])
    const wanted = { members: [direct.memberId], groups: [team] }
    expect((await pilot.put(`${path}/assignment`, wanted)).body).toMatchObject({
      ok: true,
      message: 'Saved',
      object: { members: [{ id: direct.memberId }], groups: [{ id: team }] },
    })
    const mine = { queryParams: { filters: [{ name: 'assigned_to_me', selected_options: [true] }] } }
    for (const person of [direct, through]) {
      expect((await person.get(path)).body.object).toMatchObject({ edit_right: true, assigned_to_me: true, assigned: { members: [{ id: direct.memberId }] } })
      expect((await person.post(`/${name}/page`, mine)).body.objects.map((row: { id: number }) => row.id)).toEqual([idOf(path)])
      expect((await person.get('/user/objects')).body.objects).toContainEqual(
        expect.objectContaining({ entity: name, id: idOf(path), by_group: person === through }),
      )
    }
    expect((await other.post(`/${name}/page`, mine)).body.objects).toEqual([])
    expect((await other.get('/user/objects')).body.objects).toEqual([])
    expect((await other.put(`${path}/assignment`, wanted)).status).toBeGreaterThanOrEqual(403)
    expect((await pilot.get(path)).body.object).toMatchObject({ assigned_to_me: false, version: 1 })
    // Whoever was given it gives it on.
    expect((await direct.put(`${path}/assignment`, { members: [other.memberId], groups: [] })).status).toBe(200)
    expect((await direct.put(`${path}/assignment`, wanted)).status).toBeGreaterThanOrEqual(403)
    expect((await other.get(path)).body.object.edit_right).toBe(true)
  })

  test('takes nobody who is not there, and no second group', async () => {
    const path = await opened()
    const gone = await someone()
    await pilot.put(`/member/${gone.memberId}`, { archived: true })
    const refusals = async (body: object) => (await pilot.put(`${path}/assignment`, body)).body.errors
    expect(await refusals({ members: [], groups: [await group([]), await group([])] })).toEqual({ groups: ['Only one group per register'] })
    for (const member of [999_999, stranger.memberId, gone.memberId]) expect(await refusals({ members: [member], groups: [] })).toHaveProperty('members')
    expect(await refusals({ members: [], groups: [999_999] })).toHaveProperty('groups')
    expect((await pilot.get(`${path}/assignment`)).body.object).toEqual({ members: [], groups: [] })
    for (const call of [stranger.get(`${path}/assignment`), stranger.put(`${path}/assignment`, { members: [], groups: [] })])
      expect((await call).status).toBe(404)
  })

  test('says in its history, in names, to whom it went', async () => {
    const path = await opened()
    const { memberId } = await someone()
    await pilot.put(`${path}/assignment`, { members: [memberId], groups: [] })
    const [entry] = (await pilot.get(`${path}/history`)).body.objects
    const { name: who } = (await pilot.get(`/member/${memberId}`)).body.object
    expect(entry).toMatchObject({ action: 'assign', actor: { id: pilot.memberId }, changes: [{ field: 'assigned', before: null, after: who }] })
  })

  test('is handed over with the rest before somebody leaves', async () => {
    const path = await opened()
    const [leaving, staying, colleague] = [await someone(), await someone(), await someone()]
    await pilot.put(`${path}/assignment`, { members: [leaving.memberId, colleague.memberId], groups: [] })
    const user = `/member/${leaving.memberId}`
    expect((await pilot.put(user, { archived: true })).body.message).toBe('Objects are assigned to this user, please reassign them first')
    expect((await pilot.delete(user)).body.message).toBe('Objects are assigned to this user, please reassign them first')
    expect((await pilot.get(`${user}/objects`)).body.objects).toMatchObject([{ entity: name, field: 'assigned', id: idOf(path) }])
    expect((await pilot.post(`${user}/reassign`, { to: staying.memberId })).body.object.count).toBe(1)
    const { members } = (await pilot.get(`${path}/assignment`)).body.object
    expect(new Set(members.map(({ id }: { id: number }) => id))).toEqual(new Set([staying.memberId, colleague.memberId]))
    expect((await pilot.put(user, { archived: true })).status).toBe(200)
  })

  test('that is removed is nobody’s any more, and who had it is kept', async () => {
    const path = await opened()
    const [first, second] = [await someone(), await someone()]
    await pilot.put(`${path}/assignment`, { members: [first.memberId], groups: [] })
    await pilot.put(`${path}/assignment`, { members: [second.memberId], groups: [] })
    expect(await stored('assignment', name, idOf(path))).toEqual([second.memberId])
    expect((await pilot.delete(path)).body).toMatchObject({ ok: true })
    expect(await stored('assignment', name, idOf(path))).toEqual([])
    expect(await stored('assignment_history', name, idOf(path))).toEqual([first.memberId, second.memberId].toSorted((a, b) => a - b))
  })
})
