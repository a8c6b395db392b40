import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas, resources } from '#app/server/registry.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { exposedBy, lentBy } from './exposed.ts'
import { showKey } from './show-key.ts'
import { dayFromNow, makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { program } from '#tools/test/program.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

const make = async (given: object, by = world.pilot): Promise<Row> => objectOf(await by.post('/api_key', { name: 'Ticket bridge', ...given }))
const ask = (secret: string, method: 'GET' | 'POST' | 'PUT', path: string, more: object = {}) => program(world.app, secret)(method, path, more)

test.each(['/api_key', '/dashboard/1/share'])('POST %s, whose answer holds a secret, is kept under no name of a request', async (path) => {
  const told = world.app.api.operations.find((one) => one.method === 'POST' && path.replace('1', '{id}') === one.path)
  expect(told).toMatchObject({ untold: true })
})

test('the secret of a key is told once, also to who asks again under the same name', async () => {
  const send = async (name: string) => {
    const headers = { cookie: world.pilot.cookie, 'x-vigie': '1', 'idempotency-key': 'asked-once' }
    const answer = await world.app.http.inject({ method: 'POST', url: '/api/api_key', headers, payload: { name, read: ['actions'] } })
    return answer.json<{ object: { secret: string } }>().object
  }
  const [one, two] = [await send('One'), await send('Two')]
  expect(one.secret).not.toBe(two.secret)
  const kept = await world.app.db.transaction(world.customer, (tx) => tx.runText('select answer from idempotency_key where customer_id = $1', [world.customer]))
  expect(JSON.stringify(kept)).not.toContain(one.secret)
})

test('what a key has made is not its own where it does not reach, nor beyond who answers for it', async () => {
  const maker = await world.app.member(world.customer, 'global_pilote')
  const { secret } = await make({ write: ['incidents'], perimeters: [world.lyon] }, maker)
  expect((await ask(secret, 'POST', '/incidents', { body: { name_en: 'Nowhere' } })).status).toBe(403)
  const { id } = (await ask(secret, 'POST', '/incidents', { body: { name_en: 'Here', perimeter: world.lyon } })).body
  expect((await ask(secret, 'GET', `/incidents/${id}`)).status).toBe(200)
  expect((await world.pilot.put(`/incident/${id}`, { confidential: true, perimeter: world.nantes })).status).toBe(200)
  for (const way of [`/incidents/${id}`, `/incidents/${id}/history`]) expect((await ask(secret, 'GET', way)).status).toBe(404)
  expect((await ask(secret, 'PUT', `/incidents/${id}`, { body: { name_en: 'Changed' } })).status).toBe(404)
  expect((await ask(secret, 'GET', '/incidents')).body.objects.map((row: Row) => row.id)).not.toContain(id)
})

test('a metric that a key for everywhere has made is as global as its maker', async () => {
  const { secret } = await make({ write: ['metrics'] })
  const made = await ask(secret, 'POST', '/metrics', { body: { identifier: 'KEYM', name_en: 'Keys', start_date: '2026-01-01', perimeters: [world.lyon] } })
  expect(made.status).toBe(201)
  expect((await world.pilot.post('/indicator', { name_en: 'Of keys', type: 'ACTIVITY', is_global: true, formula: 'KEYM' })).body).toMatchObject({ ok: true })
})

test('a key works from a page of ours too, which tells of no session', async () => {
  const { secret } = await make({ read: ['actions'] })
  expect((await ask(secret, 'GET', '/actions', { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(200)
})

test('what a key is called, from where, until when and how much is changed, within bounds and never what it may', async () => {
  const { id, secret } = await make({ name: 'Bridge', read: ['actions'], perimeters: [world.lyon], days: 20, reminder_days: 5 })
  const [before] = (await world.pilot.post('/api_key/page', { queryParams: { filters: [{ name: 'name', selected_options: ['Bridge'] }] } })).body
    .objects as Row[]
  const change = (body: object, by = world.pilot) => by.post(`/api_key/${id}/change`, { version: before.version, ...body })
  const wrong = await change({ networks: ['10.0.0.0/8', '10.0.0.0/99'], ends_on: dayFromNow(400) })
  expect([wrong.status, Object.keys(wrong.body.errors).toSorted()]).toEqual([400, ['ends_on', 'networks.1']])
  expect((await change({ ends_on: dayFromNow(-1) })).status).toBe(400)
  for (const body of [{ read: ['gaps'] }, { write: ['actions'] }, { perimeters: [] }, { scopes: {} }, { everywhere: true }])
    expect((await change(body)).status).toBe(400)
  for (const by of [world.auditor, world.local, world.contributor]) expect((await change({ name: 'Mine' }, by)).status).toBe(403)
  const stranger = await world.app.member((await world.app.customer()).id, 'global_pilote')
  expect((await change({ name: 'Mine' }, stranger)).status).toBe(404)

  expect((await change({ name: 'Bridge, Gent', networks: ['10.9.0.0/16'], ends_on: dayFromNow(300), reminder_days: 10, daily_calls: 2 })).status).toBe(200)
  expect((await change({ name: 'Late' })).body.code).toBe('STALE')
  const changed = objectOf(await world.pilot.get(`/api_key/${id}`))
  expect(changed).toMatchObject({ name: 'Bridge, Gent', networks: ['10.9.0.0/16'], ends_on: dayFromNow(300), reminder_days: 10, daily_calls: 2 })
  expect([changed.scopes, changed.perimeters.map(({ id: at }: Row) => at)]).toEqual([{ read: ['actions'], write: [] }, [world.lyon]])
  // It holds for the very next request: where from, and how much.
  expect((await ask(secret, 'GET', '/actions')).body.code).toBe('KEY_ELSEWHERE')
  expect((await ask(secret, 'GET', '/actions', { remoteAddress: '10.9.1.1' })).status).toBe(200)
  const history = (await world.pilot.get(`/api_key/${id}/history`)).body.objects as Row[]
  expect(history[0]).toMatchObject({ action: 'update', actor: { id: world.pilot.memberId } })

  await world.pilot.post(`/api_key/${id}/revoke`, {})
  expect((await change({ version: changed.version + 1, name: 'Back' })).status).toBe(409)
})

test('what it did before is under its name of now', async () => {
  const { id, secret } = await make({ name: 'Former name', write: ['actions'] })
  const made = await ask(secret, 'POST', '/actions', { body: { name_en: 'Patch', program: world.plan, perimeter: world.lyon } })
  const { version } = objectOf(await world.pilot.get(`/api_key/${id}`))
  expect((await world.pilot.post(`/api_key/${id}/change`, { version, name: 'New name' })).status).toBe(200)
  expect(objectOf(await world.pilot.get(`/remediation/${made.body.id}`)).created_by.name).toBe('New name')
})

test('keys are counted by state as the list has them, whatever state it asks for', async () => {
  const states = ['ACTIVE', 'ENDING', 'SUSPENDED', 'ENDED', 'REVOKED']
  const filters = (state: readonly string[]) => ({ queryParams: { filters: [{ name: 'state', selected_options: state }] } })
  const counts = objectOf(await world.pilot.post('/api_key/counts', filters(['REVOKED'])))
  for (const state of states) expect([state, (await world.pilot.post('/api_key/page', filters([state]))).body.total]).toEqual([state, counts[state]])
  expect(counts.total).toBe(states.reduce((sum, state) => sum + counts[state], 0))
  expect(counts.REVOKED).toBeGreaterThan(0)
  expect((await world.contributor.post('/api_key/counts', {})).status).toBe(403)
})

test('a key that a demonstration shows was asked with on its days', async () => {
  const began = performance.now()
  await world.app.db.transaction(world.customer, async (tx) => {
    tx.act({ ...systemWho(world.customer, 'test', 'test', 'en', 'Europe/Paris'), memberId: world.pilot.memberId, rights: new Set(['api_key.write', 'api_key.read']) })
    await showKey(
      tx,
      { resources, types: exposedBy(areas, resources), lent: lentBy(areas) },
      {
        given: { name: 'Shown', read: ['actions'], write: [], perimeters: [], networks: [], daily_calls: 100 },
        asked: [0, 1, 2].map((ago) => ({ operation: 'GET /actions', address: '10.0.0.9', ago, calls: 10 })),
      },
    )
  })
  expect(performance.now() - began).toBeLessThan(20_000)
  const found = ((await world.pilot.post('/api_key/page', { queryParams: { filters: [{ name: 'name', selected_options: ['Shown'] }] } })).body.objects as Row[])[0]
  expect(found).toMatchObject({ name: 'Shown', last_address: '10.0.0.9' })
  const asked = (await world.pilot.get(`/api_key/${found.id}/requests`)).body.objects as Row[]
  expect(asked.reduce((sum, { calls }) => sum + (calls as number), 0)).toBe(30)
  expect(asked.every(({ refused }) => refused === 0)).toBe(true)
})
