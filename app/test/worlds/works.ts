import { strict as assert } from 'node:assert'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { layEmbedded } from '#platform/database/embedded.ts'
import { readPostmaster } from '#platform/database/postmaster.ts'
import { startProgram, type Program } from '#tools/program.ts'
import { cheapHash } from '#tools/test/cheap-hash.ts'
import { shiftClock } from '#tools/test/clock.ts'
import { migratedCluster } from '#tools/test/migrated.ts'

const email = 'first@works.example'
const password = 'Correct-Horse-9-battery'

// The body is whatever the server said; the test looks into it freely.
// oxlint-disable-next-line typescript/no-explicit-any
type Answer = any

/** One save that the server said it had done. */
export interface Saved {
  readonly id: number
  readonly version: number
  readonly name: string
}

/** One browser, with a session of its own. */
export class Visitor {
  #works: Works
  /** Its session, as it is sent. */
  cookie = ''

  constructor(works: Works) {
    this.#works = works
  }

  /** Signs in to the organisation; answers its root perimeter. */
  async enter(as = email): Promise<number> {
    assert.equal((await this.call('POST', '/auth/login', { email: as, password })).status, 200)
    const { body } = await this.call('GET', '/user/customers')
    assert(body.objects, JSON.stringify(body))
    const { id } = body.objects.find((customer: Answer) => customer.name === 'Works' && customer.id !== 1) ?? {}
    assert.equal((await this.call('PUT', '/user/customer', { customer_id: id })).status, 200)
    return (await this.call('GET', '/perimeter?limit=1')).body.objects[0].id as number
  }

