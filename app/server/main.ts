/** Starts the server: settings, database, schema, queue, first organisation, then HTTP. Stops on SIGTERM and SIGINT. */
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { folderStorage } from '#kit/server/files/storage.ts'
import { s3Storage } from '#kit/server/files/s3-storage.ts'
import { installQueue } from '#kit/server/jobs/install-queue.ts'
import { startEmbedded } from '#tools/database/embedded.ts'
import { assertMigrated, migrate } from '#tools/database/migrate.ts'
import { assertSafeRole, ensureAppRole } from '#tools/database/roles.ts'
import { buildApp, type App } from './app.ts'
import { readEnv } from './env.ts'
import { setupCode } from './first-run.ts'
import { prepareFirstStart } from './first-start.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  await start()
} catch (error) {
  process.stderr.write(`\nVigie cannot start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

async function start(): Promise<void> {
  const env = readEnv()
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
  const embedded = env.ownerUrl ? undefined : await startEmbedded({ dataDir: env.databaseDir, log: say })
  const ownerUrl = env.ownerUrl ?? embedded?.ownerUrl ?? ''
  let app: App | undefined
  try {
    const databaseUrl = await ensureAppRole(ownerUrl, env.appUrl)
    await assertSafeRole(databaseUrl)
    const applied = await migrate(ownerUrl, { log: say })
    await installQueue(ownerUrl)
    if (applied.length > 0) say(`The schema is up to date (${applied.length} migrations applied)`)

    app = await buildApp({
      databaseUrl, version, key: env.key, formerKeys: env.formerKeys, port: env.port, storage: env.s3 ? s3Storage(env.s3) : folderStorage(env.filesDir), webFolder: new URL('../../dist/web', import.meta.url).pathname,
      mail: { smtpUrl: env.smtpUrl, from: env.mailFrom }, widgets: env.widgets, demo: env.demo, publicUrl: env.publicUrl, trustedProxies: env.trustedProxies, allowedHosts: env.allowedHosts, lockMinutes: env.lockMinutes, metrics: env.metrics, logLevel: env.logLevel === 'info' && process.stdout.isTTY ? 'warn' : env.logLevel,
      ready: () => schemaIsCurrent(ownerUrl), ...(!env.demo && { setupCode: setupCode(env.dataDir) }),
    })
    const accounts = await prepareFirstStart(app, env, say)
    // Fresh tables have no statistics yet, and the planner would guess until they are gathered by themselves.
    if (applied.length > 0) await analyze(ownerUrl)
    await app.http.listen({ port: env.port, host: env.host })
    const address = env.publicUrl ?? `http://localhost:${portOf(app.http.server.address())}`
    say(`\n  Vigie is ready: ${address}\n${accounts.map((line) => `  ${line}`).join('\n')}\n`)

    const stop = async () => {
      await app?.close()
      await embedded?.stop()
      process.exit(0)
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
  } catch (error) {
    await app?.close()
    await embedded?.stop()
    throw error
  }
}

function portOf(address: AddressInfo | string | null): number | string | null {
  return typeof address === 'object' && address !== null ? address.port : address
}

async function analyze(ownerUrl: string): Promise<void> {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  try {
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

/** Throws when the database does not answer or its schema is not the program's. */
async function schemaIsCurrent(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 3000 })
  await client.connect()
  try {
    await assertMigrated(client)
  } finally {
    await client.end()
  }
}
