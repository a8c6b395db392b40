import pg from 'pg'
import { AppError } from '#kit/contract/errors.ts'

/** The SQLSTATE of a database error, else an empty text. */
export function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Deadlocks and failed serialisations: whoever does the same again succeeds. */
const repeatable = new Set(['40001', '40P01'])
/** The database works, but has no time or place for this now: cancelled by a time limit, waiting for a lock or within a transaction too long, too many connections. */
const overload = new Set(['57014', '55P03', '25P03', '25P04', '53300', '53400'])
const outOfSpace = new Set(['53100', '58030'])
/** The database is stopping, starting, recovering, out of memory, or gives only to read. */
const outage = new Set(['57P01', '57P02', '57P03', '57P04', '57P05', '53000', '53200', '25006'])

/** What the network says when nobody is there, or no longer. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EMFILE',
  'ENFILE',
])
/** What the driver says, without any code. */
const spoken =
  /^(Connection terminated|Connection ended|Client has encountered a connection error|Client was closed|Client has already been connected|Query read timeout|timeout expired|Cannot use a pool after calling end)/
const noPlace = /timeout exceeded when trying to connect/

/** Whether doing all of it again may succeed. */
export const isRepeatable = (error: unknown) => repeatable.has(sqlState(error))

/** Whether the database was asked and has not answered in time: asking once more would only take as long again. */
export const isSilent = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'

/** Whether the connection itself is gone or in a state nobody knows: nothing more can be asked on it. */
export function isLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.severity === 'FATAL' || error.severity === 'PANIC' || /^(57P0|08)/.test(sqlState(error))
  return error instanceof Error && (unreachable.has(codeOf(error)) || spoken.test(error.message))
}

/**
 * What a failure of the database means to whoever asked: UNAVAILABLE while it cannot be reached or cannot write, BUSY while it has too much to do; null for what is
 * a fault of the statement. Only for errors that came from the driver: a file or another host may refuse with the same words.
 */
export function databaseFailure(error: unknown): AppError | null {
  if (error instanceof AppError || !(error instanceof Error)) return null
  const state = sqlState(error)
  if (outOfSpace.has(state)) return unavailable('kit.errors.no_space', error)
  if (overload.has(state) || repeatable.has(state) || noPlace.test(error.message)) return new AppError('BUSY', 'kit.errors.busy', { cause: error })
  return outage.has(state) || state.startsWith('08') || isLost(error) ? unavailable('kit.errors.unavailable', error) : null
}

/** Of an attempt at every address of a host the first refusal. */
const codeOf = (error: Error) => sqlState(error) || (error instanceof AggregateError ? sqlState(error.errors[0]) : '')

const unavailable = (key: string, cause: unknown) => new AppError('UNAVAILABLE', key, { cause })
