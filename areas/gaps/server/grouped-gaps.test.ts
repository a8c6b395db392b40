import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#app/test/worlds/test-app.ts'
import { dayFromNow, makeWorld, objectOf, proof, type Row, type World } from '#tools/test/actions-world.ts'
import { watchStatements } from '#tools/test/watch-statements.ts'

let world: World
let registers: readonly number[]
beforeAll(async () => {
  world = await makeWorld()
  const { pilot, lyon, nantes } = world
  // Two of one name are two, and names say the order.
  registers = await Promise.all(
    ['Test', 'Audit', 'Test'].map(async (name_en) => objectOf(await pilot.post('/gap_register', { name_en, date: '2026-07-01' })).id),
  )
  const [test = 0, audit = 0, other = 0] = registers
  const gap = async (name_en: string, register: number, more: object = {}) =>
    objectOf(await pilot.post('/gap', { name_en, register, perimeter: lyon, ...more }))
  await gap('Late', test, { target_date: dayFromNow(-3), manager: pilot.memberId, severity: 50 })
  await gap('Severe', test, { severity: 100 })
  await gap('Mended', test, { status: 'CLOSE', resolution_status: 'RESOLVED' })
  await gap('Elsewhere', test, { perimeter: nantes, severity: 25 })
  await gap('Found', audit)
  await gap('Alike', other)
})
afterAll(() => world.app.close())

const open = [{ name: 'closed', selected_options: [false] }]
const page = async (by: Person, queryParams: object = {}) => {
  const { body, status } = await by.post('/gap/page', { queryParams: { group: 'register', ...queryParams } })
  expect({ status, message: body.message }).toEqual({ status: 200 })
  return body as { objects: Row[]; total: number; groups: { id: number; rows: number; open: number; late: number; closed: number; head: unknown }[] }
}
const heads = ({ groups }: Awaited<ReturnType<typeof page>>) =>
  groups.map(({ id, rows, open: still, late, closed }) => [registers.indexOf(id), rows, still, late, closed])

test('rows stand by their registers, and each register says how many are open, late and closed whatever state is asked for', async () => {
  const all = await page(world.pilot, { filters: open })
  expect(all.objects.map(({ name }) => name)).toEqual(['Found', 'Severe', 'Late', 'Elsewhere', 'Alike'])
  expect(heads(all)).toEqual([
    [1, 1, 1, 0, 0],
    [0, 3, 3, 1, 1],
    [2, 1, 1, 0, 0],
  ])
  expect(all.groups[0]?.head).toEqual({ identifier: expect.stringMatching(/^GR-/), date: '2026-07-01', assigned: { members: [], groups: [] } })
  // What a group has on other pages counts; groups that are not on the page are not asked for.
  expect(heads(await page(world.pilot, { filters: open, per_page: 2 }))).toEqual([
    [1, 1, 1, 0, 0],
    [0, 3, 3, 1, 1],
  ])
  expect(heads(await page(world.pilot, { filters: [{ name: 'late', selected_options: [true] }] }))).toEqual([[0, 1, 3, 1, 1]])
  expect(heads(await page(world.pilot, { global_search: 'severe' }))).toEqual([[0, 1, 1, 0, 0]])
})

test('a register counts what its reader finds in it, and is told to whoever may open it', async () => {
  const local = await world.app.member(world.customer, 'local_pilote', { perimeterIds: [world.nantes] })
  expect(heads(await page(local, { filters: open }))).toEqual([[0, 1, 1, 0, 0]])
  const auditor = await world.app.member(world.customer, 'global_auditor')
  expect(heads(await page(auditor, { filters: open }))[1]).toEqual([0, 3, 3, 1, 1])
  const contributor = await world.app.member(world.customer, 'contributor', { perimeterIds: [world.lyon] })
  objectOf(await world.pilot.post('/gap', { name_en: 'Given', register: registers[1], perimeter: world.lyon, manager: contributor.memberId }))
  const given = await page(contributor, { filters: open })
  expect(given.objects.map(({ name, register }) => [name, register.name])).toEqual([['Given', 'Audit']])
  expect(given.groups).toMatchObject([{ rows: 1, open: 1, head: null }])
})

test('groups take one statement, however many there are, and nothing is grouped by another field', async () => {
  const statements = async (queryParams: object) => (await watchStatements(() => page(world.pilot, queryParams))).texts.length
  const plain = (await watchStatements(() => world.pilot.post('/gap/page', { queryParams: {} }))).texts.length
  expect(await statements({ per_page: 1 })).toBe(plain + 1)
  expect(await statements({ per_page: 100 })).toBe(plain + 1)
  const refused = await world.pilot.post('/gap/page', { queryParams: { group: 'manager' } })
  expect({ status: refused.status, wrong: Object.keys(refused.body.errors) }).toEqual({ status: 400, wrong: ['group'] })
})

test('a gap waits for its reader by an open review or because it is theirs and late, and the badge counts the same rows', async () => {
  const { pilot, app, customer, lyon, nantes } = world
  const waits = async (by: Person) => {
    const { objects } = await page(by, { filters: [{ name: 'waits_for', selected_options: ['REVIEW', 'DECISION', 'LATE'] }] })
    expect(objectOf(await by.get('/contribution/count')).nb_gaps).toBe(objects.length)
    return objects.map(({ name, waits_for }) => [name, waits_for])
  }
  expect(await waits(pilot)).toEqual([['Late', 'LATE']])
  const gap = objectOf(await pilot.post('/gap', { name_en: 'Acted upon', register: registers[1], perimeter: lyon }))
  const action = objectOf(
    await pilot.post('/remediation', {
      name_en: 'Mend',
      program: world.plan,
      perimeter: lyon,
      status: 'PLANNED',
      target_date: dayFromNow(9),
      source_object: { entity: 'gap', id: gap.id },
    }),
  )
  objectOf(await pilot.put(`/remediation/${action.id}`, { status: 'ONGOING' }))
  objectOf(await pilot.put(`/remediation/${action.id}`, { status: 'FINISHED', ...proof }))
  await app.jobs()
  expect(await waits(pilot)).toEqual([
    ['Acted upon', 'REVIEW'],
    ['Late', 'LATE'],
  ])
  // Theirs and late besides: a row waits for the first reason alone, and each choice of words lists the rows that say one of them.
  objectOf(await pilot.put(`/gap/${gap.id}`, { manager: pilot.memberId, target_date: dayFromNow(-2) }))
  const all = (await page(pilot, {})).objects as { name: string; waits_for: string | null }[]
  for (const words of [['REVIEW'], ['DECISION'], ['LATE'], ['REVIEW', 'DECISION'], ['DECISION', 'LATE'], ['REVIEW', 'LATE'], [null], [null, 'LATE']]) {
    const { objects } = await page(pilot, { filters: [{ name: 'waits_for', selected_options: words }] })
    expect([words, objects.map(({ name }: { name: string }) => name)]).toEqual([
      words,
      all.filter((one) => words.includes(one.waits_for)).map(({ name }) => name),
    ])
  }
  expect(await waits(await app.member(customer, 'local_pilote', { perimeterIds: [lyon] }))).toEqual([['Acted upon', 'REVIEW']])
  expect(await waits(await app.member(customer, 'local_pilote', { perimeterIds: [nantes] }))).toEqual([])
  expect(await waits(await app.member(customer, 'global_auditor'))).toEqual([])
})
