import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { lettersTo } from '#tools/test/letters.ts'
import { workbookOf } from '#tools/test/sheet-file.ts'

let app: TestApp
let owner: pg.Client
let pilot: Person
beforeAll(async () => {
  app = await testApp()
  owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  pilot = await app.member((await app.customer()).id, 'global_pilote')
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const header = ['E-mail', 'First name', 'Last name', 'Roles', 'Perimeters']
interface Report {
  readonly status: string
  readonly counts: Record<string, number>
  readonly lines: readonly { n: number; message: string }[]
}
const send = async (rows: readonly (readonly (string | null)[])[], query = '', who = pilot) => {
  const sent = await who.upload(`/member/import${query}`, 'people.xlsx', await workbookOf(header, rows))
  if (sent.status !== 200) return { status: String(sent.status), counts: {}, lines: [] }
  await app.jobs()
  return (await who.get(`/import_report/${sent.body.object.report_id}`)).body.object as Report
}
const people = async (search: string) =>
  (await pilot.post('/member/page', { queryParams: { global_search: search } })).body.objects as { id: number; email: string; last_login: string | null }[]

test('a trial names every faulty line with all that is wrong in it, and invites nobody', async () => {
  const rows = [['right@sheet.example', 'Right', 'Sheet', 'Contributor', null]]
  const report = await send(
    [
      ...rows,
      ['no address', 'Wrong', 'Sheet', 'Contributor', null],
      ['right@sheet.example', 'Twice', 'Sheet', 'Contributor', null],
      ['king@sheet.example', null, 'Sheet', 'King', 'Nowhere'],
    ],
    '?dry_run=1',
  )
  expect(report).toMatchObject({ counts: { rows: 4, created: 1, errors: 3 } })
  expect([...new Set(report.lines.map(({ n }) => n))]).toEqual([3, 4, 5])
  expect(report.lines.filter(({ n }) => n === 5)).toHaveLength(3)
  expect((await send(rows, '?dry_run=1')).counts).toMatchObject({ created: 1 })
  expect(await people('right@sheet.example')).toEqual([])
  expect(await lettersTo(owner, 'right@sheet.example')).toEqual([])
})

test('each of a sheet is invited, hears again on demand, and whoever may not add users sends none', async () => {
  const report = await send([
    ['ada@sheet.example', 'Ada', 'Sheet', 'Contributor', null],
    ['ben@sheet.example', 'Ben', 'Sheet', 'Contributor', null],
  ])
  expect(report).toMatchObject({ status: 'COMPLETE', counts: { created: 2 } })
  const [ada] = await people('ada@sheet.example')
  expect(ada).toMatchObject({ email: 'ada@sheet.example', last_login: null })
  expect(await lettersTo(owner, 'ada@sheet.example')).toHaveLength(1)
  expect(await lettersTo(owner, 'ben@sheet.example')).toHaveLength(1)
  expect((await pilot.post(`/member/${ada?.id ?? 0}/invite`)).status).toBe(200)
  await app.jobs()
  expect(await lettersTo(owner, 'ada@sheet.example')).toHaveLength(2)
  const auditor = await app.member(pilot.customerId, 'global_auditor')
  expect((await send([['eve@sheet.example', 'Eve', 'Sheet', 'Contributor', null]], '', auditor)).status).toBe('403')
  expect(await people('eve@sheet.example')).toEqual([])
})
