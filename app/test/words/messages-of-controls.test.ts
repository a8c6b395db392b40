import { afterAll, beforeAll, expect, test } from 'vitest'
import { languages, type Language } from '#kit/contract/catalogue.ts'
import { hoursOf } from '#kit/contract/hours-of-day.ts'
import { hourKey } from '#areas/metrics/contract/hour.ts'
import { movePeriod, periodOf } from '#areas/metrics/contract/period.ts'
import { addDays, nextStart } from '#areas/runbooks/contract/recurrence.ts'
import { makeDefaultRunbook } from '#areas/runbooks/server/first-runbook.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { dayFromNow, makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { meetMessages, messagesOf, pairOf, type Both } from '#tools/test/met-messages.ts'
import { resources } from '#app/server/registry.ts'
import type { Answer, Person } from '#app/test/worlds/test-app.ts'

/*
 * Somebody meets every message of metrics, indicators and recurring tasks, in each language, at the field that is wrong.
 */
let world: World
let pilot: Person
/** Pilots; auditors; pilots of Lyon; contributors. */
let both: Both
let auditors: Both
let local: Both
let contributors: Both
let count = 0
const messages = meetMessages()
const today = dayFromNow(0)
const month = (ago: number) => movePeriod('MONTHLY', periodOf('MONTHLY', today), -ago)
const monday = nextStart('WEEKLY', addDays(today, -6))

beforeAll(async () => {
  world = await makeWorld()
  pilot = world.pilot
  both = await pairOf(world, 'global_pilote')
  auditors = await pairOf(world, 'global_auditor')
  local = await pairOf(world, 'local_pilote', { perimeterIds: [world.lyon] })
  contributors = await pairOf(world, 'contributor')
})
afterAll(() => world.app.close())

const make = async (entity: string, fields: object, by = pilot): Promise<Row> => objectOf(await by.post(`/${entity}`, fields))
const put = (entity: string, id: number, fields: object) => (by: Person) => by.put(`/${entity}/${id}`, fields)
const post = (path: string, fields: object) => (by: Person) => by.post(`/${path}`, fields)

const metric = (fields: object = {}, by = pilot): Promise<Row> => {
  count += 1
  const where = { perimeters: [world.lyon], start_date: month(12), decimals: 1, minimum: 0, maximum: 100 }
  return make('metric', { identifier: `patched_${count}`, name_en: `Patched ${count}`, ...where, ...fields }, by)
}
const indicator = (fields: object): Promise<Row> =>
  make('indicator', { name_en: `Shown ${(count += 1)}`, perimeters: [world.lyon], target_value: 90, ...fields })
const implemented = async (): Promise<number> => {
  const { id } = await world.measure()
  objectOf(await pilot.post(`/measure/${id}/implement`, {}))
  return id
}

