import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { World } from './world.ts'

/** What one piece of work cost. */
export interface Cost {
  /** Milliseconds of the processor that this process took. */
  readonly application: number
  /** Those of the database, its helpers included. */
  readonly database: number
}

/** Reads processor time from Linux's `/proc`, to the nanosecond where a process still runs: the clock says nothing of a machine that others use too. */
export async function processorOf(world: World): Promise<(work: () => Promise<unknown>) => Promise<Cost>> {
  const database = await databaseTime(world)
  return async (work) => {
    const before = database()
    const start = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(start)
    return { application: (user + system) / 1000, database: database() - before }
  }
}

/** Answers how many milliseconds of the processor the database has taken so far. */
export async function databaseTime(world: World): Promise<() => number> {
  const [backend] = await world.owner<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${backend?.pid}/status`, 'utf8'))?.[1])
  return () =>
    readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .reduce((sum, pid) => sum + takenBy(pid), reaped(postmaster))
}

/** Milliseconds of the processor that a program and its threads have taken so far, in steps of ten. */
export function programTime(pid: number): number {
  const [user, system] = ticksOf(pid).slice(11, 13)
  return 10 * (Number(user) + Number(system))
}

/** The fields after the name, which may hold anything but ends with the last bracket. */
const ticksOf = (pid: number): readonly string[] => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []

function takenBy(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}

/** Time of those who ended, such as helpers of a parallel plan, in steps of ten milliseconds. */
function reaped(postmaster: number): number {
  const fields = ticksOf(postmaster)
  return 10 * (Number(fields[13]) + Number(fields[14]))
}

/** The statements that this process sends during some work, and the blocks that the database touches for them, in memory or not. */
export async function lookedAt(world: World, work: () => Promise<unknown>): Promise<{ readonly statements: number; readonly blocks: number }> {
  const touched = async () => {
    const [row] = await world.owner<{ blocks: string }>('select blks_hit + blks_read as blocks from pg_stat_database where datname = current_database()')
    return Number(row?.blocks)
  }
  const { query } = pg.Client.prototype
  let statements = 0
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [given] = args as [string | { readonly text?: string }]
    const text = typeof given === 'string' ? given : given.text
    statements += 1
    // A connection tells what it touched once a second, unless it is asked to.
    if (text === 'commit') Reflect.apply(query, this, ['select pg_stat_force_next_flush()'])
    return Reflect.apply(query, this, args) as unknown
  } as typeof query
  const before = await touched()
  statements = 0
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return { statements, blocks: (await touched()) - before }
}
