import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles, type Role } from '#kit/contract/right.ts'
import type { Ids } from '#app/test/worlds/fill-organisation.ts'
import { filledApp } from '#app/test/worlds/filled-app.ts'
import { askOf } from '#tools/test/draft-campaign.ts'
import { resources } from '#app/server/registry.ts'
import { firstOfEach } from '#app/test/walks/shapes.ts'
import type { Person, TestApp } from '#app/test/worlds/test-app.ts'
import { walkedResources } from '#app/test/walks/walked.ts'

/*
 * What each role may do with each entity, written by hand from SEC-18, GEN-21, TBL-44, CAT-04 and NAV-48, never derived from the declarations.
 *
 * R reads, A adds, E edits, D deletes. A capital: everywhere in the organisation; a small letter: in the own scope only, which is the perimeters of
 * local roles and what is assigned to contributors. Besides, still in scope: g edits what is assigned to them (TBL-44), w works on what is assigned,
 * a few fields only, o deletes only what they created themselves, s reads only what they created themselves. `-`: nothing, not even a reading.
 */
const expected: Readonly<Record<string, Readonly<Record<Role, string>>>> = {
  perimeter: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'rae', local_auditor: 'r', contributor: 'r' },
  perimeter_property: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'R', local_auditor: 'R', contributor: 'R' },
  perimeter_property_value: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'raed', local_auditor: 'r', contributor: 'r' },
  // Words that stand on what everybody reads, and people whom everybody may name (ADM-42): administering them is the global pilots'.
  tag: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'R', local_auditor: 'R', contributor: 'R' },
  member: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'R', local_auditor: 'R', contributor: 'R' },
  // How people come in is the global pilots' alone (ADM-05).
  auth_config: { global_pilote: 'RAED', global_auditor: '-', local_pilote: '-', local_auditor: '-', contributor: '-' },
  group: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'R', local_auditor: 'R', contributor: 'R' },
  job_function: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'R', local_auditor: 'R', contributor: 'R' },
  absence: { global_pilote: 'RAED', global_auditor: 'A', local_pilote: 'A', local_auditor: 'A', contributor: 'A' },
  contact: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'R', local_auditor: 'R', contributor: 'R' },
  category: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'R', local_auditor: 'R', contributor: 'R' },
  label: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'R', local_auditor: 'R', contributor: 'R' },
  scale: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'R', local_auditor: 'R', contributor: 'R' },
  // Catalogues; what only an import makes cannot be added by hand.
  solution: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'R', local_auditor: 'R', contributor: '-' },
  metric_model: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'R', local_auditor: 'R', contributor: '-' },
  indicator_model: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'R', local_auditor: 'R', contributor: '-' },
  runtask_model: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'R', local_auditor: 'R', contributor: '-' },
  remediation_model: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'R', local_auditor: 'R', contributor: '-' },
  threat: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'R', local_auditor: 'R', contributor: '-' },
  supporting_asset_model: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'R', local_auditor: 'R', contributor: '-' },
  business_value_model: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'R', local_auditor: 'R', contributor: '-' },
  risk_model: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'R', local_auditor: 'R', contributor: '-' },
  risk_matrix: { global_pilote: 'RED', global_auditor: 'R', local_pilote: 'R', local_auditor: 'R', contributor: '-' },
  question: { global_pilote: 'RED', global_auditor: 'R', local_pilote: 'R', local_auditor: 'R', contributor: '-' },
  mapping_set: { global_pilote: 'RED', global_auditor: 'R', local_pilote: 'R', local_auditor: 'R', contributor: '-' },
  library: { global_pilote: 'R', global_auditor: 'R', local_pilote: 'R', local_auditor: 'R', contributor: '-' },
  import_report: { global_pilote: 'R', global_auditor: 's', local_pilote: 's', local_auditor: 's', contributor: '-' },
  // Seen where it is applied (POL-15), and written by local pilots to whom it is assigned (TBL-44), who may be offered to add what it holds.
  policy: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'rg', local_auditor: 'r', contributor: '-' },
  policy_version: { global_pilote: 'RED', global_auditor: 'R', local_pilote: 'rg', local_auditor: 'r', contributor: '-' },
  control_group: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'rag', local_auditor: 'r', contributor: '-' },
  control: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'rag', local_auditor: 'r', contributor: '-' },
  policy_application: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'r', local_auditor: 'r', contributor: '-' },
  // A perimeter's own decision, as its measures are.
  control_inclusion: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'raeo', local_auditor: 'r', contributor: '-' },
  control_not_applicable: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'raeo', local_auditor: 'r', contributor: '-' },
  measure: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'raeo', local_auditor: 'r', contributor: '-' },
  program: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'rago', local_auditor: 'r', contributor: 'r' },
  remediation: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'raeo', local_auditor: 'r', contributor: 'rw' },
  // Contributors declare incidents and ask for exemptions (SEC-18, INC-05, EXM-04).
  incident: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'raeo', local_auditor: 'r', contributor: 'rae' },
  // The default register takes everybody's requests, so everybody finds it.
  exemption_register: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'rago', local_auditor: 'r', contributor: 'R' },
  // Contributors keep what is theirs.
  evidence: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'raeo', local_auditor: 'r', contributor: 'rae' },
  exemption: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'raeo', local_auditor: 'r', contributor: 'rae' },
  gap_register: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'rago', local_auditor: 'r', contributor: 'r' },
  risk_register: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'rago', local_auditor: 'r', contributor: 'r' },
  risk: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'raeo', local_auditor: 'r', contributor: 'rw' },
  gap_group: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'rag', local_auditor: 'r', contributor: 'r' },
  gap: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'raeo', local_auditor: 'r', contributor: 'rw' },
  runbook: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'rago', local_auditor: 'r', contributor: 'r' },
  runtask: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'raeo', local_auditor: 'r', contributor: 'r' },
  // Made by the program, answered by whom they are given to.
  occurrence: { global_pilote: 'RE', global_auditor: 'R', local_pilote: 're', local_auditor: 'r', contributor: 'rw' },
  // Local pilots run those that they began; whoever is asked reads what it is about (CMP-28).
  campaign: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'rao', local_auditor: 'r', contributor: 'r' },
  risk_analysis: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'raeo', local_auditor: 'r', contributor: '-' },
  risk_scenario: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'raed', local_auditor: 'r', contributor: '-' },
  evaluation: { global_pilote: 'RE', global_auditor: 'R', local_pilote: 're', local_auditor: 'r', contributor: 'rw' },
  // Local pilots look (SEC-18).
  questionnaire: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'R', local_auditor: 'R', contributor: '-' },
  // Their own, those that name them, and the public ones of their place (DSH-02).
  dashboard_link: { global_pilote: 'R', global_auditor: 'R', local_pilote: 'r', local_auditor: 'r', contributor: '-' },
  dashboard: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'raeo', local_auditor: 'r', contributor: 'r' },
  // Of their perimeters, their own and those that they are sent; changed by whoever answers for one.
  customer_connector: { global_pilote: 'RD', global_auditor: '-', local_pilote: '-', local_auditor: '-', contributor: '-' },
  worker: { global_pilote: 'R', global_auditor: '-', local_pilote: '-', local_auditor: '-', contributor: '-' },
  webhook: { global_pilote: 'RD', global_auditor: '-', local_pilote: '-', local_auditor: '-', contributor: '-' },
  api_key: { global_pilote: 'R', global_auditor: '-', local_pilote: '-', local_auditor: '-', contributor: '-' },
  scim_connection: { global_pilote: 'R', global_auditor: '-', local_pilote: '-', local_auditor: '-', contributor: '-' },
  report_schedule: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'rao', local_auditor: 'r', contributor: '-' },
  management_review: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'raed', local_auditor: 'r', contributor: '-' },
  // Of some perimeters like metrics; contributors do not read any.
  indicator: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'raeo', local_auditor: 'r', contributor: '-' },
  // Said by pilots for all its perimeters at once; whoever it is given to reads it and enters values.
  metric: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'raeo', local_auditor: 'r', contributor: 'r' },
  // As other things of their perimeters; one goes with its perimeter.
  supplier: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'rae', local_auditor: 'r', contributor: '-' },
  // Who works on a project goes from step to step and says how it does (SEC-18).
  isp_project: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'raeo', local_auditor: 'r', contributor: 'rw' },
  supplier_service: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'raed', local_auditor: 'r', contributor: '-' },
  supplier_contract: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'raed', local_auditor: 'r', contributor: '-' },
  // As other things of their perimeters; a value of several is written by whoever reaches all of them.
  business_value: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'raed', local_auditor: 'r', contributor: '-' },
  supporting_asset: { global_pilote: 'RAED', global_auditor: 'R', local_pilote: 'raed', local_auditor: 'r', contributor: '-' },
  // Opened by what happens, closed by whoever may write the target; contributors have those of their own actions, auditors none (REV-31).
  review: { global_pilote: 'RE', global_auditor: '-', local_pilote: 're', local_auditor: '-', contributor: 're' },
}

