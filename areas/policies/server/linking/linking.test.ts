import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import pg from 'pg'
import { testApp } from '#app/test/worlds/test-app.ts'
import { policyWorld } from '#tools/test/policy-world.ts'
import { trigramsOf } from './likeness.ts'

type World = Awaited<ReturnType<typeof policyWorld>>
const app = await testApp()
afterAll(() => app.close())

let world: World
let pilot: World['pilot']
/** Requirements of the house rules, by name. */
let ours: Record<string, number>
let lineageOf: Record<string, string>
let models: Record<string, number>
let other: { id: number; draft: number }

const link = (body: object, by = pilot) => by.post(`/policy/${world.policy.id}/link`, body)
const accept = (body: object, by = pilot) => by.post(`/policy/${world.policy.id}/accept_suggestions`, { policy_version: world.draft, ...body })
const undo = (edit: string, by = pilot) => by.post(`/policy/${world.policy.id}/undo_linking`, { edit })
const suggested = async (by = pilot) => (await by.get(`/policy_version/${world.draft}/suggestions`)).body.object
const linksNow = async () => {
  const { requirements } = await world.treeOf(world.draft)
  return Object.fromEntries(
    requirements.flatMap((row: { name: string; solutions: { identifier: string; share: number; to_confirm: boolean }[] }) =>
      row.solutions.length > 0 ? [[row.name, row.solutions.map((each) => `${each.identifier} ${each.share}${each.to_confirm ? ' ?' : ''}`).join(', ')]] : [],
    ),
  )
}

/** Ties requirements of two policies by a mapping set, as an import does. */
async function tie(pairs: readonly (readonly [source: string, target: string, relationship: string])[]) {
  await app.db.transaction(pilot.customerId, async (tx) => {
    const set = await tx.first(sql<{ id: number }>`insert into mapping_set (customer_id, name_en, source_framework_urn, target_framework_urn)
      values (${pilot.customerId}, 'ISO to house', 'urn:a', 'urn:b') returning id`)
    for (const [source, target, relationship] of pairs)
      await tx.run(sql`insert into mapping_pair (customer_id, mapping_set_id, source_urn, target_urn, relationship)
        values (${pilot.customerId}, ${set?.id}, ${source}, ${target}, ${relationship})`)
  })
}

beforeEach(async () => {
  world = await policyWorld(app)
  ;({ pilot } = world)
  const { made, control, category } = world
  ours = {}
  lineageOf = {}
  models = {}
  for (const name of ['Users are authenticated', 'Doors are locked at night', 'Backups are tried out', 'Incidents are told'])
    ours[name] = (await control(name)).id
  for (const name of ['Strong authentication', 'Locked doors at night', 'Offline backups', 'Crisis cell'])
    models[name] = (await made('/solution', { name_en: name, category })).id
  const policy = await made('/policy', { name_en: 'ISO' })
  const versions = await pilot.post('/policy_version/page', { queryParams: { filters: [{ name: 'policy', selected_options: [policy.id] }] } })
  other = { id: policy.id, draft: versions.body.objects[0].id }
  for (const [identifier, name, model] of [
    ['A.8.5', 'Secure log-on procedures', 'Strong authentication'],
    ['A.5.16', 'Identity lifecycle', 'Strong authentication'],
    ['A.8.13', 'Information copies', 'Offline backups'],
  ] as const) {
    const row = await made('/control', { policy_version: other.draft, identifier, name_en: name })
    ours[identifier] = row.id
    expect((await pilot.put(`/control/${row.id}/solutions`, { solutions: [{ solution: models[model] }] })).status).toBe(200)
  }
  const keys = await app.db.transaction(pilot.customerId, (tx) =>
    tx.run(sql<{ id: number; key: string }>`select c.id, l.key from control c join control_lineage l on l.customer_id = c.customer_id and l.id = c.lineage_id
      where c.customer_id = ${pilot.customerId}`),
  )
  for (const [name, id] of Object.entries(ours)) lineageOf[name] = keys.find((row) => row.id === id)?.key ?? ''
  await tie([
    [lineageOf['A.8.5'] ?? '', lineageOf['Users are authenticated'] ?? '', 'superset'],
    [lineageOf['A.5.16'] ?? '', lineageOf['Users are authenticated'] ?? '', 'intersect'],
    // Read from its target: what the backups are tried out for is part of more.
    [lineageOf['Backups are tried out'] ?? '', lineageOf['A.8.13'] ?? '', 'superset'],
    [lineageOf['A.8.13'] ?? '', lineageOf['Incidents are told'] ?? '', 'not_related'],
  ])
})

