import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { buildApp, type App } from '#app/server/app.ts'
import { resources } from '#app/server/registry.ts'
import { hashPassword } from '#areas/access/server/index.ts'
import { createInstallation, createMember, type NewMember } from '#areas/people/server/index.ts'
import { createCustomer } from '#areas/tenancy/server/index.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { folderStorage } from '#kit/server/files/storage.ts'
import { installQueue } from '#kit/server/jobs/install-queue.ts'
import { createBackup } from '#platform/backup/create.ts'
import { restoreBackup } from '#platform/backup/restore.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { migrate } from '#platform/database/migrate.ts'
import { ensureAppRole } from '#platform/database/roles.ts'
import { startProgram, type Program } from '#tools/program.ts'

export const password = 'Correct-Horse-9'

/** What the figures are taken on: the embedded database as it is delivered (fsync on), the real program, and this process beside it. */
export interface World {
  /** The program under test, in a process of its own. */
  readonly server: Program
  /** The same program inside this process, without jobs, to make members and to look at its statements. */
  readonly app: App
  readonly appUrl: string
  /** Runs SQL as the owner of the schema. */
  owner<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
  customer(name: string): Promise<number>
  /** A new member who can sign in with `password`; answers their address. */
  member(customerId: number, given: Partial<NewMember> & Pick<NewMember, 'roles'>): Promise<string>
  /** One more server on the same database. */
  another(settings?: Readonly<Record<string, string>>): Promise<Program>
  /** A standby of the database, made of a back-up, and a server that reads from it. */
  standby(): Promise<{ readonly server: Program; readonly close: () => Promise<void> }>
  close(): Promise<void>
}

/** The server as `npm start` runs it. */
const builtServer = fileURLToPath(new URL('../dist/server/main.js', import.meta.url))

/** Everything in a temporary folder; `close` leaves nothing behind. */
export async function openWorld(): Promise<World> {
  // Both before the server starts: it serves the pages that are there then.
  for (const build of ['tools/build-server.mjs', 'tools/build-web.mjs']) execFileSync(process.execPath, [build], { stdio: ['ignore', 'inherit', 'inherit'] })
  const folder = mkdtempSync(join(tmpdir(), 'vigie-bench-'))
  const database = await startEmbedded({ dataDir: join(folder, 'postgres') })
  const closing: (() => Promise<unknown>)[] = [database.stop]
  const close = async () => {
    for (const end of closing.toReversed()) await end()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const { ownerUrl } = database
    const appUrl = await ensureAppRole(ownerUrl)
    await migrate(ownerUrl)
    await installQueue(ownerUrl)
    const client = new pg.Client(ownerUrl)
    await client.connect()
    closing.push(() => client.end())
    const app = await buildApp({
      databaseUrl: appUrl,
      key: Buffer.alloc(32, 7),
      storage: folderStorage(join(folder, 'files')),
      version: 'bench',
      work: false,
      logLevel: 'error',
    })
    closing.push(() => app.close())
    const passwordHash = await hashPassword(password)
    await createInstallation(app.db, resources, { name: 'Vigie', passwordHash })
    const start = (settings: Readonly<Record<string, string>> = {}) =>
      startProgram({ DATABASE_URL: ownerUrl, VIGIE_DATA: folder, VIGIE_DEMO_PASSWORD: password, VIGIE_ALLOWED_HOSTS: '127.0.0.1', ...settings }, builtServer)
    const [server, another] = [await start(), async (settings?: Readonly<Record<string, string>>) => closed(await start(settings))]
    const closed = (program: Program) => {
      closing.push(() => program.stop())
      return program
    }
    closed(server)
    let members = 0
    return {
      server,
      app,
      appUrl,
      another,
      standby: async () => {
        const archive = join(folder, 'standby.tar.gz')
        mkdirSync(join(folder, 'nothing'), { recursive: true })
        await createBackup({ dataDir: join(folder, 'nothing'), databaseDir: join(folder, 'postgres'), archive })
        const place = { dataDir: join(folder, 'standby'), databaseDir: join(folder, 'standby', 'postgres') }
        await restoreBackup({ ...place, archive, standbyOf: ownerUrl })
        const follower = await startEmbedded({ dataDir: place.databaseDir })
        const program = await start({ DATABASE_REPLICA_URL: `postgres://127.0.0.1:${follower.port}/postgres`, VIGIE_METRICS: '1' })
        return {
          server: program,
          close: async () => {
            await program.stop()
            await follower.stop()
          },
        }
      },
      close,
      owner: async (text, values) => (await client.query(text, values)).rows,
      customer: (name) => createCustomer(app.db, { name }),
      member: async (customerId, given) => {
        const email = `member${(members += 1)}@bench.example`
        await app.db.transaction(customerId, async (tx) => {
          tx.act(systemWho(customerId, 'bench', 'bench'))
          await createMember(tx, resources, { firstname: 'Member', lastname: String(members), email, passwordHash, ...given })
        })
        return email
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
