import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNow, makeWorld, objectOf, proof, type Row, type World } from '#tools/test/actions-world.ts'
import { wordReport } from '#tools/test/word-report.ts'
import type { Person } from '#app/test/worlds/test-app.ts'

let world: World
let pilot: Person
/** Leads projects, and is no pilot. */
let leader: Person
beforeAll(async () => {
  world = await makeWorld()
  pilot = world.pilot
  leader = await world.app.member(world.customer, 'contributor')
})
afterAll(() => world.app.close())

const created = async (more: object = {}): Promise<Row> =>
  objectOf(await pilot.post('/isp_project', { name_en: 'New shop', perimeter: world.lyon, step_since: dayFromNow(-100), ...more }))
const atDecision = (more: object = {}) => created({ dev_step: 'DECISION', left_test: dayFromNow(-20), step_since: dayFromNow(-20), ...more })
const go = (id: number, dev_step: number) => pilot.post(`/isp_project/${id}/transition`, { dev_step, target_date: dayFromNow(0) })
const read = async (id: number, by = pilot): Promise<Row> => objectOf(await by.get(`/isp_project/${id}`))
const decide = async (id: number, body: object, by = pilot) =>
  by.post(`/isp_project/${id}/decision`, { version: (await pilot.get(`/isp_project/${id}`)).body.object?.version, ...body })
/** Levels of the organisation's scale, the worst first. */
const weathers = async (): Promise<number[]> => {
  const { objects } = (await pilot.post('/scale/page', { queryParams: { per_page: 100 } })).body
  const { levels } = objectOf(await pilot.get(`/scale/${objects.find(({ type }: Row) => type === 'weather').id}`))
  return levels.map(({ value }: Row) => value).toSorted((a: number, b: number) => a - b)
}

test('whoever is assigned works on a project as their role allows: contributors what is theirs to say, pilots all of it, the decision included', async () => {
  const { id } = await atDecision()
  const [worker, security] = [
    await world.app.member(world.customer, 'contributor'),
    await world.app.member(world.customer, 'local_pilote', { perimeterIds: [world.nantes] }),
  ]
  for (const person of [worker, security]) expect((await person.get(`/isp_project/${id}`)).status).toBe(404)
  objectOf(await pilot.put(`/isp_project/${id}/assignment`, { members: [worker.memberId, security.memberId], groups: [] }))
  expect(await read(id, worker)).toMatchObject({ assigned_to_me: true, edit_right: true, edit_right_regular: false, pilot_right: false })
  expect((await worker.put(`/isp_project/${id}`, { name_en: 'Mine' })).body.errors).toHaveProperty('name_en')
  expect((await worker.put(`/isp_project/${id}/assignment`, { members: [worker.memberId], groups: [] })).status).toBe(403)
  expect((await decide(id, { decision: 'GO' }, worker)).status).toBe(403)
  expect(await read(id, security)).toMatchObject({ pilot_right: true, decide_right: true, edit_right_regular: true })
  objectOf(await decide(id, { decision: 'GO' }, security))
  objectOf(await pilot.put(`/isp_project/${id}/assignment`, { members: [worker.memberId], groups: [] }))
  expect((await security.post(`/isp_project/${id}/interrupt`, {})).status).toBe(404)
})

test('a project that security does not follow is listed without late marks, alerts and reviews', async () => {
  const late = { target_date: dayFromNow(-3), manager: leader.memberId }
  const { id } = await created(late)
  const other = await created({ ...late, followed: false })
  expect(await read(id)).toMatchObject({ followed: true, late: true })
  expect(await read(other.id)).toMatchObject({ followed: false, late: false, soon: false })
  const list = async (name: string, value: boolean) =>
    (await pilot.post('/isp_project/page', { queryParams: { per_page: 100, filters: [{ name, selected_options: [value] }] } })).body.objects.map(
      (row: Row) => row.id,
    )
  expect(await list('followed', false)).toEqual([other.id])
  expect(await list('late', true)).toContain(id)
  expect(await list('late', true)).not.toContain(other.id)
  const act = await world.action({ project: other.id })
  objectOf(await pilot.put(`/remediation/${act.id}`, { status: 'FINISHED', ...proof }))
  expect((await pilot.get(`/remediation/${act.id}/review`)).body.objects).toEqual([])
  expect((await leader.put(`/isp_project/${id}`, { followed: false })).body.errors).toHaveProperty('followed')
})