test('metrics', async () => {
  const { lyon, nantes } = world
  const expectRefusal = (key: string, tries: (by: Person, lang: Language) => Promise<Answer>, field?: string, by = both) =>
    messages.refused(by, `metrics.${key}`, tries, field)
  const group = (await make('group', { name: 'Operations' })).id
  const begun = { name_en: 'Servers', perimeters: [lyon] }
  const begins = (fields: object) => post('metric', { ...begun, ...fields })
  await expectRefusal('bounds', begins({ minimum: 5, maximum: 1 }), 'maximum')
  await expectRefusal('manager_or_group', begins({ manager: pilot.memberId, group }), 'group')
  await expectRefusal('history_size', begins({ history_size: 9 }), 'history_size')
  await expectRefusal('perimeter_needed', begins({ perimeters: [] }), 'perimeters')
  await expectRefusal('formula_or_counted', begins({ formula: '1 + x', internal_metric: 'GAP_OPEN' }), 'internal_metric')
  await expectRefusal('hours_given', begins({ periodicity: 'HOURLY', internal_metric: 'GAP_OPEN' }), 'periodicity')
  await metric({ internal_metric: 'GAP_OPEN', minimum: null, maximum: null })
  await expectRefusal('counted_once', begins({ internal_metric: 'GAP_OPEN' }), 'internal_metric')

  const { id, identifier } = await metric({ start_date: month(30), history_size: 12 })
  const value = (fields: object) => post(`metric/${id}/value`, { values: [{ perimeter_id: lyon, period: month(1), value: 5, ...fields }] })
  await expectRefusal('above', value({ value: 104 }), 'values.0.value')
  await expectRefusal('below', value({ value: -1 }), 'values.0.value')
  await expectRefusal('decimals', value({ value: 1.25 }), 'values.0.value')
  await expectRefusal('value_first', value({ value: null, comment: 'Why' }), 'values.0.comment')
  await expectRefusal(
    'value_first_proof',
    value({ value: null, proofs: [(await make('evidence', { name_en: 'Report', perimeter: world.lyon, url: 'https://intranet.example/report' })).id] }),
    'values.0.proofs',
  )
  await expectRefusal('unknown_evidence', value({ proofs: [999_999_999] }), 'values.0.proofs')
  await expectRefusal('not_here', value({ perimeter_id: nantes }), 'values.0.perimeter_id')
  await expectRefusal('future', value({ period: month(-1) }), 'values.0.period')
  await expectRefusal('closed', value({ period: month(20) }), 'values.0.period')
  await expectRefusal('before_start', value({ period: month(31) }), 'values.0.period')
  const again = { perimeter_id: lyon, period: month(1), value: 6 }
  await expectRefusal('nothing_to_correct', (by) => by.put(`/metric/${id}/value`, { perimeter_id: lyon, period: month(1), value: 5 }), 'value')
  await expectRefusal('twice', post(`metric/${id}/value`, { values: [again, again] }), 'values.1.period')
  await expectRefusal('no_value_right', value({}), undefined, auditors)
  const foreign = (await metric({ perimeters: [nantes] })).id
  await expectRefusal('no_metric', (by) => by.get(`/metric/${foreign}/grid`), undefined, local)
  await expectRefusal('quicker_rhythm', (by) => by.get(`/metric/${id}/graph?periodicity=DAILY`), 'periodicity')
  const tried = (value: string, more: object = {}) => post('validate/metric_value', { id, value, perimeter_id: lyon, additional_value: month(1), ...more })
  await expectRefusal('not_a_number', tried('many'), 'value')
  await expectRefusal('not_a_number', post('validate/metric_value', { id, value: '1,2,3' }), 'value')
  await expectRefusal('above', tried('104'), 'value')
  await expectRefusal('closed', tried('5', { additional_value: month(20) }), 'additional_value')
  await expectRefusal('not_here', tried('5', { perimeter_id: nantes }), 'perimeter_id')
  expect((await both.fr.post('/validate/metric_value', { id, value: '99,5', perimeter_id: lyon, additional_value: month(1) })).status).toBe(200)

  objectOf(await value({})(pilot))
  await expectRefusal('stale', value({ value: 6, version: 0 }))
  await expectRefusal('has_values', (by) => by.delete(`/metric/${id}`))
  await expectRefusal('periodicity_kept', put('metric', id, { periodicity: 'YEARLY' }), 'periodicity')
  const other = (await metric()).identifier as string
  await expectRefusal('has_entered', put('metric', id, { formula: other }), 'formula')
  const made = (await metric({ formula: `${identifier} / 2` })).id
  await expectRefusal('automatic', post(`metric/${made}/value`, { values: [{ perimeter_id: lyon, period: month(1), value: 5 }] }))
  await expectRefusal('in_use', put('metric', id, { decimals: 2 }), 'decimals')

  // Of two days one has no more than 24 hours.
  const yesterday = [-1, -2].map(dayFromNow).find((day) => hoursOf(day, 'Europe/Paris') < 25) ?? today
  const hourly = (await metric({ periodicity: 'HOURLY', start_date: dayFromNow(-5) })).id
  const hour = (period: string) => post(`metric/${hourly}/value`, { values: [{ perimeter_id: lyon, period, value: 5 }] })
  await expectRefusal('hour_needed', hour(dayFromNow(-1)), 'values.0.period')
  await expectRefusal('no_such_hour', hour(hourKey(yesterday, hoursOf(yesterday, 'Europe/Paris'))), 'values.0.period')
  expect(messages.unmet('metrics')).toEqual([])
})

