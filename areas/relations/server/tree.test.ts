import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Person } from '#app/test/worlds/test-app.ts'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'
import type { TreeNode } from '#areas/relations/contract/tree.ts'
import { crossLinkLimit, treeLimit, treeTypes } from '#areas/relations/contract/types.ts'

let world: World
let measure: Row
let action: Row
let gap: Row
let incident: Row
let secret: Row
let register: number
const hostile = '<img src=x onerror="alert(1)">{name}'

const flat = (node: TreeNode): TreeNode[] => [node, ...node.children.flatMap(flat)]
const tree = async (by: Person, path: string) => {
  const answer = await by.get(`/tree/${path}`)
  return { ...objectTree(answer.body), status: answer.status, body: answer.body }
}
const objectTree = (body: Row) => {
  const nodes: TreeNode[] = body.object ? flat(body.object) : []
  return { nodes, names: nodes.map(({ name }) => name), root: body.object as TreeNode }
}

beforeAll(async () => {
  world = await makeWorld()
  const { pilot, lyon, nantes } = world
  measure = await world.measure()
  action = await world.action({ name_en: 'Copy the controllers', measure: measure.id, target_date: dayFromNow(-11) })
  register = objectOf(await pilot.post('/gap_register', { name_en: 'Audit' })).id
  gap = objectOf(await pilot.post('/gap', { name_en: hostile, register, perimeter: lyon, measures: [measure.id], actions: [action.id] }))
  incident = objectOf(await pilot.post('/incident', { name_en: 'Ransomware', perimeter: lyon, measures: [measure.id], actions: [action.id] }))
  secret = objectOf(await pilot.post('/incident', { name_en: 'Insider', perimeter: lyon, measures: [measure.id], confidential: true }))
  objectOf(await pilot.post('/gap', { name_en: 'Elsewhere', register, perimeter: nantes, measures: [measure.id] }))
})
afterAll(() => world.app.close())

test('a tree of a measure holds what is linked to it once each, with score, warning, state, and the links between them', async () => {
  const { root, nodes, body } = await tree(world.pilot, `measure/${measure.id}`)
  expect(root).toMatchObject({ type: 'measure', id: measure.id, area: 'measures', weight: 1, order: 0, score: null, missing: false })
  const keys = nodes.map(({ type, id }) => `${type} ${id}`)
  expect(new Set(keys).size).toBe(keys.length)
  expect(body).toMatchObject({ shown: keys.length, total: keys.length })
  expect(nodes.map(({ type }) => type).filter((type) => type === 'gap' || type === 'incident')).toHaveLength(4)
  const found = nodes.find((node) => node.type === 'remediation')!
  expect(found).toMatchObject({
    label: `${action.identifier} Copy the controllers`,
    score: { value: 0, unit: 'PERCENT' },
    warnings: [{ code: 'LATE', days: 11, of: null }],
    state: { field: 'status', value: expect.any(String) },
  })
  expect(body.links).toContainEqual({ from: { type: 'gap', id: gap.id }, to: { type: 'remediation', id: action.id } })
  expect(body.links).toContainEqual({ from: { type: 'incident', id: incident.id }, to: { type: 'remediation', id: action.id } })
  expect(nodes.find((node) => node.id === gap.id && node.type === 'gap')?.name).toBe(hostile)
})

test('every type begins a tree for whoever reads it, and cycles are cut', async () => {
  const { pilot, root } = world
  const tag = objectOf(await pilot.post('/tag', { name_en: 'Plants', perimeters: [world.lyon] })).id
  const solution = measure.solution.id as number
  for (const [path, holds] of [
    [`perimeter/${root}`, 'Lyon'],
    [`perimeter/${world.lyon}`, measure.name],
    [`tag/${tag}`, 'Lyon'],
    [`solution/${solution}`, measure.name],
    [`remediation/${action.id}`, measure.name],
    [`gap_register/${register}`, hostile],
    [`gap/${gap.id}`, 'Audit'],
    [`incident/${incident.id}`, measure.name],
  ] as const) {
    const { names, nodes, status } = await tree(pilot, path)
    expect([path, status], path).toEqual([path, 200])
    expect(names, path).toContain(holds)
    const keys = nodes.map(({ type, id }) => `${type} ${id}`)
    expect(new Set(keys).size, path).toBe(keys.length)
  }
})

