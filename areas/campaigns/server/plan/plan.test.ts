import { afterAll, beforeAll, expect, test } from 'vitest'
import { resources } from '#app/server/registry.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'
import { asProgram, campaignWorld } from '#tools/test/campaign-world.ts'
import { evaluation } from '#areas/campaigns/contract/evaluation.ts'
import { evaluations } from '#areas/campaigns/server/resources.ts'
import { everyRow } from '#kit/server/access/row-rule.ts'
import { reminder } from '#kit/server/http/reminder.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { rightsWithin } from '#app/server/registry.ts'
import { daysJob, settle } from './days.ts'

let app: TestApp
let world: Awaited<ReturnType<typeof campaignWorld>>
let [site, shop, depot]: number[] = []
let local: Person
let evaluator: Person
const at = (n: number | undefined) => n ?? 0

beforeAll(async () => {
  app = await testApp()
  world = await campaignWorld(app)
  site = (await world.perimeter('Site')).id
  shop = (await world.perimeter('Shop', { parent: site })).id
  depot = (await world.perimeter('Depot')).id
  local = await app.member(world.customer, 'local_pilote', { perimeterIds: [at(site)] })
  evaluator = await app.member(world.customer, 'contributor', { lang: 'fr' })
})
afterAll(() => app.close())

const draft = (more: object = {}, by = world.pilot) =>
  world.made('/campaign', { name_en: 'Yearly', policy: world.policy.id, eval_scale: world.scale.id, perimeters: [site, depot], ...more }, by)
const asked = async (campaign: number, by = world.pilot): Promise<{ id: number; perimeter: { id: number }; due_date: string | null; evaluator: unknown }[]> =>
  (
    await by.post('/evaluation/page', {
      queryParams: { filters: [{ name: 'campaign', selected_options: [campaign] }], sort: [{ name: 'perimeter', order: 'asc' }] },
    })
  ).body.objects
const places = async (campaign: number) => (await asked(campaign)).map(({ perimeter }) => perimeter.id).toSorted((a, b) => a - b)
const row = async (id: number) => (await world.pilot.get(`/campaign/${id}`)).body.object
const name = (id: number, more: object = {}) => world.pilot.put(`/campaign/${id}/people`, { role: 'EVALUATOR', member: evaluator.memberId, ...more })
const dates = { date_start: dayFromNow(3), limit_date_evaluation: dayFromNow(30) }
const mails = (kind: string) =>
  app.db.transaction(world.customer, (tx) =>
    tx.runText<{ to_address: string; subject: string; text: string }>(
      `select to_address, subject, text from outbox_mail where customer_id = ${world.customer} and subject ~ '${kind}' order by id`,
    ),
  )
const days = (id: number) => asProgram(app, world.customer)((tx) => settle(tx, resources, id))

test('a draft asks whom its scope names, and follows it; who was named stays', async () => {
  const { id } = await draft()
  expect(await places(id)).toEqual([site, depot])
  await name(id)
  await world.pilot.put(`/campaign/${id}`, { scope: 'TREE', perimeters: [site] })
  const now = await asked(id)
  expect(now.map(({ perimeter, evaluator: who }) => [perimeter.id, who !== null])).toEqual(
    expect.arrayContaining([
      [site, true],
      [shop, false],
    ]),
  )
  expect(now).toHaveLength(2)
  await world.pilot.put(`/perimeter/${shop}`, { archived: true })
  await days(id)
  expect(await places(id)).toEqual([site])
  await world.pilot.put(`/perimeter/${shop}`, { archived: false })
  expect((await world.pilot.delete(`/campaign/${id}`)).status).toBe(200)
  expect(await asked(id)).toEqual([])
})

