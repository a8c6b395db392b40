import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { objectOf, type Row } from '#tools/test/actions-world.ts'
import { openSpreadsheet, workbookOf } from '#tools/test/sheet-file.ts'

let app: TestApp
let pilot: Person
let policy: number
beforeAll(async () => {
  app = await testApp()
  pilot = await app.member((await app.customer()).id, 'global_pilote')
  policy = objectOf(await pilot.post('/policy', { name_en: 'House rules' })).id
})
afterAll(() => app.close())

async function imported(content: Buffer, query = ''): Promise<Row> {
  const { report_id } = objectOf(await pilot.upload(`/policy/${policy}/policy_structure${query}`, 'rules.xlsx', content))
  await app.jobs()
  return objectOf(await pilot.get(`/import_report/${report_id}`))
}
const draftTree = async () => {
  const [version] = (
    await pilot.post('/policy_version/page', {
      queryParams: {
        filters: [
          { name: 'policy', selected_options: [policy] },
          { name: 'status', selected_options: ['DRAFT'] },
        ],
      },
    })
  ).body.objects
  return objectOf(await pilot.get(`/policy_version/${version.id}/tree`))
}
const header = ['Group', 'Identifier', 'Name', 'Description', 'Weight']

test('a policy comes in from Excel, groups and requirements, and a second file changes what it says otherwise (POL-25)', async () => {
  const rows = [
    ['Access > Passwords', 'HR-2024.PWD-001', 'Long passwords', 'At least twelve', 3],
    ['Access', 'R-2', 'Leavers lose access', null, null],
    [null, 'R-3', 'Somebody is in charge', null, '2'],
  ]
  const trial = await imported(await workbookOf(header, rows), '?dry_run=1')
  expect(trial).toMatchObject({ status: 'COMPLETE', dry_run: true, kind_name: 'Groups and requirements', lines: [], counts: { rows: 3, created: 3 } })
  expect((await draftTree()).requirements).toEqual([])
  expect(await imported(await workbookOf(header, rows))).toMatchObject({ status: 'COMPLETE', counts: { created: 3, errors: 0 } })
  const tree = await draftTree()
  expect(tree.groups.map(({ name, parent_id }: Row) => [name, tree.groups.find(({ id }: Row) => id === parent_id)?.name ?? null])).toEqual([
    ['Access', null],
    ['Passwords', 'Access'],
  ])
  expect(tree.requirements.map(({ identifier, name, weight }: Row) => [identifier, name, weight])).toEqual(
    expect.arrayContaining([
      ['HR-2024.PWD-001', 'Long passwords', 3],
      ['R-2', 'Leavers lose access', 1],
      ['R-3', 'Somebody is in charge', 2],
    ]),
  )
  const again = await imported(
    await workbookOf(header, [rows[0] ?? [], ['Access', 'R-2', 'Leavers lose access at once', null, 5], [null, 'R-3', 'Somebody is in charge', null, 2]]),
  )
  expect(again).toMatchObject({ status: 'COMPLETE', counts: { created: 0, updated: 1, unchanged: 2 } })
})

test('wrong lines are named and nothing is kept', async () => {
  const report = await imported(
    await workbookOf(header, [
      ['Access', 'R-9', null, null, 0],
      ['Access', 'R-9', 'Twice', null, 1],
    ]),
  )
  expect(report).toMatchObject({ status: 'ERROR' })
  expect(report.lines.map(({ n, message }: Row) => `${n} ${message}`)).toEqual([
    expect.stringMatching(/^2 Weight: /),
    '2 Name: Give a name in French or in English',
    '3 Identifier: “R-9” is already on line 2',
  ])
})

test('its template names the columns, and only who may write policies imports', async () => {
  const titles = (await openSpreadsheet((await pilot.get('/policy/policy_structure_template')).body)).titles()
  expect(titles).toEqual(['Group', 'Identifier', 'Name (English) *', 'Name (French)', 'Description (English)', 'Description (French)', 'Weight'])
  const local = await app.member(pilot.customerId, 'local_pilote')
  // It applies nowhere near, so it is not there (POL-15).
  expect((await local.upload(`/policy/${policy}/policy_structure`, 'rules.xlsx', await workbookOf(header, []))).status).toBe(404)
  const auditor = await app.member(pilot.customerId, 'global_auditor')
  expect((await auditor.upload(`/policy/${policy}/policy_structure`, 'rules.xlsx', await workbookOf(header, []))).status).toBe(403)
  expect((await pilot.upload('/policy/999999/policy_structure', 'rules.xlsx', await workbookOf(header, []))).status).toBe(404)
})
