/** What a measure answers and what each choice about it brings: told before it is done, then done, compared, and taken back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'
import { goldenCustomer, type GoldenCustomer } from '#tools/test/golden-customer.ts'
import type { Effects } from '#areas/measures/contract/effects.ts'
import type { ModelOfMeasures } from '#areas/measures/contract/by-model.ts'

let app: TestApp
let golden: GoldenCustomer
let pilot: Person
let auditor: Person
/** Reaches Site B only. */
let local: Person
/** To be handled: of S4 in A, which B's M4 is offered to, and of S3 in B. */
let here: number
let there: number
beforeAll(async () => {
  app = await testApp()
  golden = await goldenCustomer(app)
  pilot = golden.pilot
  const { A, B } = golden.perimeter
  auditor = await app.member(golden.id, 'global_auditor')
  local = await app.member(golden.id, 'local_pilote', { perimeterIds: [B] })
  const measure = async (solution: number, perimeter: number) =>
    (await done(pilot.post('/measure', { name_en: 'To decide', solution, perimeter, yearly_cost: 12, yearly_internal_charge: 18 }))).id
  here = await measure(golden.solution.S4, A)
  there = await measure(golden.solution.S3, B)
  await done(local.put(`/measure/${golden.measure.M4}/beneficiaries`, { perimeters: [A] }))
})
afterAll(() => app.close())

interface Row {
  readonly id: number
  readonly version: number
  readonly [field: string]: unknown
}
async function done(answer: ReturnType<Person['post']>): Promise<Row> {
  const { body } = await answer
  expect(body).toMatchObject({ ok: true })
  return body.object
}
const effects = async (id: number, by = pilot): Promise<Effects> => (await by.get(`/measure/${id}/effects`)).body.object
const row = async (id: number): Promise<Row> => (await pilot.get(`/measure/${id}`)).body.object
const scoreOf = async (perimeter: number) => (await pilot.get(`/score?perimeter=${perimeter}`)).body.object.score.performance as number
const near = (value: number | null | undefined) => (value == null ? value : Math.round(value * 1e6) / 1e6)
/** Decisions without what a dry run has no part in. */
const decided = ({ status, decision, justification, implemented_on, manager }: Row) => ({ status, decision, justification, implemented_on, manager })

