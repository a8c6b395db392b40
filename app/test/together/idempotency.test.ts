import { expect, test, beforeAll, afterAll } from 'vitest'
import { expireKeys } from '#kit/server/http/expire-keys.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { resources } from '#app/server/registry.ts'
import { testApp, type Answer, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let organisation: { id: number; root: number }
let pilot: Person

beforeAll(async () => {
  app = await testApp()
  organisation = await app.customer()
  pilot = await app.member(organisation.id, 'global_pilote')
})
afterAll(() => app.close())

interface Told extends Answer {
  readonly replayed: boolean
}

async function send(person: Person, path: string, key: string | undefined, body: object): Promise<Told> {
  const answer = await app.http.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { cookie: person.cookie, 'x-vigie': '1', ...(key !== undefined && { 'idempotency-key': key }) },
    payload: body,
  })
  return { status: answer.statusCode, body: answer.json(), replayed: answer.headers['idempotency-replayed'] === 'true' }
}

function sendFile(person: Person, path: string, key: string, content: string, name = 'note.txt'): Promise<Told> {
  const boundary = 'test-boundary-77'
  const payload = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\n${content}\r\n--${boundary}--\r\n`
  return app.http
    .inject({
      method: 'POST',
      url: `/api${path}`,
      payload,
      headers: { cookie: person.cookie, 'x-vigie': '1', 'idempotency-key': key, 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
    .then((answer) => ({ status: answer.statusCode, body: answer.json(), replayed: answer.headers['idempotency-replayed'] === 'true' }))
}

const count = async (table: string, where = 'true') => {
  const [row] = await app.db.transaction(organisation.id, (tx) =>
    tx.runText<{ n: number }>(`select count(*)::int as n from ${table} where customer_id = $1 and ${where}`, [organisation.id]),
  )
  return row?.n ?? 0
}

test('a create that is sent again makes one row, and is told the same', async () => {
  const body = { name_en: 'Lyon', parent: organisation.root }
  const first = await send(pilot, '/perimeter', 'one', body)
  expect([first.status, first.replayed]).toEqual([200, false])
  const again = await send(pilot, '/perimeter', 'one', body)
  expect(again).toEqual({ ...first, replayed: true })
  expect(await count('perimeter', "name_en = 'Lyon'")).toBe(1)
  expect(await count('audit_log', `entity = 'perimeter' and object_id = ${first.body.object.id}`)).toBe(1)
  // Without a name of its own each call is another one, as before.
  for (let n = 0; n < 2; n += 1) expect((await send(pilot, '/perimeter', undefined, { name_en: 'Brest', parent: organisation.root })).status).toBe(200)
  expect(await count('perimeter', "name_en = 'Brest'")).toBe(2)
})

test('two that arrive at once make one row', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(pilot, '/perimeter', 'at-once', { name_en: 'Nantes', parent: organisation.root })))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(new Set(answers.map(({ body }) => body.object.id)).size).toBe(1)
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
  expect(await count('perimeter', "name_en = 'Nantes'")).toBe(1)
})

test('the same name with another content is refused with a word of its own, whatever differs', async () => {
  await send(pilot, '/perimeter', 'reused', { name_en: 'Metz', parent: organisation.root })
  const other = await send(pilot, '/perimeter', 'reused', { name_en: 'Nancy', parent: organisation.root })
  expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
  expect(await count('perimeter', "name_en = 'Nancy'")).toBe(0)
  for (const key of ['', ' ', 'é', 'x'.repeat(129)])
    expect([key, (await send(pilot, '/perimeter', key, { name_en: 'Unnamed', parent: organisation.root })).body.errors?.['idempotency-key']?.length]).toEqual([
      key,
      1,
    ])
})

test('it belongs to one person, one operation and one organisation', async () => {
  const colleague = await app.member(organisation.id, 'global_pilote')
  const elsewhere = await app.customer()
  const stranger = await app.member(elsewhere.id, 'global_pilote')
  const made = [
    await send(pilot, '/perimeter', 'shared', { name_en: 'Rennes', parent: organisation.root }),
    await send(colleague, '/perimeter', 'shared', { name_en: 'Rennes', parent: organisation.root }),
    await send(stranger, '/perimeter', 'shared', { name_en: 'Rennes', parent: elsewhere.root }),
    await send(pilot, '/group', 'shared', { name: 'Auditors' }),
  ]
  expect(made.map(({ status, replayed }) => [status, replayed])).toEqual(made.map(() => [200, false]))
})

test('a call that failed leaves its name free', async () => {
  expect((await send(pilot, '/perimeter', 'failed', { parent: organisation.root })).status).toBe(400)
  const event = app.db.ports.dispatch
  app.db.ports = {
    ...app.db.ports,
    dispatch: async () => {
      throw new Error('The power went out')
    },
  }
  try {
    expect((await send(pilot, '/perimeter', 'failed', { name_en: 'Caen', parent: organisation.root })).status).toBe(500)
  } finally {
    app.db.ports = { ...app.db.ports, dispatch: event }
  }
  expect(await count('perimeter', "name_en = 'Caen'")).toBe(0)
  expect(await send(pilot, '/perimeter', 'failed', { name_en: 'Dinan', parent: organisation.root })).toMatchObject({ status: 200, replayed: false })
})

test('whoever has lost the right in the meantime is refused, and is told nothing of what was answered', async () => {
  const person = await app.member(organisation.id, 'global_pilote')
  expect((await send(person, '/group', 'mine', { name: 'Mine' })).status).toBe(200)
  await pilot.put(`/member/${person.memberId}`, { roles: ['contributor'] })
  expect((await send(person, '/group', 'mine', { name: 'Mine' })).status).toBe(403)
})

test('a file that is sent again is kept once, one with another content is refused', async () => {
  const first = await sendFile(pilot, '/file', 'file', 'What was agreed')
  expect(first.status).toBe(200)
  expect(await sendFile(pilot, '/file', 'file', 'What was agreed')).toEqual({ ...first, replayed: true })
  expect((await sendFile(pilot, '/file', 'file', 'Something else')).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
  expect(await count('file', "name = 'note.txt'")).toBe(1)
  expect((await pilot.get(`/file/${first.body.object.id}/download`)).body.toString()).toBe('What was agreed')
  const library = JSON.stringify({ urn: 'urn:acme:risk:library:x', locale: 'en', ref_id: 'x', name: 'x', version: 1, objects: {} })
  const imported = await sendFile(pilot, '/library/import', 'library', library, 'x.yaml')
  expect(imported.status).toBe(200)
  expect((await sendFile(pilot, '/library/import', 'library', library, 'x.yaml')).body).toEqual(imported.body)
  expect(await count('import_report')).toBe(1)
})

test('an organisation and an instance are made once, at once or after an attempt that was cut off', async () => {
  const root = await app.signIn('root@vigie.example')
  for (const [path, body] of [
    ['/customer', { name: 'Works' }],
    ['/instance', { name: 'Partner', type: 'partner' }],
  ] as const) {
    const both = await Promise.all([send(root, path, 'made', body), send(root, path, 'made', body)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0].body).toEqual(both[1].body)
    const { objects } = (await root.get(path)).body as { objects: { name: string }[] }
    expect(objects.filter(({ name }) => name === body.name)).toHaveLength(1)
    // Cut off before its end: nobody was answered.
    await app.db.transaction(1, (tx) => tx.runText("update idempotency_key set answer = null where customer_id = 1 and key = 'made'"))
    const after = await send(root, path, 'made', body)
    expect(after.body.object.id).toBe(both[0].body.object.id)
    expect((await root.get(path)).body.objects).toHaveLength(objects.length)
  }
})

test('it is forgotten after a day, by the next call and by a job', async () => {
  const key = 'old'
  const body = { name: 'Daily' }
  const aged = (hours: number) =>
    app.db.transaction(organisation.id, (tx) =>
      tx.runText("update idempotency_key set created_at = moment() - make_interval(mins => $2) where customer_id = $1 and key = 'old'", [
        organisation.id,
        hours * 60,
      ]),
    )
  expect((await send(pilot, '/group', key, body)).replayed).toBe(false)
  await aged(23.9)
  expect((await send(pilot, '/group', key, body)).replayed).toBe(true)
  await aged(24.1)
  // Another call by now, so its name may be taken in the meantime: it is looked at as any new one.
  expect(await send(pilot, '/group', key, { name: 'Weekly' })).toMatchObject({ status: 200, replayed: false })
  await aged(24.1)
  const others = await count('idempotency_key', "key <> 'old'")
  await app.db.transaction(organisation.id, async (tx) => {
    tx.act(systemWho(organisation.id, expireKeys.name, 'test'))
    await expireKeys.run({ tx, data: {}, resources, apart: () => Promise.reject(new Error('not needed')) })
  })
  expect([await count('idempotency_key', "key = 'old'"), await count('idempotency_key')]).toEqual([0, others])
})

test('every post that writes takes a name, and those that read take none', () => {
  const unnamed = app.api.operations.filter(({ method, named, access }) => method === 'POST' && !named && access !== 'public').map(({ path }) => path)
  const reading = unnamed.filter((path) =>
    /\/page$|^\/customer\/usage$|^\/validate\/|^\/dashboard\/blocks$|^\/report\/tell$|^\/(remediation|incident|exemption|gap|review|evidence|occurrence|runtask|metric|indicator|campaign|evaluation|risk|risk_analysis|isp_project|api_key)\/(counts|workload|stats|labels)$|^\/score\/preview$|^\/library\/sheet$|^\/member\/\{id\}\/departure\/preview$|^\/scim_connection\/\{id\}\/try$|^\/list\/(\{list\}|notification)\/counts$|^\/shared\/\{entity\}\/foresee$|^\/risk_register\/\{id\}\/(matrix|plan|top|quantification|rescale_preview)$|^\/questionnaire\/(\{id\}\/read_file|requirements)$|^\/evaluation\/\{id\}\/read_answers_file$/.test(
      path,
    ),
  )
  // Of one's own account and session: each proves itself anew, and their answers, such as recovery codes, are kept nowhere. A picture replaces the one before, a trial keeps nothing.
  // Secrets of keys and links are answered once as well.
  expect(unnamed.filter((path) => !reading.includes(path)).toSorted()).toEqual([
    '/api_key',
    '/api_key/{id}/rotate',
    '/auth/impersonate',
    '/auth_config/{id}/test',
    '/customer_connector/preview',
    '/customer_connector/test',
    '/dashboard/{id}/share',
    '/login_message/logo/1',
    '/organisation/logo',
    '/scim_connection',
    '/scim_connection/{id}/rotate',
    '/user/passkey',
    '/user/passkey/options',
    '/user/passkey/{id}/remove',
    '/user/password',
    '/user/recovery_codes',
    '/webhook',
    '/webhook/{id}/rotate',
    '/worker',
  ])
})
