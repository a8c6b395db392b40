import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { core, directory, enterprise, entraUser, patch, type ScimAnswer, type ScimCall, type ScimMethod } from '#tools/test/directory.ts'

let world: World
type Ask = (method: ScimMethod, path: string, call?: ScimCall) => Promise<ScimAnswer>
let ask: Ask
let connection: Row
beforeAll(async () => {
  world = await makeWorld()
  connection = objectOf(await world.pilot.post('/scim_connection', { name: 'Entra ID', trial: false }))
  await gives([
    { source: 'GROUP', value: 'SEC-Site-Lyon', role: 'local_pilote', perimeters: [world.lyon] },
    { source: 'ROLE', value: 'auditor', role: 'global_auditor' },
  ])
  ask = directory(world.app, connection.token)
})
afterAll(() => world.app.close())

const row = async (): Promise<Row> => objectOf(await world.pilot.get(`/scim_connection/${connection.id}`))

async function gives(mappings: readonly object[], more: object = {}): Promise<Row> {
  const { version } = await row()
  return (await world.pilot.put(`/scim_connection/${connection.id}/mappings`, { mappings, default_role: null, trial: false, invites: false, version, ...more }))
    .body
}

const member = async (email: string): Promise<Row> => {
  const [found] = await world.app.db.transaction(world.customer, (tx) =>
    tx.runText<Row>('select * from member where customer_id = $1 and lower(email) = lower($2) and not archived', [world.customer, email]),
  )
  return found
}
const made = async (body: object): Promise<string> => {
  const answer = await ask('POST', '/Users', { body })
  expect(answer.status).toBe(201)
  return answer.body.id
}
const grouped = async (displayName: string, ...ids: readonly string[]): Promise<string> => {
  const answer = await ask('POST', '/Groups', {
    body: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName, members: ids.map((value) => ({ value })) },
  })
  expect(answer.status).toBe(201)
  return answer.body.id
}
const members = async (group: string) => ((await ask('GET', `/Groups/${group}`)).body.members ?? []).map(({ value }: Row) => value)

