import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#app/test/worlds/test-app.ts'
import { closeReviews, dayFromNow, makeWorld, objectOf, proof, type Row, type World } from '#tools/test/actions-world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

const finish = async (id: number, by: Person = world.pilot) => objectOf(await by.put(`/remediation/${id}`, { status: 'FINISHED', ...proof }))
const of = async (action: number, by: Person = world.pilot): Promise<Row[]> => (await by.get(`/remediation/${action}/review`)).body.objects as Row[]
const one = async (entity: string, id: number): Promise<Row> => objectOf(await world.pilot.get(`/${entity}/${id}`))
const effect = async (id: number, by: Person = world.pilot): Promise<Row> => objectOf(await by.get(`/review/${id}/effect`))
const close = (id: number, body: object = {}, by: Person = world.pilot) => by.put(`/review/${id}`, { status: 'CLOSED', ...body })
const incident = async (fields: object = {}) => objectOf(await world.pilot.post('/incident', { name_en: 'Phish', perimeter: world.lyon, ...fields }))
const about = (entity: string, id: number) => ({ source_object: { entity, id } })

async function gap(): Promise<Row> {
  const register = objectOf(await world.pilot.post('/gap_register', { name_en: 'Audit' })).id
  return objectOf(await world.pilot.post('/gap', { name_en: 'Shared accounts', register, perimeter: world.lyon }))
}
async function exemption(): Promise<Row> {
  const requester = world.local
  const register = objectOf(await world.pilot.post('/exemption_register', { name_en: 'Exemptions' })).id
  const row = objectOf(
    await requester.post('/exemption', {
      name_en: 'Old TLS',
      register,
      reason: 'Old',
      perimeters: [world.lyon],
      start_date: dayFromNow(0),
      end_date: dayFromNow(30),
    }),
  )
  objectOf(await world.pilot.put(`/exemption/${row.id}`, { status: 'GRANTED' }))
  return row
}
async function improved(): Promise<{ measure: Row; action: Row }> {
  const measure = await world.measure()
  objectOf(await world.pilot.post(`/measure/${measure.id}/implement`, {}))
  return { measure, action: await world.action({ type: 'UPGRADE', measure: measure.id, impact: 25 }) }
}

test('an action that is made for an incident, a gap or an exemption stands among its actions; its end opens one review, whose closing ends the target', async () => {
  for (const [entity, made, ended] of [
    ['incident', await incident(), { status: 'CLOSED', close_reason: 'RESOLVED' }],
    ['gap', await gap(), { status: 'CLOSE', resolution_status: 'RESOLVED' }],
    ['exemption', await exemption(), { status: 'CLOSED', close_reason: 'REMEDIED' }],
  ] as const) {
    const action = await world.action(about(entity, made.id))
    expect((await one(entity, made.id)).actions, entity).toMatchObject([{ id: action.id }])
    await finish(action.id)
    const [review, ...more] = await of(action.id)
    expect(more).toEqual([])
    expect(review).toMatchObject({
      status: 'OPEN',
      source: 'REMEDIATION',
      target_type: entity.toUpperCase(),
      target: { entity, id: made.id },
      remediation: { id: action.id },
      warning: { status: false },
    })
    const before = (await one(entity, made.id)).status
    expect(await effect(review.id)).toMatchObject({ refusal: null, lines: [{ kind: 'STATUS', before, after: ended.status }] })
    expect((await one(entity, made.id)).status).toBe(before)
    expect(objectOf(await close(review.id))).toMatchObject({ status: 'CLOSED', manager: { id: world.pilot.memberId }, without_effect: false })
    expect(await one(entity, made.id)).toMatchObject(ended)
    // Reopening does not undo the target, and closing once more finds it ended.
    expect(objectOf(await world.pilot.put(`/review/${review.id}`, { status: 'OPEN' }))).toMatchObject({ manager: null, timestamp: null })
    expect(await one(entity, made.id)).toMatchObject(ended)
    expect((await close(review.id)).status).toBe(200)
  }
})

