import { afterAll, beforeAll, expect, test } from 'vitest'
import { resources } from '#app/server/registry.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { directory, entraUser, patch } from '#tools/test/directory.ts'
import { nightly } from './nightly.ts'
import { wantedOf } from './plan.ts'
import { userType } from './protocol/schemas.ts'
import { documentOf } from './protocol/attributes.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

interface Connected {
  readonly id: number
  readonly token: string
  readonly ask: ReturnType<typeof directory>
}

const give = async (id: number, mappings: readonly object[], more: object = {}, by = world.pilot) => {
  const { version } = objectOf(await by.get(`/scim_connection/${id}`))
  return by.put(`/scim_connection/${id}/mappings`, { mappings, default_role: null, trial: false, invites: false, version, ...more })
}
async function connect(mappings: readonly object[] = [], more: object = {}, by = world.pilot): Promise<Connected> {
  const { id, token } = objectOf(await by.post('/scim_connection', { name: 'Directory', trial: false }))
  expect((await give(id, mappings, more, by)).status).toBe(200)
  return { id, token, ask: directory(world.app, token) }
}
const everybody = { default_role: 'contributor' }
const made = async ({ ask }: Connected, body: object): Promise<string> => {
  const answer = await ask('POST', '/Users', { body })
  expect([answer.status, answer.body]).toEqual([201, expect.anything()])
  return answer.body.id
}
const member = async (email: string): Promise<Row> => {
  const [found] = await world.app.db.transaction(world.customer, (tx) =>
    tx.runText<Row>('select * from member where customer_id = $1 and lower(email) = lower($2)', [world.customer, email]),
  )
  return found
}
const log = async (id: number): Promise<Row[]> => (await world.pilot.get(`/scim_connection/${id}/entries`)).body.objects
const active = (value: boolean) => ({ body: patch({ op: 'replace', path: 'active', value }) })

test('whoever leaves is locked out at once, whatever they hold; it is to be handed over, and then they are put away', async () => {
  const connection = await connect([], everybody)
  const id = await made(connection, entraUser('leaver'))
  const { id: memberId } = await member('leaver@tessandre.example')
  const action = await world.action({ manager: memberId })
  expect((await connection.ask('PATCH', `/Users/${id}`, active(false))).status).toBe(200)
  expect(await member('leaver@tessandre.example')).toMatchObject({ disabled: true, archived: false })
  const reviews = await world.app.db.transaction(world.customer, (tx) =>
    tx.runText<Row>(`select status from review where customer_id = $1 and source = 'USER' and target_member_id = $2`, [world.customer, memberId]),
  )
  expect(reviews).toEqual([{ status: 'OPEN' }])
  const night = () =>
    world.app.db.transaction(world.customer, async (tx) => {
      tx.act(systemWho(world.customer, 'scim.nightly', 'test'))
      await nightly.run({ tx, resources, data: {}, apart: async () => Promise.reject(new Error('nothing apart')) })
    })
  await night()
  expect(await member('leaver@tessandre.example')).toMatchObject({ archived: false })
  objectOf(await world.pilot.put(`/remediation/${action.id}`, { manager: world.pilot.memberId }))
  await night()
  expect(await member('leaver@tessandre.example')).toMatchObject({ archived: true })
})

test('whoever holds nothing is put away at once, and comes back as who they were', async () => {
  const connection = await connect([], everybody)
  const id = await made(connection, entraUser('back'))
  const { id: memberId } = await member('back@tessandre.example')
  await connection.ask('DELETE', `/Users/${id}`)
  expect(await member('back@tessandre.example')).toMatchObject({ archived: true, disabled: true })
  await made(connection, entraUser('back'))
  expect(await member('back@tessandre.example')).toMatchObject({ id: memberId, archived: false, disabled: false, roles: ['contributor'] })
  expect((await log(connection.id)).flatMap(({ steps }) => steps.map(({ kind }: Row) => kind)).slice(0, 3)).toEqual(
    expect.arrayContaining(['RETURNED', 'ARCHIVED']),
  )
})