/** What is suggested for a requirement: model, percent, share and where it comes from. */
async function offers(name: string) {
  const { suggestions } = await suggested()
  return suggestions
    .filter((row: { control: number }) => row.control === ours[name])
    .map((row: { solution: number; percent: number; share: number; kind: string; policy: string | null; identifier: string | null }) => [
      Object.keys(models).find((model) => models[model] === row.solution),
      row.percent,
      row.share,
      row.kind,
      [row.policy, row.identifier].filter(Boolean).join(' '),
    ])
}

test('models are suggested by mapping sets read from either end, and by likeness of texts; the source is named with its pairs', async () => {
  expect(await offers('Users are authenticated')).toEqual([['Strong authentication', 88, 100, 'MAPPING', 'ISO A.8.5']])
  expect(await offers('Backups are tried out')).toEqual([['Offline backups', 75, 50, 'MAPPING', 'ISO A.8.13']])
  expect(await offers('Incidents are told')).toEqual([])
  const [[model, percent, share, kind]] = await offers('Doors are locked at night')
  expect([model, share, kind]).toEqual(['Locked doors at night', 100, 'LIKENESS'])
  expect(percent).toBeGreaterThan(80)
  const { body } = await pilot.get(`/control/${ours['Users are authenticated']}/suggestions`)
  expect(body.object.near.map((row: { identifier: string }) => row.identifier)).toEqual(['A.8.5', 'A.5.16'])
  expect(body.object.suggestions).toMatchObject([
    {
      name: 'Strong authentication',
      measures: 0,
      sources: [
        { kind: 'MAPPING', percent: 85, relationship: 'superset', mapping_set: 'ISO to house', policy: 'ISO', identifier: 'A.8.5' },
        { kind: 'MAPPING', percent: 60, relationship: 'intersect', identifier: 'A.5.16' },
      ],
    },
  ])
})

test('what is in place is suggested first, with its measures; all are accepted by it, and never what nobody uses before it', async () => {
  const inPlace = async (model: string) => {
    const place = await world.perimeter(`Of ${model}`)
    const measure = await pilot.post('/measure', { perimeter: place.id, name_en: model, solution: models[model] })
    expect(measure.status, JSON.stringify(measure.body)).toBe(200)
    const done = await pilot.post(`/measure/${measure.body.object.id}/implement`, { version: measure.body.object.version })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
  }
  // Backups answer it by a mapping that is less sure than that of authentication, and are in place.
  await tie([[lineageOf['A.8.13'] ?? '', lineageOf['Users are authenticated'] ?? '', 'intersect']])
  await inPlace('Offline backups')
  const names = async () => (await offers('Users are authenticated')).map(([name, percent]: [string, number]) => `${name} ${percent}`)
  expect(await names()).toEqual(['Offline backups 60', 'Strong authentication 88'])
  expect((await suggested()).models.find((row: { id: number }) => row.id === models['Offline backups'])?.measures).toBe(1)
  const accepted = async (body: object) => {
    const { object } = (await accept(body)).body
    const now = (await linksNow())['Users are authenticated']
    if (object.edit) await undo(object.edit)
    return now
  }
  expect([await accepted({ above: 80 }), await accepted({ above: 50 })]).toEqual([undefined, 'S-3 50 ?'])
  await inPlace('Strong authentication')
  expect([await names(), await accepted({ above: 80 })]).toEqual([['Strong authentication 88', 'Offline backups 60'], 'S-1 100 ?'])
})

