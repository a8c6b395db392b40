import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, identifier, flag, localized, ref, text } from '#kit/contract/field.ts'
import { defineFigures } from '#kit/contract/figure.ts'
import { defineWorkItem, statusFigures, workFilters, workFlags } from '#kit/contract/work-item.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { allOf, assignedTo, byRole, everyRow, withinReach, type RowRule } from '#kit/server/access/row-rule.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { workDigest } from '#kit/server/http/work-digest.ts'
import { kitApp, type Caller, type KitApp } from '#tools/test/kit-app.ts'
import { walkLifecycle } from '#tools/test/walk-lifecycle.ts'
import { countFigures } from '#kit/server/data/resources/figures.ts'
import { defineWorkResource } from './work-resource.ts'

/** Quite another life than an action's: one way forward, a right to end it, a reason to begin again. */
const mishap = defineEntity({
  name: 'mishap',
  area: 'made_up',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'I' }),
    name: text({ need: 'required' }),
    state: choice(['OPENED', 'IN_PROGRESS', 'RESOLVED', 'CLOSED']),
    remark: text({ max: 1000 }),
    cause: text({ max: 1000 }),
    closed_on: date({ notAfter: 'today' }),
    secret: flag(),
    resolution: choice(['FIXED', 'DUPLICATE']),
    lesson: localized(),
    settled_by: ref('member'),
    owner: ref('member'),
    begins_on: date(),
    due_on: date(),
    ...workFlags,
  },
  rights: { read: 'mishap.read', create: 'mishap.write', update: 'mishap.write', delete: 'mishap.write' },
  list: { columns: ['identifier', 'name'], filters: ['state', 'owner', 'closed', 'mine', 'waits_for', 'late', 'soon'], sort: 'name', search: ['name'] },
  form: [],
})

const work = defineWorkItem(mishap, {
  status: 'state',
  begins: 'OPENED',
  reason: 'remark',
  states: {
    OPENED: {},
    IN_PROGRESS: { needs: { owner: 'made_up.nobody' } },
    RESOLVED: { only: { resolution: 'made_up.unresolved', lesson: true } },
    CLOSED: { closed: true, since: 'closed_on', only: { resolution: 'made_up.unresolved', settled_by: true } },
  },
  moves: {
    take: { from: ['OPENED'], to: 'IN_PROGRESS' },
    resolve: { from: ['IN_PROGRESS'], to: 'RESOLVED', needs: { cause: true } },
    close: { from: ['RESOLVED'], to: 'CLOSED', right: 'mishap.close', confirm: true },
    reopen: { from: ['RESOLVED', 'CLOSED'], to: 'IN_PROGRESS', reason: true, right: 'mishap.close' },
  },
  responsible: { person: 'owner' },
  due: { date: 'due_on', start: 'begins_on', soon: 3 },
})

const open: RowRule = (row) => sql<boolean>`not ${row('secret')}`
// A reach stands for any other rule: nobody of these tests has one.
const written = byRole({ global_pilote: everyRow, contributor: allOf(assignedTo('owner_id', null), open), local_pilote: withinReach('id') })
const mishaps = defineWorkResource({ work, rules: { read: written, create: everyRow, update: written, delete: written } })
const figures = defineFigures(mishap, workFilters(work))

let kit: KitApp
beforeAll(async () => {
  const may = ['mishap.read', 'mishap.write']
  kit = await kitApp(() => [], {
    resources: [mishaps],
    rights: { global_pilote: [...may, 'mishap.close'], contributor: may, local_pilote: may },
    words: {
      nobody: 'Say who handles it',
      unresolved: 'Nothing is resolved yet',
      entities: { mishap: { now: { OPENED: 'Opened now', IN_PROGRESS: 'In progress now', RESOLVED: 'Resolved now', CLOSED: 'Closed now' } } },
    },
  })
})
afterAll(() => kit.close())

