import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Cell } from '#areas/metrics/contract/calls.ts'
import { movePeriod, periodOf } from '#areas/metrics/contract/period.ts'
import { openSpreadsheet, workbookOf } from '#tools/test/sheet-file.ts'
import { watchStatements } from '#tools/test/watch-statements.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let pilot: Person
let local: Person
let north: number
let south: number
let patched: number
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(new Date())
const month = (ago: number) => movePeriod('MONTHLY', periodOf('MONTHLY', today), -ago)
const header = ['Metric', 'Perimeter', 'Date', 'Value', 'Comment']

beforeAll(async () => {
  app = await testApp()
  const { id, root } = await app.customer('Imports')
  pilot = await app.member(id, 'global_pilote')
  const place = async (name_en: string): Promise<number> =>
    (await pilot.post('/perimeter', { name_en, identifier: name_en.toUpperCase(), parent: root })).body.object.id
  north = await place('North')
  south = await place('South')
  local = await app.member(id, 'local_pilote', { perimeterIds: [north] })
  patched = await made('patched', 'Patched', { unit: '%', decimals: 1, minimum: 0, maximum: 100 })
  await made('events', 'Events')
  await made('doubled', 'Doubled', { formula: 'patched * 2' })
})
afterAll(() => app.close())

const made = async (identifier: string, name_en: string, rest: object = {}): Promise<number> =>
  (await pilot.post('/metric', { identifier, name_en, start_date: month(5), perimeters: [north, south], ...rest })).body.object.id

async function send(name: string, content: Buffer | string, query = '', by = pilot) {
  const { status, body } = await by.upload(`/metric_value/import${query}`, name, content)
  expect([status, body.errors]).toEqual([200, undefined])
  await app.jobs()
  return (await pilot.get(`/import_report/${body.object.report_id}`)).body.object
}
const csv = (...rows: readonly (readonly string[])[]) => [header, ...rows].map((row) => row.join(';')).join('\n')
const cells = async (id = patched): Promise<[number, number | null, string | null, string][]> =>
  (await pilot.get(`/metric/${id}/grid?from=${month(5)}&to=${month(0)}`)).body.object.cells.map(({ perimeter, value, comment, source }: Cell) => [
    perimeter,
    value,
    comment,
    source,
  ])

test('a trial keeps nothing; the import writes, works out what depends on it, and says again that nothing changes', async () => {
  const rows = [
    ['patched', 'North', { day: month(1) }, 81.5, 'Taken over'],
    ['Patched', 'SOUTH', month(1).slice(0, 7), '70,5', null],
    ['events', 'NORTH', month(2), 12, null],
    ['events', 'North', month(3), null, null],
  ]
  const file = await workbookOf(header, rows)
  expect(await send('values.xlsx', file, '?dry_run=1')).toMatchObject({
    status: 'COMPLETE',
    kind_name: 'Values of metrics',
    counts: { rows: 4, created: 3, unchanged: 1, errors: 0 },
  })
  expect(await cells()).toEqual([])
  expect(await send('values.xlsx', file)).toMatchObject({ status: 'COMPLETE', counts: { created: 3, unchanged: 1 } })
  expect(await cells()).toEqual([
    [north, 81.5, 'Taken over', 'IMPORT'],
    [south, 70.5, null, 'IMPORT'],
  ])
  const doubled = (await pilot.post('/metric/page', { queryParams: { global_search: 'doubled' } })).body.objects[0].id
  expect(await cells(doubled)).toEqual([
    [north, 163, null, 'AUTO'],
    [south, 141, null, 'AUTO'],
  ])
  expect(await send('values.xlsx', file)).toMatchObject({ counts: { created: 0, updated: 0, unchanged: 4 } })
  expect(await send('values.csv', csv(['patched', 'North', month(1), '82', '']))).toMatchObject({ counts: { updated: 1, errors: 0 } })
  expect(await cells()).toContainEqual([north, 82, null, 'IMPORT'])
  const history = (await pilot.get(`/metric/${patched}/history`)).body.objects as { action: string }[]
  expect(history.filter(({ action }) => action === 'import')).toHaveLength(2)
})

