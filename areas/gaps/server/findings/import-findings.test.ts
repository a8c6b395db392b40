import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#app/test/worlds/test-app.ts'
import { gap } from '#areas/gaps/contract/gap.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { isData } from '#kit/web/kinds/markdown.tsx'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'
import { workbookOf } from '#tools/test/sheet-file.ts'
import { copied } from './read-lines.ts'
import { sarifOf } from './samples.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

const register = async (fields: object = {}, by: Person = world.pilot) =>
  objectOf(await by.post('/gap_register', { name_en: 'Scan', type: 'SCAN', ...fields })).id as number

async function send(into: number, name: string, content: Buffer | string, query = '', by = world.pilot): Promise<Row> {
  const { report_id } = objectOf(await by.upload(`/gap_register/${into}/gap_finding${query}`, name, content))
  await world.app.jobs()
  return objectOf(await world.pilot.get(`/import_report/${report_id}`))
}
const gapsOf = async (into: number): Promise<Row[]> =>
  (
    await world.pilot.post('/gap/page', {
      queryParams: { per_page: 500, sort: [{ name: 'external_key', order: 'asc' }], filters: [{ name: 'register', selected_options: [into] }] },
    })
  ).body.objects
const summarize = (rows: Row[]) =>
  rows.map(({ external_key, name, severity, status, resolution_status }) => [external_key, name, severity, status, resolution_status])
const csv = (rows: readonly (readonly string[])[], header = 'external_key,name,score') => [header, ...rows.map((row) => row.join(','))].join('\n')

test('a trial says what would become of each line and keeps nothing; the import then does just that', async () => {
  const into = await register({ type: 'PENTEST', perimeters: [world.lyon] })
  const cause = '3. **Set** by the supplier\n5. never_changed_'
  const rows = [
    ['F-1', 'Default password', 'Critical', 'Web', cause, 'Major non-conformity'],
    ['F-2', 'Old TLS', null, 'Network', null, null],
    ['F-3', 'No rate limit', 'Low', 'Web', null, null],
  ]
  const file = await workbookOf(['Key', 'Name', 'Severity', 'Chapter', 'Cause', 'Nature'], rows)
  const trial = await send(into, 'pentest.xlsx', file, '?dry_run=1')
  expect(trial).toMatchObject({
    status: 'COMPLETE',
    dry_run: true,
    kind_name: 'Findings of a register',
    counts: { rows: 3, created: 3, updated: 0, unchanged: 0, errors: 0 },
  })
  expect(await gapsOf(into)).toEqual([])
  expect(await send(into, 'pentest.xlsx', file)).toMatchObject({ status: 'COMPLETE', counts: { created: 3 } })
  const gaps = await gapsOf(into)
  expect(
    gaps.map(({ external_key, name, chapter, source, perimeter, status }) => [external_key, name, chapter?.name, source, perimeter?.name, status]),
  ).toEqual([
    ['F-1', 'Default password', 'Web', 'AUDIT', 'Lyon', 'TO_HANDLE'],
    ['F-2', 'Old TLS', 'Network', 'AUDIT', 'Lyon', 'TO_HANDLE'],
    ['F-3', 'No rate limit', 'Web', 'AUDIT', 'Lyon', 'TO_HANDLE'],
  ])
  const first = objectOf(await world.pilot.get(`/gap/${gaps[0]?.id}`))
  expect(first).toMatchObject({ nature: 'MAJOR', severity: 100, cause })
  // Whatever a file brings of what people write in Markdown is data of the row that it came with, and shown as it stands.
  const brought = copied.filter((name) => gap.fields[name].kind === 'markdown')
  expect(brought.map((name) => [name, isData(gap.fields[name], first)])).toEqual([
    ['description', true],
    ['cause', true],
  ])
  expect(isData(gap.fields.cause, { ...first, external_key: null })).toBe(false)
  expect(await send(into, 'pentest.xlsx', file)).toMatchObject({ counts: { created: 0, updated: 0, unchanged: 3 } })
})

