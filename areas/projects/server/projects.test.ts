import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNow, makeWorld, objectOf, proof, type Row, type World } from '#tools/test/actions-world.ts'
import { draftCampaign, evaluationsOf, runCampaign } from '#tools/test/draft-campaign.ts'
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

const created = async (more: object = {}, by = pilot): Promise<Row> =>
  objectOf(await by.post('/isp_project', { name_en: 'New shop', perimeter: world.lyon, step_since: dayFromNow(-100), ...more }))
const go = (id: number, dev_step: number, target_date: string | null = dayFromNow(0), by = pilot, more: object = {}) =>
  by.post(`/isp_project/${id}/transition`, { dev_step, target_date, ...more })
const read = async (id: number, by = pilot): Promise<Row> => objectOf(await by.get(`/isp_project/${id}`))
/** One at the security decision. */
const atDecision = (more: object = {}) => created({ dev_step: 'DECISION', left_test: dayFromNow(-20), step_since: dayFromNow(-20), ...more })
const decide = async (id: number, body: object, by = pilot) =>
  by.post(`/isp_project/${id}/decision`, { version: (await pilot.get(`/isp_project/${id}`)).body.object?.version, ...body })

test('a project goes one step on or back, each time on a day that is not to come nor before the step before was left; going back clears later days', async () => {
  const { id } = await created({ manager: leader.memberId })
  const answer = await go(id, 2, dayFromNow(-90), leader)
  expect(answer.body).toMatchObject({ ok: true, message: 'The project is at its classification', object: { id } })
  expect(await read(id)).toMatchObject({ dev_step: 'CLASSIFICATION', step_since: dayFromNow(-90), left_identification: dayFromNow(-90) })
  expect((await go(id, 3, dayFromNow(-91))).body.errors).toMatchObject({ target_date: [expect.stringContaining('when the step before was left')] })
  expect((await go(id, 3, dayFromNow(1))).body.errors).toEqual({ target_date: ['The date cannot be in the future'] })
  expect((await go(id, 3, null)).status).toBe(400)
  expect((await pilot.put(`/isp_project/${id}`, { dev_step: 'DESIGN' })).body.errors).toMatchObject({ step_since: [expect.any(String)] })
  expect((await go(id, 4)).body.errors).toMatchObject({ dev_step: ['A project goes one step on or one step back'] })
  objectOf(await go(id, 3, dayFromNow(-80)))
  objectOf(await go(id, 4, dayFromNow(-70)))
  objectOf(await go(id, 3, dayFromNow(-60)))
  const back = await read(id)
  expect(back).toMatchObject({ dev_step: 'DESIGN', step_since: dayFromNow(-60), left_classification: dayFromNow(-80), left_design: null, left_build: null })
  expect(back.steps[2]).toMatchObject({ id: 3, order: 3, identifier: 'DESIGN', name_fr: 'Conception', previous_date: dayFromNow(-80), end_date: null })
  expect(back.steps.at(-1)).toMatchObject({ order: 8, identifier: 'CLOSE' })
})

test('the steps are the same for everybody and called as the organisation says; auditors have none', async () => {
  const cycle = (await leader.get('/isp_project/dev_cycle')).body.object.dev_steps
  expect(cycle.map(({ id, identifier }: Row) => `${id} ${identifier}`)).toEqual([
    '1 IDENTIFICATION',
    '2 CLASSIFICATION',
    '3 DESIGN',
    '4 BUILD',
    '5 TEST',
    '6 DECISION',
    '7 PRODUCTION',
    '8 CLOSE',
  ])
  expect((await world.auditor.get('/isp_project/dev_cycle')).status).toBe(403)
  const named = { dev_steps: [{ id: 4, name_en: 'Sprints', name_fr: 'Itérations' }] }
  expect((await world.local.put('/isp_project/dev_cycle', named)).status).toBe(403)
  expect((await pilot.put('/isp_project/dev_cycle', { dev_steps: [{ id: 9, name_en: 'More', name_fr: 'Plus' }] })).status).toBe(400)
  objectOf(await pilot.put('/isp_project/dev_cycle', named))
  const { id } = await created()
  expect((await read(id)).steps[3]).toMatchObject({ name_en: 'Sprints', name_fr: 'Itérations' })
  objectOf(await pilot.put('/isp_project/dev_cycle', { dev_steps: [{ id: 4, name_en: 'Build', name_fr: 'Réalisation' }] }))
})

