import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNow, makeWorld, objectOf, proof, type Row, type World } from '#tools/test/actions-world.ts'
import type { ActionMonth, Attention } from '#areas/dashboards/contract/calls.ts'
import type { Budget, Late } from '#areas/dashboards/contract/work.ts'
import type { Posture, PolicyTile } from '#areas/scores/contract/posture.ts'
import { cockpitLayout } from '#areas/reporting/contract/cockpit.ts'
import { layoutSchema } from '#areas/reporting/contract/layout.ts'
import type { Person } from '#app/test/worlds/test-app.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await world.action({ status: 'ONGOING', target_date: dayFromNow(-5), manager: world.pilot.memberId })
  await world.action({ status: 'ONGOING', target_date: dayFromNow(-3), cost: 12.5 })
  await world.action({ status: 'PLANNED', target_date: dayFromNow(-8), perimeter: world.nantes, manager: world.contributor.memberId })
  await world.action({ status: 'PLANNED', target_date: dayFromNow(5), manager: world.pilot.memberId })
  await world.action({ status: 'FINISHED', target_date: dayFromNow(-1), cost: 7, ...proof })
})
afterAll(() => world.app.close())

test('what ships is a layout as anybody could save it', () => {
  expect(layoutSchema.parse(cockpitLayout)).toEqual(cockpitLayout)
})

const told = async (person: Person) => {
  const { layout, blocks } = objectOf(await person.get('/dashboard/cockpit'))
  const shown = (layout.sections as Row[]).flatMap((section) => (section.blocks as Row[]).map(({ id }) => id as string))
  expect((blocks as Row[]).map(({ id }) => id)).toEqual(shown)
  return Object.fromEntries((blocks as Row[]).map(({ id, answer, error }) => [(id as string).replace('cockpit', ''), { ...answer, error }]))
}
const shownPeople = () => [world.pilot, world.auditor, world.local, world.contributor]

test('the cockpit that ships shows each reader the figures of their cockpit', async () => {
  for (const person of shownPeople()) {
    const cockpit = await told(person)
    expect(Object.entries(cockpit).filter(([, { error }]) => error !== null)).toEqual([])
    const late = (await person.get('/dashboard/late')).body.object as Late
    expect(late.total).toBe(person === world.local || person === world.contributor ? (person === world.local ? 2 : 1) : 3)
    expect([cockpit['late'].value, cockpit['worst'].total]).toEqual([late.total, late.total])
    expect(cockpit['worst'].rows.map(({ id }: Row) => id)).toEqual(late.first.map(({ id }) => id))
    const lines = (await person.get('/dashboard/attention')).body.objects as Attention[]
    const rows = [...cockpit['mine'].rows, ...cockpit['teams'].rows] as Row[]
    expect(Object.fromEntries(rows.map(({ key, values }) => [key, values[0]]))).toEqual(Object.fromEntries(lines.map(({ kind, count }) => [kind, count])))
    for (const row of rows) {
      const listed = await person.post(`/${row.opens.entity}/page`, { queryParams: { filters: row.opens.filters } })
      expect([row.key, listed.body.total]).toEqual([row.key, row.opens.total])
    }
    const { spent, committed, budget } = (await person.get('/dashboard/budget')).body.object as Budget
    expect(cockpit['budget'].rows.map(({ values }: Row) => values[0])).toEqual([spent.keuro, committed.keuro, ...(budget ? [budget.keuro] : [])])
    const months = (await person.get('/dashboard/actions')).body.objects as ActionMonth[]
    expect(cockpit['months'].points.map(({ values }: Row) => values)).toEqual(
      months.map(({ finished, ongoing, planned, late: behind }) => [finished, ongoing, planned, behind]),
    )
    if (person === world.contributor) continue
    const posture = (await person.get('/score/posture')).body.object as Posture
    expect([cockpit['score'].value, cockpit['score'].target]).toEqual([posture.performance, posture.target])
    const tiles = (await person.get('/score/posture/policies')).body.objects as PolicyTile[]
    expect(cockpit['policies'].rows.map(({ label, values }: Row) => [label, values[0]])).toEqual(
      tiles.map(({ policy, performance }) => [policy.name, performance]),
    )
    expect(cockpit['unlinked'].total).toBe((await person.get('/score/unlinked')).body.total)
  }
})

test('what is not a reader’s is not in it, and nobody changes or removes it', async () => {
  expect(Object.keys(await told(world.contributor)).toSorted()).not.toContain('score')
  expect(Object.keys(await told(world.auditor))).not.toContain('steps')
  expect(Object.keys(await told(world.pilot))).toContain('steps')
  for (const person of shownPeople()) {
    for (const answer of [await person.put('/dashboard/cockpit', { name_en: 'Mine' }), await person.delete('/dashboard/cockpit')])
      expect([400, 403, 404, 405]).toContain(answer.status)
  }
})

