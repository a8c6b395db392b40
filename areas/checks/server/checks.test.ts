import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Acceptance, CheckLine, Checks } from '#areas/checks/contract/calls.ts'
import { resources } from '#app/server/registry.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { checksFor, countChecks } from './count.ts'
import { dayFromNow, makeWorld, objectOf, type World } from '#tools/test/actions-world.ts'
import type { Person } from '#app/test/worlds/test-app.ts'

let world: World
/** Ongoing without anyone in charge: two in Lyon, three in Nantes. */
let lyon: number[]
let nantes: number[]
beforeAll(async () => {
  world = await makeWorld()
  const make = async (perimeter: number) => (await world.action({ perimeter, status: 'ONGOING', target_date: dayFromNow(9) })).id as number
  lyon = [await make(world.lyon), await make(world.lyon)]
  nantes = [await make(world.nantes), await make(world.nantes), await make(world.nantes)]
})
afterAll(() => world.app.close())

const as = <T>(work: (tx: Tx) => Promise<T>) =>
  world.app.db.transaction(world.customer, (tx) => {
    tx.act(systemWho(world.customer, 'test', 'test', 'en', 'Europe/Paris'))
    return work(tx)
  })
const asked = { entity: 'remediation', word: 'UNASSIGNED' }
const line = async (by: Person, { entity, word } = asked, query = ''): Promise<CheckLine | undefined> =>
  (objectOf(await by.get(`/check${query}`)) as Checks).lines.find((one) => one.entity === entity && one.word === word)
const accepted = async (by: Person) => (await by.get('/check/accepted?entity=remediation&word=UNASSIGNED')).body.objects as Acceptance[]
const accept = (by: Person, ids: number[], more: object = {}) =>
  by.post('/check/accept', { ...asked, ids, until: dayFromNow(30), reason: 'Waits for a hire', ...more })
const listed = async (by: Person, filter: string): Promise<number[]> =>
  ((await by.post('/remediation/page', { queryParams: { filters: [{ name: filter, selected_options: [asked.word] }] } })).body.objects as { id: number }[]).map(
    ({ id }) => id,
  )

test('each counts what their list shows, within their reach; contributors have no checks', async () => {
  for (const [by, count] of [
    [world.pilot, 5],
    [world.auditor, 5],
    [world.local, 2],
  ] as const) {
    expect((await line(by))?.found).toBe(count)
    expect(await listed(by, 'findings')).toHaveLength(count)
  }
  expect((await line(world.pilot))?.places).toEqual([
    { id: world.nantes, name: 'Nantes', count: 3 },
    { id: world.lyon, name: 'Lyon', count: 2 },
  ])
  expect((await world.contributor.get('/check')).status).toBe(403)
  expect(await listed(world.contributor, 'findings')).toEqual([])
  // What is known of people is for those who write users.
  expect(await line(world.local, { entity: 'member', word: 'NEVER_CAME' })).toBeUndefined()
  expect(
    (await world.auditor.post('/member/page', { queryParams: { filters: [{ name: 'findings', selected_options: ['ADMIN_NOT_STRONG'] }] } })).body.total,
  ).toBe(0)
  expect(
    (await world.pilot.post('/member/page', { queryParams: { filters: [{ name: 'findings', selected_options: ['ADMIN_NOT_STRONG'] }] } })).body.total,
  ).toBe(1)
})

test('kept to a perimeter, they count what is there and below it, as the list with the same filter does', async () => {
  const within = async (by: Person, perimeter: number) =>
    (
      await by.post('/remediation/page', {
        queryParams: {
          filters: [
            { name: 'findings', selected_options: [asked.word] },
            { name: 'within', selected_options: [perimeter] },
          ],
        },
      })
    ).body.total as number
  for (const [by, perimeter, count] of [
    [world.pilot, world.lyon, 2],
    [world.pilot, world.nantes, 3],
    [world.pilot, world.root, 5],
    [world.local, world.lyon, 2],
  ] as const) {
    expect(await line(by, asked, `?perimeter=${perimeter}`)).toMatchObject({ found: count, trend: null })
    expect(await within(by, perimeter)).toBe(count)
  }
  // Of what they do not reach they are told nothing, not even that it is there.
  for (const [by, perimeter, status] of [
    [world.local, world.nantes, 404],
    [world.pilot, 999_999, 404],
    [world.contributor, world.lyon, 403],
  ] as const)
    expect((await by.get(`/check?perimeter=${perimeter}`)).status).toBe(status)
  expect(await within(world.local, world.nantes)).toBe(0)
  expect((await world.pilot.post('/remediation/page', { queryParams: { filters: [{ name: 'within', selected_options: ['x'] }] } })).status).toBe(400)
  // What somebody accepts elsewhere is not told here.
  const [first = 0] = lyon
  expect((await accept(world.pilot, [first])).status).toBe(200)
  const there = async (perimeter: number) =>
    ((await world.pilot.get(`/check/accepted?entity=remediation&word=UNASSIGNED&perimeter=${perimeter}`)).body.objects as Acceptance[]).map(({ id }) => id)
  expect([await there(world.lyon), await there(world.root), await there(world.nantes)]).toEqual([[first], [first], []])
  expect((await world.pilot.post('/check/withdraw', { ...asked, ids: [first] })).status).toBe(200)
})

