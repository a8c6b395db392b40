import { afterAll, beforeAll, expect, test } from 'vitest'
import { resources } from '#app/server/registry.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { arrivals } from '#areas/people/server/single-sign-on-members.ts'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { directory, entraUser, patch } from '#tools/test/directory.ts'
import { strangersPerMinute } from './let-in.ts'
import { Line, mostInLine } from './line.ts'
import { mostGroups } from './groups.ts'
import { mostBytes } from './resources.ts'
import { mostPeople } from './users.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

const give = async (id: number, mappings: readonly object[]) => {
  const { version } = objectOf(await world.pilot.get(`/scim_connection/${id}`))
  expect((await world.pilot.put(`/scim_connection/${id}/mappings`, { mappings, default_role: null, trial: false, invites: false, version })).status).toBe(200)
}
const connect = async (mappings: readonly object[] = [], trial = false) => {
  const { id, token } = objectOf(await world.pilot.post('/scim_connection', { name: 'Directory', trial: false }))
  if (!trial) await give(id, mappings)
  return { id: id as number, ask: directory(world.app, token) }
}
const inDatabase = <T>(text: string, values: readonly unknown[] = []) => world.app.db.transaction(world.customer, (tx) => tx.runText<T>(text, values))
const member = async (email: string): Promise<Row> =>
  (
    await inDatabase<Row>(
      `select m.*, array(select p.target_id from member__perimeters p where p.customer_id = m.customer_id and p.owner_id = m.id order by 1) as places
        from member m where m.customer_id = $1 and lower(m.email) = $2`,
      [world.customer, email],
    )
  )[0]
const made = async (ask: ReturnType<typeof directory>, body: object, path = '/Users'): Promise<string> => {
  const answer = await ask('POST', path, { body })
  expect([answer.status, answer.body]).toEqual([201, expect.anything()])
  return answer.body.id
}

test('a name or number that no index could hold is refused in the words of the protocol', async () => {
  const { ask } = await connect()
  const long = Array.from({ length: 700 }, (_, n) => String.fromCodePoint(0x4e_00 + n)).join('')
  for (const [path, body, name] of [
    ['/Users', { userName: long }, 'userName'],
    ['/Users', { userName: 'short', externalId: long }, 'externalId'],
    ['/Groups', { displayName: long }, 'displayName'],
  ] as const) {
    const answer = await ask('POST', path, { body })
    expect([answer.status, answer.body.scimType, answer.body.detail]).toEqual([400, 'invalidValue', expect.stringContaining(name)])
  }
})

test('a connection that is full takes nobody and no group more, and says so', async () => {
  const { id, ask } = await connect()
  await inDatabase(
    `insert into scim_user (customer_id, connection_id, user_name, active, document) select $1, $2, 'u' || n, false, '{}' from generate_series(1, $3::int) n`,
    [world.customer, id, mostPeople],
  )
  await inDatabase(
    `insert into scim_group (customer_id, connection_id, display_name, document) select $1, $2, 'g' || n, '{}' from generate_series(1, $3::int) n`,
    [world.customer, id, mostGroups],
  )
  for (const [path, body] of [
    ['/Users', { userName: 'one more' }],
    ['/Groups', { displayName: 'one more' }],
  ] as const) {
    const answer = await ask('POST', path, { body })
    expect([answer.status, answer.body.detail]).toEqual([403, expect.stringMatching(/at most/)])
  }
  // Whoever was deleted leaves a place.
  await inDatabase(`update scim_user set deleted_at = now() where customer_id = $1 and connection_id = $2 and user_name = 'u1'`, [world.customer, id])
  await made(ask, { userName: 'one more' })
  expect((await ask('POST', '/Users', { body: { userName: 'one too many' } })).status).toBe(403)
  await inDatabase('delete from scim_user where customer_id = $1 and connection_id = $2', [world.customer, id])
})

test('a page of very long people has fewer of them, and those who read on miss nobody', async () => {
  const { id, ask } = await connect()
  const count = 300
  await inDatabase(
    `insert into scim_user (customer_id, connection_id, user_name, active, document)
      select $1, $2, 'long' || n, false, jsonb_build_object('userName', 'long' || n, 'nickName', repeat('x', 30000)) from generate_series(1, $3::int) n`,
    [world.customer, id, count],
  )
  const names = new Set<string>()
  let pages = 0
  for (let at = 1; at <= count; pages += 1) {
    const { status, body } = await ask('GET', `/Users?startIndex=${at}&count=1000`)
    expect([status, body.totalResults]).toEqual([200, count])
    expect(JSON.stringify(body).length).toBeLessThan(mostBytes * 1.2)
    expect(body.itemsPerPage).toBe(body.Resources.length)
    for (const { userName } of body.Resources) names.add(userName)
    at += body.itemsPerPage
  }
  expect([names.size, pages]).toEqual([count, 3])
})

