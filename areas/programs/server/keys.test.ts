import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogues, digests, resources, rightsWithin } from '#app/server/registry.ts'
import { Secrets } from '#kit/server/access/secrets.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { translatorFor } from '#kit/server/http/words.ts'
import { digestJobs } from '#areas/people/server/index.ts'
import { dayFromNow, makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import type { Person } from '#app/test/worlds/test-app.ts'
import { program } from '#tools/test/program.ts'

let world: World
let other: { id: number; root: number; pilot: Person }

const make = async (given: object, by: Person = world.pilot): Promise<Row> => objectOf(await by.post('/api_key', { name: 'Ticket bridge', ...given }))
const ask = (secret: string | undefined, method: 'GET' | 'POST' | 'PUT', path: string, more: object = {}) => program(world.app, secret)(method, path, more)

beforeAll(async () => {
  world = await makeWorld()
  const customer = await world.app.customer()
  other = { ...customer, pilot: await world.app.member(customer.id, 'global_pilote') }
})
afterAll(() => world.app.close())

test('a key is shown once, kept as a hash, and works under its own name', async () => {
  const { id, secret, ends_on } = await make({ write: ['actions'] })
  expect(secret).toMatch(/^vg_live_\d+_[\w-]{43}$/)
  expect(ends_on).toBe(dayFromNow(180))
  const [line] = (await world.pilot.post('/api_key/page', {})).body.objects as Row[]
  expect(line).toMatchObject({ id, name: 'Ticket bridge', state: 'ACTIVE', today: 0, last_at: null, maker: { id: world.pilot.memberId }, daily_calls: 10_000 })
  expect(JSON.stringify([line, objectOf(await world.pilot.get(`/api_key/${id}`)), (await world.pilot.get(`/api_key/${id}/history`)).body])).not.toContain(
    secret,
  )
  const made = await ask(secret, 'POST', '/actions', { body: { name_en: 'Patch', program: world.plan, perimeter: world.lyon } })
  expect([made.status, made.body]).toMatchObject([201, { name_en: 'Patch', created_by: { name: 'Ticket bridge' }, version: 1 }])
  const history = (await world.pilot.get(`/remediation/${made.body.id}/history`)).body.objects as Row[]
  expect(history[0]).toMatchObject({ action: 'create', actor: { name: 'Ticket bridge' } })
  const log = (await world.pilot.get('/log')).body
  expect(JSON.stringify(log)).toContain('Ticket bridge')
  expect(objectOf(await world.pilot.get(`/api_key/${id}`))).toMatchObject({ today: 1, last_address: '127.0.0.1' })
  expect((await world.pilot.get(`/api_key/${id}/requests`)).body.objects).toMatchObject([
    { address: '127.0.0.1', operation: 'POST /actions', calls: 1, refused: 0 },
  ])
})

test('what stands for a program is nobody to choose, to write to or to count', async () => {
  await make({ name: 'Nobody', read: ['actions'] })
  const names = async (path: string) => JSON.stringify((await world.pilot.get(path)).body)
  expect(await names('/member/options?search=Nobody')).not.toContain('Nobody')
  expect(JSON.stringify((await world.pilot.post('/member/page', { queryParams: { global_search: 'Nobody' } })).body.objects)).toBe('[]')
})

test('of a suspended organisation, or one that waits for its deletion, it opens nothing, and is told why, until that is taken up again', async () => {
  const action = await world.action({ name_en: 'Before' })
  const { secret } = await make({ write: ['actions', 'metrics'] })
  const root = await world.app.signIn('root@vigie.example')
  const about = async () => (await root.get('/customer')).body.objects.find(({ id }: Row) => id === world.customer)
  const put = async (path: string, body: object) =>
    expect((await root.put(`/customer/${world.customer}/${path}`, { ...body, version: (await about()).version })).status).toBe(200)
  const calls = [
    ['GET', '/actions', undefined],
    ['GET', `/actions/${action.id}`, undefined],
    ['GET', `/actions/${action.id}/history`, undefined],
    ['POST', '/actions', { name_en: 'Meanwhile', program: world.plan, perimeter: world.lyon }],
    ['PUT', `/actions/${action.id}`, { name_en: 'Meanwhile', version: action.version }],
    ['POST', '/metrics/values', { values: [] }],
  ] as const
  const closed = async () => {
    for (const [method, path, body] of calls)
      expect((await ask(secret, method, path, { body })).body, path).toMatchObject({ status: 401, code: 'CUSTOMER_SUSPENDED' })
    expect((await ask(`${secret}x`, 'GET', '/actions')).body).not.toMatchObject({ code: 'CUSTOMER_SUSPENDED' })
  }
  await put('suspension', { suspended: true, reason: 'Unpaid bills' })
  await closed()
  await put('deletion', { asked: true, identifier: (await about()).identifier })
  await closed()
  await put('deletion', { asked: false })
  await closed()
  await put('suspension', { suspended: false })
  expect((await ask(secret, 'GET', '/actions')).status).toBe(200)
  expect((await world.pilot.post('/remediation/page', { queryParams: { global_search: 'Meanwhile' } })).body.objects).toEqual([])
})

test('only what its scopes say is open to it', async () => {
  const { secret } = await make({ read: ['actions'] })
  expect((await ask(secret, 'GET', '/actions')).status).toBe(200)
  for (const [method, path, body] of [
    ['GET', '/gaps', undefined],
    ['POST', '/actions', { name_en: 'No' }],
    ['PUT', '/actions/1', { name_en: 'No' }],
    ['POST', '/metrics/values', { values: [] }],
  ] as const)
    expect((await ask(secret, method, path, { body })).body).toMatchObject({ status: 403, code: 'SCOPE' })
  for (const path of ['/people', '/member', '/api_key', '/auth_config', '/customer', '/actions/../../api/member'])
    expect((await ask(secret, 'GET', path)).status).toBe(404)
})

test('it reaches its perimeters alone, reading and writing', async () => {
  const { secret } = await make({ write: ['actions'], perimeters: [world.lyon] })
  const [here, there] = [await world.action({ name_en: 'Here' }), await world.action({ name_en: 'There', perimeter: world.nantes })]
  const listed = (await ask(secret, 'GET', '/actions?limit=200')).body.objects as Row[]
  expect(listed.map(({ id }) => id)).toContain(here.id)
  expect(listed.map(({ id }) => id)).not.toContain(there.id)
  expect((await ask(secret, 'GET', `/actions/${there.id}`)).status).toBe(404)
  expect((await ask(secret, 'GET', `/actions/${there.id}/history`)).status).toBe(404)
  expect((await ask(secret, 'PUT', `/actions/${there.id}`, { body: { name_en: 'Mine' } })).status).toBe(404)
  const moved = await ask(secret, 'PUT', `/actions/${here.id}`, { body: { perimeter: world.nantes } })
  expect([400, 403, 404]).toContain(moved.status)
  expect((await ask(secret, 'POST', '/actions', { body: { name_en: 'Far', program: world.plan, perimeter: world.nantes } })).status).not.toBe(201)
})

test('one of another organisation finds nothing here, whatever it names', async () => {
  const foreign: Row = objectOf(await other.pilot.post('/api_key', { name: 'Foreign', write: ['actions'] }))
  const row = await world.action()
  expect((await ask(foreign.secret, 'GET', `/actions/${row.id}`)).status).toBe(404)
  expect((await ask(foreign.secret, 'PUT', `/actions/${row.id}`, { body: { name_en: 'No' } })).status).toBe(404)
  expect((await ask(foreign.secret, 'GET', '/actions')).body.objects).toEqual([])
  // The same random part under another organisation's number.
  const forged = String(foreign.secret).replace(/^vg_live_\d+_/, `vg_live_${world.customer}_`)
  expect((await ask(forged, 'GET', '/actions')).body).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
  expect((await other.pilot.get(`/api_key/${(await make({ read: ['gaps'] })).id}`)).status).toBe(404)
})

test('whoever answers for it loses a role, and it has lost it for the very next request', async () => {
  const maker = await world.app.member(world.customer, 'global_pilote')
  const wide = await make({ read: ['actions'] }, maker)
  const narrow = await make({ read: ['actions'], perimeters: [world.lyon, world.nantes] }, maker)
  const statuses = async () => [(await ask(wide.secret, 'GET', '/actions')).status, (await ask(narrow.secret, 'GET', '/actions')).status]
  expect(await statuses()).toEqual([200, 200])
  const set = async (changes: object) => expect((await world.pilot.put(`/member/${maker.memberId}`, changes)).status).toBe(200)
  await set({ roles: ['local_pilote'], perimeters: [world.lyon] })
  expect(await statuses()).toEqual([403, 200])
  const there = await world.action({ perimeter: world.nantes })
  expect((await ask(narrow.secret, 'GET', `/actions/${there.id}`)).status).toBe(404)
  expect(objectOf(await world.pilot.get(`/api_key/${wide.id}`)).state).toBe('SUSPENDED')
  await set({ roles: ['contributor'] })
  expect(await statuses()).toEqual([403, 403])
  await set({ roles: ['global_pilote'], perimeters: [] })
  expect(await statuses()).toEqual([200, 200])
  await set({ disabled: true })
  expect(await statuses()).toEqual([401, 401])
  // Another one takes it over, and it goes on.
  expect((await world.pilot.post(`/api_key/${wide.id}/take_over`, {})).status).toBe(200)
  expect(await statuses()).toEqual([200, 401])
  expect(objectOf(await world.pilot.get(`/api_key/${wide.id}`))).toMatchObject({ maker: { id: world.pilot.memberId }, state: 'ACTIVE' })
})

test('revoked, it is refused at once; rotated, both secrets let in until the overlap is over', async () => {
  const { id, secret } = await make({ read: ['actions'] })
  const rotated = objectOf(await world.pilot.post(`/api_key/${id}/rotate`, { overlap_hours: 1 }))
  const statuses = async () => [(await ask(secret, 'GET', '/actions')).status, (await ask(rotated.secret, 'GET', '/actions')).status]
  expect(await statuses()).toEqual([200, 200])
  const again = objectOf(await world.pilot.post(`/api_key/${id}/rotate`, { overlap_hours: 0 }))
  expect(await statuses()).toEqual([401, 401])
  expect((await ask(again.secret, 'GET', '/actions')).status).toBe(200)
  expect((await world.pilot.post(`/api_key/${id}/revoke`, {})).status).toBe(200)
  expect((await ask(again.secret, 'GET', '/actions')).body).toMatchObject({ status: 401, code: 'KEY_REVOKED' })
  expect((await world.pilot.post(`/api_key/${id}/rotate`, {})).status).toBe(409)
})

test('from another network it is refused, noted, and nothing of its day is used up', async () => {
  const { id, secret } = await make({ read: ['actions'], networks: ['10.61.0.0/24', '2001:db8::/32'] })
  const from = async (remoteAddress: string) => (await ask(secret, 'GET', '/actions', { remoteAddress })).status
  expect([await from('10.61.0.7'), await from('::ffff:10.61.0.8'), await from('2001:db8::1'), await from('10.62.0.1')]).toEqual([200, 200, 200, 403])
  expect(objectOf(await world.pilot.get(`/api_key/${id}`))).toMatchObject({ today: 3 })
  expect((await world.pilot.get(`/api_key/${id}/requests`)).body.objects).toContainEqual(
    expect.objectContaining({ address: '10.62.0.1', calls: 1, refused: 1 }),
  )
  // A header that no trusted proxy has sent is nobody's word.
  expect((await ask(secret, 'GET', '/actions', { remoteAddress: '203.0.113.9', headers: { 'x-forwarded-for': '10.61.0.7' } })).status).toBe(403)
})

test('of a minute and of a day no more than there are, however many ask at once', async () => {
  const { secret } = await make({ read: ['actions'], daily_calls: 7 })
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(secret, 'GET', '/actions?limit=1')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.body).toMatchObject({ code: 'THROTTLED' })
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused?.headers).toMatchObject({ 'ratelimit-limit': '7', 'ratelimit-remaining': '0', 'ratelimit-policy': '60;w=60, 7;w=86400' })
  const quick = await make({ read: ['actions'] })
  const many = await Promise.all(Array.from({ length: 70 }, () => ask(quick.secret, 'GET', '/actions?limit=1')))
  expect(many.filter(({ status }) => status === 200)).toHaveLength(60)
  expect(objectOf(await world.pilot.get(`/api_key/${quick.id}`)).today).toBe(60)
})

