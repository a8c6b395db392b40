import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { resources } from '#app/server/registry.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { exemptionFigures } from '#areas/exemptions/contract/figures.ts'
import { removeExclusion } from '#areas/scores/server/index.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { dayFromNow, objectOf, type Row } from '#tools/test/actions-world.ts'
import { wordReport } from '#tools/test/word-report.ts'
import { goldenCustomer, type GoldenCustomer } from '#tools/test/golden-customer.ts'
import { exemptionExpiry } from './exemption-expiry.ts'

let app: TestApp
let golden: GoldenCustomer
let pilot: Person
let other: Person
let site: Person
let asker: Person
let register: number
/** The requirements' rows of the version in use, by their names. */
let control: Record<string, number>

beforeAll(async () => {
  app = await testApp()
  golden = await goldenCustomer(app)
  pilot = golden.pilot
  await golden.as((tx) => removeExclusion(tx, 'exemption', 1))
  other = await app.member(golden.id, 'global_pilote')
  site = await app.member(golden.id, 'local_pilote', { perimeterIds: [golden.perimeter.B] })
  asker = await app.member(golden.id, 'contributor', { perimeterIds: [golden.perimeter.A] })
  register = objectOf(await pilot.post('/exemption_register', { name_en: 'Exemptions', is_default: true })).id
  const rows = await golden.as((tx) => tx.runText<{ id: number; identifier: string }>('select id, identifier from control where customer_id = $1', [golden.id]))
  control = Object.fromEntries(rows.map(({ id, identifier }) => [identifier, id]))
})
afterAll(() => app.close())
/** Every test leaves nothing in force behind it. */
beforeEach(async () => {
  const { body } = await pilot.post('/exemption/page', { queryParams: { filters: [{ name: 'status', selected_options: ['GRANTED'] }], per_page: 100 } })
  for (const { id } of body.objects as Row[]) objectOf(await pilot.post(`/exemption/${id}/close`, {}))
})

const wanted = (fields: object = {}) => ({
  name_en: 'Old press',
  reason: 'The maker is gone',
  register,
  perimeters: [golden.perimeter.A],
  controls: [control.R3],
  start_date: dayFromNow(0),
  end_date: dayFromNow(90),
  ...fields,
})
const request = async (fields: object = {}, by: Person = pilot): Promise<Row> =>
  objectOf(await by.post('/exemption', wanted({ ...(by === asker && { controls: [] }), ...fields })))
const granted = async (fields: object = {}): Promise<Row> =>
  objectOf(await other.post(`/exemption/${(await request(fields)).id}/grant`, { comment: 'Until the new press' }))
const figures = async (perimeter = golden.perimeter.A) => {
  const { body } = await pilot.get(`/score?perimeter=${perimeter}&scope=own`)
  const { performance, without_exemptions, counts } = body.object.score
  return { with: performance as number, without: without_exemptions.performance as number, exempted: counts.exempted as number }
}
const decisions = async (id: number, by: Person = pilot) => (await by.get(`/exemption/${id}/decision`)).body
/** The nightly job at some moment. */
const expireAt = (at: Date) =>
  exemptionExpiry.runLong({
    data: {},
    resources,
    apart: (work) =>
      app.db.transaction(
        golden.id,
        async (tx) => {
          tx.act(systemWho(golden.id, 'exemption_expiry', 'test', 'en', 'Europe/Paris'))
          return work(tx)
        },
        { at },
      ),
  })