test('the next scan updates, closes what has gone, reopens what came back and leaves what people decided', async () => {
  const into = await register()
  await send(
    into,
    'one.csv',
    csv([
      ['a', 'Alpha', '75'],
      ['b', 'Beta', '50'],
      ['c', 'Gamma', '25'],
      ['d', 'Delta', '75'],
      ['e', 'Epsilon', '75'],
    ]),
  )
  const [, , c, d] = await gapsOf(into)
  const day = dayFromNow(30)
  objectOf(await world.pilot.put(`/gap/${c?.id}`, { status: 'CLOSE', resolution_status: 'REJECTED' }))
  objectOf(await world.pilot.put(`/gap/${d?.id}`, { status: 'CLOSE', resolution_status: 'IGNORED', status_reason: 'Old machine', review_date: day }))
  const second = csv([
    ['a', 'Alpha in two places', '100'],
    ['c', 'Gamma', '100'],
    ['d', 'Delta', '75'],
    ['e', 'Epsilon', '75'],
    ['f', 'Zeta', '12'],
  ])
  expect(await send(into, 'two.csv', second, '?dry_run=1')).toMatchObject({ counts: { created: 1, updated: 1, closed: 1, unchanged: 3, errors: 0 } })
  const report = await send(into, 'two.csv', second)
  expect(report.counts).toMatchObject({ rows: 5, created: 1, updated: 1, closed: 1, unchanged: 3 })
  expect(summarize(await gapsOf(into))).toEqual([
    ['a', 'Alpha in two places', 100, 'TO_HANDLE', null],
    ['b', 'Beta', 50, 'CLOSE', 'RESOLVED'],
    ['c', 'Gamma', 25, 'CLOSE', 'REJECTED'],
    ['d', 'Delta', 75, 'CLOSE', 'IGNORED'],
    ['e', 'Epsilon', 75, 'TO_HANDLE', null],
    ['f', 'Zeta', 25, 'TO_HANDLE', null],
  ])
  const reason = async () => objectOf(await world.pilot.get(`/gap/${(await gapsOf(into))[1]?.id}`)).status_reason
  expect(await reason()).toBe('No longer found in two.csv')
  const { objects } = (await world.pilot.get(`/import_report/${report.id}/lines`)).body
  expect(objects.map(({ n, outcome, name }: Row) => [n, outcome, name])).toEqual([
    [2, 'updated', 'Alpha in two places'],
    [3, 'unchanged', 'Gamma'],
    [4, 'unchanged', 'Delta'],
    [5, 'unchanged', 'Epsilon'],
    [6, 'created', 'Zeta'],
    [0, 'closed', 'Beta'],
  ])
  expect(objects[0].cells).toEqual([
    { column: 'Name', from: 'Alpha', to: 'Alpha in two places' },
    { column: 'Severity', from: 'High', to: 'Critical' },
  ])
  const back = await send(
    into,
    'three.csv',
    csv([
      ['a', 'Alpha in two places', '100'],
      ['b', 'Beta', '50'],
      ['f', 'Zeta', '12'],
    ]),
  )
  expect(back.counts).toMatchObject({ reopened: 1, closed: 1, unchanged: 2 })
  expect((await gapsOf(into))[1]).toMatchObject({ status: 'TO_HANDLE', resolution_status: null })
  expect(await reason()).toBe('Found again in three.csv')
})

