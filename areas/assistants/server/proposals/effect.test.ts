import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { resources } from '#app/server/registry.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { lockPlaces } from '#kit/server/data/database/lock-order.ts'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { goldenCustomer, type GoldenCustomer } from '#tools/test/golden-customer.ts'
import { locksOf } from '#tools/test/locks-of.ts'
import { proposeBy } from '#tools/test/proposals.ts'
import { watchStatements } from '#tools/test/watch-statements.ts'
import { forgetProposals } from './forget.ts'
import type { Proposal, ProposalEffect } from '#areas/assistants/contract/proposals.ts'

let scored: TestApp
let golden: GoldenCustomer
let world: World

beforeAll(async () => {
  scored = await testApp()
  golden = await goldenCustomer(scored)
  world = await makeWorld()
})
afterAll(async () => {
  await scored.close()
  await world.app.close()
})

const keyOf = async (by: Person, write: readonly string[]) => String(objectOf(await by.post('/api_key', { name: 'Planner', write })).secret)
const read = async (by: Person, id: number): Promise<Proposal> => (await by.get(`/proposal/${id}`)).body.object as Proposal
const acceptAll = ({ objects }: Proposal) => ({ accept: objects.map(({ id, version }) => ({ id, version })) })

test('what a proposal does to scores is foreseen as it happens, and foreseeing it changes nothing', async () => {
  const { pilot, measure, perimeter } = golden
  const { proposal, error } = await proposeBy(scored, await keyOf(pilot, ['measures']), [
    { type: 'measures', id: measure.M1, values: { base_efficiency: 10, efficiency_reason: 'Half of it is off' } },
    { type: 'measures', id: measure.M3, values: { base_efficiency: 10, efficiency_reason: 'Half of it is off' } },
  ])
  expect(error).toBeNull()
  const scores = async () =>
    new Map(((await pilot.get('/score/perimeters')).body.objects as Row[]).map(({ id, consolidated }) => [id, consolidated.performance as number]))
  const before = await scores()
  const effect = (await pilot.get(`/proposal/${proposal}/effect`)).body.object as ProposalEffect
  expect(effect).toMatchObject({ changes: 2, hidden: 0 })
  expect(effect.perimeters.map(({ id }) => id)).toContain(perimeter.A)
  expect(await scores()).toEqual(before)
  expect((await pilot.get(`/measure/${measure.M1}`)).body.object.version).toBe((await read(pilot, proposal)).objects[0]?.read_version)
  expect((await pilot.post(`/proposal/${proposal}/decide`, acceptAll(await read(pilot, proposal)))).status).toBe(200)
  const after = await scores()
  for (const { id, consolidated } of effect.perimeters) {
    expect(consolidated.before).toBeCloseTo(before.get(id) ?? -1)
    expect(consolidated.after).toBeCloseTo(after.get(id) ?? -1)
  }
  expect(effect.perimeters.some(({ consolidated: { before: was, after: is } }) => was !== is)).toBe(true)
  // Nothing waits any more.
  expect((await pilot.get(`/proposal/${proposal}/effect`)).body).toEqual({ ok: true, object: null })
})

test('the effect is nobody’s who may not decide, and of what could not be accepted there is none', async () => {
  const { id } = await world.action({ name_en: 'Here', perimeter: world.nantes })
  const { proposal } = await proposeBy(world.app, await keyOf(world.pilot, ['actions']), [{ type: 'actions', id, values: { name_en: 'Moved' } }])
  expect((await world.pilot.get(`/proposal/${proposal}/effect`)).body.object).toEqual({ changes: 1, perimeters: [], hidden: 0 })
  expect((await world.auditor.get(`/proposal/${proposal}/effect`)).status).toBe(403)
  expect((await world.local.get(`/proposal/${proposal}/effect`)).status).toBe(404)
})

test('rows of several kinds are locked in the one order, whatever the order in which they are proposed', async () => {
  const secret = await keyOf(world.pilot, ['actions', 'measures'])
  const measures = [await world.measure(), await world.measure()]
  const actions = [await world.action(), await world.action()]
  const { proposal, error } = await proposeBy(world.app, secret, [
    { type: 'measures', id: measures[1]?.id, values: { yearly_cost: 7 } },
    { type: 'actions', id: actions[1]?.id, values: { name_en: 'Second' } },
    { type: 'measures', id: measures[0]?.id, values: { yearly_cost: 7 } },
    { type: 'actions', id: actions[0]?.id, values: { name_en: 'First' } },
  ])
  expect(error).toBeNull()
  const shown = await read(world.pilot, proposal)
  const watched = await watchStatements(async () => {
    expect((await world.pilot.post(`/proposal/${proposal}/decide`, acceptAll(shown))).status).toBe(200)
  })
  const place = lockPlaces(resources)
  const locked = locksOf([...watched.byConnection.values()].flat()).filter((lock) => lock === 'remediation' || lock === 'measure')
  expect(new Set(locked)).toEqual(new Set(['remediation', 'measure']))
  const firsts = [...new Set(locked)].map((lock) => place(lock) ?? -1)
  expect(firsts).toEqual(firsts.toSorted((a, b) => a - b))
})

test('what ended long ago is forgotten at night, with its changes; what ended lately is still read', async () => {
  const secret = await keyOf(world.pilot, ['actions'])
  const made = await Promise.all(
    ['Old', 'Lately'].map(async (name) => {
      const { id } = await world.action({ name_en: name })
      return (await proposeBy(world.app, secret, [{ type: 'actions', id, values: { name_en: `${name}, later` } }])).proposal
    }),
  )
  for (const [n, days] of [100, 10].entries())
    await world.app.db.transaction(world.customer, (tx) =>
      tx.runText('update proposal set ends_at = $3 where customer_id = $1 and id = $2', [world.customer, made[n], new Date(Date.now() - days * 86_400_000)]),
    )
  await world.app.db.transaction(world.customer, async (tx) => {
    tx.act(systemWho(world.customer, 'test', 'test', 'en', 'Europe/Paris'))
    await forgetProposals.run({ tx, data: {}, resources, apart: () => Promise.reject(new Error('not here')) })
  })
  expect((await world.pilot.get(`/proposal/${made[0]}`)).status).toBe(404)
  expect((await read(world.pilot, made[1] ?? 0)).objects[0]?.state).toBe('ENDED')
})
