import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { objectOf, type Row } from '#tools/test/actions-world.ts'
import { makeConnectorWorld, type ConnectorWorld } from '#tools/test/connector-world.ts'

let world: ConnectorWorld
beforeAll(async () => {
  world = await makeConnectorWorld()
})
afterAll(() => world.app.close())
beforeEach(() => world.anew())

const given = () => ({
  connector: 'HTTP_JSON',
  name: 'Scanner',
  config: { base_url: `${world.service.url}/values`, sign_in: 'bearer', secret: 's3cret-of-the-scanner', paging: 'none' } as Record<string, string>,
  feeds: [{ key: '$.open', perimeter: world.lyon, name: 'Open points' }],
})

test('only global pilots connect, see and run connectors', async () => {
  const id = await world.connect()
  for (const who of [world.auditor, world.local, world.contributor]) {
    expect((await who.post('/customer_connector', given())).status).toBe(403)
    expect((await who.post('/customer_connector/test', { connector: 'HTTP_JSON', config: given().config })).status).toBe(403)
    expect((await who.get(`/customer_connector/${id}`)).status).toBe(403)
    expect((await who.get(`/customer_connector/${id}/jobs`)).status).toBe(403)
    expect((await who.post(`/customer_connector/${id}/run`, {})).status).toBe(403)
  }
  expect((await world.auditor.get('/connector')).status).toBe(200)
  expect((await world.contributor.get('/connector')).status).toBe(403)
})

test('another organisation neither finds nor runs it', async () => {
  const id = await world.connect()
  world.says(() => ({ json: { open: 1 } }))
  const run = await world.runNow(id)
  const { id: other } = await world.app.customer('Other')
  const stranger = await world.app.member(other, 'global_pilote')
  for (const path of [`/customer_connector/${id}`, `/customer_connector/${id}/jobs`, `/customer_connector/${id}/feeds`, `/customer_connector/job/${run.id}`])
    expect((await stranger.get(path)).status).toBe(404)
  for (const path of [`/customer_connector/${id}/run`, `/customer_connector/${id}/pause`, `/customer_connector/job/${run.id}/retry`])
    expect((await stranger.post(path, {})).status).toBe(404)
  const tried = await stranger.post('/customer_connector/test', { connector: 'HTTP_JSON', id, config: { ...given().config, secret: null } })
  expect(tried.status).toBe(404)
  expect((await stranger.post('/customer_connector', given())).status).toBe(400)
})

test('a test before saving tells as whom one is signed in, or why not, and keeps nothing', async () => {
  world.says(({ headers }) => (headers.authorization === 'Bearer s3cret-of-the-scanner' ? { json: { open: 1 } } : { status: 401, json: { message: 'who?' } }))
  const tried = async (config: object) => objectOf(await world.pilot.post('/customer_connector/test', { connector: 'HTTP_JSON', config }))
  expect(await tried(given().config)).toMatchObject({ passed: true, reason: null })
  expect(await tried({ ...given().config, secret: 'wrong-one' })).toMatchObject({ passed: false, reason: 'refused', told: '401 who?' })
  expect((await world.pilot.post('/customer_connector/page', {})).body.objects).toEqual([])
  const seen = objectOf(await world.pilot.post('/customer_connector/preview', { connector: 'HTTP_JSON', config: given().config, path: '$.open', take: 'sum' }))
  expect(seen).toMatchObject({ nodes: ['1'], total: 1, value: 1, reason: null })
})

test('a secret that is kept goes to no other address than the one that it was typed for', async () => {
  const id = await world.connect()
  const { version } = await world.read(id)
  const elsewhere = { ...given().config, base_url: 'https://elsewhere.example/values' } as Record<string, string | null>
  delete elsewhere.secret
  const { connector: _, ...rest } = given()
  // The same address without a secret keeps it; another one forgets it.
  const here = { ...given().config } as Record<string, string>
  delete here.secret
  expect((await world.pilot.put(`/customer_connector/${id}`, { ...rest, feeds: [], config: here, version })).status).toBe(200)
  world.says(({ headers }) => ({ json: { open: headers.authorization === 'Bearer s3cret-of-the-scanner' ? 1 : 0 } }))
  await world.runNow(id)
  expect(world.service.calls.at(-1)?.headers.authorization).toBe('Bearer s3cret-of-the-scanner')
  const now = await world.read(id)
  expect((await world.pilot.put(`/customer_connector/${id}`, { ...rest, feeds: [], config: elsewhere, version: now.version })).status).toBe(200)
  expect(await world.owner(`select 1 from customer_connector_secret where connector_id = ${id}`)).toEqual([])
})

test('a secret that is kept goes to no worker but the one that it was typed for', async () => {
  const id = await world.connect()
  const worker = objectOf(await world.pilot.post('/worker', { name: 'Of one pilot' })) as { id: number; token: string }
  const { version } = await world.read(id)
  const { connector: _, ...rest } = given()
  const { secret: __, ...config } = given().config
  const changed = await world.pilot.put(`/customer_connector/${id}`, { ...rest, feeds: [], config, worker: worker.id, version })
  expect(changed.status).toBe(200)
  expect(await world.owner(`select 1 from customer_connector_secret where connector_id = ${id}`)).toEqual([])
  // Typed again it goes there, and stays while nothing changes.
  const put = async (more: object) =>
    (await world.pilot.put(`/customer_connector/${id}`, { ...rest, feeds: [], worker: worker.id, version: (await world.read(id)).version, ...more })).status
  expect(await put({ config: given().config })).toBe(200)
  expect(await put({ config })).toBe(200)
  expect(await world.owner(`select 1 from customer_connector_secret where connector_id = ${id}`)).toHaveLength(1)
})

