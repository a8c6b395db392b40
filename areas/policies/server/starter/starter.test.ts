import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resources } from '#app/server/registry.ts'
import { testApp, type Person, type TestApp } from '#app/server/test-app.ts'
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
}, 30_000)
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

  test('are said in both languages, French with its typography', () => {
    for (const { en, fr } of [...models, ...risks, ...requirements, ...chapters, essentials]) {
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
  expect(rows).toEqual([{ policies: 1, models: 32, requirements: 40, threats: 8 }])
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