  /** A call as a browser makes it; rejects when the server is gone. */
  async call(method: string, path: string, body?: unknown): Promise<{ status: number; headers: Headers; body: Answer }> {
    const form = body instanceof FormData
    const answer = await fetch(`${this.#works.program.address}/api${path}`, {
      method,
      headers: { 'x-vigie': '1', cookie: this.cookie, ...(body !== undefined && !form && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    })
    const set = answer.headers.get('set-cookie')
    if (set) this.cookie = set.split(';')[0] ?? ''
    return { status: answer.status, headers: answer.headers, body: await answer.json() }
  }
}

/** The real program on its embedded database, with one organisation, for tests that pull the ground from under it. */
export class Works {
  readonly data = mkdtempSync(join(tmpdir(), 'vigie-works-'))
  readonly cluster = join(this.data, 'postgres', 'cluster')
  #program: Program | undefined
  #first = new Visitor(this)

  readonly #file: string | undefined

  /** The program has the machine's clock, and so has the test then. `file`: the server as it was built, in place of its sources. */
  constructor(file?: string) {
    this.#file = file
    shiftClock(0)
  }

  get program(): Program {
    assert(this.#program, 'The program was not started')
    return this.#program
  }

  /** What the first start would make is laid beforehand, where nobody has begun it. */
  async start(): Promise<void> {
    const database = join(this.data, 'postgres')
    if (!existsSync(database)) layEmbedded(await migratedCluster(), database)
    this.#program = await startProgram({ VIGIE_DATA: this.data, DATABASE_URL: '' }, this.#file)
  }

  async close(): Promise<void> {
    await this.#program?.stop()
    rmSync(this.data, { recursive: true, force: true })
  }

  /** Makes the organisation of an installation that has just been started. */
  async found(): Promise<void> {
    const code = readFileSync(join(this.data, 'setup-code'), 'utf8').trim()
    const made = await this.call('POST', '/first_run', {
      code,
      organisation: 'Works',
      firstname: 'First',
      lastname: 'Administrator',
      email,
      password,
      lang: 'en',
    })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    // Whoever signs in hundreds of times need not wait for it.
    await this.owner('update account set password_hash = $1 where email = $2', [await cheapHash(password), email])
  }

  /** Signs in to the organisation; answers its root perimeter. */
  readonly enter = () => this.#first.enter()
  get cookie(): string {
    return this.#first.cookie
  }

  readonly call: Visitor['call'] = (...call) => this.#first.call(...call)

  /** Browsers that are signed in. One after the other: attempts side by side count as a guesser's. */
  async visitors(count: number): Promise<Visitor[]> {
    const visitors = Array.from({ length: count }, () => new Visitor(this))
    for (const visitor of visitors) await visitor.enter()
    return visitors
  }

  /** A browser of somebody else, whose password is the same. */
  async visitor(as: string): Promise<Visitor> {
    const visitor = new Visitor(this)
    await visitor.enter(as)
    return visitor
  }

  /** A statement of the database's owner, past the server. */
  async owner<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
    const server = readPostmaster(this.cluster)
    const client = new pg.Client({
      host: '127.0.0.1',
      port: server?.port ?? 0,
      user: 'vigie_owner',
      password: readFileSync(join(this.data, 'postgres', 'owner-password'), 'utf8'),
      database: 'postgres',
    })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<T>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  /** Ends the database server as a power cut would. */
  killDatabase(): void {
    const server = readPostmaster(this.cluster)
    if (!server) throw new Error('No database server runs')
    process.kill(server.pid, 'SIGKILL')
  }

  /** Saves until told, half of it new perimeters and half changes; `onSaved` hears what the server said it had saved, `onRefused` its other answers, null where it gave none. */
  async save(
    visitor: Visitor,
    round: string,
    parent: number,
    goesOn: () => boolean,
    onSaved: (saved: Saved) => void,
    onRefused: (answer: { status: number; headers: Headers; body: Answer } | null) => boolean,
  ): Promise<void> {
    let last: Saved | undefined
    for (let count = 1; goesOn(); count += 1) {
      // Nobody types faster, and the guard against floods would have its say.
      await pause(20)
      const name = `${round} ${count}`
      const answer = await (
        last && count % 2 === 0
          ? visitor.call('PUT', `/perimeter/${last.id}`, { name_en: name, version: last.version })
          : visitor.call('POST', '/perimeter', { name_en: name, parent })
      ).catch(() => null)
      if (answer?.status !== 200) {
        if (!onRefused(answer)) return
        last = undefined
        continue
      }
      last = { id: answer.body.object.id as number, version: answer.body.object.version as number, name }
      onSaved(last)
    }
  }

  /** Everything acknowledged is there and audited, and nothing is half written. */
  async expectWhole(saved: readonly Saved[]): Promise<void> {
    const ids = saved.map(({ id }) => id)
    const rows = await this.owner<{ id: string; version: number; name: string; audited: boolean; placed: boolean }>(
      `select p.id, p.version, p.name_en as name,
        exists (select 1 from audit_log a where a.customer_id = p.customer_id and a.entity = 'perimeter' and a.object_id = p.id and a.object_version = p.version) as audited,
        exists (select 1 from perimeter_closure c where c.customer_id = p.customer_id and c.descendant_id = p.id and c.depth = 1) as placed
      from perimeter p where p.id = any($1::bigint[])`,
      [ids],
    )
    const found = new Map(rows.map((row) => [Number(row.id), row]))
    // The last save of a client may have been done without its being told: what is there is never older than what was acknowledged.
    const lost = saved.filter(({ id, version, name }) => {
      const row = found.get(id)
      return !row || row.version < version || (row.version === version && row.name !== name) || !row.audited || !row.placed
    })
    assert.deepEqual(lost, [])
    const halves = await this.owner(`select p.id from perimeter p where p.parent_id is not null and (
        not exists (select 1 from perimeter_closure c where c.customer_id = p.customer_id and c.descendant_id = p.id and c.depth = 1)
        or not exists (select 1 from search_document d where d.customer_id = p.customer_id and d.entity = 'perimeter' and d.id = p.id)
        or (select count(*) from perimeter_history h where h.customer_id = p.customer_id and h.id = p.id) <> p.version - 1)`)
    assert.deepEqual(halves, [])
  }
}