test('a severity that somebody changed stays when the next scan says otherwise, which is remembered beside it; given back, it follows again', async () => {
  const into = await register()
  const scan = (score: string, name = 'Alpha') => send(into, 'scan.csv', csv([['a', name, score]]))
  await scan('25')
  const [row] = await gapsOf(into)
  const severity = async () => {
    const { severity: now, found_severity } = objectOf(await world.pilot.get(`/gap/${row?.id}`))
    return [now, found_severity]
  }
  expect((await world.pilot.put(`/gap/${row?.id}`, { found_severity: 75 })).status).toBe(400)
  objectOf(await world.pilot.put(`/gap/${row?.id}`, { severity: 100 }))
  const report = await scan('75')
  expect(report.counts).toMatchObject({ updated: 0, unchanged: 1 })
  expect(await severity()).toEqual([100, 75])
  const { objects } = (await world.pilot.get(`/import_report/${report.id}/lines`)).body
  expect(objects[0].messages[0].message).toBe('Severity stays as it was changed by hand; the file says otherwise')
  // What else the file says is written.
  await scan('75', 'Alpha again')
  expect([objectOf(await world.pilot.get(`/gap/${row?.id}`)).name, await severity()]).toEqual(['Alpha again', [100, 75]])
  objectOf(await world.pilot.put(`/gap/${row?.id}`, { severity: 75 }))
  await scan('50', 'Alpha again')
  expect(await severity()).toEqual([50, 50])
})

test('the first scan since it is noted what scans say follows what scans wrote, and leaves every severity that a person wrote last', async () => {
  const into = await register()
  const rows = (score: string) => ['a', 'b', 'c', 'd'].map((key) => [key, key.toUpperCase(), score])
  await send(into, 'old.csv', csv(rows('25').slice(0, 3)))
  const [a, b, c] = await gapsOf(into)
  objectOf(await world.pilot.put(`/gap/${a?.id}`, { cause: 'Looked at, and as bad as the scan says' }))
  objectOf(await world.pilot.put(`/gap/${b?.id}`, { severity: 100 }))
  objectOf(await world.pilot.put(`/gap/${c?.id}`, { severity: 100 }))
  await send(into, 'older.csv', csv([['a', 'A', '50'], ...rows('100').slice(1, 3)]))
  objectOf(await world.pilot.post('/gap', { name_en: 'D', register: into, external_key: 'd', severity: 75 }))
  // As it was before: nobody noted what a file said, and each file wrote its own.
  await world.app.db.transaction(world.pilot.customerId, async (tx) => {
    tx.act(systemWho(world.pilot.customerId, 'test', 'test', 'en', 'Europe/Paris'))
    tx.audit({ entity: 'gap', object_id: null, action: 'update' })
    await tx.run(sql`update gap set found_severity = null where customer_id = ${tx.customerId} and register_id = ${into}`)
  })
  await send(into, 'new.csv', csv(rows('0')))
  const severities = async () => (await gapsOf(into)).map(({ external_key, severity }) => [external_key, severity])
  expect(await severities()).toEqual([
    ['a', 25],
    ['b', 100],
    ['c', 100],
    ['d', 75],
  ])
  // What stayed was noted beside: given to the scan, it follows from then on.
  objectOf(await world.pilot.put(`/gap/${b?.id}`, { severity: 25 }))
  await send(into, 'newer.csv', csv(rows('50')))
  expect(await severities()).toEqual([
    ['a', 50],
    ['b', 50],
    ['c', 100],
    ['d', 75],
  ])
})

test('whatever two scans say, importing one twice changes nothing, and going back to the first brings back what it said', async () => {
  let seed = 20_261_123
  const random = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n
  const scan = () =>
    sarifOf(
      Array.from({ length: 12 }, () => random(20))
        .filter((id, n, all) => all.indexOf(id) === n)
        .map((id) => ({ rule: `LK-${1 + random(3)}`, file: `src/${random(4)}.ts`, row: random(90), print: `p${id}` })),
    )
  const open = async (into: number) => summarize(await gapsOf(into)).filter(([, , , status]) => status !== 'CLOSE')
  for (let round = 0; round < 2; round += 1) {
    const into = await register()
    const [a, b] = [scan(), scan()]
    await send(into, 'a.sarif', a)
    const first = await open(into)
    expect(first.length).toBeGreaterThan(5)
    expect((await send(into, 'a.sarif', a)).counts).toMatchObject({ created: 0, updated: 0, errors: 0, unchanged: first.length })
    await send(into, 'b.sarif', b)
    expect(await open(into)).not.toEqual(first)
    await send(into, 'a.sarif', a)
    expect(await open(into)).toEqual(first)
    expect(new Set((await gapsOf(into)).map(({ external_key }) => external_key)).size).toBe((await gapsOf(into)).length)
  }
})

