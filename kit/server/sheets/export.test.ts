import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Tx } from '#kit/server/data/database/transaction.ts'
import { kitApp, type Caller, type KitApp } from '#tools/test/kit-app.ts'
import { fileRoutes } from '#kit/server/files/file-routes.ts'
import { exportJob, exportRoutes } from './export.ts'
import { readWorkbook } from './read-sheet.ts'
import { writeApart } from './write-apart.ts'
import { guarded, unguarded, xlsx, type Cell } from './xlsx.ts'

let kit: KitApp
beforeAll(async () => {
  kit = await kitApp(({ api, resources, storage, translate }) => {
    exportRoutes(api, resources)
    fileRoutes(api, resources, storage)
    return [exportJob(storage, translate)]
  })
  const create = async (body: object, caller?: Caller) => (await kit.call('POST', '/thing', body, caller)).body.object as unknown as { id: number }
  const parent = await create({ identifier: 'A-1', name_en: 'Parent', name_fr: 'Parente', amount: 12, due: '2026-02-28' }, { member: 2 })
  await create({ identifier: 'A-2', name_en: '=cmd()', status: 'DONE', parent: parent.id, peers: [parent.id], note: 'line 1\nline 2 <&> _x0041_' })
  await create({ identifier: 'A-10', name_fr: 'Été', amount: 0 })
})
afterAll(() => kit.close())

interface State {
  status: string
  file_id: number | null
}
async function exported(body: object, caller?: Caller) {
  const asked = await kit.call('POST', '/thing/export', body, caller)
  expect(asked.body.message).toBe(caller?.lang === 'fr' ? 'L’export sera disponible dans quelques secondes' : 'Export will be available in a few seconds')
  const url = `/export/${(asked.body.object as unknown as { job_id: string }).job_id}`
  expect((await kit.call('GET', url, undefined, caller)).body.object).toEqual({ status: 'pending', file_id: null })
  await kit.queue.drain()
  const { status, file_id } = (await kit.call('GET', url, undefined, caller)).body.object as unknown as State
  expect(status).toBe('done')
  const file = await kit.call('GET', `/file/${file_id}/download`, undefined, caller)
  return { url, file, rows: await readSheet(file.raw) }
}

test('no cell is a formula, whatever stands before its sign', async () => {
  const hostile = ['=cmd()', '+1', '-1', '@SUM(1)', '\t=1', '\n=1', '\u0001=cmd()', '\u0000\u001f+1']
  const chunks: Buffer[] = []
  for await (const chunk of xlsx([{ name: 'x', header: ['\u0002=1'], rows: [hostile.map((text) => [text])] }])) chunks.push(chunk)
  const cells = (await readSheet(Buffer.concat(chunks))).flat().map(String)
  expect(cells).toHaveLength(hostile.length + 1)
  expect(cells.filter((cell) => !cell.startsWith("'"))).toEqual([])
})

test('a text comes back as it was, also one that looks marked', () => {
  for (const text of ['=1', "'=1", "''-x", "'", "it's", "'quoted'", '-']) expect(unguarded(guarded(text))).toBe(text)
})

test('an export holds the rows of the list, in its order, in the reader’s words', async () => {
  const { file, rows } = await exported({ queryParams: { sort: [{ name: 'identifier', order: 'asc' }] } })
  expect(rows).toEqual([
    ['Name', 'ID', 'Status', 'Amount', 'Due date', 'Parent', 'Peers', 'Note', 'Version (do not change)'],
    ['Parent', 'A-1', 'Open', 12, new Date('2026-02-28T00:00:00Z'), null, null, null, 1],
    ["'=cmd()", 'A-2', 'Done', null, null, 'Parent', 'Parent', 'line 1\nline 2 <&> _x0041_', 1],
    ['Été', 'A-10', 'Open', 0, null, null, null, null, 1],
  ])
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="Things \d{4}-\d\d-\d\d\.xlsx"/)
})

test('the columns are those that the list shows, in its order, and the last sheet says what the file is', async () => {
  const { file, rows } = await exported(
    {
      columns: ['amount', 'name'],
      queryParams: {
        filters: [
          { name: 'parent', selected_options: [null] },
          { name: 'status', selected_options: ['OPEN'] },
        ],
        sort: [{ name: 'amount', order: 'desc' }],
      },
    },
    { lang: 'fr' },
  )
  expect(rows).toEqual([
    ['Montant', 'Nom', 'ID', 'Version (ne pas modifier)'],
    [12, 'Parente', 'A-1', 1],
    [0, 'Été', 'A-10', 1],
  ])
  const about = (await readWorkbook(file.raw)).sheets.at(-1)
  expect(about).toMatchObject({ name: 'À propos' })
  expect(about?.rows.slice(1).filter(([key]) => key !== 'Exporté le' && key !== 'Pour modifier')).toEqual([
    ['Contenu', 'Choses'],
    ['Organisation', 'A'],
    ['Fuseau horaire', 'Europe/Paris'],
    ['Par', 'Paula Pilote'],
    ['Lignes', 2],
    ['Filtre', 'Parent\u00a0: (vide)'],
    ['Filtre', 'Statut\u00a0: Ouvert'],
    ['Tri', 'Montant ↓'],
  ])
  expect(about?.rows.find(([key]) => key === 'Exporté le')?.[1]).toBeInstanceOf(Date)
  expect((await kit.call('POST', '/thing/export', { columns: ['customer_id'] })).status).toBe(400)
})