test('what is put away, is not confirmed or is linked already is not suggested', async () => {
  await pilot.put(`/solution/${models['Locked doors at night']}`, { archived: true })
  expect(await offers('Doors are locked at night')).toEqual([])
  await pilot.put(`/control/${ours['A.8.13']}/solutions`, { solutions: [{ solution: models['Offline backups'], to_confirm: true }] })
  expect(await offers('Backups are tried out')).toEqual([])
  await link({ links: [{ control: ours['Users are authenticated'], solution: models['Strong authentication'] }] })
  expect(await offers('Users are authenticated')).toEqual([])
  expect((await link({ links: [{ control: ours['Incidents are told'], solution: models['Locked doors at night'] }] })).body.errors.links).toBeTruthy()
})

test('trigrams are those of pg_trgm, whatever the letters', async () => {
  const texts = [
    'L’accès physique aux actifs est géré',
    'Accès physique',
    'authentification multi-facteur (MFA), v2',
    'Œuvre & cœur',
    'a',
    '—',
    'Les accès aux actifs sont gérés',
  ]
  const rows = await app.db.transaction(pilot.customerId, (tx) =>
    tx.run(sql<{ folded: string; trigrams: string[] }>`select fold(a) as folded, show_trgm(fold(a)) as trigrams from unnest(${texts}::text[]) as a`),
  )
  for (const { folded, trigrams } of rows) expect([...trigramsOf(folded)].toSorted(), folded).toEqual(trigrams.toSorted())
})

test('several requirements are linked at once, or none; twice does it once; it is in the history of each and of the policy', async () => {
  const wanted = [
    { control: ours['Users are authenticated'], solution: models['Strong authentication'] },
    { control: ours['Incidents are told'], solution: models['Crisis cell'], share: 40 },
    { control: ours['Incidents are told'], solution: models['Strong authentication'] },
  ]
  expect((await link({ links: [...wanted, { control: ours['A.8.5'], solution: models['Crisis cell'] }] })).body.errors.controls).toBeTruthy()
  expect(await linksNow()).toEqual({})
  const { body } = await link({ links: wanted })
  expect(body).toMatchObject({ message: '2 requirements linked', object: { links: 3 } })
  const expected = { 'Users are authenticated': 'S-1 100', 'Incidents are told': 'S-1 100, S-4 40' }
  expect(await linksNow()).toEqual(expected)
  expect((await link({ links: wanted })).body).toMatchObject({ message: 'These links already existed', object: { links: 0, edit: null, controls: [] } })
  expect(await linksNow()).toEqual(expected)
  const history = await pilot.get(`/control/${ours['Incidents are told']}/history`)
  expect(history.body.objects[0]).toMatchObject({ action: 'solutions', changes: [{ field: 'solutions', before: null, after: 'S-1 100 %, S-4 40 %' }] })
  expect((await pilot.get(`/policy/${world.policy.id}/history`)).body.objects[0]).toMatchObject({ action: 'link' })
})