test('one that had begun before starts at any step up to the decision, its days in order; nothing starts live', async () => {
  expect(await atDecision({ left_design: dayFromNow(-50), left_build: dayFromNow(-40) })).toMatchObject({ dev_step: 'DECISION', status: 'ONGOING' })
  const refused = async (more: object) => (await pilot.post('/isp_project', { name_en: 'X', perimeter: world.lyon, ...more })).body.errors
  expect(await refused({ dev_step: 'PRODUCTION' })).toMatchObject({ dev_step: [expect.stringContaining('at the latest')] })
  expect(await refused({ dev_step: 'BUILD', left_design: dayFromNow(-5), left_classification: dayFromNow(-3) })).toMatchObject({
    left_design: [expect.any(String)],
  })
  expect(await refused({ dev_step: 'DESIGN', left_build: dayFromNow(-3) })).toMatchObject({ left_build: [expect.any(String)] })
  expect(await refused({ perimeter: null })).toMatchObject({ perimeter: [expect.any(String)] })
})

test('production needs a go, or a no go under a granted exemption that is in force; pilots alone decide, at the step of the decision', async () => {
  const early = await created()
  expect((await decide(early.id, { decision: 'GO' })).status).toBe(409)
  const { id } = await atDecision({ manager: leader.memberId })
  expect((await go(id, 7)).body.errors).toMatchObject({ dev_step: ['Production needs the security decision'] })
  for (const other of [leader, world.auditor]) expect((await decide(id, { decision: 'GO' }, other)).status).toBe(403)
  const elsewhere = await world.app.member(world.customer, 'local_pilote', { perimeterIds: [world.nantes] })
  expect((await decide(id, { decision: 'GO' }, elsewhere)).status).toBe(404)
  expect((await decide(id, { decision: 'NOGO' })).body.errors).toMatchObject({ comment: [expect.any(String)] })
  expect((await decide(id, { decision: 'NOGO', comment: 'Findings are open' }, world.local)).body).toMatchObject({
    message: 'Recorded: no go',
    object: { decision: 'NOGO', decision_comment: 'Findings are open', decision_author: { id: world.local.memberId }, decision_date: dayFromNow(0) },
  })
  const refused = 'The decision was no go: production needs a granted exemption of the project that is in force'
  expect((await go(id, 7)).body.errors).toMatchObject({ dev_step: [refused] })
  const exemption = await exempted(id)
  expect((await go(id, 7)).body.errors).toMatchObject({ dev_step: [refused] })
  objectOf(await pilot.post(`/exemption/${exemption}/grant`, {}))
  expect(objectOf(await go(id, 7, dayFromNow(0), leader))).toMatchObject({ dev_step: 'PRODUCTION', exempted: true, decision: 'NOGO' })
  // Another decision is recorded beside the first.
  objectOf(await decide(id, { decision: 'GO', comment: 'Mended' }))
  expect((await pilot.get(`/isp_project/${id}/decision`)).body.objects.map(({ state }: Row) => state)).toEqual(['GO', 'NOGO'])
  // Whoever goes back before it decides anew.
  objectOf(await go(id, 6))
  expect(objectOf(await go(id, 5))).toMatchObject({ decision: null, decision_author: null, reservations: [] })
})

/** Asked for by somebody else than who grants it. */
async function exempted(project: number): Promise<number> {
  const register = objectOf(await pilot.post('/exemption_register', { name_en: 'Projects' })).id
  const by = world.local
  return objectOf(
    await by.post('/exemption', {
      name_en: 'Live with findings',
      register,
      reason: 'Season',
      project,
      perimeters: [world.lyon],
      start_date: dayFromNow(0),
      end_date: dayFromNow(30),
    }),
  ).id
}

