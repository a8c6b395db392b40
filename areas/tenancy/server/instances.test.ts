import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let root: Person
let pilot: Person
beforeAll(async () => {
  app = await testApp({ widgets: { supportChatSecret: 'chat-secret' } })
  root = await app.signIn('root@vigie.example')
  pilot = await app.member((await app.customer()).id, 'global_pilote')
})
afterAll(() => app.close())

test('an administrator of the provider changes an instance under the optimistic lock', async () => {
  const { body } = await root.get('/instance')
  expect(body).toMatchObject({
    ok: true,
    add_right: true,
    widgets: { support_chat: true, hubspot: false },
    objects: [{ id: 1, type: 'business', mfa_mode: 'USER_CHOICE', flags: {} }],
  })
  expect(JSON.stringify(body)).not.toContain('chat-secret')
  const { version } = body.objects[0]
  const changed = await root.put('/instance/1', { name: 'Main', type: 'education', password_history: 3, flags: { se_campaigns: false }, version })
  expect(changed.body).toMatchObject({ object: { name: 'Main', type: 'education', password_history: 3, flags: { se_campaigns: false }, version: version + 1 } })
  expect((await root.put('/instance/1', { name: 'Late', version })).status).toBe(409)
  expect((await pilot.get('/auth/check')).body.user).toMatchObject({
    instance: { name: 'Main' },
    instance_type: 'education',
    flags: { se_campaigns: false, action_plan_v2: true },
  })
  await root.put('/instance/1', { flags: { se_campaigns: null } })
  expect((await pilot.get('/auth/check')).body.user.flags.se_campaigns).toBe(true)
  for (const wrong of [
    { name: 'x' },
    { type: 'bank' },
    { mfa_mode: 'SOMETIMES' },
    { password_max_age_days: -1 },
    { password_history: 25 },
    { flags: { unknown: true } },
  ]) {
    expect((await root.put('/instance/1', wrong)).status).toBe(400)
  }
  expect((await root.put('/instance/99', { name: 'Nobody' })).status).toBe(404)
})

test('support looks and changes nothing; people of organisations see nothing', async () => {
  await app.member(1, [], { email: 'support@vigie.example' })
  await app.db.transaction(
    1,
    async (tx) =>
      void (await tx.runText("select set_admin_type((select account_id from member where customer_id = 1 and email = 'support@vigie.example'), 'SUPPORT')")),
  )
  const support = await app.signIn('support@vigie.example')
  expect((await support.get('/instance')).body).toMatchObject({ ok: true, add_right: false })
  expect((await support.get('/instance/1/terms')).status).toBe(200)
  for (const person of [support, pilot]) {
    expect((await person.put('/instance/1', { name: 'Theirs' })).status).toBe(403)
    expect((await person.post('/instance', { name: 'Theirs' })).status).toBe(403)
    expect((await person.post('/instance/1/terms', { text_en: 'Theirs' })).status).toBe(403)
  }
  expect((await pilot.get('/instance')).status).toBe(403)
})

test('a new instance comes with its catalog, and an organisation may be put in it with all that it has', async () => {
  const { object } = (await root.post('/instance', { name: 'Partners', type: 'partner' })).body
  expect((await root.get('/customer')).body.objects).toContainEqual(
    expect.objectContaining({ name: 'Catalogue of Partners', kind: 'CATALOG', instance: { id: object.id, name: 'Partners' } }),
  )
  const made = await root.post('/customer', {
    name: 'Whole',
    instance_id: object.id,
    context_type: 'STUDENT',
    features: ['CATALOG'],
    properties: { isp_enable: true },
    flags: { action_plan_v2: false },
    mfa_mode: 'DISABLED',
    password_max_age_days: 30,
  })
  expect(made.body.object).toMatchObject({
    instance: { id: object.id },
    context_type: 'STUDENT',
    features: ['CATALOG'],
    flags: { action_plan_v2: false },
    mfa_mode: 'DISABLED',
    password_max_age_days: 30,
    properties: { isp_enable: true, risk_analysis_enable: false, hidePublicApi: false, connector_allowed: true },
  })
  const person = await app.member(made.body.object.id, 'global_pilote')
  expect((await person.get('/auth/check')).body.user).toMatchObject({
    context_type: 'STUDENT',
    features: ['CATALOG'],
    flags: { action_plan_v2: false },
    properties: { isp_enable: true },
  })
  expect((await root.post('/customer', { name: 'Lost', instance_id: 99 })).body).toMatchObject({ ok: false, errors: { instance_id: [expect.any(String)] } })
})

