import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

const ofPeople = async () =>
  ((await world.pilot.post('/review/page', { queryParams: { filters: [{ name: 'source', selected_options: ['USER'] }] } })).body.objects as Row[]).filter(
    ({ target }) => target.entity === 'member',
  )
const night = async () => {
  await world.app.queue.enqueueAt?.(world.customer, 'reviews.look_around')
}

test('people who are gone and still hold objects are looked at once, until they change again', async () => {
  void [ofPeople, night, objectOf]
})
