import { setTimeout as pause } from 'node:timers/promises'
import pg, { type PoolClient } from 'pg'
import { AppError } from '#kit/contract/errors.ts'
import { databaseFailure, isLost, isRepeatable, isSilent, sqlState } from './database-failure.ts'
import { FairPlaces, NoPlace, type Places } from './fair-places.ts'
import { positionNow, Standby, type Position, type StandbyNews } from './standby.ts'
import { Tx, type TransactionPorts } from './transaction.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
const int8Array = 1016 as number
pg.types.setTypeParser(int8Array, (value) => (value === '{}' ? [] : value.slice(1, -1).split(',').map(Number)))
// A calendar day has no instant: it stays the text it is.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)
const dateArray = 1182 as number
pg.types.setTypeParser(dateArray, (value) => value)

export interface DatabaseOptions {
  /** The restricted role's URL. */
  readonly url: string
  /** The same role's URL on a streaming replica, which then serves what is declared for it. */
  readonly standbyUrl?: string | undefined
  /** Hears why reads do not go to the replica, and that they do again. */
  readonly onStandby?: StandbyNews
  readonly connections?: number
  /** How many of them the requests of one customer hold at most; two fifths unless it is said. */
  readonly share?: number
  /** How many requests of one customer wait for one; what comes beyond is refused at once. */
  readonly queue?: number
  /** For how many milliseconds anybody waits for a place or a new connection. */
  readonly patience?: number
  /** After how many milliseconds a statement of a request is cancelled; later, its connection is given up. */
  readonly statementTimeout?: number
  readonly ports?: Partial<TransactionPorts>
  /** Refuses statements before they are sent; tests install one that looks for a missing customer predicate. */
  readonly guard?: (text: string) => void
}

/** How often the same is tried before a deadlock or a failed serialisation is told. */
const attempts = 4
/** A key that the guards had found free, or there: somebody else was faster. Looked at again, the guards say so. */
const outrun = new Set(['23503', '23505'])
/** For whom nobody in particular asks: counters of attempts, health. */
const nobody = 0

interface TransactionOptions {
  readonly background?: boolean
  readonly provider?: boolean
  readonly at?: Date
}

/** For how many milliseconds a request waits for the standby to come to what was written, and a job. */
const catchUp = { request: 100, job: 1_000 } as const

/** The pools of one server and the only way into a transaction. */
export class DatabaseAccess {
  #primary: Pools
  #replica: Pools | null
  #standby: Standby | null
  #guard: ((text: string) => void) | null
  ports: TransactionPorts

  constructor({
    url,
    connections = 20,
    share = Math.max(2, Math.floor(connections * 0.4)),
    queue = 500,
    patience = 10_000,
    statementTimeout = 10_000,
    ports = {},
    guard,
    standbyUrl,
    onStandby = () => {},
  }: DatabaseOptions) {
    const places = { places: connections, share, queue, patience }
    this.#primary = new Pools(url, places, statementTimeout)
    this.#replica = standbyUrl === undefined ? null : new Pools(standbyUrl, places, statementTimeout)
    this.#standby = standbyUrl === undefined ? null : new Standby(onStandby)
    this.#guard = guard ?? null
    this.ports = {
      dispatch: ports.dispatch ?? (async () => {}),
      enqueue:
        ports.enqueue ??
        (async () => {
          throw new Error('This server has no job queue')
        }),
      following: ports.following ?? (() => []),
      notify: ports.notify ?? (async () => {}),
      rightsOf: ports.rightsOf ?? (() => new Set()),
    }
  }

