import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DatabaseAccess } from '#kit/server/data/database/database.ts'
import { proxyTo, type Proxy } from '#tools/test/proxy.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let proxy: Proxy
let owner: pg.Client
let pilot: Person
let root: number

beforeAll(async () => {
  app = await testApp({
    through: async (url) => (proxy = await proxyTo(url)).url,
    connections: { connections: 4, share: 4, patience: 3000, statementTimeout: 3000 },
  })
  const customer = await app.customer('Works')
  root = customer.root
  pilot = await app.member(customer.id, 'global_pilote')
  owner = new pg.Client(app.database.ownerUrl)
  owner.on('error', () => {})
  await owner.connect()
})
afterAll(async () => {
  await owner?.end()
  await app?.close()
  await proxy?.close()
})

interface Refused {
  status: number
  retry: unknown
  code: string
  message: string
}

async function write(lang = 'en'): Promise<Refused> {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/perimeter',
    headers: { cookie: pilot.cookie, 'x-vigie': '1', 'accept-language': lang },
    payload: { name_en: 'New', parent: root },
  })
  const { ok, code, message } = answer.json<{ ok: boolean; code: string; message: string }>()
  expect(ok).toBe(answer.statusCode === 200)
  return { status: answer.statusCode, retry: answer.headers['retry-after'], code, message }
}
const unavailable = { status: 503, retry: '5', code: 'UNAVAILABLE', message: 'The database cannot be reached at the moment, please try again shortly' }
const busy = { status: 503, retry: '5', code: 'BUSY', message: 'The server is busy, please try again in a moment' }
const full = { status: 503, retry: '5', code: 'UNAVAILABLE', message: 'There is no space left to save this: tell whoever operates the server' }

/** What a call answers while something is wrong, and that everything is well once it no longer is. */
async function during(wrong: () => Promise<unknown>, right: () => Promise<unknown>, call = write): Promise<Refused> {
  await wrong()
  try {
    return await call()
  } finally {
    await right()
    await expect.poll(async () => (await write()).status, { interval: 20 }).toBe(200)
  }
}

/** Stops a write in the middle of its transaction, before a lock of ours, and strikes there. */
async function inTheMiddle(strike: () => unknown): Promise<Refused> {
  await owner.query('begin; lock table perimeter_closure in exclusive mode')
  return during(
    async () => {},
    async () => owner.query('rollback'),
    async () => {
      const answer = write()
      await expect
        .poll(async () => (await owner.query("select from pg_stat_activity where usename = 'vigie_app' and wait_event_type = 'Lock'")).rowCount, {
          interval: 5,
        })
        .toBeGreaterThan(0)
      await strike()
      return answer
    },
  )
}

const cutOff = () => owner.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'vigie_app' and datname = current_database()")
const database = () => new URL(app.database.ownerUrl).pathname.slice(1)

/** Runs a statement outside of the database that it is about. */
async function administer(text: string): Promise<void> {
  const client = new pg.Client(Object.assign(new URL(app.database.ownerUrl), { pathname: '/postgres' }).href)
  await client.connect()
  await client.query(text)
  await client.end()
}

test('while connections are refused calls answer 503, when to come back and why, in the language asked for', async () => {
  expect(
    await during(
      () => proxy.refuse(),
      () => proxy.restore(),
    ),
  ).toEqual(unavailable)
  const french = await during(
    () => proxy.refuse(),
    () => proxy.restore(),
    () => write('fr'),
  )
  expect(french.message).toBe('La base de données est momentanément injoignable, veuillez réessayer sous peu')
})

test('a connection that is reset in the middle of a transaction', async () => {
  expect(await inTheMiddle(() => proxy.reset())).toEqual(unavailable)
})

test('a database that takes connections and answers nothing, newly opened ones and open ones', async () => {
  expect(
    await during(
      async () => {
        proxy.reset()
        proxy.hold()
      },
      () => proxy.restore(),
    ),
  ).toMatchObject({ status: 503, retry: '5' })
  expect((await write()).status).toBe(200)
  expect(
    await during(
      async () => proxy.hold(),
      () => proxy.restore(),
    ),
  ).toEqual(unavailable)
})

test('a session that an administrator or a shutdown ends (57P01), in the middle and at rest', async () => {
  expect(await inTheMiddle(cutOff)).toEqual(unavailable)
  await cutOff()
  await expect.poll(async () => (await write()).status, { interval: 10 }).toBe(200)
})