const pilot: Caller = { member: 1 }
const contributor: Caller = { member: 2 }
const put = (id: number, body: object, by = pilot) => kit.call('PUT', `/mishap/${id}`, body, by)
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(new Date())
const day = (days: number) => new Date(Date.parse(today()) + days * 86_400_000).toISOString().slice(0, 10)
const create = async (fields: object = {}) => {
  const { status, body } = await kit.call('POST', '/mishap', { name: 'Leak', owner: 2, ...fields })
  if (status !== 200 || !body.object) throw new Error(JSON.stringify(body))
  return body.object
}
const get = async (id: number, by = pilot) => (await kit.call('GET', `/mishap/${id}`, undefined, by)).body.object!

walkLifecycle(
  work,
  () => ({ create: () => create(), put, get, putWithout: () => (id, body) => put(id, body, contributor) }),
  () => ({
    values: { owner: 2, cause: 'A pipe', remark: 'It leaks again' },
    also: { RESOLVED: { resolution: 'FIXED', lesson_fr: 'Colmater' }, CLOSED: { settled_by: 1 } },
  }),
)

test('a right that goes with a move is asked of whoever writes the row, whichever way it is written', async () => {
  const { id } = await create({ state: 'IN_PROGRESS' })
  expect((await put(id, { state: 'RESOLVED', cause: 'A pipe' }, contributor)).status).toBe(200)
  const refused = { status: 400, body: { errors: { state: ['You do not have the right to make this change of status'] } } }
  expect(await put(id, { state: 'CLOSED' }, contributor)).toMatchObject(refused)
  const bulk = await kit.call('PUT', '/mishap/bulk', { rows: [{ id }], changes: { state: 'CLOSED' } }, contributor)
  expect(bulk.body).toMatchObject({ errors: { [`rows.${id}`]: refused.body.errors.state } })
  expect((await put(id, { state: 'CLOSED' })).status).toBe(200)
})

test('what a status or a move needs is said in the words of the declaration, else of the kit, all of it at once', async () => {
  const { id } = await create({ owner: null })
  expect((await put(id, { state: 'IN_PROGRESS', begins_on: day(3), due_on: day(1) })).body.errors).toEqual({
    owner: ['Say who handles it'],
    due_on: ['Target date must be after start date'],
  })
  await put(id, { state: 'IN_PROGRESS', owner: 1 })
  expect((await put(id, { owner: null })).body.errors).toEqual({ owner: ['Say who handles it'] })
  expect((await put(id, { state: 'RESOLVED' })).body.errors).toEqual({ cause: ['This field is mandatory'] })
  expect((await put(id, { state: 'CLOSED' })).body.errors).toEqual({ state: ['This status cannot follow the current one'] })
  expect((await put(id, { closed_on: day(0) })).body.errors).toEqual({ closed_on: ['This date can only be set in another status'] })
  expect((await put(id, { state: null })).body.errors).toEqual({ state: ['This field is mandatory'] })
  await put(id, { state: 'RESOLVED', cause: 'A pipe' })
  expect((await put(id, { state: 'IN_PROGRESS' })).body.errors).toEqual({ remark: ['Say why'] })
  expect((await put(id, { state: 'IN_PROGRESS', remark: 'Again' })).body).toMatchObject({ object: { state: 'IN_PROGRESS', remark: 'Again' } })
  expect((await put(id, { state: 'RESOLVED' })).body).toMatchObject({ object: { remark: null } })
})

test('what only some statuses have is kept between them, emptied with the history of it when a row leaves them, and refused in any other', async () => {
  const { id } = await create({ state: 'IN_PROGRESS' })
  const early = { resolution: 'FIXED', lesson_en: 'Caulk', settled_by: 1 }
  expect((await put(id, early)).body.errors).toEqual({
    resolution: ['Nothing is resolved yet'],
    lesson: ['This can only be filled in with another status'],
    settled_by: ['This can only be filled in with another status'],
  })
  expect((await kit.call('POST', '/mishap', { name: 'Born with it', owner: 2, ...early })).body.errors).toHaveProperty('resolution')
  // A form sends all that it shows, empty or not.
  expect((await put(id, { resolution: null, lesson_en: null, lesson_fr: '' })).status).toBe(200)
  const resolved = { resolution: 'FIXED', lesson_en: 'Caulk', lesson_fr: 'Colmater' }
  await put(id, { state: 'RESOLVED', cause: 'A pipe', ...resolved })
  expect(await get(id)).toMatchObject(resolved)
  await put(id, { state: 'CLOSED', settled_by: 1, ...resolved })
  expect(await get(id)).toMatchObject({ resolution: 'FIXED', lesson_en: null, lesson_fr: null, settled_by: { id: 1 } })
  await put(id, { state: 'IN_PROGRESS', remark: 'It leaks again', resolution: 'FIXED' })
  expect(await get(id)).toMatchObject({ resolution: null, lesson_en: null, settled_by: null })
  const { body } = await kit.call('GET', `/mishap/${id}/history`)
  const emptied = ['resolution', 'settled_by'].map((field) => expect.objectContaining({ field, after: null }))
  expect(body.objects?.[0]).toMatchObject({ changes: expect.arrayContaining(emptied) })
})

