import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#kit/contract/right.ts'
import type { Person } from '#app/test/worlds/test-app.ts'
import { dayFromNow, makeWorld, objectOf, proof, type World } from '#tools/test/actions-world.ts'

/*
 * Who does what with one action, written by hand from SEC-18, GEN-21, TBL-44 and the decisions («a contributor writes what is assigned to him or
 * one of his groups, the object or one of its tasks; being assigned to a plan lets a contributor read its objects and comment»).
 *
 * r reads, c comments, s changes the status, t its tasks, p its proofs, f its files, n its name and the other ordinary fields, m takes charge of
 * it, b changes it among others, d deletes it though somebody else created it.
 */
const ways = ['theirs', 'group', 'task', 'plan', 'plan_group', 'perimeter', 'nothing'] as const
type Way = (typeof ways)[number]
const all = 'rcstpfnmbd'
const expected: Readonly<Record<Role, Readonly<Record<Way, string>>>> = {
  global_pilote: { theirs: all, group: all, task: all, plan: all, plan_group: all, perimeter: all, nothing: all },
  global_auditor: { theirs: 'r', group: 'r', task: 'r', plan: 'r', plan_group: 'r', perimeter: 'r', nothing: 'r' },
  // A local pilot's reach decides, whatever else is given to them; a plan that is theirs lets them delete in it, within their reach.
  local_pilote: { theirs: '', group: '', task: '', plan: '', plan_group: '', perimeter: 'rcstpfnmb', nothing: '' },
  local_auditor: { theirs: '', group: '', task: '', plan: '', plan_group: '', perimeter: 'r', nothing: '' },
  contributor: {
    theirs: 'rcstpfmb',
    group: 'rcstpfmb',
    task: 'rcstpfmb',
    plan: 'rc',
    plan_group: 'rc',
    perimeter: '',
    nothing: '',
  },
}

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

/** An action that somebody comes to in one way only; nobody is in charge of it unless that is the way. */
async function reached(way: Way, role: Role): Promise<{ person: Person; id: number; plan: number }> {
  const { app, customer, pilot, lyon, nantes } = world
  // Nobody gives anything to whoever may only read: an auditor has it from before.
  const before = role.endsWith('auditor') && ['theirs', 'group', 'task'].includes(way) ? 'contributor' : role
  const person = await app.member(customer, before, { perimeterIds: [way === 'perimeter' ? lyon : nantes] })
  const group = objectOf(await pilot.post('/group', { name: `Team of ${person.memberId}`, members: [person.memberId] })).id
  const plan = objectOf(await pilot.post('/program', { name_en: `Plan of ${person.memberId}` })).id
  if (way === 'plan') await pilot.put(`/program/${plan}/assignment`, { members: [person.memberId], groups: [] })
  if (way === 'plan_group') await pilot.put(`/program/${plan}/assignment`, { members: [], groups: [group] })
  const { id } = await world.action({
    program: plan,
    target_date: dayFromNow(20),
    status: 'TO_PLAN',
    ...(way === 'theirs' && { manager: person.memberId }),
    ...(way === 'group' && { group }),
    tasks: [{ name: 'A step', ...(way === 'task' && { manager: person.memberId }) }],
  })
  if (before !== role) objectOf(await pilot.put(`/member/${person.memberId}`, { roles: [role] }))
  return { person, id, plan }
}

/** What the person can do, letter by letter, each tried by the call that does it. */
async function done({ person, id }: { person: Person; id: number }): Promise<string> {
  const action = `/remediation/${id}`
  const put = async (body: object) => (await person.put(action, body)).status === 200
  const { tasks } = objectOf(await world.pilot.get(action)) as { tasks: { id: number; name: string }[] }
  const upload = async () => {
    const { status, body } = await person.upload('/file', 'note.txt', 'A note')
    return status === 200 && put({ attachments: [body.object.id] })
  }
  const tried: readonly (readonly [string, () => Promise<boolean>])[] = [
    ['r', async () => (await person.get(action)).status === 200],
    ['c', async () => (await person.post(`${action}/comments`, { text: 'A remark' })).status === 200],
    ['s', () => put({ status: 'ONGOING' })],
    ['t', () => put({ tasks: tasks.map(({ id, name }) => ({ id, name, status: 'DONE' })) })],
    ['p', () => put(proof)],
    ['f', upload],
    ['n', () => put({ name_en: 'Renamed' })],
    ['m', async () => (await person.put(`${action}/assign_me`)).status === 200],
    ['b', async () => (await person.put('/remediation/bulk', { rows: [{ id }], changes: { status: 'TO_PLAN' } })).status === 200],
    ['d', async () => (await person.delete(action)).status === 200],
  ]
  let letters = ''
  for (const [letter, attempt] of tried) if (await attempt()) letters += letter
  return letters
}

