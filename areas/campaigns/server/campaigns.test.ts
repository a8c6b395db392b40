import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { campaignWorld } from '#tools/test/campaign-world.ts'

let app: TestApp
let world: Awaited<ReturnType<typeof campaignWorld>>
let site: { id: number }
let elsewhere: { id: number }
let local: Person
let evaluator: Person
let other: Person

beforeAll(async () => {
  app = await testApp()
  world = await campaignWorld(app)
  site = await world.made('/perimeter', { name_en: 'Site', parent: world.root, type: 'INTERNAL' })
  elsewhere = await world.made('/perimeter', { name_en: 'Elsewhere', parent: world.root, type: 'INTERNAL' })
  local = await app.member(world.customer, 'local_pilote', { perimeterIds: [site.id] })
  evaluator = await app.member(world.customer, 'contributor')
  other = await app.member(world.customer, 'contributor')
})
afterAll(() => app.close())

const listed = async (who: Person, entity = 'evaluation') => (await who.post(`/${entity}/page`, {})).body.objects as { id: number; perimeter: { id: number } }[]

test('a campaign makes one evaluation for each perimeter, seen by its pilots and by whoever is to answer it', async () => {
  const campaign = await world.started([site.id, elsewhere.id])
  const all = await listed(world.pilot)
  expect(all.map(({ perimeter }) => perimeter.id).toSorted((a, b) => a - b)).toEqual([site.id, elsewhere.id].toSorted((a, b) => a - b))
  expect((await listed(local)).map(({ perimeter }) => perimeter.id)).toEqual([site.id])
  expect(await listed(evaluator)).toEqual([])
  const here = all.find(({ perimeter }) => perimeter.id === elsewhere.id)
  await world.pilot.put(`/evaluation/${here?.id}`, { evaluator: evaluator.memberId })
  expect((await listed(evaluator)).map(({ id }) => id)).toEqual([here?.id])
  expect((await listed(evaluator, 'campaign')).map(({ id }) => id)).toEqual([campaign])
  expect(await listed(other, 'campaign')).toEqual([])
  expect((await world.pilot.get(`/evaluation/${here?.id}`)).body.object).toMatchObject({
    asked: 3,
    answered: 0,
    progress: 0,
    score: null,
    label: 'Elsewhere – Round',
  })
  expect((await world.pilot.get(`/campaign/${campaign}`)).body.object).toMatchObject({ evaluations: 2, waiting: 0, progress: 0, status: 'STARTED' })
})
