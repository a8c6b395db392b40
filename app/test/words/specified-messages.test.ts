import { afterAll, beforeAll, expect, test } from 'vitest'
import { languages } from '#kit/contract/catalogue.ts'
import { dayFromNow, makeWorld, objectOf, proof, type Row, type World } from '#tools/test/actions-world.ts'
import { meetMessages, messagesOf, pairOf, type Both } from '#tools/test/met-messages.ts'
import type { Answer, Person } from '#app/test/worlds/test-app.ts'

/*
 * Somebody meets every message of incidents, gaps, exemptions and reviews, in each language: what is refused changes nothing, so that both try the same.
 */
let world: World
/** Pilots. */
let both: Both
/** Pilots of Lyon who are in no register's charge, and contributors. */
let local: Both
let contributors: Both
let pilot: Person
const messages = meetMessages()

beforeAll(async () => {
  world = await makeWorld()
  pilot = world.pilot
  both = await pairOf(world, 'global_pilote')
  local = await pairOf(world, 'local_pilote', { perimeterIds: [world.lyon] })
  contributors = await pairOf(world, 'contributor')
})
afterAll(() => world.app.close())

const products = ['incidents', 'gaps', 'exemptions']
/** What several say stands in the kit. */
const areaOf = (key: string) => products.find((area) => key in messagesOf(area, 'en')) ?? 'kit'

/** Both are refused with a message, each in their language. */
const refused = (key: string, tries: Parameters<typeof messages.refused>[2], by = both, area = areaOf(key)) => messages.refused(by, `${area}.${key}`, tries)

const make = async (entity: string, fields: object, by = pilot): Promise<Row> => objectOf(await by.post(`/${entity}`, fields))
const put = (entity: string, id: number, fields: object) => (by: Person) => by.put(`/${entity}/${id}`, fields)

test('incidents', async () => {
  const { lyon } = world
  const group = (await make('group', { name: 'Response' })).id
  const tag = (await make('tag', { name_en: 'Sites' })).id
  const post = (fields: object) => (by: Person) => by.post('/incident', { name_en: 'Phish', perimeter: lyon, ...fields })
  await refused('manager_or_group', post({ manager: pilot.memberId, group }))
  await refused('place_twice', post({ tag }))
  const { id } = await make('incident', { name_en: 'Phish', perimeter: lyon })
  const change = (fields: object) => put('incident', id, fields)
  await refused('close_reason', change({ status: 'CLOSED' }))
  await refused('close_reason_only', change({ close_reason: 'RESOLVED' }))
  await refused('duplicate_of', change({ status: 'CLOSED', close_reason: 'DUPLICATE' }))
  await refused('duplicate_only', change({ status: 'CLOSED', close_reason: 'RESOLVED', duplicate_of: id }))
  await refused('detected_before', change({ occurred_at: '2026-11-10T08:00:00.000Z', detected_at: '2026-11-09T08:00:00.000Z' }))
  const enter = (fields: object) => (by: Person) => by.post(`/incident/${id}/entries`, { kind: 'NOTE', text: 'Seen', ...fields })
  await refused('long_ago', enter({ happened_at: '1980-01-01T00:00:00Z' }))
  await refused('not_yet', enter({ happened_at: '2999-01-01T00:00:00Z' }))
  await refused('reference_unreadable', enter({ text: '#[incident:999999999]' }))
  await refused('too_many_references', enter({ text: Array.from({ length: 60 }, (_, n) => `#[incident:${n + 1}]`).join(' ') }))
  const first = objectOf(await enter({})(pilot)).id
  objectOf(await enter({ corrects: first })(pilot))
  await refused('corrected_already', enter({ corrects: first }))
  const send = (fields: object) => (by: Person) => by.post(`/incident/${id}/sendings`, { clock: 'GDPR', sent_at: new Date().toISOString(), ...fields })
  await refused('no_clock', send({}))
  objectOf(await change({ personal_data: 'YES', aware_at: new Date(Date.now() - 3_600_000).toISOString() })(pilot))
  await refused('sent_before_aware', send({ sent_at: new Date(Date.now() - 86_400_000).toISOString() }))
  objectOf(await send({})(pilot))
  await refused('sent_already', send({}))
  for (const status of ['ANALYSIS', 'CONTAINMENT']) objectOf(await change({ status })(pilot))
  await refused('back_reason', change({ status: 'OPENED' }))
  objectOf(await change({ status: 'CLOSED', close_reason: 'RESOLVED' })(pilot))
  await refused('reopen_reason', change({ status: 'ANALYSIS' }))
})

