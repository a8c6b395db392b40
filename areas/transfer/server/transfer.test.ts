/** An organisation with something of everything is carried away and brought into another installation, where it is what it was. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commentEntity } from '#kit/server/http/comment-routes.ts'
import { zip } from '#kit/server/sheets/zip.ts'
import { verifyDatabase } from '#platform/audit/verify.ts'
import { leftOut, resources } from '#app/server/registry.ts'
import { filledApp, filledPilot } from '#app/test/worlds/filled-app.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { watchStatements } from '#tools/test/watch-statements.ts'
import { membersOf } from '#tools/test/archive.ts'

const kindsOfEntities = [...[...resources.values()].map(({ def }) => def), commentEntity]

let source: Awaited<ReturnType<typeof filledApp>>
let target: TestApp
let root: Person
let archive: Buffer
let members: ReadonlyMap<string, Buffer>
let watched: Awaited<ReturnType<typeof watchStatements>>
beforeAll(async () => {
  source = await filledApp()
  target = await testApp()
  // Numbers here are not those there: nothing may depend on them.
  for (let n = 0; n < 3; n += 1) await target.customer()
  root = await target.signIn('root@vigie.example')
  const asked = await source.pilot.post('/archive')
  expect(asked.body).toMatchObject({ ok: true, message: 'The archive is being made' })
  watched = await watchStatements(() => source.app.jobs())
  archive = (await source.pilot.get(`/archive/${asked.body.object.id}/download`)).body
  members = await membersOf(archive)
})
afterAll(() => Promise.all([source?.app.close(), target?.close()]))

const textOf = (name: string) => members.get(name)?.toString('utf8') ?? ''
const jsonOf = (name: string) => JSON.parse(textOf(name))
const rowsIn = (name: string) =>
  textOf(name)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** Brings an archive in, looks at it and, if it is good, makes an organisation of it. */
async function bring(content: Buffer, name = 'Brought') {
  const { body } = await root.upload('/archive-import', 'archive.zip', content)
  expect(body).toMatchObject({ ok: true })
  await target.jobs()
  const found = async () => (await root.get('/archive-import')).body.objects.find(({ id }: { id: number }) => id === body.object.id)
  const checked = await found()
  if (checked.status !== 'GOOD') return checked
  expect((await root.post(`/archive-import/${checked.id}/run`, { name, version: checked.version })).body).toMatchObject({ ok: true })
  await target.jobs()
  return found()
}

test('an archive holds every table, every file, the log and what explains them', async () => {
  const manifest = jsonOf('manifest.json')
  expect(Object.values<number>(manifest.tables).filter((count) => count > 0).length).toBeGreaterThan(150)
  for (const [table, count] of Object.entries(manifest.tables)) {
    expect([table, rowsIn(`data/${table}.jsonl`).length]).toEqual([table, count])
    expect(Object.keys(jsonOf(`schema/${table}.json`).properties).length).toBeGreaterThan(1)
  }
  for (const [name, content] of members) if (name.startsWith('files/')) expect(createHash('sha256').update(content).digest('hex')).toBe(name.slice(6))
  for (const entity of resources.keys()) if (manifest.tables[entity] > 0) expect([entity, members.has(`excel/${entity}.xlsx`)]).toEqual([entity, true])
  expect(textOf('README.en.md')).toContain('How to verify the log without the product')
  expect(textOf('README.fr.md')).toContain('Vérifier le journal sans le produit')
  expect(textOf('README.fr.md')).toContain('session')
})

test('whatever lets somebody in stays where it is', async () => {
  const manifest = jsonOf('manifest.json')
  expect(manifest.left_out).toMatchObject({ session: 'secret', membership: 'access', dashboard_link: 'secret', outbox_mail: 'secret', auth_config: 'access' })
  const named = Object.keys(manifest.tables).flatMap((table) =>
    Object.keys(jsonOf(`schema/${table}.json`).properties).filter((column) => /hash|secret|token|password|signing|credential/.test(column)),
  )
  expect(named).toEqual([])
})

test('rows are read by cursors, a piece at a time', () => {
  const reads = watched.texts.filter((text) => /^fetch \d+ from archive_/.test(text))
  expect(reads.length).toBeGreaterThan(150)
  expect(Math.max(...reads.map((text) => Number(/\d+/.exec(text)?.[0])))).toBeLessThanOrEqual(2000)
  expect(watched.texts.filter((text) => /row_to_json/.test(text) && !text.startsWith('declare'))).toEqual([])
})

