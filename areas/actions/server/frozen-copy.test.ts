import { afterAll, beforeAll, expect, test } from 'vitest'
import { resources } from '#app/server/registry.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { freeze, readCopies, type FrozenCopy } from '#kit/server/data/history/frozen-copy.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { makeWorld, objectOf, type World } from '#tools/test/actions-world.ts'
import { remediations } from './resources.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

const within = <T>(work: (tx: Tx) => Promise<T>) =>
  world.app.db.transaction(world.customer, (tx) => {
    tx.act(systemWho(world.customer, 'test', 'test', 'fr'))
    return work(tx)
  })

test('a copy of an action keeps its tasks, links and choices in both languages, and people by who they are, not by their names then', async () => {
  const { pilot, contributor, plan } = world
  const { id } = await world.action({
    name_en: 'Patch',
    name_fr: 'Corriger',
    manager: contributor.memberId,
    tasks: [{ name: 'Order', manager: contributor.memberId }],
  })
  const copy = await within((tx) => freeze(tx, authorize(tx.who, 'remediation.read'), remediations, resources, id))
  const before = objectOf(await pilot.get(`/member/${contributor.memberId}`)) as unknown as { name: string; firstname: string }
  const stored = JSON.stringify(copy)
  expect(stored).not.toContain(before.name)
  await pilot.put(`/member/${contributor.memberId}`, { firstname: 'Renamed' })
  await pilot.put(`/remediation/${id}`, { name_en: 'Else', tasks: [] })
  const [read] = await within((tx) => readCopies(tx, remediations, resources, [JSON.parse(stored) as FrozenCopy]))
  const now = objectOf(await pilot.get(`/member/${contributor.memberId}`)) as unknown as { name: string }
  expect(now.name).not.toBe(before.name)
  expect(read).toMatchObject({
    name: 'Corriger',
    name_en: 'Patch',
    program: { id: plan },
    manager: { id: contributor.memberId, name: now.name },
    tasks: [{ name: 'Order', manager: { id: contributor.memberId, name: now.name } }],
  })
})
