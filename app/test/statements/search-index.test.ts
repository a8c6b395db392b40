import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, objectOf, type World } from '#tools/test/actions-world.ts'
import { searchDiffers } from '#tools/test/search-differs.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

test('what the search knows follows every write, of what names a row by other columns too', async () => {
  const { pilot, lyon } = world
  const member = objectOf(await pilot.post('/member', { email: 'new@example.org', firstname: 'Anna', lastname: 'Before', roles: ['contributor'] })).id as number
  objectOf(await pilot.put(`/member/${member}`, { lastname: 'Afterwards' }))
  const action = await world.action({ name_en: 'Once', name_fr: 'Un jour' })
  objectOf(await pilot.put(`/remediation/${action.id}`, { name_fr: null, identifier: 'Z-9' }))
  objectOf(await pilot.put(`/perimeter/${lyon}`, { name_en: 'Lyons' }))
  const gone = await world.action({ name_en: 'Gone' })
  expect((await pilot.delete(`/remediation/${gone.id}`)).status).toBe(200)
  expect(await searchDiffers(world.app.database.ownerUrl)).toEqual([])
  expect((await pilot.get('/search?q=afterwards')).body.objects).toMatchObject([{ entity: 'member', id: member, name: 'Anna Afterwards' }])
  expect((await pilot.get('/search?q=z-9')).body.objects).toMatchObject([{ entity: 'remediation', id: action.id, name: 'Once' }])
})