describe('who decides', () => {
  test('somebody else grants what was asked for, and the decision keeps what was submitted', async () => {
    const { id, version } = await request({}, asker)
    expect(objectOf(await other.post(`/exemption/${id}/grant`, { comment: 'Fine', version }))).toMatchObject({
      status: 'GRANTED',
      decision_comment: 'Fine',
      decided_on: dayFromNow(0),
      first_granted_on: dayFromNow(0),
      approver: { id: other.memberId },
      in_force: true,
    })
    const { objects, changes } = await decisions(id)
    expect(objects).toMatchObject([{ state: 'GRANTED', reason: 'Fine', asked_by: { id: asker.memberId }, decided_by: { id: other.memberId } }])
    expect(objects[0].copy).toMatchObject({ name_en: 'Old press', end_date: dayFromNow(90) })
    expect(changes).toEqual([])
  })

  test('the paper of a request is what was submitted, whatever the exemption has become, with the fingerprint that stands beside it; who may not read the exemption has none', async () => {
    const { id } = await request({ name_en: 'Press of hall 2', name_fr: 'Presse du hall 2' }, asker)
    objectOf(await other.post(`/exemption/${id}/grant`, { comment: 'One winter' }))
    const [decision] = (await decisions(id)).objects
    objectOf(await other.post(`/exemption/${id}/close`, { comment: 'Press sold' }))
    const path = `/exemption/${id}/exemption_request_report`
    const paper = (by: Person, asked = decision.id) => wordReport(app, by, path, { request: asked })
    const submitted = [
      'Frozen copy of request 1',
      decision.fingerprint,
      'Press of hall 2',
      'The maker is gone',
      'One winter',
      'Granted',
      decision.asked_by.name,
      decision.decided_by.name,
    ]
    expect(decision.fingerprint).toMatch(/^[0-9a-f]{64}$/)
    expect((await decisions(id)).objects[0].fingerprint).toBe(decision.fingerprint)
    const text = await paper(pilot)
    for (const phrase of submitted) expect(text).toContain(phrase)
    expect(text).not.toContain('Press sold')
    // Each in their language; whoever asked reads it as well.
    objectOf(await asker.put('/user/language', { lang: 'fr' }))
    const french = await paper(asker)
    for (const phrase of ['Copie figée de la demande 1', 'Presse du hall 2', 'Accordée', decision.fingerprint]) expect(french).toContain(phrase)
    objectOf(await asker.put('/user/language', { lang: 'en' }))
    // A second request, of what it is called since, is a paper of its own.
    const again = await request({ name_en: 'Saw' }, asker)
    objectOf(await asker.put(`/exemption/${again.id}`, { name_en: 'Saw of hall 3' }))
    const auditor = await app.member(golden.id, 'global_auditor')
    const ask = (by: Person, more: object = {}) => by.post(path, { format: 'pdf', request: decision.id, ...more })
    const { job_id: job } = objectOf(await ask(auditor))
    await app.jobs()
    const { file_id: file } = objectOf(await auditor.get(`/report/${job}`))
    expect(((await auditor.get(`/file/${file}/download`)).body as Buffer).subarray(0, 5).toString()).toBe('%PDF-')
    expect((await pilot.get(`/file/${file}/download`)).status).toBe(404)
    const foreign = await app.member((await app.customer()).id, 'global_pilote')
    for (const stranger of [site, await app.member(golden.id, 'contributor'), foreign]) expect((await ask(stranger)).status).toBe(404)
    // One of another exemption is none of this one's.
    const [elsewhere] = (await decisions(again.id)).objects
    for (const asked of [elsewhere.id, elsewhere.id + 1000]) expect((await ask(pilot, { request: asked })).status).toBe(404)
  })

  test('nobody decides about their own request, by whatever way it came to be theirs', async () => {
    const own = 'errors'
    const refused = async (answer: ReturnType<Person['post']>) => {
      const { status, body } = await answer
      expect({ status, body }).toMatchObject({ status: 400, body: { [own]: { status: [expect.any(String)] } } })
    }
    const mine = await request()
    await refused(pilot.post(`/exemption/${mine.id}/grant`, {}))
    await refused(pilot.put(`/exemption/${mine.id}`, { status: 'GRANTED' }))
    // In another's name, or handed to another afterwards, it stays what they asked for.
    const named = await request({ requester: asker.memberId })
    await refused(pilot.post(`/exemption/${named.id}/grant`, {}))
    objectOf(await pilot.put(`/exemption/${mine.id}`, { requester: asker.memberId }))
    await refused(pilot.post(`/exemption/${mine.id}/grant`, {}))
    // What one changes of somebody else's request is one's own wish by then.
    const theirs = await request({}, asker)
    objectOf(await pilot.put(`/exemption/${theirs.id}`, { end_date: dayFromNow(200) }))
    await refused(pilot.post(`/exemption/${theirs.id}/grant`, {}))
    objectOf(await other.post(`/exemption/${theirs.id}/grant`, {}))
    // Many at once, by the same rules.
    expect((await pilot.put('/exemption/bulk', { rows: [{ id: mine.id }], changes: { status: 'GRANTED' } })).status).not.toBe(404)
    expect(objectOf(await pilot.get(`/exemption/${mine.id}`)).status).toBe('REQUESTED')
    // Nor is one made as if it had been granted.
    expect((await pilot.post('/exemption', wanted({ status: 'GRANTED' }))).body.errors).toHaveProperty('status')
  })

  test('a local pilot decides within their perimeters, or in a register that is theirs', async () => {
    const elsewhere = await request({}, asker)
    expect((await site.post(`/exemption/${elsewhere.id}/grant`, {})).status).toBe(404)
    const both = await request({ perimeters: [golden.perimeter.A, golden.perimeter.B] })
    expect((await site.post(`/exemption/${both.id}/grant`, {})).status).toBeGreaterThanOrEqual(400)
    const here = await request({ perimeters: [golden.perimeter.B] })
    expect(objectOf(await site.get(`/exemption/${here.id}`)).decide_right).toBe(true)
    objectOf(await site.post(`/exemption/${here.id}/grant`, {}))
    expect((await asker.post(`/exemption/${elsewhere.id}/grant`, {})).status).toBeGreaterThanOrEqual(400)
  })

  test('what changed since it was read is not granted unseen, and a request is decided about once', async () => {
    const { id, version } = await request({}, asker)
    objectOf(await asker.put(`/exemption/${id}`, { end_date: dayFromNow(120) }))
    expect((await other.post(`/exemption/${id}/grant`, { version })).status).toBe(409)
    expect((await decisions(id)).objects.map(({ state }: Row) => state)).toEqual(['OPEN', 'REPLACED'])
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? other.post(`/exemption/${id}/grant`, {}) : pilot.post(`/exemption/${id}/reject`, { comment: 'No' }))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers) expect([200, 400, 409], JSON.stringify(body)).toContain(status)
    const { status, close_reason, decision_comment } = objectOf(await pilot.get(`/exemption/${id}`))
    expect([status, close_reason, decision_comment]).toEqual(
      answers.findIndex((answer) => answer.status === 200) % 2 ? ['GRANTED', null, null] : ['REJECTED', null, 'No'],
    )
    expect((await decisions(id)).objects.filter(({ state }: Row) => ['GRANTED', 'REJECTED'].includes(state))).toHaveLength(1)
  })

  test('an end before the start is refused in one sentence', async () => {
    const { body } = await pilot.post('/exemption', wanted({ start_date: dayFromNow(5), end_date: dayFromNow(2) }))
    expect(body.errors).toEqual({ end_date: ['Start date must be before end date'] })
  })

  test('a decision changes nothing of what was asked for, and a rejection says why', async () => {
    const { id } = await request({}, asker)
    expect((await other.put(`/exemption/${id}`, { status: 'GRANTED', end_date: dayFromNow(10) })).body.errors).toHaveProperty('end_date')
    expect((await other.post(`/exemption/${id}/reject`, {})).status).toBe(400)
    expect(objectOf(await other.post(`/exemption/${id}/reject`, { comment: 'Patch it' })).status).toBe('REJECTED')
    expect(objectOf(await asker.post(`/exemption/${id}/submit`, {})).status).toBe('REQUESTED')
    expect(objectOf(await asker.post(`/exemption/${id}/withdraw`, {}))).toMatchObject({ status: 'CLOSED', close_reason: 'WITHDRAWN' })
    expect((await decisions(id)).objects.map(({ state }: Row) => state)).toEqual(['WITHDRAWN', 'REJECTED'])
  })
})

