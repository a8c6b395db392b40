import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { kitApp, type Caller, type KitApp } from '#tools/test/kit-app.ts'
import { reportRoute } from '#tools/test/report-route.ts'
import { openSpreadsheet, workbookOf, type Spreadsheet } from '#tools/test/sheet-file.ts'
import { fileRoutes } from '#kit/server/files/file-routes.ts'
import { exportJob, exportRoutes } from './export.ts'
import { importJob, importRoutes } from './import.ts'

let kit: KitApp
beforeAll(async () => {
  kit = await kitApp(({ api, resources, storage, translate }) => {
    exportRoutes(api, resources)
    importRoutes(api, resources, storage, translate)
    fileRoutes(api, resources, storage)
    reportRoute(api, translate)
    return [exportJob(storage, translate), importJob(storage, translate)]
  })
})
afterAll(() => kit.close())

beforeEach(async () => {
  for (const row of await listed()) await kit.call('PUT', `/thing/${row.id as number}`, { parent: null, peers: [] })
  for (const row of await listed()) await kit.call('DELETE', `/thing/${row.id as number}`)
  const make = async (body: object) => ((await kit.call('POST', '/thing', body)).body.object as unknown as { id: number }).id
  const first = await make({ identifier: 'A-1', name_en: 'Fir', name_fr: 'Sapin', amount: 12, due: '2026-02-28', note: '=1+1' })
  // Two of one name: nothing but what stands there tells them apart.
  const second = await make({ identifier: 'A-2', name_en: 'Fir', parent: first, peers: [first] })
  await make({ identifier: 'A-3', name_fr: 'Chêne', status: 'DONE', parent: second, peers: [first, second], note: 'a; b\nc' })
})

interface Report {
  status: string
  dry_run: boolean
  counts: Record<string, number>
  lines: { n: number; level: string; message: string }[]
  done: { n: number; outcome: string; id: number | null; name: string | null; cells: { column: string; from: string | null; to: string | null }[] }[]
}

const listed = async () =>
  ((await kit.call('POST', '/thing/page', { queryParams: { sort: [{ name: 'identifier', order: 'asc' }] } })).body.objects ?? []) as unknown as Record<
    string,
    unknown
  >[]
const versions = async () => (await listed()).map(({ identifier, version }) => `${identifier as string} v${version as number}`)

async function exported(body: object = { whole: true }, caller: Caller = {}): Promise<Spreadsheet> {
  const url = `/export/${((await kit.call('POST', '/thing/export', body, caller)).body.object as unknown as { job_id: string }).job_id}`
  await kit.queue.drain()
  const { file_id } = (await kit.call('GET', url, undefined, caller)).body.object as unknown as { file_id: number }
  return openSpreadsheet((await kit.call('GET', `/file/${file_id}/download`, undefined, caller)).raw)
}

async function imported(content: Buffer, query = '', caller: Caller = {}): Promise<Report> {
  const sent = await kit.upload(`/thing/import${query}`, 'things.xlsx', content, caller)
  expect(sent.body).toMatchObject({ ok: true })
  await kit.queue.drain()
  return (await kit.call('GET', `/import_report/${(sent.body.object as unknown as { report_id: number }).report_id}`, undefined, caller)).body
    .object as unknown as Report
}

test.each([
  ['all that a file may say', { whole: true }, 'en'],
  ['all that a file may say, in French', { whole: true }, 'fr'],
  ['what the list shows', {}, 'en'],
  ['a few columns of a list in French', { columns: ['name', 'due', 'peers'] }, 'fr'],
] as const)('an export of %s that comes back untouched changes nothing and writes nothing', async (_, body, lang) => {
  const before = await versions()
  const report = await imported(await (await exported(body, { lang })).save(), '', { lang })
  expect(report).toMatchObject({ status: 'COMPLETE', counts: { rows: 3, created: 0, updated: 0, unchanged: 3, errors: 0 }, lines: [] })
  expect(await versions()).toEqual(before)
  for (const row of await listed()) expect((await kit.call('GET', `/thing/${row.id as number}/history`)).body.objects).toHaveLength(1)
})