test('reservations are dated actions of the project, those that are there and new ones', async () => {
  const { id } = await atDecision()
  const undated = await world.action({ project: id })
  const dated = await world.action({ target_date: dayFromNow(40) })
  const elsewhere = await world.action({ target_date: dayFromNow(40), project: (await created()).id })
  expect((await decide(id, { decision: 'GO', reservations: [undated.id] })).body.errors).toMatchObject({ reservations: [expect.stringContaining('dated')] })
  expect((await decide(id, { decision: 'GO', reservations: [elsewhere.id] })).body.errors).toMatchObject({ reservations: [expect.any(String)] })
  expect((await decide(id, { decision: 'NOGO', comment: 'No', reservations: [dated.id] })).body.errors).toMatchObject({ reservations: [expect.any(String)] })
  objectOf(await pilot.put(`/program/${world.plan}`, { is_default: true }))
  const made = objectOf(await decide(id, { decision: 'GO', reservations: [dated.id], new_reservations: [{ name: 'Retest', target_date: dayFromNow(60) }] }))
  expect(made.reservations).toHaveLength(2)
  const found = (await pilot.post('/remediation/page', { queryParams: { filters: [{ name: 'project', selected_options: [id] }] } })).body.objects
  expect(found).toHaveLength(3)
  const retest = found.find(({ name }: Row) => name === 'Retest')
  expect(objectOf(await pilot.get(`/remediation/${retest.id}`))).toMatchObject({
    source: 'PROJECT',
    source_object: { entity: 'isp_project', id },
    target_date: dayFromNow(60),
  })
  expect((await pilot.post(`/isp_project/${id}/remediation`, { remediation: dated.id })).body).toMatchObject({
    code: 'CONFLICT',
    message: 'Project already contains this remediation',
  })
})

test('what was decided about is kept as it was: gaps, exemptions and actions of that day, which nobody can alter, and names only for who may read them', async () => {
  const { id } = await atDecision({ manager: leader.memberId })
  const register = objectOf(await pilot.post('/gap_register', { name_en: 'Tests' })).id
  const gap = objectOf(await pilot.post('/gap', { name_en: 'Passwords in logs', register, perimeter: world.lyon }))
  const watched = objectOf(await pilot.post('/risk_register', { name_en: 'Watched', impact_types: ['LEGAL'] })).id
  const risk = objectOf(await pilot.post('/risk', { name_en: 'Logs leak', register: watched, perimeter: world.lyon, init_impact: 3, init_probability: 2 }))
  await exempted(id)
  await world.action({ project: id, name_en: 'Harden', target_date: dayFromNow(9) })
  objectOf(await decide(id, { decision: 'GO' }))
  objectOf(await pilot.put(`/gap/${gap.id}`, { name_en: 'Mended', status: 'CLOSE', resolution_status: 'RESOLVED' }))
  const decisions = (await pilot.get(`/isp_project/${id}/decision`)).body
  const linesOf = (file: Row, name: string) => file.parts.find((part: Row) => part.name === name).lines
  expect(linesOf(decisions.objects[0].file, 'gaps')).toMatchObject([{ id: gap.id, name_en: 'Passwords in logs', status: 'TO_HANDLE' }])
  expect(linesOf(decisions.file, 'gaps')).toEqual([])
  expect(linesOf(decisions.objects[0].file, 'risks')).toMatchObject([{ id: risk.id, name_en: 'Logs leak', status: 'NOT_REQUESTED' }])
  expect(linesOf(decisions.objects[0].file, 'actions')).toMatchObject([{ name_en: 'Harden', date: dayFromNow(9) }])
  expect(linesOf(decisions.objects[0].file, 'exemptions')).toMatchObject([{ name_en: 'Live with findings', status: 'REQUESTED' }])
  const shared = (await leader.get(`/isp_project/${id}/decision`)).body.objects[0].file
  expect(linesOf(shared, 'gaps')).toMatchObject([{ name_en: null, identifier: null, hidden: true }])
  for (const statement of [
    `update decision_request set copy = '{}' where customer_id = ${world.customer} and object_id = ${id}`,
    `delete from decision_request where customer_id = ${world.customer} and object_id = ${id}`,
    `update decision set outcome = 'NOGO' where customer_id = ${world.customer}`,
    `delete from decision where customer_id = ${world.customer}`,
  ])
    await expect(world.app.db.transaction(world.customer, (tx) => tx.runText(statement, []))).rejects.toThrow('permission denied')
  // What was decided stays, and so does the project.
  expect((await pilot.delete(`/isp_project/${id}`)).status).toBe(409)
})