describe('what each choice is said to bring', () => {
  /** By choice: how it is done, and how it is taken back. */
  const ways = {
    ACCEPT: [
      () => pilot.post(`/measure/${golden.measure.M4}/benefit`, { perimeter: golden.perimeter.A, accepted: true }),
      () => pilot.post(`/measure/${golden.measure.M4}/benefit`, { perimeter: golden.perimeter.A, accepted: null }),
    ],
    IMPLEMENT: [(id: number) => pilot.post(`/measure/${id}/implement`, {}), (id: number, version: number) => pilot.post(`/measure/${id}/undo`, { version })],
    DISCARD: [
      (id: number) => pilot.post(`/measure/${id}/discard`, { justification: 'Not ours' }),
      (id: number, version: number) => pilot.post(`/measure/${id}/undo`, { version }),
    ],
  } as const

  test.each(['here', 'there'] as const)(
    'is what happens %s, in the perimeter, the group, each policy and each requirement, and is taken back',
    async (where) => {
      const id = where === 'here' ? here : there
      const { A, B } = golden.perimeter
      const [place, group] = where === 'here' ? [A, null] : [B, A]
      const before = await effects(id)
      expect(before.group?.id ?? null).toBe(group)
      expect(near(before.now.perimeter)).toBe(near(await scoreOf(place)))
      expect(before.choices.map(({ choice }) => choice)).toEqual(where === 'here' ? ['ACCEPT', 'IMPLEMENT', 'DISCARD'] : ['IMPLEMENT', 'DISCARD'])
      const decisions = decided(await row(id))
      for (const [at, promised] of before.choices.entries()) {
        const [act, back] = ways[promised.choice]
        expect((await act(id)).status).toBe(200)
        const now = await effects(id)
        expect([promised.choice, near(promised.perimeter), near(promised.group)]).toEqual([
          promised.choice,
          near(await scoreOf(place)),
          group === null ? null : near(await scoreOf(group)),
        ])
        expect(before.requirements.map(({ after, lines }) => [near(after[at]), lines.map((line) => near(line.after[at]))])).toEqual(
          now.requirements.map((policy) => [near(policy.now), policy.lines.map((line) => near(line.now))]),
        )
        expect((await back(id, (await row(id)).version)).status).toBe(200)
        expect(await effects(id)).toEqual(before)
        expect(decided(await row(id))).toEqual(decisions)
      }
      expect(before.choices.map(({ choice, yearly_cost, yearly_internal_charge }) => [choice, yearly_cost, yearly_internal_charge])).toContainEqual([
        'IMPLEMENT',
        12,
        18,
      ])
    },
  )

  test('counts with what was said of the measure before it is done', async () => {
    const { version } = await row(there)
    await done(pilot.put(`/measure/${there}`, { version, base_efficiency: 50, efficiency_reason: 'Only half of it' }))
    const half = (await effects(there)).requirements[0]?.lines[0]?.after[0]
    await done(pilot.put(`/measure/${there}`, { version: version + 1, base_efficiency: 100, efficiency_reason: 'All of it' }))
    expect([half, (await effects(there)).requirements[0]?.lines[0]?.after[0]]).toEqual([50, 100])
  })

  test('tells who has it in place, who leads it there and since when, and whether it is offered or serves', async () => {
    const { B } = golden.perimeter
    const { makers, requirements } = await effects(here)
    expect(makers).toMatchObject([
      { measure: { id: golden.measure.M4 }, own: false, accepted: false, perimeter: { id: B, name: 'Site B' }, efficiency: 100, checks: null },
    ])
    expect(requirements).toMatchObject([{ policy: { id: golden.policy }, lines: [{ identifier: 'R4', share: 40, counts: true }] }])
    expect(await row(here)).toMatchObject({
      situation: 'TO_HANDLE',
      implemented_by: null,
      operator: { id: B, measure: golden.measure.M4, accepted: false, manager: null },
    })
    // M3 is rated by a task and an indicator.
    expect((await effects(golden.measure.M3)).makers[0]).toMatchObject({ own: true, accepted: true, checks: 70 })
  })

  test('adds up to the gains of its models', async () => {
    const { choices, now } = await effects(there)
    const implemented = choices.find(({ choice }) => choice === 'IMPLEMENT')
    const { objects } = (await pilot.get(`/measure/gains?solutions=${golden.solution.S3}`)).body as { objects: { perimeter: number; gain: number }[] }
    const gain = objects.find(({ perimeter }) => perimeter === golden.perimeter.B)?.gain
    expect(near(gain)).toBe(near((implemented?.group ?? 0) - (now.group ?? 0)))
    expect(gain).toBeGreaterThan(0)
    const own = (await local.get(`/measure/gains?solutions=${golden.solution.S3},${golden.solution.S1}`)).body.objects as { perimeter: number }[]
    expect(own.map(({ perimeter }) => perimeter)).toEqual([golden.perimeter.B])
  })

  test('orders what a policy still waits for: the rows that the list counts, by the points that they bring', async () => {
    const ask = async (path: string, filters: Readonly<Record<string, unknown[]>>, by = pilot, per_page = 100, page = 1) =>
      (
        await by.post(`/measure/${path}`, {
          queryParams: { filters: Object.entries(filters).map(([name, selected_options]) => ({ name, selected_options })), per_page, page },
          page,
        })
      ).body as { objects: { id: number; gain: number | null; perimeter: { id: number }; solution: { id: number } }[]; total: number }
    const waiting = { situation: ['TO_HANDLE'], policies: [golden.policy] }
    for (const by of [pilot, auditor, local]) {
      const [listed, ranked] = [await ask('page', waiting, by), await ask('by_gain/page', waiting, by)]
      expect(ranked.total).toBe(listed.total)
      const ids = ({ objects }: typeof ranked) => objects.map(({ id }) => id).toSorted((a, b) => a - b)
      expect(ids(ranked)).toEqual(ids(listed))
    }
    const { objects } = await ask('page', waiting)
    expect(objects.length).toBeGreaterThan(1)
    const gains = (await pilot.get(`/measure/gains?solutions=${objects.map(({ solution }) => solution.id).join()}`)).body.objects as {
      solution: number
      perimeter: number
      gain: number
    }[]
    const { objects: ranked } = await ask('by_gain/page', waiting)
    for (const { id, gain } of ranked) {
      const row = objects.find((one) => one.id === id)
      expect(gain).toBe(gains.find(({ solution, perimeter }) => solution === row?.solution.id && perimeter === row?.perimeter.id)?.gain ?? null)
    }
    const points = ranked.map(({ gain }) => gain ?? -1)
    expect(points).toEqual(points.toSorted((a, b) => b - a))
    expect(points[0]).toBeGreaterThan(0)
    // A page is a part of the same order.
    expect((await ask('by_gain/page', waiting, pilot, 1, 2)).objects).toEqual(ranked.slice(1, 2))
    // Whether all of a page brings something, or some, or nothing: pages are the whole, those that bring nothing by name.
    for (const by of [pilot, local]) {
      const whole = await ask('by_gain/page', {}, by)
      const byName = (await ask('page', {}, by)).objects.map(({ id }) => id)
      expect(whole.objects.some(({ gain }) => gain === null)).toBe(true)
      expect(whole.objects.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(byName.toSorted((a, b) => a - b))
      for (const size of [1, 2, 3]) {
        const pages = []
        for (let page = 1; page <= Math.ceil(whole.total / size) + 1; page += 1) pages.push(await ask('by_gain/page', {}, by, size, page))
        expect(pages.flatMap(({ objects: part }) => part)).toEqual(whole.objects)
        expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([whole.total]))
      }
    }
    // Another policy waits for nothing, and what no list knows is refused.
    expect((await ask('by_gain/page', { ...waiting, policies: [golden.policy + 1000] })).total).toBe(0)
    expect(
      (await pilot.post('/measure/by_gain/page', { queryParams: { filters: [{ name: 'nothing', selected_options: [1] }] }, page: 1 })).body.errors,
    ).toEqual({
      'filters.nothing': [expect.any(String)],
    })
  })
})

