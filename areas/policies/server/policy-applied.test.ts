import { afterAll, beforeEach, expect, test } from 'vitest'
import { readSheet } from 'read-excel-file/node'
import { testApp } from '#app/test/worlds/test-app.ts'
import { names, policyWorld } from '#tools/test/policy-world.ts'

type World = Awaited<ReturnType<typeof policyWorld>>
const app = await testApp()
let root: World['root']
let pilot: World['pilot']
let category: World['category']
let policy: World['policy']
let draft: World['draft']
let made: World['made']
let control: World['control']
let treeOf: World['treeOf']
let publish: World['publish']
let perimeter: World['perimeter']

afterAll(() => app.close())
beforeEach(async () => {
  ;({ root, pilot, category, policy, draft, made, control, treeOf, publish, perimeter } = await policyWorld(app))
})

test('applies in its current version to internal perimeters, which move to another version only when they say so', async () => {
  expect((await pilot.post('/policy_application', { policy: policy.id, perimeter: root })).body.message).toContain('Publish')
  await control('A', { level: 1 })
  await publish()
  const provider = await perimeter('Host', { type: 'PROVIDER' })
  expect((await pilot.post('/policy_application', { policy: policy.id, perimeter: provider.id })).status).toBe(400)
  const site = await perimeter('Site')
  expect((await pilot.post(`/policy/${policy.id}/apply`, { perimeters: [site.id, provider.id] })).status).toBe(400)
  expect((await pilot.post(`/policy/${policy.id}/apply`, { perimeters: [root, site.id], weight: 50, level: 2 })).body.object).toMatchObject({ count: 2 })
  expect((await pilot.post('/policy_application', { policy: policy.id, perimeter: site.id })).status).toBe(409)
  const [first] = (await pilot.post('/policy_application/page')).body.objects
  expect(first).toMatchObject({ policy_version: { name: 'v1' }, weight: 50, level: 2 })
  expect((await pilot.delete(`/policy/${policy.id}`)).body.message).toBe('This policy cannot be deleted or edited while in use')

  const next = await made(`/policy/${policy.id}/draft`, {})
  await made('/control', { policy_version: next.id, name_en: 'B' })
  expect((await pilot.post(`/policy_application/${first.id}/adopt`, { policy_version: next.id })).status).toBe(400)
  await pilot.post(`/policy_version/${next.id}/publish`)
  expect((await pilot.get(`/policy_application/${first.id}`)).body.object.policy_version.name).toBe('v1')
  expect((await pilot.get(`/policy_application/${first.id}/adopt`)).body.object).toMatchObject({
    from: { number: 1 },
    to: { number: 2 },
    requirements: { added: [{ name: 'B' }] },
  })
  expect((await pilot.post(`/policy_application/${first.id}/adopt`, { policy_version: next.id })).body.object.policy_version.name).toBe('v2')
})

test('is applied to some perimeters while its settings change in others, in one go, which can be taken back', async () => {
  await control('A', { level: 1 })
  await publish()
  const [old, fresh] = [await perimeter('Old'), await perimeter('Fresh')]
  const apply = (body: object) => pilot.post(`/policy/${policy.id}/apply`, body)
  await apply({ perimeters: [root, old.id], weight: 50, level: 2, target_score: 80 })
  const all = async () => {
    const { objects } = (await pilot.post('/policy_application/page')).body
    return objects.toSorted((a: { id: number }, b: { id: number }) => a.id - b.id)
  }
  const [above, existing] = await all()
  const { id, version } = existing
  expect((await apply({ perimeters: [], changes: [] })).body.errors.perimeters).toBeTruthy()
  // Read before somebody else changed it; applied there already; another policy's: nothing is done.
  expect((await apply({ perimeters: [fresh.id], changes: [{ id, version: version + 1 }], weight: 10 })).status).toBe(400)
  expect((await apply({ perimeters: [old.id], changes: [{ id, version }] })).status).toBe(409)
  const other = await made('/policy', { name_en: 'Other' })
  expect((await pilot.post(`/policy/${other.id}/apply`, { changes: [{ id, version }], weight: 10 })).status).toBe(404)
  const local = await app.member(pilot.customerId, 'local_pilote', { perimeterIds: [fresh.id] })
  expect((await local.post(`/policy/${policy.id}/apply`, { changes: [{ id, version }], weight: 10 })).status).toBeGreaterThanOrEqual(400)
  expect(await all()).toEqual([above, existing])

  const { message, object } = (await apply({ perimeters: [fresh.id], changes: [{ id, version }], weight: 10, level: null, target_score: null })).body
  expect(message).toBe('Policy applied to 1 perimeter, settings changed for 1')
  expect(object).toMatchObject({ count: 1, changed: 1 })
  expect(await all()).toMatchObject([
    { weight: 50, level: 2 },
    { id, weight: 10, level: null, target_score: null },
    { id: object.applications[0], perimeter: { name: 'Fresh' }, weight: 10, level: null },
  ])
  expect((await pilot.post('/policy_application/bulk/undo', { undo: object.undo })).status).toBe(200)
  expect(await all()).toMatchObject([{}, { id, weight: 50, level: 2, target_score: 80 }, {}])
})

