import pg, { type PoolClient } from 'pg'
import { AppError } from '#kit/contract/errors.ts'
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
  readonly connections?: number
  readonly ports?: Partial<TransactionPorts>
  /** Refuses statements before they are sent; tests install one that looks for a missing customer predicate. */
  readonly guard?: (text: string) => void
}

const retried = new Set(['40001', '40P01'])
const busy = new Set(['57014', '53300', '55P03'])

/** The pools of one server and the only way into a transaction. */
export class DatabaseAccess {
  #requests: pg.Pool
  #background: pg.Pool
  #guard: ((text: string) => void) | null
  ports: TransactionPorts

  constructor({ url, connections = 20, ports = {}, guard }: DatabaseOptions) {
    // Ten seconds for what a person waits for, five minutes for jobs.
    this.#requests = openPool(url, connections, 10_000)
    // Four jobs at a time, each with a second transaction for its progress, and the schedules.
    this.#background = openPool(url, 9, 300_000)
    this.#guard = guard ?? null
    this.ports = {
      dispatch: ports.dispatch ?? (async () => {}),
      enqueue: ports.enqueue ?? (async () => { throw new Error('This server has no job queue') }),
    }
  }

  /**
   * Runs `work` in one transaction of one customer. A deadlock or serialisation failure runs it once more, so `work` touches nothing but
   * the transaction. Throws BUSY when no connection is free or a statement takes too long.
   */
  async transaction<T>(customerId: number, work: (tx: Tx) => Promise<T>, options: { background?: boolean; provider?: boolean; at?: Date } = {}): Promise<T> {
    // `set local` takes no parameters: only a number may be written into it.
    if (!Number.isSafeInteger(customerId) || customerId < 1) throw new Error('A customer id is a positive integer')
    const opening = `begin; set local app.customer_id = '${customerId}'${options.provider ? '; set local role vigie_provider' : ''}${options.at ? `; set local app.moment = '${options.at.toISOString()}'` : ''}`
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once(opening, customerId, work, options)
      } catch (error) {
        const code = sqlState(error)
        if (retried.has(code) && attempt < 3) continue
        if (busy.has(code) || isPoolTimeout(error)) throw new AppError('BUSY', 'kit.errors.busy')
        throw error
      }
    }
  }

  async #once<T>(opening: string, customerId: number, work: (tx: Tx) => Promise<T>, { background, at }: { background?: boolean; at?: Date }): Promise<T> {
    const client = await (background ? this.#background : this.#requests).connect()
    let broken: Error | undefined
    try {
      const tx = new Tx(client, customerId, this.ports, this.#guard, at)
      const opened = tx.send(opening)
      // Reported by whatever is awaited next; here only so that it is never unhandled.
      opened.catch(() => {})
      const result = await work(tx)
      await opened
      await tx.finish()
      const ended = (await tx.send('commit')) as { command?: string }
      if (ended.command === 'ROLLBACK') throw new Error('The transaction had failed and was rolled back')
      return result
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => { broken = failure })
      throw error
    } finally {
      client.release(broken)
    }
  }

  /** A connection outside any transaction and tenant, for health checks. */
  async ping(): Promise<void> {
    await this.#requests.query('select 1')
  }

  /** How busy the connections for requests are. */
  get load(): { total: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#requests
    return { total: totalCount, idle: idleCount, waiting: waitingCount }
  }

  /** One statement that commits by itself and belongs to no customer: what must stay even if the request fails, such as a rate limit. */
  async alone<R>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return (await this.#requests.query(text, [...values])).rows as R[]
  }

  /** Borrows a plain connection, for what pipelining refuses (cursors, LISTEN). */
  async connection<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#background.connect()
    try {
      return await work(client)
    } finally {
      client.release()
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#requests.end(), this.#background.end()])
  }
}

function openPool(url: string, max: number, timeout: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url, max, pipeline: true, connectionTimeoutMillis: 10_000,
    options: `-c statement_timeout=${timeout} -c timezone=UTC -c idle_in_transaction_session_timeout=${timeout * 2}`,
  })
  // A connection that the database closes while idle is replaced at the next use.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** The SQLSTATE of a database error, else an empty text. */
export function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

const isPoolTimeout = (error: unknown) => error instanceof Error && error.message.includes('timeout exceeded when trying to connect')