test('every check has its title, its reason and its mend in both languages', async () => {
  for (const lang of ['en', 'fr']) {
    await world.pilot.put('/user/language', { lang })
    for (const { entity, word, title, why, mend } of (objectOf(await world.pilot.get('/check')) as Checks).lines)
      for (const text of [title, why, mend]) expect([entity, word, text]).toEqual([entity, word, expect.not.stringMatching(/\w+\.\w+\./)])
  }
})

test('accepted is counted apart until its day, said with its reason, and told in the history of the object', async () => {
  const [first = 0] = lyon
  expect((await accept(world.local, [first])).status).toBe(200)
  expect(await line(world.pilot)).toMatchObject({ found: 4, accepted: 1, until: dayFromNow(30) })
  expect(await listed(world.pilot, 'findings')).not.toContain(first)
  expect(await listed(world.pilot, 'accepted_findings')).toEqual([first])
  expect(await accepted(world.auditor)).toMatchObject([
    { id: first, reason: 'Waits for a hire', until: dayFromNow(30), accepted_by: { id: world.local.memberId }, may: false },
  ])
  expect(await accepted(world.pilot)).toMatchObject([{ id: first, may: true }])
  const [entry] = (await world.pilot.get(`/remediation/${first}/history`)).body.objects
  expect(entry).toMatchObject({ action: 'accept_finding', changes: [{ field: 'accepted_findings', before: [], after: ['UNASSIGNED'] }] })
  // Said again, it is the later word that counts.
  expect((await accept(world.pilot, [first], { until: dayFromNow(365), reason: 'Longer' })).status).toBe(200)
  expect(await accepted(world.pilot)).toMatchObject([{ reason: 'Longer', until: dayFromNow(365) }])
  // On its day it counts again, without anybody.
  await as((tx) => tx.run(sql`update check_acceptance set until = ${tx.today}::date where customer_id = ${tx.customerId}`))
  expect(await line(world.pilot)).toMatchObject({ found: 5, accepted: 0, until: null })
  expect(await accepted(world.pilot)).toEqual([])
  expect((await accept(world.pilot, [first])).status).toBe(200)
  expect((await world.pilot.post('/check/withdraw', { ...asked, ids: [first] })).status).toBe(200)
  expect(await line(world.pilot)).toMatchObject({ found: 5, accepted: 0 })
  expect((await world.pilot.get(`/remediation/${first}/history`)).body.objects[0].action).toBe('withdraw_finding')
})

