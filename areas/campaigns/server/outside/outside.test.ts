import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testPassword } from '#app/test/worlds/test-app.ts'
import { outsideWorld } from '#tools/test/outside-world.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'

let w: Awaited<ReturnType<typeof outsideWorld>>

beforeAll(async () => {
  w = await outsideWorld()
})
afterAll(() => w.close())
beforeEach(async () => {
  w.clock.now = new Date()
  await w.owner.query('delete from rate_limit; delete from sign_in_attempt')
})

const fresh = (name: string) => `${name}${Math.round(performance.now() * 1000)}@supplier.example`

describe('somebody from outside who is invited', () => {
  test('gets a mail in their language with the organisation’s words, and a link that looking at does not use up', async () => {
    const { evaluation } = await w.asked({ invitation_fr: 'Merci de votre aide.' })
    const email = fresh('link')
    const invited = await w.invite(evaluation, email)
    expect(invited.body).toMatchObject({ ok: true, message: 'The invitation has been sent', object: { email, evaluator: true, last_login: null } })
    const [letter] = await w.letters(email)
    expect(letter).toMatchObject({ lang: 'fr', subject: expect.stringContaining('vous demande de répondre') })
    expect(letter?.text).toContain('Merci de votre aide.')
    const token = await w.linkTo(email)
    const scanner = w.visitor()
    for (let look = 0; look < 3; look += 1) expect((await scanner.call('POST', '/auth/password/check_reset_token', { token })).status).toBe(200)
    expect(scanner.cookies.size).toBe(0)
    const guest = w.visitor()
    expect((await w.reset(guest, token, 'short')).status).toBe(400)
    // With their address the page signs them in; no cookie comes of the link itself.
    expect((await w.reset(guest, token)).body).toMatchObject({ ok: true, outside: email })
    expect((await w.reset(guest, token, 'Another-Horse-8')).body).toMatchObject({ code: 'INVALID_TOKEN' })
    expect(guest.cookies.size).toBe(0)
    const { body } = await w.signIn(guest, email)
    expect(body.user).toMatchObject({
      outside: true,
      rights: ['evaluation.read', 'evaluation.write', 'evidence.read'],
      features: [],
      properties: { lang: 'fr' },
      pending: [],
    })
    expect((await guest.call('GET', '/outside/evaluation')).body.objects).toMatchObject([{ id: evaluation, asked: 3, answered: 0, progress: 0, contact: null }])
  })

  test('cannot use a link that is too old or was sent again since, and asks for a new one as everybody does', async () => {
    const { evaluation } = await w.asked()
    const email = fresh('old')
    const { id } = (await w.invite(evaluation, email)).body.object
    const first = await w.linkTo(email)
    expect((await w.world.pilot.post(`/evaluation/${evaluation}/outside/${id}/invite`)).status).toBe(200)
    const second = await w.linkTo(email)
    expect((await w.reset(w.visitor(), first)).status).toBe(400)
    w.clock.now = new Date(Date.now() + 8 * 86_400_000)
    expect((await w.reset(w.visitor(), second)).status).toBe(400)
  })

  test('is mailed five times an hour at most, and not before the campaign runs', async () => {
    const { evaluation, campaign } = await w.asked()
    const email = fresh('many')
    const { id } = (await w.invite(evaluation, email)).body.object
    for (let time = 0; time < 4; time += 1) expect((await w.world.pilot.post(`/evaluation/${evaluation}/outside/${id}/invite`)).status).toBe(200)
    expect((await w.world.pilot.post(`/evaluation/${evaluation}/outside/${id}/invite`)).status).toBe(429)
    await w.status(campaign, 'READY')
    const later = fresh('later')
    expect((await w.invite(evaluation, later)).body).toMatchObject({ message: 'The invitation leaves when the campaign starts', object: { evaluator: false } })
    expect(await w.letters(later)).toEqual([])
    await w.owner.query('delete from rate_limit')
    expect((await w.world.pilot.post(`/evaluation/${evaluation}/outside/${id}/invite`)).status).toBe(409)
  })

  test('is named by pilots of the perimeter alone, and is nobody of the organisation', async () => {
    const { evaluation } = await w.asked()
    const inside = await w.app.member(w.world.customer, 'contributor', { email: 'inside@here.example' })
    expect((await w.invite(evaluation, 'inside@here.example')).body.errors).toMatchObject({ email: [expect.stringContaining('belongs to somebody')] })
    const far = await w.app.member(w.world.customer, 'local_pilote')
    expect((await w.invite(evaluation, fresh('x'), far)).status).toBe(404)
    expect((await w.invite(evaluation, fresh('x'), inside)).status).toBe(403)
    await w.world.pilot.put(`/evaluation/${evaluation}`, { evaluator: far.memberId })
    expect((await w.invite(evaluation, fresh('x'), far)).status).toBe(403)
    const other = await w.app.member((await w.app.customer()).id, 'global_pilote')
    expect((await w.invite(evaluation, fresh('x'), other)).status).toBe(404)
    expect((await other.get(`/evaluation/${evaluation}/outside`)).status).toBe(404)
  })
})

