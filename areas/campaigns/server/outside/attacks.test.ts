import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { outsideWorld, type Visitor } from '#tools/test/outside-world.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'

let w: Awaited<ReturnType<typeof outsideWorld>>
let coded: { campaign: number; evaluation: number }
let plain: { campaign: number; evaluation: number }
let email: string
let id: number

beforeAll(async () => {
  w = await outsideWorld()
  coded = await w.asked({ external_codes: true })
  plain = await w.asked()
  email = 'coder@supplier.example'
  id = (await w.invite(coded.evaluation, email)).body.object.id
  await w.invite(plain.evaluation, email)
})
afterAll(() => w.close())
beforeEach(async () => {
  w.clock.now = new Date()
  await w.owner.query('delete from rate_limit; delete from sign_in_attempt')
})

const wrong = (code: string) => String((Number(code) + 1) % 10 ** 8).padStart(8, '0')
/** A browser that has asked, and the code that was mailed. */
async function requestCode(from: Visitor = w.visitor()) {
  await w.ask(from, email)
  return { browser: from, code: await w.codeTo(email) }
}

describe('a code', () => {
  test('lets in once, to what its campaigns ask alone, and is kept nowhere as it is', async () => {
    const letters = await w.letters(email)
    expect(letters.filter(({ text }) => text.includes(`http://localhost/outside/code/${w.world.customer}`))).toHaveLength(1)
    const { browser, code } = await requestCode()
    expect(code).toMatch(/^\d{8}$/)
    const mails = await w.owner.query('select text, html from outbox_mail where to_address = $1', [email])
    expect(JSON.stringify(mails.rows)).not.toContain(code)
    const { body, status } = await w.enter(browser, `${code.slice(0, 4)} ${code.slice(4)}`)
    expect([status, body.user.outside, body.user.tied, body.user.method, body.user.customers]).toEqual([
      200,
      true,
      true,
      'CODE',
      [expect.objectContaining({ id: w.world.customer })],
    ])
    // The other campaign asks the same person, but only with their password.
    expect((await browser.call('GET', '/outside/evaluation')).body.objects.map((one: { id: number }) => one.id)).toEqual([coded.evaluation])
    expect((await browser.call('POST', `/evaluation/${plain.evaluation}/outside/evidence`, { file: 1 })).status).toBe(404)
    expect((await browser.call('POST', `/evaluation/${coded.evaluation}/outside/evidence`, { file: 1 })).status).toBe(400)
    // Nothing of the account itself, which other organisations may share.
    expect(
      (await browser.call('PUT', '/user/password', { password: 'x', new_password: 'Brand-New-Horse-7', new_password_confirm: 'Brand-New-Horse-7' })).status,
    ).toBe(403)
    expect((await browser.call('PUT', '/user/customer', { customer_id: w.world.customer })).status).toBe(403)
    expect((await w.enter(browser, code)).status).toBe(400)
    const audit = await w.owner.query("select details from audit_log where entity = 'session' and action = 'sign_in' and object_id = $1", [id])
    expect(JSON.stringify(audit.rows)).toContain('CODE')
  })

  test('is asked for alike by anybody, and only whoever is asked something by code gets mail', async () => {
    const inside = await w.app.member(w.world.customer, 'contributor', { email: 'insider@here.example' })
    const answers = []
    for (const [address, customer] of [
      [email, w.world.customer],
      ['nobody@nowhere.example', w.world.customer],
      ['insider@here.example', w.world.customer],
      [email, 999_999],
      [email, 1],
    ] as const) {
      const browser = w.visitor()
      const { status, body } = await w.ask(browser, address, customer)
      // The cookie bears what was asked for, whether there is such an organisation or not.
      const cookies = [...browser.cookies].map(([name, value]) => [name, value.replace(`${customer}.`, '').length])
      answers.push(JSON.stringify([status, body, cookies]))
    }
    expect(new Set(answers).size).toBe(1)
    expect(inside.memberId).toBeGreaterThan(0)
    expect(await w.letters('nobody@nowhere.example')).toEqual([])
    expect((await w.letters('insider@here.example')).filter(({ text }) => /\b\d{8}\b/.test(text))).toEqual([])
  })

  test('is tried five times, also side by side, and each try is audited', async () => {
    const { browser, code } = await requestCode()
    const tries = await Promise.all(Array.from({ length: 12 }, () => w.enter(browser, wrong(code))))
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([400]))
    expect((await w.enter(browser, code)).body).toMatchObject({ code: 'INVALID_CODE' })
    const audit = await w.owner.query("select count(*)::int as n from audit_log where action = 'sign_in_failed' and object_id = $1", [id])
    expect(audit.rows[0].n).toBeGreaterThanOrEqual(5)
    const failed = await w.owner.query('select tries from outside_code where member_id = $1 order by id desc limit 1', [id])
    expect(failed.rows).toEqual([{ tries: 5 }])
  })

  test('lets one in where two come with it at once, ends after ten minutes, and is mailed five times an hour', async () => {
    const once = await requestCode()
    const both = await Promise.all([w.enter(once.browser, once.code), w.enter(once.browser, once.code)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    const late = await requestCode()
    w.clock.now = new Date(Date.now() + 11 * 60_000)
    expect((await w.enter(late.browser, late.code)).status).toBe(400)
    w.clock.now = new Date()
    for (let time = 0; time < 3; time += 1) await requestCode()
    const before = (await w.letters(email)).length
    expect((await w.ask(w.visitor(), email.toUpperCase())).status).toBe(200)
    expect(await w.letters(email)).toHaveLength(before)
  })

  test('is good in the browser that asked alone, whose name nobody else can choose', async () => {
    const { browser, code } = await requestCode()
    expect((await w.enter(w.visitor(), code)).status).toBe(400)
    const set = browser.cookies.get('vigie_code') ?? ''
    // Planted by somebody else, it is replaced when they ask; their own then has no code.
    const victim = w.visitor()
    victim.cookies.set('vigie_code', set)
    await w.ask(victim, email)
    expect(victim.cookies.get('vigie_code')).not.toBe(set)
    const thief = w.visitor()
    thief.cookies.set('vigie_code', set)
    expect((await w.enter(thief, await w.codeTo(email))).status).toBe(400)
    // A session that somebody planted ends when its browser comes in.
    const planted = await w.guest(plain.evaluation)
    const session = planted.browser.cookies.get('vigie_session') ?? ''
    const fixed = w.visitor()
    fixed.cookies.set('vigie_session', session)
    const own = await requestCode(fixed)
    expect((await w.enter(own.browser, own.code)).status).toBe(200)
    expect(fixed.cookies.get('vigie_session')).not.toBe(session)
    expect((await planted.browser.call('GET', '/auth/check')).status).toBe(401)
    // Of another organisation it names nothing.
    const elsewhere = await requestCode()
    elsewhere.browser.cookies.set('vigie_code', (elsewhere.browser.cookies.get('vigie_code') ?? '').replace(/^\d+/, '1'))
    expect((await w.enter(elsewhere.browser, elsewhere.code)).status).toBe(400)
  })
})

/** All that a session from outside may call, and nothing else of the API. */
const allowed = [
  'GET /auth/check',
  'GET /evaluation/{id}/answer',
  'GET /evaluation/{id}/answers_file',
  'GET /evaluation/{id}/content',
  'GET /outside/evaluation',
  'POST /evaluation/{id}/action',
  'POST /evaluation/{id}/confirm',
  'POST /evaluation/{id}/outside/evidence',
  'POST /evaluation/{id}/read_answers_file',
  'POST /evaluation/{id}/submit',
  'POST /file',
  'POST /user/password',
  'PUT /evaluation/{id}/answer',
  'PUT /user/customer',
  'PUT /user/language',
  'PUT /user/password',
]

test('every other operation refuses them, whatever it names', async () => {
  const { browser } = await w.guest(plain.evaluation)
  const operations = w.app.api.operations.filter(({ access }) => access !== 'public')
  expect(
    operations
      .filter(({ outside }) => outside)
      .map(({ method, path }) => `${method} ${path}`)
      .toSorted(),
  ).toEqual(allowed)
  const open: string[] = []
  for (const { method, path, outside } of operations) {
    if (outside) continue
    const filled = path.replace('{id}', String(plain.evaluation)).replaceAll(/\{\w+\}/g, '1')
    const { status } = await browser.call(method, filled, method === 'GET' ? undefined : {})
    if (status !== 403) open.push(`${method} ${path}: ${status}`)
  }
  expect(open).toEqual([])
  expect(operations.length).toBeGreaterThan(400)
})

test('what names an evaluation names theirs: not of another campaign, nor of another organisation', async () => {
  const { browser } = await w.guest(plain.evaluation)
  const own = w.app.api.operations.filter(({ outside }) => outside === 'own')
  for (const { method, path } of own)
    for (const other of [coded.evaluation, 999_999, 0])
      expect((await browser.call(method, path.replace('{id}', String(other)).replaceAll(/\{\w+\}/g, '1'), {})).status).toBe(404)
})

test('what they send as proof is the organisation’s evidence, which they find nowhere', async () => {
  const { browser, id: guest } = await w.guest(plain.evaluation)
  const content =
    '------x\r\ncontent-disposition: form-data; name="file"; filename="proof.txt"\r\ncontent-type: text/plain\r\n\r\nPolicy of the supplier\r\n------x--\r\n'
  const sent = await w.app.http.inject({
    method: 'POST',
    url: '/api/file',
    headers: { 'x-vigie': '1', cookie: `vigie_session=${browser.cookies.get('vigie_session')}`, 'content-type': 'multipart/form-data; boundary=----x' },
    payload: content,
  })
  const file = sent.json<{ object: { id: number } }>().object.id
  const made = await browser.call('POST', `/evaluation/${plain.evaluation}/outside/evidence`, { file })
  expect(made.body).toMatchObject({ ok: true, object: { name: 'proof.txt' } })
  const evidence = (await w.world.pilot.get(`/evidence/${made.body.object.id}`)).body.object
  expect(evidence).toMatchObject({ files: [{ id: file }], created_by: expect.objectContaining({ id: guest }) })
  expect((await browser.call('GET', `/evidence/${made.body.object.id}`)).status).toBe(403)
  expect((await browser.call('GET', `/file/${file}/download`)).status).toBe(403)
  // A file of somebody else, or of an object already, proves nothing here.
  expect((await browser.call('POST', `/evaluation/${plain.evaluation}/outside/evidence`, { file })).status).toBe(400)
})

test('files and actions that one person sends in a day have an end, which they are told', async () => {
  const { evaluation } = await w.asked({ remediation_enabled: true, limit_date_remediation: '2099-01-01' })
  await w.world.made('/program', { name_en: 'Of guests' })
  const { browser, id: guest } = await w.guest(evaluation)
  const [{ item }] = (await browser.call('GET', `/evaluation/${evaluation}/content`)).body.object.items
  await browser.call('PUT', `/evaluation/${evaluation}/answer`, { item, level: 0, comment: 'Nothing yet', version: 0 })
  const spent = (what: string, hits: number) =>
    w.owner.query(
      `insert into rate_limit (key, window_start, hits) values ($1, to_timestamp(floor(extract(epoch from moment()) / 86400) * 86400), $2)
        on conflict (key, window_start) do update set hits = excluded.hits`,
      [`outside-${what}:${w.world.customer}:${guest}`, hits],
    )
  const act = () => browser.call('POST', `/evaluation/${evaluation}/action`, { item, name: 'Write the rule' })
  await spent('action', 299)
  expect((await act()).status).toBe(200)
  expect(await act()).toMatchObject({ status: 429, body: { code: 'ACTION_LIMIT', message: expect.stringMatching(/^Vous avez ouvert 300 actions/) } })
  const send = (path = '/file') =>
    w.app.http.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { 'x-vigie': '1', cookie: `vigie_session=${browser.cookies.get('vigie_session')}`, 'content-type': 'multipart/form-data; boundary=----x' },
      payload: '------x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nA rule\r\n------x--\r\n',
    })
  await spent('file', 299)
  expect((await send()).statusCode).toBe(200)
  const refused = await send()
  expect([refused.statusCode, refused.json()]).toEqual([
    429,
    expect.objectContaining({ code: 'FILE_LIMIT', message: expect.stringMatching(/^Vous avez envoyé 300 fichiers/) }),
  ])
  expect((await send(`/evaluation/${evaluation}/read_answers_file`)).statusCode).toBe(429)
})

