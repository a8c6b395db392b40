import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCustomer } from '#areas/tenancy/server/index.ts'
import type { Role } from '#kit/contract/right.ts'
import { accessApp, password, type Browser } from '#tools/test/access-app.ts'
import { watchStatements } from '#tools/test/watch-statements.ts'

let app: Awaited<ReturnType<typeof accessApp>>
let pilot: Browser
let pilotId: number
let n = 0

const newEmail = () => `person${(n += 1)}@a.example`
const as = async (role: Role, customer = app.customers.A) => {
  const email = newEmail()
  const id = await app.member(customer, email, [role])
  const browser = app.browser()
  await browser.signIn(email)
  return Object.assign(browser, { id, email })
}
const create = (rest: object = {}) =>
  pilot.call('POST', '/member', { email: newEmail(), firstname: 'Élodie', lastname: 'Martin', roles: ['contributor'], ...rest })
const idOf = ({ body }: { body: { object: { id: number } } }) => body.object.id

beforeAll(async () => {
  app = await accessApp()
  pilotId = await app.member(app.customers.A, 'pilot@a.example', ['global_pilote'])
  pilot = app.browser()
  await pilot.signIn('pilot@a.example')
})
afterAll(() => app.close())
beforeEach(() => app.owner.query('delete from rate_limit'))

test('a user gets initials, a name and an account that opens once a password is set', async () => {
  const email = newEmail()
  const made = await create({ email, lang: 'fr' })
  expect(made.body).toMatchObject({
    ok: true,
    object: { name: 'Élodie Martin', initials: 'ÉM', kind: 'MEMBER', groups: [], last_login: null, edit_right: true },
  })
  expect((await app.browser().signIn(email, 'A-New-Secret-1')).status).toBe(400)
  expect((await pilot.call('PUT', `/member/${idOf(made)}/password`, { password: 'short' })).body).toMatchObject({
    ok: false,
    errors: { password: [expect.stringContaining('at least 10 characters')] },
  })
  expect((await pilot.call('PUT', `/member/${idOf(made)}/password`, { password: 'A-New-Secret-1' })).body).toMatchObject({
    ok: true,
  })
  expect((await app.browser().signIn(email, 'A-New-Secret-1')).body).toMatchObject({ ok: true, lang: 'fr' })
  expect((await pilot.call('GET', `/member/${idOf(made)}`)).body).toMatchObject({ object: { last_login: expect.any(String) } })
})

test('initials follow the names until somebody chooses others', async () => {
  const id = idOf(await create())
  expect((await pilot.call('PUT', `/member/${id}`, { lastname: 'Durand' })).body).toMatchObject({
    object: { initials: 'ÉD', name: 'Élodie Durand' },
  })
  await pilot.call('PUT', `/member/${id}`, { initials: 'XYZ' })
  expect((await pilot.call('PUT', `/member/${id}`, { lastname: 'Petit' })).body).toMatchObject({ object: { initials: 'XYZ' } })
})

test('an address is used once in an organisation, whatever its case, and never changes', async () => {
  const made = await create({ email: 'Once@A.example' })
  expect(await create({ email: 'once@a.EXAMPLE' })).toMatchObject({
    status: 409,
    body: { errors: { email: [expect.any(String)] } },
  })
  expect((await pilot.call('PUT', `/member/${idOf(made)}`, { email: 'other@a.example' })).body).toMatchObject({
    ok: false,
    errors: { email: ['The email of a user cannot be changed'] },
  })
  expect((await pilot.call('POST', '/validate/email', { email: 'ONCE@a.example' })).body).toMatchObject({
    ok: false,
    errors: { email: ['This email is already used'] },
  })
  expect((await pilot.call('POST', '/validate/email', { value: 'once@a.example', id: idOf(made) })).body).toEqual({ ok: true })
  expect((await pilot.call('POST', '/validate/email', { email: 'free@a.example' })).body).toEqual({ ok: true })
  expect((await pilot.call('POST', '/validate/email', { email: 'nonsense' })).body).toMatchObject({
    ok: false,
    errors: { email: ['Invalid email'] },
  })
})