test('the weather of a project is told with when, by whom and why it changed; another weather has a reason of its own', async () => {
  const [bad, fair, good] = await weathers()
  const { id } = await created({ manager: leader.memberId, weather_project: good })
  objectOf(await leader.put(`/isp_project/${id}`, { weather_project: bad, weather_comment: 'The supplier is late' }))
  expect((await leader.put(`/isp_project/${id}`, { weather_program: bad })).body.errors).toHaveProperty('weather_program')
  objectOf(await pilot.put(`/isp_project/${id}`, { description: 'Other' }))
  objectOf(await pilot.put(`/isp_project/${id}`, { weather_program: fair }))
  const history = (await leader.get(`/isp_project/${id}/weather`)).body.objects
  expect(history).toMatchObject([
    { project: bad, program: fair, comment: null },
    { project: bad, program: null, comment: 'The supplier is late' },
    { project: good, program: null, comment: null },
  ])
  expect(history[1].author).toBe((await read(id)).manager.name)
  expect((await read(id)).weather_trail.at(-1)).toEqual({ day: dayFromNow(0), project: bad, program: fair })
  expect((await world.contributor.get(`/isp_project/${id}/weather`)).status).toBe(404)
})

test('a decision is prepared as a draft that whoever decides finds; of two who prepare at once the second is told, and recording ends it', async () => {
  const { id } = await created({ manager: leader.memberId, dev_step: 'BUILD', left_design: dayFromNow(-30), step_since: dayFromNow(-30) })
  const said = {
    decision: 'GO',
    reserved: true,
    comment: 'After the retest',
    date: null,
    reservations: [],
    new_reservations: [{ name: 'Retest', target_date: dayFromNow(9) }],
  }
  const keep = (seen?: number, by = pilot, more: object = {}) =>
    by.put(`/isp_project/${id}/decision/draft`, { ...said, ...more, ...(seen !== undefined && { seen }) })
  const draft = async (by = pilot) => (await by.get(`/isp_project/${id}/decision`)).body.draft
  expect((await keep(0)).status).toBe(409)
  objectOf(await go(id, 5))
  expect((await keep(0, leader)).status).toBe(403)
  expect(objectOf(await keep(0))).toMatchObject({ version: 1, author: { id: pilot.memberId }, said })
  expect(await draft(world.local)).toMatchObject({ version: 1, said: { decision: 'GO', comment: 'After the retest' } })
  expect(await draft(leader)).toMatchObject({ author: { id: pilot.memberId }, said: null })
  const late = await keep(0, world.local, { decision: null })
  expect(late.body).toMatchObject({ ok: false, message: 'Somebody else has prepared another draft meanwhile: look at it first', object: { version: 1, said } })
  expect(late.status).toBe(409)
  objectOf(await keep(1, world.local, { comment: 'Mine' }))
  objectOf(await go(id, 6))
  expect((await decide(id, { decision: 'GO', seen: 1 })).status).toBe(409)
  // Both at once: one is first.
  expect(
    (await Promise.all([keep(2, pilot, { comment: 'A' }), keep(2, world.local, { comment: 'B' })])).map(({ status }) => status).toSorted((a, b) => a - b),
  ).toEqual([200, 409])
  expect(await read(id)).toMatchObject({ decision: null })
  objectOf(await decide(id, { decision: 'GO', seen: 3 }))
  expect(await draft()).toBeNull()
  objectOf(await keep(0))
  expect((await pilot.delete(`/isp_project/${id}/decision/draft?seen=0`)).status).toBe(409)
  expect((await pilot.delete(`/isp_project/${id}/decision/draft?seen=1`)).status).toBe(200)
  expect(await draft()).toBeNull()
})