describe('who is told what', () => {
  test('an auditor reads the same without any choice, and decides nothing', async () => {
    const { choices, requirements } = await effects(here, auditor)
    expect([choices, requirements.length]).toEqual([[], 1])
    expect((await auditor.post(`/measure/${here}/undo`, { version: 1 })).status).toBe(403)
  })

  test('a perimeter that is out of reach is not spoken of: only who serves the own one', async () => {
    expect((await local.get(`/measure/${here}/effects`)).status).toBe(404)
    const { makers, now, choices, requirements, group } = await effects(golden.measure.M1, local)
    expect([now, choices, requirements, group]).toEqual([{ perimeter: null, group: null }, [], [], null])
    expect(makers).toMatchObject([{ own: true, measure: { id: golden.measure.M1 } }])
    expect((await effects(there, local)).choices.map(({ choice }) => choice)).toEqual(['IMPLEMENT', 'DISCARD'])
  })
})

describe('a decision is taken back', () => {
  test('only as long as nothing was done since, and only where it can be', async () => {
    const undo = async (version: number, by = pilot) => (await by.post(`/measure/${there}/undo`, { version })).status
    const start = await row(there)
    const implemented = await done(local.post(`/measure/${there}/implement`, { version: start.version }))
    expect((await local.post(`/measure/${there}/implement`, { version: start.version })).status).toBe(409)
    await done(pilot.put(`/measure/${there}`, { version: implemented.version, yearly_cost: 13 }))
    expect(await undo(implemented.version)).toBe(409)
    expect(await undo(implemented.version + 1)).toBe(409)
    // What a reset has ended does not come back.
    const reset = await done(pilot.post(`/measure/${there}/reset`, {}))
    expect(await undo(reset.version)).toBe(409)
    const discarded = await done(local.post(`/measure/${there}/discard`, { justification: 'No', version: reset.version }))
    await done(pilot.put(`/measure/${there}/beneficiaries`, { perimeters: [golden.perimeter.A] }))
    expect(await undo(discarded.version)).toBe(409)
    await done(pilot.put(`/measure/${there}/beneficiaries`, { perimeters: [] }))
    await done(pilot.post(`/measure/${there}/reset`, {}))
  })

  test('by whoever may decide there, and told in the history', async () => {
    const implemented = await done(pilot.post(`/measure/${there}/implement`, { implemented_on: '2026-01-05' }))
    const discarded = await pilot.post(`/measure/${there}/discard`, { justification: 'No' })
    expect(discarded.status).toBe(409)
    expect(await done(local.post(`/measure/${there}/undo`, { version: implemented.version }))).toMatchObject({ status: 'TO_IMPLEMENT', implemented_on: null })
    const { objects } = (await pilot.get(`/measure/${there}/history`)).body as { objects: { action: string }[] }
    expect(objects[0]).toMatchObject({ action: 'undo' })
  })
})

