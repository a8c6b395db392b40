import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNow, makeWorld, objectOf, proof, type Row, type World } from '#tools/test/actions-world.ts'
import { wordReport } from '#tools/test/word-report.ts'
import { readWorkbook } from '#kit/server/sheets/read-sheet.ts'
import { reportNames } from '#areas/reporting/contract/reports.ts'
import { daysOfReport } from '#areas/reporting/contract/report-period.ts'
import { pieces } from './pieces.ts'
import { presets } from './presets.ts'
import type { Person } from '#app/test/worlds/test-app.ts'

let world: World

const tell = async (by: Person, report: string, more: object = {}): Promise<Row> =>
  objectOf(await by.post('/report/tell', { report, period: 'THIS_QUARTER', ...more }))
const answerOf = (told: Row, id: string): Row => told.blocks.find((block: Row) => block.id === id)?.answer

beforeAll(async () => {
  world = await makeWorld()
  const { lyon, nantes, action } = world
  for (const [perimeter, days] of [
    [lyon, -3],
    [lyon, 20],
    [nantes, -10],
    [nantes, 60],
  ] as const)
    await action({ perimeter, status: 'PLANNED', target_date: dayFromNow(days), name_en: `Due ${days}` })
  await action({ perimeter: lyon, status: 'FINISHED', done_date: dayFromNow(-2), target_date: dayFromNow(-1), name_en: 'Done', ...proof })
  const register = objectOf(await world.pilot.post('/gap_register', { name_en: 'Findings' })).id as number
  for (const perimeter of [lyon, nantes]) await world.pilot.post('/gap', { name_en: 'Gap', register, perimeter })
  await world.pilot.post('/incident', { name_en: 'Phishing', perimeter: nantes, detected_at: `${dayFromNow(-1)}T08:00:00Z` })
})
afterAll(() => world.app.close())

test('a report tells what happened in its days and what stood at their end, beside the period before', async () => {
  const told = await tell(world.pilot, 'ACTIONS')
  expect([told.days, told.before]).toEqual([
    { from: '2026-10-01', to: '2026-11-18' },
    { from: '2026-07-01', to: '2026-08-18' },
  ])
  expect(answerOf(told, 'actionsopen')).toMatchObject({ kind: 'figure', value: 4, before: 0 })
  expect(answerOf(told, 'actionslate')).toMatchObject({ value: 2, rises: false })
  expect(answerOf(told, 'actionsdone')).toMatchObject({ value: 1, before: 0, rises: true })
  const course = answerOf(told, 'actionscourse')
  const points = course.points.map(({ day, values }: Row) => [day, values])
  expect([points.length, points[0], points.at(-1)]).toEqual([8, ['2026-10-04', [0, 0]], ['2026-11-18', [4, 2]]])
  expect(answerOf(told, 'actionsworst')).toMatchObject({ kind: 'rows', total: 2 })
})

test('what any report counts is what the list that it opens shows, to whoever reads it', async () => {
  for (const person of [world.pilot, world.auditor, world.local]) {
    const wrong: unknown[] = []
    for (const report of reportNames) {
      const told = await tell(person, report)
      expect(told.blocks.filter(({ error }: Row) => error !== null)).toEqual([])
      for (const { id, answer, as_of } of told.blocks as Row[]) {
        const links = [answer.opens, ...(answer.rows ?? []).map((row: Row) => row.opens), ...(answer.points ?? []).map((point: Row) => point.opens)]
        for (const link of links.filter((one: Row) => one && one.total !== null)) {
          const listed = await person.post(`/${link.entity}/page${as_of ? `?as_of=${as_of}` : ''}`, { queryParams: { filters: link.filters } })
          if (listed.body.total !== link.total) wrong.push([report, id, link, listed.body.total ?? listed.body])
        }
      }
    }
    expect(wrong).toEqual([])
  }
})

test('everybody is told of their own reach alone, and of a perimeter what lies below it', async () => {
  expect(answerOf(await tell(world.local, 'ACTIONS'), 'actionsopen').value).toBe(2)
  expect(answerOf(await tell(world.local, 'GAPS'), 'gapsopen').value).toBe(1)
  const nantes = await tell(world.pilot, 'ACTIONS', { perimeter: world.nantes })
  expect([nantes.perimeter.name, answerOf(nantes, 'actionsopen').value]).toEqual(['Nantes', 2])
  expect((await world.local.post('/report/tell', { report: 'ACTIONS', period: 'THIS_YEAR', perimeter: world.nantes })).status).toBe(404)
  for (const path of ['/report/workbook', '/report/document'])
    expect(
      (await world.local.post(path, { report: 'ACTIONS', period: 'THIS_YEAR', perimeter: world.nantes, ...(path.endsWith('document') && { format: 'pdf' }) }))
        .status,
    ).toBe(404)
  expect((await world.contributor.post('/report/tell', { report: 'ACTIONS', period: 'THIS_YEAR' })).status).toBe(403)
})

