import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { objectOf, proof, type Row } from '#tools/test/actions-world.ts'
import { campaignWorld } from '#tools/test/campaign-world.ts'

let app: TestApp
let world: Awaited<ReturnType<typeof campaignWorld>>
let evaluator: Person
let program: number

beforeAll(async () => {
  app = await testApp()
  world = await campaignWorld(app)
  evaluator = await app.member(world.customer, 'contributor')
  program = (await world.made('/program', { name_en: 'Plan' })).id
})
afterAll(() => app.close())

/** A campaign of one perimeter, of which two answers called for an action each. */
async function asked(name: string) {
  const { id: perimeter } = await world.perimeter(name)
  const campaign = await world.started([perimeter], { remediation_enabled: true, program, limit_date_remediation: '2099-06-30' })
  const { objects } = (await world.pilot.post('/evaluation/page', { queryParams: { filters: [{ name: 'campaign', selected_options: [campaign] }] } })).body
  const id: number = objects[0].id
  objectOf(await world.pilot.put(`/evaluation/${id}`, { evaluator: evaluator.memberId }))
  const { items } = objectOf(await evaluator.get(`/evaluation/${id}/content`))
  const actions: number[] = []
  for (const { item } of (items as Row[]).slice(0, 2)) {
    objectOf(await evaluator.put(`/evaluation/${id}/answer`, { version: 0, item, level: 0, comment: 'None' }))
    actions.push(objectOf(await evaluator.post(`/evaluation/${id}/action`, { item, name: `Lock the gate ${item}` })).actions[0].id)
  }
  return { id, campaign, perimeter, items: items as Row[], actions }
}
const finish = async (id: number) => objectOf(await world.pilot.put(`/remediation/${id}`, { status: 'FINISHED', ...proof }))
const of = async (action: number): Promise<Row[]> => (await world.pilot.get(`/remediation/${action}/review`)).body.objects
const list = async (name: string, value: unknown): Promise<Row[]> =>
  (await world.pilot.post('/review/page', { queryParams: { filters: [{ name, selected_options: [value] }] } })).body.objects

test('the end of an action that an answer called for opens one review of the evaluation, which leads to it and whose closing changes nothing else', async () => {
  const { id, campaign, perimeter, actions } = await asked('Site')
  const [first = 0, second = 0] = actions
  await finish(first)
  const [review, ...more] = await of(first)
  expect(more).toEqual([])
  expect(review).toMatchObject({
    source: 'REMEDIATION',
    target_type: 'EVAL',
    target: { entity: 'evaluation', id },
    campaign: { id: campaign },
    perimeter: { id: perimeter },
    others_open: true,
    evaluation: { id, campaign_id: campaign, perimeter_id: perimeter, control: 0, campaign_source: 'POLICY', campaign: { questionnaire_id: null } },
  })
  await finish(second)
  expect(await of(second)).toMatchObject([{ id: review.id, others_open: false }])
  const before = objectOf(await world.pilot.get(`/evaluation/${id}`))
  expect(objectOf(await world.pilot.get(`/review/${review.id}/effect`))).toMatchObject({ refusal: null, lines: [], evaluation: { id, campaign_id: campaign } })
  expect(objectOf(await world.pilot.put(`/review/${review.id}`, { status: 'CLOSED' }))).toMatchObject({ status: 'CLOSED' })
  const { status, version } = objectOf(await world.pilot.get(`/evaluation/${id}`))
  expect([status, version]).toEqual([before.status, before.version])
})

test('an action that was only linked to an answer asks for its evaluation too', async () => {
  const { id, items, actions } = await asked('Annex')
  const made = objectOf(await world.pilot.post('/remediation', { name_en: 'Fence', program, perimeter: world.root }))
  const [{ item }] = items as [Row]
  objectOf(await world.pilot.put(`/evaluation/${id}/action`, { item, remediation: made.id, linked: true }))
  await finish(made.id)
  expect(await of(made.id)).toMatchObject([{ target: { entity: 'evaluation', id }, others_open: true }])
  for (const action of actions) await finish(action)
  expect(await of(made.id)).toEqual([])
  expect(await of(actions[1] ?? 0)).toMatchObject([{ others_open: false }])
})

test('the reviews of a campaign are those of its evaluations alone', async () => {
  const [one, two] = [await asked('North'), await asked('South')]
  for (const { actions } of [one, two]) await finish(actions[0] ?? 0)
  expect(await list('campaign', one.campaign)).toMatchObject([{ target: { id: one.id } }])
  expect((await list('target_type', 'EVAL')).length).toBeGreaterThan(1)
})
