import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import type { Language } from '#kit/contract/catalogue.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { QueuedJob, Tx } from '#kit/server/data/database/transaction.ts'
import type { Job, JobContext, LongJob, Standing } from '#kit/server/http/area.ts'
import { deadQueue, outsideQueue, queueSchema, slowQueue, workQueue } from './install-queue.ts'
import { holdJob, releaseJobs } from './held-jobs.ts'
import { runSchedule } from './schedule.ts'

/** The part of a pino logger that the queue uses. */
export interface JobLog {
  readonly info: (fields: object, message: string) => void
  readonly warn: (fields: object, message: string) => void
  readonly error: (fields: object, message: string) => void
}

export interface JobQueueOptions {
  /** The restricted role's URL. */
  readonly url: string
  readonly db: DatabaseAccess
  readonly jobs: readonly (Job | LongJob)[]
  readonly resources: Resources
  /** What is looked for every few seconds. */
  readonly standing?: readonly Standing[]
  readonly log: JobLog
  /** Whether this server also takes jobs and keeps the schedules; if not, it only queues (and `drain` runs what waits). */
  readonly work?: boolean
}

/** What the queue stores: ids only. */
interface Payload {
  readonly customer_id: number
  readonly job: string
  readonly data: Readonly<Record<string, unknown>>
}

const minute = 60_000
/** How often it is looked for what stands in tables. */
const lookEvery = 2_000
/** Workers of a server for what waits for servers of others, and how many of them one customer has at most. */
const [outsideWorkers, outsideOfOne] = [8, 4] as const
/** The same for what takes minutes: its work is this server's too. */
const [slowWorkers, slowOfOne] = [4, 2] as const
/** Seconds after which a job of several transactions is given up although its server lives. */
const longest = 6 * 3_600
/** What the clock queues lets everything pass that somebody waits for. */
const scheduledPriority = -1

/** A database that has stopped answering must not hold the queue for ever: a statement of the queue is given up after half a minute. */
const bounded = (url: string) => {
  const bounds = new URL(url)
  bounds.searchParams.set('query_timeout', '30000')
  return bounds.href
}

/** The queue of one server: writes jobs in the transaction that asks for them and runs them as the system of their customer. */
export class JobQueue {
  #boss: PgBoss
  #options: JobQueueOptions
  #kinds: ReadonlyMap<string, Job | LongJob>
  #clock: NodeJS.Timeout | undefined
  #looks: NodeJS.Timeout | undefined
  #looking = false

  private constructor(boss: PgBoss, options: JobQueueOptions) {
    this.#boss = boss
    this.#options = options
    this.#kinds = new Map(options.jobs.map((job) => [job.name, job]))
  }

  /** Connects, and takes jobs unless `work` is false; `installQueue` must have run. */
  static async start(options: JobQueueOptions): Promise<JobQueue> {
    const work = options.work ?? true
    const boss = new PgBoss({
      connectionString: bounded(options.url),
      schema: queueSchema,
      max: 4,
      useListenNotify: work,
      migrate: false,
      schedule: false,
      supervise: work,
      superviseIntervalSeconds: 30,
      monitorIntervalSeconds: 30,
      // Only the owner of the tables may rebuild their indexes.
      reindex: false,
      monitorVacuum: false,
    })
    const queue = new JobQueue(boss, options)
    boss.on('error', (err) => options.log.error({ err }, 'job queue'))
    boss.on('warning', (warning) => options.log.warn({ warning }, 'job queue'))
    await boss.start()
    if (work) await queue.#takeJobs()
    return queue
  }

