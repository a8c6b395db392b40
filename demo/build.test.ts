import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Checks } from '#areas/checks/contract/calls.ts'
import { currentOf } from '#areas/risks/contract/levels.ts'
import { levelsJob } from '#areas/risks/server/recompute-levels.ts'
import { computeScores } from '#areas/scores/server/compute/compute.ts'
import { resources } from '#app/server/registry.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { commentEntity } from '#kit/server/http/comment-routes.ts'
import { tenantGuard } from '#kit/server/data/database/tenant-guard.ts'
import { verifyDatabase } from '#platform/audit/verify.ts'
import { demoPassword } from '#tools/test/demo-password.ts'
import { demoDatabase } from '#tools/test/demonstration.ts'
import { oneDemonstration } from '#tools/test/one-demonstration.ts'
import { demonstrationLogins } from './logins.ts'
import { mainOrganisation } from './content/main/index.ts'
import { secondOrganisation } from './content/second/index.ts'
import { scoreFacts } from './content/score-facts.ts'
import { daysFromToday, type Text } from './content/types.ts'

let app: TestApp
let pilot: Person
/** Days by which the server's clock is ahead. */
let ahead = 0
let output = ''

beforeAll(async () => {
  const { files, stop, ...built } = await oneDemonstration()
  output = built.said
  app = await testApp({ clock: () => new Date(Date.now() + ahead * 86_400_000), from: { database: { ...built, name: demoDatabase, drop: stop }, files } })
  pilot = await signIn('global_pilote@demo.example')
}, 600_000)
afterAll(() => app.close())

const signIn = (email: string) => app.signIn(email, demoPassword)
const total = async (entity: string, filters: object[] = [], who = pilot) =>
  (await who.post(`/${entity}/page`, { queryParams: { filters } })).body.total as number
/** The published days; today is read as it stands and left out. */
const publishedScores = async () =>
  ((await pilot.get(`/score/history?from=${dateAt(-400)}`)).body.objects as { day: string; performance: number }[]).filter(({ day }) => day < dateAt(0))
const chosen = (name: string, ...options: unknown[]) => ({ name, selected_options: options })

/** Every text of the content, wherever it stands. */
function textsOf(value: unknown): Text[] {
  if (typeof value !== 'object' || value === null) return []
  if ('en' in value && 'fr' in value) return [value as Text]
  return Object.values(value).flatMap(textsOf)
}

test('says how far it has come', () => {
  const progress = output.split('\n').filter((line) => /Building the demonstration|perimeters/.test(line))
  expect(progress).toEqual(
    [mainOrganisation, secondOrganisation].flatMap(({ name }) => [
      `Building the demonstration: ${name} …`,
      expect.stringMatching(/^ +\d+ perimeters, \d+ measures, \d+ actions, in \d+\.\d s$/),
    ]),
  )
})