test('formulas, as text by character', async () => {
  const [monthly, yearly] = [(await metric()).identifier as string, (await metric({ periodicity: 'YEARLY' })).identifier as string]
  const formula = (text: string) => post('indicator', { name_en: 'Shown', perimeters: [world.lyon], target_value: 90, formula: text })
  const expectRefusal = (key: string, text: string) => messages.refused(both, `catalog.formula.${key}`, formula(text), 'formula')
  await expectRefusal('ends_early', `${monthly} +`)
  await expectRefusal('no_metric', '2 * 3')
  await expectRefusal('not_closed', `(${monthly} + 1`)
  await expectRefusal('not_opened', `${monthly} + 1)`)
  await expectRefusal('number_too_big', `${monthly} + ${'9'.repeat(400)}`)
  await expectRefusal('operator_expected', `${monthly} 2`)
  await expectRefusal('place', `${monthly} +`)
  await expectRefusal('separator_outside', `${monthly}, 2`)
  await expectRefusal('slower_metric', yearly)
  await expectRefusal('space_around_minus', `${monthly}-${yearly}`)
  await expectRefusal('too_deep', `${'('.repeat(80)}${monthly}${')'.repeat(80)}`)
  await expectRefusal('too_many_terms', Array.from({ length: 220 }, () => '1').join('+'))
  await expectRefusal('unknown_character', `${monthly} & 2`)
  await expectRefusal('unknown_function', `TOTAL(${monthly})`)
  await expectRefusal('unknown_metric', 'nothing_such')
  await expectRefusal('value_expected', `${monthly} + * 2`)
  await expectRefusal('wrong_number', `${monthly} + 1.2.3`)
  const own = await metric()
  const upper = (await metric({ formula: `${own.identifier} * 2` })).identifier as string
  await messages.refused(both, 'catalog.formula.circle', put('metric', own.id, { formula: upper }), 'formula')
  // Of a formula that is tried: what no text is, and why there is no value.
  const tried = async (key: string, text: string) => {
    for (const lang of languages) {
      const { faults, why } = objectOf(await both[lang].post('/validate/indicator_formula', { formula: text })) as {
        faults: { message: string }[]
        why: string | null
      }
      const joined = [why, ...faults.map(({ message }) => message)].join('\n')
      expect([key, lang, joined]).toEqual([key, lang, expect.stringContaining((messagesOf('catalog', lang, 'formula')[key] ?? '').split('{')[0] ?? '')])
    }
    messages.met.add(`catalog.formula.${key}`)
  }
  await tried('empty', ' ')
  await tried('too_long', `${monthly} + ${'1'.repeat(3000)}`)
  const { id, identifier } = await metric({ maximum: null })
  objectOf(await pilot.post(`/metric/${id}/value`, { values: [{ perimeter_id: world.lyon, period: month(1), value: 0 }] }))
  await tried('division_by_zero', `1 / ${identifier}`)
  await tried('no_value', `${monthly} + ${identifier}`)
  await tried('too_big', `${Array.from({ length: 40 }, () => '999999999999').join(' * ')} + ${identifier}`)
  expect(messages.unmet('catalog', 'formula')).toEqual([])
})

test('indicators', async () => {
  const { lyon, nantes } = world
  const expectRefusal = (key: string, tries: (by: Person) => Promise<Answer>, field?: string, by = both) =>
    messages.refused(by, `indicators.${key}`, tries, field)
  const { identifier } = await metric()
  const begins = (fields: object) => post('indicator', { name_en: 'Shown', formula: identifier, perimeters: [lyon], target_value: 90, ...fields })
  const group = (await make('group', { name: 'Analysts' })).id
  const tag = (await make('tag', { name_en: 'Sites of the west', perimeters: [nantes] })).id
  const measure = await implemented()
  await expectRefusal('manager_or_group', begins({ manager: pilot.memberId, group }), 'group')
  await expectRefusal('target', begins({ target_value: 101 }), 'target_value')
  await expectRefusal('global_everywhere', begins({ is_global: true }), 'perimeters')
  await expectRefusal('perimeter_needed', begins({ perimeters: [] }), 'perimeters')
  await expectRefusal('place_twice', begins({ tag }), 'tag')
  await expectRefusal('measure_listed', begins({ measures: [measure, measure] }), 'measures')
  await expectRefusal('performance_needed', begins({ type: 'ACTIVITY', measures: [measure] }), 'measures')
  await expectRefusal('bounds', begins({ bounds: [50, 20] }), 'bounds')
  await expectRefusal('notes', begins({ notes: [{ period: month(1), text: '' }] }), 'notes.0.text')
  const own = (await metric({}, local.en)).identifier as string
  await expectRefusal('local_metric', begins({ is_global: true, perimeters: [], formula: own }), 'formula')
  const foreign = (await indicator({ perimeters: [nantes] })).id
  await expectRefusal('no_indicator', (by) => by.get(`/indicator/${foreign}/board`), undefined, local)

  const parent = (await indicator({ formula: null })).id
  const child = (await indicator({ formula: identifier, parent })).id
  await expectRefusal('cycle', put('indicator', parent, { parent }), 'parent')
  await expectRefusal('mixed_types', begins({ type: 'ACTIVITY', parent }), 'parent')
  await expectRefusal('parent_rhythm', begins({ periodicity: 'YEARLY', parent }), 'parent')
  await expectRefusal('parent_formula', begins({ parent: child }), 'parent')
  await expectRefusal('has_children', put('indicator', parent, { formula: identifier }), 'formula')
  expect(messages.unmet('indicators')).toEqual([])
  const models = Array.from({ length: 2 }, () => foreign)
  const category = (await make('category', { name_en: 'Follow-up' })).id
  await messages.refused(both, 'catalog.errors.indicator_listed', post('solution', { name_en: 'Hardening', category, indicators: models }), 'indicators')
})

