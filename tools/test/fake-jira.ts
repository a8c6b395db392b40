import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface FakeIssue {
  readonly id: string
  key: string
  summary: string
  text: string
  status: string
  resolution: string | null
  due: string | null
  assignee: string | null
  priority: string
  labels: string[]
  updated: Date
  /** Not yet known to the search. */
  unlisted: boolean
  readonly comments: { id: string; author: string; body: unknown; created: Date; properties: unknown[] }[]
  readonly links: Map<string, { url: string; title: string }>
  readonly history: { author: string; created: Date; items: { field: string }[] }[]
}

interface NewFields {
  readonly project: { readonly key: string }
  readonly summary?: string
  readonly description?: unknown
  readonly duedate?: string
  readonly assignee?: Readonly<Record<string, string>>
  readonly labels?: string[]
}

interface FakePerson {
  readonly id: string
  readonly name: string
  readonly mail: string
  /** Whether the account shows its address to programs. */
  readonly shows?: boolean
}

export interface FakeAnswer {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** In place of JSON. */
  readonly raw?: string
}

export interface FakeRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

const states: Readonly<Record<string, { name: string; category: string }>> = {
  '1': { name: 'Open', category: 'new' },
  '2': { name: 'In progress', category: 'indeterminate' },
  '3': { name: 'Pending', category: 'indeterminate' },
  '4': { name: 'Resolved', category: 'done' },
  '5': { name: 'Closed', category: 'done' },
}
/** Which state leads to which: nothing that is closed goes back to pending. */
const ways: Readonly<Record<string, readonly string[]>> = {
  '1': ['2', '3', '4', '5'],
  '2': ['1', '3', '4', '5'],
  '3': ['1', '2', '4', '5'],
  '4': ['1', '2', '5'],
  '5': ['1'],
}

/** A Jira that answers in its maker's shape: the cloud's by default, or Data Center's. */
export class FakeJira {
  readonly issues = new Map<string, FakeIssue>()
  readonly requests: FakeRequest[] = []
  people: FakePerson[] = []
  /** What is answered in place of the usual, for as long as it answers something. */
  instead: (request: FakeRequest) => FakeAnswer | undefined = () => undefined
  /** Does what is asked, and the answer never arrives. */
  cutsOff: (request: FakeRequest) => boolean = () => false
  /** Fields that the screen for new issues does not have. */
  refuses: readonly string[] = []
  /** Rights that the account does not have. */
  withheld: readonly string[] = []
  pageSize = 2
  now: () => Date = () => new Date()
  me = 'svc-vigie'
  #n = 100
  readonly #center: boolean

  constructor({ dataCenter = false } = {}) {
    this.#center = dataCenter
  }

  get only(): FakeIssue {
    const [first] = this.issues.values()
    if (!first || this.issues.size > 1) throw new Error(`${this.issues.size} issues`)
    return first
  }

  /** Somebody changes an issue in Jira. */
  by(who: string, key: string, change: Partial<Pick<FakeIssue, 'status' | 'due' | 'summary' | 'assignee' | 'priority'>>): void {
    const issue = this.#found(key)
    if (!issue) throw new Error(key)
    const named: Readonly<Record<string, string>> = { due: 'duedate' }
    Object.assign(issue, change, { updated: this.now() })
    issue.history.unshift({ author: who, created: this.now(), items: Object.keys(change).map((field) => ({ field: named[field] ?? field })) })
  }

