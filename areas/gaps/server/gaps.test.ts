import { afterAll, beforeAll, expect, test } from 'vitest'
import { resources } from '#app/server/registry.ts'
import type { Person } from '#app/test/worlds/test-app.ts'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { watchStatements } from '#tools/test/watch-statements.ts'
import { startGaps } from './gap-effects.ts'

let world: World
let register: number
beforeAll(async () => {
  world = await makeWorld()
  register = objectOf(await world.pilot.post('/gap_register', { name_en: 'Audit' })).id
})
afterAll(() => world.app.close())

const gap = async (fields: object = {}): Promise<Row> =>
  objectOf(await world.pilot.post('/gap', { name_en: 'No backup', register, perimeter: world.lyon, ...fields }))
const read = async ({ id }: Row): Promise<Row> => objectOf(await world.pilot.get(`/gap/${id}`))
const put = (by: Person, { id }: Row, changes: object) => by.put(`/gap/${id}`, changes)

test('a gap is closed by its status and how it was resolved, in the constants of the specification (GAP-01, GAP-02, GAP-03)', async () => {
  const row = await gap()
  expect(await put(world.pilot, row, { id: row.id, status: 'CLOSED', resolution_status: 'RESOLVED' })).toMatchObject({ status: 400 })
  expect((await put(world.pilot, row, { status: 'CLOSE' })).body.errors).toEqual({ resolution_status: ['Say how the gap is resolved'] })
  objectOf(await put(world.pilot, row, { id: row.id, status: 'CLOSE', resolution_status: 'RESOLVED' }))
  expect(await read(row)).toMatchObject({ status: 'CLOSE', resolution_status: 'RESOLVED', closed: true })
  expect((await put(world.pilot, row, { status: 'TO_HANDLE' })).body.errors).toHaveProperty('status_reason')
  objectOf(await put(world.pilot, row, { status: 'TO_HANDLE', status_reason: 'Seen again' }))
  expect(await read(row)).toMatchObject({ status: 'TO_HANDLE', resolution_status: null, closed_on: null })
})

test('what nobody has confirmed is confirmed first, or is no gap (GAP-06)', async () => {
  const row = await gap({ status: 'TO_BE_CONFIRMED' })
  const close = (resolution_status: string) =>
    put(world.pilot, row, { status: 'CLOSE', resolution_status, ...(resolution_status === 'IGNORED' && { status_reason: 'Old', review_date: dayFromNow(9) }) })
  for (const resolution of ['RESOLVED', 'IGNORED'])
    expect((await close(resolution)).body.errors).toEqual({ resolution_status: ['Confirm this gap first, or say that it is not a gap'] })
  objectOf(await close('REJECTED'))
  expect(await read(row)).toMatchObject({ status: 'CLOSE', resolution_status: 'REJECTED' })
})

test('a contributor reports a gap, which who manages the register confirms', async () => {
  const { pilot, lyon } = world
  const contributor = await world.app.member(world.customer, 'contributor', { perimeterIds: [lyon] })
  const waiting = async () => {
    const { objects } = (await pilot.get('/notification')).body as { objects: { kind: string; entity: string; object: { id: number }; read: boolean }[] }
    return objects.filter(({ kind, entity }) => kind === 'to_approve' && entity === 'gap').map(({ object, read }) => ({ id: object.id, read }))
  }
  const what = 'The door of the server room does not lock. Seen on Monday.'
  const made = objectOf(await contributor.post('/gap/report', { what, perimeter: lyon }))
  const row = objectOf(await contributor.get(`/gap/${made.id}`))
  expect(row).toMatchObject({
    name: 'The door of the server room does not lock',
    description: what,
    status: 'TO_BE_CONFIRMED',
    perimeter: { id: lyon },
    created_by: { id: contributor.memberId },
    edit_right: false,
  })
  // The register that holds an audit is not filled by reports; the one made for them is, from then on.
  expect(row.register.id).not.toBe(register)
  expect(objectOf(await contributor.get(`/gap/${objectOf(await contributor.post('/gap/report', { what: 'Again' })).id}`)).register.id).toBe(row.register.id)
  expect((await waiting()).map(({ id }) => id)).toContain(made.id)
  expect((await put(contributor, row, { status: 'TO_HANDLE' })).status).toBe(403)
  objectOf(await put(pilot, row, { status: 'TO_HANDLE' }))
  expect((await waiting()).filter(({ id, read }) => id === made.id && !read)).toEqual([])
  for (const bad of [{}, { what: ' ' }, { what: 'x', perimeter: 999_999 }, { what: 'x', register }])
    expect((await contributor.post('/gap/report', bad)).status, JSON.stringify(bad)).toBe(400)
  expect((await world.auditor.post('/gap/report', { what })).status).toBe(403)
})

test('a gap is lived with by a pilot’s decision, until a day on which it is looked at again', async () => {
  const { pilot, contributor } = world
  const row = await gap({ manager: contributor.memberId })
  const day = dayFromNow(40)
  const ignored = { status: 'CLOSE', resolution_status: 'IGNORED', status_reason: 'Machine goes', review_date: day }
  expect((await put(contributor, row, ignored)).body.errors).toHaveProperty('resolution_status')
  expect(Object.keys((await put(pilot, row, { status: 'CLOSE', resolution_status: 'IGNORED' })).body.errors)).toEqual(['status_reason', 'review_date'])
  expect((await put(pilot, row, { ...ignored, resolution_status: 'RESOLVED' })).body.errors).toHaveProperty('review_date')
  objectOf(await put(pilot, row, ignored))
  expect((await put(contributor, row, { status: 'TO_HANDLE', status_reason: 'No' })).status).not.toBe(200)
  objectOf(await put(pilot, row, { resolution_status: 'REJECTED' }))
  expect(await read(row)).toMatchObject({ resolution_status: 'REJECTED', review_date: null })
})

