import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, Person } from '#app/test/worlds/test-app.ts'
import { dayFromNow, makeWorld, objectOf, proof, type Row, type World } from '#tools/test/actions-world.ts'

let world: World
let people: readonly Person[]
beforeAll(async () => {
  world = await makeWorld()
  people = await Promise.all(Array.from({ length: 20 }, () => world.app.member(world.customer, 'global_pilote')))
})
afterAll(() => world.app.close())

/** As the database counts them, whether tried again or told. */
async function deadlocks(): Promise<number> {
  const row = await world.app.db.transaction(world.customer, (tx) =>
    tx.first(sql<{ count: number }>`select pg_stat_get_db_deadlocks(oid)::int as count from pg_database where datname = current_database()`),
  )
  return row?.count ?? 0
}
const failuresOf = (answers: readonly Answer[]) =>
  answers.filter(({ status }) => ![200, 409].includes(status)).map(({ status, body }) => [status, body.message])

test('twenty who work in one register, on its chapters, gaps, actions and reviews, wait for each other without a deadlock and lose nothing', async () => {
  const register = objectOf(await world.pilot.post('/gap_register', { name_en: 'Audit' }))
  const chapters = await Promise.all(
    ['One', 'Two', 'Three'].map(async (name_en) => objectOf(await world.pilot.post('/gap_group', { name_en, register: register.id })).id as number),
  )
  const shared: Row = objectOf(await world.pilot.post('/gap', { name_en: 'Shared', register: register.id, perimeter: world.lyon }))
  const before = await deadlocks()
  const work = async (by: Person, n: number): Promise<Answer[]> => {
    const made = await by.post('/gap', { name_en: `Gap ${n}`, register: register.id, perimeter: n % 2 ? world.lyon : world.nantes, manager: by.memberId })
    const { id } = objectOf(made)
    const action = await by.post('/remediation', {
      name_en: `Mend ${n}`,
      program: world.plan,
      perimeter: n % 2 ? world.lyon : world.nantes,
      target_date: dayFromNow(30),
      status: 'PLANNED',
      source_object: { entity: 'gap', id },
    })
    const act = objectOf(action)
    return [
      made,
      action,
      await by.put(`/gap_register/${register.id}`, { description: `By ${n}` }),
      await by.put(`/gap_group/${chapters[n % 3]}`, { description: `By ${n}` }),
      // All of them link the one gap to their action while others start and finish theirs.
      await by.put(`/gap/${shared.id}`, { actions: [act.id] }),
      await by.put(`/remediation/${act.id}`, { status: 'ONGOING' }),
      await by.put(`/remediation/${act.id}`, { status: 'FINISHED', ...proof }),
      await by.put(`/gap/${id}`, { status: 'CLOSE', resolution_status: 'RESOLVED' }),
    ]
  }
  const answers = (await Promise.all(people.map(work))).flat()
  expect(failuresOf(answers)).toEqual([])
  await world.app.jobs()
  expect(await deadlocks()).toBe(before)
  const { objects } = (
    await world.pilot.post('/gap/page', { queryParams: { per_page: 100, filters: [{ name: 'register', selected_options: [register.id] }] } })
  ).body
  expect((objects as Row[]).filter(({ name }) => name.startsWith('Gap ')).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'CLOSE'))
})

test('twenty who ask for and decide about exemptions of one register wait for each other without a deadlock', async () => {
  const before = await deadlocks()
  const days = { start_date: dayFromNow(0), end_date: dayFromNow(60) }
  const register = objectOf(await world.pilot.post('/exemption_register', { name_en: 'Exemptions' })).id as number
  const asked = await Promise.all(
    people.map((by, n) => by.post('/exemption', { name_en: `Exemption ${n}`, reason: 'Old', register, perimeters: [world.lyon, world.nantes], ...days })),
  )
  expect(failuresOf(asked)).toEqual([])
  // Each decides about the next one's, while all of them rename the register.
  const decided = await Promise.all(
    people.flatMap((by, n) => {
      const { id, version } = objectOf(asked[(n + 1) % people.length] as Answer)
      return [by.post(`/exemption/${id}/grant`, { version }), by.put(`/exemption_register/${register}`, { description: `By ${n}` })]
    }),
  )
  expect(failuresOf(decided)).toEqual([])
  expect(decided.filter(({ status }) => status === 200)).toHaveLength(40)
  expect(await deadlocks()).toBe(before)
})

test('of two tabs with one record the second is told, whatever it is', async () => {
  const { pilot, lyon, local } = world
  const register = objectOf(await pilot.post('/gap_register', { name_en: 'Tabs' })).id
  const exemptions = objectOf(await pilot.post('/exemption_register', { name_en: 'Tabs' })).id
  const made: readonly (readonly [string, object])[] = [
    ['gap', { name_en: 'G', register, perimeter: lyon }],
    ['incident', { name_en: 'I', perimeter: lyon, severity: 50 }],
    ['exemption', { name_en: 'E', reason: 'R', register: exemptions, perimeters: [lyon], start_date: dayFromNow(0), end_date: dayFromNow(9) }],
    ['evidence', { name_en: 'V', perimeter: lyon, url: 'https://intranet.example/v' }],
    ['metric', { name_en: 'M', identifier: 'tabs', perimeters: [lyon] }],
    ['indicator', { name_en: 'N', perimeters: [lyon], formula: 'tabs' }],
  ]
  for (const [entity, fields] of made) {
    const answer = await pilot.post(`/${entity}`, fields)
    // What this entity wants besides is for its own tests.
    if (answer.status !== 200) throw new Error(`${entity}: ${JSON.stringify(answer.body)}`)
    const { id, version } = answer.body.object
    const both = await Promise.all([pilot, local].map((by, n) => by.put(`/${entity}/${id}`, { name_en: `Tab ${n}`, version })))
    expect([entity, both.map(({ status }) => status).toSorted((a, b) => a - b)]).toEqual([entity, [200, 409]])
    expect([entity, both.find(({ status }) => status === 409)?.body.object.version]).toEqual([entity, version + 1])
  }
})
