import { afterAll, beforeAll, expect, test } from 'vitest'
import { timestamp } from '#kit/contract/field.ts'
import { kitApp, type KitApp } from '#tools/test/kit-app.ts'
import { reportRoute } from '#tools/test/report-route.ts'
import { csvSheet } from './csv.ts'
import { importJob, importRoutes } from './import.ts'
import { readCell } from './read-cell.ts'
import { readWorkbook } from './read-sheet.ts'
import { folded } from './sheet-columns.ts'
import type { SheetWords } from './words.ts'
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

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook as other programs write it; each sheet by the inside of its `sheetData`. */
async function foreign(sheets: Readonly<Record<string, string>>, { recalculate = false, formats = ['General'], date1904 = '0' } = {}): Promise<Buffer> {
  const names = Object.keys(sheets)
  const parts = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr date1904="${date1904}"/><sheets>${names.map((name, n) => `<sheet name="${name}" sheetId="${n + 1}" r:id="r${n + 1}"/>`).join('')}</sheets><calcPr calcId="1"${recalculate ? ' fullCalcOnLoad="1"' : ''}/></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, n) => `<Relationship Id="r${n + 1}" Type="${office}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`).join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${formats.map((code, n) => `<numFmt numFmtId="${170 + n}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs>${formats.map((_, n) => `<xf numFmtId="${170 + n}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      names.map((name, n) => [`xl/worksheets/sheet${n + 1}.xml`, `<worksheet xmlns="${main}"><sheetData>${sheets[name]}</sheetData></worksheet>`]),
    ),
  }
  const chunks: Buffer[] = []
  for await (const chunk of zip(Object.entries(parts).map(([name, content]) => ({ name, content: [content] })))) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
const row = (n: number, cells: string, more = '') => `<row r="${n}"${more}>${cells}</row>`
const titles = (...all: string[]) => row(1, all.map((title, n) => text(`${'ABCDEF'[n]}1`, title)).join(''))

async function imported(content: Buffer) {
  const sent = await kit.upload('/thing/import', 'things.xlsx', content)
  await kit.queue.drain()
  const { object } = (await kit.call('GET', `/import_report/${(sent.body.object as unknown as { report_id: number }).report_id}`)).body
  const { status, lines } = object as unknown as { status: string; lines: { n: number; level: string; message: string }[] }
  return { status, said: lines.map(({ n, message }) => `${n} ${message}`) }
}
const named = async (identifier: string) =>
  (
    (await kit.call('POST', '/thing/page', { queryParams: { filters: [{ name: 'identifier', selected_options: [identifier] }] } })).body
      .objects as unknown as Record<string, unknown>[]
  )[0]

test('an error is told with its cell and changes nothing, neither as blank nor as text', async () => {
  const head = titles('ID', 'Name (English)', 'Amount', 'Due date')
  expect((await imported(await foreign({ x: head + row(2, `${text('A2', 'E-1')}${text('B2', 'First')}<c r="C2"><v>7</v></c>`) }))).status).toBe('COMPLETE')
  const broken = `${text('A2', 'E-1')}<c r="B2" t="e"><v>#N/A</v></c><c r="C2" t="e"><f>1/0</f><v>#DIV/0!</v></c>`
  const alone = `<c r="B3" t="e"><v>#REF!</v></c>`
  const { status, said } = await imported(await foreign({ x: head + row(2, broken) + row(3, alone) }))
  expect(status).toBe('ERROR')
  expect(said).toEqual(
    expect.arrayContaining([
      '2 Name (English): cell B2 holds the error #N/A instead of a value; nothing of its line was changed',
      '2 Amount: cell C2 holds the error #DIV/0! instead of a value; nothing of its line was changed',
      '3 Name (English): cell B3 holds the error #REF! instead of a value; nothing of its line was changed',
    ]),
  )
  expect(await named('E-1')).toMatchObject({ name_en: 'First', amount: 7 })
})

test('other sheets, hidden lines and cells under no title are told; empty sheets are not', async () => {
  const { status, said } = await imported(
    await foreign({
      x: `${titles('ID', 'Name (English)')}${row(2, text('A2', 'H-1') + text('B2', 'Seen'))}${row(3, text('A3', 'H-2') + text('B3', 'Hidden') + text('D3', 'beyond'), ' hidden="1"')}${row(4, text('A4', 'H-3') + text('B4', 'Filtered'), ' hidden="true"')}<row r="9" hidden="1"/>`,
      'More of them': titles('ID', 'Name (English)') + row(2, text('A2', 'H-9') + text('B2', 'Elsewhere')),
      Sheet3: '',
    }),
  )
  expect([status, said]).toEqual([
    'COMPLETE',
    [
      '0 Hidden or filtered lines were read as the others: 3, 4',
      '0 On this line, cells without a column title were not read: 3',
      '0 Not read: the sheet More of them',
    ],
  ])
})

