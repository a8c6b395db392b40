import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { testDatabase, type TestDatabase } from '#tools/test/database.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { QueuedJob } from '#kit/server/data/database/transaction.ts'
import type { Job, JobContext, LongJob } from '#kit/server/http/area.ts'
import { JobQueue, type JobLog } from './job-queue.ts'

let database: TestDatabase
let owner: pg.Client
let db: DatabaseAccess
let queue: JobQueue
let customers: number[]
const ran: { name: string; customer: number; source: string; data: unknown }[] = []
const failures: object[] = []
const log: JobLog = { info: () => {}, warn: () => {}, error: (fields) => failures.push(fields) }

const note =
  (name: string): Job['run'] =>
  async ({ tx, data }) => {
    ran.push({ name, customer: tx.customerId, source: tx.who.source, data })
  }
const jobs: (Job | LongJob)[] = [
  { name: 'note', run: note('note') },
  { name: 'daily', schedule: '0 3 * * *', run: note('daily') },
  {
    name: 'steps',
    runLong: async ({ apart, data }: Omit<JobContext, 'tx'>) => {
      await apart(async (tx) => void ran.push({ name: 'first step', customer: tx.customerId, source: tx.who.source, data }))
      if ('suspend' in data) await setDisabled(customers[1], true)
      // As a job that writes down what went wrong with it, and ends well.
      await apart(async (tx) => void ran.push({ name: 'second step', customer: tx.customerId, source: tx.who.source, data })).catch(() => {})
    },
  },
  {
    name: 'broken',
    run: async () => {
      throw new Error('on purpose')
    },
  },
  {
    name: 'long',
    runLong: async ({ apart }: Omit<JobContext, 'tx'>) => {
      const seen = await apart(async (tx) => tx.first(sql<{ n: number }>`select count(*) as n from comment where customer_id = ${tx.customerId}`))
      await apart(async (tx) => {
        ran.push({ name: 'long', customer: tx.customerId, source: tx.who.source, data: seen })
      })
    },
  },
]

beforeAll(async () => {
  database = await testDatabase()
  owner = new pg.Client(database.ownerUrl)
  owner.on('error', () => {})
  await owner.connect()
  await owner.query(`insert into instance (name) values ('i')`)
  const { rows } = await owner
    .query<{ id: number }>(`set role vigie_provider; insert into customer (instance_id, kind, name, time_zone) values
    (1, 'ORGANISATION', 'A', 'Europe/Paris'), (1, 'ORGANISATION', 'B', 'America/New_York'), (1, 'ORGANISATION', 'C', 'UTC') returning id`)
    .then((r) => (r as unknown as pg.QueryResult<{ id: number }>[])[1] ?? { rows: [] })
  await owner.query('reset role')
  customers = rows.map((row) => row.id)
  db = new DatabaseAccess({ url: database.appUrl })
  queue = await JobQueue.start({ url: database.appUrl, db, jobs, resources: new Map(), log, work: false })
  db.ports = { ...db.ports, enqueue: queue.enqueue }
})

afterAll(async () => {
  await queue.stop()
  await db.close()
  await owner.end()
  await database.drop()
})

const setDisabled = (id: number | undefined, disabled: boolean) =>
  owner.query(`set role vigie_provider; update customer set disabled = ${disabled} where id = ${id}; reset role`)
const inCustomer = (id: number | undefined, ...queued: QueuedJob[]) =>
  db.transaction(id ?? 0, async (tx) => {
    tx.act(systemWho(tx.customerId, 'test', 'r'))
    for (const job of queued) tx.enqueue(job)
  })

test('a job runs as the system of the customer whose transaction queued it', async () => {
  ran.length = 0
  await inCustomer(customers[1], { name: 'note', data: { thing_id: 7 } }, { name: 'long', data: {} })
  await queue.drain()
  expect(ran).toContainEqual({ name: 'note', customer: customers[1], source: 'note', data: { thing_id: 7 } })
  expect(ran).toContainEqual({ name: 'long', customer: customers[1], source: 'long', data: { n: 0 } })
})

