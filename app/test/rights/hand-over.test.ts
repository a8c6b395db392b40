import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roles } from '#kit/contract/right.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let owner: pg.Client
let pilot: Person
let root: number
let customer: number

beforeAll(async () => {
  app = await testApp()
  const made = await app.customer()
  customer = made.id
  root = made.root
  pilot = await app.member(customer, 'global_pilote')
  owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const someone = () => app.member(customer, 'contributor', { perimeterIds: [root] })
let last = 0
const perimeterOf = async (manager: number): Promise<number> =>
  (await pilot.post('/perimeter', { name_en: `Plant ${++last}`, parent: root, manager })).body.object.id
const managerOf = async (id: number): Promise<number> => (await pilot.get(`/perimeter/${id}`)).body.object.manager.id
const gapRegister = async (members: readonly number[], groups: readonly number[] = []) => {
  const { id } = (await pilot.post('/gap_register', { name_en: `Register ${++last}` })).body.object
  await pilot.put(`/gap_register/${id}/assignment`, { members, groups })
  return id as number
}
const assignedTo = async (id: number) => {
  const { members, groups } = (await pilot.get(`/gap_register/${id}/assignment`)).body.object as Record<'members' | 'groups', { id: number }[]>
  return { members: members.map((one) => one.id).toSorted((a, b) => a - b), groups: groups.map((one) => one.id) }
}

test('some of what somebody holds is given away, the others stay theirs', async () => {
  const [leaving, taker] = [await someone(), await someone()]
  const [one, other] = [await perimeterOf(leaving.memberId), await perimeterOf(leaving.memberId)]
  const objects = [{ entity: 'perimeter', field: 'manager', id: one }]
  const { body } = await pilot.post(`/member/${leaving.memberId}/reassign`, { to: taker.memberId, objects })
  expect(body).toMatchObject({ message: '1 object reassigned', object: { count: 1 } })
  expect([await managerOf(one), await managerOf(other)]).toEqual([taker.memberId, leaving.memberId])
  const again = await pilot.post(`/member/${leaving.memberId}/reassign`, { to: taker.memberId, objects })
  expect([again.status, await managerOf(other)]).toEqual([409, leaving.memberId])
})

test('one undo gives everything back as it was, once, also to who may no longer sign in, and who had it beside keeps it', async () => {
  const [leaving, taker] = [await someone(), await someone()]
  const perimeter = await perimeterOf(leaving.memberId)
  const [alone, beside] = [await gapRegister([leaving.memberId]), await gapRegister([leaving.memberId, taker.memberId])]
  await pilot.put(`/member/${leaving.memberId}`, { disabled: true })
  const { undo, count } = (await pilot.post(`/member/${leaving.memberId}/reassign`, { to: taker.memberId })).body.object
  expect(count).toBe(3)
  expect([(await assignedTo(alone)).members, (await assignedTo(beside)).members]).toEqual([[taker.memberId], [taker.memberId]])
  expect((await taker.post('/member/reassign/undo', { undo })).status).toBe(403)
  expect((await pilot.post('/group/reassign/undo', { undo })).status).toBe(404)
  expect((await pilot.post('/member/reassign/undo', { undo })).body.message).toBe('3 objects given back')
  expect(await managerOf(perimeter)).toBe(leaving.memberId)
  expect([(await assignedTo(alone)).members, (await assignedTo(beside)).members]).toEqual([
    [leaving.memberId],
    [leaving.memberId, taker.memberId].toSorted((a, b) => a - b),
  ])
  expect((await pilot.post('/member/reassign/undo', { undo })).status).toBe(404)
})

test('what was changed since is not taken back, nor is anything else of it', async () => {
  const [leaving, taker] = [await someone(), await someone()]
  const [one, other] = [await perimeterOf(leaving.memberId), await perimeterOf(leaving.memberId)]
  const { undo } = (await pilot.post(`/member/${leaving.memberId}/reassign`, { to: taker.memberId })).body.object
  await pilot.put(`/perimeter/${other}`, { name_en: 'Renamed' })
  expect((await pilot.post('/member/reassign/undo', { undo })).status).toBe(409)
  expect([await managerOf(one), await managerOf(other)]).toEqual([taker.memberId, taker.memberId])
})

test('a refusal says where it is put right (ADM-08)', async () => {
  const leaving = await someone()
  await perimeterOf(leaving.memberId)
  const refused = await pilot.put(`/member/${leaving.memberId}`, { archived: true })
  expect([refused.status, refused.body.code, refused.body.object]).toEqual([409, 'OBJECTS_ASSIGNED', { link: `/admin/users/${leaving.memberId}/objects` }])
})

test('what a group holds is listed and given to another group, and it is not deleted before (ADM-09)', async () => {
  const member = await someone()
  const group = async () => (await pilot.post('/group', { name: `Group ${++last}`, members: [member.memberId] })).body.object.id as number
  const [from, to] = [await group(), await group()]
  const register = await gapRegister([], [from])
  expect((await pilot.get(`/group/${from}/objects`)).body.objects).toMatchObject([{ entity: 'gap_register', field: 'assigned', id: register }])
  const refused = await pilot.delete(`/group/${from}`)
  expect([refused.status, refused.body.message, refused.body.object]).toEqual([
    409,
    'Objects are assigned to this group, please reassign them first',
    { link: `/admin/group/${from}/objects` },
  ])
  expect((await pilot.post(`/group/${from}/reassign`, { to: from })).body.errors).toHaveProperty('to')
  const { undo } = (await pilot.post(`/group/${from}/reassign`, { to })).body.object
  expect((await assignedTo(register)).groups).toEqual([to])
  await pilot.post('/group/reassign/undo', { undo })
  expect((await assignedTo(register)).groups).toEqual([from])
  await pilot.post(`/group/${from}/reassign`, { to })
  expect((await pilot.delete(`/group/${from}`)).status).toBe(200)
})

test('only global pilots see and hand over what others hold', async () => {
  const holder = await someone()
  const group = (await pilot.post('/group', { name: `Group ${++last}` })).body.object.id
  for (const role of roles) {
    const who = await app.member(customer, role, { perimeterIds: [root] })
    const expected = role === 'global_pilote' ? 200 : 403
    const answers = [await who.get(`/member/${holder.memberId}/objects`), await who.get(`/group/${group}/objects`)]
    expect([role, ...answers.map(({ status }) => status)]).toEqual([role, expected, expected])
    if (expected === 403) expect((await who.post(`/group/${group}/reassign`, { to: group })).status).toBe(403)
  }
})

test('nobody hands over what belongs to another organisation', async () => {
  const other = await app.customer()
  const theirs = await app.member(other.id, 'global_pilote')
  const ours = await someone()
  await perimeterOf(ours.memberId)
  expect((await theirs.get(`/member/${ours.memberId}/objects`)).status).toBe(404)
  expect((await theirs.post(`/member/${ours.memberId}/reassign`, { to: theirs.memberId })).status).toBe(404)
  const { undo } = (await pilot.post(`/member/${ours.memberId}/reassign`, { to: pilot.memberId })).body.object
  expect((await theirs.post('/member/reassign/undo', { undo })).status).toBe(404)
})
