import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, addMonths, nextStart } from '#areas/runbooks/contract/recurrence.ts'
import { dayFromNow, makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'

let world: World
let book: number
let count = 0
const today = dayFromNow(0)
const monday = nextStart('WEEKLY', addDays(today, -6))

beforeAll(async () => {
  world = await makeWorld()
  book = objectOf(await world.pilot.post('/runbook', { name_en: 'Nights', is_default: true })).id
})
afterAll(() => world.app.close())

const task = async (fields: object = {}): Promise<Row> =>
  objectOf(
    await world.pilot.post('/runtask', {
      name_en: `Backups ${(count += 1)}`,
      runbook: book,
      perimeter: world.lyon,
      periodicity: 'WEEKLY',
      start_date: monday,
      ...fields,
    }),
  )

test('the work of the months to come follows from rhythm and charge, beyond the rows that are there', async () => {
  const { id } = await task({ charge: 0.5, manager: world.local.memberId })
  const queryParams = { filters: [{ name: 'runtask', selected_options: [id] }] }
  const { months, rows } = objectOf(await world.pilot.post('/occurrence/workload', { queryParams }))
  expect(months).toEqual(Array.from({ length: 12 }, (_, n) => addMonths(`${today.slice(0, 7)}-01`, n)))
  const last = addDays(addMonths(months[0], 12), -1)
  const dues = Array.from({ length: 60 }, (_, n) => addDays(monday, 7 * n + 6)).filter((due) => due >= months[0] && due <= last)
  expect(rows).toEqual([
    {
      manager: { id: world.local.memberId, name: expect.any(String) },
      is_group: false,
      late: 0,
      days: months.map((month: string) => dues.filter((due) => due.startsWith(month.slice(0, 7))).length / 2),
      times: dues.length,
    },
  ])
  // What one time is asked for does not hide the others.
  const open = { filters: [...queryParams.filters, { name: 'closed', selected_options: [true] }] }
  expect(objectOf(await world.pilot.post('/occurrence/workload', { queryParams: open })).rows).toEqual(rows)
  expect(objectOf(await world.contributor.post('/occurrence/workload', { queryParams })).rows).toEqual([])
})

test('tasks are counted by label, those without last', async () => {
  const label = objectOf(await world.pilot.post('/label', { name_en: `Night ${count}` }))
  const runbook = objectOf(await world.pilot.post('/runbook', { name_en: 'Labelled' })).id
  const tied = await task({ runbook, labels: [label.id], start_date: addDays(monday, -7) })
  await task({ runbook })
  await world.pilot.post(`/runtask/${tied.id}/backfill`, {})
  const { objects } = (await world.pilot.post('/runtask/labels', { queryParams: { filters: [{ name: 'runbook', selected_options: [runbook] }] } })).body
  expect(objects).toEqual([
    { label: expect.objectContaining({ id: label.id }), tasks: 1, due: 2, late: 1, completion: 0 },
    { label: null, tasks: 1, due: 1, late: 0, completion: null },
  ])
})
