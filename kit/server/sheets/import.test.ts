import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kitApp, type Caller, type KitApp } from '#tools/test/kit-app.ts'
import { reportRoute } from '#tools/test/report-route.ts'
import { importJob, importRoutes } from './import.ts'
import { readWorkbook, unpackedSize } from './read-sheet.ts'
import { xlsx, type Cell } from './xlsx.ts'
import { zip } from './zip.ts'

let kit: KitApp
beforeAll(async () => {
  kit = await kitApp(({ api, resources, storage, translate }) => {
    importRoutes(api, resources, storage, translate)
    reportRoute(api, translate)
    return [importJob(storage, translate)]
  })
})
afterAll(() => kit.close())

async function workbook(header: string[], rows: Cell[][]): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of xlsx([{ name: 'x', header, rows: [rows] }])) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook part by part, for what our own writer never writes. */
async function bareWorkbook(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const all: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="x" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="1"><xf numFmtId="0"/></cellXfs></styleSheet>`,
    ...parts,
  }
  const chunks: Buffer[] = []
  for await (const chunk of zip(Object.entries(all).map(([name, content]) => ({ name, content: [content] })))) chunks.push(chunk)
  return Buffer.concat(chunks)
}

interface Report {
  status: string
  progress: number
  counts: Record<string, number>
  dry_run: boolean
  lines: { n: number; level: string; message: string }[]
}
async function imported(content: Buffer, caller?: Caller, query = '') {
  const sent = await kit.upload(`/thing/import${query}`, 'things.xlsx', content, caller)
  expect(sent.body).toMatchObject({ ok: true })
  const url = `/import_report/${(sent.body.object as unknown as { report_id: number }).report_id}`
  expect((await kit.call('GET', url, undefined, caller)).body.object).toMatchObject({ status: 'INIT', progress: 0 })
  await kit.queue.drain()
  return { url, report: (await kit.call('GET', url, undefined, caller)).body.object as unknown as Report }
}
const listed = async (caller?: Caller) =>
  ((await kit.call('POST', '/thing/page', { queryParams: { sort: [{ name: 'identifier', order: 'asc' }], per_page: 6000 } }, caller)).body.objects ??
    []) as unknown as Record<string, unknown>[]

test('rows come in by labels of either language, with references by identifier or name, even to earlier lines', async () => {
  const content = await workbook(
    ['Nom (anglais)', 'name_fr', 'Statut', 'Montant', 'Échéance', 'parent', 'Pairs', 'ID'],
    [
      ['Root', 'Racine', 'terminé', 7, { day: '2026-03-01' }, null, null, 'R-1'],
      [],
      ['Child', null, 'OPEN', '12', '28/02/2026', 'racine', 'R-1; Root', 'R-2'],
      ['Grandchild', null, null, null, '2026-02-03', 'R-2', null, null],
    ],
  )
  const { report } = await imported(content, { lang: 'fr' })
  expect(report).toMatchObject({ status: 'COMPLETE', progress: 100, counts: { rows: 3, created: 3, errors: 0 }, lines: [] })
  expect(await listed()).toMatchObject([
    { identifier: 'R-1', name_en: 'Root', name_fr: 'Racine', status: 'DONE', amount: 7, due: '2026-03-01', parent: null, peers: [] },
    {
      identifier: 'R-2',
      name_en: 'Child',
      status: 'OPEN',
      amount: 12,
      due: '2026-02-28',
      parent: { identifier: 'R-1' },
      peers: [{ identifier: 'R-1' }],
      created_by: { id: 1 },
    },
    { identifier: 'T-1', name_en: 'Grandchild', status: 'OPEN', due: '2026-02-03', parent: { identifier: 'R-2' } },
  ])
})

test('every wrong line is named with all that is wrong in it, and nothing is kept', async () => {
  const before = (await listed()).length
  const content = await workbook(
    ['ID', 'Name (English)', 'Status', 'Amount', 'Due date', 'Parent'],
    [
      ['N-1', 'Fine', null, null, null, null],
      ['N-2', null, 'Closed', 'many', 'soon', 'nowhere'],
      ['N-1', 'Taken', null, 5000, null, null],
      [null, 'Fine too', null, null, null, 'N-1'],
      ['R-1', 'Known', null, -1, null, null],
    ],
  )
  const { report } = await imported(content)
  expect(report).toMatchObject({ status: 'ERROR', counts: { rows: 5, created: 0 } })
  expect(report.lines.map(({ n, message }) => `${n} ${message}`)).toEqual([
    '3 Status: “Closed” is not one of: Open, Done',
    '3 Amount: “many” is not a number',
    '3 Due date: “soon” is not a date',
    '3 Parent: “nowhere” does not exist, or you do not have access to it',
    '3 Name: Give a name in French or in English',
    '4 ID: “N-1” is already on line 2',
    '6 Amount: The value must be between 0 and 1000',
  ])
  expect(await listed()).toHaveLength(before)
})

test('asked to, an import leaves the wrong lines out and keeps the others', async () => {
  const content = await workbook(
    ['ID', 'Name (English)', 'Amount'],
    [
      ['K-1', 'Right', 1],
      ['K-2', 'Wrong', 5000],
    ],
  )
  const { report } = await imported(content, undefined, '?skip_wrong=1')
  expect(report).toMatchObject({
    status: 'COMPLETE',
    counts: { rows: 2, created: 1, errors: 1 },
    lines: [{ n: 3, level: 'error', message: 'Amount: The value must be between 0 and 1000' }],
  })
  const stored = (await listed()).filter(({ identifier }) => String(identifier).startsWith('K-'))
  expect(stored).toMatchObject([{ identifier: 'K-1', amount: 1 }])
  for (const { id } of stored) await kit.call('DELETE', `/thing/${id as number}`)
  const none = await imported(await workbook(['ID', 'Name (English)', 'Amount'], [['K-2', 'Wrong', 5000]]), undefined, '?skip_wrong=1')
  expect(none.report).toMatchObject({ status: 'ERROR', counts: { rows: 1, created: 0, errors: 1 } })
})

test('a trial finds the same and keeps nothing', async () => {
  const before = await listed()
  const content = await workbook(['Name (English)'], [['Only tried']])
  const { report } = await imported(content, {}, '?dry_run=1')
  expect(report).toMatchObject({ status: 'COMPLETE', dry_run: true, counts: { rows: 1, created: 1 } })
  expect(await listed()).toEqual(before)
})

test('a line whose identifier is known changes that row by what it holds, and history keeps what was', async () => {
  for (const [identifier, name_en] of [
    ['U-1', 'One'],
    ['U-2', 'Two'],
  ])
    await kit.call('POST', '/thing', { identifier, name_en, amount: 5 })
  const rows: Cell[][] = [
    ['u-1', 'One renamed', null],
    ['U-2', 'Two', 5],
    ['U-3', 'Three', null],
  ]
  const trial = await imported(await workbook(['ID', 'Name (English)', 'Amount'], rows), {}, '?dry_run=1')
  expect(trial.report).toMatchObject({ status: 'COMPLETE', counts: { rows: 3, created: 1, updated: 1, unchanged: 1, errors: 0 } })
  const ofU = async () => (await listed()).filter(({ identifier }) => /^u-/i.test(String(identifier)))
  expect(await ofU()).toMatchObject([
    { identifier: 'U-1', name: 'One', version: 1 },
    { identifier: 'U-2', name: 'Two' },
  ])
  const { report } = await imported(await workbook(['ID', 'Name (English)', 'Amount'], rows))
  expect(report).toMatchObject({ status: 'COMPLETE', counts: { rows: 3, created: 1, updated: 1, unchanged: 1, errors: 0 } })
  const after = await ofU()
  expect(after.map(({ name, version, amount }) => [name, version, amount])).toEqual([
    ['One renamed', 2, 5],
    ['Two', 1, 5],
    ['Three', 1, null],
  ])
  const history = (await kit.call('GET', `/thing/${String(after[0]?.id)}/history`)).body.objects
  expect(history?.map(({ action }) => action)).toEqual(['update', 'create'])
  expect(JSON.stringify(history?.[0])).toContain('One renamed')
})

test('a trial with a wrong line tells what the others would have done', async () => {
  const { report } = await imported(
    await workbook(
      ['ID', 'Name (English)', 'Amount'],
      [
        ['U-1', 'Again', 1],
        ['U-9', 'New', 'many'],
      ],
    ),
    {},
    '?dry_run=1',
  )
  expect(report).toMatchObject({
    status: 'COMPLETE',
    dry_run: true,
    counts: { rows: 2, created: 0, updated: 1, unchanged: 0, errors: 1 },
    lines: [{ n: 3, message: 'Amount: “many” is not a number' }],
  })
})

test('a line changes no row that its sender may not reach, and none twice', async () => {
  expect((await imported(await workbook(['ID', 'Name'], [['U-1', 'Not mine']]), { member: 2 })).report.lines).toMatchObject([
    { n: 2, message: 'ID: Identifier already taken' },
  ])
  const { report } = await imported(
    await workbook(
      ['ID', 'Name'],
      [
        ['U-1', 'Once'],
        ['U-1', 'Twice'],
      ],
    ),
  )
  expect(report.lines).toMatchObject([{ n: 3, message: 'ID: “U-1” is already on line 2' }])
})

test('what was exported or downloaded as a template comes back in', async () => {
  const { raw, headers, status } = await kit.call('GET', '/thing/import_template', undefined, { lang: 'fr' })
  expect([status, headers['content-disposition']]).toEqual([200, `attachment; filename="Choses.xlsx"; filename*=UTF-8''Choses.xlsx`])
  expect(await readSheet(raw)).toEqual([['ID', 'Nom (anglais)', 'Nom (français) *', 'Statut', 'Montant', 'Échéance', 'Parent', 'Pairs', 'Note']])
  const help = await readSheet(raw, 2)
  expect(help).toContainEqual(['Choses', 'Statut', 'Non', 'Ouvert, Terminé', 'Ouvert'])
  const { report } = await imported(await workbook(['Nom (anglais) *', 'Note'], [['=1+1', '-x']]), { lang: 'fr', customer: 'B' })
  expect(report.status).toBe('COMPLETE')
  expect(await listed({ customer: 'B' })).toMatchObject([{ name: '=1+1', note: '-x' }])
})

test('days and numbers written as text are read in the order of the sender’s language or choice, or refused (I18N-03)', async () => {
  const sheet = await workbook(
    ['Name (English)', 'Amount', 'Due date'],
    [
      ['Dated', '1,000', '03/04/2026'],
      ['Dated', '7', '2026-12-31'],
    ],
  )
  const french = await workbook(['Nom (anglais)', 'Montant', 'Échéance'], [['Dated', '1\u202f000', '03/04/2026']])
  expect((await imported(sheet)).report.lines).toEqual([])
  expect((await imported(french, { lang: 'fr' })).report.lines).toEqual([])
  expect((await imported(await workbook(['Name (English)', 'Due date'], [['Dated', '05/06/2026']]), { dateOrder: 'DMY' })).report.lines).toEqual([])
  const dated = (await listed()).filter(({ name_en }) => name_en === 'Dated')
  expect(dated.map(({ amount, due }) => `${String(due)} ${String(amount)}`).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    '2026-03-04 1000',
    '2026-04-03 1000',
    '2026-06-05 null',
    '2026-12-31 7',
  ])
  const wrong = await workbook(['Name (English)', 'Amount', 'Due date'], [['Undated', '1,5', '31/12/2026']])
  expect((await imported(wrong)).report.lines.map(({ message }) => message)).toEqual([
    'Due date: “31/12/2026” is not a date',
    'Amount: The value must be an integer',
  ])
  expect((await readSheet((await kit.call('GET', '/thing/import_template')).raw, 2)).flat()).toContain('Date, as YYYY-MM-DD or MM/DD/YYYY')
  expect((await readSheet((await kit.call('GET', '/thing/import_template', undefined, { dateOrder: 'YMD' })).raw, 2)).flat()).toContain('Date, as YYYY-MM-DD')
})

test('names that several rows share ask for an identifier', async () => {
  for (const identifier of ['D-1', 'D-2']) await kit.call('POST', '/thing', { identifier, name_en: 'Twin' })
  const { report } = await imported(
    await workbook(
      ['Name', 'Parent'],
      [
        ['x', 'twin'],
        ['y', 'd-2'],
      ],
    ),
  )
  expect(report.lines).toEqual([{ n: 2, level: 'error', message: 'Parent: several objects are called “twin” (D-1 Twin, D-2 Twin); use the identifier' }])
})

test('a file without known columns, without rows, or that is no workbook says so', async () => {
  expect((await imported(await workbook(['Colour', 'Shape'], [['red', 'round']]))).report.lines).toMatchObject([
    { n: 1, message: expect.stringContaining('The first row must hold') },
  ])
  expect((await imported(await workbook(['Name', 'Shape', 'Name (English)'], []))).report.lines.map((line) => line.message)).toEqual([
    'Unknown column: Shape',
    'This column appears twice: Name (English)',
    'The file has no row to import',
  ])
  const broken = await workbook(['Name'], [['x']])
  broken.fill(1, 200, 400)
  expect((await imported(broken)).report).toMatchObject({
    status: 'ERROR',
    lines: [{ n: 0, message: 'This Excel file cannot be read: it is damaged or incomplete' }],
  })
})

test('only Excel documents of people who may create are taken', async () => {
  const content = await workbook(['Name'], [['x']])
  expect((await kit.upload('/thing/import', 'things.csv', Buffer.from('Name\nx'))).body).toMatchObject({ errors: { file: ['Only Excel documents allowed'] } })
  expect((await kit.upload('/thing/import', 'things.xls', content)).body).toMatchObject({ errors: { file: ['Only Excel documents allowed'] } })
  expect((await kit.upload('/thing/import', 'things.xlsx', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]))).body).toMatchObject({
    errors: { file: ['This Excel document is protected by a password; remove it and send the file again'] },
  })
  expect((await kit.upload('/thing/import', 'things.xlsx', content, { member: 3 })).status).toBe(403)
  expect((await kit.call('GET', '/thing/import_template', undefined, { member: 3 })).status).toBe(403)
})

test('a hostile or broken file is told in words, and nothing of it is read further', async () => {
  const sheet = (cells: string) => ({
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Amount</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>Oak</t></is></c>${cells}</row></sheetData></worksheet>`,
  })
  const tryImport = async (parts: Record<string, string>) => (await imported(await bareWorkbook(parts), {}, '?dry_run=1')).report
  expect(await tryImport({ ...sheet(''), 'xl/vbaProject.bin': 'x' })).toMatchObject({
    status: 'ERROR',
    lines: [{ n: 0, message: 'This Excel file holds macros; save it as a plain workbook (.xlsx)' }],
  })
  expect(await tryImport(sheet('<c r="B2"><f>1+1</f></c>'))).toMatchObject({
    status: 'ERROR',
    lines: [{ message: 'These cells hold a formula without a result: B2. Open the file in a spreadsheet and save it' }],
  })
  expect(await tryImport({ ...sheet('<c r="B2"><f>[1]x!A1</f><v>7</v></c>'), 'xl/externalLinks/externalLink1.xml': '<x/>' })).toMatchObject({
    status: 'COMPLETE',
    counts: { created: 1 },
    lines: [
      { level: 'warning', message: 'The file contains formulas (B2): their last results are used' },
      { level: 'warning', message: expect.stringContaining('other files') },
    ],
  })
  const whole = await bareWorkbook(sheet(''))
  for (const cut of [whole.subarray(0, whole.length - 30), whole.subarray(0, whole.length >> 1)]) {
    expect((await imported(cut)).report).toMatchObject({
      status: 'ERROR',
      lines: [{ n: 0, message: 'This Excel file cannot be read: it is damaged or incomplete' }],
    })
  }
})

