import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resources } from '#app/server/registry.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { assets } from '#areas/catalog/server/starter/assets.ts'
import { essentialThreats, threats1 } from '#areas/catalog/server/starter/threats-1.ts'
import { threats2 } from '#areas/catalog/server/starter/threats-2.ts'
import { typicalRisks } from '#areas/catalog/server/starter/typical-risks.ts'
import { values } from '#areas/catalog/server/starter/values.ts'
import { chapters, essentials, models, risks } from './content.ts'
import { seedCatalog } from './seed.ts'

let app: TestApp
let owner: pg.Client
let pilot: Person
let customerId: number
beforeAll(async () => {
  app = await testApp()
  owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  const customer = await app.customer()
  customerId = customer.id
  pilot = await app.member(customerId, 'global_pilote', { lang: 'fr' })
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const requirements = chapters.flatMap((chapter) => chapter.requirements)

describe('the words of the content', () => {
  test('name models and threats that are there, and every model answers something', () => {
    const used = requirements.flatMap((requirement) => Object.keys(requirement.models))
    expect(models.map(({ ref }) => ref).filter((ref) => !used.includes(ref))).toEqual([])
    expect(used.filter((ref) => !models.some((model) => model.ref === ref))).toEqual([])
    expect(requirements.flatMap(({ threats }) => threats).filter((ref) => !risks.some((risk) => risk.ref === ref))).toEqual([])
    for (const all of [models, risks, requirements, chapters]) expect(new Set(all.map(({ ref }) => ref)).size).toBe(all.length)
    // Whole answers: what is covered by several sums to all of it.
    expect(requirements.filter((requirement) => Object.values(requirement.models).reduce((sum, share) => sum + share, 0) !== 100)).toEqual([])
    expect([chapters.length, requirements.length, models.length]).toEqual([8, 40, 32])
  })

  test('of what analyses begin with name only what is there, and no typical risk strikes what none of its threats is about', () => {
    const threats = [...essentialThreats, ...threats1, ...threats2]
    expect([threats.length, assets.length, values.length, typicalRisks.length]).toEqual([40, 30, 12, 20])
    expect(essentialThreats.map(({ ref }) => ref)).toEqual(risks.map(({ ref }) => ref))
    const known = new Set([...threats, ...assets, ...values, ...models, ...typicalRisks].map(({ ref }) => ref))
    expect(known.size).toBe(40 + 30 + 12 + 32 + 20)
    const named = typicalRisks.flatMap((risk) => [...risk.threats, ...risk.assets, ...risk.values, ...risk.solutions])
    expect([...named, ...threats.flatMap(({ solutions }) => solutions)].filter((ref) => !known.has(ref))).toEqual([])
    // Whatever a typical risk strikes, one of its threats is about such things.
    const about = new Map(threats.map(({ ref, types }) => [ref, types]))
    expect(
      typicalRisks.flatMap((risk) =>
        assets
          .filter(({ ref, type }) => risk.assets.includes(ref) && !risk.threats.some((each) => about.get(each)?.includes(type)))
          .map(({ ref }) => [risk.ref, ref]),
      ),
    ).toEqual([])
    expect(typicalRisks.filter((risk) => [risk.threats, risk.assets, risk.values, risk.solutions].some((list) => list.length === 0))).toEqual([])
  })

  test('are said in both languages, French with its typography', () => {
    for (const { en, fr } of [...models, ...risks, ...requirements, ...chapters, essentials, ...threats1, ...threats2, ...assets, ...values, ...typicalRisks]) {
      for (const text of [...en, ...fr]) expect(text.length).toBeGreaterThan(3)
      const french = fr.join(' ')
      expect(french).not.toMatch(/['"“”]/)
      // A space that does not break stands before such signs.
      expect(french).not.toMatch(/[^\u00a0\u202f\s][;:?!](?!\/)| [;:?!]/)
    }
  })
})

test('it stands in the catalog of the installation once, and is never written over', async () => {
  const catalog = (await owner.query<{ id: number }>(`select id from customer where kind = 'CATALOG'`)).rows[0]?.id
  expect(await Promise.all([seedCatalog(app.db, resources), seedCatalog(app.db, resources)])).toContain(true)
  expect(await seedCatalog(app.db, resources)).toBe(false)
  const { rows } = await owner.query(
    `select (select count(*)::int from policy where customer_id = $1) as policies, (select count(*)::int from solution where customer_id = $1 and catalog_type = 'PUBLIC') as models,
      (select count(*)::int from control where customer_id = $1) as requirements, (select count(*)::int from threat where customer_id = $1) as threats`,
    [catalog],
  )
  expect(rows).toEqual([{ policies: 1, models: 32, requirements: 40, threats: 40 }])
  const root = await app.signIn('root@vigie.example')
  await root.put('/user/customer', { customer_id: catalog })
  const inside = await app.signIn('root@vigie.example')
  const [policy] = (await inside.post('/policy/page')).body.objects
  expect((await inside.put(`/policy/${policy.id}`, { name_fr: 'Nos essentiels' })).status).toBe(200)
  expect(await seedCatalog(app.db, resources)).toBe(false)
  expect((await inside.get(`/policy/${policy.id}`)).body.object).toMatchObject({ name_fr: 'Nos essentiels', catalog_type: 'PUBLIC' })
  expect((await pilot.get('/policy/shared')).body.objects).toMatchObject([{ name: 'Nos essentiels', groups: 8, requirements: 40, models: 32 }])
  // Removed, it does not come back.
  const copy = (await pilot.post('/policy/fork', { id: policy.id })).body.object
  expect((await inside.delete(`/policy/${policy.id}`)).status).toBe(200)
  expect(await seedCatalog(app.db, resources)).toBe(false)
  expect((await pilot.get('/policy/shared')).body.objects).toEqual([])
  expect((await pilot.get(`/policy/${copy.id}`)).body.object).toMatchObject({ requirements: 40, publication: 'PUBLISHED' })
})

test('what was adopted counts in scores: each requirement is answered whole', async () => {
  const [policy] = (await pilot.post('/policy/page')).body.objects
  const [root] = (await pilot.post('/perimeter/page')).body.objects
  expect((await pilot.post(`/policy/${policy.id}/apply`, { perimeters: [root.id] })).body.object.count).toBe(1)
  const measures = (await pilot.post('/measure/page', { queryParams: { per_page: 50 } })).body
  expect(measures.total).toBe(32)
  for (const { id } of measures.objects)
    expect((await pilot.post('/solution/fork_run', { id: (await pilot.get(`/measure/${id}`)).body.object.solution.id, perimeter_id: root.id })).status).toBe(
      200,
    )
  const application = (await pilot.post('/policy_application/page')).body.objects[0]
  const statement = (await pilot.get(`/policy_application/${application.id}/statement`)).body.objects
  expect(statement).toHaveLength(40)
  expect(statement.every((line: { solutions: unknown[] }) => line.solutions.length > 0)).toBe(true)
  const { score } = (await pilot.get(`/score?perimeter=${root.id}&policy=${policy.id}`)).body.object
  expect(score).toMatchObject({ performance: 100, coverage: 100 })
})

test('a typical risk comes with the threats, assets, business values and measures that it names, and says what it said', async () => {
  const [risk] = (await pilot.get('/shared/risk_model')).body.objects
  expect((await pilot.get('/shared/risk_model')).body.objects).toHaveLength(20)
  const foreseen = (await pilot.post('/shared/risk_model/foresee', { ids: [risk.id] })).body.objects as { entity: string; own: object | null }[]
  const kinds = (rows: readonly { entity: string }[]) => new Set(rows.map(({ entity }) => entity))
  expect([...kinds(foreseen)]).toEqual(expect.arrayContaining(['risk_model', 'threat', 'supporting_asset_model', 'business_value_model', 'solution']))
  // Its threats and measures came with the policy before: they are taken up again.
  expect([...kinds(foreseen.filter(({ own }) => own !== null))]).toEqual(expect.arrayContaining(['threat', 'solution']))
  const { made, objects } = (await pilot.post('/shared/risk_model/adopt', { ids: [risk.id] })).body
  expect(made).toBe(foreseen.filter(({ own }) => own === null).length)
  const own = objects.find((one: { asked: boolean }) => one.asked).own.id
  const stored = (await pilot.get(`/risk_model/${own}`)).body.object
  const [expected] = typicalRisks
  expect(stored).toMatchObject({
    name_fr: expected?.fr[0],
    impact: expected?.impact,
    probability: expected?.probability,
    catalog_type: 'PRIVATE',
    adopted: true,
  })
  expect([stored.threats, stored.assets, stored.business_values, stored.solutions].map((list) => list.length)).toEqual(
    [expected?.threats, expected?.assets, expected?.values, expected?.solutions].map((list) => list?.length),
  )
  const [threat] = stored.threats
  expect((await pilot.get(`/threat/${threat.id}`)).body.object).toMatchObject({ source: 'ATTACKER', probability: 'HIGH', adopted: true })
  // Named, it is put away instead.
  expect((await pilot.delete(`/threat/${threat.id}`)).status).toBe(409)
  expect((await pilot.put(`/threat/${threat.id}`, { archived: true })).status).toBe(200)
})
