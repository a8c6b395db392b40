import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { directory, entraUser, patch, type ScimMethod } from '#tools/test/directory.ts'
import { strangersPerMinute } from './let-in.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

const connect = async (given: object = {}, by = world.pilot): Promise<Row> =>
  objectOf(await by.post('/scim_connection', { name: 'Directory', trial: false, ...given }))
const paths = ['/Users', '/Groups', '/ServiceProviderConfig', '/Schemas', '/ResourceTypes']

test('a token of another organisation finds and changes nothing here, whatever it names', async () => {
  const other = await world.app.customer('Other')
  const pilot = await world.app.member(other.id, 'global_pilote')
  const [own, foreign] = [await connect(), await connect({}, pilot)]
  const [ask, stranger] = [directory(world.app, own.token), directory(world.app, foreign.token)]
  const user = (await ask('POST', '/Users', { body: entraUser('own') })).body
  const group = (await ask('POST', '/Groups', { body: { displayName: 'Own', members: [{ value: user.id }] } })).body
  const changes: [ScimMethod, string, object?][] = [
    ['GET', `/Users/${user.id}`],
    ['PUT', `/Users/${user.id}`, entraUser('own')],
    ['PATCH', `/Users/${user.id}`, patch({ op: 'replace', path: 'active', value: false })],
    ['DELETE', `/Users/${user.id}`],
    ['GET', `/Groups/${group.id}`],
    ['PUT', `/Groups/${group.id}`, { displayName: 'Mine' }],
    ['PATCH', `/Groups/${group.id}`, patch({ op: 'remove', path: 'members' })],
    ['DELETE', `/Groups/${group.id}`],
  ]
  for (const [method, path, body] of changes) expect([method, path, (await stranger(method, path, { body })).status]).toEqual([method, path, 404])
  expect((await stranger('POST', '/Groups', { body: { displayName: 'Theirs', members: [{ value: user.id }] } })).body.scimType).toBe('invalidValue')
  expect((await stranger('GET', `/Users?filter=${encodeURIComponent('userName pr or not (userName pr)')}`)).body.totalResults).toBe(0)
  // The same random part under another organisation's number.
  const forged = String(foreign.token).replace(/^scim_\d+_/, `scim_${world.customer}_`)
  expect((await directory(world.app, forged)('GET', '/Users')).status).toBe(401)
  // Another connection of the same organisation knows its own people alone.
  const second = await connect()
  expect((await directory(world.app, second.token)('GET', `/Users/${user.id}`)).status).toBe(404)
  expect((await ask('GET', `/Users/${user.id}`)).body.active).toBe(true)
  expect((await pilot.get(`/scim_connection/${own.id}`)).status).toBe(404)
  expect((await pilot.get(`/scim_connection/${own.id}/entries`)).status).toBe(404)
})

