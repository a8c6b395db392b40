import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipEntries } from '#kit/server/sheets/unzip.ts'
import { resources, rightsOf } from '#app/server/registry.ts'
import { writtenDay } from '#kit/contract/date-order.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { authorizeVerb, createRow } from '#kit/server/data/store/store.ts'
import { resourceOf, type Changes } from '#kit/server/data/resources/resource.ts'
import { loadFacts, publishScores } from '#areas/scores/server/index.ts'
import { dayFromNow, makeWorld, type World } from '#tools/test/actions-world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

/** What the Word file that comes of a report is called last. */
let called = ''
/** The text of the Word file that comes of a report. */
async function reported(path: string, asked: object = {}): Promise<string> {
  const { object } = (await world.pilot.post(path, { format: 'docx', ...asked })).body
  await world.app.jobs()
  const { file_id } = (await world.pilot.get(`/report/${object.job_id}`)).body.object
  const [named] = await world.app.db.transaction(world.customer, (tx) =>
    tx.runText<{ name: string }>('select name from file where customer_id = $1 and id = $2', [world.customer, file_id]),
  )
  called = named?.name ?? ''
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
  expect(text).not.toContain('As it stood')
  const queryParams = { global_search: 'EDR' }
  expect(await reported(`/program/${world.plan}/plan_report`, { queryParams })).not.toContain('Train people')
  const wrong = { queryParams: { filters: [{ name: 'nonsense', selected_options: [1] }] }, format: 'pdf' }
  expect((await world.pilot.post(`/program/${world.plan}/plan_report`, wrong)).status).toBe(400)
})

test('a plan is reported as it stood on a day gone by, which its cover and its name tell', async () => {
  const at = new Date(Date.now() - 3 * 86_400_000)
  const roles = ['global_pilote'] as const
  const make = (entity: string, changes: Changes) =>
    world.app.db.transaction(
      world.customer,
      async (tx) => {
        tx.act({ ...systemWho(world.customer, 'test', 'test', 'en', 'Europe/Paris'), memberId: world.pilot.memberId, roles, rights: rightsOf(roles) })
        const resource = resourceOf(resources, entity)
        return (await createRow(tx, authorizeVerb(tx, resource, 'create'), resource, resources, changes)).id
      },
      { at },
    )
  const plan = await make('program', { name_en: 'Long plan' })
  const action = await make('remediation', { name_en: 'Called so then', program: plan, perimeter: world.lyon })
  expect((await world.pilot.put(`/remediation/${action}`, { name_en: 'Called so now' })).status).toBe(200)
  const day = dayFromNow(-2)
  const then = await reported(`/program/${plan}/plan_report`, { as_of: day })
  expect(then).toContain('Called so then')
  expect(then).not.toContain('Called so now')
  expect(then).toContain(`As it stood at the end of ${writtenDay(day, 'MDY')}`)
  expect(called).toContain(`as of ${writtenDay(day, 'MDY').replaceAll('/', '-')}.docx`)
})

test('the score of a perimeter is reported to who reads it, and to nobody who does not reach it', async () => {
  expect(await reported(`/perimeter/${world.lyon}/score_report`, { scope: 'own' })).toContain('Lyon')
  // Nothing had been published by then: there is nothing to tell.
  const day = dayFromNow(-2)
  expect((await world.pilot.post(`/perimeter/${world.lyon}/score_report`, { format: 'docx', as_of: 'yesterday' })).status).toBe(400)
  await world.app.db.transaction(world.customer, async (tx) => {
    tx.act(systemWho(world.customer, 'test', 'test', 'en', 'Europe/Paris'))
    await publishScores(tx, { ...(await loadFacts(tx, tx.today)), day })
  })
  expect(await reported(`/perimeter/${world.lyon}/score_report`, { as_of: day })).toContain(writtenDay(day, 'MDY'))
  expect(called).toContain(`as of ${writtenDay(day, 'MDY').replaceAll('/', '-')}.docx`)
  expect((await world.local.post(`/perimeter/${world.nantes}/score_report`, { format: 'pdf' })).status).toBe(404)
  expect((await world.contributor.post(`/perimeter/${world.lyon}/score_report`, { format: 'pdf' })).status).toBe(403)
})
