/** The real server with a provider, two organisations, browsers that keep their cookies, and a clock that tests turn. */
import pg from 'pg'
import { testApp, testPassword } from '#app/test/worlds/test-app.ts'
import { resources } from '#app/server/registry.ts'
import { createMember, type NewMember } from '#areas/people/server/index.ts'
import type { Role } from '#kit/contract/right.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { cheapHash } from './cheap-hash.ts'

/** Everybody's password. */
export const password = testPassword

export interface AccessAnswer {
  readonly status: number
  /** Loosely typed on purpose: each test knows what it asked for. */
  readonly body: Record<string, unknown> & { object: { id: number }; objects: { obj_id: number; is_group: boolean }[] }
  readonly setCookie: string | undefined
}

/** One browser: it keeps the cookie that it was given. */
export interface Browser {
  cookie: string
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, headers?: Record<string, string>): Promise<AccessAnswer>
  signIn(email: string, typed?: string): Promise<AccessAnswer>
}

/** Builds it; `member` makes one more person, all with the same password. */
export async function accessApp(options: { allowedHosts?: string; publicUrl?: string; lockMinutes?: number } = {}) {
  const clock = { now: new Date() }
  const app = await testApp({ clock: () => clock.now, ...options })
  const owner = new pg.Client(app.database.ownerUrl)
  owner.on('error', () => {})
  await owner.connect()
  const [A, B] = [await app.customer('Alpha'), await app.customer('Beta')]
  const passwordHash = await cheapHash(password)
  const member = (customer: number, email: string, roles: readonly Role[], rest: Partial<NewMember> = {}) =>
    app.db.transaction(customer, async (tx) => {
      tx.act(systemWho(customer, 'test', 'test', 'en', 'Europe/Paris'))
      return createMember(tx, resources, {
        email,
        firstname: email.split('@')[0] ?? '',
        lastname: 'Test',
        roles,
        passwordHash,
        ...rest,
      })
    })

  const browser = (): Browser => ({
    cookie: '',
    async call(method, url, body, headers = {}) {
      const response = await app.http.inject({
        method,
        url: `/api${url}`,
        headers: { 'x-vigie': '1', ...(this.cookie && { cookie: `vigie_session=${this.cookie}` }), ...headers },
        ...(body && { payload: body }),
      })
      const setCookie = response.headers['set-cookie']?.toString()
      if (setCookie) this.cookie = /^vigie_session=([^;]*)/.exec(setCookie)?.[1] ?? ''
      return { status: response.statusCode, body: response.json(), setCookie }
    },
    signIn(email, typed = password) {
      return this.call('POST', '/auth/login', { email, password: typed })
    },
  })
  return {
    db: app.db,
    http: app.http,
    owner,
    ownerUrl: app.database.ownerUrl,
    customers: { A: A.id, B: B.id },
    roots: { A: A.root, B: B.root },
    clock,
    member,
    browser,
    jobs: () => app.jobs(),
    /** What the clock does each minute. */
    tick: () => app.queue.tick(),
    /** Runs a scheduled job in an organisation as if its time had come. */
    schedule: async (job: string, customerId: number) => {
      await owner.query(
        `insert into scheduled_run (customer_id, job, next_at) values ($1, $2, moment() - interval '1 minute')
        on conflict (customer_id, job) do update set next_at = excluded.next_at`,
        [customerId, job],
      )
      await app.queue.tick()
      await app.jobs()
    },
    close: async () => {
      await owner.end()
      await app.close()
    },
  }
}