test('an interrupted project is only read until a pilot reopens it; a closed one returns to the step that it came from', async () => {
  const { id } = await created({ manager: leader.memberId, dev_step: 'BUILD', left_design: dayFromNow(-100) })
  expect((await leader.post(`/isp_project/${id}/interrupt`, {})).status).toBe(403)
  expect((await pilot.post(`/isp_project/${id}/interrupt`, { comment: 'No money' })).body).toMatchObject({
    object: { status: 'INTERRUPTED', status_reason: 'No money', edit_right: false },
  })
  for (const attempt of [
    pilot.put(`/isp_project/${id}`, { name_en: 'Other' }),
    go(id, 5),
    go(id, 5, dayFromNow(0), leader),
    pilot.post(`/isp_project/${id}/interrupt`, {}),
    leader.post(`/isp_project/${id}/reopen`, {}),
    pilot.delete(`/isp_project/${id}`),
  ])
    expect((await attempt).status).toBeGreaterThanOrEqual(403)
  expect(objectOf(await pilot.post(`/isp_project/${id}/reopen`, {}))).toMatchObject({
    status: 'ONGOING',
    dev_step: 'BUILD',
    status_reason: null,
    edit_right: true,
  })
  expect((await pilot.post(`/isp_project/${id}/reopen`, {})).status).toBe(409)
  // From there a pilot alone ends it.
  expect((await go(id, 8, dayFromNow(0), leader)).body.errors).toMatchObject({ dev_step: [expect.any(String)] })
  expect(objectOf(await go(id, 8))).toMatchObject({ status: 'CLOSED', dev_step: 'CLOSE', closed: true, left_build: dayFromNow(0) })
  expect((await go(id, 7)).status).toBe(400)
  expect(objectOf(await pilot.post(`/isp_project/${id}/reopen`, {}))).toMatchObject({
    status: 'ONGOING',
    dev_step: 'BUILD',
    left_build: null,
    closed_from: null,
  })
})

test('the actions of a closed project rest until it is reopened; those that are moved out of it go on', async () => {
  const { id } = await created()
  const [stays, done] = [await world.action({ project: id, manager: leader.memberId }), await world.action({ project: id })]
  objectOf(await go(id, 8))
  expect(objectOf(await pilot.get(`/remediation/${stays.id}`))).toMatchObject({ edit_right: false, delete_right: false })
  for (const [who, act] of [
    [leader, stays],
    [pilot, done],
  ] as const)
    expect((await who.put(`/remediation/${act.id}`, { status: 'STANDBY', status_reason: 'x' })).status).toBe(403)
  expect((await pilot.post('/remediation', { name_en: 'Late', program: world.plan, perimeter: world.lyon, project: id })).body.errors).toMatchObject({
    project: [expect.any(String)],
  })
  objectOf(await pilot.post(`/isp_project/${id}/reopen`, {}))
  objectOf(await leader.put(`/remediation/${stays.id}`, { status: 'STANDBY', status_reason: 'x' }))
  const other = objectOf(await pilot.post('/program', { name_en: 'Afterwards' })).id
  objectOf(await go(id, 8, dayFromNow(0), pilot, { move_to: other }))
  expect(objectOf(await pilot.get(`/remediation/${stays.id}`))).toMatchObject({ project: null, program: { id: other }, edit_right: true })
})