describe('what holds of it', () => {
  test.each([
    ['an end that has passed', { start_date: dayFromNow(-9), end_date: dayFromNow(-1) }, 'end_date'],
    ['an end before its start', { start_date: dayFromNow(9), end_date: dayFromNow(8) }, 'end_date'],
    ['more than a year', { end_date: dayFromNow(365) }, 'end_date'],
    ['a far future', { start_date: dayFromNow(400), end_date: dayFromNow(430) }, 'start_date'],
    ['another organisation’s requirement', { controls: [999_999_999] }, 'controls'],
  ])('a request for %s is refused', async (_, fields, wrong) => {
    const { status, body } = await pilot.post('/exemption', wanted(fields))
    expect({ status, wrong: Object.keys(body.errors ?? {}) }).toEqual({ status: 400, wrong: [wrong] })
  })

  test.each([
    ['status', { status: 'GRANTED' }],
    ['status_reason', { status_reason: 'Granted by myself' }],
    ['close_reason', { close_reason: 'REMEDIED' }],
    ['closed_on', { closed_on: dayFromNow(-1) }],
    ['decision_comment', { decision_comment: 'Fine' }],
    ['approver', { approver: 1 }],
    ['first_granted_on', { first_granted_on: dayFromNow(-400) }],
    ['renewals', { renewals: 0 }],
  ])('nobody asks for an exemption as if it had been decided: %s', async (wrong, fields) => {
    for (const by of [asker, pilot]) {
      const { status, body } = await by.post('/exemption', wanted({ ...(by === asker && { controls: [] }), ...fields }))
      expect({ status, wrong: Object.keys(body.errors ?? {}) }).toMatchObject({ status: 400, wrong: [wrong] })
    }
  })

  test('the organisation may allow less than a year', async () => {
    await pilot.put('/organisation/settings', { exemption_max_days: 30 })
    expect((await pilot.post('/exemption', wanted({ end_date: dayFromNow(30) }))).body.errors).toHaveProperty('end_date')
    objectOf(await pilot.post('/exemption', wanted({ end_date: dayFromNow(29) })))
    expect((await pilot.put('/organisation/settings', { exemption_max_days: 366 })).status).toBe(400)
    await pilot.put('/organisation/settings', { exemption_max_days: 365 })
  })

  test('only pilots ask in another’s name, and only for perimeters within their reach', async () => {
    expect((await asker.post('/exemption', wanted({ requester: pilot.memberId }))).body.errors).toHaveProperty('requester')
    expect((await site.post('/exemption', wanted())).status).toBeGreaterThanOrEqual(400)
  })

  test('what was granted is frozen but for a nearer end, and stays once it was decided about', async () => {
    const { id } = await granted()
    for (const changes of [
      { reason: 'Other' },
      { controls: [control.R1] },
      { perimeters: [golden.perimeter.B] },
      { end_date: dayFromNow(100) },
      { requester: asker.memberId },
    ])
      expect((await pilot.put(`/exemption/${id}`, changes)).body.errors).toHaveProperty(Object.keys(changes)[0] ?? '')
    expect((await pilot.post(`/exemption/${id}/shorten`, { end_date: dayFromNow(-1) })).status).toBe(400)
    expect(objectOf(await pilot.post(`/exemption/${id}/shorten`, { end_date: dayFromNow(5) })).end_date).toBe(dayFromNow(5))
    expect((await pilot.delete(`/exemption/${id}`)).status).toBeGreaterThanOrEqual(400)
  })

  test('a renewal is a new request with the age of the first grant; what it carries on ends when it is granted', async () => {
    const first = await granted()
    const next = objectOf(await pilot.post(`/exemption/${first.id}/renew`, { start_date: dayFromNow(0), end_date: dayFromNow(200) }))
    expect(next).toMatchObject({ status: 'REQUESTED', renewals: 1, renewed_from: { id: first.id }, first_granted_on: null })
    expect(next.controls.map(({ id }: Row) => id)).toEqual([control.R3])
    expect((await pilot.post(`/exemption/${first.id}/renew`, { start_date: dayFromNow(0), end_date: dayFromNow(9) })).status).toBe(409)
    expect((await pilot.post(`/exemption/${next.id}/grant`, {})).status).toBe(400)
    expect(objectOf(await other.post(`/exemption/${next.id}/grant`, {})).first_granted_on).toBe(first.first_granted_on)
    expect(objectOf(await pilot.get(`/exemption/${first.id}`))).toMatchObject({ status: 'CLOSED', close_reason: 'REPLACED' })
    expect((await figures()).exempted).toBe(1)
  })

  test('closes on the day after its end, once, however late the job comes', async () => {
    const { id: place } = objectOf(await pilot.post('/perimeter', { name_en: 'Mould store', parent: golden.perimeter.A }))
    const { id } = await granted({ end_date: dayFromNow(3), perimeters: [place] })
    await expireAt(new Date(`${dayFromNow(3)}T21:00:00Z`))
    expect(objectOf(await pilot.get(`/exemption/${id}`)).status).toBe('GRANTED')
    const late = new Date(`${dayFromNow(9)}T02:00:00Z`)
    await expireAt(late)
    const closed = objectOf(await pilot.get(`/exemption/${id}`))
    expect(closed).toMatchObject({ status: 'CLOSED', close_reason: 'EXPIRED', closed_on: dayFromNow(4) })
    await expireAt(late)
    expect(objectOf(await pilot.get(`/exemption/${id}`)).version).toBe(closed.version)
    // Wherever it is listed it says that it ran out, not that it is closed.
    const { objects: linked } = (await pilot.get(`/perimeter/${place}/linked`)).body
    const listed = linked.find(({ entity }: Row) => entity === 'exemption').objects.find((one: Row) => one.id === id)
    expect(listed.state).toEqual({ field: 'close_reason', value: 'EXPIRED' })
    const { job_id } = objectOf(await pilot.post('/exemption/export', { ids: [id], columns: ['identifier', 'status'] }))
    await app.jobs()
    const { file_id } = objectOf(await pilot.get(`/export/${job_id}`))
    const sheet = JSON.stringify(await readSheet((await pilot.get(`/file/${file_id}/download`)).body))
    expect(sheet).toContain('Expired')
    expect(sheet).not.toContain('Closed')
  })
})