  says(who: string, key: string, text: string): void {
    const issue = this.#found(key)
    this.#n += 1
    issue?.comments.push({ id: String(this.#n), author: who, body: this.#text(text), created: this.now(), properties: [] })
    if (issue) issue.updated = this.now()
  }

  /** In place of the network. */
  readonly fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const at = new URL(url)
    const request: FakeRequest = {
      method: init.method ?? 'GET',
      path: at.pathname,
      query: at.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : {},
    }
    this.requests.push(request)
    const { status, body, headers, raw } = this.instead(request) ?? this.#answer(request)
    if (this.cutsOff(request)) throw new TypeError('fetch failed')
    return new Response(raw ?? (body === undefined ? null : JSON.stringify(body)), {
      status,
      headers: { 'content-type': raw === undefined ? 'application/json;charset=UTF-8' : 'text/html', ...headers },
    })
  }

  #found = (idOrKey: string) => this.issues.get(idOrKey) ?? [...this.issues.values()].find(({ key }) => key === idOrKey)

  #answer({ method, path, query, headers, body }: FakeRequest): FakeAnswer {
    const parts = path.split('/').slice(2)
    const version = this.#center ? '2' : '3'
    if (parts[0] !== 'api' || parts[1] !== version) return { status: 404, raw: '<html>dead link</html>' }
    const signedIn = this.#center ? headers.get('authorization') === 'Bearer token' : headers.get('authorization') === `Basic ${btoa('svc@example.com:token')}`
    if (!signedIn) return { status: 401, raw: '<html>Unauthorized</html>' }
    const [what, id = '', part] = parts.slice(2).map(decodeURIComponent)
    if (what === 'myself') return { status: 200, body: this.#person({ id: 'svc', name: this.me, mail: 'svc@example.com' }) }
    if (what === 'mypermissions')
      return {
        status: 200,
        body: {
          permissions: Object.fromEntries(
            (query.get('permissions') ?? '')
              .split(',')
              .map((right) => [
                right,
                { havePermission: !this.withheld.includes(right) && (right !== 'SCHEDULE_ISSUES' || !this.refuses.includes('duedate')) },
              ]),
          ),
        },
      }
    if (what === 'priority') return { status: 200, body: ['1', '2', '3', '4', '5'].map((one) => ({ id: one, name: `P${one}` })) }
    if (what === 'user') {
      const asked = (query.get(this.#center ? 'username' : 'query') ?? '').toLowerCase()
      return {
        status: 200,
        body: this.people.filter(({ mail, name }) => `${mail} ${name}`.toLowerCase().includes(asked)).map((person) => this.#person(person)),
      }
    }
    if (what === 'project') return this.#projects(id, part, query)
    if (what === 'search') return this.#search(id, method, body)
    if (what !== 'issue') return { status: 404, body: { errorMessages: ['null for uri'] } }
    return id === '' ? this.#create(body) : this.#issue(method, id, part, query, body)
  }

  #projects(id: string, part: string | undefined, query: URLSearchParams): FakeAnswer {
    const all = [
      { id: '1', key: 'OTSEC', name: 'OT security' },
      { id: '2', key: 'ITOPS', name: 'IT operations' },
      { id: '3', key: 'LNZ', name: 'Linz' },
    ]
    if (part === 'statuses') {
      const statuses = Object.entries(states).map(([one, { name, category }]) => ({ id: one, name, statusCategory: { key: category } }))
      if (!all.some(({ key }) => key === id)) return { status: 404, body: { errorMessages: [`No project could be found with key '${id}'.`], errors: {} } }
      return {
        status: 200,
        body: [
          { id: '10', name: 'Task', subtask: false, statuses },
          { id: '11', name: 'Sub-task', subtask: true, statuses },
        ],
      }
    }
    if (this.#center) return { status: 200, body: all }
    const startAt = Number(query.get('startAt'))
    const values = all.slice(startAt, startAt + this.pageSize)
    return { status: 200, body: { startAt, maxResults: this.pageSize, total: all.length, isLast: startAt + values.length >= all.length, values } }
  }

  #search(id: string, method: string, body: Readonly<Record<string, unknown>>): FakeAnswer {
    if (!this.#center && id !== 'jql')
      return { status: 410, body: { errorMessages: ['The requested API has been removed. Please migrate to the /rest/api/3/search/jql API.'] } }
    if (method !== 'POST') return { status: 405 }
    const jql = String(body.jql)
    const label = /labels = "([^"]+)"/.exec(jql)?.[1]
    const minutes = /updated >= "-(\d+)m"/.exec(jql)?.[1]
    const project = /project = "([^"]+)"/.exec(jql)?.[1]
    if (project === undefined)
      return { status: 400, body: { errorMessages: ['Unbounded JQL queries are not allowed here. Please add a search restriction to your query.'] } }
    const since = minutes === undefined ? 0 : this.now().getTime() - Number(minutes) * 60_000
    const found = [...this.issues.values()]
      .filter(
        (issue) =>
          !issue.unlisted && issue.key.startsWith(`${project}-`) && (label === undefined || issue.labels.includes(label)) && issue.updated.getTime() >= since,
      )
      .toSorted((a, b) => a.updated.getTime() - b.updated.getTime())
    const startAt = Number((this.#center ? body.startAt : body.nextPageToken) ?? 0)
    const shown = found.slice(startAt, startAt + this.pageSize)
    const issues = shown.map((issue) => (Array.isArray(body.fields) ? this.#shown(issue) : { id: issue.id }))
    if (this.#center) return { status: 200, body: { startAt, maxResults: this.pageSize, total: found.length, issues } }
    const isLast = startAt + shown.length >= found.length
    return { status: 200, body: { issues, isLast, ...(!isLast && { nextPageToken: String(startAt + shown.length) }) } }
  }

  #create(body: Readonly<Record<string, unknown>>): FakeAnswer {
    const fields = body.fields as NewFields
    const refused = this.refuses.filter((name) => name in fields)
    if (refused.length > 0)
      return {
        status: 400,
        body: {
          errorMessages: [],
          errors: Object.fromEntries(refused.map((name) => [name, `Field '${name}' cannot be set. It is not on the appropriate screen, or unknown.`])),
        },
      }
    this.#n += 1
    const project = fields.project.key
    const issue: FakeIssue = {
      id: String(10_000 + this.#n),
      key: `${project}-${this.#n}`,
      summary: fields.summary ?? '',
      text: this.#plain(fields.description),
      status: '1',
      resolution: null,
      due: fields.duedate ?? null,
      assignee: fields.assignee?.[this.#center ? 'name' : 'accountId'] ?? null,
      priority: '3',
      labels: fields.labels ?? [],
      updated: this.now(),
      unlisted: false,
      comments: [],
      links: new Map(),
      history: [],
    }
    this.issues.set(issue.id, issue)
    return { status: 201, body: { id: issue.id, key: issue.key, self: `https://jira.example/rest/api/3/issue/${issue.id}` } }
  }

  #issue(method: string, id: string, part: string | undefined, query: URLSearchParams, body: Readonly<Record<string, unknown>>): FakeAnswer {
    const issue = this.#found(id)
    if (!issue) return { status: 404, body: { errorMessages: ['Issue does not exist or you do not have permission to see it.'], errors: {} } }
    if (part === undefined && method === 'GET') {
      const changelog = {
        histories: issue.history.map((entry) => ({ author: { displayName: entry.author }, created: stamp(entry.created), items: entry.items })),
      }
      return { status: 200, body: { ...this.#shown(issue), ...(query.get('expand') === 'changelog' && { changelog }) } }
    }
    if (part === undefined) {
      const fields = body.fields as Record<string, unknown>
      if ('summary' in fields) issue.summary = String(fields.summary)
      if ('duedate' in fields) issue.due = fields.duedate as string | null
      if ('assignee' in fields) issue.assignee = (fields.assignee as Record<string, string> | null)?.[this.#center ? 'name' : 'accountId'] ?? null
      issue.updated = this.now()
      return { status: 204 }
    }
    if (part === 'transitions' && method === 'GET') {
      const transitions = (ways[issue.status] ?? []).map((to) => ({
        id: `${issue.status}${to}`,
        name: `To ${states[to]?.name}`,
        to: { id: to, name: states[to]?.name },
        isAvailable: true,
        fields:
          to === '5'
            ? {
                resolution: {
                  required: true,
                  allowedValues: [
                    { id: '1', name: 'Done' },
                    { id: '2', name: 'Won’t do' },
                  ],
                },
              }
            : {},
      }))
      return { status: 200, body: { transitions } }
    }
    if (part === 'transitions') {
      const wanted = (body.transition as { id: string }).id
      const to = (ways[issue.status] ?? []).find((one) => `${issue.status}${one}` === wanted)
      if (to === undefined)
        return { status: 400, body: { errorMessages: ['It seems that you have tried to perform an illegal workflow operation.'], errors: {} } }
      const resolution = (body.fields as { resolution?: { id: string } } | undefined)?.resolution?.id ?? null
      if (to === '5' && resolution === null) return { status: 400, body: { errorMessages: [], errors: { resolution: 'Resolution is required.' } } }
      Object.assign(issue, { status: to, resolution, updated: this.now() })
      return { status: 204 }
    }
    if (part === 'comment' && method === 'GET') {
      const startAt = Number(query.get('startAt'))
      const comments = issue.comments.slice(startAt, startAt + this.pageSize)
      return {
        status: 200,
        body: {
          startAt,
          maxResults: this.pageSize,
          total: issue.comments.length,
          comments: comments.map(({ author, created, ...comment }) => ({ ...comment, author: { displayName: author }, created: stamp(created) })),
        },
      }
    }
    if (part === 'comment') {
      this.#n += 1
      const comment = { id: String(this.#n), author: this.me, body: body.body, created: this.now(), properties: (body.properties as unknown[]) ?? [] }
      issue.comments.push(comment)
      issue.updated = this.now()
      return { status: 201, body: { id: comment.id } }
    }
    if (part === 'remotelink') {
      const { globalId, object } = body as { globalId: string; object: { url: string; title: string } }
      const known = issue.links.has(globalId)
      issue.links.set(globalId, object)
      return { status: known ? 200 : 201, body: { id: issue.links.size } }
    }
    return { status: 404, body: { errorMessages: ['null for uri'] } }
  }

  #shown(issue: FakeIssue): object {
    const person = this.people.find(({ id }) => id === issue.assignee)
    return {
      id: issue.id,
      key: issue.key,
      fields: {
        summary: issue.summary,
        status: { id: issue.status, name: states[issue.status]?.name, statusCategory: { key: states[issue.status]?.category } },
        duedate: issue.due,
        assignee: person ? this.#person(person) : null,
        priority: { id: issue.priority, name: `P${issue.priority}` },
        updated: stamp(issue.updated),
        labels: issue.labels,
      },
    }
  }

  #person = ({ id, name, mail, shows = false }: FakePerson) =>
    this.#center
      ? { name: id, key: `JIRAUSER${id}`, displayName: name, emailAddress: mail, active: true }
      : { accountId: id, accountType: 'atlassian', displayName: name, active: true, ...(shows && { emailAddress: mail }) }

  #text = (text: string): unknown => (this.#center ? text : { type: 'doc', version: 1, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })

  #plain(value: unknown): string {
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
}

/** Jira writes the offset without its colon. */
const stamp = (at: Date) => at.toISOString().replace('Z', '+0000')

/** The same on this machine's network. */
export async function serveFake(fake: {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
}): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      const body = Buffer.concat(chunks).toString('utf8')
      try {
        const answer = await fake.fetch(`http://127.0.0.1${request.url}`, {
          method: request.method ?? 'GET',
          headers: Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as [string, string]] : [])),
          ...(body !== '' && { body }),
        })
        response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()))
      } catch {
        response.destroy()
      }
    })()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}
