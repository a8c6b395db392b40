import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { closeReviews, dayFromNow, objectOf, proof, type Row } from '#tools/test/actions-world.ts'
import { goldenCustomer, type GoldenCustomer } from '#tools/test/golden-customer.ts'
import { watchStatements } from '#tools/test/watch-statements.ts'
import { sql } from 'kysely'
import type { NextSteps, NamedNextStep } from '#areas/dashboards/contract/next-steps.ts'

let app: TestApp
let golden: GoldenCustomer
let pilot: Person
let plan: number
beforeAll(async () => {
  app = await testApp()
  golden = await goldenCustomer(app)
  pilot = golden.pilot
  const { A, B } = golden.perimeter
  plan = objectOf(await pilot.post('/program', { name_en: 'Plan' })).id
  // Something lowers what serves; something is offered; something is being built; something is open that a mapping answers.
  objectOf(await pilot.post('/remediation', { name_en: 'Repair', type: 'UPGRADE', measure: golden.measure.M3, impact: 30, program: plan }))
  const C = objectOf(await pilot.post('/perimeter', { name_en: 'Site C', parent: A })).id
  await pilot.post(`/policy/${golden.policy}/apply`, { perimeters: [C] })
  await golden.as(async (tx) => {
    tx.audit({ entity: 'measure', object_id: null, action: 'create' })
    await tx.run(
      sql`insert into measure_beneficiary (customer_id, measure_id, perimeter_id, accepted) values (${tx.customerId}, ${golden.measure.M4}, ${A}, false), (${tx.customerId}, ${golden.measure.M4}, ${C}, false)`,
    )
    await tx.run(sql`update solution set yearly_cost = 12, build_days = 5 where customer_id = ${tx.customerId} and id = ${golden.solution.S3}`)
    const other = await tx.first(
      sql<{ id: number }>`insert into policy (customer_id, identifier, name_en) values (${tx.customerId}, 'Q', 'Policy Q') returning id`,
    )
    const lineage = await tx.first(
      sql<{ id: number }>`insert into control_lineage (customer_id, policy_id, key) values (${tx.customerId}, ${other?.id}, 'Q1') returning id`,
    )
    await tx.run(
      sql`insert into control_solution (customer_id, lineage_id, solution_id, share) values (${tx.customerId}, ${lineage?.id}, ${golden.solution.S1}, 100)`,
    )
    const set = await tx.first(
      sql<{
        id: number
      }>`insert into mapping_set (customer_id, name_en, source_framework_urn, target_framework_urn) values (${tx.customerId}, 'P to Q', 'P', 'Q') returning id`,
    )
    await tx.run(
      sql`insert into mapping_pair (customer_id, mapping_set_id, source_urn, target_urn, relationship) values (${tx.customerId}, ${set?.id}, 'R5', 'Q1', 'equal')`,
    )
  })
  expect(B).toBeGreaterThan(0)
})
afterAll(() => app.close())

const read = async (by: 'points' | 'price' = 'points', person = pilot) => objectOf(await person.get(`/dashboard/next_steps?by=${by}`)) as NextSteps
const score = async (person = pilot) => (await person.get('/score')).body.object.score.performance as number

/** A step as it is planned. */
function toPlan({ kind, about, perimeters }: NamedNextStep): Row {
  const places = perimeters.map(({ id }) => id)
  if (kind === 'LINK') return { kind, policy: about.id }
  if (kind === 'ACCEPT') return { kind, measure: about.id, perimeters: places }
  if (kind === 'IMPLEMENT') return { kind, solution: about.id, perimeters: places, manager: pilot.memberId, target_date: dayFromNow(30) }
  return { kind, action: about.id, manager: pilot.memberId, target_date: dayFromNow(30) }
}

test('whoever may not decide is told of nothing; a local pilot only of what is theirs, and cannot plan more', async () => {
  const { A, B } = golden.perimeter
  for (const role of ['global_auditor', 'local_auditor', 'contributor'] as const) {
    const person = await app.member(golden.id, role, { perimeterIds: role === 'local_auditor' ? [B] : [] })
    expect((await person.get('/dashboard/next_steps')).status).toBe(403)
    expect((await person.post('/dashboard/next_steps', { steps: [{ kind: 'LINK', policy: golden.policy }] })).status).toBe(403)
  }
  const local = await app.member(golden.id, 'local_pilote', { perimeterIds: [B] })
  const { perimeter, steps } = await read('points', local)
  expect(perimeter.id).toBe(B)
  expect(steps.map(({ kind }) => kind)).not.toContain('LINK')
  expect(steps.flatMap(({ perimeters }) => perimeters.map(({ id }) => id)).every((id) => id === B)).toBe(true)
  const refused = [
    { kind: 'LINK', policy: golden.policy },
    { kind: 'ACCEPT', measure: golden.measure.M4, perimeters: [A] },
    { kind: 'IMPLEMENT', solution: golden.solution.S3, perimeters: [A] },
  ]
  for (const step of refused)
    expect([step.kind, (await local.post('/dashboard/next_steps', { program: plan, steps: [step] })).status]).toEqual([step.kind, 403])
  const stranger = await app.member((await app.customer()).id, 'global_pilote')
  expect((await stranger.get(`/dashboard/next_steps?perimeter=${A}`)).status).toBe(404)
  expect(
    (await stranger.post('/dashboard/next_steps', { program: plan, steps: [{ kind: 'IMPLEMENT', solution: golden.solution.S3, perimeters: [A] }] })).body.ok,
  ).toBe(false)
})