test('a password of a directory is typed again where its address, its encryption or its authority changes', async () => {
  const worker = objectOf(await world.pilot.post('/worker', { name: 'Near the directory' })).id as number
  const config = { base_url: 'ldap://dc1.example.org', user: 'cn=reader', password: 's3cret-of-the-directory', encryption: 'always' }
  const id = await world.connect({ connector: 'LDAP', config, feeds: [], worker })
  const put = async (changes: object) => {
    const { password: _, ...rest } = config
    const { version } = await world.read(id)
    return world.pilot.put(`/customer_connector/${id}`, {
      name: 'Directory',
      feeds: [],
      worker,
      version,
      config: { ...rest, ...changes },
    })
  }
  for (const changes of [{ base_url: 'ldap://elsewhere.example.org' }, { encryption: 'none' }, { certificate: '-----BEGIN CERTIFICATE-----' }]) {
    const answer = await put(changes)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toHaveProperty(['config.password'])
  }
  expect((await put({ base_url: 'ldap://dc1.example.org/' })).status).toBe(200)
})

test('addresses of private networks, unknown fields, perimeters and metrics are refused by name; a stale change is told', async () => {
  const refused = async (changes: object) => (await world.pilot.post('/customer_connector', { ...given(), ...changes })).body.errors
  expect(await refused({ config: { ...given().config, base_url: 'https://10.0.0.8/x' } })).toHaveProperty(['config.base_url'])
  expect(await refused({ config: { ...given().config, base_url: 'http://plain.example/x' } })).toHaveProperty(['config.base_url'])
  expect(await refused({ config: { ...given().config, other: 'x' } })).toHaveProperty(['config.other'])
  expect(await refused({ feeds: [{ key: '$.open', perimeter: 999_999, name: 'Open' }] })).toHaveProperty(['feeds.0.perimeter'])
  expect(await refused({ feeds: [{ key: '$.open', perimeter: world.lyon, metric: 999_999 }] })).toHaveProperty(['feeds.0.metric'])
  expect(await refused({ register: 999_999 })).toHaveProperty('register')
  const id = await world.connect()
  const { connector: _, ...rest } = given()
  expect((await world.pilot.put(`/customer_connector/${id}`, { ...rest, version: 7 })).status).toBe(409)
})

test('beyond the licence nothing more is connected, and what the provider withdraws is not offered and not run', async () => {
  await world.owner(`update customer set quotas = quotas || '{"connectors": 1}' where id = ${world.customer}`)
  const id = await world.connect()
  const more = await world.pilot.post('/customer_connector', given())
  expect(more).toMatchObject({ status: 409, body: { message: 'Quota exceeded' } })
  expect((await world.pilot.get('/connector')).body).toMatchObject({ used: 1, limit: 1, edit_right: false })
  await world.owner(`update customer set quotas = quotas - 'connectors' where id = ${world.customer}`)
  await world.owner(`insert into connector_withheld (identifier) values ('HTTP_JSON')`)
  expect(((await world.pilot.get('/connector')).body.objects as Row[]).map(({ identifier }) => identifier)).not.toContain('HTTP_JSON')
  expect((await world.pilot.post('/customer_connector', given())).status).toBe(404)
  expect(await world.runNow(id)).toMatchObject({ status: 'FAILED', error: 'not_offered' })
  await world.owner(`delete from connector_withheld`)
  expect((await world.pilot.put('/connector/HTTP_JSON', { enabled: false })).status).toBe(403)
})

test('a paused one does not run by its schedule, nor does one of a suspended organisation', async () => {
  world.says(() => ({ json: { open: 1 } }))
  const id = await world.connect()
  expect((await world.pilot.post(`/customer_connector/${id}/pause`, {})).status).toBe(200)
  await world.later(2 * 86_400)
  expect(await world.runs(id)).toEqual([])
  expect((await world.pilot.post(`/customer_connector/${id}/resume`, {})).status).toBe(200)
  await world.owner(`update customer set disabled = true, disabled_at = moment(), disabled_reason = 'Unpaid' where id = ${world.customer}`)
  await world.later(2 * 86_400)
  await world.owner(`update customer set disabled = false, disabled_at = null, disabled_reason = null where id = ${world.customer}`)
  expect(await world.owner(`select 1 from connector_job where connector_id = ${id}`)).toEqual([])
})

test('nothing runs for an organisation that has no connectors any more', async () => {
  world.says(() => ({ json: { open: 1 } }))
  const id = await world.connect()
  const states = [
    [`properties = properties || '{"connector_allowed": false}'`, `properties = properties - 'connector_allowed'`],
    [`features = array_remove(features, 'INTEGRATION')`, `features = features || '{INTEGRATION}'`],
  ]
  for (const [withdrawn, back] of states) {
    await world.owner(`update customer set ${withdrawn} where id = ${world.customer}`)
    await world.later(2 * 86_400)
    expect(await world.owner(`select 1 from connector_job where connector_id = ${id}`)).toEqual([])
    await world.owner(`update customer set ${back} where id = ${world.customer}`)
  }
  await world.later(3 * 86_400)
  expect(await world.runs(id)).not.toEqual([])
})