test('a review is found by the name of its action and by that of its target, which its readers know it by', async () => {
  const { id } = await gap()
  const action = await world.action({ ...about('gap', id), name_en: 'Zwilling', name_fr: 'Zwilling' })
  await finish(action.id)
  objectOf(await world.pilot.put(`/gap/${id}`, { name_en: 'Kammerton', name_fr: 'Kammerton' }))
  const [review] = await of(action.id)
  const found = async (search: string) => (await world.pilot.get(`/review?search=${search}`)).body.objects
  for (const search of ['zwill', 'kammer']) expect(await found(search), search).toMatchObject([{ id: review?.id }])
  expect(await found('kammerzwill')).toEqual([])
})

test('a gap is in progress once an action of it begins', async () => {
  const { id } = await gap()
  const action = await world.action({ ...about('gap', id), target_date: dayFromNow(5) })
  expect((await one('gap', id)).status).toBe('TO_HANDLE')
  objectOf(await world.pilot.put(`/remediation/${action.id}`, { status: 'ONGOING' }))
  expect((await one('gap', id)).status).toBe('IN_PROGRESS')
  const begun = await gap()
  await world.action({ ...about('gap', begun.id), target_date: dayFromNow(5), status: 'ONGOING' })
  expect((await one('gap', begun.id)).status).toBe('IN_PROGRESS')
})

test('while other actions of the target are open its review warns; the next end takes the same review', async () => {
  const { id } = await incident()
  const [first, second] = [await world.action(about('incident', id)), await world.action(about('incident', id))]
  await finish(first.id)
  const [review] = await of(first.id)
  expect(review).toMatchObject({ warning: { status: true, message: 'Other actions for this target are still open' }, others_open: true })
  await finish(second.id)
  expect(await of(first.id)).toEqual([])
  expect(await of(second.id)).toMatchObject([{ id: review.id, others_open: false, warning: { status: false } }])
})

test('what an improvement action takes off stays until its review is closed, and is taken off again when the review or the action is reopened', async () => {
  const { measure, action } = await improved()
  const efficiency = async () => (await one('measure', measure.id)).efficiency
  await finish(action.id)
  const [review] = await of(action.id)
  expect(await efficiency()).toBe(75)
  expect(review).toMatchObject({
    measure: { id: measure.id, efficiency: 75 },
    solution: { id: measure.solution.id },
    remediation: { id: action.id, perimeter: { id: world.lyon }, current_efficiency: 25 },
    incident: null,
    connector: null,
  })
  const listed = (await world.pilot.get(`/review?ids=${review.id}`)).body.objects as Row[]
  expect(listed).toMatchObject([{ ...review, remediation: { id: action.id, perimeter: { id: world.lyon }, current_efficiency: 25 } }])
  const foreseen = await effect(review.id)
  expect(foreseen).toMatchObject({ points: 25, why: { action: { id: action.id }, proofs: ['Report'] } })
  expect(foreseen.lines).toContainEqual(expect.objectContaining({ kind: 'EFFICIENCY', before: 75, after: 100 }))
  expect(await efficiency()).toBe(75)
  objectOf(await close(review.id))
  expect(await efficiency()).toBe(100)
  objectOf(await world.pilot.put(`/review/${review.id}`, { status: 'OPEN' }))
  expect(await efficiency()).toBe(75)
  objectOf(await close(review.id))
  objectOf(await world.pilot.put(`/remediation/${action.id}`, { status: 'TO_PLAN' }))
  expect(await efficiency()).toBe(75)
  expect((await world.pilot.put(`/review/${review.id}`, { status: 'OPEN' })).body).toMatchObject({
    ok: false,
    message: 'The action of this review was reopened: a new review will open once it ends',
  })
  await finish(action.id)
  expect((await world.pilot.put(`/review/${review.id}`, { status: 'OPEN' })).body.message).toBe('Another review is already open for this target')
  expect(await closeReviews(world.pilot, action.id)).toHaveLength(1)
  expect(await efficiency()).toBe(100)
})

