import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#kit/contract/errors.ts'
import { isLost, sqlState } from './database-failure.ts'
import type { Tx } from './transaction.ts'

/** What the database had written when something was asked, and which database that is. */
export interface Position {
  /** Where its log ended. */
  readonly lsn: string
  /** Cluster, database and login: a standby has the same. */
  readonly identity: string
}

/**
 * The cluster by the number that its files bear, the database and the login by name: reads that went to another installation, or under a login that
 * row-level security does not bind, would show what is not the reader's.
 */
const identityNow = `(select system_identifier::text from pg_control_system()) || ' ' || current_database() || ' ' || session_user`

/** Asked of the database that is written. */
export const positionNow = `select pg_current_wal_insert_lsn()::text as lsn, ${identityNow} as identity`
/** Asked of the one that follows. */
const stateNow = `select pg_is_in_recovery() as following, ${identityNow} as identity, coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as reached`

interface State {
  readonly following: boolean
  readonly identity: string
  readonly reached: boolean
}

/** For how many milliseconds a standby is left alone after it could not be reached, or was not one. */
const rest = 5_000
/** Milliseconds between two looks at how far it is. */
const look = 10

/** Why reads do not go to the standby, for the log; null once they do again. */
export type StandbyNews = (reason: string | null) => void

/**
 * Whether reads may go to a streaming replica (docs/decisions/0100). A read goes there only after the replica has written whatever the database had
 * written when the read was asked for: whoever has just saved sees what they saved. Until then, and while the replica is away, the database answers itself.
 */
export class Standby {
  #awayUntil = 0
  #reason: string | null = null
  #news: StandbyNews
  /** How many reads it has served, and how many were left to the database. */
  readonly reads = { served: 0, left: 0 }

  constructor(news: StandbyNews) {
    this.#news = news
  }

  get up(): boolean {
    return Date.now() >= this.#awayUntil
  }

  /** Waits within a transaction on the standby until it has come to a position; throws `NotServed` when it has not within `patience` milliseconds, or is no standby of that database. */
  async reach(tx: Tx, { lsn, identity }: Position, patience: number): Promise<void> {
    for (const until = Date.now() + patience; ;) {
      const [state] = await tx.runText<State>(stateNow, [lsn])
      if (!state?.following) throw new NotServed('it follows no database')
      if (state.identity !== identity) throw new NotServed('it follows another database, or is entered under another login')
      if (state.reached) return
      if (Date.now() >= until) throw new NotServed()
      await pause(look)
    }
  }

  served(): void {
    this.reads.served += 1
    if (this.#reason !== null) this.#tell(null)
  }

  /** Whether what failed there may succeed where everything is written; what is wrong with the read itself would fail there too. */
  excuses(error: unknown): boolean {
    const cause = error instanceof AppError ? error.cause : error
    const away = cause instanceof NotServed ? cause.away : awayBecause(cause)
    if (away === undefined) return false
    this.reads.left += 1
    if (away !== null) {
      this.#awayUntil = Date.now() + rest
      if (away !== this.#reason) this.#tell(away)
    }
    return true
  }

  #tell(reason: string | null): void {
    this.#reason = reason
    this.#news(reason)
  }
}

/** It cannot answer this read: for a reason that lasts, or because it is behind. */
class NotServed extends Error {
  readonly away: string | null

  constructor(away: string | null = null) {
    super(away ?? 'The standby is behind')
    this.away = away
  }
}

/** What a replica refuses to write or lock (25006), and what it ends because the rows were cleaned up where they are written (40001). */
const ofTheMoment = new Set(['25006', '40001', '40P01'])

/** Why the standby is to be left alone, null where it is only this read; undefined for what has nothing to do with it. */
function awayBecause(cause: unknown): string | null | undefined {
  if (ofTheMoment.has(sqlState(cause))) return null
  if (!(cause instanceof Error)) return undefined
  const within = cause.cause === undefined ? cause : cause.cause
  return isLost(cause) || isLost(within) || sqlState(cause).startsWith('28') ? (within as Error).message || sqlState(within) : undefined
}