test('an undo of many moves brings back what they emptied', async () => {
  const { id } = await create({ state: 'IN_PROGRESS' })
  await put(id, { state: 'RESOLVED', cause: 'A pipe', resolution: 'DUPLICATE', lesson_en: 'Caulk' })
  const bulk = await kit.call('PUT', '/mishap/bulk', { rows: [{ id }], changes: { state: 'IN_PROGRESS', remark: 'Again' } })
  expect(await get(id)).toMatchObject({ state: 'IN_PROGRESS', resolution: null, lesson_en: null })
  expect((await kit.call('POST', '/mishap/bulk/undo', { undo: bulk.body.object?.undo })).status).toBe(200)
  expect(await get(id)).toMatchObject({ state: 'RESOLVED', resolution: 'DUPLICATE', lesson_en: 'Caulk' })
})

test('flags and counts follow the declaration, and nobody counts what they may not read', async () => {
  const made = [
    await create({ name: 'Late', due_on: day(-1) }),
    await create({ name: 'Today', due_on: day(0) }),
    await create({ name: 'Soon', due_on: day(3) }),
    await create({ name: 'Far', due_on: day(4) }),
    await create({ name: 'Secret', due_on: day(-1), secret: true }),
  ]
  const flags = async (place: number, by: Caller) => {
    const { late, soon, mine, closed } = await get(made[place]?.id ?? 0, by)
    return { late, soon, mine, closed }
  }
  expect(await flags(0, contributor)).toEqual({ late: true, soon: false, mine: true, closed: false })
  expect(await flags(1, contributor)).toEqual({ late: false, soon: true, mine: true, closed: false })
  expect(await flags(2, pilot)).toEqual({ late: false, soon: true, mine: false, closed: false })
  expect(await flags(3, pilot)).toEqual({ late: false, soon: false, mine: false, closed: false })

  const counts = async (by: Caller, filters: object[] = []) => (await kit.call('POST', '/mishap/counts', { queryParams: { filters } }, by)).body.object
  const [all, theirs] = [await counts(pilot), await counts(contributor)]
  const page = async (by: Caller, filters: object[]) => (await kit.call('POST', '/mishap/page', { queryParams: { filters } }, by)).body.total
  for (const state of ['OPENED', 'IN_PROGRESS', 'RESOLVED', 'CLOSED']) {
    const filters = [{ name: 'state', selected_options: [state] }]
    expect([all?.[state], theirs?.[state]]).toEqual([await page(pilot, filters), await page(contributor, filters)])
    // The query's own status is left aside.
    expect(await counts(pilot, filters)).toEqual(all)
  }
  expect(Number(all?.total)).toBeGreaterThan(Number(theirs?.total))
  const counted = await kit.db.transaction(kit.customers.A, (tx) => {
    tx.act(kit.who(contributor))
    return countFigures(tx, authorize(tx.who, 'mishap.read'), mishaps, { ...figures, ...statusFigures(work) })
  })
  expect(counted).toMatchObject({ mine: theirs?.total, OPENED: theirs?.OPENED, mine_late: 1, unassigned: 0 })
})