/** In use, as here, these keep what they say of themselves; they are put away and taken back (POL-09). */
const locked = new Set(['policy'])

/** One entity of each line of the table: where something is the same for all that are alike in it. */
const ofEachLine: ReadonlySet<string> = new Set(firstOfEach(Object.keys(expected), (entity) => JSON.stringify(expected[entity])))

let app: TestApp
let ids: Ids
let owner: pg.Client
let customerId: number
let pilot: Person
/** In scope: local roles on the perimeter of the rows, a contributor who is given them. */
const near = new Map<Role, Person>()
/** Out of scope: local roles elsewhere, a contributor who is given nothing. */
const far = new Map<Role, Person>()

const first = (entity: string) => ids.get(entity)?.[0] as number
const may = (entity: string, role: Role, verbs: string) => [...verbs].some((verb) => expected[entity]?.[role].includes(verb))

beforeAll(async () => {
  const filled = await filledApp()
  const { customer } = filled
  ;({ app, pilot, ids } = filled)
  customerId = customer.id
  const elsewhere = (await pilot.post('/perimeter', { name_en: 'Elsewhere', parent: customer.root })).body.object.id
  for (const role of roles) {
    near.set(role, await app.member(customerId, role, { perimeterIds: [first('perimeter')] }))
    far.set(role, await app.member(customerId, role, { perimeterIds: [elsewhere] }))
  }
  const contributor = near.get('contributor')!.memberId
  const ended = (await pilot.get(`/review/${first('review')}`)).body.object.remediation.id
  await pilot.put(`/remediation/${ended}`, { manager: contributor, group: null })
  // What contributors have a part of, they have because it is given to them.
  for (const { def, register } of walkedResources) {
    if (!/[a-z]/.test(expected[def.name]?.contributor ?? '')) continue
    if (register) await pilot.put(`/${def.name}/${first(def.name)}/assignment`, { members: [contributor], groups: [] })
    else if (def.fields.manager) await pilot.put(`/${def.name}/${first(def.name)}`, { manager: contributor, ...(def.fields.group && { group: null }) })
  }
  await askOf(app, pilot, ids, contributor)
  // A dashboard is worked on by whoever it names for that.
  const named = (role: Role, access: string) => ({ user: near.get(role)!.memberId, access })
  await pilot.put(`/dashboard/${first('dashboard')}`, { users_with_access: [named('local_pilote', 'EDIT'), named('contributor', 'VIEW')] })
  owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

test('there is an expectation for every entity, and for nothing else', () => {
  expect(Object.keys(expected).toSorted()).toEqual([...resources.keys()].toSorted())
})

/** Everything that somebody can and cannot do with a row, compared with what is expected; what differs, in words. */
async function differences(person: Person, entity: string, role: Role, inScope: boolean): Promise<string[]> {
  const wrong: string[] = []
  const check = (what: string, wanted: unknown, got: unknown) => {
    if (wanted !== got) wrong.push(`${role} ${inScope ? 'in' : 'out of'} scope, ${what} ${entity}: ${String(got)} instead of ${String(wanted)}`)
  }
  const id = first(entity)
  const holds = (capital: string, small: string) => may(entity, role, capital) || (inScope && may(entity, role, small))
  const reads = holds('R', 'r')
  const none = expected[entity]?.[role] === '-'
  const { status, body } = await person.get(`/${entity}/${id}`)
  check('read', none ? 403 : reads ? 200 : 404, status)
  const page = await person.post(`/${entity}/page`, { queryParams: { per_page: 100 } })
  check('list', none ? 403 : 200, page.status)
  if (!none) {
    check(
      'see in the list',
      reads,
      page.body.objects.some((row: { id: number }) => row.id === id),
    )
    check('be offered to add', may(entity, role, 'Aa'), page.body.add_right)
  }
  const { def } = resources.get(entity)!
  if (def.rights.create !== null) check('add', may(entity, role, 'Aa'), (await person.post(`/${entity}`, {})).status !== 403)
  else check('add', false, may(entity, role, 'Aa'))
  const edits = holds('E', 'ew')
  const deletes = holds('D', 'd')
  if (reads) {
    check('be offered to edit', edits, body.object?.edit_right)
    check('be offered ordinary fields of', holds('E', 'e') && !locked.has(entity), body.object?.edit_right_regular)
    check('be offered to delete', deletes, body.object?.delete_right)
  }
  if (def.rights.update !== null) check('edit', edits, ![403, 404].includes((await person.put(`/${entity}/${id}`, {})).status))
  if (def.rights.delete !== null && !deletes) {
    check('delete', true, [403, 404].includes((await person.delete(`/${entity}/${id}`)).status))
    // Several at once are refused together, naming the rows.
    check('delete among others', false, (await person.post(`/${entity}/bulk_delete`, { ids: [id] })).status < 400)
  }
  return wrong
}

describe.each(walkedResources.map(({ def }) => def.name))('%s', (entity) => {
  test.each(roles)('is for a %s what the specification says, in scope and out of it', async (role) => {
    expect(await differences(near.get(role)!, entity, role, true)).toEqual([])
    // To global roles nothing is out of scope, whatever perimeters they have.
    if (!role.startsWith('global') || ofEachLine.has(entity)) expect(await differences(far.get(role)!, entity, role, false)).toEqual([])
    // What was refused has removed nothing.
    expect((await pilot.get(`/${entity}/${first(entity)}`)).status).toBe(200)
  })
})

test('local pilots delete what they created themselves, and edit the plans that are given to them', async () => {
  const local = near.get('local_pilote')!
  const created = async (entity: string, body: object) => {
    const answer = await local.post(`/${entity}`, body)
    expect(answer.body, entity).toMatchObject({ ok: true, object: { delete_right: may(entity, 'local_pilote', 'do'), edit_right: true } })
    return answer.body.object.id as number
  }
  const below = await created('perimeter', { name_en: 'Below', parent: first('perimeter') })
  const plan = await created('program', { name_en: 'Own plan', perimeters: [below] })
  const made = {
    remediation: await created('remediation', { name_en: 'Own action', program: plan, perimeter: below }),
    measure: await created('measure', { name_en: 'Own measure', solution: first('solution'), perimeter: below }),
    control_not_applicable: await created('control_not_applicable', { perimeter: below, lineage_id: first('lineage'), justification: 'None here' }),
  }
  for (const [entity, id] of Object.entries(made)) expect((await local.delete(`/${entity}/${id}`)).body, entity).toMatchObject({ ok: true })
  expect((await local.delete(`/perimeter/${below}`)).status).toBe(403)

  await pilot.put(`/program/${first('program')}/assignment`, { members: [near.get('contributor')!.memberId, local.memberId], groups: [] })
  expect((await local.get(`/program/${first('program')}`)).body.object).toMatchObject({ edit_right: true, delete_right: false })
})

test('auditors read what others said and say nothing themselves, pilots and contributors do both', async () => {
  const path = `/remediation/${first('remediation')}/comments`
  for (const [role, person] of near) {
    const writes = !role.endsWith('auditor')
    expect((await person.get(path)).body, role).toMatchObject({ ok: true, add_right: writes })
    expect((await person.post(path, { text: 'A remark' })).status, role).toBe(writes ? 200 : 403)
  }
})

test('nobody adds rows out of their own perimeters, or moves any there', async () => {
  const local = near.get('local_pilote')!
  const theirs = (await far.get('local_pilote')!.get('/perimeter?limit=1')).body.objects[0].id as number
  for (const [entity, body] of [
    ['perimeter', { name_en: 'Intruder', parent: theirs }],
    ['measure', { name_en: 'Intruder', solution: first('solution'), perimeter: theirs }],
    ['control_not_applicable', { perimeter: theirs, lineage_id: first('lineage'), justification: 'No' }],
    ['remediation', { name_en: 'Intruder', program: first('program'), perimeter: theirs }],
    ['program', { name_en: 'Intruder', perimeters: [theirs] }],
  ] as const)
    expect([400, 403], entity).toContain((await local.post(`/${entity}`, body)).status)
  expect([400, 403]).toContain((await local.put(`/remediation/${first('remediation')}`, { perimeter: theirs })).status)
  expect([400, 403]).toContain((await local.put(`/perimeter/${first('perimeter')}`, { parent: theirs })).status)
})

describe('staff of the provider (ADM-46)', () => {
  const emailOf = (type: string) => `${type.toLowerCase()}@provider.example`
  const types = ['ROOT', 'SUPPORT', 'STAFF_PLUS']
  beforeAll(async () => {
    for (const type of types) {
      await app.member(1, [], { email: emailOf(type) })
      await owner.query('update account set admin_type = $1 where email = $2', [type, emailOf(type)])
    }
  })
  const enter = async (type: string) => (await app.signIn(emailOf(type))).put('/user/customer', { customer_id: customerId })
  /** Who entered an organisation comes back there. */
  const inside = async (type: string): Promise<Person> => {
    expect((await enter(type)).status).toBe(200)
    return app.signIn(emailOf(type))
  }

  test('without an organisation they reach no entity, whatever their type', async () => {
    for (const type of types) {
      const person = await app.signIn(emailOf(type))
      // The provider's own ways in, and its scales, are root's to set up, and support's to look at (ADM-05, ADM-45, ADM-46).
      for (const entity of Object.keys(expected).filter((name) => !(type !== 'STAFF_PLUS' && ['auth_config', 'scale'].includes(name)))) {
        expect((await person.post(`/${entity}/page`)).status, `${type} ${entity}`).toBe(403)
        // Who may not list them holds none of their rights.
        if (!ofEachLine.has(entity)) continue
        expect([403, 404], `${type} ${entity}`).toContain((await person.get(`/${entity}/${first(entity)}`)).status)
        if (resources.get(entity)!.def.rights.create) expect((await person.post(`/${entity}`, {})).status, `${type} ${entity}`).toBe(403)
      }
      if (type !== 'STAFF_PLUS') {
        expect((await person.post('/auth_config/page')).body, type).toMatchObject({ ok: true, add_right: type === 'ROOT' })
        expect((await person.post('/auth_config', {})).status === 403, type).toBe(type === 'SUPPORT')
        const scales = await person.post('/scale/page', { queryParams: { per_page: 100 } })
        expect(scales.body, type).toMatchObject({ ok: true, add_right: type === 'ROOT', total: 7 })
        expect((await person.post('/scale', {})).status === 403, type).toBe(type === 'SUPPORT')
        expect((await person.get(`/scale/${first('scale')}`)).status, type).toBe(404)
      }
      expect((await person.get('/customer')).body).toMatchObject({ ok: true, add_right: type === 'ROOT' })
      expect((await person.post('/customer', { name: 'Made by staff' })).status === 200, type).toBe(type === 'ROOT')
    }
  })

  test('no role of an organisation reaches the provider’s pages', async () => {
    for (const role of roles) {
      expect((await near.get(role)!.get('/customer')).status, role).toBe(403)
      expect((await near.get(role)!.post('/customer', { name: 'Intruder' })).status, role).toBe(403)
      expect((await near.get(role)!.put(`/customer/${customerId}/suspension`, { suspended: true, reason: 'Intruder', version: 1 })).status, role).toBe(403)
    }
  })

  test('inside, root acts as a global pilot, support reads everything and changes nothing, staff+ stay out', async () => {
    const [root, support] = [await inside('ROOT'), await inside('SUPPORT')]
    for (const entity of ofEachLine) {
      expect(await differences(root, entity, 'global_pilote', true)).toEqual([])
      expect(await differences(support, entity, 'global_auditor', true)).toEqual([])
    }
    expect((await enter('STAFF_PLUS')).status).toBe(403)
  })
})