describe('measures by their models', () => {
  const byModel = async (queryParams: object = {}, by = pilot) =>
    (await by.post('/measure/by_model/page', { queryParams })).body as { objects: ModelOfMeasures[]; total: number; measures: number }

  test('every count is that of the rows that it opens, filtered and searched alike', async () => {
    for (const query of [{}, { filters: [{ name: 'situation', selected_options: ['TO_HANDLE'] }] }, { global_search: 'decide' }]) {
      const { objects, total, measures } = await byModel(query)
      expect(objects).toHaveLength(total)
      expect(objects.reduce((sum, model) => sum + model.measures, 0)).toBe(measures)
      for (const model of objects) {
        const filters = [...((query as { filters?: object[] }).filters ?? []), { name: 'solution', selected_options: [model.id] }]
        const rows = (await pilot.post('/measure/page', { queryParams: { ...query, filters } })).body as { objects: Row[]; total: number }
        expect(rows.total).toBe(model.measures)
        const count = (situation: string) => rows.objects.filter((one) => one.situation === situation).length
        expect(model.situations).toEqual(Object.fromEntries(Object.keys(model.situations).map((name) => [name, count(name)])))
        expect(model.open).toHaveLength(count('TO_HANDLE') + count('PLANNED'))
      }
    }
  })

  test('are sorted as asked, by pages, and told as far as the reader reaches', async () => {
    const { objects } = await byModel({ sort: [{ name: 'identifier', order: 'desc' }] })
    expect(objects.map(({ identifier }) => identifier)).toEqual(['S4', 'S3', 'S2', 'S1'])
    const second = await byModel({ sort: [{ name: 'identifier', order: 'desc' }], per_page: 2, page: 2 })
    expect([second.objects.map(({ identifier }) => identifier), second.total]).toEqual([['S2', 'S1'], 4])
    expect((await byModel({ per_page: 2, page: 9 })).total).toBe(4)
    const own = await byModel({}, local)
    expect(own.objects.find(({ identifier }) => identifier === 'S2')).toMatchObject({ measures: 1, requirements: 2 })
    expect((await pilot.post('/measure/by_model/page', { queryParams: { filters: [{ name: 'wrong', selected_options: [1] }] } })).status).toBe(400)
  })
})