test('suggestions above a percent are accepted together, to be confirmed by somebody, who sees who accepted them', async () => {
  const { body } = await accept({ above: 80 })
  expect(body).toMatchObject({
    message: '2 suggestions accepted, to be confirmed',
    object: { links: 2, controls: [ours['Users are authenticated'], ours['Doors are locked at night']] },
  })
  expect((await accept({ above: 0, controls: [ours['Backups are tried out']] })).body.object.links).toBe(1)
  expect(await linksNow()).toEqual({ 'Users are authenticated': 'S-1 100 ?', 'Doors are locked at night': 'S-2 100 ?', 'Backups are tried out': 'S-3 50 ?' })
  const { waiting, suggestions } = await suggested()
  const me = (await pilot.get(`/member/${pilot.memberId}`)).body.object.name
  expect(waiting).toMatchObject([
    { control: ours['Users are authenticated'], by: me },
    { control: ours['Doors are locked at night'], by: me },
    { control: ours['Backups are tried out'], by: me },
  ])
  expect(suggestions.filter((row: { control: number }) => row.control === ours['Users are authenticated'])).toMatchObject([{ percent: 88 }])
  const confirmed = await pilot.post(`/policy/${world.policy.id}/confirm_links`, { controls: [ours['Users are authenticated']] })
  expect(await linksNow()).toEqual({ 'Users are authenticated': 'S-1 100', 'Doors are locked at night': 'S-2 100 ?', 'Backups are tried out': 'S-3 50 ?' })
  expect((await undo(confirmed.body.object.edit)).body.message).toBe('1 link undone')
  expect(await linksNow()).toEqual({ 'Users are authenticated': 'S-1 100 ?', 'Doors are locked at night': 'S-2 100 ?', 'Backups are tried out': 'S-3 50 ?' })
})

test('one model is made for each requirement that is named; the undo removes them', async () => {
  const before = (await pilot.post('/solution/page', {})).body.total
  const { body } = await pilot.post(`/policy/${world.policy.id}/models_for_requirements`, {
    controls: [ours['Incidents are told'], ours['Backups are tried out']],
  })
  expect(body).toMatchObject({ message: '2 measure models created and linked', object: { links: 2 } })
  const { requirements } = await world.treeOf(world.draft)
  expect(requirements.flatMap((row: { solutions: { name: string }[] }) => row.solutions.map((each) => each.name)).toSorted()).toEqual([
    'Backups are tried out',
    'Incidents are told',
  ])
  expect((await undo(body.object.edit)).status).toBe(200)
  expect([await linksNow(), (await pilot.post('/solution/page', {})).body.total]).toEqual([{}, before])
})

test('an undo takes back what that edit made and nothing else, once, by its author', async () => {
  const first = await link({ links: [{ control: ours['Incidents are told'], solution: models['Crisis cell'] }] })
  const second = await link({
    links: [
      { control: ours['Incidents are told'], solution: models['Crisis cell'] },
      { control: ours['Incidents are told'], solution: models['Offline backups'] },
      { control: ours['Doors are locked at night'], solution: models['Locked doors at night'] },
    ],
  })
  // Somebody changes one of them meanwhile.
  await pilot.put(`/control/${ours['Doors are locked at night']}/solutions`, { solutions: [{ solution: models['Locked doors at night'], share: 70 }] })
  const colleague = await app.member(pilot.customerId, 'global_pilote')
  expect((await undo(second.body.object.edit, colleague)).status).toBe(404)
  expect((await undo(second.body.object.edit)).body).toMatchObject({
    message: '1 link undone; 1 has changed since and stays',
    object: { links: 1, kept: 1 },
  })
  expect(await linksNow()).toEqual({ 'Incidents are told': 'S-4 100', 'Doors are locked at night': 'S-2 70' })
  expect((await undo(second.body.object.edit)).status).toBe(404)
  expect((await pilot.post(`/policy/${other.id}/undo_linking`, { edit: first.body.object.edit })).status).toBe(404)
  expect((await undo(first.body.object.edit)).status).toBe(200)
  expect(await linksNow()).toEqual({ 'Doors are locked at night': 'S-2 70' })
})

