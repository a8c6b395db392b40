import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { writeFramework, type SharedFramework } from '#demo/build/peers.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { resources } from '#app/server/registry.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { comparedOrganisations } from '#areas/tenancy/server/index.ts'
import { loadFacts, publishScores } from '#areas/scores/server/index.ts'
import { release } from './release-job.ts'

const theme = (identifier: string) => ({ identifier, name: { en: identifier, fr: identifier }, urn: null })
const framework: SharedFramework = {
  urn: 'urn:test:framework',
  identifier: 'F',
  name: { en: 'Framework', fr: 'Référentiel' },
  themes: [theme('A'), theme('B')],
}
const quarter = '2026-4'
const asOf = '2026-10-31'

let app: TestApp
let ours: number
let pilot: Person
/** Of an organisation with more frameworks. */
let rich: Person
const others: number[] = []

const as = <T>(customer: number, work: (tx: Tx) => Promise<T>) =>
  app.db.transaction(customer, async (tx) => {
    tx.act(systemWho(customer, 'test', 'test', 'en', 'Europe/Paris'))
    return work(tx)
  })

/** An organisation of rail, in France unless it is said, with its scores published for the release. */
async function organisation(scores: readonly [number, number], country = 'FR', more: readonly SharedFramework[] = []): Promise<number> {
  const { id } = await app.customer()
  await as(id, async (tx) => {
    await tx.run(sql`update customer set sector_low = 'RAIL', sector_high = 'TRANSPORT', country = ${country} where id = ${id}`)
    for (const each of [framework, ...more]) await writeFramework(tx, resources, each, scores, 'Rated')
    await publishScores(tx, { ...(await loadFacts(tx, asOf)), day: asOf })
  })
  return id
}

beforeAll(async () => {
  app = await testApp({ at: new Date('2026-11-01T02:00:00Z') })
  ours = await organisation([60, 40])
  pilot = await app.member(ours, 'global_pilote', { email: 'pilot@rail.example' })
  for (const scores of [
    [10, 30],
    [30, 50],
    [50, 70],
    [70, 90],
  ] as const)
    others.push(await organisation(scores))
  const more = ['S', 'T'].map((name) => ({ ...framework, urn: `urn:test:${name}`, identifier: name, themes: [theme('A'), theme('B'), theme('C')] }))
  rich = await app.member(await organisation([20, 20], 'BE', more), 'global_pilote')
})
afterAll(() => app.close())

const read = async (person = pilot, query = '') => {
  const { status, body } = await person.get(`/benchmark${query}`)
  expect(body).toMatchObject({ ok: true })
  expect(status).toBe(200)
  return body.object
}

describe('before the first release', () => {
  test('it says when there is one', async () => {
    expect(await read()).toMatchObject({ state: 'NOT_RELEASED', release: null, rows: [] })
  })

  test('whoever has not said what it does is told so', async () => {
    const { id } = await app.customer()
    expect(await read(await app.member(id, 'global_auditor'))).toMatchObject({ state: 'UNKNOWN', profile: null })
  })
})

