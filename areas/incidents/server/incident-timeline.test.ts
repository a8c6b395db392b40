import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { objectOf, type Row } from '#tools/test/actions-world.ts'

let app: TestApp
let pilot: Person, auditor: Person, contributor: Person, local: Person, stranger: Person, other: Person
let lyon: number, nantes: number, customer: number

beforeAll(async () => {
  app = await testApp()
  const { id, root } = await app.customer()
  customer = id
  pilot = await app.member(id, 'global_pilote')
  const site = async (name: string) => objectOf(await pilot.post('/perimeter', { name_en: name, parent: root })).id as number
  lyon = await site('Lyon')
  nantes = await site('Nantes')
  auditor = await app.member(id, 'global_auditor')
  local = await app.member(id, 'local_pilote', { perimeterIds: [lyon] })
  contributor = await app.member(id, 'contributor', { perimeterIds: [lyon] })
  stranger = await app.member(id, 'contributor', { perimeterIds: [nantes] })
  other = await app.member((await app.customer()).id, 'global_pilote')
})
afterAll(() => app.close())

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const incident = async (fields: object = {}, by = pilot): Promise<Row> =>
  objectOf(await by.post('/incident', { name_en: 'Ransom note', perimeter: lyon, detected_at: ago(2), ...fields }))
const timeline = async (id: number, by = pilot): Promise<Row> => (await by.get(`/incident/${id}/timeline`)).body
const move = async (id: number, changes: object, by = pilot) => by.put(`/incident/${id}`, changes)
const entry = { kind: 'FINDING', text: 'The screens show a note' }

test('declaring, steps and a changed severity enter themselves, newest first, with who did it', async () => {
  const { id } = await incident({ description: 'A note on every screen' })
  await move(id, { status: 'ANALYSIS' })
  await move(id, { severity: 100 })
  const { objects } = await timeline(id)
  expect((objects as Row[]).map(({ kind, was, became, text }) => [kind, was, became, text])).toEqual([
    ['SEVERITY', '50', '100', null],
    ['STEP', 'OPENED', 'ANALYSIS', null],
    ['DECLARED', null, null, 'A note on every screen'],
  ])
  expect(objects[0].author.id).toBe(pilot.memberId)
})

test('each step is stamped when it is entered; going back asks for a word and empties what comes after', async () => {
  const { id, opened_at: opened } = await incident()
  expect(Date.parse(opened as string)).toBeGreaterThan(Date.now() - 60_000)
  await move(id, { status: 'ANALYSIS' })
  const contained = objectOf(await move(id, { status: 'CONTAINMENT' }))
  expect(contained).toMatchObject({ analysis_at: expect.any(String), containment_at: expect.any(String), closed_at: null })
  expect((await move(id, { status: 'ANALYSIS' })).status).toBe(400)
  const back = objectOf(await move(id, { status: 'ANALYSIS', status_reason: 'It is elsewhere, too' }))
  expect(back).toMatchObject({ containment_at: null, opened_at: opened })
  expect((await timeline(id)).objects[0]).toMatchObject({ kind: 'STEP', was: 'CONTAINMENT', became: 'ANALYSIS', text: 'It is elsewhere, too' })
  const closed = objectOf(await move(id, { status: 'CLOSED', close_reason: 'RESOLVED' }))
  expect(closed.closed_at).toEqual(expect.any(String))
  expect((await move(id, { opened_at: ago(9) })).status).toBe(400)
})

test('whoever works on it enters what happened and when; nobody enters what has not happened', async () => {
  const { id } = await incident({ manager: contributor.memberId })
  const made = objectOf(await contributor.post(`/incident/${id}/entries`, { ...entry, happened_at: ago(1) }))
  expect(made).toMatchObject({ kind: 'FINDING', text: entry.text, author: { id: contributor.memberId } })
  expect((await pilot.post(`/incident/${id}/entries`, { ...entry, happened_at: ago(-2) })).status).toBe(400)
  for (const bad of [
    { kind: 'STEP', text: 'x' },
    { kind: 'NOTE', text: '  ' },
    { kind: 'NOTE' },
    { kind: 'NOTE', text: 'x', member_id: 1 },
    { kind: 'NOTE', text: 'x', files: [999_999] },
  ])
    expect((await pilot.post(`/incident/${id}/entries`, bad)).status, JSON.stringify(bad)).toBe(400)
})

test('who only reads has no box and is refused; out of reach there is nothing', async () => {
  const { id } = await incident({ told: [stranger.memberId] })
  expect(await timeline(id, auditor)).toMatchObject({ add_right: false })
  expect(await timeline(id, stranger)).toMatchObject({ add_right: false })
  expect((await auditor.post(`/incident/${id}/entries`, entry)).status).toBe(403)
  expect((await stranger.post(`/incident/${id}/entries`, entry)).status).toBe(403)
  for (const who of [contributor, other]) {
    expect((await who.get(`/incident/${id}/timeline`)).status).toBe(404)
    expect((await who.post(`/incident/${id}/entries`, entry)).status).toBe(404)
    expect((await who.post(`/incident/${id}/sendings`, { clock: 'GDPR', sent_at: ago(0) })).status).toBe(404)
  }
})

