/** Who is let in, and from where: open sessions, how users stand, people from outside. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessApp, password, type Browser } from '#tools/test/access-app.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'

let app: Awaited<ReturnType<typeof accessApp>>
let n = 0
beforeAll(async () => {
  app = await accessApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.now = new Date()
  await app.owner.query('delete from rate_limit; delete from sign_in_attempt')
})

async function someone(roles: readonly 'global_pilote'[] | readonly 'contributor'[] = ['global_pilote']) {
  const email = `guest${(n += 1)}@a.example`
  const id = await app.member(app.customers.A, email, roles)
  const browser = app.browser()
  await browser.signIn(email)
  return { email, id, browser }
}

describe('sessions', () => {
  test('are listed with device and last use, ended one by one or all others at once, and never told by their token', async () => {
    const { email, browser } = await someone()
    const others = [app.browser(), app.browser()]
    for (const other of others) await other.signIn(email)
    const { body } = await browser.call('GET', '/user/sessions')
    const listed = body.objects as unknown as { id: string; current: boolean; organisation: string }[]
    expect(listed).toHaveLength(3)
    expect(listed.filter(({ current }) => current)).toHaveLength(1)
    expect(listed[0]).toMatchObject({ organisation: 'Alpha', method: 'PASSWORD' })
    for (const cookie of [browser.cookie, ...others.map((other) => other.cookie)]) expect(JSON.stringify(body)).not.toContain(cookie.split('.')[1])
    const { browser: stranger } = await someone()
    const target = listed.find(({ current }) => !current)?.id ?? ''
    expect((await stranger.call('DELETE', `/user/sessions/${target}`)).status).toBe(404)
    expect((await browser.call('DELETE', `/user/sessions/${target}`)).status).toBe(200)
    const alive = async () => (await Promise.all(others.map((other) => other.call('GET', '/auth/check')))).filter(({ status }) => status === 200).length
    expect(await alive()).toBe(1)
    expect((await browser.call('POST', '/user/sessions/end_others')).status).toBe(200)
    expect(await alive()).toBe(0)
    expect((await browser.call('GET', '/auth/check')).status).toBe(200)
  })

  test('that are over are not listed', async () => {
    const { email, browser } = await someone()
    await app.browser().signIn(email)
    app.clock.now = new Date(app.clock.now.getTime() + 20 * 60_000)
    await browser.call('GET', '/auth/check')
    app.clock.now = new Date(app.clock.now.getTime() + 20 * 60_000)
    expect((await browser.call('GET', '/user/sessions')).body.objects).toHaveLength(1)
  })
})

describe('how users stand', () => {
  const seen = async (pilot: Browser, id: number) =>
    (await pilot.call('GET', `/member/${id}`)).body.object as unknown as { locked: boolean; strong: boolean; disabled: boolean; awaits_approval: boolean }

  test('locked after too many failures until somebody unlocks', async () => {
    const { browser: pilot } = await someone()
    const { id, email } = await someone(['contributor'])
    expect(await seen(pilot, id)).toMatchObject({ locked: false, strong: false })
    for (let i = 0; i < 3; i += 1) await app.browser().signIn(email, 'wrong')
    expect(await seen(pilot, id)).toMatchObject({ locked: true })
    expect((await pilot.call('POST', `/member/${id}/unlock`)).status).toBe(200)
    expect(await seen(pilot, id)).toMatchObject({ locked: false })
  })

  test('strong authentication shows once the person has come in here, never before', async () => {
    const { browser: pilot } = await someone()
    const { id, email } = await someone(['contributor'])
    await app.owner.query('update account set mfa_activated = true, mfa_enabled = true where email = $1', [email])
    expect(await seen(pilot, id)).toMatchObject({ strong: true })
    const elsewhere = await app.member(app.customers.B, email, ['contributor'])
    await app.member(app.customers.B, `look${(n += 1)}@b.example`, ['global_pilote'])
    const other = app.browser()
    await other.signIn(`look${n}@b.example`)
    expect(await seen(other, elsewhere)).toMatchObject({ strong: false })
  })

  test('made by single sign-on, they wait until somebody lets them in, once', async () => {
    const { browser: pilot } = await someone()
    const { id, email } = await someone(['contributor'])
    await app.owner.query('update member set disabled = true, awaits_approval = true where id = $1', [id])
    await app.owner.query('update membership set active = false where member_id = $1', [id])
    expect((await app.browser().signIn(email)).status).not.toBe(200)
    const { browser: contributor } = await someone(['contributor'])
    expect((await contributor.call('PUT', `/member/${id}/approve`)).status).toBe(403)
    expect((await pilot.call('PUT', `/member/${id}/approve`)).status).toBe(200)
    expect(await seen(pilot, id)).toMatchObject({ disabled: false, awaits_approval: false })
    expect((await app.browser().signIn(email, password)).status).toBe(200)
    expect((await pilot.call('PUT', `/member/${id}/approve`)).status).toBe(409)
  })
})

describe('people from outside', () => {
  const outsider = (more: object) => ({
    email: `outside${(n += 1)}@else.example`,
    firstname: 'Out',
    lastname: 'Side',
    roles: ['contributor'],
    is_external: true,
    ...more,
  })

  test('have a last day and contribute, no more', async () => {
    const { browser: pilot } = await someone()
    expect((await pilot.call('POST', '/member', outsider({}))).body).toMatchObject({
      errors: { access_end: ['An external user needs a last day of access'] },
    })
    expect((await pilot.call('POST', '/member', outsider({ access_end: dayFromNow(5), roles: ['local_pilote'] }))).body).toMatchObject({
      errors: { roles: [expect.any(String)] },
    })
    expect((await pilot.call('POST', '/member', outsider({ access_end: dayFromNow(5), access_start: dayFromNow(6) }))).body).toMatchObject({
      errors: { access_end: [expect.any(String)] },
    })
    expect((await pilot.call('POST', '/member', outsider({ access_end: dayFromNow(5) }))).status).toBe(200)
  })

  test('come in between their days alone, and are disabled when these are over', async () => {
    const { browser: pilot } = await someone()
    const person = outsider({ access_start: dayFromNow(2), access_end: dayFromNow(4) })
    const { body } = await pilot.call('POST', '/member', person)
    await pilot.call('PUT', `/member/${body.object.id}/password`, { password })
    const entered = async (shift: number) => {
      app.clock.now = new Date(Date.now() + shift * 86_400_000)
      await app.owner.query('delete from sign_in_attempt')
      return (await app.browser().signIn(person.email)).body.message ?? 'in'
    }
    expect(await entered(0)).toBe('Your account is disabled')
    expect(await entered(3)).toBe('in')
    expect(await entered(5)).toBe('Your account is disabled')
  })

  test('are disabled by a daily job once their last day is over, which is written down', async () => {
    const { browser: pilot } = await someone()
    const { body } = await pilot.call('POST', '/member', outsider({ access_start: dayFromNow(-9), access_end: dayFromNow(-1) }))
    const { body: staying } = await pilot.call('POST', '/member', outsider({ access_end: dayFromNow(0) }))
    await app.schedule('people.external', app.customers.A)
    const disabled = async (id: number) => (await pilot.call('GET', `/member/${id}`)).body.object as unknown as { disabled: boolean }
    expect(await disabled(body.object.id)).toMatchObject({ disabled: true })
    expect(await disabled(staying.object.id)).toMatchObject({ disabled: false })
    const { rows } = await app.owner.query("select action from audit_log where customer_id = $1 and entity = 'member' and object_id = $2 order by seq", [
      app.customers.A,
      body.object.id,
    ])
    expect(rows).toEqual([{ action: 'create' }, { action: 'update' }])
  })
})