test('a percentage is read as it is shown, whatever it is kept as', async () => {
  const content = await bareWorkbook({
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="9" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1" s="1"><v>1</v></c><c r="C1" s="1"><v>0.125</v></c></row></sheetData></worksheet>`,
  })
  expect((await readWorkbook(content)).sheets[0]?.rows).toEqual([[1, '100 %', '12.5 %']])
})

test('a report is its author’s', async () => {
  const { url } = await imported(await workbook(['Name'], [['Mine']]), { member: 2 })
  expect((await kit.call('GET', url)).status).toBe(404)
  expect((await kit.call('GET', url, undefined, { customer: 'B' })).status).toBe(404)
  const rows = await listed({ member: 2 })
  expect(rows).toMatchObject([{ name: 'Mine', created_by: { id: 2 } }])
})

test('an archive that would unpack to more than it should is seen before it is unpacked', async () => {
  const content = await workbook(
    ['h'],
    Array.from({ length: 2000 }, () => ['a'.repeat(1000)]),
  )
  expect(unpackedSize(content)).toBeGreaterThan(2_000_000)
  expect(content.length).toBeLessThan(200_000)
  expect(unpackedSize(Buffer.from('no archive'))).toBe(Number.POSITIVE_INFINITY)
})

test('a file that was cut off is unreadable wherever it was cut, and nothing of it is kept', async () => {
  const whole = await workbook(['Name'], [['Cut off']])
  for (const part of [0.1, 0.5, 0.9, 0.99]) {
    const answer = await kit.upload('/thing/import', 'x.xlsx', whole.subarray(0, Math.floor(whole.length * part)))
    if (answer.status === 200) {
      await kit.queue.drain()
      const { rows } = await kit.owner.query<{ status: string; lines: unknown }>('select status, lines from import_report order by id desc limit 1')
      expect(rows).toMatchObject([{ status: 'ERROR', lines: [{ n: 0, message: { key: 'kit.sheets.faults.broken' } }] }])
    } else expect([answer.status, answer.body.code]).toEqual([400, 'INVALID'])
  }
  expect((await kit.owner.query("select from thing where name_en = 'Cut off'")).rowCount).toBe(0)
})
