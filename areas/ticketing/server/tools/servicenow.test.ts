import { beforeEach, expect, test } from 'vitest'
import { FakeServiceNow } from '#tools/test/fake-servicenow.ts'
import type { AdapterFault, Reach } from '#areas/connectors/server/index.ts'
import { servicenow } from './servicenow.ts'
import type { Ticket } from './tool.ts'

const place = { project: 'incident', type: 'Incident' }
const config = { url: 'https://example.service-now.com', user: 'svc', password: 'secret', close_code: 'Solution provided' }
const now = new Date('2026-11-30T09:00:00Z')
let service = new FakeServiceNow()
const reach: Reach = {
  fetch: (url, init) => service.fetch(url, init),
  signal: new AbortController().signal,
  say: () => {},
  now: () => now,
  wait: async () => {},
}
beforeEach(() => {
  service = new FakeServiceNow()
  service.now = () => now
  service.rows('sys_user').push({ sys_id: 'u1', user_name: 'luc', name: 'Luc Desmet', email: 'luc@example.com', active: 'true' })
})
const make = (mark = 'a214') =>
  servicenow.create(config, reach, place, { title: 'Close port 445', text: 'In halls 2 and 3.', due: '2026-12-18', assignee: 'u1' }, mark)
const fault = (asked: Promise<unknown>) =>
  asked.then(
    () => expect.fail('no fault'),
    (error: unknown) => error as AdapterFault,
  )
async function pages(since = now): Promise<Ticket[][]> {
  const found: Ticket[][] = []
  for await (const page of servicenow.changedSince(config, reach, place, since)) found.push([...page])
  return found
}

test('says as whom one is signed in and which tables are read; states come by their values, a table’s own in place of all tasks’', async () => {
  expect(await servicenow.test(config, reach)).toEqual({
    as: 'Service account',
    mayRead: [{ en: 'tables incident, sc_task', fr: 'les tables incident, sc_task' }],
    missing: [],
  })
  expect(await fault(servicenow.test({ ...config, password: 'other' }, reach))).toMatchObject({
    reason: 'refused',
    told: 'User Not Authenticated Required to provide Auth information',
  })
  expect(await servicenow.projects(config, reach)).toEqual([
    { key: 'incident', name: 'Incident' },
    { key: 'sc_task', name: 'Catalog Task' },
  ])
  expect((await servicenow.statuses(config, reach, place)).map(({ id, name, phase, outcome }) => [id, name, phase, outcome])).toEqual([
    ['1', 'New', 'open', undefined],
    ['2', 'In Progress', 'working', undefined],
    ['3', 'On Hold', 'waiting', undefined],
    ['6', 'Resolved', 'resolved', undefined],
    ['7', 'Closed', 'closed', undefined],
    ['8', 'Canceled', 'closed', 'none'],
  ])
  expect((await servicenow.statuses(config, reach, { project: 'sc_task', type: '' })).map(({ name }) => name)).toEqual(['Open'])
})

test('what is made is found by its mark, also where nobody heard that it was made; values are read, not what is displayed', async () => {
  expect(await servicenow.find(config, reach, place, 'a214')).toBeNull()
  service.cutsOff = ({ method }) => method === 'POST'
  expect((await fault(make())).reason).toBe('unreachable')
  service.cutsOff = () => false
  const found = await servicenow.find(config, reach, place, 'a214')
  expect(found).toMatchObject({
    id: 'incident/s1',
    key: 'INC001',
    updated: now,
    fields: { state: '1', title: 'Close port 445', due: '2026-12-18', assignee: 'u1', priority: '4' },
    told: { state: 'New', assignee: 'Luc Desmet', mail: 'luc@example.com' },
  })
  expect(await servicenow.read(config, reach, 'incident/s9')).toBeNull()
  expect(await servicenow.read(config, reach, '../sys_user/u1').catch((error: AdapterFault) => error.reason)).toBe('gone')
})

