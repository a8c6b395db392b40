import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNow, makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { describedProgram, type DescribedProgram } from '#tools/test/described-program.ts'
import { program, type ProgramAnswer } from '#tools/test/program.ts'
import type { Person } from '#app/test/worlds/test-app.ts'
import { areas, resources } from '#app/server/registry.ts'
import { exposedBy } from '#areas/programs/server/exposed.ts'

let world: World
let document: Row
let reader: Row
let writer: Row
const types = exposedBy(areas, resources)
const names = [...types.keys()]
const writable = [...types.values()].filter(({ creates, updates }) => creates || updates).map(({ type }) => type)

const make = async (given: object, by: Person = world.pilot): Promise<Row> => objectOf(await by.post('/api_key', { name: 'Program', ...given }))

let ask: DescribedProgram['ask']

/** A schema, where it is referred to or where it stands. */
const itself = (schema: Row): Row => (schema.$ref ? document.components.schemas[String(schema.$ref).split('/').at(-1) ?? ''] : schema)

/** A key is good for sixty requests a minute: a test that asks more often has one made for each sixty. */
async function* keys(given: object): AsyncGenerator<string> {
  for (;;) {
    const { secret } = await make(given)
    for (let n = 0; n < 55; n += 1) yield secret
  }
}

beforeAll(async () => {
  world = await makeWorld()
  ;({ document, ask } = await describedProgram(world.app))
  reader = await make({ read: names })
  writer = await make({ write: writable })
})
afterAll(() => world.app.close())

test('the document names every exposed type, asks for a key, and leads nowhere', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(document.security).toEqual([{ key: [] }])
  const paths = Object.keys(document.paths)
  for (const type of names) expect(paths).toEqual(expect.arrayContaining([`/public/v1/${type}`, `/public/v1/${type}/{id}`, `/public/v1/${type}/{id}/history`]))
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(([, at = '']) => at)
  for (const at of new Set(refs))
    expect([
      at,
      at
        .slice(1)
        .split('/')
        .reduce((found: Row, step) => found?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], document),
    ]).not.toEqual([at, undefined])
  const ids = paths.flatMap((path) => Object.values(document.paths[path]).map((one) => (one as Row).operationId))
  expect(new Set(ids).size).toBe(ids.length)
})

test('what is about who comes in, and how, is not there at all', () => {
  for (const { resource } of types.values()) expect(['access', 'tenancy', 'people', 'programs']).not.toContain(resource.def.area)
  expect(JSON.stringify(Object.keys(document.paths))).not.toMatch(/member|auth|account|session|password|customer|api_key/)
})

test('every list answers as it is described, in every order and by every filter that it names', async () => {
  await world.action({ name_en: 'Patch' })
  const own = keys({ read: names })
  for (const type of names) {
    const { parameters } = document.paths[`/public/v1/${type}`].get as { parameters: Row[] }
    const query = parameters.filter((one) => one.in === 'query')
    for (const sort of [
      undefined,
      '-id',
      ...(itself(query.find(({ name }) => name === 'sort')?.schema).enum as string[]).filter((one) => !one.startsWith('-')),
    ]) {
      const secret = (await own.next()).value as string
      expect([type, sort, (await ask(secret, 'GET', `/${type}?limit=2${sort ? `&sort=${sort}` : ''}`)).status]).toEqual([type, sort, 200])
    }
    for (const { name, schema: said } of query) {
      const schema = itself(said)
      if (['limit', 'cursor', 'sort'].includes(name)) continue
      const value =
        schema.enum?.[0] ??
        (schema.format === 'date'
          ? '2026-01-01'
          : schema.format === 'date-time'
            ? '2026-01-01T00:00:00Z'
            : schema.pattern
              ? '1'
              : /^Of (\w+)/.exec(schema.description ?? '')?.[1]) ??
        'a'
      const secret = (await own.next()).value as string
      const answer = await ask(secret, 'GET', `/${type}?${name}=${encodeURIComponent(value)}`)
      expect([type, name, answer.status, answer.body.detail]).toEqual([type, name, 200, undefined])
    }
  }
})

