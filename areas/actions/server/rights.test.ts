import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNow, makeWorld, objectOf, proof, type World } from '#tools/test/actions-world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

test('a local pilot sees and manages the actions of their perimeters only', async () => {
  const { local, lyon, nantes, plan } = world
  const [here, there] = [await world.action({ perimeter: lyon }), await world.action({ perimeter: nantes })]
  expect(objectOf(await local.get(`/remediation/${here.id}`))).toMatchObject({
    edit_right: true,
    edit_right_regular: true,
    delete_right: false,
  })
  expect((await local.get(`/remediation/${there.id}`)).status).toBe(404)
  const { body } = await local.post('/remediation/page', {
    queryParams: { filters: [{ name: 'perimeter', selected_options: [lyon, nantes] }], per_page: 100 },
  })
  expect(body.objects.map((row: { id: number }) => row.id)).toContain(here.id)
  expect(body.objects.map((row: { id: number }) => row.id)).not.toContain(there.id)
  expect(await world.action({ perimeter: lyon }, local)).toMatchObject({ delete_right: true })
  expect((await local.post('/remediation', { name_en: 'x', program: plan, perimeter: nantes })).body.ok).toBe(false)
  expect((await local.post('/remediation', { name_en: 'x', program: plan })).body.errors).toHaveProperty('perimeter')
  expect((await local.put(`/remediation/${here.id}`, { perimeter: nantes })).body.ok).toBe(false)
  expect((await local.delete(`/remediation/${here.id}`)).status).toBe(403)
})

test('auditors read and never write', async () => {
  const { id } = await world.action()
  expect(objectOf(await world.auditor.get(`/remediation/${id}`))).toMatchObject({
    view_right: true,
    edit_right: false,
    delete_right: false,
    checkbox_right: false,
  })
  expect((await world.auditor.put(`/remediation/${id}`, { name_en: 'y' })).status).toBe(403)
  expect((await world.auditor.post('/remediation', { name_en: 'y', program: world.plan })).status).toBe(403)
  expect((await world.auditor.post('/remediation/page', {})).body.add_right).toBe(false)
})

test('a contributor works on what is given to them, to a group or through a task, follows what is in a plan of theirs, and finds nothing else', async () => {
  const { contributor, pilot } = world
  const me = contributor.memberId
  const group = objectOf(await pilot.post('/group', { name: 'Field team', members: [me] })).id
  const shared = objectOf(await pilot.post('/program', { name_en: 'Shared plan' })).id
  await pilot.put(`/program/${shared}/assignment`, { members: [me], groups: [] })
  const given = [await world.action({ manager: me }), await world.action({ group }), await world.action({ tasks: [{ name: 'Mine', manager: me }] })]
  const followed = await world.action({ program: shared })
  const { id: foreign } = await world.action()
  for (const { id } of given)
    expect(objectOf(await contributor.get(`/remediation/${id}`))).toMatchObject({
      edit_right: true,
      edit_right_regular: false,
      delete_right: false,
    })
  expect(objectOf(await contributor.get(`/remediation/${followed.id}`))).toMatchObject({ view_right: true, edit_right: false })
  expect((await contributor.put(`/remediation/${followed.id}`, { status: 'ONGOING' })).status).toBe(403)
  expect((await contributor.get(`/remediation/${foreign}`)).status).toBe(404)
  expect((await contributor.put(`/remediation/${foreign}`, { status: 'ONGOING' })).status).toBe(404)
  expect((await contributor.post('/remediation/page', {})).body).toMatchObject({ total: given.length + 1, add_right: false })
})

test('of such an action they change status, tasks, proofs and the target date unless it is locked', async () => {
  const { contributor, pilot } = world
  const { id } = await world.action({ manager: contributor.memberId, target_date: dayFromNow(10), status: 'PLANNED' })
  const put = (body: object) => contributor.put(`/remediation/${id}`, body)
  expect((await put({ status: 'ONGOING', tasks: [{ name: 'Step' }], ...proof })).body.message).toBe('The action is now ongoing')
  expect((await put({ target_date: dayFromNow(20), postponement_reason: 'Late delivery' })).status).toBe(200)
  expect((await put({ name_en: 'Mine', priority: 100, date_locked: true })).body.errors).toEqual({
    name_en: [expect.stringContaining('right to update')],
    priority: [expect.any(String)],
    date_locked: [expect.any(String)],
  })
  expect((await pilot.put(`/remediation/${id}`, { date_locked: true })).status).toBe(200)
  expect((await put({ target_date: dayFromNow(30), postponement_reason: 'Again' })).body.errors).toEqual({
    target_date: ['The target date is locked by the pilot'],
  })
  expect((await put({ status: 'FINISHED' })).status).toBe(200)
  expect((await pilot.put(`/remediation/${id}`, { target_date: dayFromNow(40), postponement_reason: 'Pilot' })).status).toBe(200)
})

