import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createMember, createInstallation, type NewMember } from '#areas/people/server/index.ts'
import { createCustomer } from '#areas/tenancy/server/index.ts'
import type { Role } from '#kit/contract/right.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { tenantGuard } from '#kit/server/data/database/tenant-guard.ts'
import { folderStorage } from '#kit/server/files/storage.ts'
import { cheapHash } from '#tools/test/cheap-hash.ts'
import { shiftClock, shiftDatabase, shiftTo } from '#tools/test/clock.ts'
import { copyOf, testDatabase, type TestDatabase } from '#tools/test/database.ts'
import { testKey } from '#tools/test/key.ts'
import { onceARun } from '#tools/test/once-a-run.ts'
import pg from 'pg'
import { inject } from 'vitest'
import { countRequests } from '#tools/test/count-requests.ts'
import { buildApp, type App, type AppOptions } from '#app/server/app.ts'
import { resources } from '#app/server/registry.ts'
import { productVersion } from '#app/server/version.ts'
import { personOf, type Person } from './person.ts'

export type { Answer, Person } from './person.ts'

export const testPassword = 'Correct-Horse-9'

/** What files of tests copy: a database that nobody is connected to, and the folder of its files. */
export interface Template {
  readonly database: string
  readonly files: string
}

/** A database that is one file's alone already, and the folder of its files, which is copied. */
export interface OwnDatabase {
  readonly database: TestDatabase
  readonly files: string
}

export interface TestApp extends App {
  readonly database: TestDatabase
  /** The folder with the content of files. */
  readonly files: string
  /** A new organisation with its root perimeter. */
  customer(name?: string): Promise<{ id: number; root: number }>
  /** A new member, signed in. Local roles reach `perimeters` and what lies below. */
  member(customerId: number, role: Role | readonly Role[], more?: Partial<NewMember>): Promise<Person>
  /** Signs an existing account in. */
  signIn(email: string, password?: string): Promise<Person>
  /** Runs everything that waits in the queue. */
  jobs(): Promise<void>
  /** What it is for its sessions: it stands still. */
  now(): Date
  /** From here on it is another moment, for this server, its database and everything of this worker; the file after this one begins where each begins. */
  moveTo(moment: Date): Promise<void>
  /** Ends the server, and leaves what it has made to be copied. */
  keep(): Promise<Template>
}

/**
 * The real server on a database of its own, with the tenant guard on; `close` leaves nothing behind. `installed: false` leaves it as it is before the first start,
 * `through` gives the server another way to the database, `from` what it finds there. `at`: the moment that it is, as `moveTo` has it. Sessions do not grow older
 * unless a `clock` says so: what a request does never depends on how long ago somebody signed in.
 */
export async function testApp({
  installed = true,
  from,
  at,
  through = async (url) => url,
  ...options
}: Pick<
  AppOptions,
  | 'addOns'
  | 'clock'
  | 'resolve'
  | 'demo'
  | 'standbyUrl'
  | 'widgets'
  | 'allowedHosts'
  | 'publicUrl'
  | 'lockMinutes'
  | 'arrival'
  | 'connections'
  | 'ready'
  | 'libraries'
> & {
  installed?: boolean
  from?: Template | OwnDatabase
  at?: Date
  through?: (url: string) => Promise<string>
} = {}): Promise<TestApp> {
  const copied = from ?? (installed ? await (installation ??= onceARun('installation', install)) : undefined)
  const database = typeof copied?.database === 'object' ? copied.database : copied ? await copyOf(copied.database) : await testDatabase()
  const files = await mkdtemp(join(inject('runFolder'), 'files-'))
  if (copied) await cp(copied.files, files, { recursive: true })
  const moveTo = async (moment: Date) => {
    const shift = shiftTo(moment)
    await shiftDatabase(database.ownerUrl, shift)
    shiftClock(shift)
    now = new Date()
  }
  let now = new Date()
  if (at) await moveTo(at)
  const app = await buildApp({
    databaseUrl: await through(database.appUrl),
    key: testKey,
    storage: folderStorage(files),
    version: productVersion,
    work: false,
    guard: tenantGuard(await (tenantTables ??= readTenantTables(database.ownerUrl))),
    logLevel: 'error',
    clock: () => now,
    ...options,
  })
  countRequests(app)
  let count = 0
  let signIns = 0

  const signIn = async (email: string, password = testPassword): Promise<Person> => {
    // Each from an address of their own: many people sign in within one test.
    signIns += 1
    const answer = await app.http.inject({
      remoteAddress: `10.0.${signIns >> 8}.${signIns & 255}`,
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'x-vigie': '1' },
      payload: { email, password },
    })
    const cookie = String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? ''
    if (answer.statusCode !== 200) throw new Error(`${email} cannot sign in: ${answer.body}`)
    const body = answer.json<{ user: { member_id: number; customer: { id: number } | null } }>()
    return personOf(app, cookie, body.user.member_id, Number(cookie.split('=')[1]?.split('.')[0]))
  }

  return {
    ...app,
    database,
    files,
    signIn,
    jobs: () => app.queue.drain(),
    customer: async (name = `Organisation ${(count += 1)}`) => {
      const id = await createCustomer(app.db, { name })
      const root = await app.db.transaction(id, async (tx) => {
        const [row] = await tx.runText<{ id: number }>('select id from perimeter where customer_id = $1 and parent_id is null', [id])
        return row?.id ?? 0
      })
      return { id, root }
    },
    member: async (customerId, role, more = {}) => {
      const email = more.email ?? `member${(count += 1)}@customer${customerId}.example`
      const passwordHash = await cheapHash(testPassword)
      await app.db.transaction(customerId, async (tx) => {
        tx.act(systemWho(customerId, 'test', 'test', 'en', 'Europe/Paris'))
        await createMember(tx, resources, { firstname: 'Member', lastname: String(count), roles: [role].flat(), ...more, email, passwordHash })
      })
      return signIn(email)
    },
    now: options.clock ?? (() => now),
    moveTo,
    keep: async () => {
      await app.close()
      return { database: database.name, files }
    },
    close: async () => {
      await app.close()
      await database.drop()
      await rm(files, { recursive: true, force: true })
    },
  }
}

/** What each file copies: one installation, made once for the run. */
let installation: Promise<Template> | undefined

async function install(): Promise<Template> {
  const app = await testApp({ installed: false })
  await createInstallation(app.db, resources, { name: 'Vigie', passwordHash: await cheapHash(testPassword) })
  return app.keep()
}

/** The same in every copy of the template. */
let tenantTables: Promise<ReadonlySet<string>> | undefined

/** Tables that row-level security ties to a customer. */
async function readTenantTables(ownerUrl: string): Promise<ReadonlySet<string>> {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'customer_id'",
    )
    return new Set(rows.map((row) => row.name))
  } finally {
    await client.end()
  }
}
