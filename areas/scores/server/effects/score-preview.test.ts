/** What is promised is what happens: every kind of change is foreseen, then made, and the figures compared. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { goldenCustomer, type GoldenCustomer } from '#tools/test/golden-customer.ts'
import type { Change, ScorePreview } from '#areas/policies/contract/score-preview.ts'

let app: TestApp
let golden: GoldenCustomer
let pilot: Person
beforeAll(async () => {
  app = await testApp()
  golden = await goldenCustomer(app)
  pilot = golden.pilot
})
afterAll(() => app.close())

const preview = async (...changes: Change[]): Promise<ScorePreview> => {
  const { body } = await pilot.post('/score/preview', { changes })
  expect(body).toMatchObject({ ok: true })
  return body.object
}
const made = async (answer: Promise<{ body: { ok: boolean; object?: { id: number; version: number } } }>) => {
  const { body } = await answer
  expect(body).toMatchObject({ ok: true })
  return body.object as { id: number; version: number }
}
const figures = async () => {
  const { body } = await pilot.get('/score/perimeters')
  const rows = body.objects as { id: number; own: { performance: number | null }; consolidated: { performance: number | null } }[]
  return new Map(rows.map(({ id, own, consolidated }) => [id, [own.performance, consolidated.performance].map(rounded)]))
}
const rounded = (value: number | null) => (value === null ? null : Math.round(value * 1e6) / 1e6)

/** Foresees, does, compares; the preview itself moves nothing. */
async function keepsItsWord(changes: Change[], act: () => Promise<unknown>): Promise<ScorePreview> {
  const before = await figures()
  const promised = await preview(...changes)
  expect(await figures()).toEqual(before)
  await act()
  const after = await figures()
  expect(promised.perimeters.length).toBeGreaterThan(0)
  for (const { id, own, consolidated } of promised.perimeters) {
    expect([own.before, consolidated.before].map(rounded)).toEqual(before.get(id))
    expect([own.after, consolidated.after].map(rounded)).toEqual(after.get(id))
  }
  const listed = new Set(promised.perimeters.map(({ id }) => id))
  for (const [id, now] of after)
    if (!listed.has(id)) expect(now.map((value) => Math.round(value ?? -1))).toEqual(before.get(id)?.map((value) => Math.round(value ?? -1)))
  return promised
}

describe('what is foreseen is what happens', () => {
  test('a policy that is in use nowhere yet is applied, and changed, and withdrawn', async () => {
    const { A, B } = golden.perimeter
    const policy = await made(pilot.post('/policy', { name_en: 'New', name_fr: 'Neuve' }))
    const versions = await pilot.post('/policy_version/page', { queryParams: { filters: [{ name: 'policy', selected_options: [policy.id] }] } })
    const draft = versions.body.objects[0] as { id: number }
    const [answered, linked, bare] = await Promise.all(
      ['One', 'Two', 'Three'].map((name) => made(pilot.post('/control', { policy_version: draft.id, name_en: name, name_fr: name, weight: 2 }))),
    )
    const link = async (of: typeof answered, solution: number) =>
      expect((await pilot.put(`/control/${of?.id}/solutions`, { solutions: [{ solution }] })).body).toMatchObject({ ok: true })
    await link(answered, golden.solution.S1)
    const category = (await made(pilot.post('/category', { name_en: 'Protection' }))).id
    await link(linked, (await made(pilot.post('/solution', { name_en: 'Nobody does it', category }))).id)
    expect(bare).toBeDefined()
    // Nothing that is not published is applied.
    expect((await pilot.post('/score/preview', { changes: [{ kind: 'APPLY', policy: policy.id, perimeter: B }] })).status).toBe(404)
    expect((await pilot.post(`/policy_version/${draft.id}/publish`, {})).body).toMatchObject({ ok: true })
    const promised = await keepsItsWord([{ kind: 'APPLY', policy: policy.id, perimeter: B, weight: 300 }], () =>
      made(pilot.post(`/policy/${policy.id}/apply`, { perimeters: [B], weight: 300 })),
    )
    expect(promised.perimeters.map(({ id, chosen, through }) => [id, chosen, through])).toEqual([
      [A, false, 'Site B'],
      [B, true, null],
    ])
    expect(promised.requirements).toMatchObject({ total: 3, answered: 1, unmapped: 1, linked: 1, measures: 1 })
    // Where it applies already, what is not said stays.
    const [application] = (await pilot.post('/policy_application/page', { queryParams: { filters: [{ name: 'policy', selected_options: [policy.id] }] } })).body
      .objects as { id: number; version: number }[]
    await keepsItsWord([{ kind: 'APPLY', policy: policy.id, perimeter: B, weight: 50 }], () =>
      made(pilot.put(`/policy_application/${application?.id}`, { weight: 50, version: application?.version })),
    )
    await keepsItsWord([{ kind: 'WITHDRAW', policy: policy.id, perimeter: B }], () => pilot.delete(`/policy_application/${application?.id}`))
  })

  test('a requirement is left out, and brought back', async () => {
    const { A } = golden.perimeter
    const { R4 } = golden.lineage
    let id = 0
    await keepsItsWord([{ kind: 'NOT_APPLICABLE', perimeter: A, lineages: [R4] }], async () => {
      id = (await made(pilot.post('/control_not_applicable', { perimeter: A, lineage_id: R4, justification: 'None here' }))).id
    })
    await keepsItsWord([{ kind: 'APPLICABLE', perimeter: A, lineages: [R4] }], () => pilot.delete(`/control_not_applicable/${id}`))
  })

  test('a measure is put back, implemented and discarded', async () => {
    const { A } = golden.perimeter
    const { S2 } = golden.solution
    const { M2 } = golden.measure
    await keepsItsWord([{ kind: 'MEASURE', perimeter: A, solution: S2, to: 'TO_IMPLEMENT' }], () => made(pilot.post(`/measure/${M2}/reset`, {})))
    await keepsItsWord([{ kind: 'MEASURE', perimeter: A, solution: S2, to: 'DISCARDED' }], () =>
      made(pilot.post(`/measure/${M2}/discard`, { justification: 'Not ours' })),
    )
    await keepsItsWord([{ kind: 'MEASURE', perimeter: A, solution: S2, to: 'IMPLEMENTED' }], () => made(pilot.post(`/measure/${M2}/implement`, {})))
  })

  test('an offered benefit is accepted', async () => {
    const { B } = golden.perimeter
    const { M2 } = golden.measure
    await made(pilot.put(`/measure/${M2}/beneficiaries`, { perimeters: [B], serves_self: true }))
    await keepsItsWord([{ kind: 'BENEFIT', perimeter: B, measure: M2 }], () => pilot.post(`/measure/${M2}/benefit`, { perimeter: B, accepted: true }))
  })
})

