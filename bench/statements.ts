import pg from 'pg'
import type { Visitor } from './http-client.ts'
import type { World } from './world.ts'

/** One statement as the server sent it. */
export interface Sent {
  readonly text: string
  readonly name?: string
  readonly values?: unknown[]
}

/** Everything that this process sends to PostgreSQL while `work` runs: of the program, which is another one, it sees nothing (see `sentInside`). */
export async function sentDuring(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [statement, values] = args
    sent.push(typeof statement === 'string' ? { text: statement, ...(Array.isArray(values) && { values }) } : (statement as Sent))
    return Reflect.apply(query, this, args) as unknown
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return sent
}

/** What the server sends for a call, seen by calling it inside this process with the visitor's session; the second time, as a server that has been up for a while. */
export async function sentInside(
  world: World,
  person: Visitor,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  bodyOf: () => object = () => ({}),
): Promise<Sent[]> {
  const call = async () => {
    const headers = { cookie: person.cookie, 'x-vigie': '1' }
    const { statusCode, body } = await world.app.http.inject({ method, url: `/api${path}`, headers, ...(method !== 'GET' && { payload: bodyOf() }) })
    if (statusCode !== 200) throw new Error(`${method} ${path}: ${body}`)
  }
  await call()
  return sentDuring(call)
}

/** A list's statements by what they are for. */
export interface ListStatements {
  readonly begin: Sent
  readonly session: Sent
  readonly total: Sent
  /** Chooses the rows of the page; absent where the statement that counts does so too. */
  readonly ids?: Sent | undefined
  /** Reads them. */
  readonly rows: Sent
}

/** Sorts the statements of one list out; throws when the server sent anything else. */
export function listStatements(sent: readonly Sent[]): ListStatements {
  const find = (part: string, pattern: RegExp) => {
    const found = sent.find(({ text }) => pattern.test(text))
    if (!found) throw new Error(`A list sends no ${part} statement: ${sent.map(({ text }) => text.slice(0, 60)).join(' | ')}`)
    return found
  }
  const statements = {
    begin: find('begin', /^begin/),
    session: find('session', /\bfrom session\b/),
    total: find('total', /^select (count|c\.total|\(select count)/),
    ids: sent.find(({ text }) => text.startsWith('select t.id from')),
    rows: find('rows', /array_position/),
  }
  find('commit', /^commit/)
  if (sent.length > 6) throw new Error(`A list takes ${sent.length} statements`)
  return statements
}

/** One client that does with the bare driver what the server does for one list, in the same flights, and nothing else. */
export async function bareClient(
  url: string,
  { begin, session, total, ids, rows }: ListStatements,
): Promise<{ list(): Promise<void>; close(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url, pipeline: true })
  await client.connect()
  const run = (statement: Sent) => client.query(statement)
  return {
    list: async () => {
      const opened = client.query(begin.text)
      await run(session)
      await Promise.all([total, ids].flatMap((statement) => (statement ? [run(statement)] : [])))
      await run(rows)
      await opened
      await client.query('commit')
    },
    close: () => client.end(),
  }
}

/** Runs statements in one transaction of a customer, on a connection that stays open, as the server's role. */
export async function tenantClient(url: string, customer: number): Promise<{ run(statement: Sent): Promise<unknown>; close(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`begin; set local app.customer_id = '${customer}'`)
  return { run: (statement) => client.query(statement), close: () => client.end() }
}