test('closing a project submits what is fully answered in its campaigns, ignores the rest and ends them, whoever closes it', async () => {
  const { id } = await created({ manager: leader.memberId })
  const source = { campaign_source: 'PROJECT', project: id }
  const [whole, begun] = [await world.app.member(world.customer, 'contributor'), await world.app.member(world.customer, 'contributor')]
  const campaign = await draftCampaign(pilot, [world.lyon, world.nantes], { member: whole.memberId }, source)
  expect(campaign).toMatchObject({ campaign_source: 'PROJECT', project: { id } })
  await runCampaign(world.app, pilot, campaign.id)
  const [first, second] = await evaluationsOf(pilot, campaign.id)
  objectOf(await pilot.put(`/evaluation/${second.id}`, { evaluator: begun.memberId }))
  const { items } = (await whole.get(`/evaluation/${first.id}/content`)).body.object
  expect((await whole.put(`/evaluation/${first.id}/answer`, { item: items[0].item, version: 0, level: 100 })).status).toBe(200)
  const draft = await draftCampaign(pilot, [world.lyon], { member: whole.memberId }, source)
  for (const [step, day] of [2, 3, 4, 5, 6].map((one) => [one, dayFromNow(one - 10)] as const)) objectOf(await go(id, step, day))
  objectOf(await decide(id, { decision: 'GO' }))
  objectOf(await go(id, 7))
  objectOf(await go(id, 8, dayFromNow(0), leader))
  const after = new Map((await evaluationsOf(pilot, campaign.id)).map((row) => [row.id, row]))
  expect(after.get(first.id)).toMatchObject({ status: 'WAITING_VALIDATION', submitted_by: { id: leader.memberId }, progress: 100 })
  expect(after.get(second.id)).toMatchObject({ status: 'IGNORED' })
  expect(objectOf(await pilot.get(`/campaign/${campaign.id}`))).toMatchObject({ status: 'FINISHED' })
  expect((await pilot.post(`/campaign/${draft.id}/ready`, {})).status).toBe(400)
  // What was answered is kept as any submission, and validated as any.
  expect((await pilot.post(`/evaluation/${first.id}/accept`, {})).body).toMatchObject({ ok: true })
})

test('an action of a project that is done asks whether the project is over; closing that review closes it', async () => {
  const { id } = await created()
  const [act, other] = [await world.action({ project: id }), await world.action({ project: id })]
  objectOf(await pilot.put(`/remediation/${act.id}`, { status: 'FINISHED', ...proof }))
  const [review] = (await pilot.get(`/remediation/${act.id}/review`)).body.objects
  expect(review).toMatchObject({ target_type: 'PROJECT', isp_project: { id }, others_open: true, status: 'OPEN' })
  objectOf(await pilot.put(`/remediation/${other.id}`, { status: 'FINISHED', ...proof }))
  expect((await pilot.get(`/remediation/${other.id}/review`)).body.objects).toMatchObject([{ id: review.id, others_open: false }])
  objectOf(await pilot.put(`/review/${review.id}`, { status: 'CLOSED' }))
  expect(objectOf(await pilot.get(`/isp_project/${id}`))).toMatchObject({ status: 'CLOSED', closed_from: 'IDENTIFICATION' })
})

