/** Who uses an embedded server, one file each: the last one to leave stops it. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from './postmaster.ts'

const own = new Set<string>()

/** Answers how to leave; leaving answers whether nobody is left. */
export function enter(folder: string): () => boolean {
  const users = join(folder, 'users')
  mkdirSync(users, { recursive: true, mode: 0o700 })
  const name = `${process.pid}-${randomUUID()}`
  own.add(name)
  writeFileSync(join(users, name), '')
  return () => {
    own.delete(name)
    rmSync(join(users, name), { force: true })
    return !isUsed(folder)
  }
}

/** Whether a living process uses it; traces of killed ones are removed. */
export function isUsed(folder: string): boolean {
  const users = join(folder, 'users')
  const names = existsSync(users) ? readdirSync(users) : []
  const living = names.filter((name) => {
    const pid = Number.parseInt(name, 10)
    // In a container a process often gets the number of the one that was killed before it.
    return pid === process.pid ? own.has(name) : isAlive(pid)
  })
  for (const name of names) if (!living.includes(name)) rmSync(join(users, name), { force: true })
  return living.length > 0
}