test('somebody who is here already is linked; whom somebody has locked out by hand stays so; roles that were chosen by hand stay', async () => {
  const connection = await connect([{ source: 'GROUP', value: 'Pilots', role: 'local_pilote', perimeters: [world.lyon] }])
  const own = await world.app.member(world.customer, 'contributor', { email: 'there@tessandre.example' })
  const id = await made(connection, entraUser('there'))
  expect(await member('there@tessandre.example')).toMatchObject({ id: own.memberId, roles: ['contributor'] })
  const group = (await connection.ask('POST', '/Groups', { body: { displayName: 'Pilots', members: [{ value: id }] } })).body.id
  expect(await member('there@tessandre.example')).toMatchObject({ roles: ['local_pilote'], roles_from_sso: true })
  objectOf(await world.pilot.put(`/member/${own.memberId}`, { roles: ['local_auditor'] }))
  await connection.ask('PUT', `/Groups/${group}`, { body: { displayName: 'Pilots', members: [] } })
  await connection.ask('PUT', `/Groups/${group}`, { body: { displayName: 'Pilots', members: [{ value: id }] } })
  expect(await member('there@tessandre.example')).toMatchObject({ roles: ['local_auditor'], disabled: false })
  objectOf(await world.pilot.put(`/member/${own.memberId}`, { disabled: true }))
  await connection.ask('PATCH', `/Users/${id}`, active(false))
  await connection.ask('PATCH', `/Users/${id}`, active(true))
  expect(await member('there@tessandre.example')).toMatchObject({ disabled: true })
})

test('an account that another organisation uses keeps its name and password there', async () => {
  const other = await world.app.customer('Elsewhere')
  const person = await world.app.member(other.id, 'global_pilote', { email: 'shared@tessandre.example', firstname: 'Own', lastname: 'Name' })
  const connection = await connect([], everybody)
  const id = await made(connection, entraUser('shared'))
  await connection.ask('PATCH', `/Users/${id}`, { body: patch({ op: 'replace', path: 'name.givenName', value: 'Changed' }) })
  expect(objectOf(await person.get(`/member/${person.memberId}`))).toMatchObject({ firstname: 'Own', lastname: 'Name', roles: ['global_pilote'] })
  await connection.ask('DELETE', `/Users/${id}`)
  expect((await world.app.signIn('shared@tessandre.example')).memberId).toBe(person.memberId)
  expect((await person.get('/remediation')).status).toBe(200)
})

test('the last global pilot is never locked out, nor left without the role', async () => {
  const alone = await world.app.customer('Alone')
  const pilot = await world.app.member(alone.id, 'global_pilote', { email: 'last@tessandre.example' })
  const { id, token } = objectOf(await pilot.post('/scim_connection', { name: 'Directory', trial: false }))
  const ask = directory(world.app, token)
  const user = (await ask('POST', '/Users', { body: entraUser('last') })).body.id
  for (const answer of [await ask('PATCH', `/Users/${user}`, active(false)), await ask('DELETE', `/Users/${user}`)])
    expect(answer.body).toMatchObject({ status: '409', detail: expect.stringMatching(/pilot/i) })
  expect((await ask('GET', `/Users/${user}`)).body.active).toBe(true)
  await ask('POST', '/Groups', { body: { displayName: 'Everybody', members: [{ value: user }] } })
  expect((await give(id, [{ source: 'GROUP', value: 'Everybody', role: 'contributor' }], {}, pilot)).status).toBe(409)
  expect((await pilot.get(`/scim_connection/${id}/entries?state=REFUSED`)).body.objects).toMatchObject([{ status: 409 }, { status: 409 }])
})

test('a dry run keeps what comes, says what it would do, and changes nobody until it is switched on', async () => {
  const { id, token } = objectOf(await world.pilot.post('/scim_connection', { name: 'Tried', trial: true }))
  const ask = directory(world.app, token)
  await give(id, [], { ...everybody, trial: true })
  const user = (await ask('POST', '/Users', { body: entraUser('tried') })).body.id
  expect((await ask('GET', `/Users/${user}`)).status).toBe(200)
  expect(await member('tried@tessandre.example')).toBeUndefined()
  expect(await log(id)).toMatchObject([{ state: 'TRIED', steps: [{ kind: 'CAME', roles: ['contributor'] }] }])
  const tried = objectOf(await world.pilot.post(`/scim_connection/${id}/try`, { mappings: [], default_role: 'global_auditor' }))
  expect(tried).toMatchObject({ changes: [{ kind: 'CAME', roles: ['global_auditor'], count: 1 }], kept: 0 })
  expect(await member('tried@tessandre.example')).toBeUndefined()
  expect((await give(id, [], everybody)).status).toBe(200)
  expect(await member('tried@tessandre.example')).toMatchObject({ roles: ['contributor'] })
})