test('a query of which a part was dropped is noticed: nothing of others is taken for ours', async () => {
  await make()
  service.rows('incident').push({ ...service.rows('incident')[0], sys_id: 'foreign', correlation_id: '', correlation_display: '' })
  service.unknown = ['correlation_id', 'correlation_display']
  service.rows('incident').reverse()
  expect(await fault(servicenow.find(config, reach, place, 'a214'))).toMatchObject({ reason: 'unexpected', told: 'query' })
  expect(await fault(pages())).toMatchObject({ reason: 'unexpected', told: 'query' })
  service.unknown = ['email']
  expect((await fault(servicenow.person(config, reach, 'luc@example.com'))).reason).toBe('unexpected')
  expect((await fault(servicenow.person(config, reach, 'x^active=false'))).reason).toBe('refused')
})

test('what changed comes by the header’s next page, from the times of UTC; what signs in goes to no other server', async () => {
  for (const mark of ['a', 'b', 'c']) await make(mark)
  expect((await pages()).map((page) => page.length)).toEqual([2, 1])
  expect(service.requests.at(-1)?.query.get('sysparm_query')).toContain('sys_updated_on>=2026-11-30 08:50:00')
  service.instead = ({ query }) =>
    query.has('sysparm_offset') ? undefined : { status: 200, body: { result: [] }, headers: { link: '<https://other.example/x>;rel="next"' } }
  expect(await fault(pages())).toMatchObject({ reason: 'unexpected', told: 'link' })
})

test('fields and states are written; a rule that keeps a state is a refusal', async () => {
  const { id } = await make()
  const changed = await servicenow.change(config, reach, id, { state: '6', due: null, assignee: null, title: 'Closed' })
  expect(changed?.fields).toEqual({ state: '6', title: 'Closed', due: null, assignee: null, priority: '4' })
  expect(service.rows('incident')[0]).toMatchObject({ close_code: 'Solution provided', close_notes: 'Vigie' })
  service.instead = ({ method }) => (method === 'PATCH' ? { status: 200, body: { result: { ...service.rows('incident')[0] } } } : undefined)
  expect(await fault(servicenow.change(config, reach, id, { state: '2' }))).toMatchObject({ reason: 'refused' })
  service.instead = () => undefined
  service.rows('incident').length = 0
  expect(await servicenow.change(config, reach, id, { state: '2' })).toBeNull()
})

test('says where nothing of a table is to be seen, and which tables of comments and people are withheld', async () => {
  expect(await fault(servicenow.sees(config, reach, place))).toMatchObject({ reason: 'refused', told: 'incident' })
  await make()
  await servicenow.sees(config, reach, place)
  service.instead = ({ path }) => (/sys_user|sys_journal_field/.test(path) ? { status: 403, body: { error: { message: 'No right' } } } : undefined)
  expect(await servicenow.test(config, reach)).toMatchObject({ as: 'svc', missing: ['sys_user', 'sys_journal_field'] })
})

test('comments carry our mark where people do not read it as theirs, and a link twice is one', async () => {
  const { id } = await make()
  service.journal('s1', 'comments', 'Waits', 'karol')
  const made = await servicenow.comment(config, reach, id, 'Seen', 'c7')
  const comments = []
  for await (const page of servicenow.comments(config, reach, id)) comments.push(...page)
  expect(comments.map(({ author, text, mark }) => [author, text, mark])).toEqual([
    ['karol', 'Waits', null],
    ['svc', 'Seen', 'c7'],
  ])
  expect(comments[1]?.id).toBe(made)
  for (let n = 0; n < 2; n += 1) await servicenow.link(config, reach, id, { url: 'https://vigie.example/files/1', title: 'Plan.pdf' })
  expect(service.rows('sys_journal_field').filter(({ element }) => element === 'work_notes')).toHaveLength(1)
})

test.each([
  [{ status: 200, raw: '<html>Your instance is hibernating</html>' }, 'unexpected'],
  [{ status: 200, body: { error: { message: 'Transaction cancelled: maximum execution time exceeded' } } }, 'unexpected'],
  [{ status: 429, headers: { 'retry-after': '900' } }, 'busy'],
  [{ status: 503, body: {} }, 'busy'],
])('an instance that sleeps, cancels or has too much to do is a fault (%#)', async (answer, reason) => {
  service.instead = () => answer
  expect((await fault(pages())).reason).toBe(reason)
})