test('measures that a link called for go with its undo; those that somebody decided about stay, with their model', async () => {
  await world.publish()
  const place = await world.perimeter('Lyon')
  expect((await pilot.post(`/policy/${world.policy.id}/apply`, { perimeters: [place.id] })).status).toBe(200)
  const measures = async () => (await pilot.post('/measure/page', {})).body.objects as { id: number; name: string; version: number }[]
  const made = await pilot.post(`/policy/${world.policy.id}/models_for_requirements`, { controls: [ours['Incidents are told'], ours['Backups are tried out']] })
  const [incidents] = (await measures()).filter(({ name }) => name === 'Incidents are told')
  expect(await measures()).toHaveLength(2)
  expect((await pilot.put(`/measure/${incidents?.id}`, { version: incidents?.version, yearly_cost: 3 })).status).toBe(200)
  expect((await undo(made.body.object.edit)).status).toBe(200)
  expect((await measures()).map(({ name }) => name)).toEqual(['Incidents are told'])
  expect((await pilot.post('/solution/page', { queryParams: { global_search: 'Incidents are told' } })).body.total).toBe(1)
})

test('two people who link the same at once link it once', async () => {
  const colleague = await app.member(pilot.customerId, 'global_pilote')
  const answers = await Promise.all([accept({ above: 50 }), accept({ above: 50 }, colleague), accept({ above: 50 })])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const links = answers.map(({ body }) => body.object.links)
  expect(links.filter((count) => count > 0)).toHaveLength(1)
  expect(Object.keys(await linksNow())).toHaveLength(Math.max(...links))
})

test.each(['global_auditor', 'local_pilote', 'local_auditor', 'contributor'] as const)('%s neither sees suggestions nor links', async (role) => {
  const person = await app.member(pilot.customerId, role, { perimeterIds: [world.root] })
  const edit = crypto.randomUUID()
  const body = { links: [{ control: ours['Incidents are told'], solution: models['Crisis cell'] }] }
  const answers = [
    await person.get(`/policy_version/${world.draft}/suggestions`),
    await person.get(`/control/${ours['Incidents are told']}/suggestions`),
    await link(body, person),
    await accept({}, person),
    await undo(edit, person),
    await person.post(`/policy/${world.policy.id}/models_for_requirements`, { controls: [ours['Incidents are told']] }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  expect(await linksNow()).toEqual({})
})

test('another organisation’s policy, version and requirement are not there', async () => {
  const stranger = (await policyWorld(app)).pilot
  const body = { links: [{ control: ours['Incidents are told'], solution: models['Crisis cell'] }] }
  for (const answer of [await suggested(stranger).catch(() => undefined), await link(body, stranger).then(({ status }) => status)])
    expect([undefined, 404]).toContain(answer)
  expect((await stranger.get(`/control/${ours['Incidents are told']}/suggestions`)).status).toBe(404)
})

test('as many statements whatever there is', async () => {
  await app.db.transaction(pilot.customerId, async (tx) => {
    const words = sql`(array['access','physical','identity','backup','network','supplier','incident','logging','encryption','training','review','inventory','recovery','testing','remote','mobile'])`
    const named = (seed: number) =>
      sql`${words}[1 + (n * 7 + ${seed}) % 16] || ' ' || ${words}[1 + (n * 5 + n / 16) % 16] || ' of ' || ${words}[1 + (n / 3) % 16] || ' is managed, number ' || n`
    await tx.run(
      sql`insert into solution (customer_id, identifier, name_en, name_fr) select ${pilot.customerId}, 'M-' || n, ${named(3)}, ${named(4)} from generate_series(1, 600) as n`,
    )
    await tx.run(sql`with l as (insert into control_lineage (customer_id, policy_id, key) select ${pilot.customerId}, ${world.policy.id}, 'urn:many:' || n from generate_series(1, 200) as n returning id)
      insert into control (customer_id, policy_version_id, lineage_id, name_en, name_fr, position)
      select ${pilot.customerId}, ${world.draft}, id, ${named(5)} || ' and told to everybody who has to know', ${named(6)}, n from (select id, row_number() over (order by id) as n from l) as l`)
  })
  const count = async () => {
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    const { models: found } = await suggested()
    const statements = spy.mock.calls.length
    spy.mockRestore()
    return { statements, found: found.length }
  }
  const { statements, found } = await count()
  expect(found).toBeGreaterThan(100)
  expect(statements).toBeLessThanOrEqual(10)
})