test('pages hold while rows change: nothing is seen twice, nothing that stays is missed', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, (_, n) => world.action({ name_en: `Row ${String(n).padStart(2, '0')}` })))
  const ids = new Set(made.map(({ id }) => id))
  const own = keys({ read: ['actions'] })
  for (const sort of ['-id', 'name', '-name', 'target_date', 'created_at']) {
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const { body }: ProgramAnswer = await ask((await own.next()).value as string, 'GET', `/actions?limit=8&sort=${sort}${cursor ? `&cursor=${cursor}` : ''}`)
      seen.push(...(body.objects as Row[]).map(({ id }) => id))
      cursor = body.next_cursor
      // One comes in at each end, and the ones that were seen are taken away from under the reader.
      await world.action({ name_en: 'Aaa' })
      await world.action({ name_en: 'Zzz' })
    } while (cursor !== null && seen.length < 400)
    expect(new Set(seen).size).toBe(seen.length)
    expect([sort, [...ids].filter((id) => !seen.includes(id))]).toEqual([sort, []])
  }
})

test('a row is created, read, changed and told of, and every answer is as described', async () => {
  const made = await ask(writer.secret, 'POST', '/actions', { body: { name_en: 'From a program', program: world.plan, perimeter: world.lyon } })
  expect([made.status, made.headers.location, made.headers.etag]).toEqual([201, `/public/v1/actions/${made.body.id}`, '"1"'])
  const path = `/actions/${made.body.id}`
  const read = await ask(writer.secret, 'GET', path)
  expect([read.status, read.headers.etag, read.body]).toMatchObject([200, '"1"', { name_en: 'From a program' }])
  expect(Object.keys(read.body).filter((key) => key.endsWith('_right') || key === 'entity')).toEqual([])
  expect((await ask(writer.secret, 'GET', path, { headers: { 'if-none-match': '"1"' } })).status).toBe(304)
  const changed = await ask(writer.secret, 'PUT', path, { body: { name_en: 'Renamed' }, headers: { 'if-match': '"1"' } })
  expect([changed.status, changed.headers.etag, changed.body]).toMatchObject([200, '"2"', { name_en: 'Renamed', updated_by: { name: 'Program' } }])
  const late = await ask(writer.secret, 'PUT', path, { body: { name_en: 'Too late' }, headers: { 'if-match': '"1"' } })
  expect([late.status, late.body.code]).toEqual([412, 'PRECONDITION_FAILED'])
  expect((await ask(writer.secret, 'PUT', path, { body: {}, headers: { 'if-match': 'W/1' } })).status).toBe(400)
  const history = await ask(writer.secret, 'GET', `${path}/history`)
  expect((history.body.objects as Row[]).map(({ action, actor }) => [action, actor.name])).toEqual([
    ['update', 'Program'],
    ['create', 'Program'],
  ])
})

test('every wrong field is named where it stands, in the language that is asked for', async () => {
  const wrong = await ask(writer.secret, 'POST', '/actions', {
    body: { name_en: 7, target_date: 'soon', nonsense: 1, program: world.plan },
    headers: { 'accept-language': 'fr' },
  })
  expect([wrong.status, wrong.body.type]).toEqual([400, 'urn:vigie:problem:invalid'])
  expect((wrong.body.errors as Row[]).map(({ pointer }) => pointer)).toEqual(expect.arrayContaining(['#/name_en', '#/nonsense', '#/target_date']))
  const asked = await ask(writer.secret, 'GET', '/actions?limit=0&sort=secret&nothing=1')
  expect(new Set((asked.body.errors as Row[]).map(({ parameter }) => parameter))).toEqual(new Set(['limit', 'nothing', 'sort']))
})

