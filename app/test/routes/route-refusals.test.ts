import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemWho } from '#kit/server/access/who.ts'
import { expectation } from '#app/test/routes/route-expectation.ts'
import { areas } from '#app/server/registry.ts'
import { registeredRoutes } from '#app/web/registry.ts'
import type { Ids } from '#app/test/worlds/fill-organisation.ts'
import { filledApp } from '#app/test/worlds/filled-app.ts'
import { everybodys, probes as special, probesOfEntity } from './route-probes.ts'
import type { Answer, Person, TestApp } from '#app/test/worlds/test-app.ts'

/*
 * The server refuses what the client hides: for each page and everybody to whom the hand-written expectation hides it, the calls that the page is for. What a
 * page merely reads and other pages read too is excepted by name; there the rows decide, which `reach.test.ts` and `rights-expectation.test.ts` try.
 */
const roles = { P: 'global_pilote', A: 'global_auditor', p: 'local_pilote', a: 'local_auditor', c: 'contributor' } as const
const staff = { R: 'ROOT', S: 'SUPPORT', T: 'STAFF_PLUS' } as const
type RoleName = (typeof roles)[keyof typeof roles]
type Letter = keyof typeof roles | keyof typeof staff | 'I'

let app: TestApp
let ids: Ids
let customerId: number
const people = new Map<RoleName, Person>()
const outside = new Map<Letter, Person>()
const first = (entity: string): number => Number(ids.get(entity)?.[0] ?? 0)
const personOf = (letter: Letter) => (letter in roles ? people.get(roles[letter as keyof typeof roles]) : outside.get(letter)) as Person

const letters = [...Object.keys(roles), ...Object.keys(staff), 'I'] as Letter[]
const probes = { ...Object.fromEntries(registeredRoutes.flatMap((route) => (route.entity ? [[route.path, probesOfEntity(route)] as const] : []))), ...special }
const hiddenFrom = (path: string): readonly Letter[] => {
  const open = (expectation[path] ?? '')
    .split(' ')
    .filter((word) => !/^[@?]/.test(word))
    .join('')
  return letters.filter((letter) => !open.includes(letter))
}

/** What pages write that need a feature, as a global pilot asks for it. */
const sold: Readonly<Record<string, readonly ((who: Person) => Promise<Answer>)[]>> = {
  CATALOG: [(who) => who.post('/solution', { name_en: 'Model X' }), (who) => who.post('/threat', { name_en: 'Threat X' })],
  SETTINGS: [
    (who) => who.post('/category', { name_en: 'Category Y' }),
    (who) => who.post('/label', { name: 'Label Y' }),
    (who) => who.post('/scale', { name_en: 'Scale Y' }),
  ],
  USER_GROUP: [(who) => who.post('/group', { name: 'Group Y' }), (who) => who.put(`/member/${first('member')}`, { job_title: 'y' })],
}

const setFeatures = (features: readonly string[]) =>
  app.db.transaction(1, (tx) => tx.runText('update customer set features = $1 where id = $2', [features, customerId]), { provider: true })
const everything = ['RUNTASKS', 'CATALOG', 'DASHBOARDS', 'SETTINGS', 'USER_GROUP', 'INTEGRATION']

beforeAll(async () => {
  const filled = await filledApp()
  const { customer } = filled
  ;({ app, ids } = filled)
  customerId = customer.id
  for (const role of Object.values(roles))
    people.set(role, await app.member(customer.id, role, role.startsWith('local') ? { perimeterIds: [customer.root] } : {}))
  for (const letter of ['R', 'S', 'T', 'I'] as const) outside.set(letter, await providersPerson(letter))
})
afterAll(() => app.close())

/** Somebody of the provider who has not entered any organisation: of its staff, or a user of the whole instance. */
async function providersPerson(letter: keyof typeof staff | 'I'): Promise<Person> {
  const email = `${letter}@provider.example`.toLowerCase()
  await app.member(1, [], { email })
  const [column, value] = letter === 'I' ? ['instance_id', 1] : ['admin_type', staff[letter]]
  await app.db.transaction(1, (tx) => tx.runText(`update account set ${column} = $1 where email = $2`, [value, email]), { provider: true })
  return app.signIn(email)
}

test('every page that is not everybody’s has its calls', () => {
  expect(registeredRoutes.map(({ path }) => path).filter((path) => !everybodys.includes(path) && !probes[path])).toEqual([])
})