test('gaps', async () => {
  const { lyon } = world
  const register = (await make('gap_register', { name_en: 'Audit' })).id
  const elsewhere = (await make('gap_register', { name_en: 'Scan' })).id
  const restricted = (await make('gap_register', { name_en: 'Board', perimeters: [world.nantes] })).id
  const archived = (await make('gap_register', { name_en: 'Old' })).id
  objectOf(await put('gap_register', archived, { archived: true })(pilot))
  const chapter = (await make('gap_group', { name_en: 'Access', register })).id
  const fields = { name_en: 'Shared accounts', register, perimeter: lyon, chapter, external_key: 'A-1' }
  const { id } = await make('gap', fields)
  const post = (more: object) => (by: Person) => by.post('/gap', { ...fields, chapter: null, external_key: null, ...more })
  const change = (more: object) => put('gap', id, more)
  await refused('key_taken', post({ external_key: 'A-1' }))
  await refused('register_archived', post({ register: archived }))
  await refused('no_register_access', (by) => by.get(`/gap_register/${restricted}`), local)
  await refused('chapter_elsewhere', post({ register: elsewhere, chapter }))
  await refused('chapter_fixed', put('gap_group', chapter, { register: elsewhere }))
  await refused('chapter_in_use', (by) => by.delete(`/gap_group/${chapter}`))
  await refused('register_in_use', (by) => by.delete(`/gap_register/${register}`))
  await refused('resolution_needed', change({ status: 'CLOSE' }))
  await refused('resolution_only', change({ resolution_status: 'RESOLVED' }))
  await refused('effect_only', change({ effect: 'EFFECTIVE' }))
  await refused('ignore_reason', change({ status: 'CLOSE', resolution_status: 'IGNORED', review_date: dayFromNow(30) }))
  await refused('review_needed', change({ status: 'CLOSE', resolution_status: 'IGNORED', status_reason: 'Too dear' }))
  await refused('review_only', change({ status: 'CLOSE', resolution_status: 'RESOLVED', review_date: dayFromNow(30) }))
  const doubted = (await make('gap', { name_en: 'Maybe', register, status: 'TO_BE_CONFIRMED' })).id
  await refused('confirm_first', put('gap', doubted, { status: 'CLOSE', resolution_status: 'RESOLVED' }))
  const root = await world.app.signIn('root@vigie.example')
  const quota = async (gaps: number | null) => expect((await root.put(`/customer/${world.customer}`, { quotas: { gaps } })).status).toBe(200)
  await quota(1)
  await refused('quota', post({}))
  await quota(null)
})

test('exemptions', async () => {
  const { lyon } = world
  const main = (await make('exemption_register', { name_en: 'Requests', is_default: true })).id
  const spare = (await make('exemption_register', { name_en: 'Spare' })).id
  await refused('default_needed', put('exemption_register', main, { is_default: false }))
  await refused('default_archived', put('exemption_register', main, { archived: true }))
  await refused('default_deleted', (by) => by.delete(`/exemption_register/${main}`))
  objectOf(await pilot.delete(`/exemption_register/${spare}`))
  await refused('last_register', (by) => by.delete(`/exemption_register/${main}`))
  const fields = { name_en: 'Old press', register: main, reason: 'The maker is gone', perimeters: [lyon], start_date: dayFromNow(0), end_date: dayFromNow(30) }
  const post = (more: object) => (by: Person) => by.post('/exemption', { ...fields, ...more })
  const request = (by = pilot, more: object = {}): Promise<Row> => make('exemption', { ...fields, ...more }, by)
  await refused('end_before_start', post({ start_date: dayFromNow(9), end_date: dayFromNow(8) }))
  await refused('too_long', post({ end_date: dayFromNow(400) }))
  await refused('start_too_far', post({ start_date: dayFromNow(500), end_date: dayFromNow(510) }))
  await refused('end_past', post({ start_date: dayFromNow(-9), end_date: dayFromNow(-8) }))
  await refused('begins_requested', post({ status: 'GRANTED' }))
  await refused('requester', post({ requester: pilot.memberId }), contributors)
  const own = { en: (await request(both.en)).id, fr: (await request(both.fr)).id }
  await refused('own_request', (by, lang) => by.put(`/exemption/${own[lang]}`, { status: 'GRANTED' }))
  const [none, far, changing] = [
    await make('tag', { name_en: 'No site' }),
    await make('tag', { name_en: 'Both sites', perimeters: [lyon, world.nantes] }),
    await make('tag', { name_en: 'Moving sites', perimeters: [lyon] }),
  ]
  await refused('place_twice', post({ tag: far.id }))
  await refused('grouping_empty', post({ tag: none.id, perimeters: [] }))
  await refused('grouping_beyond', post({ tag: far.id, perimeters: [] }), local)
  const moved = (await request(pilot, { tag: changing.id, perimeters: [] })).id
  objectOf(await pilot.put(`/tag/${changing.id}`, { perimeters: [world.nantes] }))
  await refused('grouping_changed', put('exemption', moved, { status: 'GRANTED' }))
  const { id } = await request()
  await refused('reject_reason', put('exemption', id, { status: 'REJECTED' }))
  await refused('as_asked', put('exemption', id, { status: 'GRANTED', reason: 'Another one' }))
  await refused('not_renewable', (by) => by.post(`/exemption/${id}/renew`, { start_date: dayFromNow(31), end_date: dayFromNow(60) }))
  objectOf(await both.en.post(`/exemption/${id}/grant`, {}))
  await refused('not_asked', (by) => by.post(`/exemption/${id}/grant`, {}))
  await refused('frozen', put('exemption', id, { reason: 'Another one' }))
  await refused('decided_stays', (by) => by.delete(`/exemption/${id}`))
  objectOf(await pilot.post(`/exemption/${id}/renew`, { start_date: dayFromNow(31), end_date: dayFromNow(60) }))
  await refused('renewed_already', (by) => by.post(`/exemption/${id}/renew`, { start_date: dayFromNow(31), end_date: dayFromNow(60) }))
  const late = (await request()).id
  await world.app.db.transaction(world.customer, (tx) =>
    tx.runText('update exemption set start_date = $3, end_date = $4 where customer_id = $1 and id = $2', [
      world.customer,
      late,
      dayFromNow(-9),
      dayFromNow(-1),
    ]),
  )
  await refused('ended_already', put('exemption', late, { status: 'GRANTED' }))
})

