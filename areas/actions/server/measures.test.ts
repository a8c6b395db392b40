import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeReviews, dayFromNow, makeWorld, objectOf, proof, type Row, type World } from '#tools/test/actions-world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

const measureNow = async (id: number): Promise<Row> => objectOf(await world.pilot.get(`/measure/${id}`))
const finish = (id: number, rest: object = proof) => world.pilot.put(`/remediation/${id}`, { status: 'FINISHED', ...rest })
/** Done, and looked at: what it was for happens. */
const conclude = async (id: number, rest: object = proof) => {
  objectOf(await finish(id, rest))
  return closeReviews(world.pilot, id)
}
const cancel = (id: number, rest: object = {}) => world.pilot.put(`/remediation/${id}`, { status: 'CANCELLED', status_reason: 'Not worth it', ...rest })
const implemented = async () => {
  const measure = await world.measure()
  await world.pilot.post(`/measure/${measure.id}/implement`)
  return measure
}
const upgrade = async (measure: Row, impact: number) => world.action({ type: 'UPGRADE', measure: measure.id, impact })

test('an implementation action plans its measure, and closing the review of its end implements the measure on its day', async () => {
  const measure = await world.measure()
  const action = await world.action({ type: 'BUILD', measure: measure.id, perimeter: undefined })
  expect(action).toMatchObject({ perimeter: { id: world.lyon }, source: 'BUILD', source_id: measure.id })
  expect(action.source_object).toMatchObject({ entity: 'measure', id: measure.id, name: measure.name, identifier: measure.identifier })
  expect(await measureNow(measure.id)).toMatchObject({ status: 'NOT_IMPLEMENTED', decision: 'PLANNED' })
  objectOf(await finish(action.id, { ...proof, done_date: dayFromNow(-4) }))
  expect(await measureNow(measure.id)).toMatchObject({ status: 'NOT_IMPLEMENTED', decision: 'PLANNED' })
  await closeReviews(world.pilot, action.id)
  expect(await measureNow(measure.id)).toMatchObject({ status: 'IMPLEMENTED', decision: null, implemented_on: dayFromNow(-4) })
  await world.pilot.put(`/remediation/${action.id}`, { status: 'TO_PLAN' })
  expect(await measureNow(measure.id)).toMatchObject({ status: 'IMPLEMENTED' })
})

test('the review of a measure says that another action is to implement it; the last one takes the review over, whoever finishes it', async () => {
  const [measure, other] = [await world.measure(), await world.measure()]
  const first = await world.action({ type: 'BUILD', measure: measure.id, manager: world.contributor.memberId })
  const second = await world.action({ type: 'BUILD', measure: other.id, measures: [measure.id] })
  objectOf(await finish(second.id))
  const opened = (await world.pilot.get(`/remediation/${second.id}/review`)).body.objects as Row[]
  expect(opened.toSorted((a, b) => a.target.id - b.target.id).map(({ target, others_open }) => [target.id, others_open])).toEqual([
    [measure.id, true],
    [other.id, false],
  ])
  expect((await world.contributor.put(`/remediation/${first.id}`, { status: 'FINISHED', ...proof })).status).toBe(200)
  expect(await measureNow(measure.id)).toMatchObject({ status: 'NOT_IMPLEMENTED', decision: 'PLANNED' })
  expect(await closeReviews(world.pilot, first.id)).toMatchObject([{ target: { id: measure.id }, others_open: false }])
  expect(await measureNow(other.id)).toMatchObject({ status: 'NOT_IMPLEMENTED', decision: 'PLANNED' })
  expect(await measureNow(measure.id)).toMatchObject({ status: 'IMPLEMENTED' })
})

test('a measure whose implementation is given up is to be handled again', async () => {
  const measure = await world.measure()
  const action = await world.action({ type: 'BUILD', measure: measure.id })
  await cancel(action.id)
  expect(await measureNow(measure.id)).toMatchObject({ status: 'TO_IMPLEMENT', decision: null })
  await world.pilot.put(`/remediation/${action.id}`, { status: 'TO_PLAN' })
  expect(await measureNow(measure.id)).toMatchObject({ decision: 'PLANNED' })
  await world.pilot.delete(`/remediation/${action.id}`)
  expect(await measureNow(measure.id)).toMatchObject({ status: 'TO_IMPLEMENT', decision: null })
})

test('an improvement action lowers its measure until the review of its end is closed, and again when reopened', async () => {
  const measure = await implemented()
  const action = await upgrade(measure, 25)
  expect((await measureNow(measure.id)).efficiency).toBe(75)
  await world.pilot.put(`/remediation/${action.id}`, { impact: 40 })
  expect((await measureNow(measure.id)).efficiency).toBe(60)
  objectOf(await finish(action.id))
  expect((await measureNow(measure.id)).efficiency).toBe(60)
  await closeReviews(world.pilot, action.id)
  expect((await measureNow(measure.id)).efficiency).toBe(100)
  expect((await world.pilot.put(`/remediation/${action.id}`, { impact: 10 })).body.errors).toHaveProperty('impact')
  await world.pilot.put(`/remediation/${action.id}`, { status: 'TO_PLAN' })
  expect((await measureNow(measure.id)).efficiency).toBe(60)
})

