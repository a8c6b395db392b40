import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#app/test/worlds/test-app.ts'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { ocsfEvent, sarifOf } from './samples.ts'

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
const csv = (rows: readonly (readonly string[])[], header = 'external_key,name,score') => [header, ...rows.map((row) => row.join(','))].join('\n')

test('OCSF findings come in the same way; an empty list closes nothing and the report says so', async () => {
  const into = await register()
  const lines = [ocsfEvent('u-1', 5), ocsfEvent('u-2', 2), ocsfEvent('u-3', 3, { status_id: 3 })].map((one) => JSON.stringify(one)).join('\n')
  expect((await send(into, 'findings.jsonl', lines)).counts).toMatchObject({ created: 2, unchanged: 1 })
  expect((await send(into, 'findings.json', JSON.stringify([ocsfEvent('u-1', 5, { status_id: 4 }), ocsfEvent('u-2', 4)]))).counts).toMatchObject({
    closed: 1,
    updated: 1,
  })
  const empty = await send(into, 'findings.json', '[]')
  expect(empty).toMatchObject({
    status: 'COMPLETE',
    counts: { rows: 0, updated: 0 },
    lines: [{ level: 'warning', message: expect.stringContaining('holds no finding') }, { level: 'info' }],
  })
  expect((await gapsOf(into)).filter(({ status }) => status !== 'CLOSE')).toHaveLength(1)
})

const messages = ({ lines }: Row) => lines.map(({ message }: Row) => message)
const closedOf = async (into: number) => (await gapsOf(into)).filter(({ status }) => status === 'CLOSE').map(({ name }) => name)

test('only what failed is a gap: what passed, is muted or has to be looked at is counted and told, and what passes later closes its gap', async () => {
  const into = await register()
  const checks = (...codes: readonly (readonly [string, object?])[]) =>
    JSON.stringify(codes.map(([status_code, more], n) => ocsfEvent(`check-${n}`, 4, { class_uid: 2004, status_code, time: 1_764_300_000 + n, ...more })))
  const first = await send(into, 'a.json', checks(['PASS'], ['FAIL'], ['MANUAL'], ['FAIL', { status: 'Suppressed', status_id: 3 }], ['PASS']))
  expect(first.counts).toMatchObject({ rows: 5, created: 1, unchanged: 4 })
  expect(messages(first).slice(0, 3)).toEqual([
    '1 result is suppressed or muted in the tool: left as it is',
    '2 results that passed were left out',
    '1 result has to be checked by hand: it is no gap',
  ])
  expect((await gapsOf(into)).map(({ external_key }) => external_key)).toEqual(['Harbour|check-1'])
  expect((await send(into, 'b.json', checks(['PASS'], ['PASS'], ['MANUAL']))).counts).toMatchObject({ closed: 1, created: 0 })
})

test('a run that failed, tells no results or is not there closes nothing, and the report says why; one that found nothing closes what it had told', async () => {
  const into = await register()
  await send(
    into,
    'a.sarif',
    sarifOf([
      { rule: 'LK-1', file: 'a' },
      { rule: 'LK-1', file: 'b' },
    ]),
  )
  const failed = { invocations: [{ executionSuccessful: false, toolExecutionNotifications: [{ level: 'error', message: { text: 'Out of memory' } }] }] }
  for (const [content, why] of [
    [sarifOf([], failed), 'Lookout: the run failed, so it closes nothing. The tool says: Out of memory'],
    [sarifOf([], { invocations: [{ executionSuccessful: false }] }), 'Lookout: the run failed, so it closes nothing'],
    [sarifOf([], { results: undefined }), 'Lookout: the run has no list of results, so it closes nothing'],
    [Buffer.from('{"version":"2.1.0","runs":[]}'), 'The file holds no run: no scan took place, so nothing is closed'],
  ] as const) {
    const report = await send(into, 'b.sarif', content)
    expect([report.status, messages(report)[0], await closedOf(into)]).toEqual(['COMPLETE', why, []])
  }
  // What it did find before it failed is there all the same.
  expect((await send(into, 'c.sarif', sarifOf([{ rule: 'LK-1', file: 'c' }], failed))).counts).toMatchObject({ created: 1 })
  expect(await closedOf(into)).toEqual([])
  const clean = await send(into, 'd.sarif', sarifOf([], { invocations: [{ executionSuccessful: true }] }))
  expect([clean.counts.closed, clean.counts.most, clean.lines], 'Three of three are not many').toEqual([3, undefined, []])
})

