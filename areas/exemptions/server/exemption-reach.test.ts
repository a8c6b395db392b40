import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import type { Reader, RowRef } from '#kit/server/access/row-rule.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { dayFromNow, objectOf } from '#tools/test/actions-world.ts'
import { exemptionRules, mayDecide } from './rules.ts'

let app: TestApp
let pilot: Person
let perimeters: number[]
const exemptions: number[] = []

beforeAll(async () => {
  app = await testApp()
  const { id, root } = await app.customer()
  pilot = await app.member(id, 'global_pilote')
  const register = objectOf(await pilot.post('/exemption_register', { name_en: 'Exemptions', is_default: true })).id
  const site = async (n: number) => objectOf(await pilot.post('/perimeter', { name_en: `Site ${n}`, parent: root })).id
  perimeters = [root, await site(1), await site(2), await site(3)]
  const days = { start_date: dayFromNow(0), end_date: dayFromNow(9) }
  for (const list of [[], [root], [perimeters[1]], perimeters.slice(0, 2), perimeters.slice(1)])
    exemptions.push(objectOf(await pilot.post('/exemption', { name_en: 'Press', reason: 'Old', register, perimeters: list, ...days })).id)
})
afterAll(() => app.close())

/** As the links say it, without the sets that repeat them. */
const linked = (row: RowRef, ids: Reader['perimeterIds'], not: boolean) =>
  sql<boolean>`exists (select 1 from public.exemption__perimeters l where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')}
    and ${not ? sql`not ` : sql``}l.target_id = any(${ids}::bigint[]))`

/** The exemptions and reaches for which a rule says something else than the links do; every reach there is, at once. */
async function differing(moment?: Date) {
  const reaches = perimeters.reduce<number[][]>((all, id) => [...all, ...all.map((one) => [...one, id])], [[]])
  const t = rowRef('t')
  const ids = sql<number[]>`reach.ids`
  const local = (role: 'local_auditor' | 'local_pilote'): Reader => ({
    roles: [role],
    rights: new Set(),
    memberId: null,
    groupIds: [],
    perimeterIds: ids,
    tagIds: [],
  })
  return inTx(async (tx) => {
    if (moment) tx.readPast(moment)
    const rows = await tx.run(sql<{ id: number; asked: number; reads: boolean; decides: boolean; some: boolean; all: boolean }>`select t.id, reach.n as asked,
        ${asSql(exemptionRules.read(t, local('local_auditor')))} as reads, ${asSql(mayDecide(t, local('local_pilote')))} as decides,
        ${linked(t, ids, false)} as some, ${linked(t, ids, false)} and not ${linked(t, ids, true)} as all
      from exemption t cross join (values ${sql.join(reaches.map((reach, n) => sql`(${n}::int, ${reach}::bigint[])`))}) reach (n, ids)
      where t.customer_id = ${tx.customerId}`)
    expect(rows).toHaveLength(exemptions.length * reaches.length)
    return rows.filter(({ reads, decides, some, all }) => reads !== some || decides !== all)
  })
}

const inTx = <T>(work: (tx: Tx) => Promise<T>) =>
  app.db.transaction(pilot.customerId, async (tx) => {
    tx.act(systemWho(pilot.customerId, 'test', 'test', 'en', 'Europe/Paris'))
    return work(tx)
  })

const owner = fc.nat(4)
const target = fc.nat(3)
const step = fc.oneof(
  fc.record({ kind: fc.constant('saved' as const), owner, list: fc.uniqueArray(target) }),
  fc.record({ kind: fc.constant('ended' as const), owners: fc.uniqueArray(owner), target }),
  fc.record({ kind: fc.constant('linked' as const), owners: fc.uniqueArray(owner), target }),
  fc.record({ kind: fc.constant('moved' as const), target, to: target }),
)

test('whatever is linked, unlinked or moved to another perimeter, who reads and who decides is what the links say, today and of a day gone by', async () => {
  expect(await differing()).toEqual([])
  const before = new Date()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      for (const one of steps) {
        const at = one.kind === 'saved' ? 0 : perimeters[one.target]
        if (one.kind === 'saved') {
          objectOf(await pilot.put(`/exemption/${exemptions[one.owner]}`, { perimeters: one.list.map((n) => perimeters[n]) }))
          continue
        }
        await inTx(async (tx) => {
          tx.audit({ entity: 'exemption', object_id: null, action: 'update' })
          if (one.kind === 'moved') {
            await tx.run(sql`update exemption__perimeters l set target_id = ${perimeters[one.to]} where l.customer_id = ${tx.customerId} and l.target_id = ${at}
              and not exists (select from exemption__perimeters o where o.customer_id = l.customer_id and o.owner_id = l.owner_id and o.target_id = ${perimeters[one.to]})`)
            return
          }
          const owners = one.owners.map((n) => exemptions[n])
          await (one.kind === 'ended'
            ? tx.run(sql`delete from exemption__perimeters where customer_id = ${tx.customerId} and owner_id = any(${owners}::bigint[]) and target_id = ${at}`)
            : tx.run(sql`insert into exemption__perimeters (customer_id, owner_id, target_id)
                select ${tx.customerId}, o, ${at} from unnest(${owners}::bigint[]) o on conflict do nothing`))
        })
      }
      expect(await differing()).toEqual([])
    }),
    { numRuns: 15 },
  )
  expect(await differing(before)).toEqual([])
})
