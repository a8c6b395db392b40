import { afterAll, beforeAll, expect, test } from 'vitest'
import { roles, type Role } from '#kit/contract/right.ts'
import { askOf } from '#tools/test/draft-campaign.ts'
import type { Ids } from '#app/test/worlds/fill-organisation.ts'
import { filledApp } from '#app/test/worlds/filled-app.ts'
import { resources } from '#app/server/registry.ts'
import type { Person, TestApp } from '#app/test/worlds/test-app.ts'

/*
 * Who says something about what, and to whom, written by hand from SEC-18: a contributor speaks about what is given to them, a local pilot about
 * what they may change in their perimeters, a global pilot about everything that people change; auditors say nothing.
 */
const spokenOf: Readonly<Record<Role, readonly string[] | 'all that people change'>> = {
  global_pilote: 'all that people change',
  global_auditor: [],
  local_pilote: [
    'risk',
    'risk_analysis',
    'risk_scenario',
    'perimeter',
    'perimeter_property_value',
    'control_not_applicable',
    'control_inclusion',
    'measure',
    'remediation',
    'program',
    'incident',
    'exemption',
    'exemption_register',
    'gap',
    'gap_group',
    'gap_register',
    'evidence',
    'review',
    'runbook',
    'runtask',
    'occurrence',
    'metric',
    'indicator',
    'supplier',
    'supplier_service',
    'supplier_contract',
    'business_value',
    'supporting_asset',
    'campaign',
    'evaluation',
    'isp_project',
    'management_review',
  ],
  local_auditor: [],
  contributor: ['remediation', 'incident', 'exemption', 'gap', 'occurrence', 'evaluation'],
}
/** What only an import makes is read, and discussed where it is used. */
const made = ['library', 'import_report', 'dashboard_link', 'api_key', 'webhook', 'scim_connection', 'customer_connector', 'worker']

let app: TestApp
let ids: Ids
let perimeters: number[]
const people = new Map<Role, Person>()
beforeAll(async () => {
  const filled = await filledApp()
  const { pilot, customer } = filled
  ;({ app, ids } = filled)
  perimeters = (ids.get('perimeter') ?? []).map(Number)
  for (const role of roles) people.set(role, await app.member(customer.id, role, { perimeterIds: perimeters }))
  const given = [people.get('contributor')!.memberId, people.get('local_pilote')!.memberId]
  await pilot.put(`/remediation/${ids.get('remediation')?.[0]}`, { manager: given[0], group: null })
  for (const entity of ['incident', 'gap', 'occurrence']) await pilot.put(`/${entity}/${ids.get(entity)?.[0]}`, { manager: given[0], group: null })
  for (const register of ['program', 'exemption_register', 'gap_register', 'runbook'])
    await pilot.put(`/${register}/${ids.get(register)?.[0]}/assignment`, { members: given, groups: [] })
  await askOf(app, pilot, ids, given[0] ?? 0)
})
afterAll(() => app.close())

test.each(roles)('a %s speaks about what the specification says, and is offered to nowhere else', async (role) => {
  const person = people.get(role)!
  const wanted = spokenOf[role]
  const [spoke, offered]: [string[], string[]] = [[], []]
  let speaker = person
  for (const name of resources.keys()) {
    const path = `/${name}/${ids.get(name)?.[0]}/comments`
    const seen = await person.get(path)
    if (seen.body.add_right === true) offered.push(name)
    // Nobody says so much in a minute: another one of the same role goes on.
    if (spoke.length === 40) speaker = await app.member(person.customerId, role, { perimeterIds: perimeters })
    if ((await speaker.post(path, { text: 'A remark' })).status === 200) spoke.push(name)
  }
  const expected = wanted === 'all that people change' ? [...resources.keys()].filter((name) => !made.includes(name)) : wanted
  expect(spoke.toSorted()).toEqual(expected.toSorted())
  expect(offered.toSorted()).toEqual(expected.toSorted())
})

test.each(roles)('a %s shows their views to others as a pilot, keeps them as anybody else', async (role) => {
  const person = people.get(role)!
  const shares = role.endsWith('pilote')
  const state = { sort: [], filters: [], search: '' }
  const saved = await person.post('/view', { list: 'remediation', name: `Of ${role}`, state })
  expect(saved.status).toBe(200)
  expect((await person.post('/view', { list: 'remediation', name: `Shared by ${role}`, shared: true, state })).status).toBe(shares ? 200 : 403)
  const path = `/view/${saved.body.object.id}`
  expect((await person.put(path, { shared: true })).status).toBe(shares ? 200 : 403)
  const others = (await people.get('global_auditor')!.get('/view?list=remediation')).body.objects as { name: string; own: boolean }[]
  expect(others.some(({ name, own }) => !own && name.endsWith(role))).toBe(shares)
  expect((await person.put(path, { shared: false, name: 'Mine' })).status).toBe(200)
  expect((await person.delete(path)).status).toBe(200)
})

test('who may share no longer changes nothing that others see, but takes it back', async () => {
  const { customerId } = people.get('global_pilote')!
  const person = await app.member(customerId, 'local_pilote', { perimeterIds: perimeters })
  const view = await person.post('/view', { list: 'measure', name: 'Ours', shared: true, state: { sort: [], filters: [], search: '' } })
  expect((await people.get('global_pilote')!.put(`/member/${person.memberId}`, { roles: ['local_auditor'] })).status).toBe(200)
  expect((await person.put(`/view/${view.body.object.id}`, { name: 'Theirs' })).status).toBe(403)
  expect((await person.put(`/view/${view.body.object.id}`, { shared: false })).status).toBe(200)
})
