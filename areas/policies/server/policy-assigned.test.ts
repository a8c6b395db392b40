import { afterAll, beforeEach, expect, test } from 'vitest'
import { testApp, type Person } from '#app/test/worlds/test-app.ts'
import { policyWorld } from '#tools/test/policy-world.ts'

const app = await testApp()
let world: Awaited<ReturnType<typeof policyWorld>>
/** The local pilot to whom the policy is assigned; it applies nowhere in their reach. */
let keeper: Person
let local: Person
let auditor: Person
let contributor: Person

afterAll(() => app.close())
beforeEach(async () => {
  world = await policyWorld(app)
  const { pilot, policy, perimeter } = world
  const site = (await perimeter('Site')).id
  const join = (role: Parameters<typeof app.member>[1]) => app.member(pilot.customerId, role, { perimeterIds: [site] })
  ;[keeper, local, auditor, contributor] = [await join('local_pilote'), await join('local_pilote'), await join('local_auditor'), await join('contributor')]
  const members = [keeper, auditor].map(({ memberId }) => memberId)
  expect((await pilot.put(`/policy/${policy.id}/assignment`, { members, groups: [] })).status).toBe(200)
})

test('a local pilot writes the policy that is assigned to them and publishes it, wherever it applies (TBL-44)', async () => {
  const { policy, draft } = world
  const path = `/policy/${policy.id}`
  expect((await keeper.get(path)).body.object).toMatchObject({ edit_right: true, edit_right_regular: true, delete_right: false })
  expect((await keeper.put(path, { name_en: 'Ours' })).status).toBe(200)
  expect((await keeper.put(path, { archived: true })).status).toBe(200)
  expect((await keeper.put(path, { archived: false })).status).toBe(200)
  const group = (await keeper.post('/control_group', { policy_version: draft, name_en: 'Chapter' })).body.object
  const control = (await keeper.post('/control', { policy_version: draft, control_group: group.id, name_en: 'Rule' })).body.object
  expect((await keeper.put(`/control/${control.id}`, { name_en: 'Better rule' })).status).toBe(200)
  const spare = (await keeper.post('/control', { policy_version: draft, name_en: 'Spare' })).body.object
  expect((await keeper.delete(`/control/${spare.id}`)).status).toBe(200)
  expect((await keeper.put(`/policy_version/${draft}`, { notes: 'First' })).status).toBe(200)
  expect((await keeper.post(`/policy_version/${draft}/publish`)).status).toBe(200)
  const next = await keeper.post(`${path}/draft`)
  expect(next.body).toMatchObject({ ok: true, object: { label: 'v2' } })
  expect((await keeper.delete(`/policy_version/${next.body.object.id}`)).status).toBe(200)
})

test('what reaches every perimeter stays with global pilots: adding, copying and removing policies, applying them, saying which measures answer them', async () => {
  const { policy, draft, control, pilot, root, made, category } = world
  const { id } = await control('Rule')
  const solution = await made('/solution', { name_en: 'Locks', category })
  await pilot.post(`/policy_version/${draft}/publish`)
  for (const [path, body] of [
    ['/policy', { name_en: 'Mine' }],
    ['/policy/fork', { id: policy.id }],
    [`/policy/${policy.id}/apply`, { perimeters: [root] }],
    [`/policy/${policy.id}/solutions_from_requirements`, {}],
    [`/policy/${policy.id}/confirm_links`, { controls: [id] }],
  ] as const)
    expect([path, (await keeper.post(path, body)).status]).toEqual([path, 403])
  const links = { solutions: [{ solution: solution.id, share: 100, to_confirm: false }] }
  expect((await keeper.put(`/control/${id}/solutions`, links)).status).toBe(403)
  expect((await pilot.put(`/control/${id}/solutions`, links)).status).toBe(200)
  expect((await keeper.delete(`/policy/${policy.id}`)).status).toBe(403)
  expect((await keeper.post('/policy/page')).body).toMatchObject({ total: 1, add_right: false })
})

test('in use it is locked for them as for everybody', async () => {
  const { policy, pilot, control, draft, root } = world
  await control('Rule')
  await pilot.post(`/policy_version/${draft}/publish`)
  await pilot.post(`/policy/${policy.id}/apply`, { perimeters: [root] })
  expect((await keeper.get(`/policy/${policy.id}`)).body.object).toMatchObject({ edit_right: true, edit_right_regular: false })
  expect((await keeper.put(`/policy/${policy.id}`, { name_en: 'Ours' })).body.message).toBe('This policy cannot be deleted or edited while in use')
  expect((await keeper.post(`/policy/${policy.id}/draft`)).status).toBe(200)
})

test('an auditor reads the policy that is assigned to them and writes nothing; it goes to no contributor, for whom no page shows policies', async () => {
  const { policy, draft } = world
  expect((await auditor.get(`/policy/${policy.id}`)).body.object).toMatchObject({ edit_right: false, delete_right: false, checkbox_right: false })
  expect((await auditor.get(`/policy_version/${draft}/tree`)).status).toBe(200)
  expect((await auditor.put(`/policy/${policy.id}`, { name_en: 'x' })).status).toBe(403)
  expect((await auditor.post('/control', { policy_version: draft, name_en: 'x' })).status).toBe(403)
  expect((await contributor.get(`/policy/${policy.id}`)).status).toBe(403)
  expect((await world.pilot.put(`/policy/${policy.id}/assignment`, { members: [keeper.memberId, contributor.memberId], groups: [] })).body.errors).toEqual({
    members: ['The role of this user does not let them do what this asks of them: choose somebody else'],
  })
})

test('a policy that is somebody else’s, or applied here, is written by no local pilot', async () => {
  const { policy, draft, pilot, control, made } = world
  expect((await local.get(`/policy/${policy.id}`)).status).toBe(404)
  const rule = await control('Rule')
  await pilot.post(`/policy_version/${draft}/publish`)
  const reached = (await local.get('/perimeter?limit=1')).body.objects[0].id
  await pilot.post(`/policy/${policy.id}/apply`, { perimeters: [reached] })
  const next = await made(`/policy/${policy.id}/draft`, {})
  expect((await local.get(`/policy/${policy.id}`)).body.object).toMatchObject({ view_right: true, edit_right: false, edit_right_regular: false })
  expect([
    (await local.put(`/policy/${policy.id}`, { archived: true })).status,
    (await local.put(`/policy/${policy.id}/assignment`, { members: [local.memberId], groups: [] })).status,
    (await local.post(`/policy/${policy.id}/draft`)).status,
    (await local.post(`/policy_version/${next.id}/publish`)).status,
    (await local.put(`/policy_version/${next.id}`, { notes: 'x' })).status,
    (await local.delete(`/policy_version/${next.id}`)).status,
    (await local.post('/control', { policy_version: next.id, name_en: 'x' })).status,
    (await local.put(`/control/${rule.id}`, { name_en: 'x' })).status,
    (await local.post('/control_group', { policy_version: next.id, name_en: 'x' })).status,
    (await local.upload(`/policy/${policy.id}/policy_structure`, 'x.xlsx', 'x')).status,
  ]).toEqual([403, 403, 403, 403, 403, 403, 403, 403, 403, 403])
})