test('named, a call is done once', async () => {
  const call = { body: { name_en: 'Once', program: world.plan, perimeter: world.lyon }, headers: { 'idempotency-key': 'order-1' } }
  const [first, second] = [await ask(writer.secret, 'POST', '/actions', call), await ask(writer.secret, 'POST', '/actions', call)]
  expect([first.status, second.status, second.body.id, second.headers['idempotency-replayed']]).toEqual([201, 201, first.body.id, 'true'])
  const reused = await ask(writer.secret, 'POST', '/actions', { ...call, body: { ...call.body, name_en: 'Twice' } })
  expect([reused.status, reused.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
})

test('every operation is closed to a key without its scope, to one of another organisation, and to none at all', async () => {
  const customer = await world.app.customer()
  const pilot = await world.app.member(customer.id, 'global_pilote')
  const own: Row = {}
  for (const type of names) own[type] = (await ask(reader.secret, 'GET', `/${type}?limit=1`)).body.objects?.[0]?.id
  const [few, foreign] = [keys({ read: ['threats'] }), foreignKeys(pilot)]
  for (const [path, methods] of Object.entries(document.paths) as [string, Row][]) {
    for (const [method, operation] of Object.entries(methods) as [string, Row][]) {
      const [verb, type] = String(operation['x-scope']).split(' ') as [string, string]
      const at = path.replace('/public/v1', '').replace('{id}', String(own[type] ?? 1))
      const upper = method.toUpperCase() as 'GET'
      const body = upper === 'GET' ? {} : { body: {} }
      expect([at, (await ask(undefined, upper, at, body)).status]).toEqual([at, 401])
      if (type !== 'threats' || verb === 'write')
        expect([at, (await ask((await few.next()).value as string, upper, at, body)).body.code]).toEqual([at, 'SCOPE'])
      const answer = await ask((await foreign.next()).value as string, upper, at, body)
      if (own[type] && at.includes(`/${own[type]}`)) expect([at, answer.status]).toEqual([at, 404])
      else expect([at, method === 'get' ? JSON.stringify(answer.body).includes('"Lyon"') : answer.status >= 400]).toEqual([at, method !== 'get'])
    }
  }
})

test('nothing of another perimeter is listed, read, changed or told of, whatever the type', async () => {
  const risk = objectOf(await world.pilot.post('/incident', { name_en: 'In Lyon', perimeter: world.lyon }))
  const action = await world.action({ name_en: 'In Lyon', perimeter: world.lyon })
  const proof = objectOf(await world.pilot.post('/evidence', { name_en: 'In Lyon', perimeter: world.lyon, url: 'https://intranet.example/x' }))
  const measure = await world.measure(world.lyon)
  const near = keys({ write: writable, read: names, perimeters: [world.nantes] })
  const next = async () => (await near.next()).value as string
  for (const type of names) {
    const { objects } = (await ask(await next(), 'GET', `/${type}?limit=200`)).body
    expect([type, (objects as Row[]).filter(({ perimeter }) => perimeter?.id === world.lyon)]).toEqual([type, []])
  }
  for (const [type, { id }] of Object.entries({ incidents: risk, actions: action, evidence: proof, measures: measure })) {
    for (const path of [`/${type}/${id}`, `/${type}/${id}/history`]) expect([path, (await ask(await next(), 'GET', path)).status]).toEqual([path, 404])
    expect([type, (await ask(await next(), 'PUT', `/${type}/${id}`, { body: { perimeter: world.nantes } })).status]).toEqual([type, 404])
  }
  // Neither is anything moved there, nor made there.
  const own = (await ask(await next(), 'POST', '/actions', { body: { name_en: 'Here', program: world.plan, perimeter: world.nantes } })).body
  const moved = await ask(await next(), 'PUT', `/actions/${own.id}`, { body: { perimeter: world.lyon } })
  const made = await ask(await next(), 'POST', '/actions', { body: { name_en: 'There', program: world.plan, perimeter: world.lyon } })
  expect([moved.status >= 400, made.status >= 400]).toEqual([true, true])
})

async function* foreignKeys(pilot: Person): AsyncGenerator<string> {
  for (;;) {
    const { secret } = await make({ write: writable, read: names }, pilot)
    for (let n = 0; n < 55; n += 1) yield secret
  }
}

test('hostile filters, cursors, paths and keys are refused as what they are', async () => {
  const own = keys({ read: names })
  const next = async () => (await own.next()).value as string
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const query of [
    'perimeter=1);drop table remediation',
    'perimeter=99999999999999999999',
    'status=NOPE',
    'status=TODO&status=DONE',
    'name_contains=%00',
    'target_date_from=2026-02-31',
    'created_by=1',
    '__proto__=1',
    'constructor=1',
    'cursor=nonsense',
    `cursor=${cursor(['name', 'a', 1])}`,
    `cursor=${cursor(['id', 'a', 0])}`,
    `cursor=${cursor(['id', 'a', -1])}`,
    `cursor=${cursor(['id', { a: 1 }, 1])}`,
    `cursor=${cursor({ length: 3 })}`,
    `sort=updated_at&cursor=${cursor(['updated_at', 'never', 1])}`,
    `sort=updated_at&cursor=${cursor(['updated_at', "now'); select 1 --", 1])}`,
    `limit=${'9'.repeat(400)}`,
  ])
    expect([query, (await ask(await next(), 'GET', `/actions?${query}`)).status]).toEqual([query, 400])
  for (const path of [
    '/actions/0',
    '/actions/-1',
    '/actions/1e9999',
    '/actions/abc',
    '/actions/99999999999999999999',
    '/actions/1/secrets',
    '/%61ctions/x',
    '//actions',
  ])
    expect([path, (await program(world.app, await next())('GET', path)).status]).toEqual([path, 404])
  for (const key of [
    '',
    'vg_live_1_',
    `vg_live_0_${'a'.repeat(43)}`,
    `vg_live_${world.customer}_${'a'.repeat(43)}`,
    'x'.repeat(5000),
    `${reader.secret} `,
    `${reader.secret}\t`.trim().slice(0, -1),
  ])
    expect((await program(world.app, key)('GET', '/actions')).status === 200 && key.trim() !== reader.secret).toBe(false)
  // What a signed-in browser has opens nothing here, nor a key there.
  expect((await world.app.http.inject({ url: '/public/v1/actions', headers: { cookie: 'vigie_session=1.x' } })).statusCode).toBe(401)
  expect((await world.app.http.inject({ url: '/api/remediation', headers: { 'x-api-key': reader.secret } })).statusCode).toBe(401)
})

test('values of metrics come in by the thousand, all or none, each wrong one named', async () => {
  const places: number[] = []
  for (let n = 0; n < 20; n += 1) places.push(objectOf(await world.pilot.post('/perimeter', { name_en: `Site ${n}`, parent: world.root })).id)
  const metrics: number[] = []
  for (let n = 0; n < 5; n += 1)
    metrics.push(
      objectOf(
        await world.pilot.post('/metric', {
          name_en: `Patched ${n}`,
          perimeters: places,
          periodicity: 'DAILY',
          start_date: dayFromNow(-200),
          history_size: 100,
          minimum: 0,
          maximum: 1_000_000,
        }),
      ).id,
    )
  const values = Array.from({ length: 10_000 }, (_, n) => ({
    metric_id: metrics[n % 5],
    perimeter_id: places[Math.floor(n / 5) % 20],
    period: dayFromNow(-Math.floor(n / 100)),
    value: n,
  }))
  const given = await ask(writer.secret, 'POST', '/metrics/values', { body: { values } })
  expect([given.status, given.body]).toEqual([200, { entered: 10_000 }])
  const grid = objectOf(await world.pilot.get(`/metric/${metrics[0]}/grid?from=${dayFromNow(-3)}&to=${dayFromNow(0)}`))
  expect(grid.cells[0]).toMatchObject({ source: 'API', author: { name: 'Program' } })
  const wrong = await ask(writer.secret, 'POST', '/metrics/values', {
    body: {
      values: [
        { ...values[0], metric_id: 987_654 },
        { ...values[0], value: 3 },
        { ...values[5], value: -5 },
      ],
    },
  })
  expect((wrong.body.errors as Row[]).map(({ pointer }) => pointer)).toEqual(['#/values/2/value', '#/values/0/metric_id'])
  const after = objectOf(await world.pilot.get(`/metric/${metrics[0]}/grid?from=${dayFromNow(0)}&to=${dayFromNow(0)}`))
  expect((after.cells as Row[]).find(({ perimeter }) => perimeter === places[0])?.value).toBe(0)
})