test('every wrong line is told with what is wrong, and nothing of the file is written', async () => {
  const before = await cells()
  const report = await send(
    'values.csv',
    csv(
      ['nothing', 'North', month(1), '1', ''],
      ['events', 'Nowhere', month(1), '1', ''],
      ['events', 'North', 'soon', '1', ''],
      ['events', 'North', month(1), '1,5', ''],
      ['events', 'North', month(1), 'many', ''],
      ['patched', 'North', month(1), '104', ''],
      ['patched', 'North', month(-2), '50', ''],
      ['doubled', 'North', month(1), '50', ''],
      ['patched', 'South', month(2), '50', ''],
      ['patched', 'South', month(2), '51', ''],
      ['patched', 'South', month(3), '', 'why'],
    ),
  )
  expect(report).toMatchObject({ status: 'ERROR', counts: { rows: 11, created: 0, errors: 10 } })
  const messages = (report.lines as { n: number; message: string }[]).map(({ n, message }) => [n, message])
  expect(messages).toEqual([
    [2, 'Unknown metric'],
    [3, 'Unknown perimeter'],
    [4, 'Invalid date format'],
    [5, 'Invalid integer value'],
    [6, 'Invalid integer value'],
    [7, 'Above the maximum of 100'],
    [8, 'This period has not begun'],
    [9, 'Vigie fills this metric in by itself: nobody enters its values'],
    [11, 'Line 10 gives this value already'],
    [12, 'Enter a value before adding a comment'],
  ])
  expect(await cells()).toEqual(before)
  const skipped = await send('values.csv', csv(['nothing', 'North', month(1), '1', ''], ['patched', 'South', month(2), '50', '']), '?skip_wrong=1')
  expect(skipped).toMatchObject({ status: 'COMPLETE', counts: { created: 1, errors: 1 } })
})

test('a file without its columns is refused, and other files are not taken', async () => {
  const lines = async (content: string) => ((await send('values.csv', content)).lines as { message: string }[]).map(({ message }) => message)
  expect(await lines('Metric;Perimeter;Value\nevents;North;1')).toEqual(['Date column not found'])
  expect(await lines('Metric;Date;Value\nevents;2026-01;1')).toEqual(['Perimeter column not found'])
  expect((await pilot.upload('/metric_value/import', 'values.txt', 'Metric')).status).toBe(400)
})

test('local pilots import into their own perimeters, contributors and auditors nowhere', async () => {
  const report = await send('values.csv', csv(['events', 'North', month(4), '3', ''], ['events', 'South', month(4), '3', '']), '?skip_wrong=1', local)
  expect(report.counts).toMatchObject({ created: 1, errors: 1 })
  expect((report.lines as { message: string }[])[0]?.message).toBe('Unknown perimeter')
})

test('the grid comes as the file that an import takes, with a line for each value that may be there', async () => {
  const { status, body } = await pilot.get(`/metric/${patched}/values?from=${month(1)}&to=${month(1)}`)
  expect(status).toBe(200)
  const workbook = await openSpreadsheet(body)
  expect(workbook.titles()).toEqual(header)
  expect(await send('back.xlsx', body)).toMatchObject({ counts: { rows: 2, unchanged: 2, errors: 0 } })
})

test('statements do not grow with the lines of a file', async () => {
  const run = async (...rows: string[][]) => {
    await pilot.upload('/metric_value/import', 'values.csv', csv(...rows))
    return (await watchStatements(() => app.jobs())).texts.filter((text) => /metric_value/.test(text)).length
  }
  const few = await run(['events', 'North', month(0), '1', ''])
  const many = await run(...[0, 1, 2, 3, 4, 5].flatMap((ago) => ['North', 'South'].map((place) => ['events', place, month(ago), String(20 + ago), ''])))
  expect(many).toBe(few)
})
