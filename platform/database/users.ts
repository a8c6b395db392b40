/** Who uses an embedded server, one file each: the last one to leave stops it. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from './postmaster.ts'

const own = new Set<string>()

/** One who uses it. */
export interface User {
  /** Leaving answers whether nobody is left. */
  readonly leave: () => boolean
  /** Whether it falls to this one, of all who keep it running, to start it again. */
  readonly leads: () => boolean
}

const keeping = '-keeper'

/** `keeps`: this process starts the server again when it dies, so of those that do, one must. */
export function enter(folder: string, keeps: boolean): User {
  const users = join(folder, 'users')
  mkdirSync(users, { recursive: true, mode: 0o700 })
  const name = `${process.pid}-${randomUUID()}${keeps ? keeping : ''}`
  own.add(name)
  writeFileSync(join(users, name), '')
  return {
    leave: () => {
      own.delete(name)
      rmSync(join(users, name), { force: true })
      return !isUsed(folder)
    },
    leads: () =>
      livingUsers(folder)
        .filter((user) => user.endsWith(keeping))
        .toSorted()[0] === name,
  }
}

/** Whether a living process uses it. */
export const isUsed = (folder: string): boolean => livingUsers(folder).length > 0

/** Who uses it; traces of killed ones are removed. */
function livingUsers(folder: string): string[] {
  const users = join(folder, 'users')
  const names = existsSync(users) ? readdirSync(users) : []
  const living = names.filter((name) => {
    const pid = Number.parseInt(name, 10)
    // In a container a process often gets the number of the one that was killed before it.
    return pid === process.pid ? own.has(name) : isAlive(pid)
  })
  for (const name of names) if (!living.includes(name)) rmSync(join(users, name), { force: true })
  return living
}
