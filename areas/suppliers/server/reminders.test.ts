import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogues, resources, rightsWithin } from '#app/server/registry.ts'
import { Secrets } from '#kit/server/access/secrets.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { translatorFor } from '#kit/server/http/words.ts'
import { digestJobs } from '#areas/people/server/digests.ts'
import { dayFromNow, makeWorld, objectOf, type World } from '#tools/test/actions-world.ts'
import { suppliers } from './area.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

/** A morning on which two servers look at once; what was noted as told by then. */
async function morning(day: string): Promise<string[]> {
  const { app, customer } = world
  const jobs = digestJobs({
    sources: suppliers.digests ?? [],
    rightsOf: rightsWithin,
    translate: translatorFor(catalogues),
    publicUrl: 'http://x',
    secrets: new Secrets(randomBytes(32)),
  })
  const daily = jobs.find(({ name }) => name === 'digest.daily')
  const apart = <T>(work: (tx: Parameters<Parameters<typeof app.db.transaction<T>>[1]>[0]) => Promise<T>) =>
    app.db.transaction(
      customer,
      async (tx) => {
        tx.act(systemWho(customer, 'digest.daily', 'test', 'en', 'UTC'))
        return work(tx)
      },
      { at: new Date(`${day}T08:00:00Z`) },
    )
  if (!daily || !('runLong' in daily)) throw new Error('There is no daily mail')
  await Promise.all([daily.runLong({ data: {}, resources, apart }), daily.runLong({ data: {}, resources, apart })])
  return apart(async (tx) =>
    (
      await tx.run(sql<{ told: string }>`select count(*)::text || ' ' || r.entity || '.' || r.field || ' ' || r.days::text as told from reminder_sent r
        where r.customer_id = ${tx.customerId} group by r.entity, r.field, r.days order by 1`)
    ).map(({ told }) => told),
  )
}

test('ends, notices, exits and evaluations are told once to whoever is in charge, whichever of two servers looks first', async () => {
  const { id } = objectOf(
    await world.pilot.post('/supplier', {
      name_en: 'Host',
      parent: world.lyon,
      manager: world.pilot.memberId,
      criticality: 'HIGH',
      next_evaluation: dayFromNow(130),
    }),
  )
  const agreement = { name_en: 'Agreement', supplier: id, end_date: dayFromNow(160), notice_days: 30, exit_date: dayFromNow(190) }
  expect(objectOf(await world.pilot.post('/supplier_contract', agreement)).notice_date).toBe(dayFromNow(130))
  expect(await morning(dayFromNow(60))).toEqual([])
  // 30 days before the evaluation and the last day to give notice, 60 before the end, 90 before the exit.
  const all = ['1 supplier.next_evaluation 30', '1 supplier_contract.end_date 60', '1 supplier_contract.exit_date 90', '1 supplier_contract.notice_date 30']
  expect(await morning(dayFromNow(100))).toEqual(all)
  expect(await morning(dayFromNow(101))).toEqual(all)
})