test('a transaction that fails queues nothing', async () => {
  ran.length = 0
  const failing = db.transaction(customers[0] ?? 0, async (tx) => {
    tx.act(systemWho(tx.customerId, 'test', 'r'))
    tx.enqueue({ name: 'note', data: {} })
    await tx.finish()
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await queue.drain()
  expect(ran).toEqual([])
})

test('of the jobs with one key only one waits, each customer by itself', async () => {
  ran.length = 0
  const job = { name: 'note', data: {}, key: 'same' }
  await inCustomer(customers[0], job, job)
  await inCustomer(customers[0], job)
  await inCustomer(customers[1], job)
  await queue.drain()
  expect(ran.map((r) => r.customer).toSorted((a, b) => a - b)).toEqual([customers[0], customers[1]])
})

test('an unknown job is refused before it is queued', async () => {
  await expect(inCustomer(customers[0], { name: 'nobody', data: {} })).rejects.toThrow('no job nobody')
})

test('a failing job is tried again and tells why', async () => {
  await inCustomer(customers[0], { name: 'broken', data: {} })
  await expect(queue.drain()).rejects.toThrow('on purpose')
  const { rows } = await owner.query<{ state: string; output: object }>(`select state, output from pgboss.job where name = 'work' and data->>'job' = 'broken'`)
  expect(rows).toEqual([{ state: 'retry', output: { message: 'Error: on purpose' } }])
  await owner.query(`delete from pgboss.job where data->>'job' = 'broken'`)
})

test('a schedule is due once per period, by the clock of each customer, and never for a disabled one', async () => {
  await owner.query(`set role vigie_provider; update customer set disabled = true where id = ${customers[2]}; reset role`)
  const tick = async (now: string) => {
    ran.length = 0
    await queue.tick(new Date(now))
    await queue.tick(new Date(now))
    await queue.drain()
    return ran.map((r) => r.customer).toSorted((a, b) => a - b)
  }
  expect(await tick('2026-01-15T00:00:00Z')).toEqual([])
  expect(await tick('2026-01-15T01:59:00Z')).toEqual([])
  expect(await tick('2026-01-15T02:00:30Z')).toEqual([customers[0]])
  expect(await tick('2026-01-15T08:01:00Z')).toEqual([customers[1]])
  // Two days missed are one run.
  expect(await tick('2026-01-18T12:00:00Z')).toEqual([customers[0], customers[1]])
})

test('jobs of a suspended customer wait until it is taken up again, also one that was half way; those of the clock do not, and its days pass', async () => {
  ran.length = 0
  const names = () => ran.filter(({ customer }) => customer === customers[1]).map(({ name }) => name)
  await inCustomer(
    customers[1],
    { name: 'steps', data: { suspend: 1 } },
    { name: 'note', data: {} },
    { name: 'daily', data: {} },
    { name: 'daily', data: { thing_id: 7 } },
  )
  await queue.drain()
  // Those that came first had gone through; the one that was cut off begins anew later.
  const before = names().length
  await inCustomer(customers[1], { name: 'note', data: { thing_id: 8 } }, { name: 'note', data: { thing_id: 8 } }, { name: 'daily', data: {} })
  await queue.tick(new Date('2026-02-18T12:00:00Z'))
  await queue.drain()
  expect(names()).toHaveLength(before)
  expect(names()).not.toContain('second step')
  await setDisabled(customers[1], false)
  ran.length = 0
  // Nobody owes the days that passed; what was held is done once.
  await queue.tick(new Date('2026-02-18T12:05:00Z'))
  await queue.tick(new Date('2026-02-18T12:06:00Z'))
  await owner.query(`update pgboss.job set data = data #- '{data,suspend}' where data->>'job' = 'steps'`)
  await queue.drain()
  expect(names().filter((name) => name !== 'daily')).toEqual(expect.arrayContaining(['first step', 'second step', 'note']))
  expect(ran.filter(({ customer, data }) => customer === customers[1] && JSON.stringify(data) === '{"thing_id":8}')).toHaveLength(1)
  expect(ran.filter(({ name, customer, data }) => name === 'daily' && customer === customers[1] && JSON.stringify(data) === '{}')).toEqual([])
})

test('a server that works takes jobs as soon as they are queued and finishes them before it stops', async () => {
  ran.length = 0
  const done = Promise.withResolvers<void>()
  const worker = await JobQueue.start({
    url: database.appUrl,
    db,
    resources: new Map(),
    log,
    work: true,
    jobs: [
      {
        name: 'note',
        run: async (context) => {
          await note('note')(context)
          done.resolve()
        },
      },
    ],
  })
  await inCustomer(customers[0], { name: 'note', data: {} })
  await done.promise
  await worker.stop()
  const { rows } = await owner.query<{ state: string }>(`select state from pgboss.job where name = 'work' order by created_on desc limit 1`)
  expect([ran.length, rows[0]?.state]).toEqual([1, 'completed'])
  expect(failures).toEqual([])
})

test('a server that works goes from job to job without a rest, also where one customer has many, and what the clock owes comes last', async () => {
  ran.length = 0
  const all = Promise.withResolvers<void>()
  const notes = 60
  const kinds: Job[] = ['note', 'daily'].map((name) => ({
    name,
    ...(name === 'daily' ? { schedule: '0 3 * * *' } : {}),
    run: async (context) => {
      await note(name)(context)
      if (ran.length === notes + 2) all.resolve()
    },
  }))
  await queue.tick(new Date('2027-03-15T12:00:00Z'))
  for (let n = 0; n < notes; n += 10) await inCustomer(customers[0], ...Array.from({ length: 10 }, () => ({ name: 'note', data: {} })))
  const worker = await JobQueue.start({ url: database.appUrl, db, resources: new Map(), log, work: true, jobs: kinds })
  await all.promise
  await worker.stop()
  const first = ran.filter(({ customer }) => customer === customers[0])
  expect(first.length).toBe(notes + 1)
  // Two are at work at a time: the last to begin is among the last two to end.
  expect(first.slice(-2).map(({ name }) => name)).toContain('daily')
})

test('a job that fails for good is logged with its customer, and kept', async () => {
  await owner.query(`update pgboss.queue set retry_limit = 0 where name = 'work'`)
  const buried = Promise.withResolvers<object>()
  const worker = await JobQueue.start({
    url: database.appUrl,
    db,
    resources: new Map(),
    jobs,
    work: true,
    log: { ...log, error: (fields) => buried.resolve(fields) },
  })
  await inCustomer(customers[1], { name: 'broken', data: {} })
  expect(await buried.promise).toMatchObject({ job: 'broken', customer_id: customers[1] })
  await worker.stop()
  const { rows } = await owner.query<{ output: { message: string } }>(`select output from pgboss.job where name = 'work' and state = 'failed'`)
  expect(rows).toMatchObject([{ output: { message: 'on purpose' } }])
})
