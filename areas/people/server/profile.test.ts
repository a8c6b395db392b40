import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#kit/contract/right.ts'
import type { Profile } from '#areas/people/contract/profile.ts'
import type { NewMember } from '#areas/people/server/index.ts'
import { accessApp, type AccessAnswer } from '#tools/test/access-app.ts'

let app: Awaited<ReturnType<typeof accessApp>>
let n = 0

beforeAll(async () => {
  app = await accessApp()
})
afterAll(() => app.close())

const someone = async (roles: readonly Role[] = ['contributor'], rest: Partial<NewMember> = {}) => {
  const email = `person${(n += 1)}@a.example`
  const id = await app.member(app.customers.A, email, roles, { firstname: 'Élodie', lastname: 'Martin', ...rest })
  const browser = app.browser()
  await browser.signIn(email)
  return Object.assign(browser, { id, email })
}
const profileIn = ({ body }: AccessAnswer) => body.object as unknown as Profile

test('a profile says who one is, and what cannot be changed', async () => {
  const user = await someone(['local_pilote'], { perimeterIds: [app.roots.A], jobTitle: 'CISO' })
  expect(profileIn(await user.call('GET', '/user/profile'))).toEqual({
    id: user.id,
    version: 1,
    email: user.email,
    name: 'Élodie Martin',
    firstname: 'Élodie',
    lastname: 'Martin',
    initials: 'ÉM',
    job_title: 'CISO',
    lang: 'en',
    theme: 'SYSTEM',
    time_zone: null,
    date_order: null,
    customer_time_zone: expect.any(String),
    weekly_digest: true,
    daily_notifications: true,
    roles: [{ id: 'local_pilote', name: 'Local pilot', color: expect.stringMatching(/^#/) }],
    local_perimeter: [{ id: app.roots.A, name: expect.any(String) }],
    local_tag: null,
    groups: [],
    auth_type: 'PASSWORD',
    mfa_mode: 'USER_CHOICE',
    mfa_activated: false,
    mfa_enabled: false,
  })
})

test('the secret of strong authentication is told while it is activated and not yet verified, to its holder alone', async () => {
  const user = await someone()
  await user.call('PUT', '/user/generate_secret', { mfa_activated: true })
  expect(profileIn(await user.call('GET', '/user/profile'))).toMatchObject({
    mfa_activated: true,
    mfa_enabled: false,
    mfa_secret: expect.stringMatching(/^[A-Z2-7]{16,}$/),
    qr_code: expect.stringMatching(/^otpauth:/),
  })
  expect((await user.call('PUT', '/user/profile', { job_title: 'Any' })).body).toMatchObject({ code: 'PENDING_MFA' })
  await app.owner.query(`set role vigie_provider; update account set mfa_enabled = true where email = '${user.email}'; reset role`)
  const verified = profileIn(await user.call('GET', '/user/profile'))
  expect(verified).toMatchObject({ mfa_enabled: true })
  expect(verified).not.toHaveProperty('mfa_secret')
  expect(verified).not.toHaveProperty('qr_code')
})

test('only pilots and auditors are told where they act', async () => {
  const user = await someone(['contributor'], { perimeterIds: [app.roots.A] })
  const profile = profileIn(await user.call('GET', '/user/profile'))
  expect(profile).not.toHaveProperty('local_perimeter')
  expect(profile).not.toHaveProperty('local_tag')
})

test.each(['PUT', 'POST'] as const)('%s changes what is one’s own', async (method) => {
  const user = await someone()
  const changes = {
    firstname: 'Chloé',
    lastname: 'Petit',
    job_title: '',
    theme: 'DARK',
    time_zone: 'America/New_York',
    date_order: 'YMD',
    weekly_digest: false,
    daily_notifications: false,
  }
  expect((await user.call(method, '/user/profile', changes)).body).toMatchObject({
    ok: true,
    message: 'Saved',
    object: { ...changes, job_title: null, initials: 'CP', name: 'Chloé Petit', version: 2 },
  })
  expect((await user.call('GET', '/auth/check')).body).toMatchObject({
    user: { name: 'Chloé Petit', initials: 'CP', theme: 'DARK', time_zone: 'America/New_York', date_order: 'YMD' },
  })
  await user.call(method, '/user/profile', { time_zone: null })
  expect((await user.call('GET', '/auth/check')).body).toMatchObject({
    user: { time_zone: profileIn(await user.call('GET', '/user/profile')).customer_time_zone },
  })
})

test('initials follow the names until they are chosen by hand, and again once emptied', async () => {
  const user = await someone()
  const initials = async (changes: object) => profileIn(await user.call('PUT', '/user/profile', changes)).initials
  // A client that sends everything back has chosen nothing.
  expect(await initials({ firstname: 'Zoé', lastname: 'Martin', initials: 'ÉM' })).toBe('ZM')
  expect(await initials({ initials: 'XYZ' })).toBe('XYZ')
  expect(await initials({ lastname: 'Durand' })).toBe('XYZ')
  expect(await initials({ initials: '' })).toBe('ZD')
  expect((await user.call('PUT', '/user/profile', { initials: 'ABCD' })).body).toMatchObject({ ok: false, errors: { initials: [expect.any(String)] } })
})

test('what is wrong is said field by field', async () => {
  const user = await someone()
  const long = 'x'.repeat(129)
  const { body, status } = await user.call('PUT', '/user/profile', {
    firstname: '',
    lastname: ' ',
    job_title: long,
    lang: 'de',
    theme: 'PINK',
    date_order: 'YDM',
    time_zone: 'Mars/Olympus',
  })
  expect(status).toBe(400)
  expect(body).toMatchObject({
    message: 'An error occured. Please check your inputs',
    errors: {
      firstname: ['This field is mandatory'],
      lastname: [expect.any(String)],
      job_title: [expect.any(String)],
      lang: [expect.any(String)],
      theme: [expect.any(String)],
      date_order: [expect.any(String)],
      time_zone: ['Unknown time zone'],
    },
  })
  for (const time_zone of ['+02:00', '', "Europe/Paris'; drop table member"]) expect((await user.call('PUT', '/user/profile', { time_zone })).status).toBe(400)
  for (const time_zone of ['UTC', 'Asia/Kolkata']) expect((await user.call('PUT', '/user/profile', { time_zone })).status).toBe(200)
})

test('nobody gives themselves roles, reach, groups or another address', async () => {
  const user = await someone()
  const taken = {
    id: 1,
    email: 'other@a.example',
    roles: [{ id: 'global_pilote' }],
    local_perimeter: [{ id: app.roots.A }],
    local_tag: { id: 1 },
    groups: [{ id: 1 }],
    auth_type: 'OIDC',
    mfa_enabled: true,
  }
  const before = profileIn(await user.call('GET', '/user/profile'))
  for (const method of ['PUT', 'POST'] as const) {
    const refused = await user.call(method, '/user/profile', { ...taken, job_title: 'Taken', lang: 'de' })
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: { ...Object.fromEntries(Object.keys(taken).map((key) => [key, ['Unknown field']])), lang: ['Invalid value'] } },
    })
  }
  expect(profileIn(await user.call('GET', '/user/profile'))).toEqual(before)
  expect((await user.call('GET', '/auth/check')).body).toMatchObject({ user: { roles: ['contributor'], email: user.email } })
  for (const key of ['account_id', 'kind', 'is_staff', 'disabled', 'perimeters', 'tag', 'admin_type', 'customer_id', 'nonsense']) {
    const answer = await user.call('PUT', '/user/profile', { [key]: 1 })
    expect([key, answer.status]).toEqual([key, 400])
    expect(answer.body).toMatchObject({ errors: { [key]: ['Unknown field'] } })
  }
})