test('what is over is told as it stood then, and opens its list as of that day', async () => {
  const told = await tell(world.pilot, 'ACTIONS', { period: 'LAST_MONTH' })
  expect(told.days).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  const open = told.blocks.find(({ id }: Row) => id === 'actionsopen')
  expect([open.as_of, open.answer.value]).toEqual(['2026-10-31', 0])
  // What happened within the days is told as it is known now.
  expect(told.blocks.find(({ id }: Row) => id === 'actionsdone').as_of).toBeNull()
})

test('days that are none, end before they begin or last too long are refused by name', async () => {
  const refused = async (period: unknown) => {
    const { status, body } = await world.pilot.post('/report/tell', { report: 'ACTIONS', period })
    return [status, Object.keys(body.errors ?? {})]
  }
  expect(await refused({ from: '2026-02-30', to: '2026-03-01' })).toEqual([400, expect.arrayContaining([expect.stringContaining('period')])])
  expect((await refused({ from: '2026-03-02', to: '2026-03-01' }))[0]).toBe(400)
  expect((await refused({ from: '2010-01-01', to: '2026-03-01' }))[0]).toBe(400)
  expect((await refused('NEVER'))[0]).toBe(400)
  expect((await world.pilot.post('/report/tell', { report: 'NONE', period: 'THIS_YEAR', more: 1 })).body.errors).toHaveProperty('report')
  expect(objectOf(await world.pilot.post('/report/tell', { report: 'ACTIONS', period: { from: '2026-10-01', to: '2026-10-31' } })).before).toEqual({
    from: '2026-09-01',
    to: '2026-09-30',
  })
})

test('whole months are compared with whole months, a piece that goes on with as many days', () => {
  expect(daysOfReport('LAST_SEMESTER', '2026-11-18')).toEqual({
    days: { from: '2026-01-01', to: '2026-06-30' },
    before: { from: '2025-07-01', to: '2025-12-31' },
  })
  expect(daysOfReport('LAST_YEAR', '2026-11-18').before).toEqual({ from: '2024-01-01', to: '2024-12-31' })
  // March has more days than February, which is compared whole and no longer.
  expect(daysOfReport('THIS_MONTH', '2027-03-30').before).toEqual({ from: '2027-02-01', to: '2027-02-28' })
  expect(daysOfReport('THIS_MONTH', '2026-11-30').before).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  expect(daysOfReport({ from: '2026-11-03', to: '2026-11-05' }, '2026-11-18').before).toEqual({ from: '2026-10-31', to: '2026-11-02' })
})

test('no two blocks of a report are called alike', () => {
  for (const [report, sections] of Object.entries(presets))
    for (const lang of [0, 1] as const) {
      const titles = sections.flatMap((section) => section.pieces.map((key) => pieces[key].title[lang]))
      expect([report, titles.filter((title, n) => titles.indexOf(title) !== n)]).toEqual([report, []])
    }
})

test('a report comes as an Excel file and as a document, in its reader’s words', async () => {
  const { object } = (await world.local.post('/report/workbook', { report: 'ACTIONS', period: 'THIS_QUARTER' })).body
  await world.app.jobs()
  const { file_id } = (await world.local.get(`/export/${object.job_id}`)).body.object
  const { sheets } = await readWorkbook((await world.local.get(`/file/${file_id}/download`)).body as Buffer)
  expect(sheets[0]?.rows.map((row) => row.slice(0, 3))).toEqual([
    ['Figure', 'Value', 'Period before'],
    ['Open actions', 2, 0],
    ['Late actions', 1, 0],
    ['Actions finished', 1, 0],
    ['Actions that were due', 2, 0],
  ])
  expect(sheets.map(({ name }) => name)).toContain('6 Late actions, the oldest firs')
  const word = await wordReport(world.app, world.local, '/report/document', { report: 'ACTIONS', period: 'THIS_QUARTER' })
  for (const said of ['Actions', 'Late actions', 'Due -3', 'Compared with']) expect(word).toContain(said)
  expect(word).not.toContain('Due -10')
})

test('a report takes a bounded number of statements, and none of its own when nothing was written since', async () => {
  const seen = async () => {
    const { default: pg } = await import('pg')
    const { vi } = await import('vitest')
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    await tell(world.auditor, 'ACTIONS', { period: 'THIS_YEAR' })
    const count = spy.mock.calls.length
    spy.mockRestore()
    return count
  }
  const first = await seen()
  expect(first).toBeLessThanOrEqual(140)
  expect(await seen()).toBeLessThanOrEqual(14)
})