test('a security base follows the level of its applications, also where several are changed at once or taken back', async () => {
  const solution = await made('/solution', { name_en: 'Locks', category })
  const high = await control('High', { level: 3 })
  expect((await pilot.put(`/control/${high.id}/solutions`, { solutions: [{ solution: solution.id, share: 100, to_confirm: false }] })).status).toBe(200)
  await publish()
  const place = await perimeter('Here')
  await pilot.post(`/policy/${policy.id}/apply`, { perimeters: [place.id], level: 1 })
  const [application] = (await pilot.post('/policy_application/page')).body.objects
  const measures = async () =>
    names((await pilot.post('/measure/page', { queryParams: { filters: [{ name: 'perimeter', selected_options: [place.id] }] } })).body.objects)
  expect(await measures()).toEqual([])
  const { body } = await pilot.put('/policy_application/bulk', { rows: [{ id: application.id }], changes: { level: 3 } })
  expect(await measures()).toEqual(['Locks'])
  expect((await pilot.post('/policy_application/bulk/undo', { undo: body.object.undo })).status).toBe(200)
  expect(await measures()).toEqual([])
})

test('a local pilot says what does not apply in their own perimeters; the statement lists it beside what does', async () => {
  const [a] = [await control('A', { level: 1 }), await control('B', { level: 3 }), await control('C')]
  await publish()
  const [mine, other] = [await perimeter('Mine'), await perimeter('Other')]
  await pilot.post(`/policy/${policy.id}/apply`, { perimeters: [mine.id, other.id], level: 2 })
  const local = await app.member(pilot.customerId, 'local_pilote', { perimeterIds: [mine.id] })
  const applications = (await local.post('/policy_application/page')).body.objects
  expect(applications.map((row: { perimeter: { name: string } }) => row.perimeter.name)).toEqual(['Mine'])
  expect((await local.post('/control_not_applicable', { perimeter: other.id, lineage_id: a.lineage_id, justification: 'No' })).status).toBe(400)
  expect((await local.post('/control_not_applicable', { perimeter: mine.id, lineage_id: a.lineage_id })).status).toBe(400)
  await made('/control_not_applicable', { perimeter: mine.id, lineage_id: a.lineage_id, justification: 'No door' }, local)
  const { objects } = (await local.get(`/policy_application/${applications[0].id}/statement`)).body
  expect(
    objects.map((row: { name: string; applicability: string; basis: string; justification: string | null }) => [
      row.name,
      row.applicability,
      row.basis,
      row.justification,
    ]),
  ).toEqual([
    ['A', 'NOT_APPLICABLE', 'LEVEL', 'No door'],
    ['B', 'OUT_OF_LEVEL', 'LEVEL', null],
    ['C', 'APPLICABLE', 'ALWAYS', null],
  ])
  expect((await treeOf(draft, `?perimeter=${mine.id}`)).requirements[0]).toMatchObject({ not_applicable: 1, not_applicable_here: { justification: 'No door' } })
  const file = await local.get(`/policy_application/${applications[0].id}/statement_file`)
  expect(file.status).toBe(200)
  const [, line] = await readSheet(file.body as Buffer)
  const zone = (await local.get('/auth/check')).body.user.time_zone as string
  const today = new Intl.DateTimeFormat('en-US', { timeZone: zone, month: '2-digit', day: '2-digit', year: 'numeric' }).format(new Date())
  expect(line?.at(-1)).toMatch(new RegExp(` · ${today}$`))
  expect(
    (
      await local.get(
        `/policy_application/${(await pilot.post('/policy_application/page')).body.objects.find((row: { perimeter: { id: number } }) => row.perimeter.id === other.id).id}/statement`,
      )
    ).status,
  ).toBe(404)
})

