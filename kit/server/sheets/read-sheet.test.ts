import { expect, test } from 'vitest'
import type { AppError } from '#kit/contract/errors.ts'
import { readWorkbook, readWorkbookNow, UnreadableSheet } from './read-sheet.ts'
import { xlsx, type Cell } from './xlsx.ts'
import { zip } from './zip.ts'

async function whole(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const part of parts) chunks.push(part)
  return Buffer.concat(chunks)
}

const sheetOf = async (content: Buffer) => (await readWorkbook(content)).sheets[0]?.rows ?? []
const written = (rows: Cell[][]) => whole(xlsx([{ name: 'x', header: ['Name', 'Amount'], rows: [rows] }]))

test('cells come as they were written, empty ones included', async () => {
  const rows = await sheetOf(
    await written([
      ['Fir', 12.5],
      [null, true],
      ['Oak', { day: '2026-02-28' }],
      ['Elm', null, 'beyond the last title'],
    ]),
  )
  expect(rows.slice(0, 3)).toEqual([
    ['Name', 'Amount', null],
    ['Fir', 12.5, null],
    [null, true, null],
  ])
  expect(rows[3]?.[1]).toEqual(new Date('2026-02-28T00:00:00Z'))
  expect(rows[4]).toEqual(['Elm', null, 'beyond the last title'])
})

test('a cell that stands further right than any memory reaches ends the reader, not the server', { timeout: 90_000 }, async () => {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const hostile = await whole(
    zip([
      {
        name: 'xl/workbook.xml',
        content: [`<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="x" sheetId="1" r:id="r1"/></sheets></workbook>`],
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: [
          `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
        ],
      },
      { name: 'xl/styles.xml', content: [`<styleSheet xmlns="${main}"><cellXfs count="1"><xf numFmtId="0"/></cellXfs></styleSheet>`] },
      {
        name: 'xl/worksheets/sheet1.xml',
        content: [`<worksheet xmlns="${main}"><sheetData><row r="1"><c r="UNDEFINED1"><v>1</v></c></row></sheetData></worksheet>`],
      },
    ]),
  )
  await expect(readWorkbook(hostile)).rejects.toThrow(UnreadableSheet)
})

test('of an organisation that sends many files at once some wait and too many are refused, while another one’s is read', async () => {
  const broken = Buffer.from('no workbook')
  const many = Promise.allSettled(Array.from({ length: 25 }, () => readWorkbookNow(1, broken)))
  expect((await readWorkbookNow(2, await written([['Oak', 1]]))).sheets).toHaveLength(1)
  const reasons = (await many).map((end) => (end.status === 'rejected' ? (end.reason as AppError) : undefined))
  expect(reasons.filter((reason) => reason?.status === 'BUSY')).toHaveLength(3)
  expect(reasons.filter((reason) => reason instanceof UnreadableSheet)).toHaveLength(22)
})