test('a profile that was changed elsewhere in the meantime is not overwritten', async () => {
  const user = await someone()
  await user.call('PUT', '/user/profile', { job_title: 'First', version: 1 })
  expect(await user.call('PUT', '/user/profile', { job_title: 'Second', version: 1 })).toMatchObject({ status: 409, body: { code: 'STALE' } })
})

test('the answer speaks the language just chosen, which is kept for the next sign-in', async () => {
  const user = await someone()
  expect((await user.call('PUT', '/user/profile', { lang: 'fr' })).body).toMatchObject({ message: 'Enregistré', object: { roles: [{ name: 'Contributeur' }] } })
  expect((await app.browser().signIn(user.email)).body).toMatchObject({ lang: 'fr' })
})

test('the provider’s staff have a profile too, and read as they do when they enter an organisation', async () => {
  const root = app.browser()
  await root.signIn('root@vigie.example')
  expect(profileIn(await root.call('PUT', '/user/profile', { job_title: 'Everything', theme: 'LIGHT', time_zone: 'Asia/Tokyo' }))).toMatchObject({
    job_title: 'Everything',
    roles: [],
  })
  expect((await root.call('PUT', '/user/customer', { customer_id: app.customers.B })).body).toMatchObject({ user: { theme: 'LIGHT', time_zone: 'Asia/Tokyo' } })
  expect(profileIn(await root.call('GET', '/user/profile'))).toMatchObject({ roles: [{ id: 'global_pilote' }], local_perimeter: [] })
})

test('server messages follow the session’s language, and the browser’s before there is one (I18N-06)', async () => {
  const user = await someone(['contributor'], { lang: 'fr' })
  expect((await user.call('GET', '/member/999999', undefined, { 'accept-language': 'en' })).body).toMatchObject({ message: 'Introuvable', code: 'NOT_FOUND' })
  const nobody = app.browser()
  for (const [asked, message] of [
    ['fr-CA,fr;q=0.9', 'Votre session a expiré'],
    ['de', 'Your session has expired'],
    ['en', 'Your session has expired'],
  ] as const)
    expect((await nobody.call('GET', '/user/profile', undefined, { 'accept-language': asked })).body).toMatchObject({ message, code: 'UNAUTHENTICATED' })
})