describe.each(Object.entries(probes))('%s', (path, calls) => {
  test.each(hiddenFrom(path).map((letter) => [letter]))('is refused to %s', async (letter) => {
    const statuses = []
    for (const { call, elsewhere = '' } of calls) if (!elsewhere.includes(letter)) statuses.push((await call(personOf(letter), first)).status)
    expect(statuses.filter((status) => status !== 403 && status !== 404)).toEqual([])
  })
})

describe.each(Object.entries(sold))('without the feature %s', (feature, calls) => {
  test('what it is about is refused in the words of the subscription, and comes back with it', async () => {
    const pilot = people.get('global_pilote') as Person
    await setFeatures(everything.filter((one) => one !== feature))
    for (const call of calls)
      expect(await call(pilot)).toMatchObject({
        status: 403,
        body: { ok: false, message: 'This feature is not included in your subscription, contact support' },
      })
    expect((await pilot.get('/auth/check')).body.user.features).not.toContain(feature)
    await setFeatures(everything)
    for (const call of calls) expect((await call(pilot)).status).not.toBe(403)
  })
})

describe('contributor mode', () => {
  test('makes a pilot a contributor in everything, and a pilot again', async () => {
    const pilot = await app.member(customerId, 'global_pilote')
    const changed = await pilot.put('/user/mode', { mode: 'CONTRIBUTOR' })
    expect(changed.body.user).toMatchObject({ mode: 'CONTRIBUTOR', roles: ['contributor'], role: 'contributor', only_contributor: true })
    expect((await pilot.post('/policy/page')).status).toBe(403)
    expect((await pilot.post('/remediation/page')).body.total).toBe(0)
    expect((await pilot.put('/user/mode', { mode: 'NORMAL' })).body.user).toMatchObject({ mode: 'NORMAL', roles: ['global_pilote'] })
    expect((await pilot.post('/policy/page')).status).toBe(200)
  })

  test('is a pilot’s to choose, not an auditor’s or a contributor’s', async () => {
    for (const role of ['global_auditor', 'local_auditor', 'contributor'] as const)
      expect((await (people.get(role) as Person).put('/user/mode', { mode: 'CONTRIBUTOR' })).status).toBe(403)
  })

  test('of staff in an organisation takes their further powers away too', async () => {
    const root = await app.signIn('root@vigie.example')
    const entered = await app.http.inject({
      method: 'PUT',
      url: '/api/user/customer',
      headers: { cookie: root.cookie, 'x-vigie': '1' },
      payload: { customer_id: customerId },
    })
    const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? ''
    const answer = await app.http.inject({ method: 'PUT', url: '/api/user/mode', headers: { cookie, 'x-vigie': '1' }, payload: { mode: 'CONTRIBUTOR' } })
    expect(answer.json<{ user: { roles: string[]; rights: string[] } }>().user).toMatchObject({ roles: ['contributor'] })
    expect(answer.json<{ user: { rights: string[] } }>().user.rights).not.toContain('member.impersonate')
  })
})

describe('what is one’s own', () => {
  test('is counted and listed by kind, one’s groups’ too, and nobody else’s', async () => {
    const contributor = await app.member(customerId, 'contributor')
    const pilot = people.get('global_pilote') as Person
    const grouped = await pilot.post('/group', { name: 'Own group', members: [contributor.memberId] })
    const base = { program: first('program'), perimeter: first('perimeter') }
    const mine = await pilot.post('/remediation', { ...base, name_en: 'Mine alone', manager: contributor.memberId })
    const ours = await pilot.post('/remediation', { ...base, name_en: 'Ours together', group: grouped.body.object.id })
    expect([mine.status, ours.status]).toEqual([200, 200])
    const nothing = Object.fromEntries(areas.flatMap(({ contributions = {} }) => Object.keys(contributions).map((badge) => [badge, 0])))
    expect(Object.keys(nothing)).toContain('nb_incidents')
    expect((await contributor.get('/contribution/count')).body).toEqual({ ok: true, object: { ...nothing, nb_actions: 2 } })
    const listed = (await contributor.get('/user/objects')).body.objects
    expect(listed).toMatchObject([
      { entity: 'remediation', area: 'actions', object: { name: 'Mine alone' }, status: 'TO_PLAN', due: null, by_group: false },
      { object: { name: 'Ours together' }, by_group: true },
    ])
    // What is over is nobody's duty any more: it is counted and listed apart, and each count is that of the rows that it opens.
    await pilot.put(`/remediation/${mine.body.object.id}`, { status: 'CANCELLED', status_reason: 'No more' })
    const [toDo, over] = [await contributor.get('/user/objects'), await contributor.get('/user/objects?closed=true')]
    for (const { body } of [toDo, over]) expect(body.counts).toEqual({ open: 1, closed: 1 })
    expect(toDo.body.objects).toMatchObject([{ object: { name: 'Ours together' }, open: true }])
    expect(over.body.objects).toMatchObject([{ object: { name: 'Mine alone' }, open: false, status: 'CANCELLED' }])
    const other = await app.member(customerId, 'contributor')
    expect((await other.get('/user/objects')).body).toEqual({ ok: true, objects: [], counts: { open: 0, closed: 0 } })
    expect((await other.get('/contribution/count')).body.object.nb_actions).toBe(0)
  })
})