test('it is asked again where most of what is open would close, and five at least', async () => {
  const into = await register()
  const found = (count: number) => sarifOf(Array.from({ length: count }, (_, n) => ({ rule: 'LK-1', file: `file-${n}` })))
  await send(into, 'a.sarif', found(9))
  expect((await send(into, 'b.sarif', found(5), '?dry_run=1')).counts.most, 'four of nine').toBeUndefined()
  expect(await send(into, 'b.sarif', found(4), '?dry_run=1')).toMatchObject({
    counts: { closed: 5, most: 9 },
    lines: [{ level: 'warning', message: 'This file closes 5 of 9 open gaps of the register' }],
  })
  await send(into, 'b.sarif', found(4))
  expect((await send(into, 'c.sarif', sarifOf([]), '?dry_run=1')).counts, 'four of four').toMatchObject({ closed: 4 })
  expect((await send(into, 'c.sarif', sarifOf([]), '?dry_run=1')).counts.most).toBeUndefined()
})

test('closing reaches only what the same tool told about the same target; a number of the run is none', async () => {
  const into = await register()
  const scan = (file: string, run: object) => send(into, 'scan.sarif', sarifOf([{ rule: 'LK-1', file }], run))
  const target = (id: string) => ({ automationDetails: { id } })
  await scan('a', target('billing/2026-11-28'))
  await scan('a', target('payroll/2026-11-28'))
  await scan('a', { tool: { driver: { name: 'Other' } } })
  await send(into, 'list.csv', csv([['k', 'Kappa', '50']]))
  expect((await gapsOf(into)).map(({ found_by, status }) => [found_by, status])).toEqual([
    ['Lookout · billing', 'TO_HANDLE'],
    ['Lookout · payroll', 'TO_HANDLE'],
    ['Other', 'TO_HANDLE'],
    [null, 'TO_HANDLE'],
  ])
  const next = await scan('b', target('billing/2026-11-29'))
  expect(next.counts).toMatchObject({ created: 1, closed: 1 })
  expect(messages(next)).toContain('3 open gaps are not listed and stay open: each comes from another tool, target or run, or from one that does not tell all')
  const account = (uid: string, ...ids: readonly string[]) => JSON.stringify(ids.map((id) => ocsfEvent(id, 4, { cloud: { account: { uid } } })))
  await send(into, 'a.json', account('111', 'x', 'y'))
  expect((await send(into, 'b.json', account('222', 'x'))).counts).toMatchObject({ created: 1 })
  expect((await send(into, 'c.json', account('111', 'x'))).counts).toMatchObject({ closed: 1, unchanged: 1 })
  // A table says what told its lines, if it says it at all, in a column.
  const named = (key: string, by: string) => send(into, 'named.csv', csv([[key, key, '50', by]], 'external_key,name,score,found_by'))
  await named('p', 'Auditor')
  await named('q', 'Pentester')
  expect((await named('r', 'Auditor')).counts).toMatchObject({ created: 1, closed: 1 })
})

test('a file that is a part of what was found closes nothing, as its sender or the file itself says', async () => {
  const into = await register()
  const found = (...files: readonly string[]) => sarifOf(files.map((file) => ({ rule: 'LK-1', file })))
  await send(into, 'a.sarif', found('a', 'b', 'c'))
  const part = await send(into, 'b.sarif', found('a'), '?part=1')
  expect(part).toMatchObject({
    counts: { unchanged: 1, part: 1 },
    lines: [{ message: 'Imported as a part: 2 open gaps that the file does not list stay open' }],
  })
  const changed = sarifOf([{ rule: 'LK-1', file: 'd', more: { baselineState: 'new' } }])
  expect((await send(into, 'c.sarif', changed, '?dry_run=1')).counts).toMatchObject({ created: 1, part: 1 })
  expect((await send(into, 'c.sarif', changed, '?part=0')).counts).toMatchObject({ created: 1, closed: 3 })
  expect((await world.pilot.upload(`/gap_register/${into}/gap_finding?part=2`, 'a.sarif', found('a'))).status).toBe(400)
})