describe('the score', () => {
  test('is foreseen, moves by exactly that when it is granted, and comes back when it is closed', async () => {
    const before = await figures()
    // A contributor names no requirement; whoever decides may, and it stays the contributor's wish.
    const { id } = await request({}, asker)
    objectOf(await other.put(`/exemption/${id}`, { controls: [control.R3] }))
    expect(await figures()).toEqual(before)
    const { changes } = await decisions(id, other)
    expect(changes).toEqual([{ kind: 'EXEMPTION', perimeter: golden.perimeter.A, lineages: [golden.lineage.R3] }])
    const { body } = await other.post('/score/preview', { changes })
    const promised = body.object.perimeters.find((row: Row) => row.id === golden.perimeter.A).own
    objectOf(await other.post(`/exemption/${id}/grant`, {}))
    const after = await figures()
    expect(after.with).toBeCloseTo(promised.after, 5)
    expect(after).toMatchObject({ without: before.without, exempted: 1 })
    expect(after.with).not.toBe(before.with)
    objectOf(await pilot.post(`/exemption/${id}/close`, { comment: 'Replaced the press' }))
    expect(await figures()).toEqual(before)
  })

  test('moves with its days, and in its perimeters alone', async () => {
    const [a, b] = [await figures(), await figures(golden.perimeter.B)]
    await granted({ start_date: dayFromNow(2), end_date: dayFromNow(9) })
    expect([await figures(), await figures(golden.perimeter.B)]).toEqual([a, b])
    await granted({ controls: [control.R1, control.R3] })
    expect((await figures()).exempted).toBe(2)
    expect((await figures(golden.perimeter.B)).exempted).toBe(0)
  })

  test('the points that rest on exemptions add up to the difference of both scores', async () => {
    expect((await pilot.get('/exemption/debt')).body.object).toMatchObject({ in_force: 0, perimeters: [], median_age: null })
    const [one, two] = [await granted(), await granted({ controls: [control.R1] })]
    const { with: eased, without } = await figures()
    const { body } = await pilot.get('/exemption/debt')
    const [row] = body.object.perimeters
    expect(body.object).toMatchObject({ in_force: 2, renewed: 0, oldest_age: 0 })
    for (const figure of ['in_force', 'ending', 'renewed', 'renewed_twice'] as const) {
      const filters = [...exemptionFigures[figure].filters(body.object.day)]
      expect([figure, (await pilot.post('/exemption/page', { queryParams: { filters } })).body.total]).toEqual([figure, body.object[figure]])
    }
    expect(row).toMatchObject({ id: golden.perimeter.A, in_force: 2, by_age: [expect.any(Number), 0, 0] })
    expect(row.points).toBeCloseTo(eased - without, 5)
    const items = (await pilot.get(`/exemption/debt/items?perimeter=${golden.perimeter.A}`)).body
    expect(new Set(items.objects.map(({ id }: Row) => id))).toEqual(new Set([one.id, two.id]))
    expect(items.objects.reduce((sum: number, item: Row) => sum + item.points, 0)).toBeCloseTo(row.points, 5)
    expect(items.objects.map(({ points }: Row) => points)).toEqual(items.objects.map(({ points }: Row) => points).toSorted((a: number, b: number) => b - a))
    expect((await site.get('/exemption/debt')).body.object.perimeters).toEqual([])
    expect((await site.get(`/exemption/debt/items?perimeter=${golden.perimeter.A}`)).status).toBe(404)
    expect((await asker.get('/exemption/debt')).status).toBe(403)
    expect((await pilot.get('/exemption/debt?policy=999999')).status).toBe(404)
    const readDebt = async (query: string) => (await pilot.get(`/exemption/debt?${query}`)).body.object
    expect(await readDebt(`within=${golden.perimeter.A}`)).toMatchObject({ in_force: 2, median_age: 0, perimeters: [row] })
    expect(await readDebt(`within=${golden.perimeter.B}`)).toMatchObject({ in_force: 0, median_age: null, perimeters: [] })
    // On a day on which nothing had been exempted yet, nothing rests on it, whatever has been since.
    expect(await readDebt(`as_of=${dayFromNow(-1)}`)).toMatchObject({ day: dayFromNow(-1), in_force: 0, perimeters: [] })
    expect((await site.get(`/exemption/debt?within=${golden.perimeter.A}`)).status).toBe(404)
    expect((await pilot.get('/exemption/debt?as_of=yesterday')).status).toBe(400)
  })

  test('a newer version of the policy keeps what was exempted: it hangs on the requirement, whichever version a perimeter follows', async () => {
    const { id } = await granted()
    const before = await figures()
    const draft = objectOf(await pilot.post(`/policy/${golden.policy}/draft`, {})).id as number
    objectOf(await pilot.post(`/policy_version/${draft}/publish`, {}))
    expect(await figures()).toEqual(before)
    const { body } = await pilot.post('/policy_application/page', { queryParams: { filters: [{ name: 'perimeter', selected_options: [golden.perimeter.A] }] } })
    const adopted = await pilot.post(`/policy_application/${body.objects[0].id}/adopt`, { policy_version: draft })
    expect(adopted.status, JSON.stringify(adopted.body)).toBe(200)
    expect(await figures()).toEqual(before)
    expect(objectOf(await pilot.get(`/exemption/${id}`))).toMatchObject({ status: 'GRANTED', controls: [{ id: control.R3 }] })
  })
})
