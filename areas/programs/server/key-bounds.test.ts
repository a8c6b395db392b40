import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
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
