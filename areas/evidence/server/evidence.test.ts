import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#app/test/worlds/test-app.ts'
import { dayFromNow, makeWorld, objectOf, proof, type Row, type World } from '#tools/test/actions-world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

let count = 0
const upload = async (by: Person = world.pilot, text = `content ${(count += 1)}`, name = 'report.txt') =>
  objectOf(await by.upload('/file', name, text)).id as number
const make = async (fields: object = {}, by: Person = world.pilot): Promise<Row> =>
  objectOf(await by.post('/evidence', { name_en: 'Restore test', perimeter: world.lyon, url: `https://intranet.example/${(count += 1)}`, ...fields }))
const read = async (id: number, by: Person = world.pilot): Promise<Row> => objectOf(await by.get(`/evidence/${id}`))
const actionOf = async (id: number): Promise<Row> => objectOf(await world.pilot.get(`/remediation/${id}`))
const shownBy = async (id: number) => (await actionOf(id)).evidences.map((one: Row) => one.id) as number[]

test('an evidence is files or a link, its owner’s and of a day; without content it is refused', async () => {
  expect((await world.pilot.post('/evidence', { name_en: 'Empty' })).body.errors.files).toEqual(['Add a file or enter a link'])
  const made = await make({ files: [await upload()], url: null })
  expect(made).toMatchObject({ kind: 'TEXT', revision: 1, state: 'NO_EXPIRY', used: false, manager: { id: world.pilot.memberId } })
  expect((await world.pilot.put(`/evidence/${made.id}`, { effective_date: dayFromNow(-2), valid_until: dayFromNow(-3) })).status).toBe(400)
})

test('a new content is a further revision that keeps the earlier ones, with who, when, why and hash; nobody writes them by hand', async () => {
  const first = await upload()
  const { id, version } = await make({ files: [first], url: null })
  const second = await upload()
  expect((await world.pilot.put(`/evidence/${id}`, { files: [second], change_reason: 'Measured again', version })).status).toBe(200)
  const { revisions, revision } = await read(id)
  expect(revision).toBe(2)
  expect(revisions).toMatchObject([
    { number: 1, files: [{ id: first, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }] },
    { number: 2, reason: 'Measured again', author: { id: world.pilot.memberId }, files: [{ id: second }] },
  ])
  // What was replaced is still read by whoever reads the evidence.
  expect((await world.pilot.get(`/file/${first}/download`)).status).toBe(200)
  expect((await world.pilot.put(`/evidence/${id}`, { revisions: [] })).status).toBe(400)
  // Of two at once against the same version one is told that the other was first.
  expect((await world.pilot.put(`/evidence/${id}`, { files: [await upload()], version })).status).toBe(409)
  expect((await world.pilot.put(`/evidence/${id}`, { description: 'Same content' })).status).toBe(200)
  expect((await read(id)).revision).toBe(2)
})

test('its state follows the day: valid, expiring within 14 days, expired the day after its last; holding longer asks why', async () => {
  const day = (n: number) => dayFromNow(n)
  const states = async (until: number) => (await make({ effective_date: day(-400), valid_until: day(until) })).state
  expect([await states(15), await states(14), await states(0), await states(-1)]).toEqual(['VALID', 'EXPIRING', 'EXPIRING', 'EXPIRED'])
  const { id } = await make({ valid_until: day(5) })
  expect((await world.pilot.put(`/evidence/${id}`, { valid_until: day(50) })).body.errors.change_reason).toEqual(['Say why it stays valid longer'])
  expect((await world.pilot.put(`/evidence/${id}`, { valid_until: day(50), change_reason: 'Tested again' })).status).toBe(200)
  const { object } = (await world.pilot.post('/evidence/counts', { queryParams: {} })).body
  expect(object.total).toBe(object.VALID + object.EXPIRING + object.EXPIRED + object.NO_EXPIRY)
})

test('each number of the statistics is of the rows that its link lists', async () => {
  const listed = async (filters: object[]) => (await world.local.post('/evidence/page', { queryParams: { filters, per_page: 1 } })).body.total as number
  const { object } = (await world.local.post('/evidence/stats', { queryParams: {} })).body
  const only = (name: string, ...selected_options: unknown[]) => listed([{ name, selected_options }])
  expect(object.states.EXPIRED).toBeGreaterThan(0)
  expect([object.total, object.behind_nothing]).toEqual([await listed([]), await only('used', false)])
  for (const [state, count] of Object.entries(object.states)) expect([state, count]).toEqual([state, await only('state', state)])
  for (const { kind, count } of object.kinds as Row[]) expect([kind, count]).toEqual([kind, await only('kind', kind)])
  expect(object.months).toHaveLength(12)
  for (const { from, to, count } of object.months as Row[]) expect([from, count]).toEqual([from, await only('valid_until', { from, to })])
})

test('a link or file that comes in as a proof of an action is an evidence that it shows; taken away, it goes with it, either way round', async () => {
  const file = await upload()
  const { id } = await world.action({ ...proof, proof_files: [file] })
  const [link, document] = (await shownBy(id)) as [number, number]
  expect(await read(link)).toMatchObject({ name: 'Report', url: 'https://intranet.example/report', kind: 'LINK', perimeter: { id: world.lyon } })
  expect(await read(document)).toMatchObject({ name: 'report.txt', kind: 'TEXT', used: true })
  expect((await world.pilot.put(`/remediation/${id}`, { proof_files: [] })).status).toBe(200)
  expect(await shownBy(id)).toEqual([link])
  expect((await world.pilot.put(`/remediation/${id}`, { evidences: [] })).status).toBe(200)
  expect((await actionOf(id)).proofs).toEqual([])
  expect((await read(link)).used).toBe(false)
})