test('a database that takes no connections', async () => {
  const closed = (allowed: boolean) => administer(`alter database ${database()} allow_connections ${allowed}`)
  expect(
    await during(
      async () => {
        await closed(false)
        await cutOff()
      },
      () => closed(true),
    ),
  ).toEqual(unavailable)
})

test('too many connections (53300)', async () => {
  const name = `"limited_${database()}"`
  await owner.query(`create role ${name} login password 'x' in role vigie_app connection limit 0`)
  const url = Object.assign(new URL(app.database.appUrl), { username: `limited_${database()}`, password: 'x' }).href
  const limited = new DatabaseAccess({ url })
  await expect(limited.ping()).rejects.toMatchObject({ status: 'BUSY' })
  await limited.close()
  await owner.query(`drop role ${name}`)
})

test('a statement that takes too long, and a lock that is not to be had in time', async () => {
  await owner.query('begin; lock table perimeter_closure in exclusive mode')
  expect(
    await during(
      async () => {},
      async () => owner.query('rollback'),
    ),
  ).toEqual(busy)
  await owner.query(`alter role vigie_app in database ${database()} set lock_timeout = '50ms'`)
  await cutOff()
  await owner.query('begin; lock table perimeter_closure in exclusive mode')
  expect(
    await during(
      async () => {},
      async () => owner.query('rollback'),
    ),
  ).toEqual(busy)
  await owner.query(`alter role vigie_app in database ${database()} reset lock_timeout`)
  await cutOff()
})

test.each([
  ['53100', full],
  ['53200', unavailable],
  ['40P01', busy],
  ['40001', busy],
  ['55P03', busy],
  ['57014', busy],
  ['25006', unavailable],
])('a statement that fails with %s', async (code, answer) => {
  expect(
    await during(
      () =>
        owner.query(
          `create function fail() returns trigger language plpgsql as $$ begin raise exception 'on purpose' using errcode = '${code}'; end $$; create trigger fail before insert on perimeter_closure execute function fail()`,
        ),
      () => owner.query('drop function fail cascade'),
    ),
  ).toEqual(answer)
})

test('a deadlock that passes is never told', async () => {
  await owner.query(`create sequence tried; grant usage on sequence tried to public;
    create function fail() returns trigger language plpgsql as $$ begin if nextval('tried') < 3 then raise exception 'on purpose' using errcode = '40P01'; end if; return new; end $$;
    create trigger fail before insert on perimeter_closure for each statement execute function fail()`)
  expect((await write()).status).toBe(200)
  await owner.query('drop function fail cascade; drop sequence tried')
})

test('an organisation that holds all it may leaves places for the others, and is told when its own queue is full', async () => {
  const crowded = await testApp({ connections: { connections: 5, share: 3, queue: 4, statementTimeout: 20_000 } })
  const lock = new pg.Client(crowded.database.ownerUrl)
  await lock.connect()
  try {
    const [loud, quiet] = [await crowded.customer('Loud'), await crowded.customer('Quiet')]
    const [flood, other] = [await crowded.member(loud.id, 'global_pilote'), await crowded.member(quiet.id, 'global_pilote')]
    await lock.query(`begin; set local app.customer_id = '${loud.id}'; select from perimeter where customer_id = ${loud.id} for update`)
    const slow = Array.from({ length: 10 }, () => flood.put(`/perimeter/${loud.root}`, { name_en: 'Slow' }))
    const refused = await Promise.race(slow)
    expect([refused.status, refused.body.code]).toEqual([503, 'BUSY'])
    expect(crowded.db.load).toMatchObject({ waiting: 4 })
    expect((await other.put(`/perimeter/${quiet.root}`, { name_en: 'Quick' })).status).toBe(200)
    expect((await other.get('/perimeter?limit=1')).status).toBe(200)
    await lock.query('rollback')
    expect((await Promise.all(slow)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 200, 200, 503, 503, 503])
  } finally {
    await lock.end()
    await crowded.close()
  }
})

test('the server lives and says that it is not ready', async () => {
  const get = async (path: string) => (await app.http.inject({ url: `/api/${path}` })).statusCode
  await proxy.refuse()
  expect([await get('health'), await get('ready')]).toEqual([200, 503])
  await proxy.restore()
  await expect.poll(() => get('ready'), { interval: 10 }).toBe(200)
})

test('a job that an outage cuts off is done once it is over', async () => {
  await pilot.post('/perimeter/export', {})
  await proxy.refuse()
  await expect(app.jobs()).rejects.toThrow()
  await proxy.restore()
  await owner.query("update pgboss.job set state = 'retry' where state = 'active'")
  await app.jobs()
  expect((await owner.query('select status from export_job')).rows).toEqual([{ status: 'done' }])
})