test('what waits for a reader in person is told to them alone, and kept in no version', async () => {
  const ask = (source: string) => ({ source })
  const blocks = [{ id: 'formine', type: 'TABLE', ask: ask('dashboards.mine') }]
  const other = await world.app.member(world.customer, 'global_pilote')
  const lines = async (person: Person) =>
    ((await person.post('/dashboard/blocks', { blocks, period: 'LAST_365_DAYS' })).body.objects as Row[])[0]?.answer.rows.map(({ key, values }: Row) => [
      key,
      values[0],
    ])
  expect(await lines(world.pilot)).toEqual([
    ['my_late', 1],
    ['my_soon', 1],
  ])
  expect(await lines(other)).toEqual([])
  const id = objectOf(await world.pilot.post('/dashboard', { name_en: 'Personal' })).id as number
  const { version } = objectOf(await world.pilot.get(`/dashboard/${id}/draft`))
  const saved = objectOf(await world.pilot.put(`/dashboard/${id}/draft`, { version, layout: { sections: [{ id: 'section1', blocks }] } }))
  await world.pilot.post(`/dashboard/${id}/publish`, { version: saved.version })
  await world.app.jobs()
  expect(objectOf(await world.pilot.get(`/dashboard/${id}/shown`)).frozen.blocks).toEqual([
    { id: 'formine', answer: null, error: 'Told to each reader in person, in place of the cockpit: not kept in a version' },
  ])
  // In place of the cockpit it tells whoever opens it.
  expect(objectOf(await world.pilot.get(`/dashboard/${id}/data`)).blocks[0].answer.rows).toHaveLength(2)
  expect(objectOf(await other.get(`/dashboard/${id}/data`)).blocks[0].answer.rows).toEqual([])
})

test('of many groups the largest are told by name and the rest as one, which opens exactly its rows', async () => {
  const { pilot, root } = world
  const places: number[] = []
  for (let n = 0; n < 12; n += 1) places.push(objectOf(await pilot.post('/perimeter', { name_en: `Site ${n}`, parent: root })).id as number)
  for (const [n, perimeter] of places.entries())
    for (let each = 0; each <= n % 3; each += 1)
      await world.action({ perimeter, status: each === 0 ? 'PLANNED' : 'ONGOING', target_date: dayFromNow(30 + n), cost: 2 + each })
  const asks = [
    { by: 'perimeter' },
    { by: 'perimeter', across: 'status' },
    { by: 'perimeter', how: 'SUM', of: 'cost' },
    { by: 'perimeter', how: 'MEAN', of: 'cost' },
  ]
  const blocks = asks.flatMap((ask, n) =>
    (['BAR', 'TABLE'] as const).map((type) => ({ id: `${type.toLowerCase()}000${n}`, type, ask: { source: 'rows.remediation', ...ask } })),
  )
  const { objects } = (await pilot.post('/dashboard/blocks', { blocks, period: 'LAST_365_DAYS' })).body as { objects: Row[] }
  const all = (await pilot.post('/remediation/page', { queryParams: { per_page: 200 } })).body.objects as Row[]
  for (const [n, { how = 'COUNT' }] of asks.entries()) {
    const [bars, table] = [objects[2 * n]?.answer, objects[2 * n + 1]?.answer]
    expect(table.rows.map(({ key }: Row) => key)).not.toContain('*')
    const others = bars.rows.at(-1)
    expect([bars.rows.length, others.key, others.label]).toEqual([9, '*', `${table.rows.length - 8} others`])
    const listed = await pilot.post('/remediation/page', { queryParams: { filters: others.opens.filters, per_page: 200 } })
    expect(listed.body.total).toBe(others.opens.total)
    const of = (listed.body.objects as Row[]).map(({ perimeter, cost }) => [perimeter.id, cost ?? null])
    const named = new Set(bars.rows.slice(0, 8).map(({ key }: Row) => Number(key)))
    // Exactly the rows that no named group has.
    expect(of.length).toBe(all.filter(({ perimeter }) => !named.has(perimeter.id)).length)
    const costs = of.flatMap(([, cost]) => (cost === null ? [] : [cost as number]))
    const sum = costs.reduce((one, other) => one + other, 0)
    const value = (others.values as (number | null)[]).reduce<number>((one, other) => one + (other ?? 0), 0)
    expect(value).toBeCloseTo(how === 'COUNT' ? of.length : how === 'SUM' ? sum : sum / costs.length, 6)
    // Nothing is counted twice, and nothing left out.
    if (how === 'COUNT') expect(bars.rows.flatMap(({ values }: Row) => values).reduce((one: number, other: number) => one + other, 0)).toBe(bars.total)
  }
})

test('of more groups than one list is asked for the rest opens nothing, and says so', async () => {
  const { pilot, root } = world
  for (let n = 0; n < 112; n += 1) {
    const perimeter = objectOf(await pilot.post('/perimeter', { name_en: `Shop ${n}`, parent: root })).id as number
    await world.action({ perimeter, status: 'PLANNED', target_date: dayFromNow(40) })
  }
  const blocks = [{ id: 'bars0001', type: 'BAR', ask: { source: 'rows.remediation', by: 'perimeter' } }]
  const { objects } = (await pilot.post('/dashboard/blocks', { blocks, period: 'LAST_365_DAYS' })).body as { objects: Row[] }
  const { rows, total } = objects[0].answer
  expect(rows.at(-1)).toMatchObject({ key: '*', opens: null, label: expect.stringMatching(/^\d+ others, too many for one list$/) })
  expect(rows.flatMap(({ values }: Row) => values).reduce((one: number, other: number) => one + other, 0)).toBe(total)
})
