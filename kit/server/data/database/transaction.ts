import { dayIn } from '#kit/contract/wall-clock.ts'
import type { Duplex } from 'node:stream'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, type Compilable, type RawBuilder } from 'kysely'
import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import type { EventDef } from '#kit/contract/event.ts'
import type { Message } from '#kit/contract/errors.ts'
import type { NotificationKind } from '#kit/contract/notification-kinds.ts'
import type { Role } from '#kit/contract/right.ts'
import type { RowRule } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { endOfDay } from '#kit/server/time/end-of-day.ts'
import { StatementCompiler } from './statement-compiler.ts'
import { statementName, type Connection } from './statement-names.ts'

/** Builds statements and runs none: every statement goes through a transaction. */
export const query = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new StatementCompiler(),
  },
})

export interface AuditRow {
  readonly entity: string
  readonly object_id: number | null
  readonly action: string
  readonly version?: number
  readonly digest?: string
  /** JSON text, hashed as it is. */
  readonly details?: string
  /** The entry holds a digest over the object's links, owned rows and files as well; its row must be locked, so that nobody else writes them meanwhile. */
  readonly related?: true
}

/** What happened to which object, and what is told of it; handlers run in this transaction, before it ends. */
export interface DomainEvent<P = unknown> {
  readonly name: string
  readonly id: number
  readonly payload: P
}

export interface QueuedJob {
  readonly name: string
  /** Ids only. */
  readonly data: Readonly<Record<string, unknown>>
  /** One job of this key waits at a time. */
  readonly key?: string
  readonly delaySeconds?: number
}

/** Something that members are to hear of, by name or by their group: see `Notifier`. */
export interface Notice {
  readonly kind: NotificationKind
  readonly entity: string
  readonly id: number
  readonly members?: readonly number[]
  readonly groups?: readonly number[]
  /** Of those who may read the row, whom it is asked: a rule instead of names. */
  readonly whom?: RowRule
  /** Whoever follows the row too. */
  readonly followers?: true
  /** What happened, one word for it within the organisation: nobody is told of it twice. */
  readonly cause: string
  readonly comment?: number
  /** Whoever wants to hear of it at once gets a mail of its own (`lettersTo`), in place of the one that tells what happened. */
  readonly letter?: true
  readonly day?: string | null
  /** Which clock of the object: `<area>.entities.<entity>.told.<about>` names it. */
  readonly about?: string
  /** When that clock runs out. */
  readonly dueAt?: Date
}

/** What a transaction needs of the application: who handles events, how the queue is written. */
export interface TransactionPorts {
  readonly dispatch: (tx: Tx, event: DomainEvent) => Promise<void>
  readonly enqueue: (tx: Tx, jobs: readonly QueuedJob[]) => Promise<void>
  /** The jobs that are to follow once something of these entities was written. */
  readonly following: (touched: ReadonlySet<string>) => readonly QueuedJob[]
  /** Writes what members are told of. */
  readonly notify: (tx: Tx, notices: readonly Notice[]) => Promise<void>
  /** The rights of roles in an organisation with these features. */
  readonly rightsOf: (roles: readonly Role[], features: readonly string[]) => ReadonlySet<string>
}

/** What the driver's types leave out. */
interface Wired {
  readonly connection: { readonly stream: Pick<Duplex, 'cork' | 'uncork'> }
}

/** One transaction in one customer. Everything a request reads or writes goes through it. */
export class Tx {
  readonly customerId: number
  /** Statements sent so far, `begin` included. */
  statements = 0
  /** What a single change says instead of «Saved»; set by the hook that knows what the change meant. */
  confirmation: Message | null = null
  /** The entities of which something was written so far. */
  readonly touched = new Set<string>()
  #client: PoolClient
  #ports: TransactionPorts
  #who: Who | null = null
  #audit: AuditRow[] = []
  #jobs: QueuedJob[] = []
  notices: Notice[] = []
  #last: RawBuilder<unknown>[] = []
  #depth = 0
  #guard: ((text: string) => void) | null
  #at: Date | undefined
  #past = false
  #planMode: 'auto' | 'force_generic_plan' = 'auto'
  #failure: unknown