test('wrong lines are named and nothing is written; passed over, they close nothing, for their gap may be the one that seems gone', async () => {
  const into = await register()
  await send(
    into,
    'a.csv',
    csv([
      ['a', 'Alpha', '75'],
      ['b', 'Beta', '50'],
    ]),
  )
  const file = csv([
    ['a', 'Alpha', '76'],
    ['', 'No key', '50'],
    ['c', '', '50'],
    ['a', 'Again', '1'],
    ['d', 'Delta', 'lots'],
  ])
  const refused = await send(into, 'b.csv', file)
  expect(refused).toMatchObject({ status: 'ERROR', counts: { errors: 4, created: 0 } })
  expect(refused.lines.map(({ n, message }: Row) => [n, message])).toEqual([
    [3, expect.stringContaining('Key')],
    [4, expect.stringContaining('Name')],
    [5, expect.stringContaining('Key')],
    [6, expect.stringContaining('Score')],
  ])
  expect((await send(into, 'b.csv', file, '?skip_wrong=1')).counts).toMatchObject({ unchanged: 1, errors: 4 })
  expect((await gapsOf(into)).map(({ status }) => status)).toEqual(['TO_HANDLE', 'TO_HANDLE'])
  // Columns of other tools are passed over and named; formulas are texts, and leave as texts.
  const other = await send(into, 'c.csv', 'external_key;name;plugin output\na;=1+1;x\nb;Beta;y')
  expect(other).toMatchObject({ status: 'COMPLETE', lines: [{ level: 'warning', message: expect.stringContaining('plugin output') }] })
  expect((await gapsOf(into))[0]).toMatchObject({ name: '=1+1' })
})

test('files of other kinds, damaged ones and ones that are too long are refused with why', async () => {
  const into = await register()
  const upload = (name: string, content: string) => world.pilot.upload(`/gap_register/${into}/gap_finding`, name, content)
  expect((await upload('x.exe', 'MZ')).body.errors.file).toEqual(['Only these types of file are accepted: xlsx, csv, sarif, json, jsonl, ndjson'])
  expect((await upload('x.json', 'a\u0000b')).body.errors.file).toEqual(['This is not a text file'])
  expect((await send(into, 'x.sarif', '{"runs":')).lines[0].message).toBe('This SARIF file cannot be read: it is damaged or incomplete')
  expect((await send(into, 'x.json', '{"a":1}')).lines[0].message).toBe('This file holds neither SARIF 2.1.0 nor OCSF findings')
  expect((await send(into, 'x.csv', csv(Array.from({ length: 20_001 }, (_, n) => [`k${n}`, 'x', '1'])))).lines[0].message).toContain('20,000')
  expect((await send(into, 'x.csv', 'external_key,name')).status).toBe('ERROR')
  expect(await gapsOf(into)).toEqual([])
})