test('what they answer, submit and read of it tells nothing of the organisation’s own', async () => {
  const { id: program } = await w.world.made('/program', { name_en: 'Suppliers' })
  const { evaluation, campaign } = await w.asked({ program, remediation_enabled: true, limit_date_remediation: '2099-01-01' })
  const { browser } = await w.guest(evaluation)
  await w.world.pilot.put(`/evaluation/${evaluation}`, { validator: w.world.pilot.memberId })
  const content = (await browser.call('GET', `/evaluation/${evaluation}/content`)).body.object as { items: { item: number }[] }
  const [first, second, third] = content.items.map(({ item }) => item)
  const path = `/evaluation/${evaluation}/answer`
  expect((await browser.call('PUT', path, { item: first, level: 100, version: 0 })).status).toBe(200)
  // Answered by somebody inside, whose name is theirs; and suggested from what was said before.
  expect((await w.world.pilot.put(path, { item: second, level: 50, comment: 'Seen on site', version: 0 })).status).toBe(200)
  await w.owner
    .query(`begin; set local app.customer_id = '${w.world.customer}'; insert into evaluation_answer (customer_id, evaluation_id, control_id, level, comment, suggested, answered_by_id)
    values (${w.world.customer}, ${evaluation}, ${third}, 0, 'Secret of last year', true, ${w.world.pilot.memberId}); commit`)
  const seen = await browser.call('GET', `/evaluation/${evaluation}/content`)
  expect(JSON.stringify(seen.body)).not.toContain('Secret of last year')
  expect(JSON.stringify(seen.body)).not.toContain('Member ')
  expect(seen.body.object.answers).toMatchObject([
    { item: first, level: 100, by: 'Claire Robin', mine: true },
    { item: second, level: 50, comment: 'Seen on site', by: null },
    { item: third, level: null, comment: null, suggested: true },
  ])
  expect((await browser.call('PUT', path, { item: third, level: 0, comment: 'Nothing yet', version: 1 })).status).toBe(200)
  expect((await browser.call('POST', `/evaluation/${evaluation}/submit`, {})).status).toBe(409)
  expect((await browser.call('POST', `/evaluation/${evaluation}/action`, { item: third, name: 'Write the rule' })).body).toMatchObject({ ok: true })
  expect((await browser.call('POST', `/evaluation/${evaluation}/submit`, {})).body).toMatchObject({ object: { status: 'WAITING_VALIDATION' } })
  // Read-only from here on, until the campaign ends.
  expect((await browser.call('PUT', path, { item: first, level: 50, version: 1 })).status).toBe(409)
  expect((await browser.call('GET', '/outside/evaluation')).body.objects).toMatchObject([{ id: evaluation, status: 'WAITING_VALIDATION', progress: 100 }])
  await w.status(campaign, 'FINISHED')
  expect((await browser.call('GET', `/evaluation/${evaluation}/content`)).status).toBe(401)
})