describe('what administration counts', () => {
  const counted = (who: Person | undefined, entities: string) => (who as Person).get(`/administration/counts?entities=${entities}`)

  test('is what the reader finds in each list, and nothing of what is not theirs', async () => {
    const [pilot, contributor] = [people.get('global_pilote') as Person, people.get('contributor') as Person]
    const total = async (entity: string) => (await pilot.post(`/${entity}/page`, { queryParams: { filters: [] } })).body.total as number
    expect((await counted(pilot, 'label,category,import_report')).body.object).toEqual({
      label: await total('label'),
      category: await total('category'),
      import_report: await total('import_report'),
    })
    expect(Object.keys((await counted(contributor, 'label,import_report')).body.object)).not.toContain('import_report')
  })

  test('is asked of entities alone', async () => {
    const { status, body } = await counted(people.get('global_pilote'), 'label,nothing')
    expect([status, body.code, Object.keys(body.errors ?? {})]).toEqual([400, 'BAD_PARAMETERS', ['entities']])
  })
})

describe('page views', () => {
  const view = (person: Person, page: string) =>
    app.http.inject({ method: 'POST', url: '/api/analytics/page_view', headers: { cookie: person.cookie, 'x-vigie': '1', 'x-page': page }, payload: {} })

  test('are kept with masked addresses alone', async () => {
    const person = people.get('global_auditor') as Person
    expect((await view(person, '/actions/:id/mapping')).statusCode).toBe(200)
    for (const page of ['/actions/7', '/password_reset/Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6', 'https://evil.example', '/a?b=c', '//x', '/<script>', ''])
      expect([page, (await view(person, page)).statusCode]).toEqual([page, 400])
    const rows = await app.db.transaction(customerId, (tx) =>
      tx.runText<{ path: string; member_id: number }>('select path, member_id from page_view where customer_id = $1', [customerId]),
    )
    expect(rows).toEqual([{ path: '/actions/:id/mapping', member_id: person.memberId }])
  })

  test('are sixty a minute at most, without harm to anything else', async () => {
    const person = await app.member(customerId, 'local_auditor')
    // The window may turn meanwhile; no more than one does.
    const statuses: number[] = []
    while (statuses.length < 130) statuses.push((await view(person, '/actions')).statusCode)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(120)
    expect((await person.get('/auth/check')).status).toBe(200)
  })

  test('are forgotten after ninety days', async () => {
    const paths = () =>
      app.db.transaction(customerId, (tx) =>
        tx.runText<{ path: string }>(`select path from page_view where customer_id = $1 and path like '/aged%' order by path`, [customerId]),
      )
    await app.db.transaction(customerId, async (tx) => {
      tx.act(systemWho(customerId, 'test', 'test', 'en', 'Europe/Paris'))
      await tx.runText(
        `insert into page_view (customer_id, member_id, path, at) select $1, $2, path, moment() - days * interval '1 day' from (values ('/aged', 89), ('/aged-more', 91)) v (path, days)`,
        [customerId, people.get('contributor')?.memberId],
      )
      tx.enqueue({ name: 'page_view.forget', data: {} })
    })
    expect(await paths()).toHaveLength(2)
    await app.jobs()
    expect(await paths()).toEqual([{ path: '/aged' }])
  })
})

describe('the switcher', () => {
  test('carries twelve organisations, and a search finds the others', async () => {
    for (let n = 1; n <= 15; n += 1) await app.customer(`Switch ${String(n).padStart(2, '0')}`)
    const root = await app.signIn('root@vigie.example')
    expect((await root.get('/auth/check')).body.user.customers).toHaveLength(12)
    const found = async (search: string) => (await root.get(`/user/customers?search=${search}`)).body.objects.map(({ name }: { name: string }) => name)
    expect(await found('switch%2015')).toEqual(['Switch 15'])
    expect(await found('switch')).toHaveLength(12)
    expect((await root.get('/user/customers?search=switch&limit=13')).status).toBe(400)
    expect((await (people.get('global_pilote') as Person).get('/user/customers?search=switch')).body.objects).toEqual([])
  })
})
