/** PostgreSQL refuses to run as root: this finds a way to run it that changes nothing on the machine. */
import { type ChildProcess, execFileSync, spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { nativeFolder, sharedNativeFolder } from './binaries.ts'

/** Runs PostgreSQL's programs as a user they accept; `own` hands a file or folder to that user. */
export interface Runner {
  readonly how: string
  readonly run: (program: Program, args: string[]) => { status: number | null; output: string }
  readonly spawn: (program: Program, args: string[], options: SpawnOptions) => ChildProcess
  readonly own: (path: string) => void
}
type Program = 'initdb' | 'postgres' | 'pg_ctl'

interface Way {
  how: string
  native: () => string
  ids?: { uid: number; gid: number }
  inNamespace?: boolean
}

const anotherUser = ['-U', '--map-user=65534', '--map-group=65534', '--']
const unshare: Way = { how: 'in a user namespace', native: nativeFolder, inNamespace: true }
const direct: Way = { how: 'as this user', native: nativeFolder }

/**
 * The first way that works for a cluster in `folder`, which must exist. An existing cluster runs as the user who owns it.
 * Throws with every way tried and why it failed.
 */
export function findRunner(folder: string, cluster: string): Runner {
  const failures: string[] = []
  for (const way of waysFor(folder, cluster)) {
    const runner = runnerOf(way)
    const probe = runner.run('postgres', ['--version'])
    if (probe.status === 0) return runner
    failures.push(`${way.how}: ${probe.output.trim() || 'refused'}`)
  }
  throw new Error(
    `PostgreSQL cannot be started for ${folder}. Set DATABASE_URL to a PostgreSQL 16 or newer, or VIGIE_DATA to a folder ` +
      `that other users can reach.\n  ${failures.join('\n  ')}`,
  )
}

/**
 * The folder itself, or where nobody but root could reach it and no user namespace is allowed (root's home in a container),
 * a stand-in under /var/lib that is found again from the same path.
 */
export function reachableFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const real = realpathSync(folder)
  if (process.getuid?.() !== 0 || reachedBy(65534, real) || worksInNamespace()) return real
  const standIn = join('/var/lib/vigie', createHash('sha256').update(real).digest('hex').slice(0, 12))
  mkdirSync(standIn, { recursive: true, mode: 0o711 })
  return standIn
}

function* waysFor(folder: string, cluster: string): Generator<Way> {
  if (process.getuid?.() !== 0) {
    // A user id without a name (as OpenShift gives) is refused by initdb, but has a name inside a namespace.
    yield* hasName() ? [direct, unshare] : [unshare, direct]
    return
  }
  const owner = existsSync(cluster) ? statSync(cluster) : undefined
  if (owner?.uid === 0) return yield unshare
  if (owner) return yield asUser(`as its owner, user ${owner.uid}`, owner.uid, owner.gid)
  for (const name of ['postgres', 'nobody']) {
    const ids = idsOf(name)
    if (ids && reachedBy(ids.uid, folder)) yield asUser(`as user ${name}`, ids.uid, ids.gid)
  }
  yield unshare
}

function asUser(how: string, uid: number, gid: number): Way {
  const native = () => {
    const inPlace = nativeFolder()
    return reachedBy(uid, join(inPlace, 'bin', 'postgres')) ? inPlace : sharedNativeFolder()
  }
  return { how, native, ids: { uid, gid } }
}

function runnerOf({ how, native, ids, inNamespace }: Way): Runner {
  const bin = join(native(), 'bin')
  const command = (program: Program, args: string[]): [string, string[]] => {
    const path = join(bin, program)
    return inNamespace ? ['unshare', [...anotherUser, path, ...args]] : [path, args]
  }
  const common = { ...ids, cwd: '/', env: environment() }
  return {
    how,
    run: (program, args) => {
      const result = spawnSync(...command(program, args), { ...common, encoding: 'utf8', windowsHide: true })
      return { status: result.status, output: result.error?.message ?? result.stdout + result.stderr }
    },
    spawn: (program, args, options) => spawn(...command(program, args), { ...common, ...options }),
    own: (path) => {
      if (ids) chownSync(path, ids.uid, ids.gid)
    },
  }
}

/** The caller's LANG must not decide how the cluster is made or in which language it answers. */
function environment(): NodeJS.ProcessEnv {
  const retained = Object.entries(process.env).filter(([name]) => !/^(LC_|LANG|PG)/.test(name))
  return { ...Object.fromEntries(retained), TZ: 'UTC' }
}

function worksInNamespace(): boolean {
  return spawnSync('unshare', [...anotherUser, 'true']).status === 0
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

function idsOf(name: string): { uid: number; gid: number } | undefined {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

function reachedBy(uid: number, path: string): boolean {
  for (let at = resolve(path); ; at = dirname(at)) {
    const { mode, uid: owner } = statSync(at)
    if (!(mode & 0o001) && owner !== uid) return false
    if (at === dirname(at)) return true
  }
}