test('what answers are worth, count and add up to stays with the organisation; what that hides, the server says', async () => {
  const { evaluation } = await w.asked({ campaign_source: 'QUESTIONNAIRE', policy: null, questionnaire: await w.world.questionnaire() })
  const { browser } = await w.guest(evaluation)
  const { object } = (await browser.call('GET', `/evaluation/${evaluation}/content`)).body
  const inside = (await w.world.pilot.get(`/evaluation/${evaluation}/content`)).body.object
  // Inside there are some of each.
  const summarize = (of: typeof object) => {
    const questions = of.structure.sections.flatMap((one: { questions: object[] }) => one.questions)
    const options = questions.flatMap((one: { options: object[] }) => one.options)
    const conditions = [...of.structure.sections, ...questions].flatMap((one: { conditions: { type: string }[][] }) => one.conditions.flat())
    return {
      weights: [...of.structure.sections, ...questions, ...of.items].some(({ weight }: { weight: number }) => weight !== 1),
      values: options.some(({ value }: { value: number | null }) => value !== null),
      effects: options.some(({ effects }: { effects: object[] }) => effects.length > 0),
      accumulators: of.structure.accumulators.length > 0 || conditions.some(({ type }) => type === 'ACCUMULATOR'),
      conditions: conditions.length > 0,
    }
  }
  expect(summarize(inside)).toEqual({ weights: true, values: true, effects: true, accumulators: true, conditions: true })
  expect(summarize(object)).toEqual({ weights: false, values: false, effects: false, accumulators: false, conditions: true })
  const itemOf = (key: string): number => object.items.find((one: { question: string }) => one.question === key).item
  expect(object.unseen).toContain(itemOf('CONTIN'))
  expect(inside.unseen).toEqual([])
  const say = (key: string) => browser.call('PUT', `/evaluation/${evaluation}/answer`, { item: itemOf(key), value: ['Y'], version: 0 })
  const first = await say('PROCESS')
  expect(first.body.standing).toMatchObject({ score: null, unseen: expect.arrayContaining([itemOf('CONTIN')]) })
  const second = await say('REMOTE')
  expect(second.body.standing.unseen).not.toContain(itemOf('CONTIN'))
  expect((await browser.call('GET', `/evaluation/${evaluation}/answer`)).body.object.unseen).toEqual(second.body.standing.unseen)
})