test('the same content is recognised and shown again, said so; not for whoever may not read what holds it, nor in another organisation', async () => {
  const { id } = await world.action({ proof_files: [await upload(world.pilot, 'the very same')] })
  const [known] = await shownBy(id)
  const other = await world.action()
  const answer = await world.pilot.put(`/remediation/${other.id}`, { proof_files: [await upload(world.pilot, 'the very same', 'again.txt')] })
  expect(answer.body.message).toContain((await read(known as number)).identifier)
  expect(await shownBy(other.id)).toEqual([known])
  // A contributor who cannot open it makes one of their own, and is told nothing.
  const mine = await world.action({ manager: world.contributor.memberId })
  const sent = await world.contributor.put(`/remediation/${mine.id}`, { proof_files: [await upload(world.contributor, 'the very same')] })
  expect([sent.status, JSON.stringify(sent.body).includes((await read(known as number)).identifier)]).toEqual([200, false])
  expect(await shownBy(mine.id)).not.toContain(known)
  const { id: elsewhere } = await world.app.customer()
  const stranger = await world.app.member(elsewhere, 'global_pilote')
  const plan = objectOf(await stranger.post('/program', { name_en: 'Theirs' })).id as number
  const theirs = objectOf(await stranger.post('/remediation', { name_en: 'Act', program: plan, proof_files: [await upload(stranger, 'the very same')] }))
  expect(theirs.evidences).toHaveLength(1)
  expect((await stranger.get(`/evidence/${known}`)).status).toBe(404)
})

test('a file of an evidence is read by whoever reads the evidence, shown as a document when it is a PDF alone, and attached by nobody else', async () => {
  const file = await upload(world.pilot, '<html><script>alert(1)</script></html>', 'page.txt')
  const { id } = await make({ files: [file], url: null, perimeter: world.nantes })
  expect((await world.contributor.get(`/file/${file}/download`)).status).toBe(404)
  expect((await world.local.get(`/file/${file}/preview`)).status).toBe(404)
  expect((await world.pilot.get(`/file/${file}/preview`)).status).toBe(404)
  const { id: action } = await world.action({ manager: world.contributor.memberId })
  expect((await world.contributor.put(`/remediation/${action}`, { proof_files: [file] })).status).toBe(400)
  expect((await world.contributor.put(`/remediation/${action}`, { evidences: [id] })).status).toBe(400)
  expect((await world.contributor.post('/evidence', { name_en: 'Stolen', files: [file] })).status).toBe(400)
  expect(await shownBy(action)).toEqual([])
})

test('who works on an action reads what it shows, and takes away only what is theirs; it counts as a proof when the action is finished', async () => {
  const { id: given } = await make()
  const { id } = await world.action({ manager: world.contributor.memberId, evidences: [given] })
  expect((await world.contributor.get(`/evidence/${given}`)).status).toBe(200)
  expect((await world.contributor.put(`/evidence/${given}`, { description: 'Mine now' })).status).toBe(403)
  expect((await world.contributor.put(`/remediation/${id}`, { evidences: [] })).status).toBe(400)
  const own = await make({ perimeter: null }, world.contributor)
  expect((await world.contributor.put(`/remediation/${id}`, { evidences: [given, own.id] })).status).toBe(200)
  expect((await world.contributor.put(`/remediation/${id}`, { evidences: [given] })).status).toBe(200)
  expect((await world.contributor.put(`/remediation/${id}`, { status: 'FINISHED' })).status).toBe(200)
  // What something stands on is not deleted.
  expect((await world.pilot.delete(`/evidence/${given}`)).body.code).toBe('IN_USE')
})

test('what stands on it is told to whoever may open it', async () => {
  const measure = await world.measure()
  const { id: given } = await make()
  await world.action({ evidences: [given], measure: measure.id })
  await world.action({ evidences: [given], perimeter: world.nantes })
  const readUsage = async (by: Person) => objectOf(await by.get(`/evidence/${given}/usage`))
  expect(await readUsage(world.pilot)).toMatchObject({ actions: { count: 2 }, measures: { count: 1, shown: [{ id: measure.id }] }, alone: 0, scores: [] })
  expect(await readUsage(world.local)).toMatchObject({ actions: { count: 1 } })
  expect((await world.contributor.get(`/evidence/${given}/usage`)).status).toBe(404)
})

test('evidence to choose from comes with the last used first, found by name; a file that is kept already is recognised, by whoever may read where', async () => {
  const offered = async (query: string, by: Person = world.pilot) => (await by.get(`/evidence/offered?${query}`)).body
  const [first, second] = [
    await make({ name_en: 'Quarterly restore' }),
    await make({ name_en: 'Quarterly review', valid_until: dayFromNow(-1), effective_date: dayFromNow(-9) }),
  ]
  const found = async () => ((await offered('search=quarterly')).objects as Row[]).map(({ id, state }) => [id, state])
  expect(await found()).toEqual([
    [second.id, 'EXPIRED'],
    [first.id, 'NO_EXPIRY'],
  ])
  // What an action shows was used when the action was written.
  await world.action({ evidences: [first.id] })
  expect((await found())[0]?.[0]).toBe(first.id)
  const existing = await make({ files: [await upload(world.pilot, 'kept once')], url: null, perimeter: world.nantes })
  const again = await upload(world.pilot, 'kept once', 'again.txt')
  expect((await offered(`files=${again}`)).same).toMatchObject([{ file: again, evidence: { id: existing.id, name: 'Restore test' } }])
  // Not by a file of somebody else's, and not for whoever may not open it.
  expect((await offered(`files=${again}`, world.auditor)).same).toEqual([])
  expect((await offered(`files=${await upload(world.contributor, 'kept once')}`, world.contributor)).same).toEqual([])
  expect((await offered('search=quarterly', world.contributor)).objects).toEqual([])
})