test('how long it lasts, is reminded of and asks in a day is bounded by what the organisation has', async () => {
  const keep = (quotas: object) =>
    world.app.db.transaction(1, (tx) => tx.runText('update customer set quotas = $1 where id = $2', [JSON.stringify(quotas), world.customer]), {
      provider: true,
    })
  await keep({ api_key_days: 30, api_key_reminder: 5, api_key_calls: 100 })
  try {
    const refused = await world.pilot.post('/api_key', { name: 'Long', read: ['actions'], days: 31, reminder_days: 6, daily_calls: 101 })
    expect(Object.keys(refused.body.errors)).toEqual(['days', 'reminder_days', 'daily_calls'])
    const made = await make({ read: ['actions'] })
    expect(objectOf(await world.pilot.get(`/api_key/${made.id}`))).toMatchObject({
      ends_on: dayFromNow(30),
      reminder_days: 5,
      daily_calls: 100,
      state: 'ACTIVE',
    })
  } finally {
    await keep({})
  }
  const wrong = await world.pilot.post('/api_key', { name: 'Wrong', read: ['member', 'actions'], write: ['nothing'], networks: ['10.0.0.0/40'] })
  expect(Object.keys(wrong.body.errors)).toEqual(['networks.0', 'read.0', 'write.0'])
  for (const days of [0, 366]) expect((await world.pilot.post('/api_key', { name: 'Days', read: ['actions'], days })).status).toBe(400)
})