test('runbooks and recurring tasks', async () => {
  const { lyon, nantes } = world
  const expectRefusal = (key: string, tries: (by: Person) => Promise<Answer>, field?: string, by = both) =>
    messages.refused(by, `runbooks.${key}`, tries, field)
  await world.app.db.transaction(world.customer, async (tx) => {
    tx.act(systemWho(world.customer, 'test', 'test', 'en', 'Europe/Paris'))
    await makeDefaultRunbook(tx, undefined as never, resources)
  })
  const first = (await pilot.get('/runbook')).body.objects[0].id as number
  await expectRefusal('default_identifier', put('runbook', first, { identifier: 'NIGHTS' }), 'identifier')
  await expectRefusal('last_runbook', (by) => by.delete(`/runbook/${first}`))
  const spare = (await make('runbook', { name_en: 'Days' })).id
  await expectRefusal('default_needed', put('runbook', first, { is_default: false }), 'is_default')
  await expectRefusal('default_archived', put('runbook', first, { archived: true }), 'archived')
  await expectRefusal('default_deleted', (by) => by.delete(`/runbook/${first}`))
  const closed = (await make('runbook', { name_en: 'Old', archived: true })).id
  const away = (await make('runbook', { name_en: 'Nantes', perimeters: [nantes] })).id

  const group = (await make('group', { name: 'Night shift' })).id
  const tag = (await make('tag', { name_en: 'Sites' })).id
  const task = { name_en: 'Backups', runbook: spare, perimeter: lyon, periodicity: 'WEEKLY', start_date: monday }
  const begins = (fields: object) => post('runtask', { ...task, ...fields })
  await expectRefusal('start_monday', begins({ start_date: addDays(monday, 1) }), 'start_date')
  await expectRefusal('start_first', begins({ periodicity: 'MONTHLY', start_date: `${today.slice(0, 8)}02` }), 'start_date')
  await expectRefusal('end_before_start', begins({ end_date: addDays(monday, -1) }), 'end_date')
  await expectRefusal('manager_or_group', begins({ manager: pilot.memberId, group }), 'group')
  await expectRefusal('place_twice', begins({ tag }), 'tag')
  await expectRefusal('reminder_one', begins({ reminders: [{ days: 2, date: dayFromNow(3) }] }), 'reminders.0.days')
  await expectRefusal('reminder_twice', begins({ reminders: [{ days: 2 }, { days: 2 }] }), 'reminders.1.days')
  await expectRefusal('reminder_past', begins({ reminders: [{ date: dayFromNow(-1) }] }), 'reminders.0.date')
  await expectRefusal('runbook_archived', begins({ runbook: closed }), 'runbook')
  await expectRefusal('no_runbook_access', begins({ runbook: away }), 'runbook', local)
  await expectRefusal('measure_implemented', begins({ measure: (await world.measure()).id }), 'measure')
  const measure = await implemented()
  const [named, counted] = [await metric(), await metric({ formula: `${(await metric()).identifier} * 2` })]
  const elsewhere = await metric({ perimeters: [nantes] })
  for (const { identifier } of [named, counted, elsewhere]) await indicator({ formula: identifier, measures: [measure] })
  const measured = { measure, periodicity: 'MONTHLY', start_date: `${today.slice(0, 8)}01` }
  await expectRefusal('metric_linked', begins({ ...measured, metrics: [(await metric()).id] }), 'metrics')
  await expectRefusal('metric_automatic', begins({ ...measured, metrics: [counted.id] }), 'metrics')
  await expectRefusal('metric_place', begins({ ...measured, metrics: [elsewhere.id] }), 'metrics')
  await expectRefusal('metric_listed', begins({ ...measured, metrics: [named.id, named.id] }), 'metrics')

  const made = (fields: object = {}): Promise<Row> => make('runtask', { ...task, ...fields })
  const timesOf = async (id: number): Promise<Row[]> =>
    (
      await pilot.post('/occurrence/page', {
        queryParams: { filters: [{ name: 'runtask', selected_options: [id] }], sort: [{ name: 'due_date', order: 'asc' }] },
      })
    ).body.objects
  const timeOf = async (fields: object = {}): Promise<Row> => (await timesOf((await made(fields)).id))[0]
  const control = await made({ kind: 'CONTROL' })
  await expectRefusal('schedule_fixed', put('runtask', control.id, { start_date: addDays(monday, 7) }), 'start_date')
  await expectRefusal('runbook_in_use', (by) => by.delete(`/runbook/${spare}`))
  const [now, next] = await timesOf(control.id)
  const answer = (id: number, fields: object) => post(`occurrence/${id}/answer`, { answer: 'DONE_OK', ...fields })
  await expectRefusal('answer_kind', answer(now.id, { answer: 'DONE' }), 'status')
  await expectRefusal('comment_needed', answer(now.id, { answer: 'DONE_KO' }), 'comment')
  await expectRefusal('done_before', answer(now.id, { done_date: addDays(monday, -1) }), 'done_date')
  await expectRefusal('not_begun', answer(next.id, {}), 'status')
  await expectRefusal('no_gap_register', answer(now.id, { open_gap: true }), 'open_gap')
  await expectRefusal('no_program', answer(now.id, { open_action: true }), 'open_action')
  await expectRefusal('metric_not_asked', answer(now.id, { values: [{ metric_id: named.id, value: 1 }] }), 'values.0.value')
  await expectRefusal('answer_needed', put('occurrence', now.id, { status: 'PENDING_APPROVAL' }), 'answer')
  await expectRefusal('answer_only', put('occurrence', now.id, { answer: 'DONE_OK' }), 'answer')
  await expectRefusal('proof_needed', answer((await timeOf({ proof: 'REQUIRED' })).id, { answer: 'DONE' }), 'evidences')
  const shown = [(await make('evidence', { name_en: 'Log', perimeter: world.lyon, url: 'https://intranet.example/log' })).id]
  await expectRefusal('proof_none', answer((await timeOf({ proof: 'NONE' })).id, { answer: 'DONE', evidences: shown }), 'evidences')

  objectOf(await answer(now.id, {})(pilot))
  await expectRefusal('undo_late', post(`occurrence/${now.id}/undo`, {}))
  await expectRefusal('reopen_reason', put('occurrence', now.id, { status: 'TO_DO' }), 'status_reason')
  await expectRefusal('task_answered', (by) => by.delete(`/runtask/${control.id}`))
  await expectRefusal('not_asked', post(`occurrence/${now.id}/approve`, {}))
  const team = (await make('group', { name: 'Those in charge', members: [contributors.en.memberId, contributors.fr.memberId] })).id
  const theirs = await timeOf({ group: team })
  objectOf(await answer(theirs.id, { answer: 'DONE' })(contributors.en))
  await expectRefusal('answered', put('occurrence', theirs.id, { comment: 'More' }), 'status', contributors)
  const asked = await timeOf({ group: team, approval_required: true, approver: pilot.memberId })
  objectOf(await answer(asked.id, { answer: 'DONE' })(contributors.en))
  await expectRefusal('reject_reason', put('occurrence', asked.id, { status: 'REJECTED' }), 'status_reason')
  await expectRefusal('as_answered', put('occurrence', asked.id, { status: 'NOT_DONE' }), 'status')
  await expectRefusal('no_decide_right', post(`occurrence/${asked.id}/approve`, {}), undefined, contributors)
  expect(messages.unmet('runbooks')).toEqual([])
})