/** The review that the end of an action opens. */
async function reviewOf(source: object, by = pilot): Promise<{ review: Row; action: number }> {
  const { id } = await world.action(source, by)
  objectOf(await by.put(`/remediation/${id}`, { status: 'FINISHED', ...proof }))
  return { review: (await by.get(`/remediation/${id}/review`)).body.objects[0], action: id }
}

test('reviews', async () => {
  const { lyon } = world
  const incident = (await make('incident', { name_en: 'Phish', perimeter: lyon })).id
  const { review, action } = await reviewOf({ source_object: { entity: 'incident', id: incident } })
  const change = (fields: object) => put('review', review.id, fields)
  const expectRefusal = (key: string, tries: (by: Person) => Promise<Answer>, by = both) => refused(key, tries, by, 'reviews')
  await expectRefusal('reason_needed', change({ status: 'CLOSED', without_effect: true }))
  await expectRefusal('with_closing', change({ without_effect: true }))
  await expectRefusal('not_to_implement', (by) => by.post(`/review/${review.id}/implement`, {}))
  objectOf(await change({ status: 'CLOSED' })(pilot))
  objectOf(await pilot.put(`/remediation/${action}`, { status: 'ONGOING', status_reason: 'Not over', target_date: dayFromNow(9) }))
  await expectRefusal('action_open', change({ status: 'OPEN' }))
  // Who works on the action but not on what it is about sees what they cannot end.
  const team = (await make('group', { name: 'Those in charge', members: [contributors.en.memberId, contributors.fr.memberId] })).id
  const { review: beyond } = await reviewOf({
    group: team,
    source_object: { entity: 'incident', id: (await make('incident', { name_en: 'Leak', perimeter: lyon })).id },
  })
  for (const lang of languages)
    expect(objectOf(await contributors[lang].get(`/review/${beyond.id}/effect`)).refusal).toBe(messagesOf('reviews', lang).target_not_writable)
  messages.met.add('reviews.target_not_writable')
  // A measure that an action improves: what takes its points back is said with its review.
  const measure = await world.measure()
  objectOf(await pilot.post(`/measure/${measure.id}/implement`, {}))
  const improving = { type: 'UPGRADE', measure: measure.id, impact: 25 }
  const [one, two] = [await reviewOf(improving), await reviewOf(improving)]
  const upgrade = (body: object) => (by: Person) => by.put(`/measure/${measure.id}`, { id: measure.id, efficiency: 100, ...body })
  await expectRefusal('efficiency_derived', upgrade({}))
  objectOf(await pilot.put(`/review/${one.review.id}`, { status: 'CLOSED', without_effect: true, comment: 'Later' }))
  await expectRefusal('closed_without', upgrade({ review: one.review.id }))
  objectOf(await pilot.put(`/review/${two.review.id}`, { status: 'CLOSED' }))
})

test('nobody is told of a message that nobody ever meets', () => {
  /** Said by the page alone, or provoked where their lifecycle is tested: `areas/reviews/server/reviews.test.ts`. */
  const elsewhere = ['reviews.dry_run', 'reviews.gone', 'reviews.other_open']
  expect([...products, 'reviews'].flatMap((area) => messages.unmet(area)).filter((name) => !elsewhere.includes(name))).toEqual([])
})
