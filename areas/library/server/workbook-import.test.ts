import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { type FileCell, workbookFile } from '#tools/test/workbook-file.ts'

let app: TestApp
let pilot: Person

beforeAll(async () => {
  app = await testApp()
  const customer = await app.customer()
  pilot = await app.member(customer.id, 'global_pilote')
})
afterAll(() => app.close())

const urn = (kind: string) => `urn:acme:risk:${kind}:mill`
const library = (rows: readonly (readonly FileCell[])[]) =>
  workbookFile({
    library_meta: [
      ['type', 'library'],
      ['urn', urn('library')],
      ['version', 1],
      ['locale', 'en'],
      ['ref_id', 'MILL'],
      ['name', 'Mill rules'],
    ],
    rules_meta: [
      ['type', 'framework'],
      ['urn', urn('framework')],
      ['base_urn', urn('req_node')],
      ['ref_id', 'MILL'],
      ['name', 'Mill rules'],
    ],
    rules_content: [['assessable', 'depth', 'ref_id', 'name', 'description'], ...rows],
  })

async function importFile(content: Buffer, { dry = false } = {}) {
  const answer = await pilot.upload(`/library/import${dry ? '?dry_run=1' : ''}`, 'mill.xlsx', content)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await app.jobs()
  return (await pilot.get(`/import_report/${answer.body.object.report_id}`)).body.object
}

test('a workbook is refused with each of its cells, mended, looked at and imported', async () => {
  const refused = await importFile(
    await library([
      [null, 1, 'A', 'Grain'],
      ['x', 2, 'A.1', { error: '#REF!' }],
      ['x', 'two', 'A.2', 'Dust'],
    ]),
    { dry: true },
  )
  expect(refused).toMatchObject({
    status: 'ERROR',
    lines: [
      { n: 3, level: 'error', message: 'rules_content, cell D3: the cell shows the error #REF!' },
      { n: 4, level: 'error', message: 'rules_content, cell B4: “depth” must be a whole number, found two' },
    ],
  })
  const mended = await library([
    [null, 1, 'A', 'Grain'],
    ['x', 2, 'A.1', 'Stored dry'],
    ['x', 2, 'A.2', 'Dust'],
  ])
  expect(await importFile(mended, { dry: true })).toMatchObject({ status: 'COMPLETE', counts: { policies: 1, groups: 1, requirements: 2 } })
  expect(await importFile(mended)).toMatchObject({ status: 'COMPLETE', result: { outcome: 'created' } })
  expect(await importFile(mended)).toMatchObject({ result: { outcome: 'unchanged' } })
  const { body } = await pilot.get('/policy?search=MILL')
  expect(body.objects).toMatchObject([{ identifier: 'MILL', requirements: 2 }])
})

test('what came in leaves as Excel and as YAML, and comes back as the same edition', async () => {
  const { body } = await pilot.get('/library?search=MILL')
  const [kept] = body.objects
  for (const format of ['xlsx', 'yaml']) {
    const left = await app.http.inject({ method: 'GET', url: `/api/library/${kept.id}/file?format=${format}`, headers: { cookie: pilot.cookie } })
    expect(left.statusCode).toBe(200)
    expect(left.headers['content-disposition']).toContain(`MILL 1.${format}`)
    expect(await importFile(left.rawPayload, { dry: true })).toMatchObject({
      status: 'COMPLETE',
      result: { outcome: 'unchanged' },
      counts: { requirements: 2, groups: 1 },
    })
  }
})

test('the shelf takes workbooks, one by one', async () => {
  const answer = await pilot.upload('/shelf/upload', 'mill.xlsx', await library([['x', 1, 'A', 'Grain']]))
  expect(answer.status).toBe(200)
  await app.jobs()
  const { body } = await pilot.get('/shelf')
  expect(JSON.stringify(body)).toContain('Mill rules')
})
