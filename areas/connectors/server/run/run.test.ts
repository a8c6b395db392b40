import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { objectOf, type Row } from '#tools/test/actions-world.ts'
import { makeConnectorWorld, type ConnectorWorld } from '#tools/test/connector-world.ts'
import { serviceOf } from '#areas/connectors/server/offered.ts'

let world: ConnectorWorld
beforeAll(async () => {
  world = await makeConnectorWorld()
})
afterAll(() => world.app.close())
beforeEach(() => world.anew())

const feed = async (id: number) => ((await world.pilot.get(`/customer_connector/${id}/feeds`)).body.objects as Row[])[0]
const texts = (run: Row) => (run.lines as Row[]).map(({ text }) => text as string)
const reviews = async (id: number) => ((await world.pilot.post('/review/page', {})).body.objects as Row[]).filter(({ target }) => target?.id === id)

test('a run brings a value into the metric that it made, told as a connector’s, and the next comes by the schedule', async () => {
  world.says(() => ({ json: { open: 7 } }))
  const id = await world.connect({ run: true })
  await world.app.jobs()
  const [run] = await world.runs(id)
  expect(run).toMatchObject({ status: 'SUCCESS', source: 'MANUAL', attempt: 1, counts: { values: 1, different: 1 } })
  const fed = await feed(id)
  expect(fed).toMatchObject({ key: '$.open', value: 7, metric: { name: 'Open points' }, perimeter: { id: world.lyon } })
  const values = await world.owner(`select value::float8 as value, source, author_id from metric_value where metric_id = ${fed?.metric.id}`)
  expect(values).toEqual([{ value: 7, source: 'CONNECTOR', author_id: null }])
  expect(world.service.calls[0]?.headers.authorization).toBe('Bearer s3cret-of-the-scanner')
  world.says(() => ({ json: { open: 5 } }))
  await world.later(86_400)
  const [next] = await world.runs(id)
  expect(next).toMatchObject({ status: 'SUCCESS', source: 'SCHEDULE', attempt: 1 })
  expect(await feed(id)).toMatchObject({ value: 5 })
  expect(await world.read(id)).toMatchObject({ last_status: 'SUCCESS', failing_since: null })
})

test('secrets are answered to nobody, kept sealed, and said in no log although the service says them back', async () => {
  world.says(({ headers }) => ({ status: 401, json: { message: `Token ${headers.authorization} is not known` } }))
  const id = await world.connect()
  const run = await world.runNow(id)
  expect(run).toMatchObject({ status: 'FAILED', error: 'refused' })
  const answers = JSON.stringify([run, await world.read(id), await world.pilot.post('/customer_connector/page', {}), await world.runs(id)])
  expect(answers).not.toContain('s3cret-of-the-scanner')
  const kept = JSON.stringify(await world.owner(`select * from customer_connector_secret`))
  expect(kept).not.toContain('s3cret')
  const audited = JSON.stringify(await world.owner(`select entity, action, details from audit_log`))
  expect(audited).not.toContain('s3cret')
  const history = JSON.stringify(await world.owner(`select * from customer_connector`))
  expect(history).not.toContain('s3cret')
})

test('a series of failures is one review and one notice, closed by the next good run; the value stays', async () => {
  world.says(() => ({ json: { open: 3 } }))
  const id = await world.connect()
  await world.runNow(id)
  world.says(() => ({ status: 401, json: { message: 'Invalid API key' } }))
  const failed = await world.runNow(id)
  expect(failed).toMatchObject({ status: 'FAILED', error: 'refused', told: '401 Invalid API key', good: { counts: { values: 1 } } })
  expect(texts(failed).join('\n')).toContain('Sign-in refused')
  await world.runNow(id)
  const open = await reviews(id)
  expect(open).toHaveLength(1)
  expect(open[0]).toMatchObject({ source: 'CONNECTOR', status: 'OPEN', target: { entity: 'customer_connector', id } })
  const noticed = await world.owner(`select count(*)::int as n from notification where kind = 'stopped' and cause like 'stopped:customer_connector:${id}:%'`)
  expect(noticed).toEqual([{ n: 1 }])
  expect(await feed(id)).toMatchObject({ value: 3 })
  world.says(() => ({ json: { open: 2 } }))
  await world.runNow(id)
  expect(await reviews(id)).toMatchObject([{ status: 'CLOSED', without_effect: true }])
  expect(await world.read(id)).toMatchObject({ failing_since: null })
})

