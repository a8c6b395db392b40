import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCustomer } from '#areas/tenancy/server/index.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { resources } from '#app/server/registry.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { costOfCall } from '#tools/test/cost-of-call.ts'
import { verifyDatabase } from '#platform/audit/verify.ts'

let app: TestApp
let owner: pg.Client
let pilot: Person
let customerId: number
beforeAll(async () => {
  app = await testApp()
  owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  ;({ id: customerId } = await app.customer())
  pilot = await app.member(customerId, 'global_pilote', { firstname: 'Ada', lastname: 'Lovelace' })
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const list = async (who: Person, query = '') => (await who.get(`/log${query}`)).body
const newest = async (who: Person, query = '') => (await list(who, query)).objects[0]
const verify = async (who: Person) => {
  let { object } = (await who.post('/log/verify', { start: true })).body
  while (!object.check.finished_at) ({ object } = (await who.post('/log/verify', {})).body)
  return object
}

/** Does something to the audit as whoever owns the database could; the server's own role cannot. */
const tamper = (customer: number, statement: string) => owner.query(`begin; set local app.customer_id = '${customer}'; ${statement}; commit`)

describe('the chain', () => {
  test('is followed from the newest entry to where it begins, and says what was verified', async () => {
    const ends = (await pilot.get('/log/chain')).body.object
    expect(ends).toMatchObject({ anchor: null, entries: ends.newest.seq })
    const { check } = await verify(pilot)
    expect(check).toMatchObject({ fault: null, started_by: { name: 'Ada Lovelace' }, done: check.total, total: check.until, until: ends.newest.seq })
    // That it was verified is an entry itself.
    expect((await pilot.get('/log/chain')).body.object.entries).toBe(check.until + 1)
    expect((await newest(pilot)).line).toMatchObject({ did: 'Verified the log', kind: 'Log' })
  })

  test('tells the first entry that is not as it was written, and why', async () => {
    const { id } = await app.customer()
    const person = await app.member(id, 'global_pilote')
    for (let n = 0; n < 5; n++) await person.post('/group', { name: `Group ${n}` })
    const faultAfter = async (change: string, undo: string) => {
      await tamper(id, change)
      const { fault } = (await verify(person)).check
      await tamper(id, undo)
      return fault
    }
    expect(
      await faultAfter(
        `update audit_log set action = 'delete' where customer_id = ${id} and seq = 4`,
        `update audit_log set action = 'create' where customer_id = ${id} and seq = 4`,
      ),
    ).toEqual({
      seq: 4,
      kind: 'CONTENT',
    })
    expect(
      await faultAfter(
        `update audit_entry set address = '10.9.9.9' where customer_id = ${id} and seq = 5`,
        `update audit_entry set address = '127.0.0.1' where customer_id = ${id} and seq = 5`,
      ),
    ).toEqual({
      seq: 5,
      kind: 'CONTENT',
    })
    const keep = `create table kept as select * from audit_entry where customer_id = ${id} and seq = 3; create table kept_lines as select * from audit_log where customer_id = ${id} and seq = 3;
      delete from audit_log where customer_id = ${id} and seq = 3; delete from audit_entry where customer_id = ${id} and seq = 3`
    const back = 'insert into audit_entry select * from kept; insert into audit_log select * from kept_lines; drop table kept, kept_lines'
    expect(await faultAfter(keep, back)).toEqual({ seq: 3, kind: 'MISSING' })
    expect(
      await faultAfter(
        `create table heads as select * from audit_head where customer_id = ${id}; update audit_head set hash = repeat('a', 64) where customer_id = ${id}`,
        `update audit_head h set hash = e.hash from audit_entry e where h.customer_id = ${id} and e.customer_id = ${id} and e.seq = h.seq; drop table heads`,
      ),
    ).toMatchObject({ kind: 'HEAD' })
  })
})

describe('retention', () => {
  const purge = async (id: number) => {
    await owner.query(
      `insert into scheduled_run (customer_id, job, next_at) values ($1, 'logs.purge', moment() - interval '1 minute') on conflict (customer_id, job) do update set next_at = excluded.next_at`,
      [id],
    )
    await app.queue.tick()
    await app.jobs()
  }
  const old = async () => {
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
    const id = await createCustomer(app.db, { name: 'Since long', at: ago(120) })
    for (const days of [100, 60, 30, 8])
      await app.db.transaction(
        id,
        async (tx) => {
          tx.act(systemWho(id, 'test', 'test'))
          tx.audit({ entity: 'session', object_id: null, action: 'sign_in' })
        },
        { at: ago(days) },
      )
    const person = await app.member(id, 'global_pilote')
    await person.post('/group', { name: 'Kept' })
    return { id, person }
  }

  test('is 0 or 7 to 360 days, in the words that are specified, and says before what goes', async () => {
    const { person } = await old()
    const { version } = (await person.get('/log/chain')).body.object
    for (const days of [-1, 1, 6, 361])
      expect((await person.put('/log/retention', { days, version })).body).toMatchObject({
        ok: false,
        errors: { days: ['Retention must be 0 or between 7 and 360'] },
      })
    expect((await person.get('/log/retention?days=0')).body.object).toEqual({ count: 0, until: null })
    expect((await person.put('/log/retention', { days: 30, version })).body).toMatchObject({ ok: true, object: { retention_days: 30, version: version + 1 } })
    expect((await person.put('/log/retention', { days: 0, version })).status).toBe(409)
    expect((await newest(person)).line).toMatchObject({
      did: 'Changed the retention of the log',
      notes: [
        { name: 'Before', value: '0' },
        { name: 'Days kept', value: '30' },
      ],
    })
  })

  test('removes each night what is older, keeps the last hash, and the rest is still verified by page and command', async () => {
    const { id, person } = await old()
    const { version } = (await person.get('/log/chain')).body.object
    expect((await person.put('/log/retention', { days: 20, version })).status).toBe(200)
    const told = (await person.get('/log/retention?days=20')).body.object
    expect(told).toMatchObject({ count: 4, until: expect.any(String) })
    const before = (await person.get('/log/chain')).body.object
    await purge(id)
    const { object } = (await person.get('/log/chain')).body
    expect(object).toMatchObject({ anchor: { seq: 4, at: told.until }, entries: before.entries - 4 + 1 })
    expect(await newest(person)).toMatchObject({
      actor: null,
      job: 'Retention of the log',
      line: { did: 'Removed entries past their retention', notes: [{ name: 'Number', value: '4' }] },
    })
    expect((await person.get('/log/4')).status).toBe(404)
    // A second night removes nothing, and says nothing.
    await purge(id)
    expect((await person.get('/log/chain')).body.object.newest).toEqual(object.newest)
    expect((await verify(person)).check.fault).toBeNull()
    const { faults } = await verifyDatabase({
      ownerUrl: app.database.ownerUrl,
      appUrl: app.database.appUrl,
      entities: [...resources.values()].map(({ def }) => def),
    })
    expect(faults.filter((fault) => fault.startsWith(`customer ${id}`))).toEqual([])
  })

  test('no server removes what is younger, whatever it asks', async () => {
    const { id, person } = await old()
    const { entries } = (await person.get('/log/chain')).body.object
    const went = (limit: number, moment = '') =>
      app.db.transaction(id, async (tx) => {
        if (moment) await tx.runText(`select set_config('app.moment', '${moment}', true)`)
        return (await tx.runText<{ went: number }>(`select audit_purge(${limit}) as went`))[0]?.went
      })
    expect(await went(100_000)).toBe(0)
    await owner.query(`begin; set local role vigie_provider; update customer set log_retention_days = 7 where id = ${id}; commit`)
    // The five that are older than seven days go, whatever day it pretends to be.
    expect(await went(100_000, '2099-01-01')).toBe(5)
    expect(await went(100_000, '2099-01-01')).toBe(0)
    await expect(app.db.transaction(id, (tx) => tx.runText(`delete from audit_log where customer_id = ${id}`))).rejects.toThrow()
    expect((await person.get('/log/chain')).body.object.entries).toBe(entries - 5)
  })
})

test('a page, its count and an opened entry read as much of a long log as of a short one', { timeout: 60_000 }, async () => {
  const { id } = await app.customer()
  const person = await app.member(id, 'global_pilote')
  const other = await app.member(id, 'contributor')
  const server = new pg.Client(app.database.appUrl)
  await server.connect()
  const { object } = (await person.post('/group', { name: 'Rare group' })).body
  const total = 60_000
  await tamper(
    id,
    `insert into audit_entry (customer_id, seq, at, actor_id, source, request_id, previous_hash, hash)
       select ${id}, h.seq + n, moment() - make_interval(mins => ${total} - n), case when n % 1000 = 0 then ${other.memberId} else ${person.memberId} end, 'web', 'r' || n, 'x', 'x'
       from audit_head h, generate_series(1, ${total}) n where h.customer_id = ${id};
     insert into audit_log (customer_id, seq, n, entity, object_id, action, object_version, digest)
       select ${id}, h.seq + n, 1, 'perimeter', 1, case when n % 5000 = 0 then 'delete' else 'update' end, 1, 'd' from audit_head h, generate_series(1, ${total}) n where h.customer_id = ${id};
     update audit_head set seq = seq + ${total} where customer_id = ${id}`,
  )
  await owner.query('analyze audit_entry; analyze audit_log')
  try {
    const day = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)
    const cost = async (path: string) => {
      const { statements, blocks } = await costOfCall(server, id, () => person.get(path))
      return { statements, blocks }
    }
    // The count of what is asked for reads as much as it counts, and never more than ten thousand.
    for (const query of [
      '?before=30000',
      `?before=30000&person=${other.memberId}`,
      `?before=30000&object=group:${object.id}`,
      '?before=30000&deed=DELETE',
      `?before=60000&from=${day}&to=${day}`,
    ]) {
      const { statements, blocks } = await cost(`/log${query}`)
      expect([query, statements <= 8, blocks]).toEqual([query, true, expect.toSatisfy((found: number) => found < 1_500)])
    }
    expect((await cost('/log/30000')).blocks).toBeLessThan(200)
    expect((await cost('/log/chain')).blocks).toBeLessThan(100)
    const all = await list(person)
    expect(all.found).toEqual({ count: 10_000, capped: true })
    expect((await list(person, '?deed=DELETE')).found).toEqual({ count: total / 5000, capped: false })
  } finally {
    await server.end()
  }
})