test('what is given back after the end is theirs again until its day, and no other evaluation with it', async () => {
  const { evaluation, campaign } = await w.asked()
  const { browser, email } = await w.guest(evaluation)
  const items = (await browser.call('GET', `/evaluation/${evaluation}/content`)).body.object.items as { item: number }[]
  const answer = (level: number, version: number) =>
    Promise.all(items.map(({ item }) => browser.call('PUT', `/evaluation/${evaluation}/answer`, { item, level, comment: 'Said', version })))
  for (const { item } of items) expect((await browser.call('PUT', `/evaluation/${evaluation}/answer`, { item, level: 100, version: 0 })).status).toBe(200)
  expect((await browser.call('POST', `/evaluation/${evaluation}/submit`, {})).status).toBe(200)
  await w.world.pilot.post(`/campaign/${campaign}/close`, {})
  expect((await browser.call('GET', '/outside/evaluation')).status).toBe(401)
  expect(
    (await w.world.pilot.post(`/evaluation/${evaluation}/reject`, { message: 'Where is the proof?', limit_date: '2099-01-01' })).body.object,
  ).toMatchObject({
    status: 'REJECTED',
    given_back: true,
    not_submitted: true,
  })
  const [letter] = await w.letters(email)
  expect(letter?.text).toContain('Where is the proof?')
  expect(letter?.text).toContain('http://localhost/outside')
  expect(letter?.text).not.toContain('Member ')
  expect((await w.signIn(browser, email)).status).toBe(200)
  expect((await browser.call('GET', '/outside/evaluation')).body.objects).toMatchObject([{ id: evaluation, status: 'REJECTED' }])
  expect((await answer(50, 1)).map(({ status }) => status)).toContain(200)
  await w.owner.query(
    `begin; set local app.customer_id = '${w.world.customer}'; update evaluation set due_date = '${dayFromNow(-5)}', limit_date = '${dayFromNow(-5)}' where id = ${evaluation}; commit`,
  )
  expect((await browser.call('GET', '/outside/evaluation')).status).toBe(401)
})

