/** What people write is text wherever it is taken to: no formula, no markup, no field, no link that does something, and no file that cannot be opened. */
import { DOMParser } from '@xmldom/xmldom'
import { readSheet } from 'read-excel-file/node'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipEntries } from '#kit/server/sheets/unzip.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { objectOf, type Row } from '#tools/test/actions-world.ts'

let app: TestApp
let owner: pg.Client
let pilot: Person
let customer: number
let attacked: Row

const hostile = [
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '\t=1+1',
  '<script>alert(1)</script>',
  ']]></w:t><w:instrText>DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe</w:instrText>',
  '#import "/etc/passwd": * #read("/etc/passwd") $ x^2 $ *gras* _it_ `raw` ```typ #panic()``` @ref <label> \\ //',
  'x\u0001\u0007\u000b\u001b[31m\u202etxt.exe\uffff',
  '& &amp; &#x3c; _x003D_ {{7*7}} ${7*7} %s \'"',
]
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/ // oxlint-disable-line no-control-regex

beforeAll(async () => {
  app = await testApp()
  owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  const { id, root } = await app.customer()
  customer = id
  pilot = await app.member(id, 'global_pilote')
  const lyon = objectOf(await pilot.post('/perimeter', { name_en: 'Lyon', parent: root })).id as number
  const aware_at = new Date(Date.now() - 3_600_000).toISOString()
  attacked = objectOf(
    await pilot.post('/incident', { name_en: 'I', perimeter: lyon, aware_at, detected_at: aware_at, significant: 'YES', personal_data: 'YES' }),
  )
  for (const name of hostile.slice(0, 8)) await pilot.post('/incident', { name_en: name, perimeter: lyon })
  const register = objectOf(await pilot.post('/gap_register', { name_en: 'R' })).id
  const exemptions = objectOf(await pilot.post('/exemption_register', { name_en: 'R' })).id
  for (const name of hostile.slice(0, 8)) {
    await pilot.post('/gap', { name_en: name, register, perimeter: lyon })
    objectOf(
      await pilot.post('/exemption', {
        name_en: name,
        register: exemptions,
        perimeters: [lyon],
        reason: name,
        start_date: '2026-01-01',
        end_date: '2026-12-31',
      }),
    )
  }
  // Entries are refused what cannot be printed; what has come in by another way is no reason to trust it.
  for (const text of hostile) await pilot.post(`/incident/${attacked.id}/entries`, { kind: 'DECISION', text })
  await owner.query('begin')
  await owner.query(`set local app.customer_id = '${customer}'`)
  await owner.query('update incident set name_en = $1, description = $2, cause = $3, lessons_learned = $4 where id = $5', [
    hostile[8],
    hostile.join('\n\n'),
    `# ${hostile.join('\n- ')}\n\n[here](javascript:alert(1)) ![x](file:///etc/passwd)`,
    `${hostile[7]} ${'A'.repeat(20_000)}`,
    attacked.id,
  ])
  await owner.query('commit')
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const fetched = async (id: number | null) => (await pilot.get(`/file/${id}/download`)).body as Buffer
async function made(path: string, body: object, follow: (id: string) => string): Promise<Buffer> {
  const { object } = (await pilot.post(path, body)).body
  await app.jobs()
  const state = objectOf(await pilot.get(follow(object.job_id as string)))
  expect(state.status ?? state.stage, path).toBe('done')
  return fetched(state.file_id as number)
}

/** Every part of an office file is XML that any program reads, and holds nothing that is run. */
function assertInert(file: Buffer): string {
  const parts = (zipEntries(file) ?? []).filter(({ name }) => /\.(xml|rels)$/.test(name)).map(({ name, read }) => ({ name, text: read().toString() }))
  expect(parts.length).toBeGreaterThan(3)
  for (const { name, text } of parts) {
    const wrong: string[] = []
    const note = (message: string) => void wrong.push(message)
    new DOMParser({ errorHandler: { error: note, fatalError: note } }).parseFromString(text, 'text/xml')
    expect(wrong, name).toEqual([])
    expect(control.test(text), name).toBe(false)
    expect(text, name).not.toMatch(/<f>|<script|<w:instrText[^>]*>\s*DDE|TargetMode="External"[^>]*(file|javascript)|(file|javascript):[^<]*"[^>]*TargetMode/i)
  }
  return parts.map(({ text }) => text).join('\n')
}

test.each(['incident', 'gap', 'exemption', 'review'])('the list of every %s is a workbook of words', async (entity) => {
  for (const more of [{ whole: true }, { columns: ['identifier', entity === 'review' ? 'status' : 'name'] }]) {
    const file = await made(`/${entity}/export`, { queryParams: {}, ...more }, (id) => `/export/${id}`)
    assertInert(file)
    const cells = (await readSheet(file)).flat().filter((cell) => typeof cell === 'string')
    expect(cells.filter((cell) => /^[\s]*[=+@]|^[\s]*-\d/.test(cell))).toEqual([])
    if (entity !== 'review') expect(cells.some((cell) => cell.includes("'=cmd|"))).toBe(true)
    expect(cells.every((cell) => cell.length <= 32_767)).toBe(true)
  }
})

test('the text for an authority is a Word file of words', async () => {
  const path = `/incident/${attacked.id}/notification_report`
  const text = assertInert(await made(path, { format: 'docx', clock: 'FINAL_REPORT' }, (id) => `/report/${id}`))
  expect(text).not.toContain('root:')
  expect(text).toContain('#import')
})

test('and a PDF that runs, opens and reads nothing', async () => {
  const file = await made(`/incident/${attacked.id}/notification_report`, { format: 'pdf', clock: 'FINAL_REPORT' }, (id) => `/report/${id}`)
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  expect(file.toString('latin1')).not.toMatch(/\/(JavaScript|JS|Launch|EmbeddedFile|OpenAction|SubmitForm)\b|\/URI ?\((file|javascript)/)
})