  async #takeJobs(): Promise<void> {
    // Whoever queues wakes the workers; looking every few seconds besides is for jobs that were delayed or failed.
    const limits = { batchSize: 1, localConcurrency: 4, localGroupConcurrency: 2, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 } as const
    const taken = async ([job]: { readonly id: string; readonly data: Payload }[]) => {
      try {
        if (job) await this.#run(job.id, job.data)
      } catch (err) {
        this.#options.log.warn({ err, job: job?.data.job, customer_id: job?.data.customer_id, job_id: job?.id }, 'job failed')
        throw err
      } finally {
        this.#goOn()
      }
    }
    await this.#boss.work<Payload>(workQueue, limits, taken)
    const used = new Set([...this.#kinds.values()].map(queueOf))
    if (used.has(outsideQueue))
      await this.#boss.work<Payload>(outsideQueue, { ...limits, localConcurrency: outsideWorkers, localGroupConcurrency: outsideOfOne }, taken)
    if (used.has(slowQueue)) await this.#boss.work<Payload>(slowQueue, { ...limits, localConcurrency: slowWorkers, localGroupConcurrency: slowOfOne }, taken)
    await this.#boss.work<Payload>(deadQueue, async ([job]) => {
      if (job) this.#options.log.error({ job: job.data.job, customer_id: job.data.customer_id, job_id: job.id }, 'job failed for good')
    })
    this.#clock = setInterval(() => {
      this.tick().catch((err: unknown) => this.#options.log.error({ err }, 'schedules'))
    }, minute)
    this.#clock.unref()
    if ((this.#options.standing ?? []).length === 0) return
    this.#looks = setInterval(() => {
      if (this.#looking) return
      this.#looking = true
      this.look()
        .catch((err: unknown) => this.#options.log.error({ err }, 'standing work'))
        .finally(() => {
          this.#looking = false
        })
    }, lookEvery)
    this.#looks.unref()
  }

  /** Queues what stands in tables and is due; one server does it, whoever comes first, and what waits already waits once. Answers how much there is. */
  async look(now = new Date()): Promise<number> {
    const { db, standing = [] } = this.#options
    if (standing.length === 0) return 0
    return db.transaction(
      1,
      async (tx) => {
        const lock = await tx.first(sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtext('vigie standing')) as mine`)
        if (!lock?.mine) return 0
        const due: (QueuedJob & { customerId: number })[] = []
        for (const { job, found } of standing)
          for (const { customer_id: customerId, key, data } of await tx.run(found(now))) due.push({ customerId, name: job, data, key })
        await this.#insert(tx, due)
        return due.length
      },
      { background: true, provider: true },
    )
  }

  /** Has workers look for the next job as soon as theirs is done: left to itself a worker of single jobs rests for seconds after each, however many wait. */
  #goOn(): void {
    for (const { id, name, count } of this.#boss.getWipData()) if (name !== deadQueue && count > 0) this.#boss.notifyWorker(id)
  }

  /** What `TransactionPorts.enqueue` is: the jobs exist only if the transaction commits. */
  readonly enqueue = async (tx: Tx, jobs: readonly QueuedJob[]): Promise<void> => {
    await this.#insert(
      tx,
      jobs.map((job) => ({ customerId: tx.customerId, ...job })),
    )
  }

  async #insert(tx: Tx, jobs: readonly (QueuedJob & { customerId: number })[], priority = 0): Promise<void> {
    const rows = jobs.map(({ customerId, name, data, key, delaySeconds }) => {
      const kind = this.#kinds.get(name)
      if (!kind) throw new Error(`There is no job ${name}`)
      return {
        data: { customer_id: customerId, job: name, data } satisfies Payload,
        // Jobs without a key never count as the same one.
        singletonKey: `${customerId}:${name}:${key ?? randomUUID()}`,
        group: { id: String(customerId) },
        priority,
        // Of several transactions one is lost when its server is, which its heart tells, and not after the queue's quarter of an hour: it would run twice at once.
        ...('runLong' in kind && { expireInSeconds: longest }),
        ...(delaySeconds ? { startAfter: delaySeconds } : {}),
      }
    })
    // In one order everywhere, so that two transactions with the same keys wait for each other instead of locking up.
    rows.sort((a, b) => (a.singletonKey < b.singletonKey ? -1 : 1))
    for (const queue of [workQueue, outsideQueue, slowQueue]) {
      const own = rows.filter(({ data: { job } }) => this.#queueOf(job) === queue)
      if (own.length > 0) await this.#boss.insert(queue, own, { db: { executeSql: async (text, values) => ({ rows: await tx.runText(text, values) }) } })
    }
  }

  #queueOf(job: string): string {
    const kind = this.#kinds.get(job)
    return kind ? queueOf(kind) : workQueue
  }

  /** Queues what the schedules owe at a moment, and what was held of customers that are no longer suspended; one server does it, whoever comes first. Missed periods count as one. */
  async tick(now = new Date()): Promise<void> {
    const next = (cron: string, tz: string) => this.#boss.previewSchedule(cron, { tz, from: now, count: 1 })[0] ?? null
    await this.#options.db.transaction(
      1,
      async (tx) => {
        await this.#insert(
          tx,
          (await releaseJobs(tx)).filter(({ name }) => this.#kinds.has(name)),
        )
        const due = await runSchedule(tx, this.#options.jobs, now, next)
        await this.#insert(
          tx,
          due.map(({ customerId, name }) => ({ customerId, name, data: {}, key: 'schedule' })),
          scheduledPriority,
        )
      },
      { background: true, provider: true },
    )
  }

  /** Runs what waits, delayed jobs included, until nothing is left; a failing job throws. For tests and for building the demonstration. */
  async drain(): Promise<void> {
    for (;;) {
      await this.look()
      const ran = (await this.#drainOne(workQueue)) + (await this.#drainOne(outsideQueue)) + (await this.#drainOne(slowQueue))
      if (ran === 0) return
    }
  }

  async #drainOne(queue: string): Promise<number> {
    const jobs = await this.#boss.fetch<Payload>(queue, { batchSize: 20, ignoreStartAfter: true })
    for (const job of jobs) {
      try {
        await this.#run(job.id, job.data)
      } catch (error) {
        await this.#boss.fail(queue, job.id, { message: String(error) })
        throw error
      }
      await this.#boss.complete(queue, job.id)
    }
    return jobs.length
  }

  async #run(id: string, { customer_id, job, data }: Payload): Promise<void> {
    const kind = this.#kinds.get(job)
    if (!kind) throw new Error(`There is no job ${job}`)
    const started = Date.now()
    const { db, resources, log } = this.#options
    let suspended = false
    const apart: JobContext['apart'] = (work) =>
      db.transaction(
        customer_id,
        async (tx) => {
          const customer = await tx.first(
            sql<{ lang: Language; time_zone: string; disabled: boolean }>`select lang, time_zone, disabled from customer where id = ${customer_id}`,
          )
          if (!customer) throw new Error('The customer of a job no longer exists')
          if (customer.disabled) {
            suspended = true
            throw new Error('The customer of a job is suspended')
          }
          tx.act(systemWho(customer_id, job, id, customer.lang, customer.time_zone))
          return work(tx)
        },
        { background: true },
      )
    const reading: JobContext['apart'] = async (work) => {
      if (!db.hasStandby) return apart(work)
      const { who, position } = await apart(async (tx) => ({ who: tx.who, position: await db.positionOf(tx) }))
      const asSame = (tx: Tx) => {
        tx.act(who)
        return work(tx)
      }
      return db.reading(customer_id, position, asSame, { background: true })
    }
    const context = { data: data as JobContext['data'], resources, apart, reading }
    try {
      // What waits for something else than the database would begin before anything is asked of it.
      if ('runLong' in kind) await apart(async () => {}).then(() => kind.runLong(context))
      else await apart((tx) => kind.run({ ...context, tx }))
    } catch (error) {
      if (!suspended) throw error
    }
    // Also one that was half way, or has taken the refusal for something else: it begins anew, as after any failure.
    if (suspended) {
      await holdJob(db, customer_id, { id, name: job, data, scheduled: kind.schedule !== undefined })
      log.info({ job, customer_id, job_id: id }, 'job held: its customer is suspended')
      return
    }
    log.info({ job, customer_id, job_id: id, ms: Date.now() - started }, 'job done')
  }

  /** Lets jobs at work end, three seconds at most; what is cut off runs again later. */
  async stop(): Promise<void> {
    clearInterval(this.#clock)
    clearInterval(this.#looks)
    await this.#boss.stop({ graceful: true, timeout: 3_000 })
  }
}

const queueOf = (kind: Job | LongJob): string =>
  !('outside' in kind) || kind.outside === undefined ? workQueue : kind.outside === 'slow' ? slowQueue : outsideQueue