test('the log is followed without the product, by what the README says', () => {
  const proof = jsonOf('audit/proof.json')
  let previous = proof.base?.hash ?? '0'.repeat(64)
  const entries = rowsIn('audit/entries.jsonl')
  expect(entries.length).toBeGreaterThan(50)
  for (const e of entries) {
    const origin = e.address || e.session_at ? [['from', e.address ?? '', e.session_at ?? ''].join('\t')] : []
    const lines = e.rows.map((r: Record<string, string>) =>
      [r.n, r.entity, r.object_id ?? '', r.action, r.version ?? '', r.digest ?? '', r.details ?? '', ...(r.related ? [r.related] : [])].join('\t'),
    )
    const said = [
      e.previous_hash,
      e.origin_id ?? e.customer_id,
      e.seq,
      e.at,
      e.actor_id ?? '',
      e.impersonator_id ?? '',
      e.source,
      e.request_id,
      ...origin,
      ...lines,
    ]
    expect(e.previous_hash).toBe(previous)
    expect(createHash('sha256').update(said.join('\n')).digest('hex')).toBe(e.hash)
    previous = e.hash
  }
  expect(previous).toBe(proof.head.hash)
})

test('another installation makes the same organisation of it', async () => {
  const done = await bring(archive)
  expect(done).toMatchObject({ status: 'IMPORTED', faults: [], made: { name: 'Brought' } })
  const id = done.made.id as number
  const manifest = jsonOf('manifest.json')
  expect(id).not.toBe(manifest.customer_id)
  for (const [table, count] of Object.entries<number>(manifest.tables)) {
    const { rows } = await ownerQuery(target, `select to_jsonb(t) as row from "${table}" t where customer_id = $1`, [id], id)
    const changed = table === 'member' || table === 'member_history'
    if (!changed) expect([table, rows.length]).toEqual([table, count])
    if (changed || count === 0) continue
    const plain = (row: Record<string, unknown>) => {
      const elsewhere = /^(customer_id|storage_key|origin_.*)$/
      return JSON.stringify(
        Object.entries(row)
          .filter(([column]) => !elsewhere.test(column))
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      )
    }
    const columns = Object.keys(jsonOf(`schema/${table}.json`).properties)
    const kept = rows.map(({ row }) => plain(Object.fromEntries(columns.map((column) => [column, row[column]]))))
    expect([table, kept.toSorted()]).toEqual([table, rowsIn(`data/${table}.jsonl`).map(plain).toSorted()])
  }
  const { faults, heads } = await verifyDatabase({
    ownerUrl: target.database.ownerUrl,
    appUrl: target.database.appUrl,
    entities: kindsOfEntities,
    leftOut: new Set(Object.keys(leftOut)),
  })
  expect(faults).toEqual([])
  expect(heads.get(id)?.seq).toBe(manifest.audit_entries + 1)

  // Whoever is in it chooses a password by a link, as everybody does; here a test gives one.
  await ownerQuery(target, 'update account set password_hash = $1, password_changed_at = now(), verified_at = now() where email = $2', [
    await sameHash(),
    filledPilot,
  ])
  const there = await target.signIn(filledPilot)
  const here = source.pilot
  for (const path of ['/remediation?limit=100', '/perimeter?limit=100', '/risk?limit=100', '/label?limit=100']) {
    const [before, after] = [(await here.get(path)).body, (await there.get(path)).body]
    expect([path, after.objects.map(({ id: one }: { id: number }) => one)]).toEqual([path, before.objects.map(({ id: one }: { id: number }) => one)])
  }
  const action = (await here.get('/remediation?limit=1')).body.objects[0].id
  const [was, is] = [(await here.get(`/remediation/${action}/history`)).body, (await there.get(`/remediation/${action}/history`)).body]
  expect(is.objects.length).toBeGreaterThanOrEqual(was.objects.length)
  const file = (await here.get(`/remediation/${source.ids.get('remediation')?.[0]}`)).body.object.attachments[0].id
  const download = (await there.get(`/file/${file}/download`)).body
  expect(download.toString()).toBe((await here.get(`/file/${file}/download`)).body.toString())
  const scores = '/score/perimeter'
  expect((await there.get(scores)).body.objects).toEqual((await here.get(scores)).body.objects)
  // What is added comes after what came.
  expect((await there.post('/label', { name_en: 'Added here' })).body).toMatchObject({ ok: true })
})

test('only who made it fetches it, and nobody once it has gone', async () => {
  const { id, customerId } = { id: (await source.pilot.get('/archive')).body.objects[0].id, customerId: source.customer.id }
  const other = await source.app.member(customerId, 'global_pilote')
  const auditor = await source.app.member(customerId, 'global_auditor')
  expect((await other.get(`/archive/${id}/download`)).status).toBe(404)
  expect((await other.get('/archive')).body.objects[0]).toMatchObject({ status: 'MADE', download_right: false })
  for (const path of ['/archive', `/archive/${id}/download`]) expect((await auditor.get(path)).status).toBe(403)
  expect((await other.get('/archive-import')).status).toBe(403)
  expect((await other.delete(`/archive/${id}`)).status).toBe(200)
  expect((await source.pilot.get(`/archive/${id}/download`)).status).toBe(404)
})