test('whom a pilot lets in by saying what groups give is followed all the same', async () => {
  const connection = await connect([], { trial: true })
  const id = await made(connection, entraUser('followed'))
  const { body: group } = await connection.ask('POST', '/Groups', { body: { displayName: 'Followed', members: [{ value: id }] } })
  const mapping = { source: 'GROUP', value: 'Followed', role: 'global_auditor', perimeters: [], place: null }
  expect((await give(connection.id, [mapping], everybody)).status).toBe(200)
  expect(await member('followed@tessandre.example')).toMatchObject({ roles: ['global_auditor'], roles_from_sso: true })
  expect((await connection.ask('PATCH', `/Groups/${group.id}`, { body: patch({ op: 'remove', path: `members[value eq "${id}"]` }) })).status).toBeLessThan(300)
  expect(await member('followed@tessandre.example')).toMatchObject({ roles: ['contributor'], roles_from_sso: true })
})

test('the same person is kept in step by one connection alone, and by another once that is revoked', async () => {
  const [first, second] = [await connect([], everybody), await connect([], everybody)]
  await made(first, entraUser('one'))
  expect((await second.ask('POST', '/Users', { body: entraUser('one') })).body).toMatchObject({ status: '409', scimType: 'uniqueness' })
  await world.pilot.post(`/scim_connection/${first.id}/revoke`, {})
  await made(second, entraUser('one'))
  expect((await second.ask('POST', '/Users', { body: { ...entraUser('two'), emails: entraUser('one').emails } })).body).toMatchObject({
    scimType: 'uniqueness',
  })
})

test('more pilots than the organisation has room for are refused with its own words, all of a group or none', async () => {
  const small = await world.app.customer('Small')
  const pilot = await world.app.member(small.id, 'global_pilote')
  await world.app.db.transaction(1, (tx) => tx.runText(`update customer set quotas = '{"pilots": 2}' where id = $1`, [small.id]), { provider: true })
  const { id, token } = objectOf(await pilot.post('/scim_connection', { name: 'Directory', trial: false }))
  await give(id, [{ source: 'GROUP', value: 'Pilots', role: 'global_pilote' }], {}, pilot)
  const ask = directory(world.app, token)
  const ids = await Promise.all(['p1', 'p2', 'p3'].map(async (name) => (await ask('POST', '/Users', { body: entraUser(name) })).body.id))
  const whole = { displayName: 'Pilots', members: ids.map((value) => ({ value })) }
  expect((await ask('POST', '/Groups', { body: whole })).body).toMatchObject({ status: '403', detail: 'Pilots quota exceeded' })
  const group = (await ask('POST', '/Groups', { body: { displayName: 'Pilots' } })).body.id
  // However many ask at once.
  const answers = await Promise.all(ids.map((value) => ask('PATCH', `/Groups/${group}`, { body: patch({ op: 'add', path: 'members', value: [{ value }] }) })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 403, 403])
})

test('roles of several groups hold where the strongest of them does, and nowhere that nobody has said', () => {
  const places = [
    { id: 1, names: ['lyon', 'per-1'], shown: 'Lyon' },
    { id: 2, names: ['nantes'], shown: 'Nantes' },
  ]
  const mapping = (value: string, role: Row, perimeters: number[], place: Row = null) => ({ source: 'GROUP' as const, value, role, perimeters, place })
  const mappings = [
    mapping('A', 'local_pilote', [1]),
    mapping('B', 'contributor', [2]),
    mapping('C', 'local_pilote', [], 'department'),
    mapping('D', 'global_auditor', []),
  ]
  const given = { mappings, default_role: 'contributor' as const }
  const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
  const wanted = (groups: string[], department = 'nowhere') =>
    wantedOf({ groups, document: documentOf(userType, { userName: 'a', [enterprise]: { department } }) }, given, places)
  expect(wanted(['a', 'B'])).toEqual({ roles: ['local_pilote', 'contributor'], perimeters: [1] })
  expect(wanted(['b'])).toEqual({ roles: ['contributor'], perimeters: [2] })
  expect(wanted(['c'], 'NANTES')).toEqual({ roles: ['local_pilote'], perimeters: [2] })
  // A role without any of its places is none.
  expect(wanted(['c'])).toEqual({ roles: ['contributor'], perimeters: [] })
  expect(wanted(['D', 'a'])).toEqual({ roles: ['global_auditor', 'local_pilote'], perimeters: [1] })
})