  constructor(client: PoolClient, customerId: number, ports: TransactionPorts, guard: ((text: string) => void) | null, at?: Date) {
    this.#client = client
    this.customerId = customerId
    this.#ports = ports
    this.#guard = guard
    this.#at = at
  }

  /** Now, or the moment at which the transaction was opened to enter what happened then; `moment()` in SQL. */
  get now(): Date {
    return this.#at ?? new Date()
  }

  /** The day it is for the customer, `YYYY-MM-DD`. */
  get today(): string {
    return dayIn(this.now, this.who.timeZone)
  }

  /** The application and its database: what is remembered of these hangs on it. */
  get application(): object {
    return this.#ports
  }

  /** Whether what is read is of a day gone by: nothing can be written then. */
  get past(): boolean {
    return this.#past
  }

  /** From here on everything is read as it stood at the end of a day, `YYYY-MM-DD`, of the customer. */
  readAsOf(day: string): void {
    this.readPast(endOfDay(day, this.who.timeZone))
  }

  /**
   * From here on everything is read as it stood at the end of a millisecond, by whatever statement: the views of the past bear the tables' names. What
   * is to be read as it is now says `public.` before its table. Goes out with the next statement, in one flight.
   */
  readPast(moment: Date): void {
    this.#at = moment
    this.#past = true
    const at = moment.toISOString().replace('Z', '999Z')
    // Histories are small for most, and small tables seem cheaper to read whole than by an index: but here once for every row.
    const sent = this.send(`set local search_path = past, public; set local random_page_cost = 1.1; set local app.moment = '${at}'`)
    // Reported by whatever is awaited next.
    sent.catch(() => {})
  }