test('grouping and perimeters are not mixed, levels are those of the scale, dates are in order, in the specified words', async () => {
  const tag = (await world.made('/tag', { name_en: 'Shops', perimeters: [depot] })).id
  const errors = async (more: object, by = world.pilot) =>
    (await by.post('/campaign', { name_en: 'Wrong', policy: world.policy.id, eval_scale: world.scale.id, ...more })).body.errors
  expect(await errors({ scope: 'TAG', tag, perimeters: [site] })).toMatchObject({ tag: ['Grouping and perimeters cannot be mixed'] })
  expect(await errors({ levels: [{ value: 40 }] })).toMatchObject({ levels: [expect.any(String)] })
  expect(await errors({ remediation_enabled: true })).toMatchObject({
    limit_date_remediation: ['A remediation deadline is required when remediation is enabled'],
  })
  expect(await errors({ remediation_enabled: true, date_start: dayFromNow(2), limit_date_remediation: dayFromNow(2) })).toMatchObject({
    limit_date_remediation: ['The remediation deadline must be after the start date'],
  })
  expect(await errors({ date_start: dayFromNow(5), limit_date_evaluation: dayFromNow(4) })).toMatchObject({ limit_date_evaluation: [expect.any(String)] })
  expect(await errors({ campaign_source: 'PROJECT' })).toMatchObject({ project: [expect.any(String)] })
  const own = { policy: undefined, eval_scale: world.scale.id }
  expect(await errors({ ...own, scope: 'TAG', tag }, local)).toMatchObject({ scope: [expect.any(String)] })
  expect(await errors({ ...own, perimeters: [depot] }, local)).toMatchObject({ perimeters: [expect.any(String)] })
  expect((await local.post('/campaign', { name_en: 'Own', ...own, perimeters: [site] })).status).toBe(200)
  const { id } = await draft({ scope: 'TAG', tag, perimeters: [] })
  expect(await places(id)).toEqual([depot])
  // Whoever runs it without reaching all does not widen it by another grouping.
  const wider = (await world.made('/tag', { name_en: 'Warehouses', perimeters: [site, depot] })).id
  await world.pilot.put(`/campaign/${id}`, { manager: local.memberId })
  expect((await local.put(`/campaign/${id}`, { tag: wider })).body.errors).toMatchObject({ scope: [expect.any(String)] })
  expect((await local.put(`/campaign/${id}`, { tag, description: 'Once a year' })).status).toBe(200)
  expect(await places(id)).toEqual([depot])
})

test('whoever runs it without reaching all makes no trees of perimeters that others named out of their reach', async () => {
  const { id } = await draft()
  await world.pilot.put(`/campaign/${id}`, { manager: local.memberId })
  expect((await local.put(`/campaign/${id}`, { scope: 'TREE' })).body.errors).toMatchObject({ scope: [expect.any(String)] })
  expect(await places(id)).toEqual([site, depot])
  expect((await local.put(`/campaign/${id}`, { description: 'Once a year' })).status).toBe(200)
  // Of perimeters that they reach they do.
  const own = await draft({ perimeters: [site] })
  await world.pilot.put(`/campaign/${own.id}`, { manager: local.memberId })
  expect((await local.put(`/campaign/${own.id}`, { scope: 'TREE' })).status).toBe(200)
  expect((await local.put(`/campaign/${own.id}`, { scope: 'TREE', description: 'Once a year' })).status).toBe(200)
})

