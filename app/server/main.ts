/** Starts the server: settings, database, schema, queue, first organisation, then HTTP. Stops on SIGTERM and SIGINT. */
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { Secrets } from '#kit/server/access/secrets.ts'
import { installQueue } from '#kit/server/jobs/install-queue.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { assertMigrated, migrate } from '#platform/database/migrate.ts'
import { assertSafeRole, enteredAs, ensureAppRole } from '#platform/database/roles.ts'
import { plainReason } from '#app/commands/command.ts'
import { buildApp } from './app.ts'
import { keepAnchor } from './audit-anchor.ts'
import { readEnv, type Env } from '#platform/env.ts'
import { Demonstration } from './demonstration.ts'
import { FirstPassword } from './first-password.ts'
import { setupCode } from './first-run.ts'
import { loginLines, prepareFirstStart } from './first-start.ts'
import { storageOf } from './storage-of.ts'
import { productVersion } from './version.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

/** What runs and must be ended, the last begun first. */
const running: (() => Promise<void>)[] = []
const givenUp = new AbortController()
/** Whoever waits for the end, a service manager for one, waits no longer than ten seconds before it kills. */
const deadline = 9000

/** Ends everything in order, whatever state the database is in, and then the process; a second signal ends it at once. */
function end(code: number): void {
  if (givenUp.signal.aborted) process.exit(1)
  givenUp.abort()
  setTimeout(() => process.exit(code || 1), deadline).unref()
  void (async () => {
    for (const stop of running.toReversed()) await stop().catch(() => {})
    process.exit(code)
  })()
}

function fail(what: string, error: unknown): void {
  process.stderr.write(`\n${what}: ${plainReason(error)}\n`)
  end(1)
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end(0))
try {
  await start()
} catch (error) {
  // A start that was given up fails in all manner of ways.
  if (!givenUp.signal.aborted) fail('Vigie cannot start', error)
}

async function start(): Promise<void> {
  const env = readEnv()
  const ownerUrl = env.ownerUrl ?? (await startDatabase(env))
  const databaseUrl = await ensureAppRole(ownerUrl, env.appUrl)
  await assertSafeRole(databaseUrl)
  const applied = await migrate(ownerUrl, { log: print })
  await installQueue(ownerUrl)
  if (applied.length > 0) print(`The schema is up to date (${applied.length} migrations applied)`)

  const storage = storageOf(env)
  const demonstration = new Demonstration()
  const app = await buildApp({
    databaseUrl,
    standbyUrl: env.replicaUrl === undefined ? undefined : enteredAs(databaseUrl, env.replicaUrl),
    version: productVersion,
    key: env.key,
    formerKeys: env.formerKeys,
    port: env.port,
    storage,
    webFolder: new URL('../../dist/web', import.meta.url).pathname,
    mail: { smtpUrl: env.smtpUrl, from: env.mailFrom },
    widgets: env.widgets,
    demo: env.demo,
    demonstration: () => demonstration.state,
    publicUrl: env.publicUrl,
    trustedProxies: env.trustedProxies,
    allowedHosts: env.allowedHosts,
    lockMinutes: env.lockMinutes,
    metrics: env.metrics,
    libraries: env.libraries,
    logLevel: env.logLevel === 'info' && process.stdout.isTTY ? 'warn' : env.logLevel,
    ready: () => schemaIsCurrent(ownerUrl),
    ...(!env.demo && { setupCode: setupCode(env.dataDir) }),
  })
  running.push(() => app.close())
  const password = new FirstPassword(env)
  const first = await prepareFirstStart(app.db, env, password, print)
  // Fresh tables have no statistics yet, and the planner would guess until they are gathered by themselves.
  if (applied.length > 0) await analyze(ownerUrl)
  givenUp.signal.throwIfAborted()
  await app.readShelf()
  giveBack()
  await app.http.listen({ port: env.port, host: env.host })
  const anchor = keepAnchor({ db: app.db, secrets: new Secrets(env.key, env.formerKeys), file: env.auditAnchor, log: app.http.log })
  running.push(() => Promise.race([anchor.stop(), pause(500, undefined, { ref: false })]))
  const address = env.publicUrl ?? `http://localhost:${portOf(app.http.server.address())}`
  tell(`Vigie ${productVersion} is ready: ${address}`, first.lines)
  if (!first.demonstration) return
  running.push(() => demonstration.stop())
  const order = { databaseUrl, wanted: env.demo, lang: env.demoLanguage, password: () => password.get() }
  void bringDemonstration(
    () => demonstration.bring(app.db, order, print),
    async () => {
      await analyze(ownerUrl)
      tell(`The demonstration is ready: ${address}`, await loginLines(app.db, password))
    },
  )
}

function tell(what: string, lines: readonly string[]): void {
  print(['', what, ...lines, ''].map((line) => line && `  ${line}`).join('\n'))
}

/** The demonstration comes in beside a server that answers already; without it the server serves as well. */
async function bringDemonstration(bring: () => Promise<boolean>, whenThere: () => Promise<void>): Promise<void> {
  try {
    if (await bring()) await whenThere()
  } catch (error) {
    if (givenUp.signal.aborted) return
    process.stderr.write(`\nThe demonstration could not be built: ${plainReason(error)}\nThe server runs without it; the next start builds it anew.\n`)
  }
}

/** Starts the embedded server and answers the owner's URL. It is started again when it dies; where that does not help, this process ends, for its supervisor to see. */
async function startDatabase(env: Env): Promise<string> {
  const starting = startEmbedded({ dataDir: env.databaseDir, log: print, signal: givenUp.signal, keep: (error) => fail('Vigie ends', error) })
  // Also one that is still starting must not be left behind.
  running.push(async () => (await starting).stop(2000))
  return (await starting).ownerUrl
}

/**
 * What it took to become ready is collected before the first request: else the heap may grow to twice what the start needed at its highest (docs/decisions/0034).
 */
function giveBack(): void {
  // From here on garbage up to what is in use, no more: V8 alone lets a heap of 65 MB grow to four times as much, and keeps the pages.
  v8.setFlagsFromString('--heap-growing-percent=100')
  v8.setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
}

function portOf(address: AddressInfo | string | null): number | string | null {
  return typeof address === 'object' && address !== null ? address.port : address
}

async function analyze(ownerUrl: string): Promise<void> {
  const client = new pg.Client(ownerUrl)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

/** Throws when the database does not answer or its schema is not the program's. */
async function schemaIsCurrent(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 3000, query_timeout: 3000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await assertMigrated(client)
  } finally {
    await client.end()
  }
}