test('an export to change and give back holds all that a file may say, in both languages', async () => {
  const { rows } = await exported({ whole: true, queryParams: { filters: [{ name: 'amount', selected_options: [12] }] } })
  expect(rows).toEqual([
    ['ID', 'Name (English)', 'Name (French)', 'Status', 'Amount', 'Due date', 'Parent', 'Peers', 'Note', 'Proofs', 'Version (do not change)'],
    ['A-1', 'Parent', 'Parente', 'Open', 12, new Date('2026-02-28T00:00:00Z'), null, null, null, null, 1],
  ])
})

test('numbers with a unit stay numbers', async () => {
  const chunks: Buffer[] = []
  const units = ['percent_en', 'keuro', 'days_en', 'days_fr'] as const
  for await (const chunk of xlsx([{ name: 'x', header: ['a', 'b', 'c', 'd'], rows: [[units.map((unit) => ({ amount: 12.5, unit }))]] }])) chunks.push(chunk)
  expect((await readWorkbook(Buffer.concat(chunks))).sheets[0]?.rows[1]).toEqual([12.5, 12.5, 12.5, 12.5])
})

test('labels, choices and names follow the language of who asks', async () => {
  const { rows } = await exported({ queryParams: { filters: [{ name: 'status', selected_options: ['DONE'] }] } }, { lang: 'fr' })
  expect(rows.map((row) => [row[0], row[2], row[5]])).toEqual([
    ['Nom', 'Statut', 'Parent'],
    ["'=cmd()", 'Terminé', 'Parente'],
  ])
})

test('a selection is exported alone, and never more than its asker may read', async () => {
  const all = (await kit.call('POST', '/thing/page', {})).body.objects as unknown as { id: number; identifier: string }[]
  const ids = all.filter((row) => row.identifier !== 'A-10').map((row) => row.id)
  expect((await exported({ ids })).rows.slice(1).map((row) => row[1])).toEqual(['A-1', 'A-2'])
  expect((await exported({ ids }, { member: 2 })).rows.slice(1).map((row) => row[1])).toEqual(['A-1'])
  expect((await exported({}, { customer: 'B' })).rows).toHaveLength(1)
})

test('only who asked may follow and fetch an export; a wrong query is refused at once', async () => {
  const { url } = await exported({})
  expect((await kit.call('GET', url, undefined, { member: 2 })).status).toBe(404)
  expect((await kit.call('GET', url, undefined, { customer: 'B' })).status).toBe(404)
  expect((await kit.call('POST', '/thing/export', {}, { member: 3 })).status).toBe(403)
  expect((await kit.call('POST', '/thing/export', { queryParams: { filters: [{ name: 'note', selected_options: ['x'] }] } })).status).toBe(400)
})

test('a sheet of many batches is whole, and its columns go on after Z', async () => {
  async function* rows(): AsyncGenerator<Cell[][]> {
    for (let n = 0; n < 20; n += 1) yield Array.from({ length: 200 }, (_, i) => [n * 200 + i, ...Array.from({ length: 29 }, () => 'texte accentué')])
  }
  const chunks: Buffer[] = []
  for await (const chunk of xlsx([{ name: 'A/B', header: Array.from({ length: 30 }, (_, n) => `h${n}`), rows: rows() }])) chunks.push(chunk)
  const read = await readSheet(Buffer.concat(chunks))
  expect([read.length, read[0]?.[29], read[4000]?.[0], read[4000]?.[29]]).toEqual([4001, 'h29', 3999, 'texte accentué'])
})

test('a failing source fails the file', async () => {
  async function* rows(): AsyncGenerator<Cell[][]> {
    yield [['a']]
    throw new Error('no more')
  }
  const all = async () => {
    for await (const _ of xlsx([{ name: 'x', header: ['h'], rows: rows() }]));
  }
  await expect(all()).rejects.toThrow('no more')
})

const inFolder = async (work: (path: string) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), 'vigie-apart-'))
  try {
    await work(join(folder, 'file'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('a file that a thread writes is to the byte what would be written here', () =>
  inFolder(async (path) => {
    const sheet = {
      name: 'x',
      header: ['h'],
      rows: [
        [['=a'], ['<&>'], ['e\u0301 \ud83d\ude00 \ud800'], [{ day: '2026-02-28' }]],
        [[12.5], [true], ['_x0041_'], [null]],
      ],
    }
    const chunks: Buffer[] = []
    for await (const chunk of xlsx([sheet, { ...sheet, name: 'y' }])) chunks.push(chunk)
    const { size, sha256 } = await writeApart([sheet, { ...sheet, name: 'y' }], path)
    expect([size, sha256]).toEqual([Buffer.concat(chunks).length, createHash('sha256').update(Buffer.concat(chunks)).digest('hex')])
  }))

test('what fails where rows are read, or where they are written, fails a file written apart', () =>
  inFolder(async (path) => {
    async function* rows(): AsyncGenerator<Cell[][]> {
      yield [['a']]
      throw new Error('no more')
    }
    await expect(writeApart([{ name: 'x', header: ['h'], rows: rows() }], path)).rejects.toThrow('no more')
    await expect(writeApart([{ name: 'x', header: ['h'], rows: [[['a']]] }], join(path, 'nowhere'))).rejects.toMatchObject({
      code: expect.stringMatching(/^ENO/),
    })
  }))

test('a batch of rows is one text each, and nothing of it is read where requests are answered', async () => {
  const sent = await statementsDuring(() => exported({}))
  const [declared] = sent.filter((text) => text.startsWith('declare'))
  expect(declared).toContain('json_array("t"."id", "t"."version"')
  expect(declared).not.toMatch(/_right|created_by/)
  expect(sent.filter((text) => text.startsWith('fetch'))).toHaveLength(1)
})

/** What PostgreSQL is asked meanwhile. */
async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const asked = vi.spyOn(Tx.prototype, 'runText')
  await work()
  const texts = asked.mock.calls.map(([text]) => text)
  asked.mockRestore()
  return texts
}