test('an action that is reopened takes the review of its end back', async () => {
  const { id } = await incident()
  const action = await world.action(about('incident', id))
  await finish(action.id)
  objectOf(await world.pilot.put(`/remediation/${action.id}`, { status: 'TO_PLAN' }))
  expect(await of(action.id)).toMatchObject([{ status: 'CLOSED', without_effect: true, comment: 'The action was reopened', manager: null }])
  expect((await one('incident', id)).status).toBe('OPENED')
})

test('closed without effect, which takes a reason, a review leaves its target; a measure that no action plans any more is to be handled', async () => {
  const { measure, action } = await improved()
  await finish(action.id)
  const [review] = await of(action.id)
  expect((await close(review.id, { without_effect: true })).body.errors).toEqual({ comment: ['Say why the review is closed without effect'] })
  expect(objectOf(await close(review.id, { without_effect: true, comment: 'Not tested' }))).toMatchObject({ without_effect: true, comment: 'Not tested' })
  expect((await one('measure', measure.id)).efficiency).toBe(75)
  const planned = await world.measure()
  const build = await world.action({ type: 'BUILD', measure: planned.id })
  await finish(build.id)
  expect(await one('measure', planned.id)).toMatchObject({ decision: 'PLANNED' })
  const [waiting] = await of(build.id)
  objectOf(await close(waiting.id, { without_effect: true, comment: 'Never put in place' }))
  expect(await one('measure', planned.id)).toMatchObject({ status: 'TO_IMPLEMENT', decision: null })
})

test('closing implements a measure on the day its action was done', async () => {
  const measure = await world.measure()
  const { id } = await world.action({ type: 'BUILD', measure: measure.id })
  objectOf(await world.pilot.put(`/remediation/${id}`, { status: 'FINISHED', done_date: dayFromNow(-4), ...proof }))
  const [review] = await of(id)
  expect((await effect(review.id)).lines).toContainEqual(expect.objectContaining({ kind: 'STATUS', after: 'IMPLEMENTED' }))
  objectOf(await close(review.id))
  expect(await one('measure', measure.id)).toMatchObject({ status: 'IMPLEMENTED', implemented_on: dayFromNow(-4) })
})

test('the fork dialog says since when the measure is implemented and who manages it, and its review is closed with it or not at all', async () => {
  const { pilot, local, contributor } = world
  const measure = await world.measure()
  const { id } = await world.action({ type: 'BUILD', measure: measure.id })
  await finish(id)
  const [review] = await of(id)
  const implement = (body: object = {}, by: Person = pilot) => by.post(`/review/${review.id}/implement`, body)
  const waits = async () => {
    expect([(await one('review', review.id)).status, (await one('measure', measure.id)).status]).toEqual(['OPEN', 'NOT_IMPLEMENTED'])
  }
  expect((await implement({ implemented_on: dayFromNow(1) })).body.errors).toEqual({ implemented_on: [expect.any(String)] })
  expect((await implement({ manager: 999_999 })).status).toBe(400)
  expect((await implement({ version: review.version + 1 })).body.code).toBe('STALE')
  expect((await implement({}, contributor)).status).toBe(404)
  expect((await implement({}, world.auditor)).status).toBe(403)
  await waits()
  const closed = objectOf(await implement({ implemented_on: dayFromNow(-2), manager: local.memberId, comment: 'Looked at', version: review.version }))
  expect(closed).toMatchObject({ status: 'CLOSED', without_effect: false, comment: 'Looked at', manager: { id: pilot.memberId } })
  expect(await one('measure', measure.id)).toMatchObject({ status: 'IMPLEMENTED', implemented_on: dayFromNow(-2), manager: { id: local.memberId } })
  expect((await implement()).status).toBe(409)
  const { action } = await improved()
  await finish(action.id)
  const [other] = await of(action.id)
  expect((await pilot.post(`/review/${other.id}/implement`)).status).toBe(409)
})