test('anyone who may work on an action takes it when nobody or only their group is in charge', async () => {
  const { contributor, pilot, local } = world
  const { id } = await world.action()
  expect((await local.put(`/remediation/${id}/assign_me`)).body).toMatchObject({
    ok: true,
    message: 'The action is now assigned to you',
    object: { manager: { id: local.memberId } },
  })
  expect(await pilot.put(`/remediation/${id}/assign_me`)).toMatchObject({
    status: 409,
    body: { message: 'Somebody is already the manager of this action' },
  })
  expect((await local.put(`/remediation/${id}/assign_me`)).status).toBe(200)
  expect((await contributor.put(`/remediation/${id}/assign_me`)).status).toBe(404)
  const group = objectOf(await pilot.post('/group', { name: 'Takers', members: [contributor.memberId] })).id
  const ours = await world.action({ group })
  expect(objectOf(await contributor.put(`/remediation/${ours.id}/assign_me`))).toMatchObject({
    manager: { id: contributor.memberId },
    group: null,
  })
  expect((await world.auditor.put(`/remediation/${ours.id}/assign_me`)).status).toBe(403)
})

test('a plan is assigned to people and at most one group, who then may change it', async () => {
  const { pilot, local, nantes } = world
  const id = objectOf(await pilot.post('/program', { name_en: 'Nantes plan', perimeters: [nantes] })).id
  const groups = [objectOf(await pilot.post('/group', { name: 'First group' })).id, objectOf(await pilot.post('/group', { name: 'Second group' })).id]
  expect((await local.get(`/program/${id}`)).status).toBe(404)
  expect((await local.post('/program/page', {})).body.hidden).toBeGreaterThan(0)
  expect((await pilot.put(`/program/${id}/assignment`, { members: [], groups })).body.errors).toEqual({
    groups: ['Only one group per register'],
  })
  const assigned = objectOf(await pilot.put(`/program/${id}/assignment`, { members: [local.memberId], groups: groups.slice(0, 1) }))
  expect(assigned).toMatchObject({ members: [{ id: local.memberId }], groups: [{ id: groups[0] }] })
  expect(objectOf(await local.get(`/program/${id}`))).toMatchObject({ edit_right: true, assigned })
  expect((await local.put(`/program/${id}`, { name_en: 'Ours' })).status).toBe(200)
  expect(objectOf(await pilot.put(`/program/${id}/assignment`, { members: [], groups: [] }))).toEqual({ members: [], groups: [] })
  expect((await local.get(`/program/${id}/assignment`)).status).toBe(404)
  expect((await pilot.put(`/program/${id}/assignment`, { members: [999_999], groups: [] })).body.ok).toBe(false)
})

test('plans without perimeter are every pilot’s to see; an action never enters one out of reach or archived', async () => {
  const { pilot, local, nantes, plan, lyon } = world
  const hidden = objectOf(await pilot.post('/program', { name_en: 'Hidden', perimeters: [nantes] })).id
  const closed = objectOf(await pilot.post('/program', { name_en: 'Closed', archived: true })).id
  expect(objectOf(await local.get(`/program/${plan}`))).toMatchObject({ edit_right: false })
  const wrong = async (program: number) => (await local.post('/remediation', { name_en: 'x', program, perimeter: lyon })).body.errors
  expect(await wrong(hidden)).toMatchObject({ program: expect.arrayContaining(["You don't have access to this action plan"]) })
  expect(await wrong(closed)).toEqual({ program: ['This action plan is archived'] })
  const offered = (await local.get('/remediation/programs')).body.objects.map((o: { id: number }) => o.id)
  expect(offered).toContain(plan)
  expect(offered).not.toContain(hidden)
  expect(offered).not.toContain(closed)
})

test('nothing of another organisation is found', async () => {
  const stranger = await world.app.member((await world.app.customer()).id, 'global_pilote')
  const { id } = await world.action()
  for (const path of [`/remediation/${id}`, `/program/${world.plan}`, `/program/${world.plan}/assignment`]) expect((await stranger.get(path)).status).toBe(404)
  expect((await stranger.put(`/remediation/${id}/assign_me`)).status).toBe(404)
  expect((await stranger.post('/remediation', { name_en: 'x', program: world.plan })).body.errors).toHaveProperty('program')
  expect((await stranger.post('/remediation/counts', {})).body.object.total).toBe(0)
})

test('of a plan that is not theirs, or is not there, people are told the same in the words of the specification (TBL-45)', async () => {
  const { pilot, contributor, local, nantes, customer, app } = world
  const hidden = objectOf(await pilot.post('/program', { name_en: 'Hidden', perimeters: [nantes] })).id
  const stranger = await app.member((await app.customer()).id, 'global_pilote')
  const refused = { status: 404, body: { ok: false, code: 'NOT_FOUND', message: "You don't have access to this action plan" } }
  for (const person of [local, contributor, stranger])
    for (const id of [hidden, 999_999]) {
      for (const path of ['', '/history', '/comments', '/assignment']) {
        const answer = await person.get(`/program/${id}${path}`)
        if (answer.status !== 403) expect(answer, `${path} ${person.memberId}`).toMatchObject(refused)
      }
      if (person !== contributor) expect(await person.put(`/program/${id}`, { name_en: 'x' })).toMatchObject(refused)
    }
  const french = await app.member(customer, 'contributor', { lang: 'fr' })
  expect((await french.get(`/program/${hidden}`)).body.message).toBe('Vous n’avez pas accès à ce plan d’action')
})