describe('inside, people from outside', () => {
  test('are nobody to list, find, offer, choose, act as or write to', async () => {
    const { evaluation } = await w.asked()
    const guest = await w.guest(evaluation)
    const pilot = w.world.pilot
    const { id, email } = guest
    const listed = JSON.stringify([
      (await pilot.post('/member/page', {})).body,
      (await pilot.get('/member/options?search=Claire')).body,
      (await pilot.get('/user_group/users?search=Claire')).body,
      (await pilot.get('/search?search=Claire')).body,
    ])
    expect(listed).not.toContain(email)
    expect(listed).not.toContain('Claire')
    expect((await pilot.get(`/member/${id}`)).status).toBe(404)
    expect((await pilot.put(`/member/${id}`, { roles: ['global_pilote'] })).status).toBe(404)
    expect((await pilot.put(`/member/${id}/password`, { password: testPassword })).status).toBe(404)
    const { evaluation: elsewhere } = await w.asked()
    expect((await pilot.put(`/evaluation/${elsewhere}`, { evaluator: id })).body.errors).toHaveProperty('evaluator')
    // Shown by name where they answer, and apart.
    expect((await pilot.get(`/evaluation/${evaluation}`)).body.object.evaluator).toMatchObject({ id, name: 'Claire Robin' })
    expect((await pilot.get(`/evaluation/${evaluation}/outside`)).body.objects).toMatchObject([{ id, email, evaluator: true, last_login: expect.any(String) }])
    const notified = (await w.owner.query('select count(*)::int as n from notification where member_id = $1', [id])).rows
    expect(notified).toEqual([{ n: 0 }])
    const reachable = await w.owner.query(
      `begin; set local app.customer_id = '${w.world.customer}'; select member_id from reachable_members('${dayFromNow(0)}'); commit`,
    )
    expect(JSON.stringify(reachable)).not.toContain(`"member_id":${id}}`)
  })
})

describe('the end', () => {
  test('of one campaign leaves the other; of the last one nothing works any more, at once, and the audit names them', async () => {
    const first = await w.asked()
    const second = await w.asked({ external_codes: true })
    const { email, browser, id } = await w.guest(first.evaluation)
    await w.invite(second.evaluation, email)
    const ids = async () => ((await browser.call('GET', '/outside/evaluation')).body.objects as { id: number }[]).map((one) => one.id).toSorted((a, b) => a - b)
    expect(await ids()).toEqual([first.evaluation, second.evaluation].toSorted((a, b) => a - b))
    const close = (campaign: number) => w.world.pilot.put(`/campaign/${campaign}`, { status: 'FINISHED' })
    await close(first.campaign)
    expect(await ids()).toEqual([second.evaluation])
    const coder = w.visitor()
    await w.ask(coder, email)
    const code = await w.codeTo(email)
    const { id: again } = (await w.invite(second.evaluation, email)).body.object
    expect(again).toBe(id)
    expect((await close(second.campaign)).body).toMatchObject({ ok: true })
    expect((await browser.call('GET', '/outside/evaluation')).status).toBe(401)
    expect((await browser.call('GET', '/auth/check')).status).toBe(401)
    expect((await w.signIn(w.visitor(), email)).body).toMatchObject({ code: 'ACCOUNT_DISABLED' })
    expect((await w.enter(coder, code)).status).toBe(400)
    const before = (await w.letters(email)).length
    await w.ask(w.visitor(), email)
    expect(await w.letters(email)).toHaveLength(before)
    const audit = await w.owner.query('select action from audit_log where entity = $1 and object_id = $2 and customer_id = $3', [
      'member',
      id,
      w.world.customer,
    ])
    expect(audit.rows.map(({ action }: { action: string }) => action)).toContain('outside_settled')
    // Opened again, they come back with the same password.
    await w.status(second.campaign, 'STARTED')
    await w.app.db.transaction(w.world.customer, async () => undefined)
    await w.invite(second.evaluation, email)
    expect((await w.signIn(w.visitor(), email)).status).toBe(200)
  })

  test('comes at once for whose access is withdrawn', async () => {
    const { evaluation } = await w.asked()
    const { browser, id, email } = await w.guest(evaluation)
    expect((await w.world.pilot.delete(`/evaluation/${evaluation}/outside/${id}`)).status).toBe(200)
    expect((await browser.call('GET', '/auth/check')).status).toBe(401)
    expect((await w.signIn(w.visitor(), email)).status).toBe(400)
    expect((await w.world.pilot.get(`/evaluation/${evaluation}/outside`)).body.objects).toEqual([])
  })
})