test('a policy is seen where it is applied: local roles read those of their perimeters, whole, and no other (POL-15)', async () => {
  const [here, elsewhere] = [await perimeter('Here'), await perimeter('Elsewhere')]
  const top = await made('/control_group', { policy_version: draft, name_en: 'Physical' })
  const doors = await control('Lock doors', { control_group: top.id })
  const other = await made('/policy', { name_en: 'Other rules' })
  await publish()
  for (const role of ['local_pilote', 'local_auditor'] as const) {
    const local = await app.member(pilot.customerId, role, { perimeterIds: [here.id] })
    const seen = async () => [
      (await local.get(`/policy/${policy.id}`)).status,
      (await local.get(`/policy_version/${draft}/tree`)).status,
      (await local.get(`/control/${doors.id}`)).status,
      (await local.get(`/control_group/${top.id}`)).status,
    ]
    const listed = async () => names((await local.get('/policy?limit=50')).body.objects)
    const found = async (path: string) => (await local.post(path, { queryParams: {} })).body.total as number
    expect([await seen(), await listed(), await found('/control/page'), await found('/policy_version/page')]).toEqual([[404, 404, 404, 404], [], 0, 0])
    const away = await made(`/policy/${policy.id}/apply`, { perimeters: [elsewhere.id] }).then(
      async () => (await pilot.get('/policy_application?limit=50')).body.objects[0],
    )
    expect([await seen(), await listed()]).toEqual([[404, 404, 404, 404], []])
    expect((await pilot.call('DELETE', `/policy_application/${away.id}`)).status).toBe(200)
    await made(`/policy/${policy.id}/apply`, { perimeters: [here.id] })
    expect([await seen(), await listed(), await found('/control/page'), await found('/policy_version/page')]).toEqual([
      [200, 200, 200, 200],
      ['House rules'],
      1,
      1,
    ])
    expect((await local.get(`/policy/${other.id}`)).status).toBe(404)
    const [applied] = (await pilot.get('/policy_application?limit=50')).body.objects
    expect((await pilot.call('DELETE', `/policy_application/${applied.id}`)).status).toBe(200)
    expect(await seen()).toEqual([404, 404, 404, 404])
  }
})

test('a perimeter is not added twice to a policy, at once or later (POL-14)', async () => {
  await control('A rule')
  await publish()
  const [site, other] = [await perimeter('Site'), await perimeter('Other')]
  const message = 'This perimeter is already in the list'
  const apply = (perimeters: number[]) => pilot.post(`/policy/${policy.id}/apply`, { perimeters })
  expect(await apply([site.id, site.id])).toMatchObject({ status: 409, body: { errors: { perimeters: [message] } } })
  expect((await apply([site.id])).body.object).toMatchObject({ count: 1 })
  expect(await apply([other.id, site.id])).toMatchObject({ status: 409, body: { message, errors: { perimeters: [message] } } })
  expect(await pilot.post('/policy_application', { policy: policy.id, perimeter: site.id })).toMatchObject({
    status: 409,
    body: { errors: { perimeter: [message] } },
  })
  expect((await pilot.post('/policy_application/page', {})).body.total).toBe(1)
})

test('a policy in use is neither edited nor deleted, in the specified words; it is put away, and its next version is a draft (POL-09)', async () => {
  const refused = { status: 409, body: { ok: false, code: 'IN_USE', message: 'This policy cannot be deleted or edited while in use' } }
  const rule = await control('A rule')
  await publish()
  expect((await pilot.put(`/policy/${policy.id}`, { name_en: 'Ours' })).body.object).toMatchObject({ edit_right: true, edit_right_regular: true })
  await made(`/policy/${policy.id}/apply`, { perimeters: [root] })
  for (const body of [{ name_en: 'Theirs' }, { identifier: 'X' }, { description_fr: 'x' }, { kind: 'INDUSTRY' }, { provider: 'x', archived: true }])
    expect(await pilot.put(`/policy/${policy.id}`, body)).toMatchObject(refused)
  expect(await pilot.delete(`/policy/${policy.id}`)).toMatchObject(refused)
  expect((await pilot.put('/policy/bulk', { rows: [{ id: policy.id }], changes: { kind: 'INDUSTRY' } })).body.errors).toEqual({
    [`rows.${policy.id}`]: [refused.body.message],
  })
  for (const answer of [
    await pilot.put(`/control/${rule.id}`, { name_en: 'Other' }),
    await pilot.delete(`/control/${rule.id}`),
    await pilot.post('/control', { policy_version: draft, name_en: 'More' }),
  ])
    expect(answer).toMatchObject(refused)
  expect((await pilot.get(`/policy/${policy.id}`)).body.object).toMatchObject({ name_en: 'Ours', edit_right: true, edit_right_regular: false })
  // What changes nothing is sent back by forms, and putting it away is no change of it.
  expect((await pilot.put(`/policy/${policy.id}`, { name_en: 'Ours', archived: true })).status).toBe(200)
  expect((await pilot.put(`/policy/${policy.id}`, { archived: false })).status).toBe(200)
  const next = await made(`/policy/${policy.id}/draft`, {})
  expect((await pilot.post('/control', { policy_version: next.id, name_en: 'More' })).status).toBe(200)
})