test('risks with what they would harm, projects with their campaigns and leave, and indicators begin trees and stand in others (TRE-07, PRJ-19)', async () => {
  const { pilot, lyon } = world
  const post = async (path: string, body: object): Promise<Row> => objectOf(await pilot.post(path, body))
  const value = await post('/business_value', { name_en: 'Payroll', type: 'PROCESS', perimeters: [lyon] })
  const asset = await post('/supporting_asset', { name_en: 'Payroll server', type: 'SOFTWARE', perimeter: lyon, business_values: [value.id] })
  const risk = await post('/risk', {
    name_en: 'Payroll stops',
    register: (await post('/risk_register', { name_en: 'Risks', impact_types: ['LEGAL'] })).id,
    perimeter: lyon,
    measures: [measure.id],
    business_value: value.id,
    supporting_assets: [asset.id],
    init_impact: 3,
    init_probability: 3,
  })
  await post('/incident', { name_en: 'Payroll stopped', perimeter: lyon, risks: [risk.id], business_values: [value.id] })
  const project = await post('/isp_project', { name_en: 'New payroll', perimeter: lyon })
  const work = await world.action({ name_en: 'Move payroll', project: project.id })
  await post('/campaign', { name_en: 'Payroll round', campaign_source: 'PROJECT', project: project.id, perimeters: [lyon] })
  await post('/exemption', {
    name_en: 'Payroll may wait',
    register: (await post('/exemption_register', { name_en: 'Leave' })).id,
    reason: 'Old',
    perimeters: [lyon],
    project: project.id,
    start_date: dayFromNow(0),
    end_date: dayFromNow(30),
  })
  const parent = await post('/indicator', { name_en: 'Security', type: 'PERFORMANCE', perimeters: [lyon] })
  const indicator = await post('/indicator', { name_en: 'Patched in time', type: 'PERFORMANCE', perimeters: [lyon], measures: [measure.id], parent: parent.id })
  const linked: Readonly<Record<string, readonly string[]>> = {
    [`risk/${risk.id}`]: [measure.name, 'Payroll', 'Payroll server', 'Payroll stopped'],
    [`isp_project/${project.id}`]: ['Move payroll', 'Payroll round', 'Payroll may wait', 'Lyon'],
    [`indicator/${indicator.id}`]: [measure.name, 'Lyon', 'Security'],
    [`measure/${measure.id}`]: ['Payroll stops', 'Patched in time', 'Payroll', 'Payroll server', 'Payroll stopped'],
    [`remediation/${work.id}`]: ['New payroll'],
    [`perimeter/${lyon}`]: ['New payroll', 'Payroll round', 'Payroll', 'Payroll server', 'Patched in time', 'Payroll stops'],
  }
  for (const [path, names] of Object.entries(linked)) {
    const { names: found, status, nodes } = await tree(pilot, path)
    expect([status, found], path).toEqual([200, expect.arrayContaining([...names])])
    const keys = nodes.map(({ type, id }) => `${type} ${id}`)
    expect(new Set(keys).size, path).toBe(keys.length)
  }
  for (const path of ['campaign', 'business_value', 'supporting_asset', 'exemption'].map((type) => `${type}/1`))
    expect((await pilot.get(`/tree/${path}`)).body, path).toMatchObject({ message: 'Bad parameters' })
  for (const path of Object.keys(linked)) expect([403, 404], path).toContain((await tree(world.contributor, path)).status)
})

test('all perimeters without a measure are shown for its model when asked, and only then', async () => {
  const path = `solution/${measure.solution.id}`
  expect((await tree(world.pilot, path)).nodes.filter(({ missing }) => missing)).toEqual([])
  const { nodes, root } = await tree(world.pilot, `${path}?show_all=1`)
  expect(nodes.filter(({ missing }) => missing).map(({ name }) => name)).toEqual(expect.arrayContaining(['Nantes']))
  expect(nodes.filter(({ missing }) => missing).map(({ name }) => name)).not.toContain('Lyon')
  expect(root.children.find(({ type }) => type === 'measure')?.label).toBe('Lyon')
})

test('the perimeter leaves what lies elsewhere out, and one out of reach leaves nothing', async () => {
  const path = `measure/${measure.id}`
  expect((await tree(world.pilot, path)).names).toContain('Elsewhere')
  expect((await tree(world.pilot, `${path}?perimeter=${world.lyon}`)).names).toContain('Ransomware')
  expect((await tree(world.pilot, `${path}?perimeter=${world.lyon}`)).names).not.toContain('Elsewhere')
  expect((await tree(world.pilot, `${path}?perimeter=${world.root}`)).names).toContain('Elsewhere')
  expect((await tree(world.local, `${path}?perimeter=${world.nantes}`)).names).not.toContain('Ransomware')
})

