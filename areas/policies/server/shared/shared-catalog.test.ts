import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { roles } from '#kit/contract/right.ts'
import { watchStatements } from '#tools/test/watch-statements.ts'

/** What nobody may read who is not meant to; each word stands in one place alone. */
const words = { public: 'Altair', instance: 'Betelgeuse', elsewhere: 'Canopus', draft: 'Deneb', kept: 'Electra', put_away: 'Fomalhaut' } as const
type Word = keyof typeof words

let app: TestApp
let owner: pg.Client
let root: Person
/** Writes in the catalog of the installation, and of another instance. */
let maker: Person
let reseller: Person
let pilot: Person
let theirs: Person
const ids: Record<string, number> = {}

const made = async (by: Person, path: string, body: object = {}) => {
  const { status, body: answer } = await by.post(path, body)
  if (status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer.object
}

/** Somebody of the provider's who stands in a customer. */
async function staff(email: string, change: string, customer?: number): Promise<Person> {
  await app.member(1, [], { email })
  await owner.query(`update account set ${change} where email = $1`, [email])
  if (customer !== undefined) expect((await (await app.signIn(email)).put('/user/customer', { customer_id: customer })).status).toBe(200)
  return app.signIn(email)
}

/** A policy of one group and one requirement, published, with a model and a threat. */
async function publishIn(person: Person, word: string) {
  const category = (await made(person, '/category', { name_en: `Family ${word}` })).id
  const solution = (await made(person, '/solution', { name_en: `Model ${word}`, description_fr: `Modèle ${word}`, category, build_days: 3 })).id
  const threat = (await made(person, '/threat', { name_en: `Threat ${word}` })).id
  const policy = await made(person, '/policy', { name_en: `Policy ${word}`, name_fr: `Politique ${word}`, identifier: word.slice(0, 3).toUpperCase() })
  const { objects } = (await person.post('/policy_version/page', { queryParams: { filters: [{ name: 'policy', selected_options: [policy.id] }] } })).body
  const version = objects[0].id
  const group = (await made(person, '/control_group', { policy_version: version, name_en: `Group ${word}` })).id
  const control = (await made(person, '/control', { policy_version: version, control_group: group, name_en: `Rule ${word}`, weight: 5, threats: [threat] })).id
  expect((await person.put(`/control/${control}/solutions`, { solutions: [{ solution, share: 80, to_confirm: false }] })).status).toBe(200)
  await made(person, `/policy_version/${version}/publish`)
  return { policy: policy.id as number, solution, threat, control, version, category }
}

let shared: Record<'public' | 'instance' | 'elsewhere', Awaited<ReturnType<typeof publishIn>>>

beforeAll(async () => {
  app = await testApp()
  owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  root = await app.signIn('root@vigie.example')
  const elsewhere = (await made(root, '/instance', { name: 'Reseller', type: 'partner' })).id
  const catalogs = (await owner.query<{ id: number; instance: number }>(`select id, instance_id as instance from customer where kind = 'CATALOG' order by id`))
    .rows
  const [first, second] = catalogs
  const ours = await app.customer('Ours')
  const other = await app.customer('Theirs')
  expect((await root.put(`/customer/${other.id}`, { instance_id: elsewhere })).status).toBe(200)
  maker = await staff('maker@staff.example', `admin_type = 'STAFF_PLUS'`, first?.id)
  reseller = await staff('reseller@staff.example', `instance_id = ${elsewhere}`, second?.id)
  pilot = await app.member(ours.id, 'global_pilote')
  theirs = await app.member(other.id, 'global_pilote')
  Object.assign(ids, { ours: ours.id, theirs: other.id, root: ours.root, first: first?.id, second: second?.id, elsewhere })
  shared = {
    public: await publishIn(maker, words.public),
    instance: await publishIn(maker, words.instance),
    elsewhere: await publishIn(reseller, words.elsewhere),
  }
  for (const [entity, id] of Object.entries({ policy: shared.instance.policy, solution: shared.instance.solution, threat: shared.instance.threat }))
    expect((await maker.put(`/${entity}/${id}/catalog_type`, { catalog_type: 'INSTANCE' })).status).toBe(200)
  // A draft beside the published version, models that are kept back or put away, a policy that was never published.
  const draft = (await made(maker, `/policy/${shared.public.policy}/draft`)).id
  await made(maker, '/control', { policy_version: draft, name_en: `Rule ${words.draft}` })
  await made(maker, '/policy', { name_en: `Policy ${words.draft}` })
  const category = shared.public.category
  const kept = (await made(maker, '/solution', { name_en: `Model ${words.kept}`, category })).id
  const away = (await made(maker, '/solution', { name_en: `Model ${words.put_away}`, category })).id
  expect((await maker.put(`/solution/${kept}/catalog_type`, { catalog_type: 'PRIVATE' })).status).toBe(200)
  expect((await maker.put(`/solution/${away}`, { archived: true })).status).toBe(200)
  await maker.put(`/control/${shared.public.control}/solutions`, {
    solutions: [shared.public.solution, kept, away].map((solution) => ({ solution, share: 80, to_confirm: false })),
  })
  Object.assign(ids, { draft, kept, away })
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const reading = () => ['/policy/shared', '/solution/shared', '/threat/shared', ...Object.values(shared).map(({ policy }) => `/policy/shared/${policy}`)]
/** The words that somebody comes to read through the shared catalog. */
async function readBy(person: Person): Promise<Word[]> {
  const texts = await Promise.all(reading().map(async (path) => JSON.stringify((await person.get(path)).body)))
  return (Object.keys(words) as Word[]).filter((word) => texts.some((text) => text.includes(words[word])))
}

describe('what is shared', () => {
  test('is seen by those whom it is for, published and looked at, and by nobody else', async () => {
    expect(await readBy(pilot)).toEqual(['public', 'instance'])
    expect(await readBy(theirs)).toEqual(['public', 'elsewhere'])
    // A catalog sees what others share with it, and its own as everything that is its own.
    expect(await readBy(maker)).toEqual([])
    expect(await readBy(reseller)).toEqual(['public'])
    expect(await readBy(root)).toEqual(['public', 'instance'])
    expect((await pilot.get(`/policy/shared/${shared.public.policy}`)).body.object).toMatchObject({
      requirements: [{ name: 'Rule Altair', models: [{ name: 'Model Altair', share: 80 }] }],
      groups: [{ name: 'Group Altair' }],
      models: 1,
      own: null,
    })
  })

  test.each(roles)('is for who reads everything, whatever is asked, not for others: %s', async (role) => {
    const person = await app.member(ids.ours!, role, role.startsWith('local') ? { perimeterIds: [ids.root!] } : {})
    const may = role.startsWith('global')
    expect(await readBy(person)).toEqual(may ? ['public', 'instance'] : [])
    for (const path of reading().slice(0, 4)) expect([path, (await person.get(path)).status]).toEqual([path, may ? 200 : 403])
    for (const entity of ['policy', 'solution', 'threat'] as const) {
      const { status } = await person.post(`/${entity}/fork`, { id: shared.public[entity] })
      expect([entity, status]).toEqual([entity, role === 'global_pilote' ? 200 : 403])
    }
  })

  test('stands nowhere else: by no id, list, option, search, history, count, export or link of an organisation', async () => {
    for (const person of [pilot, theirs]) {
      const one = {
        policy: shared.public.policy,
        policy_version: shared.public.version,
        control: shared.public.control,
        solution: shared.public.solution,
        threat: shared.public.threat,
      }
      for (const [entity, id] of Object.entries(one)) {
        for (const path of [
          `/${entity}/${id}`,
          `/${entity}/${id}/history`,
          `/${entity}/${id}/linked`,
          `/${entity}/${id}/assignment`,
          `/${entity}/${id}/catalog_type`,
        ])
          expect([path, (await person.get(path)).status]).toEqual([path, 404])
        expect((await person.get(`/${entity}?ids=${id}`)).body.objects).toEqual([])
        expect((await person.get(`/${entity}/options?ids=${id}`)).body.objects).toEqual([])
        const change = entity === 'policy_version' ? { notes: 'Mine' } : { name_en: 'Mine' }
        for (const body of [change, { ...change, version: 1 }]) expect((await person.put(`/${entity}/${id}`, body)).status).toBe(404)
        expect((await person.delete(`/${entity}/${id}`)).status).toBe(404)
        expect((await person.put(`/${entity}/bulk`, { rows: [{ id }], changes: change })).body.ok).toBe(false)
      }
      expect((await person.get(`/policy_version/${shared.public.version}/tree`)).status).toBe(404)
      expect((await person.post(`/policy/${shared.public.policy}/apply`, { perimeters: [ids.root] })).status).toBe(404)
      expect((await person.get(`/policy/${shared.public.policy}/diff/${shared.instance.policy}`)).status).toBe(404)
      expect((await person.get('/search?q=Canop')).body.objects).toEqual([])
    }
    const own = await made(pilot, '/policy', { name_en: 'Own' })
    const { objects } = (await pilot.post('/policy_version/page', { queryParams: { filters: [{ name: 'policy', selected_options: [own.id] }] } })).body
    const control = (await made(pilot, '/control', { policy_version: objects[0].id, name_en: 'Own rule' })).id
    // Nothing of an organisation names what is somebody else's.
    expect((await pilot.put(`/control/${control}/solutions`, { solutions: [{ solution: shared.public.solution }] })).status).toBe(400)
    expect((await pilot.put(`/control/${control}`, { threats: [shared.public.threat] })).status).toBe(400)
    expect((await pilot.post('/solution', { name_en: 'X', category: shared.public.category })).status).toBe(400)
    expect((await pilot.post('/solution/fork_run', { id: shared.public.solution, perimeter_id: ids.root })).status).toBeGreaterThanOrEqual(400)
    for (const hidden of [shared.elsewhere, { policy: ids.draft, solution: ids.kept, threat: 999_999 }])
      for (const entity of ['policy', 'solution', 'threat'] as const)
        expect([entity, (await pilot.post(`/${entity}/fork`, { id: hidden[entity] })).status]).toEqual([entity, 404])
    expect((await pilot.post('/solution/fork', { id: ids.away })).status).toBe(404)
  })

  test('is decided by the database: its server’s role sees it in the views alone, writes it nowhere, and without a customer not even there', async () => {
    const server = new pg.Client(app.database.appUrl)
    await server.connect()
    const count = async (text: string) => (await server.query<{ n: number }>(`select count(*)::int as n from ${text}`)).rows[0]?.n
    const views = ['policy', 'solution', 'threat', 'control_group', 'control', 'control_solution', 'control_threat']
    for (const view of [...views, 'mapping_set', 'mapping_pair']) expect([view, await count(`shared.${view}`)]).toEqual([view, 0])
    await server.query(`select set_config('app.customer_id', '${ids.ours}', false)`)
    for (const view of views) {
      expect([view, await count(`shared.${view}`)]).toEqual([view, 2])
      await expect(server.query(`delete from shared.${view}`)).rejects.toThrow(/permission denied|cannot delete/)
    }
    for (const table of [
      'policy',
      'policy_version',
      'solution',
      'threat',
      'control',
      'control_group',
      'control_solution',
      'category',
      'mapping_set',
      'policy_history',
      'search_document',
    ])
      expect([table, await count(`${table} where customer_id in (${ids.first}, ${ids.second})`)]).toEqual([table, 0])
    // Nobody makes their own rows into what all organisations read.
    for (const type of ['PUBLIC', 'INSTANCE'])
      for (const table of ['policy', 'solution', 'threat'])
        await expect(
          server.query(`insert into ${table} (customer_id, identifier, name_en, catalog_type) values (${ids.ours}, 'X-1', 'X', '${type}')`),
        ).rejects.toThrow(/What this customer makes/)
    await server.end()
  })

  test('ends with its catalog, and with the instance that an organisation leaves', async () => {
    await owner.query('update customer set disabled = true where id = $1', [ids.first])
    expect(await readBy(pilot)).toEqual([])
    await owner.query('update customer set disabled = false where id = $1', [ids.first])
    expect(await readBy(pilot)).toEqual(['public', 'instance'])
    await owner.query('update customer set instance_id = $1 where id = $2', [ids.elsewhere, ids.ours])
    expect(await readBy(pilot)).toEqual(['public', 'elsewhere'])
    await owner.query('update customer set instance_id = 1 where id = $1', [ids.ours])
  })
})

describe('for whom something is', () => {
  test('is said in catalogs alone, as far as each may', async () => {
    const mine = (await made(pilot, '/policy', { name_en: 'Mine' })).id
    for (const catalog_type of ['PUBLIC', 'INSTANCE']) {
      const { status, body } = await pilot.put(`/policy/${mine}/catalog_type`, { catalog_type })
      expect([status, Object.keys(body.errors)]).toEqual([400, ['catalog_type']])
      expect((await pilot.put(`/policy/${mine}`, { catalog_type })).status).toBe(400)
      expect((await pilot.post('/threat', { name_en: 'T', catalog_type })).status).toBe(400)
    }
    expect((await pilot.get(`/policy/${mine}`)).body.object.catalog_type).toBe('PRIVATE')
    expect((await reseller.put(`/policy/${shared.elsewhere.policy}/catalog_type`, { catalog_type: 'PUBLIC' })).status).toBe(400)
    expect((await maker.put(`/policy/${shared.elsewhere.policy}/catalog_type`, { catalog_type: 'PRIVATE' })).status).toBe(404)
    expect((await maker.get(`/policy/${shared.public.policy}`)).body.object.catalog_type).toBe('PUBLIC')
    expect((await reseller.get(`/solution/${shared.elsewhere.solution}`)).body.object.catalog_type).toBe('INSTANCE')
    // Support looks, also in catalogs.
    const support = await staff('support@staff.example', `admin_type = 'SUPPORT'`, ids.first)
    expect((await support.put(`/policy/${shared.public.policy}/catalog_type`, { catalog_type: 'PRIVATE' })).status).toBe(403)
    expect((await support.put(`/policy/${shared.public.policy}`, { name_en: 'Theirs' })).status).toBe(403)
  })
})

describe('a copy', () => {
  let copy: { id: number; current_version: { id: number } }
  test('is the organisation’s own: published, with its models linked, its categories, threats and weights, ready to be applied', async () => {
    const home = await app.customer('Home')
    const person = await app.member(home.id, 'global_pilote')
    const { status, body } = await person.post('/policy/fork', { id: shared.public.policy })
    expect([status, body.message]).toEqual([200, 'Object copied successfully in your catalog'])
    copy = body.object
    expect(copy).toMatchObject({
      identifier: 'ALT',
      name: 'Policy Altair',
      catalog_type: 'PRIVATE',
      publication: 'PUBLISHED',
      adopted: true,
      requirements: 1,
      fork_of: null,
    })
    const { groups, requirements } = (await person.get(`/policy_version/${copy.current_version.id}/tree`)).body.object
    expect(groups).toMatchObject([{ name: 'Group Altair' }])
    expect(requirements).toMatchObject([{ name: 'Rule Altair', weight: 5, solutions: [{ name: 'Model Altair', share: 80, to_confirm: false }] }])
    const solution = (await person.get(`/solution/${requirements[0].solutions[0].id}`)).body.object
    expect(solution).toMatchObject({ category: { name: 'Family Altair' }, build_days: 3, adopted: true, catalog_type: 'PRIVATE' })
    expect((await person.get(`/control/${requirements[0].id}`)).body.object.threats).toMatchObject([{ name: 'Threat Altair' }])
    expect((await person.post(`/policy/${copy.id}/apply`, { perimeters: [home.root] })).body).toMatchObject({ ok: true, object: { count: 1 } })
    expect((await person.post('/measure/page')).body.objects).toMatchObject([{ solution: { id: solution.id } }])

    // The same again is another policy, answered by the same models.
    const again = (await made(person, '/policy/fork', { id: shared.public.policy })) as typeof copy
    expect(again).toMatchObject({ identifier: 'ALT-2', adopted: true })
    const second = (await person.get(`/policy_version/${again.current_version.id}/tree`)).body.object.requirements
    expect(second[0].solutions.map((each: { id: number }) => each.id)).toEqual([solution.id])
    expect((await person.get('/policy/shared')).body.objects).toMatchObject([{ name: 'Policy Altair', own: { id: again.id }, changed: false }, { own: null }])
    const alone = await made(person, '/solution/fork', { id: shared.public.solution })
    expect(alone).toMatchObject({ identifier: `${solution.identifier}-2`, adopted: true })
    expect((await person.post('/solution/page', { queryParams: { filters: [{ name: 'adopted', selected_options: [true] }] } })).body.total).toBe(2)
  })

  test('of a catalog is its instance’s, and keeps where it comes from', async () => {
    expect(await made(reseller, '/policy/fork', { id: shared.public.policy })).toMatchObject({ catalog_type: 'INSTANCE', adopted: true })
    const own = await made(maker, '/solution/fork', { id: shared.public.solution })
    expect(own).toMatchObject({ catalog_type: 'INSTANCE', adopted: false })
    const { rows } = await owner.query('select origin_customer_id, origin_id from solution where id = $1', [own.id])
    expect(rows).toEqual([{ origin_customer_id: ids.first, origin_id: shared.public.solution }])
    await maker.delete(`/solution/${own.id}`)
  })

  test('of the second of two policies brings the mapping set between them, as it is then, and never a second time', async () => {
    const person = await app.member((await app.customer('Mapped')).id, 'global_pilote')
    const keyOf = async (control: number) =>
      (await owner.query<{ key: string }>('select l.key from control c join control_lineage l on l.id = c.lineage_id where c.id = $1', [control])).rows[0]?.key
    const [from, to] = [await keyOf(shared.public.control), await keyOf(shared.instance.control)]
    const set = (
      await owner.query<{ id: number }>(
        `insert into mapping_set (customer_id, name_en, source_framework_urn, target_framework_urn, catalog_type, urn)
        values ($1, 'Bridge', 'urn:a', 'urn:b', 'PRIVATE', 'urn:bridge') returning id`,
        [ids.first],
      )
    ).rows[0]?.id
    await owner.query(
      `insert into mapping_pair (customer_id, mapping_set_id, source_urn, target_urn, relationship) values ($1, $2, $3, $4, 'equal'), ($1, $2, $3, 'urn:nowhere', 'equal')`,
      [ids.first, set, from, to],
    )
    const listed = async (who = person) => (await who.get('/mapping_set/shared')).body.objects
    const own = async (who = person) => (await who.post('/mapping_set/page')).body.objects
    // What a catalog keeps to itself is seen, copied and brought by nobody.
    for (const who of [person, theirs]) expect([await listed(who), (await who.post('/mapping_set/fork', { id: set })).status]).toEqual([[], 404])
    expect((await person.put(`/mapping_set/${set}/catalog_type`, { catalog_type: 'PUBLIC' })).status).toBe(404)
    expect((await maker.put(`/mapping_set/${set}/catalog_type`, { catalog_type: 'INSTANCE' })).status).toBe(200)
    expect([await listed(theirs), (await theirs.post('/mapping_set/fork', { id: set })).status]).toEqual([[], 404])
    expect(await listed()).toMatchObject([{ id: set, name: 'Bridge', pairs: 2, own: null }])

    await made(person, '/policy/fork', { id: shared.public.policy })
    expect(await own()).toEqual([])
    const second = await made(person, '/policy/fork', { id: shared.instance.policy })
    const [copy] = await own()
    expect(copy).toMatchObject({ name: 'Bridge', pairs: 2, catalog_type: 'PRIVATE', source_framework_urn: 'urn:a' })
    expect((await person.get(`/mapping_set/${copy.id}/pairs`)).body.objects).toMatchObject([{ source_urn: from, target_urn: to, relationship: 'equal' }, {}])
    expect((await person.post(`/policy/${second.id}/solutions_from_mapping`, { mapping_set: copy.id })).status).toBe(200)

    // By hand it is the same copy, as the original is now.
    await owner.query(`delete from mapping_pair where mapping_set_id = $1 and target_urn = 'urn:nowhere'`, [set])
    expect(await made(person, '/mapping_set/fork', { id: set })).toMatchObject({ id: copy.id })
    await made(person, '/policy/fork', { id: shared.instance.policy })
    expect(await own()).toMatchObject([{ id: copy.id, pairs: 1 }])
    expect(await listed()).toMatchObject([{ own: { id: copy.id }, changed: false }])

    // Who has it from a library of their own has it.
    const librarian = await app.member((await app.customer('With library')).id, 'global_pilote')
    await owner.query(
      `insert into mapping_set (customer_id, name_en, source_framework_urn, target_framework_urn, urn) values ($1, 'Mine', 'urn:a', 'urn:b', 'urn:bridge')`,
      [librarian.customerId],
    )
    for (const { policy } of [shared.public, shared.instance]) await made(librarian, '/policy/fork', { id: policy })
    expect(await own(librarian)).toMatchObject([{ name: 'Mine' }])
    const local = await app.member(ids.ours!, 'local_pilote', { perimeterIds: [ids.root!] })
    expect([(await local.get('/mapping_set/shared')).status, (await local.post('/mapping_set/fork', { id: set })).status]).toEqual([403, 403])
  })

  test('is brought up to date by a draft, when its original has changed, and nothing that was decided is lost', async () => {
    const person = await app.member((await app.customer('Renewing')).id, 'global_pilote')
    const mine = await made(person, '/policy/fork', { id: shared.elsewhere.policy }).catch(() => made(person, '/policy/fork', { id: shared.instance.policy }))
    const before = (await person.get(`/policy_version/${mine.current_version.id}/tree`)).body.object.requirements
    const next = (await made(maker, `/policy/${shared.instance.policy}/draft`)).id
    await made(maker, '/control', { policy_version: next, name_en: `Newer ${words.instance}` })
    await made(maker, `/policy_version/${next}/publish`)
    const offered = async () => (await person.get('/policy/shared')).body.objects.find(({ id }: { id: number }) => id === shared.instance.policy)
    expect(await offered()).toMatchObject({ changed: true, requirements: 2 })
    const draft = await made(person, `/policy/${mine.id}/renew`)
    const after = (await person.get(`/policy_version/${draft.id}/tree`)).body.object.requirements
    expect(after).toMatchObject([{ lineage_id: before[0].lineage_id, solutions: before[0].solutions }, { name: `Newer ${words.instance}` }])
    expect(await offered()).toMatchObject({ changed: false })
    expect((await person.post(`/policy/${mine.id}/renew`)).status).toBe(409)
    expect((await theirs.post(`/policy/${mine.id}/renew`)).status).toBe(404)
  })

  test('leaves ended, when it is brought up to date, the links that the organisation ended, and says how many', async () => {
    const person = await app.member((await app.customer('Choosing')).id, 'global_pilote')
    const mine = await made(person, '/policy/fork', { id: shared.instance.policy })
    const linked = async (version: number): Promise<{ id: number; solutions: object[] }[]> =>
      (await person.get(`/policy_version/${version}/tree`)).body.object.requirements
    const [first] = await linked(mine.current_version.id)
    expect(first?.solutions).toHaveLength(1)
    expect((await person.put(`/control/${first?.id}/solutions`, { solutions: [] })).status).toBe(200)
    const next = (await made(maker, `/policy/${shared.instance.policy}/draft`)).id
    const added = (await made(maker, '/control', { policy_version: next, name_en: `Newest ${words.instance}` })).id
    await maker.put(`/control/${added}/solutions`, { solutions: [{ solution: shared.instance.solution, share: 40, to_confirm: false }] })
    await made(maker, `/policy_version/${next}/publish`)
    const { body } = await person.post(`/policy/${mine.id}/renew`, {})
    expect(body).toMatchObject({ ok: true, object: { left_ended: 1 }, message: expect.stringContaining('A link that you had removed stays removed') })
    const after = await linked(body.object.id)
    expect([after[0]?.solutions.length, after.at(-1)?.solutions.length]).toEqual([0, 1])
  })

  test('is no way round the licence, and not sold without the catalogue', async () => {
    const home = await app.customer('Small')
    const person = await app.member(home.id, 'global_pilote')
    expect((await root.put(`/customer/${home.id}`, { quotas: { policies: 0 } })).status).toBe(200)
    expect((await person.post('/policy/fork', { id: shared.public.policy })).body).toMatchObject({ ok: false, code: 'QUOTA_REACHED' })
    expect((await person.post('/solution/page')).body.total).toBe(0)
    expect((await root.put(`/customer/${home.id}`, { quotas: { policies: 5 }, features: [] })).status).toBe(200)
    expect((await person.get('/policy/shared')).status).toBe(403)
    expect((await person.post('/policy/fork', { id: shared.public.policy })).status).toBe(404)
  })

  test('is made in as many statements whatever it holds', async () => {
    const count = async (id: number) => {
      const person = await app.member((await app.customer()).id, 'global_pilote')
      const { byConnection } = await watchStatements(() => made(person, '/policy/fork', { id }))
      return [...byConnection.values()].flat().length
    }
    const few = await count(shared.public.policy)
    expect(few).toBeLessThan(90)
    const next = (await made(maker, `/policy/${shared.instance.policy}/draft`)).id
    for (let n = 0; n < 12; n += 1) {
      const { id } = await made(maker, '/control', { policy_version: next, name_en: `More ${n}` })
      const solution = (await made(maker, '/solution', { name_en: `More ${n}`, category: shared.instance.category })).id
      await maker.put(`/control/${id}/solutions`, { solutions: [{ solution, share: 100, to_confirm: false }] })
    }
    await made(maker, `/policy_version/${next}/publish`)
    expect(await count(shared.instance.policy)).toBeLessThanOrEqual(few + 1)
  })
})