test('one fingerprint for all names none; gaps keep their lines when these move, and one that is mended takes no other with it', async () => {
  const into = await register()
  const code = (text: string) => ({
    message: { text: 'Possible password' },
    locations: [
      { physicalLocation: { artifactLocation: { uri: 'a.py' }, region: { startLine: Number(text.split(':')[0]), snippet: { text: text.split(':')[1] } } } },
    ],
  })
  const scan = (...lines: readonly string[]) =>
    send(into, 'scan.sarif', sarifOf(lines.map((one) => ({ rule: 'LK-1', file: 'a.py', print: 'requires login', more: code(one) }))))
  expect((await scan('3:x = "1"', '7:y = "2"', '9:z = "3"')).counts).toMatchObject({ created: 3 })
  const ids = async () => new Map((await gapsOf(into)).filter(({ status }) => status !== 'CLOSE').map(({ id, name }) => [name.split(' – ')[1], id]))
  const before = await ids()
  expect((await scan('4:x = "1"', '8:  y = "2"', '10:z = "3"')).counts).toMatchObject({ updated: 3 })
  expect([...(await ids()).values()]).toEqual([...before.values()])
  // One is left: its fingerprint is the only one now, and is none all the same.
  expect((await scan('8:y = "2"')).counts).toMatchObject({ closed: 2, unchanged: 1 })
  expect([...(await ids())]).toEqual([['a.py:8', before.get('a.py:7')]])
  const packages = (...names: readonly string[]) =>
    sarifOf(names.map((name) => ({ rule: 'CVE-1', file: 'image', row: 1, more: { message: { text: `Package: ${name}` } } })))
  const image = await register()
  await send(image, 'a.sarif', packages('openssl', 'libssl'))
  expect((await send(image, 'b.sarif', packages('libssl'))).counts).toMatchObject({ closed: 1, unchanged: 1 })
  expect(await closedOf(image)).toEqual(['Package: openssl – image:1 – CVE-1'])
  expect((await send(image, 'c.sarif', packages('libssl', 'openssl'))).counts).toMatchObject({ reopened: 1, unchanged: 1 })
})

test('gaps that earlier versions imported are recognised under the keys that these gave them, and get those of today', async () => {
  const into = await register()
  const found = [
    { rule: 'LK-1', file: 'a', row: 5 },
    { rule: 'LK-1', file: 'a', row: 9 },
    { rule: 'LK-3', file: 'a', row: 1, more: { message: { text: 'Package: openssl' } } },
    { rule: 'LK-3', file: 'a', row: 1, more: { message: { text: 'Package: libssl' } } },
  ]
  await send(into, 'a.sarif', sarifOf(found))
  const made = await gapsOf(into)
  const id = (text: string) => made.find(({ name }) => name.includes(text))?.id
  const [five, nine, openssl, libssl] = [id('a:5'), id('a:9'), id('openssl'), id('libssl')]
  for (const [gap, key] of [
    [five, 'Lookout|LK-1|a|5'],
    [nine, 'Lookout|LK-1|a|9'],
    [openssl, 'Lookout|LK-3|a|1'],
    [libssl, 'Lookout|LK-3|a|1|#2'],
  ])
    objectOf(await world.pilot.put(`/gap/${gap}`, { external_key: key }))
  // The first package is mended, and the rest has moved by a line.
  const report = await send(into, 'b.sarif', sarifOf([{ rule: 'LK-1', file: 'a', row: 6 }, { rule: 'LK-1', file: 'a', row: 10 }, ...found.slice(3)]))
  expect(report.counts).toMatchObject({ created: 0, updated: 2, unchanged: 1, closed: 1 })
  const after = await gapsOf(into)
  expect(after.filter(({ status }) => status === 'CLOSE').map((gap) => gap.id)).toEqual([openssl])
  const places = new Map(after.map((gap) => [gap.id, gap.name.split(' – ')[1]]))
  expect([places.get(five), places.get(nine)]).toEqual(['a:6', 'a:10'])
  for (const { id: gap, external_key } of after) if (gap !== openssl) expect(external_key).toContain('|~')
})
