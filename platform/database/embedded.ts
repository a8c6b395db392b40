/** The embedded PostgreSQL: a real server on 127.0.0.1 whose cluster lives in one folder. */
import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, cpSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#platform/database/free-port.ts'
import { keepRunning, type Server } from './keep-running.ts'
import { disown, endOrphans, isAlive, readPostmaster, runsPostgres, type Postmaster } from './postmaster.ts'
import { findRunner, reachableFolder, type Runner } from './runner.ts'
import { enter, type User } from './users.ts'

/** A running server. */
export interface Embedded {
  readonly ownerUrl: string
  readonly port: number
  /** The data directory of the server. */
  readonly cluster: string
  /** Waits for a clean shutdown, unless another process uses it still; after `patience` milliseconds (a minute) it is ended without, which costs a recovery at the next start. */
  readonly stop: (patience?: number) => Promise<void>
}

interface Options {
  dataDir: string
  /** Gives up durability for speed: only for tests and benchmarks. */
  throwaway?: boolean
  settings?: Record<string, string>
  /** The folder of a server that was stopped in order, whose cluster is copied in place of a new one. */
  from?: string
  log?: (line: string) => void
  /** Starts the server again when it dies, on the same port; called when that cannot be done. */
  keep?: (error: Error) => void
  /** Gives the start up, and ends what was started. */
  signal?: AbortSignal
}

const owner = 'vigie_owner'
const durable = { wal_compression: 'on', shared_buffers: '256MB', max_wal_size: '2GB', checkpoint_timeout: '15min' }
const careless = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // What was logged is never read again, and memory is as new.
  wal_recycle: 'off',
  wal_init_zero: 'off',
  // Hundreds of connections are opened, and hashing for each is a third of what it costs.
  scram_iterations: '1',
}

/**
 * Starts the server of `dataDir`, making the cluster on first use. One that already runs is shared: with the processes that
 * use it, or alone if it was left behind by a killed one.
 */
export async function startEmbedded({ dataDir, throwaway = false, settings, from, log = () => {}, keep, signal }: Options): Promise<Embedded> {
  const folder = reachableFolder(dataDir)
  const cluster = join(folder, 'cluster')
  const password = passwordOf(folder, from)
  const runner = findRunner(folder, cluster)
  const user = enter(folder, keep !== undefined)
  const place: Place = { runner, folder, cluster, password, settings: { ...(throwaway ? careless : durable), ...settings }, signal }
  try {
    if (!existsSync(join(cluster, 'PG_VERSION'))) {
      log(`Creating the database (PostgreSQL ${runner.how})`)
      if (from === undefined) createCluster(runner, folder, cluster, password, throwaway)
      else copyCluster(runner, from, cluster)
    }
    const adopted = await adopt(place)
    if (adopted) log('Using the database server that is already running')
    const server = adopted ?? (await launch(place, await freePort()))
    const keeper =
      keep &&
      keepRunning({ server, start: async () => (await adopt(place)) ?? (user.leads() ? await launch(place, server.port) : undefined), log, giveUp: keep })
    return {
      ownerUrl: `postgres://${owner}:${password}@127.0.0.1:${server.port}/postgres`,
      port: server.port,
      cluster,
      stop: stopper(place, user, () => keeper?.end()),
    }
  } catch (error) {
    user.leave()
    throw error
  }
}

interface Place {
  readonly runner: Runner
  readonly folder: string
  readonly cluster: string
  readonly password: string
  readonly settings: Record<string, string>
  readonly signal: AbortSignal | undefined
}

/** The server that runs already, once it is ready. */
async function adopt(place: Place): Promise<Server | undefined> {
  const running = readPostmaster(place.cluster)
  if (!running || !runsPostgres(running.pid, place.cluster)) return undefined
  const port = await ready(place, running.pid)
  return port ? { pid: running.pid, port } : undefined
}

