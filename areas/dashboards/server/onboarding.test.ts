import { afterAll, beforeAll, expect, test } from 'vitest'
import { onboardingSteps } from '#areas/dashboards/contract/onboarding-steps.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let pilot: Person
beforeAll(async () => {
  app = await testApp()
  pilot = await app.member((await app.customer('Newcomer')).id, 'global_pilote')
})
afterAll(() => app.close())

const progress = async (person: Person) => (await person.get('/onboarding')).body.object
const newcomer = async () => {
  const { id, root } = await app.customer()
  return { id, root, pilot: await app.member(id, 'global_pilote') }
}

test('a new organisation is led, from a first step that nobody has answered', async () => {
  expect(await progress(pilot)).toEqual({ steps: {}, dismissed: false, offered: true })
})

test('each answer is added to the others, whoever gives it, and may be given again', async () => {
  const colleague = await app.member(pilot.customerId, 'global_pilote')
  expect((await pilot.put('/onboarding', { step: 'name' })).body.object).toMatchObject({ steps: { name: 'DONE' } })
  expect((await colleague.put('/onboarding', { step: 'policy-industry', state: 'SKIPPED' })).body.object).toMatchObject({
    steps: { name: 'DONE', 'policy-industry': 'SKIPPED' },
  })
  await pilot.put('/onboarding', { step: 'policy-industry' })
  expect(await progress(colleague)).toEqual({ steps: { name: 'DONE', 'policy-industry': 'DONE' }, dismissed: false, offered: true })
})

test('the invitation is put away and fetched back without losing a step', async () => {
  await pilot.put('/onboarding', { dismissed: true })
  expect(await progress(pilot)).toMatchObject({ steps: { name: 'DONE' }, dismissed: true, offered: true })
  // An answer says nothing of the invitation.
  expect((await pilot.put('/onboarding', { step: 'access_control' })).body.object).toMatchObject({ dismissed: true })
  expect((await pilot.put('/onboarding', { dismissed: false })).body.object).toMatchObject({ dismissed: false, steps: { access_control: 'DONE' } })
})

test('it ends with the last answer', async () => {
  const { pilot: own } = await newcomer()
  for (const step of onboardingSteps) await own.put('/onboarding', { step, state: 'SKIPPED' })
  expect(await progress(own)).toMatchObject({ offered: false })
})

test('whoever has shaped their organisation is not led, unless they began so', async () => {
  const { root, pilot: shaped } = await newcomer()
  for (const name of ['North', 'South']) await shaped.post('/perimeter', { name_en: name, parent: root })
  expect(await progress(shaped)).toMatchObject({ offered: true })
  await shaped.post('/perimeter', { name_en: 'West', parent: root })
  expect(await progress(shaped)).toMatchObject({ offered: false })

  const { pilot: own } = await newcomer()
  await own.post('/policy', { name_en: 'Own policy' })
  expect(await progress(own)).toMatchObject({ offered: false })
  await own.put('/onboarding', { step: 'name' })
  expect(await progress(own)).toMatchObject({ offered: true })
})

test('it is the global pilots’, and each organisation has its own', async () => {
  for (const role of ['global_auditor', 'local_pilote', 'local_auditor', 'contributor'] as const) {
    const other = await app.member(pilot.customerId, role)
    expect([(await other.get('/onboarding')).status, (await other.put('/onboarding', { step: 'name' })).status]).toEqual([403, 403])
  }
  const { pilot: stranger } = await newcomer()
  expect(await progress(stranger)).toEqual({ steps: {}, dismissed: false, offered: true })
})

test('only steps that there are can be answered, in words that there are', async () => {
  for (const body of [{ step: 'connectors' }, { step: 'name', state: 'MAYBE' }, { steps: {} }]) expect((await pilot.put('/onboarding', body)).status).toBe(400)
})

test('who answered what is audited', async () => {
  const { id, pilot: own } = await newcomer()
  await own.put('/onboarding', { step: 'name', state: 'SKIPPED' })
  await own.put('/onboarding', { dismissed: true })
  await own.put('/onboarding', { dismissed: false })
  const rows = await app.db.transaction(id, (tx) =>
    tx.runText<{ action: string; details: string }>(`select action, details from audit_log where customer_id = $1 and entity = 'onboarding' order by seq, n`, [
      id,
    ]),
  )
  expect(rows.map(({ action }) => action)).toEqual(['skipped', 'dismissed', 'fetched_back'])
})
