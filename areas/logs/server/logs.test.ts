import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles } from '#kit/contract/right.ts'
import { readWorkbook } from '#kit/server/sheets/read-sheet.ts'
import { personOf } from '#app/test/worlds/person.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let owner: pg.Client
let pilot: Person
let customerId: number
let root: number
beforeAll(async () => {
  app = await testApp()
  owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  ;({ id: customerId, root } = await app.customer())
  pilot = await app.member(customerId, 'global_pilote', { firstname: 'Ada', lastname: 'Lovelace' })
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const list = async (who: Person, query = '') => (await who.get(`/log${query}`)).body
const newest = async (who: Person, query = '') => (await list(who, query)).objects[0]
const rename = async (who: Person, name: string) => {
  const { version } = (await who.get(`/perimeter/${root}`)).body.object
  expect((await who.put(`/perimeter/${root}`, { name_en: name, version })).status).toBe(200)
}
const verify = async (who: Person) => {
  let { object } = (await who.post('/log/verify', { start: true })).body
  while (!object.check.finished_at) ({ object } = (await who.post('/log/verify', {})).body)
  return object
}

test('what somebody did is told with person, object and what changed, in words', async () => {
  await rename(pilot, 'Another name')
  const entry = await newest(pilot)
  expect(entry).toMatchObject({
    actor: { id: pilot.memberId, name: 'Ada Lovelace' },
    impersonator: null,
    job: null,
    count: 1,
    kinds: [{ kind: 'Perimeter', count: 1 }],
    line: { did: 'Changed', kind: 'Perimeter', hidden: false, created: false, object: { entity: 'perimeter', id: root, live: true } },
  })
  expect(entry.line.changes).toEqual([{ field: 'Name (English)', before: expect.any(String), after: 'Another name' }])
  const { object } = (await pilot.get(`/log/${entry.seq}`)).body
  expect(object).toMatchObject({ address: '127.0.0.1', hash: expect.stringMatching(/^[0-9a-f]{64}$/), lines: [{ did: 'Changed' }] })
  expect(Date.parse(object.session_at)).toBeLessThanOrEqual(Date.parse(object.at))
  expect((await pilot.get(`/log/${entry.seq + 1}`)).status).toBe(404)
})

test('what was created is told by its name, what is gone too, and the session of who signed in', async () => {
  const { id } = (await pilot.post('/group', { name: 'Short-lived' })).body.object
  expect((await newest(pilot)).line).toMatchObject({ did: 'Created', created: true, object: { name: 'Short-lived', live: true } })
  const { version } = (await pilot.get(`/group/${id}`)).body.object
  expect((await pilot.call('DELETE', `/group/${id}`, { version })).status).toBe(200)
  expect((await newest(pilot)).line).toMatchObject({ did: 'Deleted', object: { name: 'Short-lived', live: false } })
  const other = await app.member(customerId, 'contributor', { firstname: 'Blaise', lastname: 'Pascal' })
  expect(await newest(pilot, '?deed=SIGN_IN')).toMatchObject({
    actor: { id: other.memberId },
    line: { did: 'Signed in', notes: [{ name: 'By', value: 'password' }] },
  })
})

describe('what is asked for', () => {
  const seqs = async (query: string) => (await list(pilot, query)).objects.map(({ seq }: { seq: number }) => seq)

  test('by person, object, kind, action, day and text, each alone and together; the count is of exactly these', async () => {
    const second = await app.member(customerId, 'global_pilote', { firstname: 'Émilie', lastname: 'du Châtelet' })
    await rename(second, 'Renamed by another')
    const made = (await second.post('/group', { name: 'Newtonians' })).body.object
    const mine = await newest(pilot)
    for (const query of [
      `?person=${second.memberId}&deed=CREATE`,
      `?object=group:${made.id}`,
      `?kind=group&person=${second.memberId}`,
      '?search=newtonians',
      '?search=chatelet&deed=CREATE&kind=group',
      `?search=chatelet&kind=group`,
    ]) {
      const { objects, found } = await list(pilot, query)
      expect([query, objects.map(({ seq }: { seq: number }) => seq), found]).toEqual([query, [mine.seq], { count: 1, capped: false }])
    }
    const both = await list(pilot, '?search=chatelet')
    expect(both.objects.map(({ line }: { line: { did: string } }) => line.did)).toEqual(['Created', 'Changed', 'Signed in', 'Created'])
    expect(both.found).toEqual({ count: 4, capped: false })
    expect(await seqs('?search=nobody-of-this-name')).toEqual([])
    const today = mine.at.slice(0, 10)
    expect((await seqs(`?from=${today}&to=${today}`)).length).toBeGreaterThan(0)
    expect(await seqs('?to=2020-01-01')).toEqual([])
    expect(await seqs('?from=2099-01-01&deed=CREATE')).toEqual([])
    expect(await seqs(`?person=${second.memberId}&from=${today}&deed=WRITES&kind=perimeter`)).toHaveLength(1)
  })

  test('page by page, each entry once and none left out', async () => {
    for (let n = 0; n < 60; n++) expect((await pilot.post('/group', { name: `Group ${n}` })).status).toBe(200)
    const { entries } = (await pilot.get('/log/chain')).body.object
    const seen: number[] = []
    for (let before: number | null = 0, first = true; before !== null; first = false) {
      const body: { objects: { seq: number }[]; next: number | null; found: unknown } = await list(pilot, first ? '' : `?before=${before}`)
      expect(body.found !== null).toBe(first)
      seen.push(...body.objects.map(({ seq }) => seq))
      before = body.next
    }
    expect(seen).toEqual(Array.from({ length: entries }, (_, n) => entries - n))
  })

  test('what is no filter is refused by name', async () => {
    const { status, body } = await pilot.get('/log?deed=EVERYTHING&from=yesterday&colour=red')
    expect([status, Object.keys(body.errors ?? body.fields ?? {}).toSorted()]).toEqual([400, expect.arrayContaining(['deed', 'from'])])
  })
})

describe('who may read it', () => {
  test('global pilots and global auditors, and nobody else; each their own organisation alone', async () => {
    for (const role of roles) {
      const person = await app.member(customerId, role, role.startsWith('local') ? { perimeterIds: [root] } : {})
      const allowed = role === 'global_pilote' || role === 'global_auditor'
      for (const path of ['/log', '/log/1', '/log/chain', '/log/kinds', '/log/people'])
        expect([role, path, (await person.get(path)).status]).toEqual([role, path, allowed ? 200 : 403])
      expect([role, (await person.post('/log/verify', { start: true })).status]).toEqual([role, allowed ? 200 : 403])
      expect([role, (await person.post('/log/export', {})).status]).toEqual([role, allowed ? 200 : 403])
      const writes = role === 'global_pilote'
      expect([role, (await person.get('/log/retention?days=7')).status]).toEqual([role, writes ? 200 : 403])
      expect([role, (await person.put('/log/retention', { days: 3, version: 1 })).status]).toEqual([role, writes ? 400 : 403])
    }
    const elsewhere = await app.member((await app.customer()).id, 'global_pilote')
    const theirs = await list(elsewhere)
    expect(theirs.objects.every(({ actor }: { actor: { id: number } | null }) => actor === null || actor.id === elsewhere.memberId)).toBe(true)
    expect((await list(elsewhere, `?person=${pilot.memberId}`)).objects).toEqual([])
    expect((await list(elsewhere, '?search=lovelace')).objects).toEqual([])
  })

  test('an object that its reader may not open has neither name nor values there', async () => {
    const made = await pilot.post('/dashboard', { name_en: 'For my eyes' })
    expect(made.status).toBe(200)
    const auditor = await app.member(customerId, 'global_auditor')
    expect((await auditor.get(`/dashboard/${made.body.object.id}`)).status).toBe(404)
    const entry = await newest(auditor, `?object=dashboard:${made.body.object.id}`)
    expect(entry.line).toMatchObject({ kind: 'Dashboard', object: null, hidden: true, changes: [] })
    expect(JSON.stringify((await auditor.get(`/log/${entry.seq}`)).body)).not.toContain('For my eyes')
    expect((await list(auditor, '?search=for%20my%20eyes')).objects).toEqual([])
    expect((await newest(pilot, `?object=dashboard:${made.body.object.id}`)).line.object.name).toBe('For my eyes')
  })
})

test('whoever acts in another’s name is named beside them, and may not shorten what is kept', async () => {
  const target = await app.member(customerId, 'global_pilote', { firstname: 'Target', lastname: 'Person' })
  const email = 'support@provider.example'
  const member = await app.member(customerId, 'global_auditor', { firstname: 'Support', lastname: 'Norrex', email })
  await owner.query(`begin; set local role vigie_provider; update account set admin_type = 'SUPPORT' where email = '${email}'; commit`)
  const support = await app.signIn(email)
  const { headers } = await app.http.inject({
    method: 'POST',
    url: '/api/auth/impersonate',
    headers: { cookie: support.cookie, 'x-vigie': '1' },
    payload: { user_id: target.memberId },
  })
  const acting = personOf(app, String(headers['set-cookie']).split(';')[0] ?? '', target.memberId, customerId)
  await rename(acting, 'Renamed for another')
  expect(await newest(pilot)).toMatchObject({
    actor: { name: 'Target Person' },
    impersonator: { id: member.memberId, name: 'Support Norrex' },
    line: { did: 'Changed' },
  })
  // They are found under either name.
  for (const person of [target, member]) expect((await newest(pilot, `?person=${person.memberId}&deed=CHANGE`)).line.did).toBe('Changed')
  expect((await newest(pilot, '?search=norrex&deed=CHANGE')).line.did).toBe('Changed')
  const { version } = (await pilot.get('/log/chain')).body.object
  expect((await acting.put('/log/retention', { days: 7, version })).status).toBe(403)
})

describe('the provider’s log', () => {
  const staff = async (type: 'ROOT' | 'SUPPORT' | 'STAFF_PLUS') => {
    const email = `${type.toLowerCase()}@staff.example`
    await app.member(1, 'contributor', { firstname: type, lastname: 'Staff', email }).catch(() => undefined)
    await owner.query(`begin; set local role vigie_provider; update account set admin_type = '${type}' where email = '${email}'; commit`)
    return app.signIn(email)
  }

  test('tells staff what was done to which organisation, by name; staff+ only of theirs', async () => {
    const boss = await staff('ROOT')
    expect((await boss.put(`/customer/${customerId}`, { sector_high: undefined, color: '#123456' })).status).toBe(200)
    const name = (await boss.get('/customer')).body.objects.find(({ id }: { id: number }) => id === customerId).name
    const entry = await newest(boss)
    expect(entry).toMatchObject({
      actor: { name: 'ROOT Staff' },
      line: { did: 'Changed', kind: 'Organisation', object: { name }, notes: [{ name: 'Changed', value: 'colour' }] },
    })
    expect(await newest(await staff('SUPPORT'), '?deed=CHANGE')).toMatchObject({ seq: entry.seq })
    const plus = await staff('STAFF_PLUS')
    const shown = await list(plus)
    expect(shown.objects.every(({ actor }: { actor: { name: string } | null }) => actor?.name === 'STAFF_PLUS Staff')).toBe(true)
    expect(shown.found.count).toBe(shown.objects.length)
    expect((await plus.get(`/log/${entry.seq}`)).status).toBe(404)
    const { version } = (await boss.get('/log/chain')).body.object
    expect((await (await staff('SUPPORT')).put('/log/retention', { days: 90, version })).status).toBe(403)
    expect((await boss.put('/log/retention', { days: 90, version })).body).toMatchObject({ object: { retention_days: 90 } })
    expect((await verify(boss)).check.fault).toBeNull()
  })
})

test('the export holds what was hashed: anybody finds each hash again, and each continues the one before', async () => {
  const { id } = await app.customer()
  const person = await app.member(id, 'global_pilote')
  for (const name of ['Group one', 'Group two']) await person.post('/group', { name })
  const { job_id: job } = (await person.post('/log/export', {})).body.object
  await app.jobs()
  const { file_id: file } = (await person.get(`/export/${job}`)).body.object
  const { sheets } = await readWorkbook((await person.get(`/file/${file}/download`)).body)
  expect(sheets.map(({ name }) => name)).toEqual(['Log', 'How to verify'])
  const [header = [], ...rows] = sheets[0]?.rows ?? []
  const at = (title: string) => header.indexOf(title)
  const written = rows.filter((row) => row[at('Hash')])
  expect(written.length).toBeGreaterThan(3)
  for (const [n, row] of written.entries()) {
    const text = String(row[at('Hashed text')])
    expect(createHash('sha256').update(text).digest('hex')).toBe(row[at('Hash')])
    expect(text.split('\n')[0]).toBe(row[at('Hash before')])
    const before = written[n + 1]
    if (before) expect(row[at('Hash before')]).toBe(before[at('Hash')])
  }
  expect(rows.some((row) => String(row[at('Object')]).includes('Group two') && row[at('Did')] === 'Created')).toBe(true)
  expect((await newest(person, '?deed=READ')).line).toMatchObject({ did: 'Exported', kind: 'Log' })
})

test('the export leaves out the text of what its reader may not open', async () => {
  const { id } = await app.customer()
  const [pilot, auditor] = [await app.member(id, 'global_pilote'), await app.member(id, 'global_auditor')]
  const [perimeter] = (await pilot.post('/perimeter/page', { queryParams: {} })).body.objects as { id: number }[]
  const declared = await pilot.post('/incident/declare', { what: 'Xylophone leak', perimeter: perimeter?.id, confidential: true })
  expect(declared.body).toMatchObject({ ok: true })
  const incident = declared.body.object.id
  expect((await pilot.post(`/incident/${incident}/entries`, { kind: 'NOTE', text: 'Xylophone seen again' })).status).toBe(200)
  const tells = async (person: Person) => {
    const { job_id: job } = (await person.post('/log/export', {})).body.object
    await app.jobs()
    const { file_id: file } = (await person.get(`/export/${job}`)).body.object
    return JSON.stringify(await readWorkbook((await person.get(`/file/${file}/download`)).body)).includes('Xylophone')
  }
  expect([await tells(pilot), await tells(auditor)]).toEqual([true, false])
})