  /**
   * Runs `work` in one transaction of one customer. A deadlock, a serialisation failure or a key that no guard foresaw runs it
   * once more, so `work` touches nothing but the transaction. Throws BUSY when the customer's share of the connections is used up or a statement takes
   * too long, UNAVAILABLE while the database cannot be reached; a commit of which nobody heard any more may have happened.
   */
  async transaction<T>(customerId: number, work: (tx: Tx) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const opening = openingOf('begin', customerId, options)
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once(this.#primary, opening, customerId, work, options)
      } catch (error) {
        if (error instanceof NotBegun) {
          if (attempt === 1) continue
          throw databaseFailure(error.cause) ?? error
        }
        if (outrun.has(sqlState(error)) && attempt === 1) continue
        if (!isRepeatable(error)) throw error
        if (attempt === attempts) throw databaseFailure(error) ?? error
        // Two that locked each other up must not meet again at once.
        await pause(attempt * 10 + Math.random() * 40)
      }
    }
  }

  /** Whether there is a standby that answers: if so, `positionOf` and `reading` spare the database what a read costs. */
  get hasStandby(): boolean {
    return this.#standby?.up ?? false
  }

  /** How many reads the standby has served, and how many were left to the database; null without one. */
  get standbyReads(): Readonly<Standby['reads']> | null {
    return this.#standby?.reads ?? null
  }

  /** What has been written so far, to be seen by a later `reading`. */
  async positionOf(tx: Tx): Promise<Position> {
    const [position] = await tx.runText<Position>(positionNow)
    if (!position) throw new Error('The database does not say where it is')
    return position
  }

  /**
   * Like `transaction`, for work that only reads: on the standby once it has come to `position`, else, and whatever happens to it there, where
   * everything is written. Work that writes all the same is done there too.
   */
  async reading<T>(customerId: number, position: Position, work: (tx: Tx) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const [standby, replica] = [this.#standby, this.#replica]
    if (!standby?.up || !replica) return this.transaction(customerId, work, options)
    const opening = openingOf('begin read only', customerId, options)
    const patience = options.background ? catchUp.job : catchUp.request
    try {
      const done = await this.#once(
        replica,
        opening,
        customerId,
        async (tx) => {
          await standby.reach(tx, position, patience)
          return work(tx)
        },
        options,
      )
      standby.served()
      return done
    } catch (error) {
      if (!standby.excuses(error)) throw error
      return this.transaction(customerId, work, options)
    }
  }

  async #once<T>(pools: Pools, opening: string, customerId: number, work: (tx: Tx) => Promise<T>, { background, at }: TransactionOptions): Promise<T> {
    return pools.connected(background ? null : customerId, async (client) => {
      const tx = new Tx(client, customerId, this.ports, this.#guard, at)
      let begun = false
      try {
        const opened = tx.send(opening)
        // Reported by whatever is awaited next; here only so that it is never unhandled.
        opened.then(
          () => {
            begun = true
          },
          () => {},
        )
        const result = await work(tx)
        await opened
        await tx.finish()
        const ended = (await tx.send('commit')) as { command?: string }
        if (ended.command === 'ROLLBACK') throw new Error('The transaction had failed and was rolled back')
        return result
      } catch (error) {
        if (isLost(tx.failure))
          throw new Broken(
            tx.failure,
            begun || isSilent(tx.failure) ? (databaseFailure(tx.failure) ?? error) : new NotBegun('Nothing was begun', { cause: tx.failure }),
          )
        await client.query('rollback').catch((failure: unknown) => {
          throw new Broken(failure, explained(error, tx))
        })
        throw explained(error, tx)
      }
    })
  }

  /** A connection outside any transaction and tenant, for health checks. */
  async ping(): Promise<void> {
    await this.alone('select 1')
  }

  /** How busy the connections for requests are. */
  get load(): { total: number; idle: number; waiting: number } {
    return this.#primary.load
  }

  /** One statement that commits by itself and belongs to no customer: what must stay even if the request fails, such as a rate limit. */
  async alone<R>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return this.#primary.connected(nobody, async (client) => {
      try {
        return (await client.query(text, [...values])).rows as R[]
      } catch (error) {
        const reported = databaseFailure(error) ?? error
        throw isLost(error) ? new Broken(error, reported) : reported
      }
    })
  }

  /** Borrows a plain connection, for what pipelining refuses (cursors, LISTEN). */
  async connection<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.#primary.connected(null, work)
  }

  async close(): Promise<void> {
    await Promise.all([this.#primary.end(), this.#replica?.end()])
  }
}

/** The connections to one server of the database. */
class Pools {
  #requests: pg.Pool
  #background: pg.Pool
  #places: FairPlaces

  constructor(url: string, places: Places, statementTimeout: number) {
    // Ten seconds for what a person waits for, five minutes for jobs.
    this.#requests = openPool(url, places.places, statementTimeout, places.patience)
    // Four jobs at a time, two of one customer, each with a second transaction for its progress, and the schedules.
    this.#background = openPool(url, 9, 300_000, places.patience)
    this.#places = new FairPlaces(places)
  }

  /** Lends a connection, of the requests' for an owner or of the background's for null, and throws it away when it broke. */
  async connected<T>(owner: number | null, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const leave = owner === null ? () => {} : await this.#places.enter(owner).catch(refuse)
    try {
      const client = await (owner === null ? this.#background : this.#requests).connect().catch(refuse)
      let broken: Error | undefined
      try {
        return await work(client)
      } catch (error) {
        if (!(error instanceof Broken)) throw error
        broken = error
        throw error.reported
      } finally {
        client.release(broken)
      }
    } finally {
      leave()
    }
  }

  /** How busy the connections for requests are. */
  get load(): { total: number; idle: number; waiting: number } {
    const { totalCount, idleCount } = this.#requests
    return { total: totalCount, idle: idleCount, waiting: this.#places.waiting }
  }

  async end(): Promise<void> {
    await Promise.all([this.#requests.end(), this.#background.end()])
  }
}

function openingOf(begin: string, customerId: number, { provider, at }: TransactionOptions): string {
  // `set local` takes no parameters: only a number may be written into it.
  if (!Number.isSafeInteger(customerId) || customerId < 1) throw new Error('A customer id is a positive integer')
  return `${begin}; set local app.customer_id = '${customerId}'${provider ? '; set local role vigie_provider' : ''}${at ? `; set local app.moment = '${at.toISOString()}'` : ''}`
}

/** Carries an error out past a connection that must not be used again. */
class Broken extends Error {
  readonly reported: unknown

  constructor(cause: unknown, reported: unknown) {
    super('The connection broke', { cause })
    this.reported = reported
  }
}

/** Of a connection that was cut while it lay idle, which shows at its next use: nothing has happened, and another may do. */
class NotBegun extends Error {}

/** What an error of a transaction is told as; deadlocks stay what they are, since they are tried again. */
const explained = (error: unknown, { failure }: Tx) => (error === failure && !isRepeatable(error) ? (databaseFailure(error) ?? error) : error)

function refuse(error: unknown): never {
  if (error instanceof NoPlace) throw new AppError('BUSY', 'kit.errors.busy', { cause: error })
  throw databaseFailure(error) ?? error
}

function openPool(url: string, max: number, timeout: number, patience: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    pipeline: true,
    connectionTimeoutMillis: patience,
    keepAlive: true,
    // A database that has stopped answering cannot keep its own time limits: the connection is given up some time after them.
    query_timeout: timeout * 2,
    // What is looked up for a row of a list lies in memory: read by its index, and not small tables whole for each row, a page costs the database a sixth less. Helpers of a statement take as long to come as
    // a hundred thousand rows take to be counted, and cores that others wait for: they are for what takes longer than that.
    options: `-c random_page_cost=1.1 -c parallel_setup_cost=10000 -c statement_timeout=${timeout} -c timezone=UTC -c idle_in_transaction_session_timeout=${timeout * 2}`,
  })
  // A connection that the database closes while idle is replaced at the next use.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
