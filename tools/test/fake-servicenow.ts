import type { FakeAnswer, FakeRequest } from './fake-jira.ts'

type Row = Record<string, string>

const labels: Readonly<Record<string, string>> = { '1': 'New', '2': 'In Progress', '3': 'On Hold', '6': 'Resolved', '7': 'Closed', '8': 'Canceled' }

/** A ServiceNow that answers in its maker's shape: values with what is displayed, pages by the header `Link`, and parts of a query that it does not understand dropped without a word. */
export class FakeServiceNow {
  readonly tables = new Map<string, Row[]>([
    ['incident', []],
    ['sc_task', []],
    [
      'sys_db_object',
      [
        { name: 'incident', label: 'Incident' },
        { name: 'sc_task', label: 'Catalog Task' },
      ],
    ],
    [
      'sys_choice',
      [
        ...Object.entries(labels).map(([value, label], n) => ({
          name: 'incident',
          element: 'state',
          inactive: 'false',
          language: 'en',
          sequence: String(n),
          value,
          label,
        })),
        { name: 'task', element: 'state', inactive: 'false', language: 'en', sequence: '0', value: '1', label: 'Open' },
      ],
    ],
    ['sys_user', [{ sys_id: 'u0', user_name: 'svc', name: 'Service account', email: 'svc@example.com', active: 'true' }]],
    ['sys_journal_field', []],
    ['sys_audit', []],
  ])
  readonly requests: FakeRequest[] = []
  instead: (request: FakeRequest) => FakeAnswer | undefined = () => undefined
  cutsOff: (request: FakeRequest) => boolean = () => false
  /** Fields that a query cannot name on this instance. */
  unknown: readonly string[] = []
  pageSize = 2
  now: () => Date = () => new Date()
  #n = 0

  rows(table: string): Row[] {
    return this.tables.get(table) ?? []
  }

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
    const { status, body, headers, raw } = this.instead(request) ?? this.#answer(request, at)
    if (this.cutsOff(request)) throw new TypeError('fetch failed')
    return new Response(raw ?? JSON.stringify(body), {
      status,
      headers: { 'content-type': raw === undefined ? 'application/json;charset=UTF-8' : 'text/html', ...headers },
    })
  }

  #answer({ method, path, query, headers, body }: FakeRequest, url: URL): FakeAnswer {
    if (headers.get('authorization') !== `Basic ${btoa('svc:secret')}`)
      return { status: 401, body: { error: { message: 'User Not Authenticated', detail: 'Required to provide Auth information' }, status: 'failure' } }
    const [table = '', id] = path.split('/').slice(4)
    const rows = this.tables.get(table)
    if (!rows) return { status: 400, body: { error: { message: `Invalid table ${table}`, detail: null }, status: 'failure' } }
    const all = query.get('sysparm_display_value') === 'all'
    if (method === 'POST') {
      this.#n += 1
      const row: Row = {
        sys_id: `s${this.#n}`,
        number: `INC00${this.#n}`,
        sys_class_name: table,
        state: '1',
        priority: '4',
        sys_created_on: this.#stamp(),
        due_date: '',
        assigned_to: '',
      }
      rows.push(row)
      this.#write(row, body)
      return { status: 201, body: { result: this.#shown(row, all) } }
    }
    if (id === undefined) return this.#list(rows, query, url, all)
    const row = rows.find(({ sys_id: one }) => one === id)
    if (!row)
      return {
        status: 404,
        body: { error: { message: 'No Record found', detail: 'Record doesn’t exist or ACL restricts the record retrieval' }, status: 'failure' },
      }
    if (method === 'PATCH') this.#write(row, body)
    return { status: 200, body: { result: this.#shown(row, all) } }
  }

  #list(rows: readonly Row[], query: URLSearchParams, url: URL, all: boolean): FakeAnswer {
    const parts = (query.get('sysparm_query') ?? '').split('^').filter((part) => part !== '' && !part.startsWith('ORDERBY'))
    const found = rows.filter((row) => parts.every((part) => this.#holds(row, part)))
    const [offset, limit] = [Number(query.get('sysparm_offset') ?? 0), Math.min(this.pageSize, Number(query.get('sysparm_limit') ?? 10_000))]
    const next = new URL(url)
    next.searchParams.set('sysparm_offset', String(offset + limit))
    const link = `<${url.href}>;rel="first",<${next.href}>;rel="next"`
    const big = url.pathname.endsWith('sys_choice') ? found : found.slice(offset, offset + limit)
    return { status: 200, body: { result: big.map((row) => this.#shown(row, all)) }, headers: offset + limit < found.length ? { link } : {} }
  }

  #holds(row: Row, part: string): boolean {
    const [, name = '', sign = '', value = ''] = /^([\w.]+?)(>=|IN|=)(.*)$/.exec(part) ?? []
    if (name === '' || this.unknown.includes(name)) return true
    const own = row[name] ?? ''
    return sign === 'IN' ? value.split(',').includes(own) : sign === '>=' ? own >= value : own.toLowerCase() === value.toLowerCase()
  }

  #write(row: Row, body: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(body)) {
      if (name !== 'comments' && name !== 'work_notes') row[name] = String(value)
      else this.journal(row.sys_id ?? '', name, String(value), 'svc')
    }
    row.sys_updated_on = this.#stamp()
  }

  journal(id: string, element: string, value: string, by: string): void {
    this.#n += 1
    this.rows('sys_journal_field').push({ sys_id: `j${this.#n}`, element_id: id, element, value, sys_created_on: this.#stamp(), sys_created_by: by })
  }

  #stamp = () => this.now().toISOString().slice(0, 19).replace('T', ' ')

  #shown(row: Row, all: boolean): unknown {
    const mail = this.rows('sys_user').find(({ sys_id: id }) => id === row.assigned_to)
    const entries = Object.entries({ ...row, ...(mail && { 'assigned_to.email': mail.email ?? '' }) })
    if (!all) return Object.fromEntries(entries)
    const display = (name: string, value: string) =>
      name === 'state'
        ? (labels[value] ?? value)
        : name === 'assigned_to'
          ? (mail?.name ?? '')
          : /_on$|_date$/.test(name) && value !== ''
            ? `local ${value}`
            : value
    return Object.fromEntries(entries.map(([name, value]) => [name, { display_value: display(name, value), value }]))
  }
}
