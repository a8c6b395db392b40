/** The embedded PostgreSQL: a real server on 127.0.0.1 whose cluster lives in one folder. */
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#tools/free-port.ts'
import { isAlive, readPostmaster, runsPostgres, type Postmaster } from './postmaster.ts'
import { findRunner, reachableFolder, type Runner } from './runner.ts'
import { enter } from './users.ts'

/** A running server; `stop` waits for a clean shutdown, unless another process uses it still. */
export interface Embedded {
  readonly ownerUrl: string
  readonly port: number
  /** The data directory of the server. */
  readonly cluster: string
  readonly stop: () => Promise<void>
}

interface Options {
  dataDir: string
  /** Gives up durability for speed: only for tests and benchmarks. */
  throwaway?: boolean
  settings?: Record<string, string>
  log?: (line: string) => void
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
}

/**
 * Starts the server of `dataDir`, making the cluster on first use. One that already runs is shared: with the processes that
 * use it, or alone if it was left behind by a killed one.
 */
export async function startEmbedded({ dataDir, throwaway = false, settings, log = () => {} }: Options): Promise<Embedded> {
  const folder = reachableFolder(dataDir)
  const cluster = join(folder, 'cluster')
  const password = passwordOf(folder)
  const runner = findRunner(folder, cluster)
  const leave = enter(folder)
  try {
    if (!existsSync(join(cluster, 'PG_VERSION'))) {
      log(`Creating the database (PostgreSQL ${runner.how})`)
      createCluster(runner, folder, cluster, password, throwaway)
    }
    const running = readPostmaster(cluster)
    const served = running && runsPostgres(running.pid, cluster) ? await ready(cluster, running.pid, password) : undefined
    if (running && served) {
      log('Using the database server that is already running')
      return embedded(served, password, cluster, stopper(cluster, running.pid, runner, leave))
    }
    // In a container the number in a stale file may belong to another program by now, which would keep PostgreSQL from starting.
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
    const pid = await launch(runner, folder, cluster, { ...(throwaway ? careless : durable), ...settings })
    const port = await ready(cluster, pid, password)
    if (!port) throw new Error(`PostgreSQL stopped while starting:\n${lastWords(folder)}`)
    return embedded(port, password, cluster, stopper(cluster, pid, runner, leave))
  } catch (error) {
    leave()
    throw error
  }
}

function embedded(port: number, password: string, cluster: string, stop: () => Promise<void>): Embedded {
  return { ownerUrl: `postgres://${owner}:${password}@127.0.0.1:${port}/postgres`, port, cluster, stop }
}

function passwordOf(folder: string): string {
  const file = join(folder, 'owner-password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

function createCluster(runner: Runner, folder: string, cluster: string, password: string, throwaway: boolean): void {
  const draft = join(folder, 'cluster.draft')
  const passwordFile = join(folder, 'initdb-password')
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  const args = [
    '-D',
    draft,
    '-U',
    owner,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-instructions',
  ]
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  if (throwaway) args.push('--no-sync', '--wal-segsize=4')
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

async function launch(runner: Runner, folder: string, cluster: string, settings: Record<string, string>): Promise<number> {
  const file = join(folder, 'log')
  // A file instead of a pipe: the server survives the death of this process, and its last words can be read.
  const log = openSync(file, existsSync(file) && statSync(file).size > 5_000_000 ? 'w' : 'a', 0o600)
  const all = {
    port: String(await freePort()),
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
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('spawn', () => done(child.pid ?? 0))
  })
}

/** The port, after crash recovery too, however long it takes; undefined if the server ends instead. */
async function ready(cluster: string, pid: number, password: string): Promise<number | undefined> {
  while (isAlive(pid)) {
    const server = readPostmaster(cluster)
    if (server?.pid === pid && server.ready) {
      await greet(server, password)
      return server.port
    }
    await wait(10)
  }
  return undefined
}

function lastWords(folder: string): string {
  return readFileSync(join(folder, 'log'), 'utf8').trim().split('\n').slice(-5).join('\n')
}

async function greet({ port }: Postmaster, password: string): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: owner, password, database: 'postgres' })
  await client.connect()
  await client.end()
}

function stopper(cluster: string, pid: number, runner: Runner, leave: () => boolean): () => Promise<void> {
  /** Answers whether the server was told to stop. */
  const depart = (): boolean => {
    if (!leave()) return false
    if (process.platform === 'win32') runner.run('pg_ctl', ['stop', '-D', cluster, '-m', 'fast'])
    else if (runsPostgres(pid, cluster)) process.kill(pid, 'SIGINT')
    return true
  }
  process.once('exit', depart)
  return async () => {
    process.removeListener('exit', depart)
    if (depart()) while (isAlive(pid)) await wait(10)
  }
}