test('a project is classified by what is answered; what it must do follows, and what is missing is made once', async () => {
  const { id } = await created({ manager: leader.memberId })
  const read = async () => (await leader.get(`/isp_project/${id}/classification`)).body.object
  expect((await read()).asked).toBeNull()
  expect((await world.local.post('/isp_project/settings/starter')).status).toBe(403)
  // Pressed in two tabs at once, and again: there is one.
  const press = async () => objectOf(await pilot.post('/isp_project/settings/starter')).questionnaire.id
  const [one, two] = await Promise.all([press(), press()])
  expect([two, await press()]).toEqual([one, one])
  const { asked } = await read()
  expect(asked).toMatchObject({ accumulator: 'CRIT', edition: 1 })
  const answers: Record<string, unknown> = {}
  const send = () => leader.post(`/isp_project/${id}/classification`, { edition: 1, answers })
  // Until nothing is missing any more, the heaviest of each.
  for (let turn = 0; turn < 40; turn += 1) {
    const { status, body } = await send()
    if (status === 200) break
    expect(status).toBe(400)
    for (const key of Object.keys(body.errors)) {
      const question = asked.structure.sections.flatMap((section: Row) => section.questions).find((one: Row) => one.key === key)
      if (!question) throw new Error(`${key}: ${JSON.stringify([body, answers])}`)
      answers[key] =
        question.type === 'TEXT' ? 'Shop' : question.type === 'DATE' ? dayFromNow(30) : question.type === 'NUMBER' ? 5 : [question.options.at(-1).key]
    }
  }
  const row = objectOf(await pilot.get(`/isp_project/${id}`))
  expect(row).toMatchObject({ criticality: expect.stringMatching(/LOW|MEDIUM|HIGH/), classified_on: dayFromNow(0) })
  const put = (changes: object) => pilot.put(`/isp_project/${id}`, changes)
  expect((await put({ criticality: null, criticality_reason: 'Unknown' })).body.errors).toEqual({ criticality: ['Please select a criticality'] })
  const [classification] = (await read()).kept
  expect(classification).toMatchObject({
    edition: 1,
    criticality: row.criticality,
    accumulators: expect.arrayContaining([expect.objectContaining({ key: 'CRIT', count: 3 })]),
  })
  expect((await leader.post(`/isp_project/${id}/classification`, { edition: 2, answers })).status).toBe(409)

  const campaign = await draftCampaign(pilot, [world.lyon], { member: pilot.memberId })
  const model = objectOf(await pilot.post('/remediation_model', { name_en: 'Threat modelling' })).id
  const demand = { policy: campaign.policy.id, questionnaire: asked.questionnaire.id, models: [model], target_level: 100 }
  const { version } = (await pilot.get('/isp_project/settings')).body.object
  expect((await world.local.put('/isp_project/settings', { demands: { [row.criticality]: demand } })).status).toBe(403)
  expect((await pilot.put('/isp_project/settings', { demands: { [row.criticality]: { ...demand, policy: 999_999 } } })).status).toBe(400)
  objectOf(await pilot.put('/isp_project/settings', { version, demands: { [row.criticality]: demand } }))
  for (const stale of [version, 0]) expect((await pilot.put('/isp_project/settings', { version: stale, demands: {} })).status).toBe(409)
  const lines = async () => (await leader.get(`/isp_project/${id}/requirements`)).body.object.lines.map(({ kind, done }: Row) => `${kind} ${done !== null}`)
  expect(await lines()).toEqual(['POLICY false', 'QUESTIONNAIRE false', 'ACTION false'])
  const missing = async () => (await pilot.get(`/isp_project/${id}/decision`)).body.file.missing
  expect(await missing()).toEqual({ campaigns: 2, actions: 1 })
  objectOf(await pilot.put(`/program/${world.plan}`, { is_default: true }))
  expect((await leader.post(`/isp_project/${id}/prepare`, {})).status).toBe(403)
  const both = await Promise.all([1, 2].map(() => pilot.post(`/isp_project/${id}/prepare`, {})))
  expect(both.map(objectOf).toSorted((a, b) => b.campaigns - a.campaigns)).toEqual([
    { campaigns: 2, actions: 1 },
    { campaigns: 0, actions: 0 },
  ])
  expect(await lines()).toEqual(['POLICY true', 'QUESTIONNAIRE true', 'ACTION true'])
  expect(await missing()).toEqual({ campaigns: 0, actions: 0 })
  // Whoever leads the project does not lead its campaigns: that there is one is all that they see of it.
  const open = async (by: Person) =>
    (await by.get(`/isp_project/${id}/requirements`)).body.object.lines.map(({ kind, done }: Row) => `${kind} ${done.hidden === true ? 'hidden' : 'open'}`)
  expect(await open(pilot)).toEqual(['POLICY open', 'QUESTIONNAIRE open', 'ACTION open'])
  expect(await open(leader)).toEqual(['POLICY hidden', 'QUESTIONNAIRE hidden', 'ACTION open'])
  expect(objectOf(await pilot.post(`/isp_project/${id}/prepare`, {}))).toEqual({ campaigns: 0, actions: 0 })
  objectOf(await send())
  expect(objectOf(await pilot.get(`/isp_project/${id}`))).toMatchObject({ target_level: 100 })
})