test('what the audited party answers stands apart, with who said so and when', async () => {
  const { contributor } = world
  const row = await gap({ manager: contributor.memberId })
  objectOf(await put(contributor, row, { answer: 'Planned for spring' }))
  expect(await read(row)).toMatchObject({ answer: 'Planned for spring', answered_by: { id: contributor.memberId }, answered_on: dayFromNow(0) })
  objectOf(await put(world.pilot, row, { answer: null }))
  expect(await read(row)).toMatchObject({ answer: null, answered_by: null, answered_on: null })
})

test('whether what was done holds is said of a closed gap, with who looked and when; reopened, nothing of it stays', async () => {
  const { contributor, pilot } = world
  const row = await gap({ manager: contributor.memberId })
  expect((await put(pilot, row, { effect: 'EFFECTIVE' })).body.errors).toHaveProperty('effect')
  objectOf(await put(pilot, row, { status: 'CLOSE', resolution_status: 'RESOLVED' }))
  objectOf(await put(contributor, row, { effect: 'NOT_EFFECTIVE', effect_comment: 'Still open' }))
  expect(await read(row)).toMatchObject({ effect: 'NOT_EFFECTIVE', effect_checked_by: { id: contributor.memberId }, effect_checked_on: dayFromNow(0) })
  objectOf(await put(pilot, row, { effect: 'EFFECTIVE', effect_checked_on: dayFromNow(-1) }))
  expect(await read(row)).toMatchObject({ effect: 'EFFECTIVE', effect_checked_by: { id: pilot.memberId }, effect_checked_on: dayFromNow(-1) })
  expect((await put(pilot, row, { effect_checked_by: contributor.memberId })).status).toBe(400)
  objectOf(await put(pilot, row, { status: 'TO_HANDLE', status_reason: 'Seen again' }))
  expect(await read(row)).toMatchObject({ effect: null, effect_checked_by: null, effect_checked_on: null, effect_comment: null })
})

test('an action that begins from a gap stands in the plan that was chosen and is linked to the gap (GAP-13)', async () => {
  const row = await gap({ target_date: dayFromNow(20) })
  const body = { name_en: 'Mend it', program: world.plan, perimeter: world.lyon, priority: row.severity, target_date: dayFromNow(20), status: 'PLANNED' }
  const { id } = objectOf(await world.pilot.post('/remediation', { ...body, source_object: { entity: 'gap', id: row.id } }))
  expect(objectOf(await world.pilot.get(`/remediation/${id}`))).toMatchObject({ source: 'GAP', source_id: row.id, program: { id: world.plan } })
  expect((await read(row)).actions.map((one: Row) => one.id)).toEqual([id])
})

test('a measure that is reset is taken off its gaps, which stay, with their other measures (MEA-10, GAP-12)', async () => {
  const { pilot, measure } = world
  const [reset, other] = [await measure(), await measure()]
  const both = await gap({ measures: [reset.id, other.id] })
  const one = await gap({ measures: [reset.id] })
  const none = await gap({ measures: [other.id] })
  objectOf(await pilot.post(`/measure/${reset.id}/implement`, {}))
  objectOf(await pilot.post(`/measure/${reset.id}/reset`, {}))
  const measures = async (row: Row) => (await read(row)).measures.map(({ id }: Row) => id)
  expect(await measures(both)).toEqual([other.id])
  expect(await measures(one)).toEqual([])
  expect(await measures(none)).toEqual([other.id])
  expect((await read(none)).version).toBe(none.version)
})

test('a gap that waits is in progress once one of its actions is; others stay as they are', async () => {
  const { action, app, customer } = world
  const act = await action()
  const waiting = await gap({ actions: [act.id] })
  const doubted = await gap({ actions: [act.id], status: 'TO_BE_CONFIRMED' })
  const apart = await gap()
  await app.db.transaction(customer, async (tx) => {
    tx.act(systemWho(customer, 'test', 'test', 'en', 'Europe/Paris'))
    await startGaps(tx, resources, act.id)
  })
  expect((await read(waiting)).status).toBe('IN_PROGRESS')
  expect((await read(doubted)).status).toBe('TO_BE_CONFIRMED')
  expect((await read(apart)).status).toBe('TO_HANDLE')
})

test('a file of many findings is written in a number of statements that grows by its hundreds alone', async () => {
  const { app, pilot } = world
  const statements = async (lines: number) => {
    const into = objectOf(await pilot.post('/gap_register', { name_en: 'Scan' })).id
    const file = ['external_key,name,score', ...Array.from({ length: lines }, (_, n) => `k${n},Gap ${n},50`)].join('\n')
    await pilot.upload(`/gap_register/${into}/gap_finding`, 'a.csv', file)
    return (await watchStatements(() => app.jobs())).texts.length
  }
  await app.jobs()
  expect(await statements(90)).toBeLessThan((await statements(3)) + 10)
})
