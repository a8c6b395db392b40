import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeReviews, makeWorld, objectOf, proof, type Row, type World } from '#tools/test/actions-world.ts'

/* What follows from an action by rule is done whoever causes it: these tests hold how far that reaches, and who decides it. */

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

const now = async (id: number): Promise<Row> => objectOf(await world.pilot.get(`/measure/${id}`))

/** A measure of Nantes that serves Lyon: whoever reaches Lyon reads it and writes nothing of it. */
async function shared(): Promise<Row> {
  const measure = await world.measure(world.nantes)
  objectOf(await world.pilot.put(`/measure/${measure.id}/beneficiaries`, { perimeters: [world.lyon] }))
  expect(objectOf(await world.local.get(`/measure/${measure.id}`))).toMatchObject({ view_right: true, edit_right: false })
  return measure
}

test('nobody has a measure implemented, planned or improved that they may only read, by tying an action to it', async () => {
  const { local, lyon, plan, pilot } = world
  const [foreign, own] = [await shared(), await world.measure()]
  const body = { name_en: 'x', program: plan, perimeter: lyon }
  const refused = async (sent: object, field: string) =>
    expect((await local.post('/remediation', { ...body, ...sent })).body.errors, JSON.stringify(sent)).toHaveProperty(field)
  const finished = { status: 'FINISHED', ...proof }
  await refused({ type: 'BUILD', measure: own.id, measures: [foreign.id] }, 'measures')
  await refused({ type: 'BUILD', measure: own.id, measures: [foreign.id], ...finished }, 'measures')
  await refused({ type: 'BUILD', measure: foreign.id, ...finished }, 'measure')
  // Planned already by somebody who may: there is nothing left to plan, and it is refused all the same.
  await world.action({ type: 'BUILD', measure: foreign.id, perimeter: world.nantes })
  await refused({ type: 'BUILD', measure: own.id, measures: [foreign.id], ...finished }, 'measures')
  const build = await world.action({ type: 'BUILD', measure: own.id }, local)
  expect((await local.put(`/remediation/${build.id}`, { measures: [foreign.id] })).body.errors).toHaveProperty('measures')
  expect((await local.put('/remediation/bulk', { rows: [{ id: build.id }], changes: { measures: [foreign.id] } })).body.ok).toBe(false)
  expect(await now(foreign.id)).toMatchObject({ status: 'NOT_IMPLEMENTED', decision: 'PLANNED' })
  objectOf(await pilot.post(`/measure/${foreign.id}/implement`, {}))
  await refused({ type: 'UPGRADE', measure: foreign.id, impact: 50 }, 'measure')
  expect(await now(foreign.id)).toMatchObject({ efficiency: 100 })
})

test('what a global pilot tied to an action is done when whoever may write it closes its review, and by nobody else', async () => {
  const { contributor, local, pilot } = world
  const [foreign, own] = [await shared(), await world.measure()]
  const { id } = await world.action({ type: 'BUILD', measure: own.id, measures: [foreign.id], manager: contributor.memberId })
  expect((await local.put(`/remediation/${id}`, { name_en: 'Renamed', measures: [foreign.id] })).status).toBe(200)
  expect((await contributor.put(`/remediation/${id}`, { status: 'FINISHED', ...proof })).status).toBe(200)
  const reviews = (await pilot.get(`/remediation/${id}/review`)).body.objects as Row[]
  for (const [measure, who] of [
    [own, contributor],
    [foreign, contributor],
    [foreign, local],
  ] as const) {
    const { id: review } = reviews.find(({ target }) => target.id === measure.id)
    expect((await who.put(`/review/${review}`, { status: 'CLOSED' })).body.ok).toBe(false)
    expect(await now(measure.id)).toMatchObject({ decision: 'PLANNED' })
  }
  expect(await closeReviews(pilot, id)).toHaveLength(2)
  for (const measure of [own, foreign]) expect(await now(measure.id)).toMatchObject({ status: 'IMPLEMENTED' })
  const [entry] = (await pilot.get(`/measure/${foreign.id}/history`)).body.objects
  expect(entry).toMatchObject({ action: 'implement', actor: { id: pilot.memberId } })
  expect((await contributor.get(`/measure/${foreign.id}`)).status).toBe(403)
})

test('what gives up an action gives up its measures’ plan, and no more', async () => {
  const { contributor, local } = world
  const [given, deleted] = [await world.measure(), await world.measure()]
  const { id } = await world.action({ type: 'BUILD', measure: given.id, manager: contributor.memberId })
  expect((await contributor.put(`/remediation/${id}`, { status: 'CANCELLED', status_reason: 'No budget' })).status).toBe(200)
  expect(await now(given.id)).toMatchObject({ status: 'TO_IMPLEMENT', decision: null })
  const build = await world.action({ type: 'BUILD', measure: deleted.id }, local)
  expect((await local.delete(`/remediation/${build.id}`)).status).toBe(200)
  expect(await now(deleted.id)).toMatchObject({ status: 'TO_IMPLEMENT', decision: null })
})

test('a contributor lowers no measure for good: what becomes of a defect is a pilot’s to say', async () => {
  const { contributor, pilot } = world
  const measure = await world.measure()
  objectOf(await pilot.post(`/measure/${measure.id}/implement`, {}))
  const { id } = await world.action({ type: 'UPGRADE', measure: measure.id, impact: 25, manager: contributor.memberId })
  const cancel = (fields: object) => contributor.put(`/remediation/${id}`, { status: 'CANCELLED', status_reason: 'No', ...fields })
  expect((await cancel({ defect: 'ACCEPTED' })).body.errors).toHaveProperty('defect')
  expect((await cancel({})).body.errors).toHaveProperty('defect')
  expect((await contributor.put(`/remediation/${id}`, { impact: 1 })).body.errors).toHaveProperty('impact')
  expect(await now(measure.id)).toMatchObject({ base_efficiency: 100, efficiency: 75 })
})

test('resetting a measure deletes no action of another perimeter: what only concerns it is unlinked', async () => {
  const { local, pilot, lyon, nantes } = world
  const measure = await world.measure(lyon)
  objectOf(await pilot.post(`/measure/${measure.id}/implement`, {}))
  objectOf(await pilot.put(`/measure/${measure.id}/beneficiaries`, { perimeters: [nantes] }))
  const there = await world.action({ measure: measure.id, perimeter: nantes })
  const here = await world.action({ measure: measure.id, perimeter: lyon })
  expect((await local.get(`/remediation/${there.id}`)).status).toBe(404)
  expect((await local.post(`/measure/${measure.id}/reset`)).status).toBe(200)
  expect(objectOf(await pilot.get(`/remediation/${there.id}`))).toMatchObject({ measure: null, perimeter: { id: nantes } })
  expect((await pilot.get(`/remediation/${here.id}`)).status).toBe(404)
})