describe('a requirement and a model tell each other', () => {
  test('the measures of a requirement, with their state, as far as the reader reaches', async () => {
    const { A, B } = golden.perimeter
    const { objects } = (await pilot.post('/control/page', {})).body as { objects: { id: number; identifier: string }[] }
    const path = `/control/${objects.find(({ identifier }) => identifier === 'R4')?.id}/measures`
    const seen = async (by: Person, query = '') =>
      ((await by.get(`${path}${query}`)).body.objects as { perimeter: { id: number }; situation: string; solution: { share: number } }[]).map((one) => [
        one.perimeter.id,
        one.situation,
        one.solution.share,
      ])
    expect(await seen(pilot)).toEqual(
      expect.arrayContaining([
        [A, 'IMPLEMENTED', 60],
        [A, 'TO_HANDLE', 40],
        [B, 'IMPLEMENTED', 60],
        [B, 'IMPLEMENTED', 40],
      ]),
    )
    expect(new Set((await seen(pilot, `?perimeter=${B}`)).map(([perimeter]) => perimeter))).toEqual(new Set([B]))
    // A measure that is offered to B by nobody stays with A.
    expect((await seen(local)).map(([perimeter]) => perimeter)).not.toContain(A)
  })

  test('the requirements of a model by policy, with their share', async () => {
    const { body } = await auditor.get(`/solution/${golden.solution.S2}/requirements`)
    expect(body.objects).toMatchObject([
      {
        policy: { id: golden.policy },
        lines: [
          { identifier: 'R2', share: 100 },
          { identifier: 'R4', share: 60 },
        ],
      },
    ])
    const outside = await app.member(golden.id, 'local_auditor', { perimeterIds: [] })
    expect((await outside.get(`/solution/${golden.solution.S2}/requirements`)).body.objects).toEqual([])
  })
})

test('the proof of an action that was finished within the year makes its measure proven, and moves no score', async () => {
  const { id: program } = await done(pilot.post('/program', { name_en: 'Proving' }))
  const read = async () => (await pilot.get('/score')).body.object.score as { performance: number; coverage: number; proven_share: number }
  const before = await read()
  const proofs = [{ name: 'Report', url: 'https://intranet.example/report' }]
  const { M2, M4 } = golden.measure
  const finish = (more: object) => done(pilot.post('/remediation', { name_en: 'Prove', program, type: 'SIMPLE', measure: M2, status: 'FINISHED', ...more }))
  const proven = await finish({ proofs })
  const after = await read()
  expect(after.proven_share).toBeGreaterThan(before.proven_share)
  expect([after.performance, after.coverage]).toEqual([before.performance, before.coverage])
  const also = await finish({ measure: M4, proofs })
  const both = await read()
  expect(both.proven_share).toBeGreaterThan(after.proven_share)
  await done(pilot.delete(`/remediation/${also.id}`))
  expect((await read()).proven_share).toBe(after.proven_share)
  // Not once the proof is taken away, nor where it is older than a year.
  await done(pilot.put(`/remediation/${proven.id}`, { proofs: [] }))
  expect(await read()).toEqual(before)
  const old = [{ name: 'Old report', url: 'https://intranet.example/old-report' }]
  await done(pilot.put(`/remediation/${proven.id}`, { proofs: old, done_date: dayFromNow(-370) }))
  expect(await read()).toEqual(before)
  // What it shows may be renewed; what ended proves no more.
  const { evidences } = (await pilot.get(`/remediation/${proven.id}`)).body.object as { evidences: { id: number }[] }
  const renew = (more: object) => done(pilot.put(`/evidence/${evidences[0]?.id}`, more))
  await renew({ effective_date: dayFromNow(-20) })
  expect((await read()).proven_share).toBe(after.proven_share)
  const { object: standing } = (await pilot.get(`/evidence/${evidences[0]?.id}/usage`)).body as { object: { points: number; alone: number } }
  expect([standing.alone, standing.points > 0]).toEqual([1, true])
  await renew({ valid_until: dayFromNow(0) })
  expect((await read()).proven_share).toBe(after.proven_share)
  await renew({ valid_until: dayFromNow(-1) })
  expect(await read()).toEqual(before)
})