test('whoever may not write the target does not close its review with effect, nor reopen what lowers a measure', async () => {
  const { contributor, local, pilot } = world
  const { measure, action } = await improved()
  objectOf(await pilot.put(`/remediation/${action.id}`, { manager: contributor.memberId }))
  await finish(action.id, contributor)
  const [review] = await of(action.id, contributor)
  expect((await effect(review.id, contributor)).refusal).toContain('You cannot change the target of this review')
  expect((await close(review.id, {}, contributor)).status).toBe(403)
  expect((await one('measure', measure.id)).efficiency).toBe(75)
  expect((await effect(review.id, local)).refusal).toBeNull()
  objectOf(await close(review.id, {}, local))
  expect((await contributor.put(`/review/${review.id}`, { status: 'OPEN' })).status).toBe(403)
  const mine = await incident({ manager: contributor.memberId })
  const own = await world.action({ ...about('incident', mine.id), manager: contributor.memberId })
  await finish(own.id, contributor)
  expect(await closeReviews(contributor, own.id)).toHaveLength(1)
  expect((await one('incident', mine.id)).status).toBe('CLOSED')
})

test('reviews are seen by pilots of their place and by those whose action ended, never by auditors', async () => {
  const { id } = await incident({ perimeter: world.nantes })
  const action = await world.action({ ...about('incident', id), perimeter: world.nantes })
  await finish(action.id)
  const [review] = await of(action.id)
  for (const who of [world.local, world.contributor]) {
    expect((await who.get(`/review/${review.id}`)).status).toBe(404)
    expect((await who.get(`/review/${review.id}/effect`)).status).toBe(404)
    expect((await close(review.id, {}, who)).status).toBe(404)
  }
  expect((await world.auditor.get(`/review/${review.id}`)).status).toBe(403)
  expect((await world.auditor.get('/review/count')).status).toBe(403)
  const counted = async (who: Person) => (await who.get('/review/count')).body.count as number
  const [all, some] = [await counted(world.pilot), await counted(world.local)]
  expect(all).toBeGreaterThan(some)
  objectOf(await close(review.id))
  expect([await counted(world.pilot), await counted(world.local)]).toEqual([all - 1, some])
})

test('nobody ties an action to an object of which they have no say', async () => {
  const { id } = await incident({ perimeter: world.nantes })
  const sent = await world.local.post('/remediation', { name_en: 'x', program: world.plan, perimeter: world.lyon, ...about('incident', id) })
  expect(sent.status).not.toBe(200)
  expect((await one('incident', id)).actions).toEqual([])
})