test('who is known here gets the way in and nothing else, and nobody gets a password', async () => {
  const known = await target.member((await target.customer()).id, 'contributor', { email: 'known@elsewhere.example' })
  const lying = await altered({
    'data/member.jsonl': (text) => text.replace(filledPilot, 'known@elsewhere.example'),
    'customer.json': (text) => text.replace(/"password_max_age_days": ?\w+/, '"password_max_age_days": 0'),
  })
  const done = await bring(lying, 'With somebody known')
  expect(done).toMatchObject({ status: 'IMPORTED' })
  const { rows } = await ownerQuery(
    target,
    'select a.admin_type, a.password_hash is not null as has_password from account a join membership m on m.account_id = a.id and m.customer_id = $1 where a.email = $2',
    [done.made.id, 'known@elsewhere.example'],
  )
  expect(rows).toEqual([{ admin_type: null, has_password: true }])
  // Passwords that never grow old are laxer than what the instance asks.
  const { rows: ages } = await ownerQuery(target, 'select password_max_age_days as days from customer where id = $1', [done.made.id])
  expect(ages).toEqual([{ days: null }])
  expect(known.memberId).toBeGreaterThan(0)
})

/** The archive with some of its members changed, and its list made right again, as somebody who lies would. */
async function altered(
  changes: Readonly<Record<string, (text: string) => string>>,
  { more = {}, manifest = {}, list = true }: { more?: Record<string, string>; manifest?: object; list?: boolean } = {},
): Promise<Buffer> {
  const content = new Map([...members, ...Object.entries(more).map(([name, text]) => [name, Buffer.from(text)] as const)])
  for (const [name, change] of Object.entries(changes)) content.set(name, Buffer.from(change(content.get(name)?.toString('utf8') ?? '')))
  if (list) {
    const listed = [...content].filter(([name]) => !/^(manifest\.json|members\.jsonl|files\/.*)$/.test(name) && !name.includes('..'))
    const text = listed
      .map(([name, bytes]) => `${JSON.stringify({ name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })}\n`)
      .join('')
    content.set('members.jsonl', Buffer.from(text))
    const said = { ...jsonOf('manifest.json'), ...manifest, members: { count: listed.length, sha256: createHash('sha256').update(text).digest('hex') } }
    content.set('manifest.json', Buffer.from(JSON.stringify(said)))
  }
  const chunks: Buffer[] = []
  for await (const chunk of zip(
    [...content].map(([name, bytes]) => ({ name, content: [bytes] })),
    { large: true },
  ))
    chunks.push(chunk)
  return Buffer.concat(chunks)
}

test.each<[string, Parameters<typeof altered>, RegExp]>([
  [
    'a part was changed',
    [{ 'data/label.jsonl': (text) => text.replace('Aldebaran', 'Aldebaram') }, { list: false }],
    /changed after it was written: data\/label\.jsonl/,
  ],
  [
    'a row is of another organisation',
    [{ 'data/label.jsonl': (text) => text.replace(/"customer_id":\d+/, '"customer_id":1') }],
    /data\/label\.jsonl, line 1: belongs to another/,
  ],
  ['a path leads out', [{}, { more: { '../evil.txt': 'x' } }], /no archive of an organisation has: \.\.\/evil\.txt/],
  [
    'a column is not known',
    [{ 'data/label.jsonl': (text) => text.replace('{', '{"is_root":true,') }],
    /data\/label\.jsonl has a column that is not known here: is_root/,
  ],
  [
    'a row is missing',
    [{ 'data/label.jsonl': (text) => text.slice(text.indexOf('\n') + 1) }],
    /data\/label\.jsonl holds \d+ lines or files and is said to hold \d+/,
  ],
  [
    'an id uses the numbers up',
    [{ 'data/label.jsonl': (text) => text.replace(/"id":\d+/, '"id":9007199254740990') }],
    /data\/label\.jsonl, line 1: its number/,
  ],
  ['a line is no JSON', [{ 'data/label.jsonl': (text) => text.replace('{', '[') }], /data\/label\.jsonl, line 1: cannot be read/],
  ['a table lets somebody in', [{}, { more: { 'data/session.jsonl': '{"customer_id":1}\n' } }], /never imported: session/],
  ['the log was changed', [{ 'audit/entries.jsonl': (text) => text.replace('"action":"create"', '"action":"delete"') }], /chain breaks at entry \d+/],
  ['the log was cut', [{ 'audit/entries.jsonl': (text) => text.trimEnd().split('\n').slice(0, -1).join('\n') + '\n' }], /audit\/entries\.jsonl holds/],
  ['it is of another version', [{}, { manifest: { schema: '20991231T0000_later.sql' } }], /another version/],
  ['the organisation is another', [{ 'customer.json': (text) => text.replace(/"id": \d+/, '"id": 1') }], /customer\.json, line 1: belongs to another/],
])('it is refused by name, and nothing is made of it, where %s', async (_, [changes, more], said) => {
  const before = (await root.get('/customer')).body.objects.length
  const found = await bring(await altered(changes, more))
  expect(found).toMatchObject({ status: 'REFUSED', made: null })
  expect(found.faults.join('\n')).toMatch(said)
  expect((await root.post(`/archive-import/${found.id}/run`, { name: 'Anyway', version: found.version })).body).toMatchObject({ code: 'CONFLICT' })
  expect((await root.get('/customer')).body.objects.length).toBe(before)
})