test('only global pilots find and make keys, and nobody does so in another’s name', async () => {
  const { id } = await make({ read: ['actions'] })
  for (const person of [world.auditor, world.local, world.contributor]) {
    expect((await person.get(`/api_key/${id}`)).status).toBe(403)
    expect((await person.post('/api_key', { name: 'Mine', read: ['actions'] })).status).toBe(403)
    for (const verb of ['rotate', 'revoke', 'take_over']) expect((await person.post(`/api_key/${id}/${verb}`, {})).status).toBe(403)
  }
  const staff = await world.app.signIn('root@vigie.example')
  const entered = await staff.post(`/customer/${world.customer}/enter`, {})
  if (entered.status === 200) expect((await staff.post('/api_key', { name: 'Staff', read: ['actions'] })).status).not.toBe(200)
})

test('where the public API is hidden no key is made, found or let in', async () => {
  const customer = await world.app.customer()
  const pilot = await world.app.member(customer.id, 'global_pilote')
  const { secret, id } = await make({ read: ['actions'] }, pilot)
  expect((await ask(secret, 'GET', '/actions')).status).toBe(200)
  await world.app.db.transaction(
    1,
    (tx) => tx.runText(`update customer set properties = properties || '{"hidePublicApi": true}' where id = $1`, [customer.id]),
    {
      provider: true,
    },
  )
  expect((await ask(secret, 'GET', '/actions')).body).toMatchObject({ status: 403 })
  expect((await pilot.post('/api_key', { name: 'More', read: ['actions'] })).status).toBe(403)
  expect((await pilot.get('/api_key/choices')).status).toBe(403)
  expect((await pilot.post('/api_key/page', {})).body.total).toBe(0)
  expect((await pilot.get(`/api_key/${id}`)).status).toBe(404)
})