test('every statement of the building says whose rows it means', () => {
  const guard = tenantGuard(new Set([...resources.values()].map(({ def }) => def.name)))
  const folder = new URL('.', import.meta.url).pathname
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /^build.*\.ts$/.test(file) && !file.endsWith('.test.ts'))
  const statements = files.flatMap((file) => [
    ...readFileSync(join(folder, file), 'utf8').matchAll(/\bsql(?:<[^`]*?>)?`([^`]*)`|'((?:select|update|insert|delete)\b[^']*)'/g),
  ])
  expect(statements.length).toBeGreaterThan(15)
  for (const [, template, text = template] of statements) expect(() => guard(text ?? ''), text).not.toThrow()
})

test('everybody signs in with the one password, in their own organisation and role', async () => {
  for (const content of [mainOrganisation, secondOrganisation]) {
    for (const { email, role, language, left } of content.people) {
      if (left) continue
      const { user } = (await (await signIn(email)).get('/auth/check')).body
      expect(user).toMatchObject({ customer: { name: content.name, logo: expect.stringContaining('/api/picture/') }, roles: [role], lang: language })
    }
  }
  expect(demonstrationLogins()).toEqual([
    ...['global_pilote', 'global_auditor', 'local_pilote', 'local_auditor', 'contributor'].map((role) => `${role}@demo.example`),
    'global_pilote@second.example',
  ])
})

test('the group knows what it lives by and what that stands on, with one loop', async () => {
  expect([await total('business_value'), await total('supporting_asset')]).toEqual([14, 46])
  expect(await total('supporting_asset', [chosen('need', null)])).toBeLessThan(6)
  const { objects } = (await pilot.get('/supporting_asset/loops')).body as { objects: { assets: { name: string }[] }[] }
  expect(objects.map(({ assets }) => assets.map(({ name }) => name))).toEqual([['Annuaire', 'Authentification unique']])
  const { user } = (await pilot.get('/auth/check')).body
  expect(user.properties.risk_analysis_enable).toBe(true)
})

test('the score stands where the story says, now and on each published day', async () => {
  const { story } = mainOrganisation
  const { score, target } = (await pilot.get('/score')).body.object
  expect(target).toBe(story.targetScore)
  // What recurring tasks and indicators say takes a little off what was told of measures and actions alone: how much, the day of the month and the season move by a point.
  const near = 1.5
  expect(Math.abs(score.performance - (story.scores.at(-1)?.score ?? 0))).toBeLessThan(near)
  expect(Math.abs(score.performance - 61)).toBeLessThan(near)
  expect(score.proven_share).toBeGreaterThan(0.3)
  const series = await publishedScores()
  const on = (days: number) => series.find(({ day }) => day === dateAt(days))?.performance
  expect(Math.abs((on(-365) ?? 0) - 48.4)).toBeLessThan(0.5)
  for (const day of [-393, -365, -239, -127, -113, -57, -14, -1]) {
    const expected = computeScores(scoreFacts(mainOrganisation, { daysAgo: -day })).global.eased?.performance ?? 0
    expect([day, Math.abs((on(day) ?? 0) - expected) < near]).toEqual([day, true])
  }
})

test('thirteen months are published, the last fortnight day by day, with one visible fall that is explained', async () => {
  const series = await publishedScores()
  expect(series[0]?.day).toBe(dateAt(-393))
  expect(series.slice(-14).map(({ day }) => day)).toEqual(Array.from({ length: 14 }, (_, n) => dateAt(n - 14)))
  const year = series.filter(({ day }) => day >= dateAt(-365))
  const falls = year.slice(1).filter(({ performance }, at) => (year[at]?.performance ?? 0) - performance > 1)
  expect(falls).toHaveLength(1)
  const fall = falls[0]?.day ?? ''
  expect(fall >= dateAt(-125) && fall <= dateAt(-113)).toBe(true)
  const before = year[year.findIndex(({ day }) => day === fall) - 1]?.day
  const moved = (await pilot.get(`/score/moved?from=${before}&to=${fall}`)).body.object
  expect(moved.causes.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(moved.difference)
  expect(moved.difference).toBeLessThan(-1_000_000)
})

test('all that the content tells is there', async () => {
  const { actions, measures, perimeters, people, policies, solutions, notApplicable } = mainOrganisation
  expect(await total('perimeter')).toBe(perimeters.length)
  expect(await total('member')).toBe(people.length)
  expect(await total('policy')).toBe(policies.length)
  // Threats that analyses took from the shared catalogue brought models with them.
  expect(await total('solution', [chosen('adopted', false)])).toBe(solutions.length)
  expect(await total('control_not_applicable')).toBe(notApplicable.length)
  expect(await total('measure', [chosen('status', 'IMPLEMENTED')])).toBe(measures.filter(({ decisions }) => decisions.at(-1)?.status === 'IMPLEMENTED').length)
  // Projects have actions of their own, and answers called for some.
  const planned = async (...more: object[]) =>
    (await total('remediation', [chosen('project', null), ...more])) - (await total('remediation', [chosen('source', 'EVAL'), ...more]))
  expect(await planned()).toBe(actions.length)
  for (const status of ['TO_PLAN', 'PLANNED', 'ONGOING', 'STANDBY', 'FINISHED', 'CANCELLED']) {
    expect([status, await planned(chosen('status', status))]).toEqual([status, actions.filter((action) => action.status === status).length])
  }
  expect(await planned(chosen('late', true))).toBe(actions.filter(({ target, done }) => done === null && target !== null && daysFromToday(target) < 0).length)
  const second = await signIn('global_pilote@second.example')
  expect(await total('remediation', [], second)).toBe(secondOrganisation.actions.length)
})

test('controls over time: tasks that came round for a year with all that may become of them, metrics and a year and a half of indicators', async () => {
  expect([await total('runbook'), await total('runtask'), await total('indicator')]).toEqual([3, 45, 18])
  // Each organisation has the runbook that stays (RUN-04, RUN-05).
  for (const who of ['demo', 'second']) {
    const by = await signIn(`global_pilote@${who}.example`)
    const runbooks = (await by.post('/runbook/page', { queryParams: { filters: [chosen('is_default', true)] } })).body.objects
    expect([who, runbooks.map(({ identifier }: { identifier: string }) => identifier)]).toEqual([who, ['_DEF']])
    expect([who, (await by.delete(`/runbook/${runbooks[0].id}`)).status]).toEqual([who, 409])
  }
  expect(await total('metric', [chosen('is_auto', false)])).toBe(29)
  for (const status of ['TO_DO', 'PENDING_APPROVAL', 'REJECTED', 'DONE', 'DONE_OK', 'DONE_KO', 'NOT_DONE', 'NA'])
    expect([status, await total('occurrence', [chosen('status', status)])]).toEqual([status, expect.toSatisfy((count: number) => count > 0)])
  expect(await total('occurrence', [chosen('late', true)])).toBeGreaterThan(3)
  expect(await total('occurrence', [chosen('due_date', { from: dateAt(-366), to: dateAt(-330) })])).toBeGreaterThan(20)
  const { objects } = (await pilot.post('/indicator/page', { queryParams: { per_page: 100 } })).body as { objects: { id: number }[] }
  for (const { id } of objects) {
    const { values } = (await pilot.get(`/indicator/${id}/board?from=${dateAt(-600)}`)).body.object as { values: (number | null)[][] }
    expect([id, Math.max(...values.map((course) => course.filter((value) => value !== null).length))]).toEqual([
      id,
      expect.toSatisfy((count: number) => count >= 18),
    ])
  }
})

test('the second organisation has copied what ships with the product, and is told of the newer version that the first has not copied', async () => {
  const second = await signIn('global_pilote@second.example')
  expect((await second.get('/policy/shared')).body.objects).toMatchObject([{ requirements: 40, own: { identifier: 'ESS' }, changed: true, number: 2 }])
  expect((await pilot.get('/policy/shared')).body.objects).toMatchObject([{ requirements: 40, own: null, changed: false }])
  const [copy] = (await second.get('/policy?search=ESS')).body.objects
  const draft = (await second.post(`/policy/${copy.id}/renew`)).body.object.id
  const difference = (await second.get(`/policy/${copy.id}/diff/${draft}`)).body.object
  expect(difference.requirements).toMatchObject({ added: [], removed: [], changed: [{ identifier: '5.1', fields: ['description_en', 'description_fr'] }] })
})

test('the first organisation has copied models: one is as its original is, another has a newer one with its difference', async () => {
  const of = async (entity: string, identifier: string) =>
    ((await pilot.get(`/shared/${entity}`)).body.objects as { id: number; identifier: string; own: object | null; changed: boolean }[]).find(
      (row) => row.identifier === identifier,
    )
  expect(await of('runtask_model', 'RT-05')).toMatchObject({ changed: false, own: { identifier: 'RT-05' } })
  expect(await of('indicator_model', 'MFA_RATE')).toMatchObject({ changed: false, own: { identifier: 'MFA_RATE' } })
  const newer = await of('indicator_model', 'BACKUP_RATE')
  expect(newer).toMatchObject({ changed: true, own: { identifier: 'BACKUP_RATE' } })
  const { fields } = (await pilot.get(`/shared/indicator_model/${newer?.id}`)).body.object as { fields: { field: string; value: unknown; own: unknown }[] }
  expect(fields.filter(({ value, own }) => JSON.stringify(value) !== JSON.stringify(own)).map(({ field }) => field)).toEqual(['description', 'target_value'])
})

test('whatever has room for two languages is said in both, and what has room for one in that of its organisation', async () => {
  const client = new pg.Client(app.database.ownerUrl)
  await client.connect()
  const { rows: columns } = await client.query<{ table_name: string; column_name: string; twin: boolean }>(`
    select c.table_name, c.column_name, exists (select 1 from information_schema.columns t
      where t.table_name = c.table_name and t.column_name = regexp_replace(c.column_name, '_en$', '_fr') and t.column_name <> c.column_name) as twin
    from information_schema.columns c join information_schema.columns k on k.table_schema = c.table_schema and k.table_name = c.table_name and k.column_name = 'customer_id'
      join information_schema.tables b on b.table_schema = c.table_schema and b.table_name = c.table_name and b.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and c.data_type = 'text' and c.table_name not like all ('{%_history,search_document}')`)
  const texts = [mainOrganisation, secondOrganisation].flatMap((organisation) => textsOf(organisation))
  const french = new Set(texts.map(({ fr }) => fr))
  // What is not translated because both languages call it so reads as well in either.
  const english = texts.map(({ en }) => en).filter((text) => !french.has(text))
  await client.query('create temporary table english (told text primary key)')
  await client.query('insert into english select distinct unnest($1::text[])', [english])
  const halves: string[] = []
  for (const { table_name: table, column_name: column, twin } of columns) {
    const other = column.replace(/_en$/, '_fr')
    const wrong = twin ? `("${column}" is null) <> ("${other}" is null)` : `"${column}" in (select told from english)`
    if (!twin && column.endsWith('_en')) continue
    const { rows } = await client.query<{ text: string | null }>(`select distinct "${column}" as text from "${table}" where ${wrong} limit 3`)
    halves.push(...rows.map(({ text }) => `${table}.${column}: ${text}`))
  }
  await client.end()
  expect(columns.filter(({ twin }) => twin).length).toBeGreaterThan(20)
  expect(english.length).toBeGreaterThan(1000)
  expect(halves).toEqual([])
})

test('fifteen reviews of several kinds wait, for each who looks at some, and the second organisation is asked to take a newer policy over', async () => {
  const open = async (email: string) => {
    const who = await signIn(email)
    const { objects, total: found } = (await who.post('/review/page', { queryParams: { filters: [chosen('closed', false)] } })).body
    expect([email, (await who.get('/review/count')).body.count]).toEqual([email, found])
    return objects as { source: string; target_type: string | null; target: object | null; others_open: boolean; description: string }[]
  }
  const all = await open('global_pilote@demo.example')
  const kinds = Object.groupBy(all, ({ source, target_type }) => `${source} ${target_type}`)
  expect(Object.fromEntries(Object.entries(kinds).map(([kind, rows]) => [kind, rows?.length]))).toEqual({
    'REMEDIATION INCIDENT': 2,
    'REMEDIATION EVAL': 1,
    'REMEDIATION GAP': 3,
    'REMEDIATION EXEMPTION': 2,
    'REMEDIATION BUILD': 1,
    'REMEDIATION UPGRADE': 1,
    'REMEDIATION PROJECT': 1,
    'RISK RISK': 1,
    'USER USER': 1,
    'ACTION_MAPPING ACTION_MAPPING': 1,
    'CONNECTOR null': 1,
  })
  expect(all).toHaveLength(15)
  expect(all.filter(({ others_open }) => others_open)).toHaveLength(3)
  expect(all.every(({ target }) => target !== null)).toBe(true)
  for (const { email, role } of mainOrganisation.people) if (role === 'local_pilote') expect([email, (await open(email)).length > 0]).toEqual([email, true])
  expect(await open('global_pilote@second.example')).toMatchObject([{ source: 'POLICY', description: expect.stringContaining('2') }])
})

test('history and audit lie in the past, in the name of those who acted, and nothing lies ahead', async () => {
  const [action] = (await pilot.post('/remediation/page', { queryParams: { sort: [{ name: 'postponements', order: 'desc' }] } })).body.objects
  expect(action.postponements).toBe(3)
  const entries = (await pilot.get(`/remediation/${action.id}/history`)).body.objects as { at: string; actor: { name: string } | null; action: string }[]
  expect(entries.length).toBeGreaterThan(4)
  expect(entries.every(({ actor }) => actor !== null)).toBe(true)
  expect(entries.map(({ at }) => at)).toEqual(
    entries
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  expect(entries.at(-1)?.at.slice(0, 10)).toBe(action.created_at.slice(0, 10))
  expect(Date.parse(action.created_at)).toBeLessThan(Date.now() - 60 * 86_400_000)
  const perimeters = (await pilot.get('/perimeter?limit=100')).body.objects as {
    created_at: string
    created_by: { name: string } | null
    parent: object | null
  }[]
  expect(perimeters.every(({ created_at }) => created_at.slice(0, 10) === dateAt(-735))).toBe(true)
  const then = (await pilot.post(`/remediation/page?as_of=${dateAt(-365)}`)).body.total
  expect(then).toBe(mainOrganisation.actions.filter(({ created }) => daysFromToday(created) <= -365).length)
})

test('each role finds a handful of unread things in the bell, of several kinds, and no mail of months that have gone', async () => {
  for (const email of demonstrationLogins()) {
    const person = await signIn(email)
    const { objects } = (await person.get('/notification')).body as { objects: readonly { kind: string }[] }
    // Auditors answer for nothing: they hear what they are told by name.
    const kinds = email.includes('auditor') ? 1 : 2
    expect([email, objects.length >= 3 && objects.length <= 12, new Set(objects.map(({ kind }) => kind)).size >= kinds]).toEqual([email, true, true])
  }
  const pending = await app.db.transaction(pilot.customerId, (tx) =>
    tx.runText<{ n: number }>('select count(*)::int as n from notification where customer_id = $1 and mail is not null', [pilot.customerId]),
  )
  expect(pending[0]?.n).toBe(0)
})

test('thirty checks find something, a little of which is accepted for a time, with weeks behind them', async () => {
  const { lines } = (await pilot.get('/check')).body.object as Checks
  const found = lines.filter((line) => line.found > 0)
  expect(found.length).toBeGreaterThanOrEqual(30)
  expect(found.filter((line) => line.found > 60).map(({ entity, word }) => `${entity} ${word}`)).toEqual([])
  expect(lines.find(({ word }) => word === 'SAME_AS_ANOTHER')?.found).toBe(2)
  const accepted = lines.flatMap(({ accepted: count, until }) => (count > 0 && until ? [until] : []))
  expect(accepted.length).toBeGreaterThanOrEqual(2)
  expect(accepted.toSorted()[0]).toBe(dateAt(5))
  expect(found.filter(({ trend }) => trend && trend.some((count) => count !== trend.at(-1))).length).toBeGreaterThan(10)
})

test('the audit of both organisations is whole', async () => {
  // As the database does by itself within a minute: without it the planner takes these tables for empty.
  const owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  await owner.query('analyze')
  await owner.end()
  const entities = [...[...resources.values()].map(({ def }) => def), commentEntity]
  const { faults } = await verifyDatabase({ ownerUrl: app.database.ownerUrl, appUrl: app.database.appUrl, entities })
  expect(faults).toEqual([])
})

/** A day counted from today in the organisation's time zone. */
function dateAt(days: number): string {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(new Date())
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
}

test('an incident that was contained or closed took its time', async () => {
  const { objects } = (await pilot.get('/incident?limit=100')).body as { objects: Record<'detected_at' | 'containment_at' | 'closed_at', string | null>[] }
  const took = (from: string | null, to: string | null) => (Date.parse(String(to)) - Date.parse(String(from))) / 3_600_000
  const contained = objects.filter(({ containment_at: at }) => at !== null).map(({ detected_at, containment_at }) => took(detected_at, containment_at))
  const closed = objects.filter(({ closed_at: at }) => at !== null).map(({ detected_at, closed_at }) => took(detected_at, closed_at))
  expect([contained.length, closed.length]).toEqual([5, 6])
  expect(Math.min(...contained, ...closed)).toBeGreaterThan(1)
})

test('of 36 risks two stand above what the group lives with, and one acceptance is stale', async () => {
  const [register] = (await pilot.post('/risk_register/page', { queryParams: { sort: [{ name: 'identifier', order: 'asc' }] } })).body.objects
  const open = chosen('closed', false)
  expect(await total('risk', [open, chosen('register', register.id)])).toBe(36)
  expect(await total('risk', [open, chosen('above', true)])).toBe(2)
  expect(await total('risk', [chosen('treatment', 'ACCEPTED')])).toBe(2)
  expect(await total('risk', [open, chosen('stale', true)])).toBe(1)
  expect(await total('risk', [chosen('status', 'TO_BE_APPROVED')])).toBe(1)
  // Copied from the shared catalog, in its page.
  expect(await total('risk_model')).toBe(3)
})

test('as weeks pass and nobody touches it, no further approval goes stale by itself', async () => {
  const { customerId } = pilot
  const stale = () =>
    app.db.transaction(customerId, (tx) =>
      tx.runText<{ identifier: string; stale_reason: string }>(
        'select identifier, stale_reason from risk where customer_id = $1 and stale_reason is not null',
        [customerId],
      ),
    )
  const built = await stale()
  expect(built).toHaveLength(1)
  // Nor on any other day: where a point more or less of its measures moved its place, the day when it was built would decide.
  const { objects } = (await pilot.post('/risk/page', { queryParams: { per_page: 100, filters: [chosen('status', 'APPROVED'), chosen('stale', false)] } })).body
  expect(objects.length).toBeGreaterThanOrEqual(3)
  for (const { id, identifier } of objects as { id: number; identifier: string }[]) {
    const risk = (await pilot.get(`/risk/${id}`)).body.object
    const placeAt = (worth: number) => {
      const { impact, probability } = currentOf({
        initial: { impact: risk.init_impact, probability: risk.init_probability },
        minimum: { impact: risk.min_impact, probability: risk.min_probability },
        manual: { impact: null, probability: null },
        layers: [{ worth, share: 100 }],
      })
      return [impact, probability]
    }
    const now = [risk.current_impact, risk.current_probability]
    expect([identifier, placeAt(risk.efficiency - 5), placeAt(Math.min(99, risk.efficiency + 5))]).toEqual([identifier, now, now])
  }
  for (ahead of [1, 4, 20]) {
    await levelsJob.runLong({
      data: {},
      resources,
      apart: (work) =>
        app.db.transaction(customerId, (tx) => {
          tx.act(systemWho(customerId, 'night', 'night'))
          return work(tx)
        }),
    })
    expect([ahead, await stale()]).toEqual([ahead, built])
  }
  ahead = 0
})

test('whoever leaves hands over all that is still to do, whatever was decided about it, and is put away', async () => {
  const { objects } = (await pilot.post('/member/page', { queryParams: { per_page: 100 } })).body as { objects: { id: number; name: string }[] }
  const left: string[] = []
  for (const { id, name } of objects.filter((one) => one.id !== pilot.memberId)) {
    const { status, body } = await pilot.post(`/member/${id}/reassign`, { to: pilot.memberId })
    if (status !== 200) left.push(`${name}: ${JSON.stringify(body)}`)
    expect((await pilot.get(`/member/${id}/objects`)).body.objects, name).toEqual([])
  }
  expect(left).toEqual([])
  const [gone] = objects.filter((one) => one.id !== pilot.memberId)
  expect((await pilot.put(`/member/${gone?.id}`, { archived: true })).status).toBe(200)
})