test('a confidential incident is nowhere for who is not concerned: timeline, list, counts, statistics, search, history, links', async () => {
  const before = objectOf(await local.post('/incident/stats', {}))
  const { id, name } = await incident({ confidential: true, name_en: 'Xylophone leak' })
  for (const who of [local, auditor, contributor]) {
    expect((await who.get(`/incident/${id}/timeline`)).status).toBe(404)
    expect((await who.get(`/incident/${id}`)).status).toBe(404)
    expect((await who.get(`/incident/${id}/history`)).status).toBe(404)
    expect((await who.get(`/incident/${id}/comments`)).status).toBe(404)
    expect((await who.post(`/incident/${id}/notification_report`, { format: 'pdf' })).status).toBe(404)
    const { body: listed } = await who.post('/incident/page', { queryParams: {} })
    expect(JSON.stringify(listed)).not.toContain(name)
    expect(JSON.stringify((await who.get('/search?q=Xylophone')).body)).not.toContain('Xylophone leak')
  }
  expect(objectOf(await local.post('/incident/stats', {}))).toEqual(before)
  expect(JSON.stringify((await local.get(`/perimeter/${lyon}/linked`)).body)).not.toContain('Xylophone')
})

test('an entry calls those who may read the incident, who hear of it, and leads to what its reader may open, under the name that it has', async () => {
  const { id } = await incident({ told: [stranger.memberId] })
  const { id: hidden, identifier } = await incident({ confidential: true, name_en: 'Hush' })
  const made = objectOf(
    await pilot.post(`/incident/${id}/entries`, { kind: 'NOTE', text: `@[${stranger.memberId}] look at #[incident:${hidden}] and #[perimeter:${lyon}]` }),
  )
  expect(made.people).toMatchObject([{ id: stranger.memberId }])
  expect((made.objects as Row[]).map((one) => `${one.entity} ${one.id}`).toSorted()).toEqual([`incident ${hidden}`, `perimeter ${lyon}`].toSorted())
  const notifications = JSON.stringify((await stranger.get('/notification')).body)
  expect(notifications).toContain('"mentioned"')
  const seen = (await timeline(id, stranger)).objects[0]
  expect((seen.objects as Row[]).map(({ entity }) => entity)).toEqual([])
  expect(JSON.stringify(seen)).not.toMatch(new RegExp(`Hush|${String(identifier)}"`))
})

test('whom an entry may not call and where it may not lead is refused in the same words, there or not', async () => {
  const { id } = await incident({ confidential: true, manager: contributor.memberId })
  const { id: secret } = await incident({ confidential: true })
  const theirs = objectOf(await other.post('/incident', { name_en: 'Theirs' }))
  const attempt = async (text: string, by = contributor) => {
    const { status, body } = await by.post(`/incident/${id}/entries`, { kind: 'NOTE', text })
    return `${status} ${JSON.stringify(body.errors)}`
  }
  const callable = [`@[${stranger.memberId}]`, `@[${auditor.memberId}]`, `@[${other.memberId}]`, '@[999999]']
  expect(new Set(await Promise.all(callable.map((text) => attempt(text)))).size).toBe(1)
  expect(await attempt(callable[0] ?? '')).toMatch(/^400 .*text/)
  const led = [`#[incident:${secret}]`, `#[incident:${theirs.id}]`, '#[incident:999999]', '#[account:1]', '#[incident_entry:1]', '#[measure:1]']
  expect(new Set(await Promise.all(led.map((text) => attempt(text)))).size).toBe(1)
  expect(await attempt(Array.from({ length: 21 }, (_, n) => `#[incident:${n + 1}]`).join(' '))).toMatch(/^400/)
  // What merely looks so, in a description, calls nobody and names nobody.
  const described = objectOf(await contributor.post('/incident/declare', { what: `Ask @[${auditor.memberId}] about #[incident:${secret}]` }))
  expect((await timeline(described.id, contributor)).objects[0]).toMatchObject({ people: [], objects: [] })
})

test('a correction is a new entry that quotes its own, once; neither can be changed or removed, by nobody', async () => {
  const { id } = await incident()
  const first = objectOf(await pilot.post(`/incident/${id}/entries`, entry))
  const second = objectOf(await pilot.post(`/incident/${id}/entries`, { kind: 'FINDING', text: 'Two screens only', corrects: first.id }))
  expect(second.corrects).toBe(first.id)
  expect(((await timeline(id)).objects as Row[]).find((each) => each.id === first.id)).toMatchObject({ text: entry.text, corrected_by: second.id })
  expect((await pilot.post(`/incident/${id}/entries`, { ...entry, corrects: first.id })).status).toBe(409)
  const { id: elsewhere } = await incident()
  expect((await pilot.post(`/incident/${elsewhere}/entries`, { ...entry, corrects: second.id })).status).toBe(400)
  const step = ((await timeline(id)).objects as Row[]).find((each) => each.kind === 'DECLARED')
  expect((await pilot.post(`/incident/${id}/entries`, { ...entry, corrects: step.id })).status).toBe(400)
  const owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  const which = `customer_id = ${customer} and id = ${first.id}`
  for (const statement of [`update incident_entry set text = 'x' where ${which}`, `delete from incident_entry where ${which}`]) {
    await expect(app.db.transaction(customer, async (tx) => tx.runText(statement))).rejects.toThrow('permission denied')
    await expect(owner.query(`begin; set local app.customer_id = '${customer}'; ${statement}`)).rejects.toThrow('is not changed once written')
    await owner.query('rollback')
  }
  await owner.end()
})
