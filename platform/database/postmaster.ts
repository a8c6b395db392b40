/** What PostgreSQL says about itself in `postmaster.pid`. */
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly ready: boolean
}

/** Undefined when no server has run since the last clean stop, or the file is still being written. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  let text: string
  try {
    text = readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  return pid ? { pid, port: Number(lines[3]), ready: lines[7] === 'ready' } : undefined
}

/** True also for processes of other users; false for one that ended and is not yet reaped by its parent. */
export function isAlive(pid: number): boolean {
  if (!pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return !isZombie(pid)
}

/** Whether `pid` is the server of this cluster and not a program that got its number after a crash or restart. */
export function runsPostgres(pid: number, cluster: string): boolean {
  return isAlive(pid) && commandOf(pid).includes(cluster)
}

/**
 * Lets a server start although a `postmaster.pid` was left behind whose number another program has got by now, as happens in containers: PostgreSQL takes its own
 * parent's number for a stale one. Removing the file would take away what tells it of processes that still hold the dead server's memory.
 */
export function disown(cluster: string): void {
  const file = join(cluster, 'postmaster.pid')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  writeFileSync(file, text.replace(/^\d*/, String(process.pid)))
}

/**
 * Ends what a killed server left running: a statement that computes notices nothing of it, and no new server starts while it holds the memory. Answers how many; only
 * Linux tells which they are, elsewhere they end by themselves.
 */
export function endOrphans(cluster: string): number {
  if (process.platform !== 'linux') return 0
  const orphans = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksIn(pid, cluster))
  for (const pid of orphans) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
  return orphans.length
}

function worksIn(pid: number, cluster: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster && basename(readlinkSync(`/proc/${pid}/exe`)) === 'postgres'
  } catch {
    return false
  }
}

function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return true
  }
}