test('nobody sees more than their lists: out of reach, confidential, another organisation, another role', async () => {
  const path = `measure/${measure.id}`
  expect((await tree(world.pilot, path)).names).toContain('Insider')
  expect((await tree(world.auditor, path)).names).not.toContain('Insider')
  expect((await tree(world.local, path)).names).not.toContain('Insider')
  expect((await tree(world.local, path)).names).not.toContain('Elsewhere')
  expect((await tree(world.auditor, `incident/${secret.id}`)).status).toBe(404)
  for (const type of treeTypes.filter((one) => one !== 'tag')) {
    const { nodes, status } = await tree(world.contributor, `${type}/1`)
    expect([403, 404], type).toContain(status)
    expect(nodes).toEqual([])
  }
  const elsewhere = await world.app.customer()
  const stranger = await world.app.member(elsewhere.id, 'global_pilote')
  const answer = await stranger.get(`/tree/${path}`)
  expect([answer.status, answer.body.message]).toEqual([404, 'Data cannot be loaded'])
})

test('a missing root and a type of nobody are refused in their words', async () => {
  const refusalOf = async (path: string) => {
    const { status, body } = await world.pilot.get(`/tree/${path}`)
    return [status, body.message]
  }
  expect(await refusalOf('measure/999999')).toEqual([404, 'Data cannot be loaded'])
  expect(await refusalOf('risk/999999')).toEqual([404, 'Data cannot be loaded'])
  expect(await refusalOf('member/1')).toEqual([400, 'Bad parameters'])
  expect(await refusalOf('nothing/1')).toEqual([400, 'Bad parameters'])
})

test('a weight that cannot be one is told as such, and nothing of the tree (TRE-10)', async () => {
  const { app, pilot, root, nantes } = world
  const owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  try {
    // No write of the product gets there: the column itself refuses it.
    await owner.query('alter table perimeter drop constraint perimeter_weight_check')
    await owner.query(`set session_replication_role = replica; update perimeter set weight = -1 where id = ${nantes}`)
    const { status, body } = await tree(pilot, `perimeter/${root}`)
    expect([status, body.message, body.object]).toEqual([500, 'Internal error, invalid weight', undefined])
  } finally {
    await owner.query(`update perimeter set weight = 100 where id = ${nantes}`)
    await owner.query('alter table perimeter add check (weight >= 0)')
    await owner.end()
  }
  expect((await tree(pilot, `perimeter/${root}`)).status).toBe(200)
})

test('archived perimeters and models are no part of a tree', async () => {
  const { pilot, root } = world
  const site = objectOf(await pilot.post('/perimeter', { name_en: 'Closed site', parent: root }))
  expect((await tree(pilot, `perimeter/${root}`)).names).toContain('Closed site')
  objectOf(await pilot.put(`/perimeter/${site.id}`, { archived: true, version: site.version }))
  expect((await tree(pilot, `perimeter/${root}`)).names).not.toContain('Closed site')
})

test('a tree is cut at its limit with the count of all, and takes as many statements as a small one', async () => {
  const { pilot, lyon, customer } = world
  const many = objectOf(await pilot.post('/gap_register', { name_en: 'Scan' })).id as number
  const sent = async (path: string) => {
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    try {
      const { body } = await tree(pilot, path)
      return { count: spy.mock.calls.length, body }
    } finally {
      spy.mockRestore()
    }
  }
  objectOf(await pilot.post('/gap', { name_en: 'Finding', register: many, perimeter: lyon }))
  await sent(`gap_register/${many}`)
  const small = await sent(`gap_register/${many}`)
  await world.app.db.transaction(customer, (tx) =>
    tx.run(
      sql`insert into gap (customer_id, identifier, name_en, register_id, perimeter_id) select ${customer}, 'X-' || n, 'Finding ' || n, ${many}, ${lyon} from generate_series(1, 811) n`,
    ),
  )
  const large = await sent(`gap_register/${many}`)
  expect(large.body).toMatchObject({ shown: treeLimit, total: 813 })
  expect(flat(large.body.object)).toHaveLength(treeLimit)
  expect(large.body.links.length).toBeLessThanOrEqual(crossLinkLimit)
  expect(large.count).toBeLessThanOrEqual(small.count)
  expect(large.count).toBeLessThanOrEqual(14)
})