test('a change of no known kind, or with something else in it, is refused by the name of what is wrong', async () => {
  const { body } = await pilot.post('/score/preview', {
    changes: [{ kind: 'OTHER' }, { kind: 'BENEFIT', perimeter: golden.perimeter.A, measure: 1, other: 1 }],
  })
  expect(Object.keys(body.errors)).toEqual(['changes.0.kind', 'changes.1.other'])
})

test('nobody foresees what they may not do, nor sees where they do not reach', async () => {
  const { A, B } = golden.perimeter
  const local = await app.member(golden.id, 'local_pilote', { perimeterIds: [B] })
  const auditor = await app.member(golden.id, 'global_auditor')
  const apply = { kind: 'APPLY', policy: golden.policy, perimeter: B }
  const leave = (perimeter: number) => ({ kind: 'NOT_APPLICABLE', perimeter, lineages: [golden.lineage.R1] })
  const asked = async (person: Person, change: object) => (await person.post('/score/preview', { changes: [change] })).status
  expect([await asked(local, apply), await asked(local, leave(A)), await asked(auditor, leave(A)), await asked(auditor, apply)]).toEqual([403, 404, 403, 403])
  expect((await local.post('/score/preview', { changes: [], all: true })).body.object).toMatchObject({ perimeters: [{ id: B, chosen: false }], hidden: 0 })
  const { body } = await local.post('/score/preview', { changes: [leave(B)] })
  expect(body.object.perimeters.map(({ id }: { id: number }) => id)).toEqual([B])
  expect(body.object.hidden).toBe(1)
})

test('a perimeter placed below another one is foreseen as it is felt above both, and never below itself or out of reach', async () => {
  const { A, B } = golden.perimeter
  const hub = (await made(pilot.post('/perimeter', { name_en: 'Hub', parent: A, weight: 7 }))).id
  const move = (parent: number) => () => made(pilot.put(`/perimeter/${B}`, { parent }))
  const there = await keepsItsWord([{ kind: 'MOVE', perimeter: B, parent: hub }], move(hub))
  expect(there.perimeters.find(({ id }) => id === B)).toMatchObject({ chosen: true })
  expect(there.perimeters.find(({ id }) => id === hub)).toMatchObject({ through: expect.any(String), consolidated: { before: null } })
  expect(there.perimeters.find(({ id }) => id === A)?.consolidated).not.toMatchObject({ before: null })
  await keepsItsWord([{ kind: 'MOVE', perimeter: B, parent: A }], move(A))
  const ask = async (person: Person, ...changes: Change[]) => (await person.post('/score/preview', { changes })).status
  expect(await ask(pilot, { kind: 'MOVE', perimeter: A, parent: B })).toBe(400)
  expect(await ask(pilot, { kind: 'MOVE', perimeter: B, parent: B })).toBe(400)
  expect(await ask(pilot, { kind: 'MOVE', perimeter: B, parent: hub }, { kind: 'MOVE', perimeter: hub, parent: B })).toBe(400)
  expect(await ask(pilot, { kind: 'MOVE', perimeter: B, parent: 999_999 })).toBe(404)
  expect(await ask(await app.member(golden.id, 'local_pilote', { perimeterIds: [B] }), { kind: 'MOVE', perimeter: B, parent: hub })).toBe(404)
  expect(await ask(await app.member(golden.id, 'global_auditor'), { kind: 'MOVE', perimeter: B, parent: hub })).toBe(403)
})