test('mails tell members of what is theirs, by the rule of the rows, in one statement however many they are', async () => {
  await kit.owner.query(`begin; set local app.customer_id = '${kit.customers.A}'; update mishap set state = 'CLOSED', closed_on = '${today()}';
    update member set roles = case id when 2 then array['contributor'] when 1 then array['global_pilote'] else array['local_pilote'] end; commit`)
  const { id } = await create({ name: 'Told', due_on: day(-1) })
  await create({ name: 'Secret', secret: true, due_on: day(-1) })
  await create({ name: 'Out of reach', owner: 3, due_on: day(-1) })
  const rights = new Set(['mishap.read'])
  const source = workDigest(mishaps, (roles) => (roles.includes('contributor') ? '/mine' : '/all'))
  const collectDigest = (
    memberIds: number[],
    roleSets = [
      { roles: ['contributor'] as const, rights },
      { roles: ['local_pilote'] as const, rights },
      { roles: ['global_pilote'] as const, rights },
    ],
  ) =>
    kit.db.transaction(kit.customers.A, async (tx) => {
      tx.act(systemWho(kit.customers.A, 'test', 'test', 'en', 'Europe/Paris'))
      const before = tx.statements
      const parts = await source(tx, { kind: 'WEEKLY', memberIds, roleSets, since: new Date(Date.now() - 86_400_000) })
      return { parts, statements: tx.statements - before }
    })
  const { parts, statements } = await collectDigest([1, 2, 3])
  expect(statements).toBe(1)
  expect(parts).toMatchObject([
    { member_id: 2, section: 'late', total: 1, lines: [{ name_en: 'Told', name_fr: 'Told', day: day(-1), path: `/mine?id=${id}` }] },
  ])
  expect((await collectDigest([1, 3])).parts).toEqual([])
  expect((await collectDigest([2], [{ roles: ['contributor'] as const, rights: new Set() }])).parts).toEqual([])
  // The rule, not the branch, hides the secret one: whoever reads all of them is told of it.
  await kit.owner.query(`begin; set local app.customer_id = '${kit.customers.A}'; update member set roles = array['global_pilote'] where id = 2; commit`)
  expect((await collectDigest([2])).parts).toMatchObject([{ total: 2, lines: [{ path: expect.stringContaining('/all?id=') }, {}] }])
})

test('a declaration that contradicts itself or its entity is a fault of the program', () => {
  const states = { OPENED: {}, IN_PROGRESS: {}, RESOLVED: {}, CLOSED: {} } as const
  const twice = { take: { from: ['OPENED'], to: 'CLOSED' }, end: { from: ['OPENED'], to: 'CLOSED' } } as const
  expect(() => defineWorkItem(mishap, { status: 'state', begins: 'OPENED', states, moves: twice })).toThrow('take and end both lead from OPENED to CLOSED')
  const wordless = { take: { from: ['OPENED'], to: 'CLOSED', reason: true } } as const
  expect(() => defineWorkItem(mishap, { status: 'state', begins: 'OPENED', states, moves: wordless })).toThrow('asks for a reason')
  const { OPENED, ...others } = states
  expect(() => defineWorkItem(mishap, { status: 'state', begins: 'OPENED', states: { ...others, OPENED }, moves: {} })).toThrow('in this order')
  const restricted = { ...states, CLOSED: { only: { secret: true } } } as const
  expect(() => defineWorkItem(mishap, { status: 'state', begins: 'OPENED', states: restricted, moves: {} })).toThrow('secret is never empty')
  // @ts-expect-error -- a status that the choice does not have
  expect(() => defineWorkItem(mishap, { status: 'state', begins: 'OPENED', states: { ...states, GONE: {} }, moves: {} })).toThrow('its statuses are')
  // @ts-expect-error -- a field that the entity does not have
  defineWorkItem(mishap, { status: 'state', begins: 'OPENED', states: { ...states, CLOSED: { needs: { causes: true } } }, moves: {} })
  // @ts-expect-error -- a day that is no date
  defineWorkItem(mishap, { status: 'state', begins: 'OPENED', states: { ...states, CLOSED: { since: 'cause' } }, moves: {} })
  // @ts-expect-error -- a person who is none
  defineWorkItem(mishap, { status: 'state', begins: 'OPENED', states, moves: {}, responsible: { person: 'cause' } })
})