test('readiness says what is missing, line by line; without dates it is to be planned, with them ready and frozen', async () => {
  const { id } = await draft()
  const lines = async () =>
    Object.fromEntries(
      (await world.pilot.get(`/campaign/${id}/readiness`)).body.object.lines.map((one: { key: string; state: string; count: number }) => [one.key, one]),
    )
  expect(await lines()).toMatchObject({
    content: { state: 'DONE' },
    scale: { state: 'DONE' },
    perimeters: { state: 'DONE', count: 2 },
    evaluators: { state: 'MISSING', count: 2 },
    validators: { state: 'WARNING', count: 2 },
    dates: { state: 'MISSING' },
    not_applied: { state: 'WARNING', count: 2 },
  })
  expect((await world.pilot.post(`/campaign/${id}/ready`)).body.errors.status).toContain('2 perimeters have no evaluator')
  expect((await local.post(`/campaign/${id}/ready`)).status).toBe(403)
  expect((await name(id)).body).toMatchObject({ object: { named: 2, without: 0 } })
  expect((await world.pilot.post(`/campaign/${id}/ready`)).body.object).toMatchObject({ status: 'TO_BE_PLANNED', policy_version: null })
  expect((await world.pilot.post(`/campaign/${id}/ready`)).status).toBe(400)
  await world.pilot.put(`/campaign/${id}`, dates)
  expect((await world.pilot.post(`/campaign/${id}/ready`)).body.object).toMatchObject({ status: 'READY', policy_version: expect.any(Object) })
  expect((await asked(id)).map(({ due_date }) => due_date)).toEqual([dates.limit_date_evaluation, dates.limit_date_evaluation])
  expect((await world.pilot.put(`/campaign/${id}`, { eval_scale: null })).body.errors).toMatchObject({ eval_scale: [expect.any(String)] })
  expect((await world.pilot.put(`/campaign/${id}`, { status: 'TO_BE_PLANNED' })).body.object).toMatchObject({ policy_version: null })
})