test('Entra ID: looks, makes, groups, changes, takes out and lets go', async () => {
  const looked = await ask('GET', `/Users?filter=${encodeURIComponent('userName eq "Petr@tessandre.example"')}`)
  expect(looked.body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'], totalResults: 0, itemsPerPage: 0 })
  const id = await made(entraUser('petr', { [enterprise]: { department: 'Operations' } }))
  expect((await ask('GET', `/Users?filter=${encodeURIComponent('userName eq "PETR@Tessandre.example"')}`)).body.Resources).toHaveLength(1)
  expect((await ask('POST', '/Users', { body: entraUser('PETR') })).body).toMatchObject({ status: '409', scimType: 'uniqueness' })
  // Without a role nobody comes in.
  expect(await member('petr@tessandre.example')).toBeUndefined()
  const group = await grouped('SEC-Site-Lyon')
  const add = patch({ op: 'Add', path: 'members', value: [{ value: id }] })
  expect((await ask('PATCH', `/Groups/${group}`, { body: add })).status).toBe(204)
  expect(await member('petr@tessandre.example')).toMatchObject({ roles: ['local_pilote'], firstname: 'petr', lastname: 'Novák', disabled: false })
  expect((await ask('GET', `/Users/${id}`)).body.groups).toMatchObject([{ value: group, display: 'SEC-Site-Lyon' }])
  expect((await ask('GET', `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "sec-site-lyon"')}`)).body.Resources).toEqual([
    expect.not.objectContaining({ members: expect.anything() }),
  ])
  expect((await ask('GET', `/Groups?filter=${encodeURIComponent(`id eq "${group}" and members[value eq "${id}"]`)}`)).body.totalResults).toBe(1)
  // Paths with filters on what is not there yet, values as text, names of operations in capitals.
  const changes = patch(
    { op: 'Replace', path: 'addresses[type eq "work"].locality', value: 'Brno' },
    { op: 'Add', path: `${enterprise}:costCenter`, value: '4711' },
    { op: 'Replace', path: 'name.familyName', value: 'Dvořák' },
    { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+33 1 23' },
    { op: 'Add', path: 'active', value: 'True' },
  )
  const changed = await ask('PATCH', `/Users/${id}`, { body: changes })
  expect(changed.body).toMatchObject({
    active: true,
    addresses: [{ type: 'work', locality: 'Brno' }],
    [enterprise]: { department: 'Operations', costCenter: '4711' },
    meta: { version: 'W/"2"' },
  })
  expect(changed.headers.etag).toBe('W/"2"')
  expect(await member('petr@tessandre.example')).toMatchObject({ lastname: 'Dvořák' })
  // Taken out as Entra ID does it: by the RFC alone that would empty the group.
  const other = await made(entraUser('mira'))
  await ask('PATCH', `/Groups/${group}`, { body: patch({ op: 'Add', path: 'members', value: [{ value: other }] }) })
  await ask('PATCH', `/Groups/${group}`, { body: patch({ op: 'Remove', path: 'members', value: [{ value: id }] }) })
  expect(await members(group)).toEqual([other])
  expect(await member('petr@tessandre.example')).toMatchObject({ disabled: true })
  expect(await member('mira@tessandre.example')).toMatchObject({ disabled: false })
  await ask('PATCH', `/Groups/${group}`, { body: patch({ op: 'Add', path: 'members', value: [{ value: id }] }) })
  expect(await member('petr@tessandre.example')).toMatchObject({ disabled: false, roles: ['local_pilote'] })
  // Leaves, in the older way of writing it.
  expect((await ask('PATCH', `/Users/${id}`, { body: patch({ op: 'Replace', path: 'active', value: 'False' }) })).body.active).toBe(false)
  expect(await member('petr@tessandre.example')).toBeUndefined()
  expect((await ask('DELETE', `/Users/${id}`)).status).toBe(204)
  expect((await ask('GET', `/Users/${id}`)).body).toMatchObject({ status: '404' })
  expect((await ask('DELETE', `/Users/${id}`)).status).toBe(404)
  expect(await members(group)).toEqual([other])
})

test('Okta: replaces people and groups whole, and lets go with nothing but active', async () => {
  const id = await made({
    schemas: [core],
    userName: 'lena@okta.example',
    name: { givenName: 'Lena', familyName: 'Huber' },
    emails: [{ primary: true, value: 'lena@okta.example', type: 'work' }],
    password: 'never-kept',
    groups: [],
    active: true,
  })
  expect((await ask('GET', `/Users/${id}`)).body).not.toHaveProperty('password')
  const groups = await ask('POST', '/Groups', { body: { displayName: 'Okta pilots', members: [] } })
  const group = groups.body.id
  await gives([
    { source: 'GROUP', value: 'SEC-Site-Lyon', role: 'local_pilote', perimeters: [world.lyon] },
    { source: 'ROLE', value: 'auditor', role: 'global_auditor' },
    { source: 'GROUP', value: 'okta PILOTS', role: 'contributor' },
  ])
  const whole = { schemas: groups.body.schemas, id: group, displayName: 'Okta pilots', members: [{ value: id, display: 'Lena Huber' }] }
  expect((await ask('PUT', `/Groups/${group}`, { body: whole })).body.members).toHaveLength(1)
  expect(await member('lena@okta.example')).toMatchObject({ roles: ['contributor'] })
  const shown = (await ask('GET', `/Users/${id}`)).body
  const put = await ask('PUT', `/Users/${id}`, { body: { ...shown, title: 'Analyst' }, headers: { 'if-match': shown.meta.version } })
  expect(put.body).toMatchObject({ title: 'Analyst', active: true })
  expect(await member('lena@okta.example')).toMatchObject({ job_title: 'Analyst' })
  expect((await ask('PUT', `/Users/${id}`, { body: shown, headers: { 'if-match': shown.meta.version } })).body).toMatchObject({ status: '412' })
  expect((await ask('PATCH', `/Users/${id}`, { body: patch({ op: 'replace', value: { active: false } }) })).body.active).toBe(false)
  expect((await ask('PUT', `/Groups/${group}`, { body: { ...whole, members: [] } })).body.members).toBeUndefined()
  expect((await ask('PATCH', `/Users/${id}`, { body: patch({ op: 'replace', value: { active: true } }) })).status).toBe(200)
  expect((await ask('PUT', `/Groups/${group}`, { body: whole })).status).toBe(200)
  expect(await member('lena@okta.example')).toMatchObject({ roles: ['contributor'], disabled: false })
  expect((await ask('PUT', `/Groups/${group}`, { body: { ...whole, members: [{ value: '999999' }] } })).body).toMatchObject({ scimType: 'invalidValue' })
})

test('a role of theirs gives a role here; groups that are renamed or gone give none', async () => {
  const id = await made(entraUser('audrey', { roles: [{ value: 'Auditor', primary: true }] }))
  expect(await member('audrey@tessandre.example')).toMatchObject({ roles: ['global_auditor'] })
  await ask('PATCH', `/Users/${id}`, { body: patch({ op: 'remove', path: 'roles[value eq "Auditor"]' }) })
  expect(await member('audrey@tessandre.example')).toMatchObject({ disabled: true })
  const someone = await made(entraUser('ivan'))
  const group = (await ask('GET', '/Groups?filter=displayName%20eq%20%22SEC-Site-Lyon%22')).body.Resources[0].id
  await ask('PATCH', `/Groups/${group}`, { body: patch({ op: 'add', path: 'members', value: { value: someone } }) })
  expect(await member('ivan@tessandre.example')).toMatchObject({ disabled: false })
  await ask('PATCH', `/Groups/${group}`, { body: patch({ op: 'Replace', path: 'displayName', value: 'Somewhere else' }) })
  expect(await member('ivan@tessandre.example')).toMatchObject({ disabled: true })
  await ask('PATCH', `/Groups/${group}`, { body: patch({ op: 'Replace', value: { id: group, displayName: 'SEC-Site-Lyon' } }) })
  expect(await member('ivan@tessandre.example')).toMatchObject({ disabled: false })
  expect((await ask('DELETE', `/Groups/${group}`)).status).toBe(204)
  expect(await member('ivan@tessandre.example')).toMatchObject({ disabled: true })
})

test('lists are sorted, paged and cut to what is asked for', async () => {
  for (const name of ['zoe', 'abel', 'Yan']) await made(entraUser(name, { title: 'Listed' }))
  const names = async (query: string) =>
    ((await ask('GET', `/Users?filter=title%20eq%20%22listed%22&${query}`)).body.Resources ?? []).map(({ userName }: Row) => userName.split('@')[0])
  expect(await names('sortBy=userName')).toEqual(['abel', 'Yan', 'zoe'])
  expect(await names('sortBy=name.givenName&sortOrder=descending')).toEqual(['zoe', 'Yan', 'abel'])
  expect(await names('sortBy=emails')).toEqual(['abel', 'Yan', 'zoe'])
  expect(await names('sortBy=userName&startIndex=2&count=1')).toEqual(['Yan'])
  expect((await ask('GET', '/Users?count=0')).body).toMatchObject({ itemsPerPage: 0, totalResults: expect.any(Number) })
  const { body } = await ask('GET', '/Users?filter=title%20eq%20%22listed%22&attributes=userName%2Cemails.value&count=1')
  expect(Object.keys(body.Resources[0]).toSorted()).toEqual(['emails', 'id', 'schemas', 'userName'])
  expect(body.Resources[0].emails).toEqual([{ value: expect.stringContaining('@') }])
  expect((await ask('GET', '/Users?filter=userName%20zz%20%22a%22')).body).toMatchObject({ status: '400', scimType: 'invalidFilter' })
  expect(
    (await ask('POST', '/.search', { body: { filter: 'meta.resourceType eq "Group"', count: 5 } })).body.Resources.every(
      ({ meta }: Row) => meta.resourceType === 'Group',
    ),
  ).toBe(true)
  const at = (await ask('GET', '/Users?count=1')).body.Resources[0].meta.created
  expect((await ask('GET', `/Users?filter=${encodeURIComponent(`meta.created ge "${at}"`)}`)).body.totalResults).toBeGreaterThan(0)
})

test('what is sent a second time is written nowhere', async () => {
  const body = entraUser('twice', { title: 'Same', roles: [{ value: 'auditor' }] })
  const id = await made(body)
  const group = await grouped('Same group', id)
  const state = async () =>
    world.app.db.transaction(world.customer, (tx) =>
      tx.runText(
        `select (select count(*)::int from member_history where customer_id = $1) as versions, (select count(*)::int from audit_log where customer_id = $1) as audited,
          (select count(*)::int from scim_entry where customer_id = $1) as entries, (select sum(version)::int from scim_user where customer_id = $1) as users,
          (select sum(version)::int from scim_group where customer_id = $1) as groups`,
        [world.customer],
      ),
    )
  const before = await state()
  expect((await ask('PUT', `/Users/${id}`, { body })).status).toBe(200)
  expect(
    (await ask('PATCH', `/Users/${id}`, { body: patch({ op: 'replace', path: 'title', value: 'Same' }, { op: 'Replace', path: 'active', value: 'True' }) }))
      .status,
  ).toBe(200)
  expect((await ask('PATCH', `/Groups/${group}`, { body: patch({ op: 'Add', path: 'members', value: [{ value: id }] }) })).status).toBe(204)
  expect((await ask('PUT', `/Groups/${group}`, { body: { displayName: 'Same group', members: [{ value: id }] } })).status).toBe(200)
  expect(await state()).toEqual(before)
})