test('the impact never exceeds what is left of the measure', async () => {
  const measure = await implemented()
  const first = await upgrade(measure, 50)
  const refused = await world.pilot.post('/remediation', {
    name_en: 'x',
    program: world.plan,
    type: 'UPGRADE',
    measure: measure.id,
    impact: 51,
  })
  expect(refused.body.errors).toEqual({ impact: ['The impact value cannot exceed the current efficiency'] })
  await upgrade(measure, 50)
  expect((await measureNow(measure.id)).efficiency).toBe(0)
  expect((await world.pilot.put(`/remediation/${first.id}`, { impact: 51 })).body.ok).toBe(false)
  expect((await world.pilot.put(`/remediation/${first.id}`, { impact: 0 })).status).toBe(200)
  expect((await measureNow(measure.id)).efficiency).toBe(50)
})

test('cancelling an improvement asks what becomes of the defect, and reopening forgets it', async () => {
  const measure = await implemented()
  const action = await upgrade(measure, 30)
  expect((await cancel(action.id)).body.errors).toEqual({ defect: ['Say whether the defect is gone or accepted'] })
  await cancel(action.id, { defect: 'ACCEPTED' })
  expect(await measureNow(measure.id)).toMatchObject({ base_efficiency: 70, efficiency: 70, efficiency_reason: 'Not worth it' })
  await world.pilot.put(`/remediation/${action.id}`, { status: 'TO_PLAN' })
  expect(await measureNow(measure.id)).toMatchObject({ base_efficiency: 100, efficiency: 70 })
  expect(objectOf(await world.pilot.get(`/remediation/${action.id}`)).defect).toBeNull()
  await cancel(action.id, { defect: 'GONE' })
  expect(await measureNow(measure.id)).toMatchObject({ base_efficiency: 100, efficiency: 70 })
  await closeReviews(world.pilot, action.id)
  expect(await measureNow(measure.id)).toMatchObject({ base_efficiency: 100, efficiency: 100 })
})

test('an improvement action is not deleted, open or finished', async () => {
  const { id } = await upgrade(await implemented(), 10)
  expect(await world.pilot.delete(`/remediation/${id}`)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('can be finished or cancelled, but not deleted') },
  })
  await conclude(id)
  expect((await world.pilot.delete(`/remediation/${id}`)).status).toBe(409)
})

test('types, measures and perimeters have to agree, and then stay', async () => {
  const [open, built] = [await world.measure(), await implemented()]
  const errors = async (fields: object) => (await world.pilot.post('/remediation', { name_en: 'x', program: world.plan, ...fields })).body.errors
  expect(await errors({ type: 'BUILD' })).toHaveProperty('measure')
  expect(await errors({ type: 'BUILD', measure: built.id })).toEqual({ measure: ['This measure is already implemented'] })
  expect(await errors({ type: 'UPGRADE', measure: open.id, impact: 0 })).toEqual({
    measure: ['Only an implemented measure can be improved'],
  })
  expect(await errors({ type: 'UPGRADE', measure: built.id })).toHaveProperty('impact')
  expect(await errors({ type: 'SIMPLE', impact: 25 })).toHaveProperty('impact')
  expect(await errors({ type: 'SIMPLE', measures: [open.id] })).toHaveProperty('measures')
  expect(await errors({ type: 'SIMPLE', measure: built.id, perimeter: world.nantes })).toEqual({
    perimeter: ['The perimeter must be that of the measure'],
  })
  await world.pilot.put(`/measure/${built.id}/beneficiaries`, { perimeters: [world.nantes] })
  expect(await errors({ type: 'SIMPLE', measure: built.id, perimeter: world.nantes })).toBeUndefined()
  const { id } = await world.action({ type: 'BUILD', measure: open.id })
  expect((await world.pilot.put(`/remediation/${id}`, { type: 'SIMPLE', measure: built.id })).body.errors).toEqual({
    type: [expect.any(String)],
    measure: [expect.any(String)],
  })
})

