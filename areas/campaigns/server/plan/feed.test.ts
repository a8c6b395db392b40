import { afterAll, beforeAll, expect, test } from 'vitest'
import { resources } from '#app/server/registry.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { makeQuestionnaire } from '#areas/questionnaires/server/make.ts'
import { wholeStructure } from '#areas/questionnaires/server/versions.ts'
import { asProgram, campaignWorld } from '#tools/test/campaign-world.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'

let app: TestApp
let world: Awaited<ReturnType<typeof campaignWorld>>
let evaluator: Person
let [lyon, brest]: number[] = []

beforeAll(async () => {
  app = await testApp()
  world = await campaignWorld(app)
  lyon = (await world.perimeter('Lyon')).id
  brest = (await world.perimeter('Brest')).id
  evaluator = await app.member(world.customer, 'contributor')
})
afterAll(() => app.close())

const metric = (identifier: string): Promise<{ id: number }> =>
  world.made('/metric', { name_en: identifier, identifier, periodicity: 'MONTHLY', perimeters: [lyon, brest] })
const say = (id: number, perimeter: number | undefined, value: number) =>
  world.pilot.post(`/metric/${id}/value`, { values: [{ perimeter_id: perimeter, period: `${dayFromNow(0).slice(0, 7)}-01`, value }] })
const createQuestionnaire = (identifier: string) =>
  asProgram(
    app,
    world.customer,
  )((tx) =>
    makeQuestionnaire(tx, resources, {
      changes: { name_en: 'Numbers', usage: 'EVALUATION' },
      structure: wholeStructure({
        sections: [
          {
            key: 'S1',
            title_en: 'Numbers',
            questions: [
              { key: 'PATCHED', type: 'NUMBER', text_en: 'Machines that are patched?', metric: identifier },
              { key: 'PEOPLE', type: 'NUMBER', text_en: 'People?' },
            ],
          },
        ],
      }),
      action: 'create',
      published: true,
    }),
  )

/** A campaign whose numbers are entered now and that starts in some days. */
async function entering(identifier: string) {
  const questionnaire = await createQuestionnaire(identifier)
  const { id } = await world.made('/campaign', {
    name_en: 'Numbers',
    campaign_source: 'QUESTIONNAIRE',
    questionnaire,
    perimeters: [lyon, brest],
    metric_entry_date: dayFromNow(0),
    date_start: dayFromNow(3),
    limit_date_evaluation: dayFromNow(20),
  })
  await world.pilot.put(`/campaign/${id}/people`, { role: 'EVALUATOR', member: evaluator.memberId })
  expect((await world.pilot.put(`/campaign/${id}`, { status: 'READY' })).status).toBe(200)
  expect((await world.pilot.put(`/campaign/${id}`, { status: 'METRIC_ENTRY' })).status).toBe(200)
  await app.jobs()
  const { objects } = (await world.pilot.post('/evaluation/page', { queryParams: { filters: [{ name: 'campaign', selected_options: [id] }] } })).body
  const of = (place: number | undefined): number => objects.find((one: { perimeter: { id: number } }) => one.perimeter.id === place).id
  return { id, lyon: of(lyon), brest: of(brest) }
}
const answers = async (evaluation: number) => (await evaluator.get(`/evaluation/${evaluation}/content`)).body.object.answers

test('a number is answered by the last value of its metric in each perimeter, follows it until the start, and stays what a person says', async () => {
  const { id } = await metric('PATCHED')
  await say(id, lyon, 87)
  const campaign = await entering('PATCHED')
  expect(await answers(campaign.lyon)).toMatchObject([{ value: 87, version: 1, by: null }])
  expect(await answers(campaign.brest)).toEqual([])
  expect((await world.pilot.get(`/evaluation/${campaign.lyon}`)).body.object).toMatchObject({ status: 'NOT_STARTED', answered: 1, asked: 2, progress: 50 })

  // Values that come meanwhile are taken over, and nothing is written twice.
  await say(id, lyon, 90)
  await say(id, brest, 40)
  await app.jobs()
  const [{ item }] = await answers(campaign.lyon)
  expect(await answers(campaign.lyon)).toMatchObject([{ value: 90, version: 2 }])
  expect(await answers(campaign.brest)).toMatchObject([{ value: 40, version: 1 }])

  // What somebody says is theirs.
  expect((await evaluator.put(`/evaluation/${campaign.lyon}/answer`, { item, value: 89, version: 2 })).status).toBe(200)
  await say(id, lyon, 95)
  await app.jobs()
  expect(await answers(campaign.lyon)).toMatchObject([{ value: 89, version: 3, mine: true }])
  expect((await world.pilot.get(`/evaluation/${campaign.lyon}/item/${item}/context`)).body.object.metric).toMatchObject({ identifier: 'PATCHED', value: 95 })

  // Once it runs, what is answered does not change under whoever answers, and what is reset is taken over anew.
  expect((await world.pilot.put(`/campaign/${campaign.id}`, { status: 'STARTED' })).status).toBe(200)
  await say(id, brest, 41)
  await app.jobs()
  expect(await answers(campaign.brest)).toMatchObject([{ value: 40 }])
  expect((await world.pilot.post(`/evaluation/${campaign.lyon}/reset`, {})).status).toBe(200)
  await app.jobs()
  expect(await answers(campaign.lyon)).toMatchObject([{ value: 95, by: null }])
})

test('a metric that a campaign takes values of keeps its identifier and stays until the campaign has ended', async () => {
  const { id } = await metric('TAKEN')
  const campaign = await entering('TAKEN')
  expect((await world.pilot.delete(`/metric/${id}`)).body.code).toBe('IN_USE')
  expect((await world.pilot.put(`/metric/${id}`, { identifier: 'OTHER' })).status).not.toBe(200)
  await world.pilot.put(`/campaign/${campaign.id}`, { status: 'STARTED' })
  await world.pilot.put(`/campaign/${campaign.id}`, { status: 'FINISHED' })
  expect((await world.pilot.put(`/metric/${id}`, { identifier: 'OTHER' })).status).toBe(200)
})

test('people from outside read nothing of the metric behind a number', async () => {
  const { withoutWorth } = await import('#areas/campaigns/server/outside/outside-view.ts')
  const structure = wholeStructure({ sections: [{ key: 'S1', title_en: 'N', questions: [{ key: 'Q1', type: 'NUMBER', text_en: 'N?', metric: 'SECRET' }] }] })
  expect(JSON.stringify(withoutWorth(structure))).not.toContain('SECRET')
})