describe('the release of a quarter', () => {
  test('is made of five, once, and stays as it is', async () => {
    await release(app.db, quarter, '2026-11-01')
    const object = await read()
    expect(object).toMatchObject({ state: 'OPEN', release: { quarter, as_of: asOf, published_on: '2026-11-01' }, next_on: '2027-02-01', participates: true })
    expect(object.rows).toHaveLength(1)
    expect(object.rows[0]).toMatchObject({
      policy: { name: 'Framework' },
      score: 50,
      peers: { level: 'BRANCH', band: 'FROM_5', lower: 40, median: 50, upper: 60 },
      gap: 0,
      position: 'MEDIAN',
    })
    expect(object.rows[0].themes).toMatchObject([
      { name: 'A', score: 60, gap: 10, position: 'ABOVE' },
      { name: 'B', score: 40, gap: -10, position: 'BELOW' },
    ])
    await organisation([100, 100])
    await release(app.db, quarter, '2026-11-02')
    expect((await read()).rows).toEqual(object.rows)
  })

  test('holds nobody’s name or number, and who reads it reads no other’s entries', async () => {
    const cells = await as(ours, (tx) => tx.run(sql<Record<string, unknown>>`select * from benchmark_cell`))
    expect(cells.length).toBe(12)
    for (const cell of cells) expect(Object.keys(cell).toSorted()).toEqual(['band', 'framework', 'lower', 'median', 'peers', 'quarter', 'theme', 'upper'])
    expect(await as(ours, (tx) => tx.run(sql`select distinct customer_id from benchmark_entry where customer_id > 0`))).toEqual([{ customer_id: ours }])
    for (const statement of [
      'update benchmark_cell set median = 1',
      'delete from benchmark_release',
      "insert into benchmark_release values ('2027-1', now(), now())",
    ])
      await expect(
        as(ours, (tx) => tx.runText(statement)),
        statement,
      ).rejects.toThrow(/permission denied/)
  })

  test('the provider cannot change what was published either', async () => {
    for (const statement of [
      'update benchmark_cell set median = 1',
      'delete from benchmark_cell',
      'update benchmark_release set as_of = now()',
      'update benchmark_entry set score = 1 where customer_id > 0',
    ])
      await expect(
        app.db.transaction(1, (tx) => tx.runText(statement), { provider: true }),
        statement,
      ).rejects.toThrow(/permission denied/)
  })

  test('a reader of a part of the organisation sees the score of that part', async () => {
    const site = (await pilot.post('/perimeter', { name_en: 'Site', parent: (await pilot.get('/perimeter?limit=1')).body.objects[0].id })).body.object.id
    const local = await app.member(ours, 'local_auditor', { perimeterIds: [site] })
    expect(await read(local)).toMatchObject({ perimeter: null, rows: [] })
    expect(await (await app.member(ours, 'contributor')).get('/benchmark')).toMatchObject({ status: 403 })
  })

  test('it leaves a policy of the organisation’s own to itself', async () => {
    const own = (await pilot.get('/policy?limit=5')).body.objects.find(({ name }: { name: string }) => name === 'Framework').id
    await as(ours, (tx) => tx.run(sql`update policy set urn = null where customer_id = ${ours} and id = ${own}`))
    expect((await read()).rows[0]).toMatchObject({ own: true, peers: null, gap: null, position: null })
    await as(ours, (tx) => tx.run(sql`update policy set urn = ${framework.urn} where customer_id = ${ours} and id = ${own}`))
  })

  test('costs as many statements whatever there is of it', async () => {
    const statements = async (person: Person) => {
      await read(person)
      const spy = vi.spyOn(pg.Client.prototype, 'query')
      try {
        await read(person)
        return spy.mock.calls.length
      } finally {
        spy.mockRestore()
      }
    }
    const few = await statements(pilot)
    expect(few).toBeLessThanOrEqual(15)
    expect((await read(rich)).rows).toHaveLength(3)
    expect(await statements(rich)).toBe(few)
  })
})

test('organisations that are disabled, there to learn, or have not said what they do bring nothing', async () => {
  const [disabled, learning, silent] = [await organisation([1, 1]), await organisation([2, 2]), (await app.customer()).id]
  const asked = await app.db.transaction(
    1,
    async (tx) => {
      await tx.run(sql`update customer set disabled = true where id = ${disabled}`)
      await tx.run(sql`update customer set context_type = 'STUDENT' where id = ${learning}`)
      return (await comparedOrganisations(tx)).map(({ id }) => id)
    },
    { provider: true },
  )
  expect(asked).toEqual(expect.arrayContaining([ours, ...others]))
  for (const id of [disabled, learning, silent]) expect(asked).not.toContain(id)
})

describe('taking part', () => {
  test('is a setting of global pilots, audited, and ends at the next release', async () => {
    const auditor = await app.member(ours, 'global_auditor')
    expect((await auditor.put('/organisation/settings', { benchmark_out: true })).status).toBe(403)
    expect((await pilot.put('/organisation/settings', { country: 'XX' })).body.errors).toHaveProperty('country')
    expect((await pilot.put('/organisation/settings', { benchmark_out: true })).body.object).toMatchObject({
      benchmark_out: true,
      branch: 'RAIL',
      country: 'FR',
    })
    expect(await read()).toMatchObject({ state: 'OPEN', participates: false })
    await app.moveTo(new Date('2027-02-01T02:00:00Z'))
    for (const id of [ours, ...others]) await as(id, async (tx) => publishScores(tx, { ...(await loadFacts(tx, '2027-01-31')), day: '2027-01-31' }))
    await release(app.db, '2027-1', '2027-02-01')
    pilot = await app.signIn('pilot@rail.example')
    expect(await read()).toMatchObject({ state: 'OUT', rows: [] })
    expect(await as(ours, (tx) => tx.run(sql`select 1 from benchmark_entry where customer_id = ${ours} and quarter = '2027-1'`))).toEqual([])
    await pilot.put('/organisation/settings', { benchmark_out: false })
    expect(await read()).toMatchObject({ state: 'BACK', next_on: '2027-05-01', rows: [] })
  })

  test('one that left takes four others with it, so that nothing can be told of it', async () => {
    const cells = await as(others[0] ?? 0, (tx) => tx.run(sql`select 1 from benchmark_cell where quarter = '2027-1'`))
    expect(cells).toEqual([])
  })
})