test('nobody accepts what is out of reach, for too long, in the past, without a reason or without a right, nor a part of it', async () => {
  const [first = 0, second = 0] = lyon
  const [far = 0] = nantes
  const other = await world.app.customer()
  const stranger = await world.app.member(other.id, 'global_pilote')
  const localAuditor = await world.app.member(world.customer, 'local_auditor', { perimeterIds: [world.lyon] })
  const refused = async (answer: ReturnType<typeof accept>) => [
    (await answer).status,
    (await answer).body.errors ? Object.keys((await answer).body.errors) : [],
  ]
  expect(await refused(accept(stranger, [first]))).toEqual([404, []])
  expect(await refused(accept(world.local, [first, far]))).toEqual([404, []])
  expect(await refused(accept(world.auditor, [first]))).toEqual([403, []])
  expect(await refused(accept(localAuditor, [first]))).toEqual([403, []])
  expect(await refused(accept(world.contributor, [first]))).toEqual([403, []])
  expect(await refused(accept(world.pilot, [first], { until: dayFromNow(0) }))).toEqual([400, ['until']])
  expect(await refused(accept(world.pilot, [first], { until: dayFromNow(366) }))).toEqual([400, ['until']])
  expect(await refused(accept(world.pilot, [first], { until: '2026-02-31' }))).toEqual([400, ['until']])
  expect(await refused(accept(world.pilot, [first], { reason: '   ' }))).toEqual([400, ['reason']])
  expect(await refused(accept(world.pilot, [first], { word: 'NO_SUCH' }))).toEqual([404, []])
  expect(await refused(accept(world.pilot, [first], { entity: 'constructor', word: 'toString' }))).toEqual([404, []])
  expect(await refused(accept(world.local, [world.local.memberId], { entity: 'member', word: 'NEVER_CAME' }))).toEqual([404, []])
  // What a local pilot reads and may not change: a policy that is applied in their perimeter.
  expect(await refused(accept(world.pilot, [first, second, 999_999]))).toEqual([404, []])
  // Not found by the check: there is nothing to accept.
  const cared = (await world.action({ manager: world.pilot.memberId, status: 'ONGOING', target_date: dayFromNow(9) })).id as number
  expect(await refused(accept(world.pilot, [first, cared]))).toEqual([409, []])
  expect((await world.pilot.post('/remediation/page', { queryParams: { filters: [{ name: 'findings', selected_options: ['NO_SUCH'] }] } })).status).toBe(400)
  expect(await accepted(world.pilot)).toEqual([])
  expect(await as((tx) => tx.run(sql`select 1 from check_acceptance where customer_id = ${tx.customerId} and until > ${tx.today}::date`))).toEqual([])
  // Taking back is no other's either.
  expect((await accept(world.pilot, [first, far])).status).toBe(200)
  expect((await world.local.post('/check/withdraw', { ...asked, ids: [far] })).status).toBe(404)
  expect((await world.auditor.post('/check/withdraw', { ...asked, ids: [first] })).status).toBe(403)
  expect((await accepted(world.local)).map(({ id }) => id)).toEqual([first])
  expect((await world.pilot.post('/check/withdraw', { ...asked, ids: [first, far] })).status).toBe(200)
})

test('a finding that is mended is accepted no more', async () => {
  const [first = 0] = lyon
  expect((await accept(world.pilot, [first])).status).toBe(200)
  expect((await world.pilot.put(`/remediation/${first}`, { manager: world.pilot.memberId })).status).toBe(200)
  expect(await line(world.pilot)).toMatchObject({ found: 4, accepted: 0, until: null })
  expect(await accepted(world.pilot)).toEqual([])
})

test('the night keeps what the whole organisation has; the trend is told to those who read all of it', async () => {
  const night = async () => {
    await world.app.db.transaction(
      1,
      (tx) =>
        tx.run(sql`insert into scheduled_run (customer_id, job, next_at) values (${world.customer}, 'check_counts', moment() - interval '1 minute')
          on conflict (customer_id, job) do update set next_at = excluded.next_at`),
      { provider: true, background: true },
    )
    await world.app.queue.tick()
    await world.app.jobs()
  }
  await night()
  await night()
  const counts = await as((tx) =>
    tx.run(sql<{ found: number }>`select found from check_count where customer_id = ${tx.customerId} and entity = 'remediation' and word = 'UNASSIGNED'`),
  )
  expect(counts).toEqual([{ found: 4 }])
  await as((tx) =>
    tx.run(sql`insert into check_count (customer_id, entity, word, day, found, accepted)
      select ${tx.customerId}, e, w, ${tx.today}::date - d, f, 0 from (values ('remediation', 'UNASSIGNED', 56, 9), ('remediation', 'UNASSIGNED', 8, 6), ('remediation', 'UNASSIGNED', 7, 7),
        ('incident', 'STALLED', 7, 3)) as v(e, w, d, f)`),
  )
  expect((await line(world.pilot))?.trend).toEqual([9, null, null, null, null, null, null, 7])
  expect((await line(world.auditor))?.trend).toEqual([9, null, null, null, null, null, null, 7])
  expect((await line(world.local))?.trend).toBeNull()
  // Some incidents are confidential: how many there are is not told to whom they are hidden from.
  expect((await line(world.pilot, { entity: 'incident', word: 'STALLED' }))?.trend?.at(-1)).toBe(3)
  expect((await line(world.auditor, { entity: 'incident', word: 'STALLED' }))?.trend).toBeNull()
})

test('all checks of an entity are one statement, however many there are and however much is found', async () => {
  const entities = [...resources.values()].filter(({ checks: own }) => own).length
  const statements: number[] = []
  for (let n = 0; n < 2; n += 1) {
    let sent = 0
    await as(async (tx) => {
      const before = tx.statements
      await countChecks(tx, checksFor(resources, tx))
      sent = tx.statements - before
    })
    statements.push(sent)
    for (let more = 0; more < 5; more += 1) await world.action({ perimeter: world.lyon, status: 'ONGOING', target_date: dayFromNow(9) })
  }
  // And one that has them do without helpers.
  expect(statements).toEqual([entities + 1, entities + 1])
})