test('on its day it starts once on two servers, invites each person once in their language with the organisation’s words, reminds once a day, and ends after its last day', async () => {
  const { id } = await draft({ name_fr: 'Tour annuel', invitation_fr: 'Merci de répondre avec soin.', reminders: [{ days: 5 }] })
  await name(id)
  await world.pilot.put(`/campaign/${id}`, dates)
  await world.pilot.post(`/campaign/${id}/ready`)
  await days(id)
  expect(await row(id)).toMatchObject({ status: 'READY' })
  expect((await evaluator.post('/evaluation/page', {})).body.objects).toEqual([])

  await world.pilot.post(`/campaign/${id}/start`)
  await Promise.all([days(id), days(id), app.jobs()])
  await app.jobs()
  expect(await row(id)).toMatchObject({ status: 'STARTED', date_start: dayFromNow(0) })
  expect((await evaluator.post('/evaluation/page', {})).body.objects).toHaveLength(2)
  const invited = await mails('Tour annuel')
  expect(invited).toHaveLength(1)
  expect(invited[0]?.text).toContain('Merci de répondre avec soin.')
  // Days as they are written in the reader's language.
  expect(invited[0]?.text).toContain(`Site, échéance le ${dates.limit_date_evaluation.split('-').toReversed().join('/')}`)
  expect(invited[0]?.text).not.toMatch(/\d{4}-\d{2}-\d{2}/)
  expect((await asked(id)).map((one) => (one as unknown as { asked: number }).asked)).toEqual([3, 3])

  const remind = async () => (await world.pilot.post(`/campaign/${id}/remind`)).body.object
  expect(await remind()).toEqual({ reminded: 1, already: 0, nobody: 0 })
  await app.jobs()
  expect(await remind()).toEqual({ reminded: 0, already: 1, nobody: 0 })
  await app.jobs()
  expect(await mails('Encore à répondre : Tour annuel')).toHaveLength(1)

  expect((await world.pilot.put(`/campaign/${id}`, { policy: null })).body.errors).toMatchObject({ policy: [expect.any(String)] })
  expect((await world.pilot.put(`/campaign/${id}`, { perimeters: [site] })).body.errors).toMatchObject({ perimeters: [expect.any(String)] })
  expect((await world.pilot.delete(`/campaign/${id}`)).status).toBe(409)
  expect((await world.pilot.delete(`/policy/${world.policy.id}`)).body.message).toBe('This policy cannot be deleted or edited while in use')
  await world.pilot.put(`/campaign/${id}`, { perimeters: [site, depot, shop] })
  expect(await places(id)).toHaveLength(3)

  const later = dayFromNow(60)
  const own = (await asked(id))[0]
  await world.pilot.put(`/evaluation/${own?.id}`, { limit_date: dayFromNow(40) })
  expect((await evaluator.put(`/evaluation/${own?.id}`, { validator: evaluator.memberId })).status).toBe(400)
  expect((await world.pilot.post(`/campaign/${id}/extend`, { limit_date_evaluation: later })).body.object).toMatchObject({ limit_date_evaluation: later })
  expect((await asked(id)).map(({ due_date }) => due_date ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual([dayFromNow(40), later, later])

  expect((await world.pilot.post(`/campaign/${id}/close`)).body.object).toMatchObject({ status: 'FINISHED', not_submitted: 3 })
  expect((await world.pilot.post(`/campaign/${id}/reopen`, { limit_date_evaluation: dayFromNow(-1) })).status).toBe(400)
  expect((await world.pilot.post(`/campaign/${id}/reopen`, { limit_date_evaluation: dayFromNow(9) })).body.object).toMatchObject({ status: 'STARTED' })
  await asProgram(
    app,
    world.customer,
  )((tx) =>
    tx.runText(
      `update campaign set limit_date_evaluation = '${dayFromNow(-1)}', date_start = '${dayFromNow(-9)}' where customer_id = ${world.customer} and id = ${id}`,
    ),
  )
  await Promise.all([days(id), days(id)])
  expect(await row(id)).toMatchObject({ status: 'FINISHED' })
})

test('a campaign that cannot start holds no other up: the night goes on, and fails at the end with its name', async () => {
  const [stuck, fine] = [await draft(), await draft()]
  for (const { id } of [stuck, fine]) {
    await name(id)
    await world.pilot.put(`/campaign/${id}`, { ...dates, date_start: dayFromNow(0) })
    await world.pilot.post(`/campaign/${id}/ready`)
  }
  const within = asProgram(app, world.customer)
  const apart = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    within(async (tx) => {
      const done = await work(tx)
      const [moved] = await tx.runText(`select 1 from campaign where customer_id = ${world.customer} and id = ${stuck.id} and status = 'STARTED'`)
      if (moved) throw new Error('cut off')
      return done
    })
  await expect(daysJob.runLong({ data: {}, resources, apart })).rejects.toThrow(`${stuck.id} (cut off)`)
  expect([await row(stuck.id), await row(fine.id)].map(({ status }) => status)).toEqual(['READY', 'STARTED'])
})

test('entering numbers begins under its own name in the audit, and the start under its own', async () => {
  const { id } = await draft({ policy: undefined, campaign_source: 'QUESTIONNAIRE', questionnaire: await world.questionnaire() })
  await name(id)
  await world.pilot.put(`/campaign/${id}`, { ...dates, metric_entry_date: dayFromNow(0) })
  await world.pilot.post(`/campaign/${id}/ready`)
  await days(id)
  expect(await row(id)).toMatchObject({ status: 'METRIC_ENTRY' })
  await world.pilot.post(`/campaign/${id}/start`)
  await app.jobs()
  expect(await row(id)).toMatchObject({ status: 'STARTED' })
  const done = await app.db.transaction(world.customer, (tx) =>
    tx.runText<{ action: string }>(
      `select action from audit_log where customer_id = ${world.customer} and entity = 'campaign' and object_id = ${id} and action in ('begin_metrics', 'start') order by seq`,
    ),
  )
  expect(done.map(({ action }) => action)).toEqual(['begin_metrics', 'start'])
})

test('a reminder names what is called as its campaign is', async () => {
  await world.started([at(site)], { name_fr: 'Ronde', limit_date_evaluation: dayFromNow(5) })
  await asProgram(
    app,
    world.customer,
  )(async (tx) => {
    await tx.runText(`update evaluation set created_at = moment() - interval '30 days' where customer_id = ${world.customer}`)
    const reminders = await reminder(evaluations, { entity: evaluation, date: 'due_date', days: [7], tell: everyRow, pageOf: () => '/ops/campaigns/all' })(tx, {
      kind: 'DAILY',
      memberIds: [world.pilot.memberId],
      roleSets: [{ roles: ['global_pilote'], rights: rightsWithin(['global_pilote'], []) }],
    } as never)
    expect(reminders[0]?.lines.find(({ name_fr: named }) => named === 'Site – Ronde')).toMatchObject({ name_en: 'Site – Round' })
  })
})

test('perimeters that come into the scope of a running campaign are asked, where it was planned so', async () => {
  const campaign = await world.started([at(site)], { scope: 'TREE', auto_join: true })
  const fixed = await world.started([at(site)], { scope: 'TREE' })
  const kiosk = (await world.perimeter('Kiosk', { parent: site })).id
  for (const id of [campaign, fixed]) await days(id)
  expect(await places(campaign)).toContain(kiosk)
  expect(await places(fixed)).not.toContain(kiosk)
})

test('a campaign is planned again with its perimeters, people and answers as suggestions', async () => {
  const first = await world.started([at(site), at(depot)], { levels: [{ value: 0 }, { value: 100 }] })
  await name(first)
  const [one] = await asked(first)
  const control = (await world.pilot.post('/control/page', {})).body.objects[0].id
  await asProgram(
    app,
    world.customer,
  )((tx) =>
    tx.runText(
      `insert into evaluation_answer (customer_id, evaluation_id, control_id, level, comment, complete) values (${world.customer}, ${one?.id}, ${control}, 100, 'Locked', true)`,
    ),
  )
  const { body } = await world.pilot.post(`/campaign/${first}/duplicate`, { name_en: 'Next year' })
  expect(body.object).toMatchObject({ name: 'Next year', status: 'INIT', copied_from: { id: first }, date_start: null, levels: [{ value: 0 }, { value: 100 }] })
  const again = await asked(body.object.id)
  expect(again.map(({ evaluator: who }) => (who as { id: number }).id)).toEqual([evaluator.memberId, evaluator.memberId])
  const copied = await asProgram(
    app,
    world.customer,
  )((tx) =>
    tx.runText<object>(
      `select a.level, a.suggested, a.complete from evaluation_answer a join evaluation e on e.customer_id = a.customer_id and e.id = a.evaluation_id where a.customer_id = ${world.customer} and e.campaign_id = ${body.object.id}`,
    ),
  )
  expect(copied).toEqual([{ level: 100, suggested: true, complete: false }])
})

test('starting asks as many statements of the database for thirty perimeters as for one', async () => {
  const many: number[] = []
  for (let n = 0; n < 30; n += 1) many.push((await world.perimeter(`Stand ${n}`)).id)
  const statementsOf = async (perimeters: readonly number[]) => {
    const { id } = await draft({ perimeters })
    await name(id)
    await world.pilot.put(`/campaign/${id}`, { ...dates, date_start: dayFromNow(0) })
    await world.pilot.post(`/campaign/${id}/ready`)
    return asProgram(
      app,
      world.customer,
    )(async (tx) => {
      await settle(tx, resources, id)
      return tx.statements
    })
  }
  const [one, thirty] = [await statementsOf(many.slice(0, 1)), await statementsOf(many)]
  expect(thirty).toBeLessThanOrEqual(one + 2)
})

test('only what has finished is opened again: what is ready starts on its day, and what runs keeps its deadline', async () => {
  const { id } = await draft()
  await name(id)
  await world.pilot.put(`/campaign/${id}`, dates)
  await world.pilot.post(`/campaign/${id}/ready`)
  const reopened = async () => (await world.pilot.post(`/campaign/${id}/reopen`, { limit_date_evaluation: dayFromNow(50) })).body
  expect(await reopened()).toMatchObject({ message: 'Only a finished campaign can be reopened' })
  await app.jobs()
  expect(await row(id)).toMatchObject({ status: 'READY', ...dates })
  await world.pilot.post(`/campaign/${id}/start`)
  await app.jobs()
  expect(await reopened()).toMatchObject({ message: 'Only a finished campaign can be reopened' })
  expect(await row(id)).toMatchObject({ status: 'STARTED', limit_date_evaluation: dates.limit_date_evaluation })
})
