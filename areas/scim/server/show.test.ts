import { afterAll, beforeAll, expect, test } from 'vitest'
import { resources } from '#app/server/registry.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { showConnection } from './show.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

test('a connection that a demonstration shows has people, groups and lines, and would change nobody', async () => {
  const { app, customer, pilot } = world
  await app.db.transaction(customer, async (tx) => {
    tx.act({ ...systemWho(customer, 'test', 'test'), memberId: pilot.memberId })
    const newcomers = [{ given: 'Lena', family: 'Desmet', email: 'lena@shown.example' }]
    await showConnection(tx, resources, { name: 'Entra ID', people: 10, waiting: 'SEC-New', newcomers })
  })
  const [{ id }] = (await pilot.get('/scim_connection')).body.objects as Row[]
  const row = objectOf(await pilot.get(`/scim_connection/${id}`))
  expect(row).toMatchObject({ state: 'ON', people: 5, last_address: '203.0.113.24' })
  expect(row.mappings.length).toBeGreaterThan(2)
  const { mappings, default_role } = row
  const tried = objectOf(await pilot.post(`/scim_connection/${id}/try`, { mappings, default_role }))
  expect(tried.changes.map(({ kind }: Row) => kind)).not.toContain('CLOSED')
  expect((await pilot.get(`/scim_connection/${id}/groups`)).body.objects).toContainEqual({ id: expect.any(Number), name: 'SEC-New', people: 1, waiting: 1 })
})