test('twenty who close one review at once end its target once', async () => {
  const { id } = await incident()
  const action = await world.action(about('incident', id))
  await finish(action.id)
  const [review] = await of(action.id)
  const answers = await Promise.all(Array.from({ length: 20 }, () => close(review.id, { version: review.version })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  const ends = ((await world.pilot.get(`/incident/${id}/history`)).body.objects as Row[]).filter((entry) => entry.action === 'review')
  expect(ends).toHaveLength(1)
})

/** The review of an action that was linked to something, which does not keep it as what an action was made for would be. */
async function waiting(entity: string, id: number): Promise<{ action: Row; review: Row }> {
  const action = await world.action({ perimeter: world.nantes })
  objectOf(await world.pilot.put(`/${entity}/${id}`, { actions: [action.id] }))
  await finish(action.id)
  return { action, review: (await of(action.id))[0] }
}

test('what a review is about may be deleted: its reviews are closed with a note, and none of them is opened again; so may the action', async () => {
  for (const [entity, made] of [
    ['incident', await incident()],
    ['gap', await gap()],
    ['exemption', await exemption()],
  ] as const) {
    const { action, review } = await waiting(entity, made.id)
    // An exemption that was granted is ended, not deleted.
    if (entity === 'exemption') {
      expect((await world.pilot.delete(`/exemption/${made.id}`)).body.ok).toBe(false)
      expect(await one('review', review.id)).toMatchObject({ status: 'OPEN', target: { id: made.id } })
      continue
    }
    expect((await world.pilot.delete(`/${entity}/${made.id}`)).body.ok, entity).toBe(true)
    expect(await one('review', review.id)).toMatchObject({
      status: 'CLOSED',
      target: null,
      without_effect: true,
      comment: 'The object of this review has been deleted',
      manager: null,
    })
    const again = await world.pilot.put(`/review/${review.id}`, { status: 'OPEN' })
    expect([again.status, again.body.message]).toEqual([409, 'The object of this review was deleted, so it cannot be opened again'])
    expect((await world.pilot.delete(`/remediation/${action.id}`)).body.ok).toBe(true)
    expect(await one('review', review.id)).toMatchObject({ status: 'CLOSED', remediation: null })
  }
})

test('somebody who may not delete an incident leaves its review open', async () => {
  const { id } = await incident({ perimeter: world.nantes })
  const { review } = await waiting('incident', id)
  expect((await world.local.delete(`/incident/${id}`)).status).toBe(404)
  expect((await world.pilot.post('/incident/bulk_delete', { ids: [id, 999_999] })).body.ok).toBe(false)
  expect(await one('review', review.id)).toMatchObject({ status: 'OPEN', target: { id } })
  expect((await world.pilot.post('/incident/bulk_delete', { ids: [id] })).body.ok).toBe(true)
  expect(await one('review', review.id)).toMatchObject({ status: 'CLOSED', target: null })
})

test('those who close the review of an incident and who deletes it wait for each other in one order', async () => {
  const rounds = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const { id } = await incident()
      return { id, review: (await waiting('incident', id)).review.id }
    }),
  )
  const answers = await Promise.all(rounds.flatMap(({ id, review }) => [close(review), world.pilot.delete(`/incident/${id}`), close(review)]))
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  for (const { review } of rounds) expect(await one('review', review)).toMatchObject({ status: 'CLOSED', target: null })
})

test('a measure says the review that gives its points back, once or again; the figure follows and is not taken from who sends it', async () => {
  const { measure, action } = await improved()
  await finish(action.id)
  const [review] = await of(action.id)
  const upgrade = (body: object, by: Person = world.pilot) => by.put(`/measure/${measure.id}`, { id: measure.id, ...body })
  expect((await upgrade({ efficiency: 101, review: review.id })).status).toBe(400)
  expect((await upgrade({ efficiency: 100 })).body.errors).toEqual({
    efficiency: ['The efficiency follows from the improvement actions: name the review that is closed'],
  })
  expect((await upgrade({ efficiency: 100, review: review.id }, world.auditor)).status).toBe(403)
  const other = await world.measure()
  expect((await world.pilot.put(`/measure/${other.id}`, { efficiency: 100, review: review.id })).status).toBe(400)
  expect(objectOf(await upgrade({ efficiency: 90, review: review.id }))).toMatchObject({ efficiency: 100 })
  expect(await one('review', review.id)).toMatchObject({ status: 'CLOSED', without_effect: false, manager: { id: world.pilot.memberId } })
  expect(objectOf(await upgrade({ efficiency: 100, review: review.id }))).toMatchObject({ efficiency: 100 })
  expect((await close(review.id)).status).toBe(200)
  const later = await world.action({ type: 'UPGRADE', measure: measure.id, impact: 50 })
  await finish(later.id)
  const [left] = await of(later.id)
  objectOf(await close(left.id, { without_effect: true, comment: 'Not tested' }))
  expect((await upgrade({ efficiency: 100, review: left.id })).body).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('without effect') })
  expect((await one('measure', measure.id)).efficiency).toBe(50)
})