test('what was changed in a spreadsheet is told cell by cell, then done, and nothing else', async () => {
  const sheet = await exported()
  sheet.set('A-1', 'Amount', 13)
  sheet.set('A-1', 'Due date', { day: '2026-03-01' })
  sheet.set('A-2', 'Status', 'done')
  sheet.set('A-3', 'Note', null)
  sheet.add({ ID: 'A-4', 'Name (English)': 'Yew', Parent: 'A-3' })
  const content = await sheet.save()
  const trial = await imported(content, '?dry_run=1')
  expect(trial).toMatchObject({ status: 'COMPLETE', dry_run: true, counts: { rows: 4, created: 1, updated: 3, unchanged: 0, errors: 0 } })
  expect(trial.done.map(({ n, outcome, name, cells }) => [n, outcome, name, ...cells.map(({ column, from, to }) => `${column}: ${from} → ${to}`)])).toEqual([
    [2, 'updated', 'Fir', 'Amount: 12 → 13', 'Due date: 02/28/2026 → 03/01/2026'],
    [3, 'updated', 'Fir', 'Status: Open → Done'],
    [4, 'updated', 'Chêne', 'Note: a; b\nc → null'],
    [5, 'created', 'Yew', 'ID: null → A-4', 'Name (English): null → Yew', 'Parent: null → A-3'],
  ])
  expect(await versions()).toEqual(['A-1 v1', 'A-2 v1', 'A-3 v1'])
  expect(await imported(content)).toMatchObject({ status: 'COMPLETE', counts: { created: 1, updated: 3 } })
  expect(await listed()).toMatchObject([
    { identifier: 'A-1', amount: 13, due: '2026-03-01', note: '=1+1', version: 2, name_en: 'Fir', name_fr: 'Sapin' },
    { identifier: 'A-2', status: 'DONE', version: 2, parent: { identifier: 'A-1' }, name_fr: null },
    { identifier: 'A-3', note: null, version: 2, peers: [{ identifier: 'A-1' }, { identifier: 'A-2' }] },
    { identifier: 'A-4', parent: { identifier: 'A-3' } },
  ])
})

test('a report says in each reader’s language what one import did', async () => {
  const sheet = await exported()
  sheet.set('A-1', 'Status', 'Terminé')
  sheet.set('A-2', 'Amount', 'many')
  const sent = await kit.upload('/thing/import?dry_run=1', 'things.xlsx', await sheet.save())
  await kit.queue.drain()
  const url = `/import_report/${(sent.body.object as unknown as { report_id: number }).report_id}`
  const read = async (lang: 'en' | 'fr') => (await kit.call('GET', url, undefined, { lang })).body.object as unknown as Report
  const [english, french] = [await read('en'), await read('fr')]
  expect(english.lines).toEqual([{ n: 3, level: 'error', message: 'Amount: “many” is not a number' }])
  expect(french.lines).toEqual([{ n: 3, level: 'error', message: 'Montant\u00a0: «\u00a0many\u00a0» n’est pas un nombre' }])
  expect(english.done[0]?.cells).toEqual([{ column: 'Status', from: 'Open', to: 'Done' }])
  expect(french.done[0]?.cells).toEqual([{ column: 'Statut', from: 'Ouvert', to: 'Terminé' }])
})

test('a row that somebody else changed since the export is not overwritten, and the line says who did', async () => {
  const sheet = await exported()
  const [first] = await listed()
  await kit.call('PUT', `/thing/${first?.id as number}`, { amount: 99 })
  sheet.set('A-1', 'Note', 'mine')
  sheet.set('A-2', 'Note', 'fine')
  const content = await sheet.save()
  const trial = await imported(content, '?dry_run=1')
  expect(trial).toMatchObject({
    counts: { updated: 1, unchanged: 1, errors: 1 },
    lines: [{ n: 2, message: 'The object was changed after the export, by Paula Pilote; export it again' }],
  })
  expect((await imported(content)).status).toBe('ERROR')
  expect(await imported(content, '?skip_wrong=1')).toMatchObject({ status: 'COMPLETE', counts: { updated: 1, errors: 1 } })
  expect(await listed()).toMatchObject([{ amount: 99, note: '=1+1' }, { note: 'fine' }, {}])
})

test('a file without versions changes what it says and empties nothing', async () => {
  expect(await imported(await workbookOf(['ID', 'Amount', 'Note'], [['A-1', null, 'new']]))).toMatchObject({ status: 'COMPLETE', counts: { updated: 1 } })
  expect((await listed())[0]).toMatchObject({ amount: 12, note: 'new' })
})

test('a line may name a row that a later line makes', async () => {
  const report = await imported(
    await workbookOf(
      ['ID', 'Name', 'Parent'],
      [
        ['B-2', 'Leaf', 'Trunk'],
        ['B-3', 'Twig', 'b-2'],
        ['B-1', 'Trunk', null],
        ['B-5', 'Lost', 'B-9'],
      ],
    ),
    '?skip_wrong=1',
  )
  expect(report).toMatchObject({
    status: 'COMPLETE',
    counts: { created: 3, errors: 1 },
    lines: [{ n: 5, message: 'Parent: “B-9” does not exist, or you do not have access to it' }],
  })
  expect((await listed()).slice(3)).toMatchObject([
    { identifier: 'B-1', parent: null },
    { identifier: 'B-2', parent: { identifier: 'B-1' } },
    { identifier: 'B-3', parent: { identifier: 'B-2' } },
  ])
})

test('a template that comes back as it went says that it holds no line', async () => {
  const { raw } = await kit.call('GET', '/thing/import_template')
  for (const content of [raw, await (await openSpreadsheet(raw)).save()]) {
    expect(await imported(content, '?dry_run=1')).toMatchObject({ status: 'ERROR', lines: [{ n: 0, message: 'The file has no row to import' }] })
  }
})