test('widgets get what is configured, and nothing else', async () => {
  const { email } = (await pilot.get('/auth/check')).body.user
  expect((await pilot.get('/user/generate_hmac')).body).toEqual({ ok: true, object: { hmac: createHmac('sha256', 'chat-secret').update(email).digest('hex') } })
  expect(await pilot.get('/auth/hubspot')).toEqual({ status: 200, body: { ok: false, message: 'This widget is not in use here', code: 'WIDGET_OFF' } })
})

test('an organisation is stricter than its instance, never laxer', async () => {
  // Neither has anything left to set up, whatever is asked of everybody meanwhile.
  for (const { customerId, memberId } of [root, pilot]) {
    await app.db.transaction(customerId, async (tx) => {
      for (const step of ["set_mfa_secret(account_id, 'sealed')", 'verify_mfa(account_id, 1)'])
        await tx.runText(`select ${step} from member where customer_id = $1 and id = $2`, [customerId, memberId])
    })
  }
  await root.put('/instance/1', { mfa_mode: 'USER_CHOICE', password_max_age_days: 90 })
  const { body } = await pilot.get('/organisation/settings')
  expect(body).toMatchObject({
    edit_right: true,
    object: { mfa_mode: null, password_max_age_days: null, instance: { mfa_mode: 'USER_CHOICE', password_max_age_days: 90 } },
  })
  expect((await pilot.put('/organisation/settings', { mfa_mode: 'ENFORCED', password_max_age_days: 30, version: body.object.version })).body).toMatchObject({
    object: { mfa_mode: 'ENFORCED', password_max_age_days: 30 },
  })
  expect((await pilot.put('/organisation/settings', { mfa_mode: null, version: body.object.version })).status).toBe(409)
  for (const days of [0, 91])
    expect((await pilot.put('/organisation/settings', { password_max_age_days: days })).body).toMatchObject({
      errors: { password_max_age_days: [expect.stringContaining('90')] },
    })
  await root.put('/instance/1', { mfa_mode: 'ENFORCED' })
  expect((await pilot.put('/organisation/settings', { mfa_mode: 'DISABLED' })).body).toMatchObject({ errors: { mfa_mode: [expect.any(String)] } })
  await root.put('/instance/1', { mfa_mode: 'USER_CHOICE' })
  await pilot.put('/organisation/settings', { mfa_mode: null, password_max_age_days: null })
  const auditor = await app.member(pilot.customerId, 'global_auditor')
  expect((await auditor.get('/organisation/settings')).body).toMatchObject({ edit_right: false })
  expect((await auditor.put('/organisation/settings', { mfa_mode: 'DISABLED' })).status).toBe(403)
  expect((await (await app.member(pilot.customerId, 'local_pilote')).get('/organisation/settings')).status).toBe(403)
})

test('an organisation says itself what it is called, what it does and where its days begin', async () => {
  const { object } = (await pilot.get('/organisation/settings')).body
  const settings = { name: 'Renamed by its pilot', color: '#2a5bd7', sector: 'Rail freight', lang: 'fr', time_zone: 'Europe/Lisbon' }
  expect((await pilot.put('/organisation/settings', { ...settings, version: object.version })).body.object).toMatchObject(settings)
  expect((await pilot.get('/auth/check')).body.user.customer).toMatchObject({ name: settings.name, color: settings.color })
  expect((await pilot.put('/organisation/settings', { sector: ' ' })).body.object).toMatchObject({ ...settings, sector: null })
  for (const wrong of [{ name: 'x' }, { color: 'red' }, { time_zone: 'Mars/Olympus' }, { lang: 'de' }, { sector: 'x'.repeat(129) }, { quotas: {} }])
    expect((await pilot.put('/organisation/settings', wrong)).status).toBe(400)
  const auditor = await app.member(pilot.customerId, 'global_auditor')
  expect((await auditor.put('/organisation/settings', { name: 'Another name' })).status).toBe(403)
})
