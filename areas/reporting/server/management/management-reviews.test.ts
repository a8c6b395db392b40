import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNow, makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { wordReport } from '#tools/test/word-report.ts'
import type { Person } from '#app/test/worlds/test-app.ts'

let world: World
let review: number

const figure = (told: Row, id: string): Row => told.blocks.find((block: Row) => block.id === id)?.answer
const figures = async (by: Person, id = review): Promise<Row> => objectOf(await by.get(`/management_review/${id}/figures`))
const read = async (by: Person, id = review): Promise<Row> => objectOf(await by.get(`/management_review/${id}`))

beforeAll(async () => {
  world = await makeWorld()
  for (const perimeter of [world.lyon, world.nantes]) await world.action({ perimeter, status: 'PLANNED', target_date: dayFromNow(20) })
  review = objectOf(
    await world.pilot.post('/management_review', {
      name_en: 'Second half',
      name_fr: 'Second semestre',
      perimeter: world.lyon,
      period_from: '2026-07-01',
      period_to: '2026-12-31',
      chair: world.pilot.memberId,
      participants: [world.auditor.memberId],
    }),
  ).id as number
})
afterAll(() => world.app.close())

test('pilots prepare a review, auditors read it, of their perimeters alone', async () => {
  const nantes = objectOf(
    await world.pilot.post('/management_review', { name_en: 'N', perimeter: world.nantes, period_from: '2026-01-01', period_to: '2026-06-30' }),
  )
  expect(await read(world.local)).toMatchObject({ status: 'DRAFT', edit_right: true })
  expect(await read(world.auditor)).toMatchObject({ edit_right: false })
  for (const path of ['', '/figures']) {
    expect((await world.local.get(`/management_review/${nantes.id}${path}`)).status).toBe(404)
    expect((await world.contributor.get(`/management_review/${review}${path}`)).status).toBe(403)
  }
  expect((await world.auditor.put(`/management_review/${review}`, { context: 'x' })).status).toBe(403)
  expect((await world.auditor.post(`/management_review/${review}/close`, { version: 1 })).status).toBe(403)
  expect((await world.local.post(`/management_review/${nantes.id}/close`, { version: 1 })).status).toBe(404)
  expect((await world.pilot.put(`/management_review/${review}`, { period_from: '2027-01-01' })).body.errors).toHaveProperty('period_to')
  expect((await world.pilot.put(`/management_review/${review}`, { status: 'CLOSED' })).status).toBe(400)
})

test('its figures are those of the period and the perimeter, each input of the clause with its place to write', async () => {
  const told = await figures(world.pilot)
  expect(told).toMatchObject({ report: 'MANAGEMENT_REVIEW', days: { from: '2026-07-01', to: '2026-12-31' }, before: { from: '2026-01-01', to: '2026-06-30' } })
  expect(told.layout.sections.map(({ title_en }: Row) => title_en)).toEqual([
    'Actions decided earlier',
    'Changes around us',
    'Needs of interested parties',
    'Non-conformities and corrective actions',
    'Monitoring and measurement',
    'Audits and evaluations',
    'Objectives',
    'Feedback of interested parties',
    'Risks and their treatment',
    'Ways to improve',
  ])
  expect(figure(told, 'actionsopen').value).toBe(1)
})

test('what somebody else wrote meanwhile is not written over', async () => {
  const { version } = await read(world.pilot)
  objectOf(await world.local.put(`/management_review/${review}`, { context: 'A new site in Nantes.', version }))
  const stale = await world.pilot.put(`/management_review/${review}`, { context: 'Nothing', version })
  expect([stale.status, (await read(world.pilot)).context]).toEqual([409, 'A new site in Nantes.'])
  expect((await world.pilot.post(`/management_review/${review}/close`, { version })).status).toBe(409)
  expect((await read(world.pilot)).status).toBe('DRAFT')
})

test('closed, its words and its figures stay as they were, to each reader by their own reach and language', async () => {
  const action = await world.action({ perimeter: world.lyon, name_en: 'Audit the site' })
  const { version } = objectOf(await world.pilot.put(`/management_review/${review}`, { decided_changes: 'Widen the scope.', actions: [action.id] }))
  expect((await world.pilot.post(`/management_review/${review}/close`, { version })).status).toBe(200)
  const closed = await read(world.pilot)
  expect(closed).toMatchObject({ status: 'CLOSED', held_on: '2026-11-18', closed_by: { id: world.pilot.memberId } })
  const before = await figures(world.pilot)
  expect(figure(before, 'actionsopen').value).toBe(2)
  for (let n = 0; n < 3; n += 1) await world.action({ perimeter: world.lyon, status: 'PLANNED', target_date: dayFromNow(9) })
  expect(await figures(world.pilot)).toEqual(before)
  // Whoever reads it later for the first time is told of the moment at which it was closed.
  expect(figure(await figures(world.local), 'actionsopen').value).toBe(2)
  expect(figure(await figures(world.auditor), 'actionsopen').value).toBe(2)
  const french = await world.app.member(world.customer, 'global_pilote', { lang: 'fr' })
  expect(figure(await figures(french), 'actionsopen').value).toBe(2)
  for (const [method, path, body] of [
    ['PUT', '', { context: 'Other' }],
    ['PUT', '', { name_en: 'Other' }],
    ['DELETE', '', undefined],
    ['POST', '/close', { version: closed.version }],
  ] as const)
    expect((await world.pilot.call(method, `/management_review/${review}${path}`, body)).body).toMatchObject({
      message: 'This review is closed: nothing of it changes any more',
    })
  const { objects } = (await world.pilot.get(`/management_review/${review}/history`)).body as { objects: Row[] }
  expect(objects[0]).toMatchObject({ action: 'close' })
})

test('its minutes hold figures, words and decisions', async () => {
  const word = await wordReport(world.app, world.pilot, `/management_review/${review}/management_review_report`)
  for (const said of ['Second half', 'A new site in Nantes.', 'Widen the scope.', 'Audit the site', 'Open actions', 'Nothing was written'])
    expect(word).toContain(said)
})