test('security tests stand with their result at the project; a failed one opens a gap once, and the file of the decision tells them', async () => {
  const { id } = await atDecision({ manager: leader.memberId })
  const tests = [
    { name: 'Intrusion', kind: 'INTRUSION', planned_on: dayFromNow(-5) },
    { name: 'Restore', kind: 'RECOVERY' },
  ]
  objectOf(await leader.put(`/isp_project/${id}`, { tests }))
  const [first, second] = (await read(id)).tests
  expect(first).toMatchObject({ name: 'Intrusion', result: null, done_on: null })
  const gap = (by: Person, test: number) => by.post(`/isp_project/${id}/test/${test}/gap`, { register })
  const register = objectOf(await pilot.post('/gap_register', { name_en: 'Tests' })).id
  expect((await gap(pilot, first.id)).status).toBe(409)
  objectOf(
    await leader.put(`/isp_project/${id}`, {
      tests: [
        { id: first.id, name: 'Intrusion', result: 'FAILED', note: 'A token does not end' },
        { id: second.id, name: 'Restore', result: 'PASSED' },
      ],
    }),
  )
  expect(await read(id)).toMatchObject({
    failed_tests: 1,
    tests: [
      { name: 'Intrusion', done_on: dayFromNow(0) },
      { name: 'Restore', result: 'PASSED' },
    ],
  })
  expect((await gap(leader, first.id)).status).toBe(403)
  expect((await gap(pilot, 999_999)).status).toBe(404)
  const opened = objectOf(await gap(pilot, first.id)).tests[0].gap
  expect(objectOf(await pilot.get(`/gap/${opened.id}`))).toMatchObject({
    name: 'Intrusion',
    description: 'A token does not end',
    perimeter: { id: world.lyon },
    source: 'AUDIT',
  })
  expect((await gap(pilot, first.id)).status).toBe(409)
  const { file } = (await leader.get(`/isp_project/${id}/decision`)).body
  const { name, count, lines } = file.parts[0]
  expect([name, count]).toEqual(['tests', 2])
  expect(new Set(lines.map((line: Row) => `${line.name_en} ${line.status}`))).toEqual(new Set(['Intrusion FAILED', 'Restore PASSED']))
})

test('a tree begins with a project: its actions, exemptions and what its tests found hang on it', async () => {
  const { id } = await created()
  const act = await world.action({ project: id })
  const { body } = await pilot.get(`/tree/isp_project/${id}`)
  expect(body.object).toMatchObject({ type: 'isp_project', id, state: { field: 'dev_step', value: 'IDENTIFICATION' } })
  expect(body.object.children.map(({ type, id: of }: Row) => `${type} ${of}`)).toEqual(
    expect.arrayContaining([`remediation ${act.id}`, `perimeter ${world.lyon}`]),
  )
  const below = (await pilot.get(`/tree/remediation/${act.id}`)).body.object.children
  expect(below.map(({ type }: Row) => type)).toContain('isp_project')
})

test('the report tells how the tests of a project went and how its weather changed, beside its steps', async () => {
  const [bad, , good] = await weathers()
  const { id } = await created({
    weather_project: good,
    tests: [
      { name: 'Intrusion from outside', kind: 'INTRUSION', result: 'FAILED' },
      { name: 'Restoring a backup', kind: 'RECOVERY' },
    ],
  })
  objectOf(await pilot.put(`/isp_project/${id}`, { weather_project: bad, weather_comment: 'The supplier is late' }))
  const text = (await wordReport(world.app, pilot, `/isp_project/${id}/project_report`)).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  for (const expected of ['The supplier is late', 'Intrusion from outside', 'Failed', 'Restoring a backup', 'To do']) expect(text).toContain(expected)
})