test('a formula that its writer has not computed is told with its cell, also where it left a zero', async () => {
  const sheet = { x: titles('Name (English)', 'Amount') + row(2, `${text('A2', 'Sum')}<c r="B2"><f>3+4</f><v>0</v></c>`) }
  expect(await imported(await foreign(sheet, { recalculate: true }))).toMatchObject({
    status: 'ERROR',
    said: ['0 These cells hold a formula without a result: B2. Open the file in a spreadsheet and save it'],
  })
  expect(await imported(await foreign(sheet))).toMatchObject({ status: 'COMPLETE', said: ['0 The file contains formulas (B2): their last results are used'] })
})

test('cells are read as they are shown: zeros before a number, moments without what binary fractions lose, days by the count of the file', async () => {
  const cells = '<c r="A1" t="b"><v>1</v></c><c r="B1" s="1"><v>42</v></c><c r="C1" s="2"><v>46379.99999999</v></c>'
  const read = async (more: object) =>
    (await readWorkbook(await foreign({ x: row(1, cells) }, { formats: ['General', '00000', 'yyyy-mm-dd hh:mm'], ...more }))).sheets[0]?.rows[0]
  expect(await read({})).toEqual([true, '00042', new Date('2026-12-24T00:00:00Z')])
  for (const date1904 of ['1', 'true', 'on']) expect(await read({ date1904 })).toEqual([true, '00042', new Date('2030-12-25T00:00:00Z')])
})

test('what is true or not is read in each of the ways that writers have for it', async () => {
  const truths = ['1', '0', 'true', 'false', 'on', 'off', 'TRUE']
  const cells = truths.map((truth, n) => `<c r="${String.fromCharCode(65 + n)}1" t="b"><v>${truth}</v></c>`).join('')
  expect((await readWorkbook(await foreign({ x: row(1, cells) }))).sheets[0]?.rows[0]).toEqual([true, false, true, false, true, false, true])
  const hidden = ['1', 'true', 'on', 'off'].map((truth, n) => row(n + 1, text(`A${n + 1}`, 'x'), ` hidden="${truth}"`)).join('')
  expect((await readWorkbook(await foreign({ x: hidden }))).sheets[0]?.hidden).toEqual([1, 2, 3])
})

test('titles and words are the same with straight or curly apostrophes, any hyphen, and blanks that do not break', () => {
  for (const written of ['Plan d’action – suite', "Plan d'action - suite", 'plan\u00a0dʼaction\u202f‑ suite *', 'Plan d‘ac\u00adtion − suite\u200b'])
    expect(folded(written)).toBe("plan d'action - suite")
})

test('a moment is what the clocks of its reader show, whether a date or a text; one that names a zone is taken at its word', () => {
  const moment = (cell: string | Date) => readCell({ name: 'at', field: timestamp() }, cell, () => ({}) as SheetWords, 'fr', 'DMY', 'Europe/Paris')
  expect(moment(new Date('2026-07-01T14:30:00Z'))).toEqual({ value: '2026-07-01T12:30:00.000Z' })
  expect(moment('01/12/2026 14h30')).toEqual({ value: '2026-12-01T13:30:00.000Z' })
  expect(moment('2026-12-01T14:30:15')).toEqual({ value: '2026-12-01T13:30:15.000Z' })
  expect(moment('2026-12-01T14:30:00Z')).toEqual({ value: '2026-12-01T14:30:00.000Z' })
  expect(moment('2026-12-01T14:30:00-05:00')).toEqual({ value: '2026-12-01T19:30:00.000Z' })
  expect(moment('bientôt')).toMatchObject({ wrong: { key: 'kit.sheets.wrong_date' } })
  expect(moment('01/12/2026 25:30')).toMatchObject({ wrong: { key: 'kit.sheets.wrong_date' } })
})

test('the line that names the separator is no row, and a quote that nothing closes is told with the line where it begins', () => {
  expect(csvSheet('sep=,\r\na,"b;c"\r\n1,2').rows).toEqual([
    ['a', 'b;c'],
    ['1', '2'],
  ])
  expect(csvSheet('a;b\n"two\nlines";x\n1;"never\nclosed;\n2;3\n')).toMatchObject({ unclosed: 4 })
  expect(csvSheet('a;b\n1;"closed"')).not.toHaveProperty('unclosed')
})