test('someone known elsewhere is linked without a word, keeps their password, and may switch', async () => {
  const other = await as('contributor', app.customers.B)
  const made = await create({ email: other.email })
  expect(made.body).toMatchObject({ ok: true })
  expect(await pilot.call('PUT', `/member/${idOf(made)}/password`, { password: 'A-Thief-Secret-1' })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('belong to another organisation') },
  })
  const before = other.cookie
  const moved = await other.call('PUT', '/user/customer', { customer_id: app.customers.A })
  expect(moved.body).toMatchObject({
    ok: true,
    user: { customer: { id: app.customers.A }, member_id: idOf(made), customers: [{ name: 'Alpha' }, { name: 'Beta' }] },
  })
  const now = other.cookie
  other.cookie = before
  expect((await other.call('GET', '/auth/check')).status).toBe(401)
  other.cookie = now
  const again = app.browser()
  expect((await again.signIn(other.email)).body).toMatchObject({ user: { customer: { id: app.customers.A } } })
})

test('language, theme and time zone go with somebody from one organisation to the next and back', async () => {
  const traveller = await as('contributor', app.customers.B)
  await create({ email: traveller.email })
  await traveller.call('PUT', '/user/customer', { customer_id: app.customers.A })
  expect((await traveller.call('PUT', '/user/profile', { lang: 'fr', theme: 'DARK', time_zone: 'Pacific/Noumea' })).status).toBe(200)
  const back = await traveller.call('PUT', '/user/customer', { customer_id: app.customers.B })
  expect(back.body).toMatchObject({ user: { lang: 'fr', theme: 'DARK', time_zone: 'Pacific/Noumea' } })
})

test('nobody enters an organisation that they do not belong to', async () => {
  const contributor = await as('contributor')
  for (const customer_id of [app.customers.B, 1, 999_999, null]) {
    expect(await contributor.call('PUT', '/user/customer', { customer_id })).toMatchObject({
      status: 403,
      body: { message: 'Customer context update failed' },
    })
  }
  expect((await contributor.call('GET', '/auth/check')).status).toBe(200)
})

test('disabling signs a user out and keeps them out; enabling lets them in', async () => {
  const user = await as('contributor')
  expect((await pilot.call('PUT', `/member/${user.id}`, { disabled: true })).body).toMatchObject({ ok: true })
  expect((await user.call('GET', '/auth/check')).status).toBe(401)
  expect((await app.browser().signIn(user.email)).body).toMatchObject({ message: 'Your account is disabled' })
  await pilot.call('PUT', `/member/${user.id}`, { disabled: false })
  expect((await app.browser().signIn(user.email)).status).toBe(200)
  await pilot.call('PUT', `/member/${user.id}`, { archived: true })
  expect((await app.browser().signIn(user.email)).body).toMatchObject({ message: 'Your account is disabled' })
})

test('the last active global pilot stays', async () => {
  const { B } = app.customers
  const only = await as('global_pilote', B)
  for (const change of [{ roles: ['contributor'] }, { disabled: true }, { archived: true }]) {
    expect(await only.call('PUT', `/member/${only.id}`, change)).toMatchObject({
      status: 409,
      body: { message: 'The organisation needs at least one active global pilot' },
    })
  }
  expect((await only.call('DELETE', `/member/${only.id}`)).status).toBe(409)
  await app.member(B, newEmail(), ['global_pilote'])
  expect((await only.call('PUT', `/member/${only.id}`, { roles: ['contributor'] })).status).toBe(200)
})