test('what the database refuses is made whole or not at all', async () => {
  const before = (await root.get('/customer')).body.objects.length
  const found = await bring(await altered({ 'data/remediation.jsonl': (text) => text.replace(/"perimeter_id":\d+/, '"perimeter_id":999999') }))
  expect(found).toMatchObject({ status: 'FAILED' })
  expect(found.faults.join('\n')).toMatch(/do not fit together \(remediation/)
  expect((await root.get('/customer')).body.objects.length).toBe(before)
})

test('what an archive was sold is named before it is imported, and what nobody may be sold is refused', async () => {
  const { body } = await root.upload(
    '/archive-import',
    'archive.zip',
    await altered({ 'customer.json': (text) => text.replace(/"quotas": ?\{[^}]*\}/, '"quotas": {"gaps": 3}') }),
  )
  await target.jobs()
  const found = (await root.get('/archive-import')).body.objects.find(({ id }: { id: number }) => id === body.object.id)
  expect(found).toMatchObject({ status: 'GOOD', stopped: false, about: { brings: { quotas: { gaps: 3 }, features: expect.arrayContaining(['RUNTASKS']) } } })
  expect((await root.delete(`/archive-import/${found.id}`)).body).toMatchObject({ ok: true })
  const lying = await bring(await altered({ 'customer.json': (text) => text.replace(/"features": ?\[/, '"features": ["EVERYTHING", ') }))
  expect(lying).toMatchObject({ status: 'REFUSED' })
  expect(lying.faults.join('\n')).toMatch(/customer\.json is not written as it must be \(features/)
})

test('an import on which nothing moves any more is forgotten, with the files that it kept, and one that an attempt still makes is not', async () => {
  const { body } = await root.upload('/archive-import', 'archive.zip', archive)
  const { id } = body.object
  const forget = () => root.delete(`/archive-import/${id}`)
  expect((await forget()).body).toMatchObject({ code: 'CONFLICT' })
  await target.jobs()
  const good = (await root.get('/archive-import')).body.objects.find((one: { id: number }) => one.id === id)
  expect((await root.post(`/archive-import/${id}/run`, { name: 'Stopped', version: good.version })).body).toMatchObject({ ok: true })
  expect((await forget()).body).toMatchObject({ code: 'CONFLICT' })
  // Its attempts ended badly, one after the other; the first had kept a file.
  const { rows } = await ownerQuery(
    target,
    `update archive_import set updated_at = updated_at - interval '7 hours' where id = $1 returning made_id::int as made`,
    [id],
  )
  const key = `${rows[0].made}/imported/kept`
  await mkdir(dirname(join(target.files, key)), { recursive: true })
  await writeFile(join(target.files, key), 'kept')
  expect((await root.get('/archive-import')).body.objects.find((one: { id: number }) => one.id === id)).toMatchObject({ status: 'IMPORTING', stopped: true })
  expect((await forget()).body).toMatchObject({ ok: true })
  expect(existsSync(join(target.files, key))).toBe(false)
  // An attempt that comes after all finds nothing to do.
  await target.jobs()
  expect((await root.get('/customer')).body.objects.some(({ name }: { name: string }) => name === 'Stopped')).toBe(false)
})

test('what is no archive is refused', async () => {
  for (const content of [Buffer.from('nothing'), archive.subarray(0, archive.length - 100), archive.subarray(200)])
    expect(await bring(content)).toMatchObject({ status: 'REFUSED', about: null, faults: [expect.any(String)] })
})

async function ownerQuery(app: TestApp, text: string, values: unknown[], customer = 1) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: app.database.ownerUrl, options: `-c timezone=UTC -c app.customer_id=${customer}` })
  await client.connect()
  try {
    return await client.query(text, values)
  } finally {
    await client.end()
  }
}

async function sameHash(): Promise<string> {
  const [{ cheapHash }, { testPassword }] = await Promise.all([import('#tools/test/cheap-hash.ts'), import('#app/test/worlds/test-app.ts')])
  return cheapHash(testPassword)
}
