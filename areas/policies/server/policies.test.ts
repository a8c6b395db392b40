import { afterAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
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

afterAll(() => app.close())
beforeEach(async () => {
  ;({ root, pilot, category, policy, draft, made, control, treeOf, publish } = await policyWorld(app))
})

test('a policy begins with an empty draft, which cannot be published before it holds a requirement', async () => {
  expect(await publish()).toMatchObject({ status: 409, body: { message: 'Cannot change publication state' } })
  await control('Lock doors')
  expect((await publish()).body).toMatchObject({ ok: true, object: { status: 'PUBLISHED', label: 'v1' } })
  expect(await publish()).toMatchObject({ status: 409, body: { message: 'Cannot change publication state' } })
  expect((await pilot.get(`/policy/${policy.id}`)).body.object).toMatchObject({ current_version: { name: 'v1' }, requirements: 1 })
})

test('only a draft is edited; a new draft holds the same lineages, groups and threats', async () => {
  const threat = await made('/threat', { name_en: 'Theft' })
  const top = await made('/control_group', { policy_version: draft, name_en: 'Physical' })
  const group = await made('/control_group', { policy_version: draft, name_en: 'Doors', parent: top.id })
  const first = await control('Lock doors', { control_group: group.id, threats: [threat.id], weight: 5 })
  expect((await pilot.put(`/control_group/${top.id}`, { parent: group.id })).body.errors.parent).toBeTruthy()
  await publish()
  for (const [method, path, body] of [
    ['PUT', `/control/${first.id}`, { weight: 2 }],
    ['DELETE', `/control/${first.id}`],
    ['POST', '/control', { policy_version: draft, name_en: 'New' }],
    ['PUT', `/policy_version/${draft}`, { notes: 'x' }],
    ['DELETE', `/policy_version/${draft}`],
  ] as const) {
    expect(await pilot.call(method, path, body), `${method} ${path}`).toMatchObject({
      status: 409,
      body: { message: 'This policy cannot be deleted or edited while in use' },
    })
  }
  const next = await made(`/policy/${policy.id}/draft`, {})
  expect(await pilot.post(`/policy/${policy.id}/draft`)).toMatchObject({ status: 409 })
  const tree = await treeOf(next.id)
  expect(names(tree.groups)).toEqual(['Physical', 'Doors'])
  expect(tree.groups[1].parent_id).toBe(tree.groups[0].id)
  expect(tree.requirements).toMatchObject([{ name: 'Lock doors', lineage_id: first.lineage_id, group_id: tree.groups[1].id, weight: 5 }])
  const copy = tree.requirements[0]
  expect((await pilot.get(`/control/${copy.id}`)).body.object.threats).toMatchObject([{ name: 'Theft' }])

  await pilot.put(`/control/${copy.id}`, { weight: 9, description_en: 'All of them' })
  await made('/control', { policy_version: next.id, name_en: 'Close windows' })
  expect((await pilot.get(`/policy/${policy.id}/diff/${draft}?to=${next.id}`)).body.object).toMatchObject({
    groups: { added: [], removed: [], changed: [] },
    requirements: {
      added: [{ name: 'Close windows' }],
      removed: [],
      changed: [{ name: 'Lock doors', fields: expect.arrayContaining(['weight', 'description_en']) }],
    },
  })
  expect((await pilot.delete(`/policy_version/${next.id}`)).status).toBe(200)
  expect((await treeOf(draft)).requirements).toHaveLength(1)
})

test('requirements are reordered among themselves', async () => {
  const [a, b] = [await control('A'), await control('B')]
  expect((await pilot.put('/control/order', { ids: [b.id, a.id] })).status).toBe(200)
  expect(names((await treeOf(draft)).requirements)).toEqual(['B', 'A'])
})

test('solutions answer the lineage, with a share, in every version; the history tells', async () => {
  const [one, two] = [await made('/solution', { name_en: 'Locks', category }), await made('/solution', { name_en: 'Guards', category })]
  const requirement = await control('Lock doors')
  await publish()
  const path = `/control/${requirement.id}/solutions`
  expect(
    (
      await pilot.put(path, {
        solutions: [
          { solution: one.id, share: 60 },
          { solution: two.id, share: 20 },
        ],
      })
    ).body.object.solutions,
  ).toMatchObject([
    { name: 'Locks', share: 60 },
    { name: 'Guards', share: 20 },
  ])
  expect((await pilot.put(path, { solutions: [{ solution: one.id, share: 70 }] })).status).toBe(200)
  for (const solutions of [
    [{ solution: one.id, share: 0 }],
    [{ solution: one.id, share: 101 }],
    [{ solution: 999_999, share: 1 }],
    [{ solution: one.id }, { solution: one.id }],
  ]) {
    expect((await pilot.put(path, { solutions })).status, JSON.stringify(solutions)).toBe(400)
  }
  const { body } = await pilot.get(`/control/${requirement.id}/history`)
  expect(body.objects[0].changes).toEqual([{ field: 'solutions', before: 'S-1 60 %, S-2 20 %', after: 'S-1 70 %' }])
  const history = await app.db.transaction(pilot.customerId, (tx) =>
    tx.run(sql<{ share: number }>`select share from control_solution_history where customer_id = ${pilot.customerId} order by share`),
  )
  expect(history.map((row) => row.share)).toEqual([20, 60])
})

test('suggested links are confirmed together, for the requirements that are shown alone; the cockpit counts those that the policy shows', async () => {
  const [doors, keys, gone] = [await control('Lock doors'), await control('Count keys'), await control('Guard dogs')]
  const model = await made('/solution', { name_en: 'Locks', category })
  for (const each of [doors, keys, gone])
    expect((await pilot.put(`/control/${each.id}/solutions`, { solutions: [{ solution: model.id, share: 50, to_confirm: true }] })).status).toBe(200)
  await publish()
  const waiting = async (version: number) =>
    (await treeOf(version)).requirements.flatMap((row: { name: string; solutions: { to_confirm: boolean }[] }) =>
      row.solutions.some((each) => each.to_confirm) ? [row.name] : [],
    )
  const counted = async () =>
    (await pilot.get('/dashboard/attention')).body.objects
      .filter((line: { kind: string }) => line.kind === 'link_to_confirm')
      .map((line: { count: number; policy: number }) => [line.policy, line.count])
  expect([await waiting(draft), await counted()]).toEqual([['Lock doors', 'Count keys', 'Guard dogs'], [[policy.id, 3]]])

  // The next version leaves one out, which nobody can find to confirm any more.
  const next = await made(`/policy/${policy.id}/draft`, {})
  const third = (await treeOf(next.id)).requirements.find((row: { name: string }) => row.name === 'Guard dogs')
  expect((await pilot.call('DELETE', `/control/${third.id}`)).status).toBe(200)
  await pilot.post(`/policy_version/${next.id}/publish`)
  expect([await waiting(next.id), await counted()]).toEqual([['Lock doors', 'Count keys'], [[policy.id, 2]]])

  const [first, second] = (await treeOf(next.id)).requirements
  const other = await made('/policy', { name_en: 'Other rules' })
  expect((await pilot.post(`/policy/${other.id}/confirm_links`, { controls: [first.id] })).body.errors.controls).toBeTruthy()
  expect((await pilot.post(`/policy/${policy.id}/confirm_links`, { controls: [first.id, 999_999_999] })).status).toBe(400)
  const auditor = await app.member(pilot.customerId, 'global_auditor')
  expect((await auditor.post(`/policy/${policy.id}/confirm_links`, { controls: [first.id] })).status).toBe(403)
  expect(await counted()).toEqual([[policy.id, 2]])
  expect((await pilot.post(`/policy/${policy.id}/confirm_links`, { controls: [first.id] })).body).toMatchObject({
    message: '1 measure model confirmed',
    object: { links: 1 },
  })
  expect([await waiting(next.id), await counted()]).toEqual([[second.name], [[policy.id, 1]]])
  expect((await pilot.post(`/policy/${policy.id}/confirm_links`, { controls: [first.id, second.id] })).body.object).toMatchObject({ links: 1 })
  expect((await pilot.post(`/policy/${policy.id}/confirm_links`, { controls: [first.id] })).body.message).toBe('Nothing was left to confirm')
  expect([await waiting(next.id), await counted()]).toEqual([[], []])
  expect((await treeOf(next.id)).requirements[0].solutions).toMatchObject([{ share: 50, to_confirm: false }])
})

test('one solution is made for each requirement that has none', async () => {
  await made('/solution', { name_en: 'Taken', category, identifier: 'S-2' })
  const [, second] = [await control('A', { description_en: 'All of A' }), await control('B')]
  await made('/solution', { name_en: 'Mine', category }).then((s) => pilot.put(`/control/${second.id}/solutions`, { solutions: [{ solution: s.id }] }))
  expect((await pilot.post(`/policy/${policy.id}/solutions_from_requirements`)).body.object).toEqual({ solutions: 1, links: 1 })
  expect((await pilot.post(`/policy/${policy.id}/solutions_from_requirements`)).body.object).toEqual({ solutions: 0, links: 0 })
  expect((await treeOf(draft)).requirements[0].solutions).toMatchObject([{ name: 'A', identifier: 'S-3', share: 100 }])
})

test('a copy is a policy of its own with the same content, solutions and keys', async () => {
  const solution = await made('/solution', { name_en: 'Locks', category })
  const requirement = await control('Lock doors')
  await pilot.put(`/control/${requirement.id}/solutions`, { solutions: [{ solution: solution.id, share: 30 }] })
  await publish()
  const copy = await made('/policy/fork', { id: policy.id })
  expect(copy).toMatchObject({ identifier: 'POL-1-2', name: 'House rules (copy)', current_version: null })
  expect((await made('/policy/fork', { id: policy.id })).name).toBe('House rules (copy 2)')
  const version = (await pilot.get(`/policy_version?limit=10`)).body.objects.find((v: { policy: { id: number } }) => v.policy.id === copy.id)
  const [copied] = (await treeOf(version.id)).requirements
  expect(copied).toMatchObject({ name: 'Lock doors', solutions: [{ name: 'Locks', share: 30 }] })
  expect(copied.lineage_id).not.toBe(requirement.lineage_id)
  expect((await pilot.get(`/policy/${copy.id}/diff/${policy.id}`)).body.object.requirements).toEqual({ added: [], removed: [], changed: [] })
})

test('more policies than the licence allows are refused in the specified words', async () => {
  await app.db.transaction(pilot.customerId, (tx) => tx.run(sql`update customer set quotas = '{"policies": 1}' where id = ${tx.customerId}`), {
    provider: true,
  })
  const refused = { status: 409, body: { message: 'Quota reached: cannot create or associate policies, contact to increase' } }
  expect(await pilot.post('/policy', { name_en: 'Second' })).toMatchObject(refused)
  expect(await pilot.post('/policy/fork', { id: policy.id })).toMatchObject(refused)
  await control('A')
  await publish()
  expect((await pilot.post('/policy_application', { policy: policy.id, perimeter: root })).status).toBe(200)
})

test('a policy that nobody uses is deleted whole, and its versions stay in history', async () => {
  await control('A')
  await publish()
  expect((await pilot.delete(`/policy/${policy.id}`)).status).toBe(200)
  const left = await app.db.transaction(pilot.customerId, (tx) =>
    tx.first(sql<{ live: number; kept: number }>`select
    (select count(*) from control where customer_id = ${tx.customerId}) as live, (select count(*) from control_history where customer_id = ${tx.customerId}) as kept`),
  )
  expect(left).toEqual({ live: 0, kept: 1 })
})

test('people name a requirement in ten plain characters; what an import brought may stay', async () => {
  const errors = async (identifier: string) => (await pilot.post('/control', { policy_version: draft, name_en: 'Doors', identifier })).body.errors
  expect(await errors('5.1')).toEqual({ identifier: [expect.stringContaining('start with a letter')] })
  expect(await errors('A.5.1.1.1.1')).toEqual({ identifier: ['Too big: 10 characters at most'] })
  expect((await control('Doors', { identifier: 'A.5.1.1' })).identifier).toBe('A.5.1.1')
  // Policies likewise; models and threats have room for 32 (FRM-32, CAT-14).
  expect((await pilot.post('/policy', { name_en: 'Long', identifier: 'A-very-long' })).body.errors).toEqual({ identifier: ['Too big: 10 characters at most'] })
  expect((await pilot.put(`/policy/${policy.id}`, { identifier: 'House.2026' })).status).toBe(200)
  const category = (await pilot.post('/category', { name_en: 'Doors' })).body.object.id
  for (const [entity, needed] of [
    ['solution', { category }],
    ['threat', {}],
  ] as const) {
    expect((await pilot.post(`/${entity}`, { ...needed, name_en: 'Long', identifier: `A${'b'.repeat(32)}` })).body.errors).toEqual({
      identifier: ['Too big: 32 characters at most'],
    })
  }
})

test('a weight out of its bounds is refused in the words of the specification', async () => {
  for (const weight of [0, 1001]) {
    expect((await pilot.post('/control', { policy_version: draft, name_en: 'Doors', weight })).body.errors).toEqual({
      weight: ['Internal error, invalid weight'],
    })
  }
})

test('a policy tells what it is: its publication, what it was copied from, and whether it counts in the quota (POL-03)', async () => {
  const summaryOf = async (id: number) => {
    const { publication, fork_of, in_quota } = (await pilot.get(`/policy/${id}`)).body.object
    return { publication, fork_of, in_quota }
  }
  expect(await summaryOf(policy.id)).toEqual({ publication: 'DRAFT', fork_of: null, in_quota: true })
  await control('A rule')
  expect((await publish()).status).toBe(200)
  const copy = await made('/policy/fork', { id: policy.id })
  expect(await summaryOf(copy.id)).toMatchObject({ publication: 'DRAFT', fork_of: { id: policy.id, name: 'House rules' } })
  await pilot.put(`/policy/${copy.id}`, { archived: true })
  expect(await summaryOf(copy.id)).toMatchObject({ publication: 'ARCHIVED', in_quota: false })
  const { objects } = (
    await pilot.post('/policy/page', {
      queryParams: { filters: [{ name: 'publication', selected_options: ['PUBLISHED'] }], sort: [{ name: 'publication', order: 'asc' }] },
    })
  ).body
  expect(objects.map((row: { id: number }) => row.id)).toEqual([policy.id])
  expect((await pilot.post('/policy', { name_en: 'Long', identifier: 'ELEVEN-CHAR' })).body.errors).toHaveProperty('identifier')
  expect((await pilot.put(`/policy/${policy.id}`, { identifier: 'ELEVEN-CHAR' })).body.errors).toHaveProperty('identifier')
  expect((await pilot.put(`/policy/${policy.id}`, { identifier: 'TEN.CHAR-S' })).status).toBe(200)
})
