import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

const ofPeople = async (): Promise<Row[]> =>
  (await world.pilot.post('/review/page', { queryParams: { filters: [{ name: 'source', selected_options: ['USER'] }] } })).body.objects as Row[]

let nights = 0
async function night(): Promise<void> {
  nights += 1
  await world.app.queue.tick(new Date(Date.now() + nights * 86_400_000))
  await world.app.jobs()
}

test('people who are gone and still hold objects are looked at once, until they change again', async () => {
  const [gone, idle] = [await world.app.member(world.customer, 'contributor'), await world.app.member(world.customer, 'contributor')]
  await world.action({ manager: gone.memberId })
  for (const { memberId } of [gone, idle]) objectOf(await world.pilot.put(`/member/${memberId}`, { disabled: true }))
  await night()
  await night()
  const [review, ...more] = await ofPeople()
  expect(more).toEqual([])
  expect(review).toMatchObject({ status: 'OPEN', target_type: 'USER', target: { entity: 'member', id: gone.memberId }, perimeter: null })
  expect((await world.local.get(`/review/${review.id}`)).status).toBe(404)
  objectOf(await world.pilot.put(`/review/${review.id}`, { status: 'CLOSED' }))
  await night()
  expect(await ofPeople()).toHaveLength(1)
})