test('a token that is revoked, paused, rotated away or whose answering pilot is gone is so for the very next request', async () => {
  const maker = await world.app.member(world.customer, 'global_pilote')
  const one = await connect({}, maker)
  const status = async (token = one.token) => (await directory(world.app, token)('GET', '/Users')).status
  expect(await status()).toBe(200)
  await maker.post(`/scim_connection/${one.id}/pause`, { paused: true })
  expect(await status()).toBe(403)
  await maker.post(`/scim_connection/${one.id}/pause`, { paused: false })
  const next = objectOf(await maker.post(`/scim_connection/${one.id}/rotate`, { overlap_hours: 1 }))
  expect([await status(), await status(next.token)]).toEqual([200, 200])
  const last = objectOf(await maker.post(`/scim_connection/${one.id}/rotate`, { overlap_hours: 0 }))
  expect([await status(), await status(next.token), await status(last.token)]).toEqual([401, 401, 200])
  objectOf(await world.pilot.put(`/member/${maker.memberId}`, { roles: ['contributor'] }))
  expect(await status(last.token)).toBe(403)
  expect(objectOf(await world.pilot.get(`/scim_connection/${one.id}`)).state).toBe('SUSPENDED')
  await world.pilot.post(`/scim_connection/${one.id}/take_over`, {})
  expect(await status(last.token)).toBe(200)
  await world.pilot.post(`/scim_connection/${one.id}/revoke`, {})
  const refused = await directory(world.app, last.token)('GET', '/Users')
  expect(refused).toMatchObject({ status: 401, body: { status: '401', schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'] } })
  expect(refused.headers['www-authenticate']).toBe('Bearer')
  expect((await world.pilot.post(`/scim_connection/${one.id}/rotate`, {})).status).toBe(409)
})

test('from another network nobody is let in; without a token, with a key or a session of the product neither', async () => {
  const { token } = await connect({ networks: ['10.61.0.0/24'] })
  const ask = directory(world.app, token)
  expect((await ask('GET', '/Users', { remoteAddress: '10.61.0.9' })).status).toBe(200)
  expect((await ask('GET', '/Users', { remoteAddress: '10.62.0.9' })).status).toBe(403)
  expect((await ask('GET', '/Users', { remoteAddress: '10.62.0.9', headers: { 'x-forwarded-for': '10.61.0.9' } })).status).toBe(403)
  const key = objectOf(await world.pilot.post('/api_key', { name: 'A key', read: ['actions'] })).secret
  const ways: readonly Readonly<Record<string, string>>[] = [
    {},
    { authorization: 'Basic Zm9v' },
    { authorization: `Bearer ${key}` },
    { cookie: world.pilot.cookie, 'x-vigie': '1' },
  ]
  for (const path of paths) for (const headers of ways) expect((await directory(world.app, undefined)('GET', path, { headers })).status).toBe(401)
  // Nor does a token open anything else.
  expect((await world.app.http.inject({ url: '/api/member', headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(401)
  expect((await world.app.http.inject({ url: '/public/v1/actions', headers: { 'x-api-key': token } })).statusCode).toBe(401)
})

test('whoever tries tokens is slowed down, and nobody pays for it who comes from there with a known one', async () => {
  const { token } = await connect()
  const from = { remoteAddress: '203.0.113.77' }
  expect((await directory(world.app, token)('GET', '/Users', from)).status).toBe(200)
  const guess = directory(world.app, `scim_${world.customer}_${'a'.repeat(43)}`)
  const statuses = await Promise.all(Array.from({ length: strangersPerMinute + 20 }, async () => (await guess('GET', '/Users', from)).status))
  expect(statuses).toContain(401)
  expect((await guess('GET', '/Users', from)).status).toBe(429)
  expect((await directory(world.app, token)('GET', '/Users', from)).status).toBe(200)
})

test.each([
  ['a filter that is nested deeply', 'GET', `/Users?filter=${encodeURIComponent(`${'not ('.repeat(60)}a pr${')'.repeat(60)}`)}`, undefined, 400],
  ['one that would end a statement', 'GET', `/Users?filter=${encodeURIComponent(`userName eq "x'); drop table scim_user; --"`)}`, undefined, 200],
  ['one by an attribute that would', 'GET', `/Users?filter=${encodeURIComponent('title\'||(select 1)||\' eq "a"')}`, undefined, 400],
  ['a like that stands for everything', 'GET', `/Users?filter=${encodeURIComponent('userName co "%"')}`, undefined, 200],
  ['an order by what is no attribute', 'GET', `/Users?sortBy=${encodeURIComponent('id; drop table member')}`, undefined, 400],
  ['a page beyond all numbers', 'GET', '/Users?startIndex=99999999999999999999&count=-5', undefined, 200],
  ['a page that is no number', 'GET', '/Users?count=many', undefined, 400],
  ['an id that is none', 'GET', "/Users/1'or'1", undefined, 404],
  ['a body that is no JSON', 'POST', '/Users', '{"userName": ', 400],
  ['a list for a body', 'POST', '/Users', [], 400],
  ['a prototype in a body', 'POST', '/Users', '{"userName":"a","__proto__":{"x":1}}', 400],
  ['a zero in a name', 'POST', '/Users', { userName: 'a\0b' }, 400],
  ['half a character', 'POST', '/Users', '{"userName":"\\ud800"}', 400],
  ['a name of another kind', 'POST', '/Users', { userName: { a: 1 } }, 400],
  ['no name', 'POST', '/Users', { userName: '' }, 400],
  ['a name that is too long', 'POST', '/Users', { userName: 'a'.repeat(3000) }, 400],
  ['very many mail addresses', 'POST', '/Users', { userName: 'many', emails: Array.from({ length: 2000 }, (_, n) => ({ value: `${n}@a.example` })) }, 400],
  [
    'two addresses before all others',
    'POST',
    '/Users',
    {
      userName: 'two',
      emails: [
        { value: 'a@a.example', primary: true },
        { value: 'b@a.example', primary: true },
      ],
    },
    400,
  ],
  ['a change of very many operations', 'PATCH', '/Users/1', patch(...Array.from({ length: 1001 }, () => ({ op: 'add', path: 'title', value: 'x' }))), 400],
  ['no operation', 'PATCH', '/Users/1', patch(), 400],
  ['an operation of its own', 'PATCH', '/Users/1', patch({ op: 'copy', path: 'title' }), 400],
] as const)('%s is answered with a status of its own', async (_, method, path, body, status) => {
  const { token } = await connect()
  const answer = await directory(world.app, token)(method, path, { ...(body !== undefined && { body }) })
  expect([answer.status, answer.body.schemas?.[0]]).toEqual([status, expect.stringMatching(status === 200 ? /ListResponse/ : /Error/)])
})

test('a body beyond all bounds is refused before it is read', async () => {
  const { token } = await connect()
  const answer = await directory(world.app, token)('POST', '/Users', { body: JSON.stringify({ userName: 'big', title: 'x'.repeat(5_000_000) }) })
  expect(answer).toMatchObject({ status: 413, body: { status: '413' } })
})

test('what is only read cannot be changed, nor what everybody has be taken away', async () => {
  const { token } = await connect()
  const ask = directory(world.app, token)
  const id = (await ask('POST', '/Users', { body: { ...entraUser('fixed'), id: '1', groups: [{ value: '1' }], meta: { version: 'mine' } } })).body.id
  for (const [operation, scimType] of [
    [{ op: 'replace', path: 'id', value: '7' }, 'mutability'],
    [{ op: 'add', path: 'groups', value: [{ value: '1' }] }, 'mutability'],
    [{ op: 'remove', path: 'userName' }, 'mutability'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'add', path: 'nothing.of.it', value: 1 }, 'invalidPath'],
    [{ op: 'replace', path: 'active', value: 'maybe' }, 'invalidValue'],
    [{ op: 'add', path: 'emails[type eq', value: 1 }, 'invalidPath'],
  ] as const)
    expect((await ask('PATCH', `/Users/${id}`, { body: patch(operation) })).body.scimType).toBe(scimType)
  expect((await ask('GET', `/Users/${id}`)).body).toMatchObject({ id, meta: { version: 'W/"1"' } })
  // All or nothing.
  await ask('PATCH', `/Users/${id}`, { body: patch({ op: 'replace', path: 'title', value: 'Half' }, { op: 'replace', path: 'id', value: '7' }) })
  expect((await ask('GET', `/Users/${id}`)).body.title).toBeUndefined()
})

test('the same person sent many times at once is made once', async () => {
  const { token } = await connect()
  const ask = directory(world.app, token)
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask('POST', '/Users', { body: entraUser('once') })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(7).fill(409)])
})

test('only global pilots find and make connections, and a token is told once', async () => {
  const { id, token } = await connect()
  for (const person of [world.auditor, world.local, world.contributor]) {
    expect((await person.get(`/scim_connection/${id}`)).status).toBe(403)
    expect((await person.post('/scim_connection', { name: 'Mine' })).status).toBe(403)
    for (const verb of ['rotate', 'revoke', 'take_over']) expect((await person.post(`/scim_connection/${id}/${verb}`, {})).status).toBe(403)
    expect((await person.post(`/scim_connection/${id}/try`, { mappings: [], default_role: 'global_pilote' })).status).toBe(403)
    expect((await person.put(`/scim_connection/${id}/mappings`, { mappings: [], default_role: null, trial: false, invites: false, version: 1 })).status).toBe(
      403,
    )
  }
  expect(JSON.stringify(objectOf(await world.pilot.get(`/scim_connection/${id}`)))).not.toContain(token)
  expect(JSON.stringify((await world.pilot.get(`/scim_connection/${id}/history`)).body)).not.toContain(token)
})