  /** Who acts; throws before the session has been read. */
  get who(): Who {
    if (!this.#who) throw new Error('The transaction has no actor yet')
    return this.#who
  }

  act(who: Who): void {
    if (who.customerId !== this.customerId) throw new Error('The actor belongs to another customer')
    this.#who = who
  }

  /** Adds a perimeter made in this transaction to what its actor reaches: the reach was read before it existed. */
  widenReach(perimeterId: number): void {
    const reach = this.who.perimeterIds as number[]
    reach.push(perimeterId)
  }

  /**
   * Runs a built statement as a named prepared one and answers its rows. With `planned` it is planned for its very values: where a plan made for
   * any value, such as any offset, would be a bad one.
   */
  async run<R>(statement: Compilable<R> | RawBuilder<R>, { planned = false } = {}): Promise<R[]> {
    const { sql, parameters } = 'execute' in statement ? statement.compile(query) : statement.compile()
    this.#guard?.(sql)
    this.statements += 1
    // The views of the past look at how a statement begins: the moment becomes a constant of a plan that is not kept. Besides, what is prepared must not
    // meet the tables of two search paths: it would be planned anew at each turn.
    const text = this.#past ? `/* past${planned ? ', planned once' : ''} */ ${sql}` : sql
    const name = planned ? undefined : statementName(this.#client as Connection, text, { past: this.#past })
    if (this.#past) this.#planAs(planned ? 'auto' : 'force_generic_plan')
    const result = await this.#asked({ ...(name && { name }), text, values: parameters as unknown[] })
    return result.rows as R[]
  }

  /**
   * Has statements of the past that are kept planned for any value, at once and only once: planning one takes longer than running it, and where a customer is small beside the
   * others each plan for its very values seems cheaper. Goes out with the statement, in one flight.
   */
  #planAs(mode: 'auto' | 'force_generic_plan'): void {
    if (mode === this.#planMode) return
    this.#planMode = mode
    this.statements += 1
    this.#inOnePacket()
    // A failure is reported by the statement that follows.
    this.#client.query(`set local plan_cache_mode = ${mode}`).catch(() => {})
  }

  /** Runs text that a library wrote, unnamed; everything of ours is built and goes through `run`. */
  async runText<R>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    this.#guard?.(text)
    this.statements += 1
    const result = await this.#asked({ text, values: [...values] })
    return result.rows as R[]
  }

  async first<R>(statement: Compilable<R> | RawBuilder<R>, options: { planned?: boolean } = {}): Promise<R | undefined> {
    return (await this.run(statement, options))[0]
  }

  /** Sends text without parameters and without waiting; a failure surfaces at the next statement. Only for constants. */
  send(text: string): Promise<unknown> {
    this.statements += 1
    return this.#asked({ text })
  }

  /** The first error that the database or the way to it gave; whatever else fails is not theirs. */
  get failure(): unknown {
    return this.#failure
  }

  /**
   * Statements that are sent in one go leave in one packet: each costs a call of the system here and wakes the database up there. Of those in one flight the
   * first may fail and another be awaited: what is reported is why, not that the transaction was over by then.
   */
  async #asked(statement: QueryConfig): Promise<QueryResult> {
    this.#inOnePacket()
    try {
      return await this.#client.query(statement)
    } catch (error) {
      if (this.#failure === undefined || (error as { code?: string }).code !== '25P02') this.#failure = error
      throw this.#failure
    }
  }

  #inOnePacket(): void {
    const { stream } = (this.#client as PoolClient & Wired).connection
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  audit(row: AuditRow): void {
    this.touched.add(row.entity)
    this.#audit.push(row)
  }

  /** Queues a job that exists only if this transaction commits. */
  enqueue(job: QueuedJob): void {
    this.#jobs.push(job)
  }

  /** Has members told of something, all of it together before this transaction ends; the rights of those who hear of it are looked at then. */
  tell(notice: Notice): void {
    this.notices.push(notice)
  }

  /** The rights of roles in an organisation with these features. */
  rightsOf(roles: readonly Role[], features: readonly string[]): ReadonlySet<string> {
    return this.#ports.rightsOf(roles, features)
  }

  /** Keeps a write for the very end: of a row that others lock, so that nobody waits for it while this transaction still waits for them. Lost with what fails. */
  atEnd(statement: RawBuilder<unknown>): void {
    this.#last.push(statement)
  }

  /** Tells the areas above, at once and in this transaction; three levels deep at most. */
  async emit<P>({ name }: EventDef<P>, id: number, ...[payload]: undefined extends P ? [] : [payload: P]): Promise<void> {
    if (this.#depth === 3) throw new Error(`Events nest too deep at ${name}`)
    this.#depth += 1
    try {
      await this.#ports.dispatch(this, { name, id, payload })
    } finally {
      this.#depth -= 1
    }
  }

  /** Writes what members are told, the queued jobs, the audit entry and what was kept for the end: the last statements before commit. */
  async finish(): Promise<void> {
    if (this.notices.length > 0) await this.#ports.notify(this, this.notices.splice(0))
    // What is entered at a moment gone by is followed by whoever enters it.
    if (this.touched.size > 0 && !this.#at) this.#jobs.push(...this.#ports.following(this.touched))
    if (this.#jobs.length > 0) await this.#ports.enqueue(this, this.#jobs.splice(0))
    if (this.#audit.length > 0) {
      const rows = JSON.stringify(this.#audit.splice(0))
      const who = this.who
      this.statements += 1
      await this.#asked({
        name: 'audit_append',
        text: 'select audit_append($1, $2, $3, $4, $5::jsonb, $6, $7)',
        values: [who.memberId, who.impersonatorId, who.source, who.requestId, rows, who.session?.address ?? null, who.session?.since ?? null],
      })
    }
    for (const statement of this.#last.splice(0)) await this.run(statement)
  }
}