test('who waits in line holds no connection; a line that is too long, or too slow, is refused and goes on', async () => {
  const line = new Line()
  let go = () => {}
  const first = line.run(1, () => new Promise<void>((resolve) => (go = resolve)))
  const impatient = line.run(1, async () => 'late', 1)
  await expect(impatient).rejects.toMatchObject({ status: 'BUSY' })
  let done = 0
  const others = Array.from({ length: mostInLine }, () => line.run(1, async () => (done += 1)))
  await expect(line.run(1, async () => 'too many')).rejects.toMatchObject({ status: 'BUSY', details: { retryAfter: 5 } })
  // Another organisation waits for nobody.
  expect(await line.run(2, async () => 'free')).toBe('free')
  expect(done).toBe(0)
  go()
  await first
  await Promise.all(others)
  expect(done).toBe(mostInLine)
  await expect(line.run(1, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await line.run(1, async () => 'after')).toBe('after')
})

test('of many unknown tokens at once no more are looked up than a minute has', async () => {
  const statuses = await Promise.all(
    Array.from({ length: strangersPerMinute + 60 }, async (_, n) => {
      const guess = directory(world.app, `scim_${world.customer}_${String(n).padStart(43, 'b')}`)
      return (await guess('POST', '/Users', { remoteAddress: '203.0.113.99', body: { userName: 'x' } })).status
    }),
  )
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(strangersPerMinute)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(60)
})

test('a token that lets in never counts as a stranger’s, whatever is answered to what it asks', async () => {
  const { ask } = await connect()
  const remoteAddress = '203.0.113.98'
  const statuses = await Promise.all(
    Array.from({ length: strangersPerMinute }, async () => (await ask('GET', '/Users?filter=nonsense', { remoteAddress })).status),
  )
  expect(new Set(statuses)).toEqual(new Set([400]))
  const { ask: another } = await connect()
  expect((await another('GET', '/Users', { remoteAddress })).status).toBe(200)
})

test('perimeters that somebody chose by hand stay, and what groups give anew or no more is followed beside them', async () => {
  const mapping = (perimeters: readonly number[]) => ({ source: 'GROUP', value: 'Sites', role: 'local_pilote', perimeters, place: null })
  const brest = objectOf(await world.pilot.post('/perimeter', { name_en: 'Brest', parent: world.root })).id as number
  const { id, ask } = await connect([mapping([world.lyon])])
  const user = await made(ask, entraUser('places'))
  await made(ask, { displayName: 'Sites', members: [{ value: user }] }, '/Groups')
  const email = 'places@tessandre.example'
  const { id: memberId, places } = await member(email)
  expect(places).toEqual([world.lyon])
  objectOf(await world.pilot.put(`/member/${memberId}`, { perimeters: [world.lyon, brest] }))
  await ask('PATCH', `/Users/${user}`, { body: patch({ op: 'replace', path: 'title', value: 'Pilot' }) })
  expect((await member(email)).places).toEqual([world.lyon, brest])
  await give(id, [mapping([world.nantes])])
  expect((await member(email)).places).toEqual([world.nantes, brest])
  objectOf(await world.pilot.put(`/member/${memberId}`, { perimeters: [brest] }))
  await ask('PATCH', `/Users/${user}`, { body: patch({ op: 'replace', path: 'title', value: 'Chief pilot' }) })
  expect((await member(email)).places).toEqual([brest])
})

test('whoever is closed by hand after having been opened here stays closed, whatever is told later', async () => {
  const { ask } = await connect([{ source: 'GROUP', value: 'Staff', role: 'contributor', perimeters: [], place: null }])
  const user = await made(ask, entraUser('closed'))
  await made(ask, { displayName: 'Staff', members: [{ value: user }] }, '/Groups')
  const email = 'closed@tessandre.example'
  const { id } = await member(email)
  await world.action({ manager: id })
  const active = (value: boolean) => ask('PATCH', `/Users/${user}`, { body: patch({ op: 'replace', path: 'active', value }) })
  await active(false)
  expect(await member(email)).toMatchObject({ disabled: true })
  objectOf(await world.pilot.put(`/member/${id}`, { disabled: false }))
  objectOf(await world.pilot.put(`/member/${id}`, { disabled: true }))
  await active(true)
  expect(await member(email)).toMatchObject({ disabled: true })
})

test('roles that a connection tells are not undone by signing in, until the connection is revoked', async () => {
  const { id, ask } = await connect([{ source: 'GROUP', value: 'Audit', role: 'global_auditor', perimeters: [], place: null }])
  const user = await made(ask, entraUser('both'))
  await made(ask, { displayName: 'Audit', members: [{ value: user }] }, '/Groups')
  const email = 'both@tessandre.example'
  const signIn = () =>
    world.app.db.transaction(world.customer, async (tx) => {
      tx.act(systemWho(world.customer, 'test', 'test', 'en', 'Europe/Paris'))
      const provider = { mappings: [{ group_name: 'Everybody', role: 'contributor' }], default_role: 'contributor' }
      await arrivals(resources)(tx, { provider, email, identity: { groups: ['Everybody'] } } as never)
    })
  expect(await member(email)).toMatchObject({ roles: ['global_auditor'], roles_from_sso: true })
  await signIn()
  expect(await member(email)).toMatchObject({ roles: ['global_auditor'] })
  expect((await world.pilot.post(`/scim_connection/${id}/revoke`, {})).status).toBe(200)
  await signIn()
  expect(await member(email)).toMatchObject({ roles: ['contributor'] })
})