test('whose address it is becomes a user where they answer, by global pilots alone, and comes in anew', async () => {
  const { evaluation } = await w.asked()
  const { browser, id: guest, email: address } = await w.guest(evaluation)
  const wanted = { email: address, firstname: 'Claire', lastname: 'Robin', roles: ['contributor'] }
  expect((await w.world.pilot.post('/member', wanted)).body.errors).toMatchObject({ email: [expect.stringContaining('Create user')] })
  const local = await w.app.member(w.world.customer, 'local_pilote')
  expect((await local.post(`/evaluation/${evaluation}/outside/${guest}/user`)).status).toBe(403)
  const { evaluation: other } = await w.asked()
  expect((await w.world.pilot.post(`/evaluation/${other}/outside/${guest}/user`)).status).toBe(404)
  expect((await browser.call('POST', `/evaluation/${evaluation}/outside/${guest}/user`)).status).toBe(403)
  expect((await w.world.pilot.post(`/evaluation/${evaluation}/outside/${guest}/user`)).status).toBe(200)
  expect((await browser.call('GET', '/auth/check')).status).toBe(401)
  expect((await w.world.pilot.get(`/member/${guest}`)).body.object).toMatchObject({ email: address, roles: ['contributor'] })
  expect((await w.world.pilot.get(`/evaluation/${evaluation}`)).body.object.evaluator).toMatchObject({ id: guest })
  const { body } = await w.signIn(w.visitor(), address)
  expect([body.user.outside, body.user.rights.includes('member.read')]).toEqual([false, true])
})

test('a code that was mailed before somebody became a user lets nobody in as a user', async () => {
  const { evaluation } = await w.asked({ external_codes: true })
  const address = 'taken@supplier.example'
  const { id: guest } = (await w.invite(evaluation, address)).body.object
  await w.letters(address)
  const browser = w.visitor()
  await w.ask(browser, address)
  const code = (await w.letters(address)).flatMap(({ text }) => /\b(\d{8})\b/.exec(text)?.[1] ?? [])[0] ?? ''
  expect(code).toMatch(/^\d{8}$/)
  expect((await w.world.pilot.post(`/evaluation/${evaluation}/outside/${guest}/user`)).status).toBe(200)
  expect((await w.enter(browser, code)).body).toMatchObject({ ok: false, code: 'INVALID_CODE' })
  expect(browser.cookies.has('vigie_session')).toBe(false)
})