test('a decision leaves as a file that is what was kept, with its fingerprint: in the language of whoever reads, of what they may not open that it is there, and to nobody else', async () => {
  const { id } = await atDecision({ manager: leader.memberId, name_fr: 'Nouvelle boutique' })
  const register = objectOf(await pilot.post('/gap_register', { name_en: 'Found' })).id
  const gap = objectOf(await pilot.post('/gap', { name_en: 'Keys in the open', register, perimeter: world.lyon }))
  objectOf(await pilot.put(`/program/${world.plan}`, { is_default: true }))
  objectOf(await decide(id, { decision: 'GO', comment: 'Live with it', new_reservations: [{ name: 'Look again', target_date: dayFromNow(60) }] }))
  objectOf(await pilot.put(`/gap/${gap.id}`, { name_en: 'Called otherwise', status: 'CLOSE', resolution_status: 'RESOLVED' }))
  objectOf(await pilot.put(`/isp_project/${id}`, { name_en: 'Another shop', description: 'Written since' }))
  objectOf(await decide(id, { decision: 'NOGO', comment: 'Not any more' }))
  const [second, first] = (await pilot.get(`/isp_project/${id}/decision`)).body.objects
  const path = `/isp_project/${id}/project_decision_report`
  const paper = async (request: number, by: Person, app = world.app) =>
    (await wordReport(app, by, path, { request })).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  const frozen = await paper(first.id, pilot)
  expect(first.fingerprint).toMatch(/^[0-9a-f]{64}$/)
  for (const expected of [
    'Frozen file of decision 1',
    first.fingerprint,
    'New shop',
    'Go',
    'Live with it',
    'Look again',
    'Keys in the open',
    first.decided_by.name,
  ])
    expect(frozen).toContain(expected)
  for (const since of ['Another shop', 'Written since', 'Called otherwise', 'Not any more']) expect(frozen).not.toContain(since)
  const later = await paper(second.id, pilot)
  for (const expected of ['Frozen file of decision 2', second.fingerprint, 'Another shop', 'No go', 'Not any more']) expect(later).toContain(expected)
  expect(later).not.toContain(first.fingerprint)
  // Who leads the project is no pilot of its place, and reads French.
  objectOf(await leader.put('/user/language', { lang: 'fr' }))
  const theirs = await paper(first.id, leader)
  for (const expected of ['Dossier figé de la décision 1', 'Nouvelle boutique', 'Écarts ouverts', 'Non partagé avec vous', first.fingerprint])
    expect(theirs).toContain(expected)
  expect(theirs).not.toContain('Keys in the open')
  objectOf(await leader.put('/user/language', { lang: 'en' }))
  const ask = (by: Person, more: object = {}) => by.post(path, { format: 'pdf', request: first.id, ...more })
  const read = objectOf(await ask(world.auditor))
  await world.app.jobs()
  const { file_id: file } = objectOf(await world.auditor.get(`/report/${read.job_id}`))
  expect(((await world.auditor.get(`/file/${file}/download`)).body as Buffer).subarray(0, 5).toString()).toBe('%PDF-')
  // What was made for one is nobody else's to take.
  expect((await leader.get(`/file/${file}/download`)).status).toBe(404)
  const [elsewhere, worker] = [
    await world.app.member(world.customer, 'local_pilote', { perimeterIds: [world.nantes] }),
    await world.app.member(world.customer, 'contributor'),
  ]
  const foreign = await world.app.member((await world.app.customer()).id, 'global_pilote')
  for (const other of [elsewhere, worker, foreign]) expect((await ask(other)).status).toBe(404)
  expect((await ask(pilot, { request: 'one' })).body.errors).toHaveProperty('request')
  // A decision of another project is none of this one's.
  const other = await atDecision()
  objectOf(await decide(other.id, { decision: 'GO' }))
  const [theirsToo] = (await pilot.get(`/isp_project/${other.id}/decision`)).body.objects
  for (const request of [theirsToo.id, theirsToo.id + 1000]) expect((await ask(pilot, { request })).status).toBe(404)
})