test('the fork dialog implements a model, or plans it by a new or an existing action', async () => {
  const { pilot, lyon, plan } = world
  const fork = (body: object) => pilot.post('/solution/fork_run', body)
  const [one, two, three] = [await world.solution(), await world.solution(), await world.solution()]
  expect((await fork({ id: one })).body).toMatchObject({
    ok: false,
    message: 'Missing perimeter',
    errors: { perimeter_id: ['Missing perimeter'] },
  })
  const direct = objectOf(await fork({ id: one, perimeter_id: lyon, user: pilot.memberId, runtasks: [], indicators: [], runbook_id: -1 }))
  expect((await fork({ id: two, perimeter_id: lyon, implemented_on: dayFromNow(3) })).body.ok).toBe(false)
  expect(await measureNow(direct.measure_id)).toMatchObject({ status: 'IMPLEMENTED', manager: { id: pilot.memberId } })
  expect(await fork({ id: one, perimeter_id: lyon })).toMatchObject({
    status: 409,
    body: { message: 'Cannot convert measure status' },
  })
  const planned = await fork({ id: two, perimeter_id: lyon, program: plan, user: pilot.memberId })
  expect(planned.body.message).toBe('The implementation of the measure is now planned')
  expect(await measureNow(objectOf(planned).measure_id)).toMatchObject({ decision: 'PLANNED' })
  expect(objectOf(await pilot.get(`/remediation/${objectOf(planned).remediation_id}`))).toMatchObject({
    type: 'BUILD',
    name_fr: expect.stringMatching(/^Modèle \d+$/),
    manager: { id: pilot.memberId },
    workload: 12,
  })
  const existing = objectOf(planned).remediation_id
  // Said until when, its action is planned as the measure is; else it is still to plan.
  expect(objectOf(await pilot.get(`/remediation/${existing}`)).status).toBe('TO_PLAN')
  const due = { target_date: dayFromNow(30), perimeter_id: lyon }
  const dated = objectOf(await fork({ ...due, id: await world.solution(), program: plan }))
  expect(objectOf(await pilot.get(`/remediation/${dated.remediation_id}`))).toMatchObject({ status: 'PLANNED', target_date: dayFromNow(30) })
  for (const wrong of [{ ...due, remediation_id: existing }, due, { ...due, program: plan, target_date: 'soon' }])
    expect((await fork({ id: three, ...wrong })).body.errors).toHaveProperty('target_date')
  const also = objectOf(await fork({ id: three, perimeter_id: lyon, remediation_id: existing }))
  expect(also.remediation_id).toBe(existing)
  await conclude(existing)
  expect(await measureNow(also.measure_id)).toMatchObject({ status: 'IMPLEMENTED' })
  expect((await fork({ id: three, perimeter_id: lyon, runtasks: [1] })).body.errors).toHaveProperty('runtasks')
  expect((await pilot.get(`/solution/${one}/rti`)).body.object).toEqual({ runtasks: [], indicators: [] })
  expect((await world.local.post('/solution/fork_run', { id: three, perimeter_id: world.nantes })).body.ok).toBe(false)
  expect((await world.local.post('/solution/fork_run', { id: await world.solution(), perimeter_id: lyon, program: plan })).status).toBe(200)
})

test('a simple action becomes the implementation of the measure it is linked to', async () => {
  const { id } = await world.action()
  const { measure_id: measure } = objectOf(
    await world.pilot.post('/solution/fork_run', { id: await world.solution(), perimeter_id: world.lyon, remediation_id: id }),
  )
  expect(objectOf(await world.pilot.get(`/remediation/${id}`))).toMatchObject({
    type: 'BUILD',
    measure: { id: measure },
    source_id: measure,
    source_object: { entity: 'measure', id: measure },
  })
  const improvement = await upgrade(await implemented(), 5)
  expect(
    (
      await world.pilot.post('/solution/fork_run', {
        id: await world.solution(),
        perimeter_id: world.lyon,
        remediation_id: improvement.id,
      })
    ).body.errors,
  ).toHaveProperty('remediation_id')
})

test('resetting a measure removes its implementation actions, or unlinks those that serve another one', async () => {
  const [measure, other] = [await world.measure(), await world.measure()]
  const alone = await world.action({ type: 'BUILD', measure: measure.id })
  const both = await world.action({ type: 'BUILD', measure: measure.id, measures: [other.id] })
  const second = await world.action({ type: 'BUILD', measure: other.id, measures: [measure.id] })
  const context = await world.action({ measure: measure.id })
  expect((await world.pilot.post(`/measure/${measure.id}/reset`)).body).toMatchObject({
    ok: true,
    message: 'The measure is to be handled again',
    object: { status: 'TO_IMPLEMENT', decision: null },
  })
  expect((await world.pilot.get(`/remediation/${alone.id}`)).status).toBe(404)
  for (const { id } of [both, second]) expect(objectOf(await world.pilot.get(`/remediation/${id}`))).toMatchObject({ measure: { id: other.id }, measures: [] })
  expect((await world.pilot.get(`/remediation/${context.id}`)).status).toBe(200)
  expect((await world.pilot.post(`/measure/${measure.id}/reset`)).body).toMatchObject({
    ok: false,
    message: 'Cannot convert measure status',
  })
})

test('resetting an implemented measure gives back its base, its deductions and its benefits', async () => {
  const measure = await implemented()
  const action = await upgrade(measure, 25)
  await world.pilot.put(`/measure/${measure.id}/beneficiaries`, { perimeters: [world.nantes] })
  expect((await world.local.post(`/measure/${measure.id}/reset`)).status).toBe(200)
  expect(await measureNow(measure.id)).toMatchObject({
    status: 'TO_IMPLEMENT',
    efficiency: 100,
    base_efficiency: 100,
    beneficiaries: [],
  })
  expect((await world.pilot.get(`/remediation/${action.id}`)).status).toBe(404)
  const far = await world.measure(world.nantes)
  expect((await world.local.post(`/measure/${far.id}/reset`)).status).toBe(404)
  expect((await world.auditor.post(`/measure/${far.id}/reset`)).status).toBe(403)
})