test('twenty files into one register at once make no gap twice, and stand as one of them says', async () => {
  const into = await register()
  const file = (of: number) => csv(Array.from({ length: 30 }, (_, n) => [`k${n}`, `Gap ${n} of ${of}`, '50']))
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => world.pilot.upload(`/gap_register/${into}/gap_finding`, `${n}.csv`, file(n))))
  await world.app.jobs()
  const reports: Row[] = []
  for (const answer of answers) reports.push(objectOf(await world.pilot.get(`/import_report/${objectOf(answer).report_id}`)))
  expect(reports.map(({ status, counts }) => [status, counts.created])).toEqual(reports.map(({ counts }) => ['COMPLETE', counts.created ? 30 : 0]))
  expect(reports.filter(({ counts }) => counts.created > 0)).toHaveLength(1)
  const gaps = await gapsOf(into)
  expect(gaps).toHaveLength(30)
  // None is of two files.
  expect(new Set(gaps.map(({ name }) => name.split(' of ')[1])).size).toBe(1)
})

test('whoever may change the register imports into it, within their reach; nobody else finds it', async () => {
  const { pilot, local, contributor, auditor, lyon, nantes } = world
  const theirs = await register()
  const upload = (by: Person, into: number) => by.upload(`/gap_register/${into}/gap_finding`, 'a.csv', csv([['a', 'A', '1']]))
  expect((await upload(auditor, theirs)).status).toBe(403)
  expect((await upload(contributor, theirs)).status).toBe(403)
  // Seen by every pilot, changed by its own.
  expect((await upload(local, theirs)).status).toBe(403)
  const stranger = await world.app.member((await world.app.customer()).id, 'global_pilote')
  expect((await upload(stranger, theirs)).status).toBe(404)
  const own = await register({ perimeters: [lyon] }, local)
  expect((await send(own, 'a.csv', csv([['a', 'Alpha', '75']]), '', local)).counts).toMatchObject({ created: 1 })
  objectOf(await pilot.post('/gap', { name_en: 'Secret', register: own, perimeter: nantes, external_key: 'z' }))
  const refused = await send(
    own,
    'b.csv',
    csv([
      ['a', 'Alpha', '75'],
      ['z', 'Guess', '75'],
    ]),
    '',
    local,
  )
  expect(refused).toMatchObject({ status: 'ERROR', counts: { errors: 1 } })
  expect(JSON.stringify(refused)).not.toContain('Secret')
  // What is out of reach is not closed either.
  expect((await send(own, 'b.csv', csv([['a', 'Alpha', '75']]), '', local)).counts).toMatchObject({ unchanged: 1 })
  expect(summarize(await gapsOf(own))).toContainEqual(['z', 'Secret', 50, 'TO_HANDLE', null])
})

test('a key names one gap in its register, and more gaps than the licence allows are refused, from a file too (GAP-11)', async () => {
  const { pilot, app, customer } = world
  const [into, other] = [await register(), await register()]
  const made = objectOf(await pilot.post('/gap', { name_en: 'A', register: into, external_key: 'k' }))
  objectOf(await pilot.post('/gap', { name_en: 'A', register: other, external_key: 'k' }))
  const again = await pilot.post('/gap', { name_en: 'B', register: into, external_key: 'k' })
  expect(again).toMatchObject({ status: 400, body: { errors: { external_key: ['Another gap of this register has this key'] } } })
  objectOf(await pilot.put(`/gap/${made.id}`, { name_en: 'A again', external_key: 'k' }))
  const { total } = (await pilot.post('/gap/page', { queryParams: { per_page: 1 } })).body
  const root = await app.signIn('root@vigie.example')
  const quota = async (gaps: number | null) => expect((await root.put(`/customer/${customer}`, { quotas: { gaps } })).status).toBe(200)
  await quota(total + 1)
  objectOf(await pilot.post('/gap', { name_en: 'Last', register: into }))
  expect(await pilot.post('/gap', { name_en: 'One more', register: into })).toMatchObject({
    status: 409,
    body: { code: 'QUOTA_REACHED', message: 'Quota exceeded' },
  })
  expect(
    (
      await send(
        other,
        'a.csv',
        csv([
          ['k', 'A', '50'],
          ['l', 'B', '50'],
        ]),
      )
    ).lines,
  ).toMatchObject([{ message: 'Quota exceeded' }])
  await quota(null)
})