test('the steps are read in the same statements whatever there is of them', async () => {
  const count = async () => (await watchStatements(() => read())).texts.length
  await read()
  const before = await count()
  for (const name of ['Site D', 'Site E']) {
    const { id } = objectOf(await pilot.post('/perimeter', { name_en: name, parent: golden.perimeter.A, weight: 0 }))
    await pilot.post(`/policy/${golden.policy}/apply`, { perimeters: [id] })
  }
  await read()
  expect(await count()).toBe(before)
  expect(before).toBeLessThanOrEqual(14)
})

test('by price nothing brings more points for a k€ than the first, by points nothing brings more', async () => {
  const rate = ({ cost, days, gain, kind, perimeters }: NamedNextStep) => {
    const unknown = 2.5 * (kind === 'IMPLEMENT' ? perimeters.length : 1)
    return gain / Math.max(2.5, cost === null && days === null ? unknown : (cost ?? 0) + (days ?? 0) / 2)
  }
  const [byPoints, byPrice] = [(await read('points')).steps, (await read('price')).steps]
  const [most, best] = [byPoints[0], byPrice[0]]
  if (!most || !best) throw new Error('Nothing raises the score')
  expect(byPrice).toHaveLength(3)
  expect(most.gain).toBeGreaterThanOrEqual(best.gain)
  expect(rate(best)).toBeGreaterThanOrEqual(rate(most) - 1e-6)
})

test('three are planned at once, all or none, and once', async () => {
  const { steps } = await read()
  const wrong = { kind: 'IMPLEMENT', solution: golden.solution.S3, perimeters: [golden.perimeter.A], target_date: 'soon' }
  const actions = async () => (await pilot.post('/remediation/page', { queryParams: { filters: [] } })).body.total as number
  const before = [await actions(), await score()]
  expect((await pilot.post('/dashboard/next_steps', { program: plan, steps: [...steps.slice(0, 2).map(toPlan), wrong] })).status).toBe(400)
  expect(
    (
      await pilot.post('/dashboard/next_steps', {
        steps: [
          { kind: 'ACCEPT', measure: golden.measure.M4, perimeters: [golden.perimeter.A] },
          { ...wrong, target_date: null },
        ],
      })
    ).body.ok,
  ).toBe(false)
  expect([await actions(), await score()]).toEqual(before)
  const send = async (body: object) => {
    const headers = { cookie: pilot.cookie, 'x-vigie': '1', 'idempotency-key': 'plan-these-three' }
    return (await app.http.inject({ method: 'POST', url: '/api/dashboard/next_steps', headers, payload: body })).json()
  }
  const plans = { program: plan, steps: [{ ...wrong, target_date: dayFromNow(20), manager: pilot.memberId }] }
  const first = (await send(plans)).object
  expect((await send(plans)).object).toEqual(first)
  expect(await actions()).toBe((before[0] ?? 0) + 1)
  const action = objectOf(await pilot.get(`/remediation/${first.actions[0].id}`))
  expect(action).toMatchObject({ type: 'BUILD', status: 'PLANNED', target_date: dayFromNow(20), cost: 12, workload: 5, manager: { id: pilot.memberId } })
  await pilot.delete(`/remediation/${action.id}`)
})

test('what is promised is what happens, one step after the other until none is left', async () => {
  const kinds = new Set<string>()
  for (let n = 0; n < 12; n += 1) {
    const { score: before, steps } = await read(n % 2 === 0 ? 'points' : 'price')
    expect(before).toBe(await score())
    const [next] = steps
    if (!next) break
    kinds.add(next.kind)
    expect(next.score).toBeCloseTo((before ?? 0) + next.gain, 5)
    const answer = await pilot.post('/dashboard/next_steps', { program: plan, steps: [toPlan(next)] })
    const { actions } = objectOf(answer)
    for (const action of actions) {
      objectOf(await pilot.put(`/remediation/${action.id}`, { status: 'FINISHED', ...proof }))
      await closeReviews(pilot, action.id)
    }
    expect([next.kind, await score()]).toEqual([next.kind, expect.closeTo(next.score, 5)])
  }
  expect([...kinds].toSorted()).toEqual(['ACCEPT', 'FINISH', 'IMPLEMENT', 'LINK'])
  expect((await read()).steps).toEqual([])
})
