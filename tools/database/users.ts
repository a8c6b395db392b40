/** Which processes use an embedded server: the last one to leave stops it. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from './postmaster.ts'

export function enter(folder: string): void {
  mkdirSync(join(folder, 'users'), { recursive: true, mode: 0o700 })
  writeFileSync(fileOf(folder, process.pid), '')
}

export function leave(folder: string): void {
  rmSync(fileOf(folder, process.pid), { force: true })
}

/** The living ones besides this process; a process that was killed does not count. */
export function otherUsers(folder: string): number[] {
  let names: string[]
  try {
    names = readdirSync(join(folder, 'users'))
  } catch {
    return []
  }
  return names.map(Number).filter((pid) => pid !== process.pid && isAlive(pid))
}

function fileOf(folder: string, pid: number): string {
  return join(folder, 'users', String(pid))
}
