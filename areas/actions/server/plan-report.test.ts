import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipEntries } from '#kit/server/sheets/unzip.ts'
import { makeWorld, type World } from '#tools/test/actions-world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

/** The text of the Word file that comes of a report. */
async function reported(path: string, asked: object = {}): Promise<string> {
  const { object } = (await world.pilot.post(path, { format: 'docx', ...asked })).body
  await world.app.jobs()
  const { file_id } = (await world.pilot.get(`/report/${object.job_id}`)).body.object
  const file = (await world.pilot.get(`/file/${file_id}/download`)).body as Buffer
  const document = zipEntries(file)?.find(({ name }) => name === 'word/document.xml')
  return document?.read().toString() ?? ''
}

test('a plan is reported with its own actions, as they are filtered', async () => {
  await world.action({ name_en: 'Deploy EDR' })
  await world.action({ name_en: 'Train people' })
  const other = (await world.pilot.post('/program', { name_en: 'Other plan' })).body.object.id as number
  await world.action({ name_en: 'Elsewhere', program: other })
  const text = await reported(`/program/${world.plan}/plan_report`)
  expect(text).toContain('Security plan')
  expect(text).toContain('Deploy EDR')
  expect(text).toContain('Train people')
  expect(text).not.toContain('Elsewhere')
  const queryParams = { global_search: 'EDR' }
  expect(await reported(`/program/${world.plan}/plan_report`, { queryParams })).not.toContain('Train people')
  const wrong = { queryParams: { filters: [{ name: 'nonsense', selected_options: [1] }] }, format: 'pdf' }
  expect((await world.pilot.post(`/program/${world.plan}/plan_report`, wrong)).status).toBe(400)
})

test('the score of a perimeter is reported to who reads it, and to nobody who does not reach it', async () => {
  expect(await reported(`/perimeter/${world.lyon}/score_report`, { scope: 'own' })).toContain('Lyon')
  expect((await world.local.post(`/perimeter/${world.nantes}/score_report`, { format: 'pdf' })).status).toBe(404)
  expect((await world.contributor.post(`/perimeter/${world.lyon}/score_report`, { format: 'pdf' })).status).toBe(403)
})