describe.each(Object.keys(expected) as Role[])('a %s', (role) => {
  test.each(ways)('does with an action that is theirs by «%s» what the table says, and is told so', async (way) => {
    const found = await reached(way, role)
    const { body } = await found.person.get(`/remediation/${found.id}`)
    const wanted = expected[role][way]
    const rights = body.object
      ? {
          edit: body.object.edit_right,
          regular: body.object.edit_right_regular,
          delete: body.object.delete_right,
          comment: (await found.person.get(`/remediation/${found.id}/comments`)).body.add_right,
        }
      : null
    const has = (letter: string) => wanted.includes(letter)
    // Before anything is done, since taking charge of an action gives rights to it.
    expect(rights).toEqual(has('r') ? { edit: has('s'), regular: has('n'), delete: has('d'), comment: has('c') } : null)
    expect(await done(found)).toBe(wanted)
  })
})

test('a contributor whom a plan is given to leaves the dates, the status and the tasks of other people’s actions as they are', async () => {
  const { person, id, plan } = await reached('plan', 'contributor')
  const colleague = await world.app.member(world.customer, 'contributor')
  const theirs = await world.action({ program: plan, manager: colleague.memberId, tasks: [{ name: 'A step' }] })
  const before = objectOf(await world.pilot.get(`/remediation/${theirs.id}`))
  for (const body of [{ status: 'CANCELLED', status_reason: 'No' }, { target_date: dayFromNow(1) }, { tasks: [] }, proof, { attachments: [] }])
    expect((await person.put(`/remediation/${theirs.id}`, body)).status).toBe(403)
  expect((await person.put('/remediation/bulk', { rows: [{ id: theirs.id }, { id }], changes: { status: 'ONGOING' } })).status).toBe(400)
  expect(objectOf(await world.pilot.get(`/remediation/${theirs.id}`)).version).toBe(before.version)
  const mine = await world.action({ program: plan, manager: person.memberId })
  const { objects } = (await person.post('/remediation/page', { queryParams: { sort: [{ name: 'id', order: 'asc' }] } })).body
  expect(objects.map((row: { id: number; edit_right: boolean }) => [row.id, row.edit_right])).toEqual([
    [id, false],
    [theirs.id, false],
    [mine.id, true],
  ])
})

test('what a plan’s contributor says about an action stays theirs to change and to take back', async () => {
  const { person, id } = await reached('plan', 'contributor')
  const comment = objectOf(await person.post(`/remediation/${id}/comments`, { text: 'A remark' }))
  expect(comment).toMatchObject({ edit_right: true, delete_right: true })
  expect((await person.put(`/comment/${comment.id}`, { text: 'Another' })).status).toBe(200)
  expect((await person.delete(`/comment/${comment.id}`)).status).toBe(200)
})

test('a contributor does not undo what a pilot accepted: reopening such an action is a pilot’s', async () => {
  const { pilot, contributor } = world
  const measure = await world.measure()
  objectOf(await pilot.post(`/measure/${measure.id}/implement`, {}))
  const { id } = await world.action({ type: 'UPGRADE', measure: measure.id, impact: 25, manager: contributor.memberId })
  objectOf(await pilot.put(`/remediation/${id}`, { status: 'CANCELLED', status_reason: 'Accepted', defect: 'ACCEPTED' }))
  expect((await contributor.put(`/remediation/${id}`, { status: 'TO_PLAN' })).body.errors).toHaveProperty('status')
  expect(objectOf(await pilot.get(`/measure/${measure.id}`)).efficiency).toBe(75)
  expect((await pilot.put(`/remediation/${id}`, { status: 'TO_PLAN' })).status).toBe(200)
})
