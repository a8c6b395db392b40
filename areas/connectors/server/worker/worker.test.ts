import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { objectOf, type Row } from '#tools/test/actions-world.ts'
import { makeConnectorWorld, type ConnectorWorld } from '#tools/test/connector-world.ts'
import { workerVersion } from '#areas/connectors/contract/workers.ts'
import { signatureOf, signingKey } from './signature.ts'

let world: ConnectorWorld
let worker: { id: number; token: string }
beforeAll(async () => {
  world = await makeConnectorWorld()
})
afterAll(() => world.app.close())
beforeEach(async () => {
  await world.anew()
  worker = objectOf(await world.pilot.post('/worker', { name: 'Office in Lyon' })) as { id: number; token: string }
})

interface Asking {
  readonly token?: string
  readonly body?: object | Buffer
  readonly signature?: string
  readonly method?: 'GET' | 'POST'
}

/** As a worker speaks. */
async function ask(path: string, { token = worker.token, body, signature, method = 'POST' }: Asking = {}): Promise<{ status: number; body: Row }> {
  const answer = await world.app.http.inject({
    method,
    url: `/worker/v1${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json' }),
      ...(signature !== undefined && { 'x-vigie-signature': signature }),
    },
    ...(body !== undefined && { payload: body }),
  })
  return { status: answer.statusCode, body: answer.headers['content-type']?.includes('json') ? answer.json() : {} }
}
const poll = (token?: string, more: object = {}) => ask('/poll', { body: { version: workerVersion, wait: 0, ...more }, ...(token && { token }) })
const piece = (run: number, seq: number, lines: readonly object[], token = worker.token) => {
  const body = gzipSync(lines.map((line) => JSON.stringify(line)).join('\n'))
  return ask(`/runs/${run}/pieces/${seq}`, { token, body, signature: signatureOf(signingKey(token), { run, what: 'piece', seq }, body) })
}
const end = (run: number, pieces: number, fault: object | null = null, token = worker.token) => {
  const body = Buffer.from(JSON.stringify({ pieces, fault }))
  return ask(`/runs/${run}/end`, { token, body, signature: signatureOf(signingKey(token), { run, what: 'end', seq: pieces }, body) })
}
const value = (n: number) => ({ is: 'value', metric: '$.open', parameters: {}, value: n })
const asked = async (of = worker.id): Promise<number> => {
  const id = await world.connect({ worker: of })
  expect((await world.pilot.post(`/customer_connector/${id}/run`, {})).status).toBe(200)
  return id
}
const feed = async (id: number) => ((await world.pilot.get(`/customer_connector/${id}/feeds`)).body.objects as Row[])[0]

test('a run waits for its worker, which takes it with what it needs; what it brings is written as if it were read here', async () => {
  const id = await asked()
  await world.app.jobs()
  expect(await world.runs(id)).toMatchObject([{ status: 'PENDING' }])
  const { run } = (await poll()).body
  expect(run).toMatchObject({
    connector: 'HTTP_JSON',
    config: { secret: 's3cret-of-the-scanner' },
    asked: { metrics: [{ key: '$.open', parameters: {} }], findings: false },
  })
  expect(await world.runs(id)).toMatchObject([{ id: run.id, status: 'IN_PROGRESS' }])
  // It is taken, and nobody takes it a second time.
  expect((await poll()).body.run).toBeNull()
  expect((await piece(run.id, 0, [{ is: 'line', level: 'warning', key: 'waits', values: { seconds: 3 } }, value(5)])).body).toEqual({ next: 1 })
  expect((await end(run.id, 1)).status).toBe(200)
  await world.later(3)
  expect((await world.run(run.id)).lines.map(({ text }: Row) => text)).toEqual(expect.arrayContaining(['The service asks to wait 3 seconds.']))
  expect(await world.runs(id)).toMatchObject([{ status: 'WARNING', counts: { values: 1 } }])
  expect(await feed(id)).toMatchObject({ value: 5 })
  expect(world.service.calls).toEqual([])
  expect(await world.owner('select 1 from worker_batch')).toEqual([])
})

test('a piece that comes again is kept once, one out of order or changed on the way not at all', async () => {
  await asked()
  const { run } = (await poll()).body
  expect((await piece(run.id, 0, [value(1)])).status).toBe(200)
  expect((await piece(run.id, 0, [value(99)])).body).toEqual({ next: 1 })
  expect((await piece(run.id, 2, [value(3)])).status).toBe(409)
  const body = gzipSync(JSON.stringify(value(2)))
  const wrong = signatureOf(signingKey(worker.token), { run: run.id, what: 'piece', seq: 0 }, body)
  expect((await ask(`/runs/${run.id}/pieces/1`, { body, signature: wrong })).status).toBe(400)
  expect((await ask(`/runs/${run.id}/pieces/1`, { body })).status).toBe(400)
  expect((await end(run.id, 3)).status).toBe(409)
  const kept = await world.owner('select seq, body from worker_batch')
  expect(kept.map(({ seq, body: of }) => [seq, JSON.parse(gunzipSync(of as Buffer).toString())])).toEqual([[0, value(1)]])
  expect((await end(run.id, 1)).status).toBe(200)
  expect((await end(run.id, 1)).status).toBe(200)
  expect((await piece(run.id, 1, [value(2)])).status).toBe(410)
})

test('what went wrong there fails the run in its words', async () => {
  const id = await asked()
  const { run } = (await poll()).body
  await end(run.id, 0, { reason: 'refused', retry_after: null, told: '401 s3cret-of-the-scanner is not known' })
  await world.later(3)
  const failed = await world.run(run.id)
  expect(failed).toMatchObject({ status: 'FAILED', error: 'refused' })
  expect(JSON.stringify(failed)).not.toContain('s3cret')
  expect(await world.read(id)).toMatchObject({ last_status: 'FAILED' })
})

test('pieces that are no pieces fail the run and harm nothing', async () => {
  for (const lines of ['{"is":"value"', JSON.stringify({ is: 'line', level: 'info', key: 'kit.errors.stale' }), JSON.stringify({ is: 'other' })]) {
    const id = await asked()
    const { run } = (await poll()).body
    const body = gzipSync(lines)
    await ask(`/runs/${run.id}/pieces/0`, { body, signature: signatureOf(signingKey(worker.token), { run: run.id, what: 'piece', seq: 0 }, body) })
    await end(run.id, 1)
    await world.later(3)
    expect(await world.run(run.id)).toMatchObject({ status: 'FAILED', error: 'unexpected', told: 'a piece cannot be read' })
    expect((await world.pilot.delete(`/customer_connector/${id}`)).status).toBe(200)
  }
  const id = await asked()
  const { run } = (await poll()).body
  const body = gzipSync(Buffer.alloc(100 * 1024 ** 2, ' '))
  await ask(`/runs/${run.id}/pieces/0`, { body, signature: signatureOf(signingKey(worker.token), { run: run.id, what: 'piece', seq: 0 }, body) })
  await end(run.id, 1)
  await world.later(3)
  expect(await world.runs(id)).toMatchObject([{ status: 'FAILED', error: 'unexpected' }])
})

test('a worker that dies leaves its run to be taken again, from the beginning', async () => {
  const id = await asked()
  const { run } = (await poll()).body
  await piece(run.id, 0, [value(1)])
  await world.later(60)
  expect((await ask(`/runs/${run.id}/alive`, { body: {} })).status).toBe(200)
  await world.later(60)
  expect(await world.runs(id)).toHaveLength(1)
  await world.later(120)
  expect(await world.runs(id)).toMatchObject([
    { status: 'PENDING', attempt: 2 },
    { status: 'FAILED', error: 'cut_off' },
  ])
  expect((await piece(run.id, 1, [value(2)])).status).toBe(410)
  const next = (await poll()).body.run
  await piece(next.id, 0, [value(7)])
  await end(next.id, 1)
  await world.later(3)
  expect(await feed(id)).toMatchObject({ value: 7 })
})

test('a run that was cut off three times in a row is not begun again; one after other failures is', async () => {
  const id = await asked()
  await world.owner(`update connector_state set failures = 7 where connector_id = ${id}`)
  await world.owner(`update connector_job set attempt = 8 where connector_id = ${id}`)
  for (let n = 0; n < 3; n += 1) {
    expect((await poll()).body.run).not.toBeNull()
    await world.later((n + 1) * 200)
  }
  expect((await poll()).body.run).toBeNull()
  await world.later(800)
  expect((await world.runs(id)).map(({ status, error, attempt }) => [status, error, attempt])).toEqual([
    ['FAILED', 'cut_off', 11],
    ['FAILED', 'cut_off', 10],
    ['FAILED', 'cut_off', 9],
    ['FAILED', 'cut_off', 8],
  ])
})

test('a run whose worker does not come fails after a day, and somebody is told', async () => {
  const id = await asked()
  await world.later(80_000)
  expect((await world.runs(id)).at(-1)).toMatchObject({ status: 'PENDING' })
  await world.later(90_000)
  const first = (await world.runs(id)).at(-1)
  expect(first).toMatchObject({ status: 'FAILED', error: 'worker_away' })
  expect((await world.run(first?.id as number)).lines.map(({ text }: Row) => text).join()).toContain('did not come')
  expect(await world.read(id)).toMatchObject({ failing_since: expect.any(String) })
})

test('a run that waits for a worker goes on here once this server is chosen', async () => {
  const id = await asked()
  world.says(() => ({ json: { open: 6 } }))
  const { version } = await world.read(id)
  const { base_url: url } = { base_url: `${world.service.url}/values` }
  const feeds = ((await world.pilot.get(`/customer_connector/${id}/feeds`)).body.objects as Row[]).map(({ key, metric, perimeter }) => ({
    key,
    metric: metric.id,
    perimeter: perimeter.id,
  }))
  const config = { base_url: url, sign_in: 'none', paging: 'none' }
  expect((await world.pilot.put(`/customer_connector/${id}`, { name: 'Scanner', config, feeds, version })).status).toBe(200)
  await world.app.jobs()
  expect(await world.runs(id)).toMatchObject([{ status: 'SUCCESS', counts: { values: 1 } }])
})

test('a worker of a suspended organisation, or of one without connectors, is told to come back later', async () => {
  const id = await asked()
  const states = [
    [`disabled = true, disabled_at = moment(), disabled_reason = 'Unpaid'`, `disabled = false, disabled_at = null, disabled_reason = null`],
    [`features = array_remove(features, 'INTEGRATION')`, `features = features || '{INTEGRATION}'`],
    [`properties = properties || '{"connector_allowed": false}'`, `properties = properties - 'connector_allowed'`],
  ]
  for (const [withdrawn, back] of states) {
    await world.owner(`update customer set ${withdrawn} where id = ${world.customer}`)
    const answer = await world.app.http.inject({
      method: 'POST',
      url: '/worker/v1/poll',
      headers: { authorization: `Bearer ${worker.token}`, 'content-type': 'application/json' },
      payload: { version: workerVersion, wait: 0 },
    })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '300'])
    await world.owner(`update customer set ${back} where id = ${world.customer}`)
  }
  expect((await poll()).body.run).not.toBeNull()
  expect(await world.runs(id)).toHaveLength(1)
})

test('a token gives nothing but the runs of its own worker, and nothing of another organisation', async () => {
  const other = objectOf(await world.pilot.post('/worker', { name: 'Office in Nantes' })) as typeof worker
  await asked()
  expect((await poll(other.token)).body.run).toBeNull()
  const { run } = (await poll()).body
  expect((await piece(run.id, 0, [value(1)], other.token)).status).toBe(404)
  expect((await end(run.id, 0, null, other.token)).status).toBe(404)
  expect((await ask(`/runs/${run.id}/alive`, { token: other.token, body: {} })).status).toBe(404)
  // The same secret under the name of another organisation.
  const elsewhere = worker.token.replace(/_\d+_/, `_${world.customer + 1}_`)
  expect((await poll(elsewhere)).status).toBe(401)
  // Nor does it let in anywhere else.
  for (const url of ['/api/customer_connector/page', '/scim/v2/Users', '/api/public/v1/measures']) {
    const answer = await world.app.http.inject({ method: 'GET', url, headers: { authorization: `Bearer ${worker.token}` } })
    expect([401, 403, 404]).toContain(answer.statusCode)
  }
})

test('a revoked worker is let in no more from the next request on, in the middle of a run', async () => {
  const id = await asked()
  const { run } = (await poll()).body
  expect((await world.pilot.post(`/worker/${worker.id}/revoke`, {})).status).toBe(200)
  for (const answer of [await poll(), await piece(run.id, 0, [value(1)]), await end(run.id, 0), await ask('/program', { method: 'GET' })])
    expect(answer.status).toBe(401)
  expect(await feed(id)).toMatchObject({ value: null })
  expect(objectOf(await world.pilot.get(`/worker/${worker.id}`))).toMatchObject({ state: 'REVOKED' })
})

test('a worker is online while it comes, tells its version, and its token is read by nobody', async () => {
  const read = async () => objectOf(await world.pilot.get(`/worker/${worker.id}`))
  expect(await read()).toMatchObject({ state: 'OFFLINE', agent_version: null })
  expect((await world.pilot.post(`/worker/${worker.id}/renew`, {})).status).toBe(409)
  await poll(undefined, { version: '0.9.0' })
  expect(await read()).toMatchObject({ state: 'ONLINE', agent_version: '0.9.0' })
  expect((await world.pilot.post(`/worker/${worker.id}/renew`, {})).status).toBe(200)
  expect((await poll(undefined, { version: '0.9.0' })).body.renew).toBe(false)
  expect((await poll(undefined, { version: '0.9.0', renews: true })).body.renew).toBe(true)
  expect((await poll(undefined, { renews: true })).body.renew).toBe(false)
  expect((await poll(undefined, { version: '0.9.0', renews: true })).body.renew).toBe(false)
  await world.later(180)
  expect(await read()).toMatchObject({ state: 'OFFLINE' })
  const random = worker.token.split('_')[2]!
  for (const table of ['worker', 'worker_secret', 'worker_seen', 'audit_log'])
    expect(JSON.stringify(await world.owner(`select * from ${table}`))).not.toContain(random)
})

test('guesses are slowed down', async () => {
  expect((await poll()).status).toBe(200)
  const guess = `worker_${world.customer}_${'x'.repeat(43)}`
  const answers: number[] = []
  for (let n = 0; n < 70; n += 1) answers.push((await poll(guess)).status)
  expect(answers.slice(0, 3)).toEqual([401, 401, 401])
  expect(answers.at(-1)).toBe(429)
  // Whoever was let in before from there is not kept out by them.
  expect((await poll()).status).toBe(200)
})