test('what failed is tried again by itself under its source, as late as the service asks; by hand it is the next attempt', async () => {
  world.says(() => ({ status: 429, headers: { 'retry-after': '1800' }, json: { message: 'slow down' } }))
  const id = await world.connect()
  await world.later(86_400)
  const [first] = await world.runs(id)
  expect(first).toMatchObject({ source: 'SCHEDULE', status: 'FAILED', error: 'busy', attempt: 1 })
  const { next_at: next } = await world.read(id)
  expect(Date.parse(next as string) - Date.parse(first?.ended_at as string)).toBeGreaterThanOrEqual(1_799_000)
  await world.later(1_700)
  expect(await world.runs(id)).toHaveLength(1)
  world.says(() => ({ json: { open: 1 } }))
  await world.later(200)
  expect((await world.runs(id))[0]).toMatchObject({ source: 'SCHEDULE', status: 'SUCCESS', attempt: 2 })
  expect((await world.pilot.post(`/customer_connector/job/${first?.id}/retry`, {})).status).toBe(200)
  await world.app.jobs()
  expect((await world.runs(id))[0]).toMatchObject({ source: 'SCHEDULE', status: 'SUCCESS', attempt: 2 })
})

test('two servers never run one at the same time, and a run that was cut off is begun again as the next attempt', async () => {
  let asked = 0
  world.says(() => {
    asked += 1
    return { json: { open: 4 } }
  })
  const id = await world.connect()
  expect((await world.pilot.post(`/customer_connector/${id}/run`, {})).status).toBe(200)
  // As another server has it that is at work.
  await world.owner(
    `update connector_job set holder = gen_random_uuid(), started_at = moment(), held_until = moment() + interval '90 seconds' where connector_id = ${id}`,
  )
  await world.app.jobs()
  expect(asked).toBe(0)
  const asks = objectOf(await world.pilot.post(`/customer_connector/${id}/run`, {}))
  expect(await world.runs(id)).toMatchObject([{ id: asks.id, status: 'IN_PROGRESS' }])
  // It was killed: its time runs out.
  await world.later(120)
  expect(await world.runs(id)).toMatchObject([
    { status: 'SUCCESS', attempt: 2, source: 'MANUAL' },
    { status: 'FAILED', error: 'cut_off', attempt: 1 },
  ])
  expect(asked).toBe(1)
  expect(await feed(id)).toMatchObject({ value: 4 })
})

test('whatever a service does ends as a run that failed, and harms nothing', async () => {
  const id = await world.connect({
    config: { base_url: `${world.service.url}/values`, sign_in: 'none', paging: 'cursor', paging_path: '$.next', rows: '$.items[*]' },
  })
  const next = { json: { items: [{ a: 1 }], next: 'again' } }
  const cases: [Parameters<typeof world.says>[0], string][] = [
    [() => next, 'unexpected'],
    [() => ({ headers: { 'content-type': 'text/html' }, body: '<title>Sign in</title>' }), 'unexpected'],
    [() => ({ headers: { 'content-type': 'application/json' }, body: '{"items": [' }), 'unexpected'],
    [() => ({ headers: { 'content-type': 'application/json', 'content-length': '500' }, body: '{}' }), 'unreachable'],
    [() => ({ status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' }, body: '' }), 'unreachable'],
    [() => ({ status: 404, json: { message: 'gone' } }), 'gone'],
    [() => ({ json: { items: [{}], next: 'http://10.0.0.1/more' } }), 'unexpected'],
    [() => ({ write: (response) => void response.destroy() }), 'unreachable'],
  ]
  for (const [answer, error] of cases) {
    world.says(answer)
    const run = await world.runNow(id)
    expect([run.status, run.error, texts(run)]).toMatchObject(['FAILED', error, expect.any(Array)])
  }
  expect(await world.owner(`select 1 from metric_value where source = 'CONNECTOR' and valid_from > moment() - interval '1 second'`)).toEqual([])
})

test('a mistake of the program is told as one, not as something that the service said', async () => {
  world.says(() => ({ json: { open: 4 } }))
  const id = await world.connect()
  const mistaken = vi.spyOn(serviceOf('HTTP_JSON')!, 'collect').mockImplementation(() => {
    throw new TypeError('s3cret-of-the-scanner is not a function')
  })
  const run = await world.runNow(id)
  mistaken.mockRestore()
  expect(run).toMatchObject({ status: 'FAILED', error: 'internal', told: null })
  expect(texts(run)).toContain('A mistake of this product')
})