test('before it ends global pilots are reminded, once; over, it lets in no more', async () => {
  const { app, customer } = world
  const email = 'reminded@keys.example'
  await app.member(customer, 'global_pilote', { email })
  const owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  await owner.query(`set role vigie_provider; update account set verified_at = moment() where email = '${email}'; reset role`)
  const { secret } = await make({ name: 'Ending bridge', read: ['actions'], days: 3, reminder_days: 1 })
  await make({ name: 'Lasting bridge', read: ['actions'] })
  const gone = await make({ name: 'Revoked bridge', read: ['actions'], days: 3, reminder_days: 1 })
  await world.pilot.post(`/api_key/${gone.id}/revoke`, {})
  const daily = digestJobs({
    sources: digests,
    rightsOf: rightsWithin,
    translate: translatorFor(catalogues),
    publicUrl: 'http://x',
    secrets: new Secrets(randomBytes(32)),
  }).find(({ name }) => name === 'digest.daily')
  /** What the mail of a morning in some days tells. */
  const morning = async (days: number): Promise<string> => {
    const at = new Date(app.now().getTime() + days * 86_400_000)
    const apart = <T>(work: (tx: Tx) => Promise<T>) =>
      app.db.transaction(
        customer,
        async (tx) => {
          tx.act(systemWho(customer, 'digest.daily', 'test', 'en', 'Europe/Paris'))
          return work(tx)
        },
        { at },
      )
    await owner.query('delete from outbox_mail')
    if (daily && 'runLong' in daily) await daily.runLong({ data: {}, resources, apart })
    const { rows } = await owner.query<{ text: string }>('select text from outbox_mail where to_address = $1', [email])
    return rows.map(({ text }) => text).join()
  }
  const told: string[] = []
  for (const days of [1, 2, 3]) told.push(await morning(days))
  expect(told.map((text) => ['Ending', 'Lasting', 'Revoked'].filter((one) => text.includes(`${one} bridge`)))).toEqual([[], ['Ending'], []])
  await owner.end()
  expect((await ask(secret, 'GET', '/actions')).status).toBe(200)
  await app.moveTo(new Date(app.now().getTime() + 4 * 86_400_000))
  expect((await ask(secret, 'GET', '/actions')).body).toMatchObject({ status: 401, code: 'KEY_ENDED' })
})