test('of two pilots who step down at once, one stays', async () => {
  const gamma = await createCustomer(app.db, { name: 'Gamma' })
  const [one, two] = [await as('global_pilote', gamma), await as('global_pilote', gamma)]
  const answers = await Promise.all([one, two].map((browser) => browser.call('PUT', `/member/${browser.id}`, { roles: ['contributor'] })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('one pilot too many is refused', async () => {
  await app.owner.query(`update customer set quotas = '{"pilots": 0}' where id = $1`, [app.customers.A])
  try {
    expect((await create({ roles: ['local_pilote'] })).body).toMatchObject({ ok: false, message: 'Pilots quota exceeded' })
    const made = await create()
    expect(made.status).toBe(200)
    expect((await pilot.call('PUT', `/member/${idOf(made)}`, { roles: ['global_pilote'] })).body).toMatchObject({
      message: 'Pilots quota exceeded',
    })
  } finally {
    await app.owner.query(`update customer set quotas = '{}' where id = $1`, [app.customers.A])
  }
})

test('everyone reads the directory, only a global pilot changes it', async () => {
  for (const role of ['global_auditor', 'local_pilote', 'local_auditor', 'contributor'] as const) {
    const browser = await as(role)
    expect((await browser.call('POST', '/member/page', { queryParams: { global_search: 'pilot' } })).body).toMatchObject({
      ok: true,
      add_right: false,
      objects: [{ id: pilotId, edit_right: false }],
    })
    expect((await browser.call('POST', '/member', { email: newEmail(), firstname: 'A', lastname: 'B', roles: ['global_pilote'] })).status).toBe(403)
    expect((await browser.call('PUT', `/member/${browser.id}`, { roles: ['global_pilote'] })).status).toBe(403)
    expect((await browser.call('POST', `/member/${pilotId}/unlock`)).status).toBe(403)
    expect((await browser.call('PUT', `/member/${pilotId}/password`, { password: 'A-Thief-Secret-1' })).status).toBe(403)
    expect((await browser.call('POST', '/group', { name: 'Group' })).status).toBe(403)
  }
})

test('what the server alone sets is refused from outside', async () => {
  const answer = await create({ account_id: 1, kind: 'VISITING' })
  expect(answer).toMatchObject({
    status: 400,
    body: { errors: { account_id: [expect.any(String)], kind: [expect.any(String)] } },
  })
})

test('the language is one’s own to choose, kept for the next sign-in', async () => {
  const user = await as('contributor')
  expect((await user.call('PUT', '/user/language', { lang: 'fr' })).body).toEqual({ ok: true })
  expect((await user.call('GET', '/auth/check')).body).toMatchObject({ user: { lang: 'fr' } })
  expect((await user.call('GET', '/member/999999')).body).toMatchObject({ message: 'Introuvable' })
  expect((await app.browser().signIn(user.email)).body).toMatchObject({ lang: 'fr' })
  expect((await pilot.call('GET', `/member/${user.id}/history`)).body.objects).toMatchObject([
    { action: 'update', actor: { id: user.id }, changes: [{ field: 'lang', before: 'en', after: 'fr' }] },
    { action: 'create' },
  ])
})

test('groups have users, short names, and are found in the list of assignees before people', async () => {
  const user = await as('contributor')
  const made = await pilot.call('POST', '/group', { name: 'Équipe réseau', members: [user.id] })
  expect(made.body).toMatchObject({ object: { identifier: 'GRP-1', members: [{ id: user.id }] } })
  expect((await pilot.call('POST', '/group', { name: 'abc' })).body).toMatchObject({
    ok: false,
    errors: { name: [expect.any(String)] },
  })
  expect((await pilot.call('GET', `/member/${user.id}`)).body).toMatchObject({ object: { groups: [{ name: 'Équipe réseau' }] } })
  const { objects } = (await user.call('GET', '/user_group/users?search=equipe')).body
  expect(objects).toEqual([{ obj_id: idOf(made), is_group: true, name: 'Équipe réseau', email: null, perimeters: null, is_staff: false }])
  expect((await user.call('GET', `/user_group/users?search=${user.email}`)).body).toMatchObject({
    objects: [{ obj_id: user.id, is_group: false, perimeters: [] }],
  })
})

test('who is offered has the text in their name or address, however short it is, and nowhere else', async () => {
  const found = async (search: string) =>
    (await pilot.call('GET', `/user_group/users?search=${encodeURIComponent(search)}&limit=200`)).body.objects.map((one) => one.obj_id)
  const made = await pilot.call('POST', '/member', {
    email: 'zw-100@zzz.example',
    firstname: 'Zéphyrine',
    lastname: 'Wüst',
    job_title: 'Xylophonist',
    roles: ['contributor'],
  })
  const id = idOf(made)
  for (const search of ['zw', 'ZEPH', 'phyrine w', 'wust', '100', 'z', '@zzz'])
    expect([search, await found(search)]).toEqual([search, expect.arrayContaining([id])])
  for (const search of ['xylo', 'z_ph', '100%']) expect([search, (await found(search)).includes(id)]).toEqual([search, false])
  // Where people reach is asked for those alone who are shown.
  const { texts } = await watchStatements(() => found('zephyrine'))
  expect(texts.length).toBeLessThanOrEqual(4)
})

test('for a perimeter, only those who reach it are offered, and staff', async () => {
  const root = app.roots.A
  const site = await pilot.call('POST', '/perimeter', { name_en: 'Site', parent: root })
  const local = await as('local_pilote')
  const away = await as('local_pilote')
  const staff = await as('contributor')
  await pilot.call('PUT', `/member/${local.id}`, { perimeters: [root] })
  await pilot.call('PUT', `/member/${staff.id}`, { is_staff: true })
  const { objects } = (await pilot.call('GET', `/user_group/users?perimeter=${idOf(site)}`)).body
  const offered = objects.filter((o) => !o.is_group).map((o) => o.obj_id)
  expect(offered).toEqual(expect.arrayContaining([local.id, staff.id, pilotId]))
  expect(offered).not.toContain(away.id)
  // The reach is the session's too: the local pilot sees the site below their perimeter, the other one nothing.
  expect((await local.call('GET', `/perimeter/${idOf(site)}`)).status).toBe(200)
  expect((await away.call('GET', `/perimeter/${idOf(site)}`)).status).toBe(404)
  const tag = await pilot.call('POST', '/tag', { name_en: 'Sites', perimeters: [idOf(site)] })
  await pilot.call('PUT', `/member/${away.id}`, { tag: idOf(tag) })
  expect((await away.call('GET', `/perimeter/${idOf(site)}`)).status).toBe(200)
  expect((await away.call('GET', `/perimeter/${root}`)).status).toBe(404)
})

test('a lock is lifted a few times an hour at most, so that nobody can guess a shared account’s password from elsewhere', async () => {
  const pilot = await as('global_pilote')
  const colleague = await as('contributor')
  const statuses: number[] = []
  for (let times = 0; times < 6; times += 1) statuses.push((await pilot.call('POST', `/member/${colleague.id}/unlock`)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('another organisation’s people are not there', async () => {
  const other = await as('global_pilote', app.customers.B)
  expect((await other.call('GET', `/member/${pilotId}`)).status).toBe(404)
  const own = await other.call('POST', '/member/page', { queryParams: { global_search: 'pilot@a.example' } })
  expect(own.body).toMatchObject({ total: 0 })
  expect((await other.call('POST', `/member/${pilotId}/unlock`)).status).toBe(404)
})

test('root enters as a visiting pilot who authors but is nobody to choose', async () => {
  const root = app.browser()
  expect((await root.signIn('root@vigie.example')).body).toMatchObject({
    user: { customer: null, admin_type: 'ROOT', role: null, rights: expect.arrayContaining(['customer.read', 'customer.write']) },
  })
  expect((await root.call('POST', '/member/page', {})).status).toBe(403)
  const entered = await root.call('PUT', '/user/customer', { customer_id: app.customers.A })
  expect(entered.body).toMatchObject({
    user: { customer: { id: app.customers.A }, roles: ['global_pilote'], admin_type: 'ROOT' },
  })
  const made = await root.call('POST', '/group', { name: 'Made by root' })
  expect(made.body).toMatchObject({ ok: true, object: { created_by: { name: 'Root Vigie' } } })
  expect((await pilot.call('POST', '/member/page', { queryParams: { global_search: 'root' } })).body).toMatchObject({ total: 0 })
  expect((await pilot.call('GET', '/user_group/users?search=root%20vigie')).body).toMatchObject({ objects: [] })
  expect((await root.call('PUT', '/user/language', { lang: 'fr' })).status).toBe(200)
  expect((await root.call('PUT', '/user/customer', { customer_id: null })).body).toMatchObject({ user: { customer: null, lang: 'fr' } })
  expect((await root.call('PUT', '/user/language', { lang: 'en' })).status).toBe(200)
  expect((await root.call('PUT', '/user/customer', { customer_id: app.customers.A })).body).toMatchObject({ user: { lang: 'en' } })
})

test('support reads everything and changes nothing but locks; staff+ enters the catalog alone', async () => {
  for (const [type, email] of [
    ['SUPPORT', 'support@vigie.example'],
    ['STAFF_PLUS', 'staff@vigie.example'],
  ] as const) {
    await app.member(1, email, [])
    await app.owner.query('update account set admin_type = $1 where email = $2', [type, email])
  }
  const support = app.browser()
  await support.signIn('support@vigie.example')
  await support.call('PUT', '/user/customer', { customer_id: app.customers.A })
  expect((await support.call('GET', `/member/${pilotId}`)).body).toMatchObject({ object: { edit_right: false } })
  expect((await support.call('PUT', `/member/${pilotId}`, { job_title: 'X' })).status).toBe(403)
  expect((await support.call('POST', `/member/${pilotId}/unlock`)).status).toBe(200)
  const staff = app.browser()
  const signedIn = await staff.signIn('staff@vigie.example')
  expect(signedIn.body).toMatchObject({ user: { customers: [{ name: 'Catalog' }] } })
  expect((await staff.call('PUT', '/user/customer', { customer_id: app.customers.A })).status).toBe(403)
  expect((await staff.call('PUT', '/user/customer', { customer_id: 2 })).body).toMatchObject({
    user: { roles: ['global_pilote'] },
  })
})

test('the password of the first account is the one it was given', async () => {
  expect((await app.browser().signIn('root@vigie.example', `${password}x`)).status).toBe(400)
})

test('somebody acts in perimeters or in one grouping, never in both (PER-08, FRM-45)', async () => {
  const wrong = 'Grouping and perimeters cannot be mixed'
  const root = app.roots.A
  const tag = idOf(await pilot.call('POST', '/tag', { name_en: 'Factories' }))
  const person = { firstname: 'Ida', lastname: 'Placed', roles: ['local_pilote'] }
  const both = await pilot.call('POST', '/member', { ...person, email: 'both@a.example', perimeters: [root], tag })
  expect(both.body.errors).toEqual({ tag: [wrong] })
  const made = await pilot.call('POST', '/member', { ...person, email: 'placed@a.example', perimeters: [root] })
  const path = `/member/${idOf(made)}`
  expect((await pilot.call('PUT', path, { tag })).body.errors).toEqual({ tag: [wrong] })
  expect((await pilot.call('PUT', path, { perimeters: [], tag })).status).toBe(200)
  expect((await pilot.call('PUT', path, { perimeters: [root] })).body.errors).toEqual({ perimeters: [wrong] })
  expect((await pilot.call('PUT', path, { perimeters: [root], tag: null })).status).toBe(200)
})
