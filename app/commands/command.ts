/** What a program of the command line says when it cannot do what it was asked. */

import { existsSync } from 'node:fs'
import { readEnv, type Env } from '#platform/env.ts'

/** Why something failed, in one line that the person who typed the command understands. */
export function plainReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // A database that is away is the reason, whatever was to be done there.
  if (error.cause instanceof Error && ('address' in error.cause || error.cause instanceof AggregateError)) return plainReason(error.cause)
  // All addresses of a host were tried: Node puts what each answered into a list, and no word into the message.
  const [first = error] = error instanceof AggregateError ? (error.errors as Error[]) : []
  const { code, path, address, port } = first as NodeJS.ErrnoException & { address?: string; port?: number }
  if (code === 'EADDRINUSE' && port) return `Port ${port} is in use.`
  if (address !== undefined && port !== undefined) return `The database does not answer at ${address}:${port} (${code}).`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The database's host is not known: ${first.message}`
  if (code === 'ENOENT' && path) return `There is no file ${path}.`
  if (code === 'EISDIR') return `${path ?? 'What was named'} is a folder, not a file.`
  if ((code === 'EACCES' || code === 'EPERM') && path) return `${path} may not be read or written by this user.`
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'There is no space left on the disk.'
  if (code === '57P03') return `The database is not ready: ${first.message}.`
  return first.message
}

/** The settings, for a command on an installation that exists: without one it would make one, and work on nothing. */
export function installedEnv(): Env {
  const { ownerUrl, databaseDir, dataDir } = readEnv({ ...process.env, VIGIE_KEY: process.env.VIGIE_KEY ?? '0'.repeat(64) })
  if (!ownerUrl && !existsSync(databaseDir)) throw new Error(`There is no installation in ${dataDir}. Set VIGIE_DATA to its folder, or DATABASE_URL.`)
  return readEnv()
}

/** Runs a command; one that fails says why and ends with 1. Where the program itself is at fault, `LOG_LEVEL=debug` shows where. */
export async function command(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${plainReason(error)}\n`)
    if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`)
    process.exitCode = 1
  }
}
