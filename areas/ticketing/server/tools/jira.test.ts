import { beforeEach, describe, expect, test } from 'vitest'
import { FakeJira } from '#tools/test/fake-jira.ts'
import type { AdapterFault, Reach, RunLine } from '#areas/connectors/server/index.ts'
import { jiraCloud } from './jira-cloud.ts'
import { jiraDataCenter } from './jira-data-center.ts'
import type { Ticket } from './tool.ts'

const place = { project: 'OTSEC', type: 'Task' }
const fresh = { title: 'Close port 445', text: 'In halls 2 and 3.\n\nhttps://vigie.example/actions/214', due: '2026-12-18', assignee: 'luc' }
const config = { url: 'https://jira.example/', mail: 'svc@example.com', token: 'token' }

describe.each([
  ['of the cloud', jiraCloud, false],
  ['Data Center', jiraDataCenter, true],
])('Jira %s', (_name, tool, dataCenter) => {
  let [jira, said, waited]: [FakeJira, RunLine[], number[]] = [new FakeJira(), [], []]
  const now = new Date('2026-11-30T09:00:00Z')
  const reach: Reach = {
    fetch: (url, init) => jira.fetch(url, init),
    signal: new AbortController().signal,
    say: (line) => said.push(line),
    now: () => now,
    wait: async (ms) => void waited.push(ms),
  }
  beforeEach(() => {
    ;[jira, said, waited] = [new FakeJira({ dataCenter }), [], []]
    jira.now = () => now
    jira.people = [
      { id: 'luc', name: 'Luc Desmet', mail: 'luc@example.com' },
      { id: 'luca', name: 'Luca', mail: 'luc@example.com.au', shows: true },
      { id: 'karol', name: 'K. Wójcik', mail: 'karol@example.com', shows: true },
    ]
  })
  const make = (mark = 'a214') => tool.create(config, reach, place, fresh, mark)
  const pages = async (since: Date) => {
    const found: Ticket[][] = []
    for await (const page of tool.changedSince(config, reach, place, since)) found.push([...page])
    return found
  }
  const fault = (asked: Promise<unknown>) =>
    asked.then(
      () => expect.fail('no fault'),
      (error: unknown) => error as AdapterFault,
    )

  test('says as whom one is signed in, where tickets are made and what rights are missing', async () => {
    jira.refuses = ['duedate']
    expect(await tool.test(config, reach)).toEqual({
      as: 'svc-vigie',
      mayRead: [{ en: 'projects OTSEC, ITOPS, LNZ', fr: 'les projets OTSEC, ITOPS, LNZ' }],
      missing: ['SCHEDULE_ISSUES'],
    })
    expect((await fault(tool.test({ ...config, token: 'other' }, reach))).reason).toBe('refused')
    expect((await tool.projects(config, reach)).map(({ key }) => key)).toEqual(['OTSEC', 'ITOPS', 'LNZ'])
    expect(await tool.types(config, reach, 'OTSEC')).toEqual(['Task'])
    expect(await tool.statuses(config, reach, place)).toEqual([
      { id: '1', name: 'Open', phase: 'open' },
      { id: '2', name: 'In progress', phase: 'working' },
      { id: '3', name: 'Pending', phase: 'waiting' },
      { id: '4', name: 'Resolved', phase: 'resolved' },
      { id: '5', name: 'Closed', phase: 'closed' },
      { id: '5/none', name: 'Closed', phase: 'closed', outcome: 'none' },
    ])
  })

  test('a ticket that is made is found by its mark, also where nobody heard that it was made', async () => {
    expect(await tool.find(config, reach, place, 'a214')).toBeNull()
    jira.cutsOff = ({ method, path }) => method === 'POST' && path.endsWith('/issue')
    expect((await fault(make())).reason).toBe('unreachable')
    expect(jira.requests.filter(({ path }) => path.endsWith('/issue'))).toHaveLength(1)
    jira.cutsOff = () => false
    const found = await tool.find(config, reach, place, 'a214')
    expect(found).toMatchObject({ key: jira.only.key, url: `https://jira.example/browse/${jira.only.key}` })
    expect(found?.fields).toEqual({ state: '1', title: 'Close port 445', due: '2026-12-18', assignee: 'luc', priority: '3' })
    expect(await tool.find(config, reach, { project: 'ITOPS', type: 'Task' }, 'a214')).toBeNull()
  })

  test('what the screen of new tickets does not have is left out and said', async () => {
    jira.refuses = ['duedate']
    expect((await make()).fields).toMatchObject({ due: null, assignee: 'luc' })
    expect(said).toEqual([{ level: 'warning', key: 'ticketing.runs.left_out', values: { fields: 'duedate' } }])
    jira.refuses = ['labels']
    expect((await fault(make('b'))).told).toContain('labels: Field')
    expect(jira.issues.size).toBe(1)
  })

  test('people are found by exactly their mail address', async () => {
    expect(await tool.person(config, reach, 'LUC@example.com')).toBe('luc')
    expect(await tool.person(config, reach, 'karol@example.com')).toBe('karol')
    expect(await tool.person(config, reach, 'nobody@example.com')).toBeNull()
  })

  test('fields are written, and a state is reached by a way that the ticket has; a way that it has not is refused', async () => {
    const { id } = await make()
    expect((await tool.change(config, reach, id, { due: null, title: 'Close it', assignee: 'karol', state: '5/none' }))?.fields).toEqual({
      state: '5',
      title: 'Close it',
      due: null,
      assignee: 'karol',
      priority: '3',
    })
    expect(jira.only.resolution).toBe('2')
    expect(await fault(tool.change(config, reach, id, { state: '3' }))).toMatchObject({ reason: 'refused', told: 'no transition from Closed' })
    // It is there already: somebody was quicker.
    expect((await tool.change(config, reach, id, { state: '5' }))?.fields.state).toBe('5')
    await tool.change(config, reach, id, { state: '1' })
    await tool.change(config, reach, id, { state: '5' })
    expect(jira.only.resolution).toBe('1')
  })

  test('what changed comes in pages, each ticket once, with an overlap before the moment that is asked for', async () => {
    for (const mark of ['a', 'b', 'c']) await make(mark)
    expect((await pages(now)).map((page) => page.length)).toEqual([2, 1])
    for (const issue of jira.issues.values()) issue.updated = new Date(now.getTime() - 3_600_000)
    expect((await pages(now)).flat()).toEqual([])
    expect((await pages(new Date(now.getTime() - 3_000_000))).flat()).toHaveLength(3)
  })

  test('comments come with their author and our marks, whatever they are made of; a link twice is one', async () => {
    const { id, key } = await make()
    jira.says('K. Wójcik', key, 'Waits for the maintenance stop')
    await tool.comment(config, reach, id, 'Seen.\nThank you.', 'c7')
    jira.says('K. Wójcik', key, 'Done')
    const comments = []
    for await (const page of tool.comments(config, reach, id)) comments.push(...page)
    expect(comments.map(({ author, text, mark }) => [author, text, mark])).toEqual([
      ['K. Wójcik', 'Waits for the maintenance stop', null],
      ['svc-vigie', 'Seen.\nThank you.', 'c7'],
      ['K. Wójcik', 'Done', null],
    ])
    for (let n = 0; n < 2; n += 1) await tool.link(config, reach, id, { url: 'https://vigie.example/files/1', title: 'Plan.pdf' })
    expect([...jira.only.links.values()]).toEqual([{ url: 'https://vigie.example/files/1', title: 'Plan.pdf' }])
  })

  test('who changed what last is told field by field', async () => {
    const { id, key } = await make()
    jira.by('K. Wójcik', key, { status: '2', due: '2026-12-11' })
    expect(await tool.lastChange(config, reach, id)).toEqual({ state: { who: 'K. Wójcik', at: now }, due: { who: 'K. Wójcik', at: now } })
  })

  test('a ticket that is gone is no fault', async () => {
    const { id } = await make()
    jira.issues.clear()
    expect(await tool.read(config, reach, id)).toBeNull()
    expect(await tool.change(config, reach, id, { due: null })).toBeNull()
    expect(await tool.change(config, reach, id, { state: '2' })).toBeNull()
    expect(await tool.lastChange(config, reach, id)).toEqual({})
  })

  test('says where nothing of a place is to be seen, and which rights of comments, links and people are missing', async () => {
    await tool.sees(config, reach, place)
    jira.withheld = ['BROWSE_PROJECTS']
    expect(await fault(tool.sees(config, reach, place))).toMatchObject({ reason: 'refused', told: 'OTSEC' })
    jira.withheld = ['ADD_COMMENTS', 'LINK_ISSUES', 'USER_PICKER']
    expect((await tool.test(config, reach)).missing).toEqual(jira.withheld)
    jira.instead = ({ path }) => (path.endsWith('/mypermissions') ? { status: 404, body: { errorMessages: ['No project.'] } } : undefined)
    expect((await fault(tool.sees(config, reach, place))).reason).toBe('refused')
  })

  test('too many requests are waited for as long as is said, and no longer than makes sense; what makes something is not asked again by itself', async () => {
    let times = 2
    const busy = () => (times-- > 0 ? { status: 429, headers: { 'retry-after': '7' } } : undefined)
    jira.instead = busy
    expect(await tool.projects(config, reach)).toHaveLength(3)
    expect(waited).toEqual([7000, 7000])
    times = 1
    expect(await fault(make())).toMatchObject({ reason: 'busy', retryAfter: 7 })
    expect([waited.length, jira.issues.size]).toEqual([2, 0])
    jira.instead = () => ({ status: 429, headers: { 'retry-after': '3600' } })
    expect(await fault(tool.projects(config, reach))).toMatchObject({ reason: 'busy', retryAfter: 3600 })
  })

  test.each([
    [{ status: 302, headers: { location: 'https://login.example' } }, 'unexpected'],
    [{ status: 200, raw: '<html>Sign in</html>' }, 'unexpected'],
    [{ status: 200, body: { issues: null } }, 'unexpected'],
    [{ status: 200, headers: { 'content-type': 'application/json' }, raw: '{"issues": [' }, 'unexpected'],
    [{ status: 403, body: { errorMessages: ['No right'] } }, 'refused'],
    [{ status: 500, body: {} }, 'unreachable'],
    [{ status: 200, headers: { 'content-type': 'application/json' }, raw: `"${'x'.repeat(9_000_000)}"` }, 'too_large'],
  ])('what is no answer is a fault and nothing else (%#)', async (answer, reason) => {
    jira.instead = () => answer
    expect((await fault(pages(now))).reason).toBe(reason)
  })

  test('a search that never ends stops', async () => {
    await make()
    const [issue] = jira.issues.values()
    let asked = 0
    jira.instead = ({ path }) => {
      if (!path.includes('/search')) return undefined
      asked += 1
      const shown = { id: issue?.id, key: issue?.key, fields: { status: { id: '1', name: 'Open' }, updated: '2026-11-30T09:00:00.000+0000' } }
      return {
        status: 200,
        body: dataCenter ? { startAt: 0, total: 10, issues: asked > 3 ? [] : [shown] } : { issues: [shown], nextPageToken: 'same', isLast: false },
      }
    }
    expect((await pages(now)).flat()).toHaveLength(1)
    expect(asked).toBeLessThan(5)
  })
})