function passwordOf(folder: string, from: string | undefined): string {
  const file = join(folder, 'owner-password')
  const made = () => (from === undefined ? randomBytes(24).toString('hex') : readFileSync(join(from, 'owner-password'), 'utf8'))
  if (!existsSync(file)) writeFileSync(file, made(), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

/** Lays into `dataDir`, where there is none, what a server that was stopped in order has left in `from`, for whoever starts it there. */
export function layEmbedded(from: string, dataDir: string): void {
  const folder = reachableFolder(dataDir)
  const cluster = join(folder, 'cluster')
  passwordOf(folder, from)
  copyCluster(findRunner(folder, cluster), from, cluster)
}

/** Whoever copies a cluster need not be who runs it. */
function copyCluster(runner: Runner, from: string, cluster: string): void {
  cpSync(join(from, 'cluster'), cluster, { recursive: true })
  chmodSync(cluster, 0o700)
  runner.own(cluster)
  for (const entry of readdirSync(cluster, { recursive: true, encoding: 'utf8' })) runner.own(join(cluster, entry))
}

function createCluster(runner: Runner, folder: string, cluster: string, password: string, throwaway: boolean): void {
  const draft = join(folder, 'cluster.draft')
  const passwordFile = join(folder, 'initdb-password')
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  const args = ['-D', draft, '-U', owner, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8', '--no-instructions']
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  if (throwaway) args.push('--no-sync', '--wal-segsize=4', '--set', `scram_iterations=${careless.scram_iterations}`)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  runner.own(passwordFile)
  try {
    // pg_trgm takes letters from LC_CTYPE: under plain C it drops every accented one. Hosts without the locale get C.
    const results = [locale, 'C'].map((name) => () => {
      rmSync(draft, { recursive: true, force: true })
      mkdirSync(draft, { mode: 0o700 })
      runner.own(draft)
      return runner.run('initdb', [...args, `--locale=${name}`])
    })
    let result = results[0]?.()
    if (result?.status !== 0 && result?.output.includes('invalid locale')) result = results[1]?.()
    if (result?.status !== 0) throw new Error(`The database could not be created: ${result?.output.trim()}`)
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(draft, cluster)
}

async function launch(place: Place, wanted: number): Promise<Server> {
  const { runner, folder, cluster, settings } = place
  endOrphans(cluster)
  disown(cluster)
  const file = join(folder, 'log')
  // A file instead of a pipe: the server survives the death of this process, and its last words can be read.
  const log = openSync(file, existsSync(file) && statSync(file).size > 5_000_000 ? 'w' : 'a', 0o600)
  const all = {
    port: String(wanted),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
  }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // Its own process group: Ctrl-C in a terminal must reach only this process, which then stops the server in order.
  const child = runner.spawn('postgres', ['-D', cluster, ...args], { detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  child.unref()
  const pid = await new Promise<number>((done, failed) => {
    child.once('error', failed)
    child.once('spawn', () => done(child.pid ?? 0))
  })
  const port = await ready(place, pid)
  if (!port) throw new Error(`PostgreSQL stopped while starting:\n${lastWords(folder)}`)
  return { pid, port }
}

/** The port, after crash recovery too, however long it takes; undefined if the server ends instead. */
async function ready({ cluster, password, signal }: Place, pid: number): Promise<number | undefined> {
  while (isAlive(pid)) {
    if (signal?.aborted) {
      await end(cluster, pid, 3000)
      throw new Error('The start was given up')
    }
    const server = readPostmaster(cluster)
    if (server?.pid === pid && server.ready) {
      // Killed in this very moment, it ends instead; only a refusal lasts.
      const refused = await greet(server, password).catch((error: Error & { code?: string }) => error)
      if (!refused) return server.port
      if (refused.code?.startsWith('28')) throw refused
    }
    await wait(10)
  }
  return undefined
}

function lastWords(folder: string): string {
  return readFileSync(join(folder, 'log'), 'utf8').trim().split('\n').slice(-5).join('\n')
}

async function greet({ port }: Postmaster, password: string): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: owner, password, database: 'postgres', connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  await client.end()
}

function stopper({ cluster, runner }: Place, { leave }: User, release: () => void): (patience?: number) => Promise<void> {
  /** Answers the server that was told to stop. It may be another than the one that was started. */
  const depart = (): number | undefined => {
    release()
    if (!leave()) return undefined
    const pid = readPostmaster(cluster)?.pid ?? 0
    if (process.platform === 'win32') runner.run('pg_ctl', ['stop', '-D', cluster, '-m', 'fast'])
    else if (runsPostgres(pid, cluster)) process.kill(pid, 'SIGINT')
    return pid
  }
  process.once('exit', depart)
  return async (patience = 60_000) => {
    process.removeListener('exit', depart)
    const pid = depart()
    if (pid) await end(cluster, pid, patience)
  }
}

/** Waits for a server to end, and makes it: in order, then at once, then as a power cut would. */
async function end(cluster: string, pid: number, patience: number): Promise<void> {
  const lives = () => runsPostgres(pid, cluster)
  for (const [signal, milliseconds] of [
    ['SIGINT', patience],
    ['SIGQUIT', 1000],
    ['SIGKILL', 500],
  ] as const) {
    if (lives() && process.platform !== 'win32') process.kill(pid, signal)
    for (const until = Date.now() + milliseconds; lives() && Date.now() < until;) await wait(10)
    if (!lives()) break
  }
  if (!lives() && readPostmaster(cluster)?.pid === pid) endOrphans(cluster)
}
