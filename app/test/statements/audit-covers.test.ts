import { eraseCustomer } from '#areas/tenancy/server/index.ts'
import { folderStorage } from '#kit/server/files/storage.ts'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Secrets } from '#kit/server/access/secrets.ts'
import { readAnchor, writeAnchor } from '#platform/audit/anchor.ts'
import { makeWorld, objectOf, proof, type World } from '#tools/test/actions-world.ts'
import { auditFaults } from '#tools/test/audit-faults.ts'
import { renewAnchor } from '#app/server/audit-anchor.ts'

let world: World
let owner: pg.Client
let folder: string
const secrets = new Secrets(Buffer.alloc(32, 7))
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

beforeAll(async () => {
  world = await makeWorld()
  folder = mkdtempSync(join(tmpdir(), 'vigie-anchor-'))
  owner = new pg.Client(world.app.database.ownerUrl)
  await owner.connect()
  objectOf(await world.pilot.post('/group', { name: 'Team', members: [world.auditor.memberId, world.local.memberId] }))
  const gone = await world.action({ tasks: [{ name: 'Of a removed action' }] })
  expect((await world.pilot.delete(`/remediation/${gone.id}`)).status).toBe(200)
  const spoken = await world.action()
  expect((await world.pilot.post(`/remediation/${spoken.id}/comments`, { text: 'Seen' })).status).toBe(200)
  expect((await world.local.post(`/remediation/${spoken.id}/comments`, { text: 'Noted' })).status).toBe(200)
})
afterAll(async () => {
  await owner.end()
  await world.app.close()
  rmSync(folder, { recursive: true, force: true })
})

/** An action with owned rows, links and files of every kind, whose names begin with a number. */
async function action(n: number): Promise<number> {
  const upload = async (name: string) => objectOf(await world.pilot.upload('/file', `${n}-${name}.png`, png)).id as number
  const { id } = await world.action({
    type: 'BUILD',
    measure: (await world.measure()).id,
    measures: [(await world.measure()).id],
    tasks: [{ name: 'One' }, { name: 'Two' }],
    attachments: [await upload('a'), await upload('b')],
  })
  const { tasks } = objectOf(await world.pilot.get(`/remediation/${id}`))
  objectOf(
    await world.pilot.put(`/remediation/${id}`, {
      ...proof,
      tasks: [{ id: tasks[0].id, name: 'One, renamed', proof_files: [await upload('d')] }],
      attachments: [{ id: await upload('c'), comment: 'Seen by both' }],
    }),
  )
  return id as number
}

type Tampering = (id: number, n: number) => string

/** Each is done to an action of its own. */
const tamperings: readonly (readonly [what: string, statement: Tampering])[] = [
  ['an owned row that is removed', (id) => `delete from remediation__tasks where name = 'One, renamed' and owner_id = ${id}`],
  ['an owned row that is changed', (id) => `update remediation__tasks set status = 'DONE' where name = 'One, renamed' and owner_id = ${id}`],
  ['a former state of an owned row that is removed', (id) => `delete from remediation__tasks_history where name = 'Two' and owner_id = ${id}`],
  ['a former state of an owned row that is changed', (id) => `update remediation__tasks_history set name = 'Three' where name = 'Two' and owner_id = ${id}`],
  [
    'an owned row that nobody wrote',
    (id) =>
      `insert into remediation__tasks (customer_id, owner_id, position, name, status) select customer_id, owner_id, 9, 'Slipped in', status from remediation__tasks where owner_id = ${id}`,
  ],
  ['a link that is removed', (id) => `delete from remediation__measures where owner_id = ${id}`],
  ['a link that is moved', (id) => `update remediation__measures set valid_from = moment() where owner_id = ${id}`],
  ['a file that is removed', (_, n) => `delete from file where name = '${n}-c.png'`],
  ['a file whose content is another', (_, n) => `update file set sha256 = repeat('0', 64) where name = '${n}-c.png'`],
  ['what is said of a file that is changed', (_, n) => `update file set comment = 'Seen by one' where name = '${n}-c.png'`],
  ['what is said of a file where nobody said it', (_, n) => `update file set comment = 'Slipped in' where name = '${n}-a.png'`],
  ['a file of an owned row that is moved to another', (_, n) => `update file set child_id = child_id + 1 where name = '${n}-d.png' and entity = 'remediation'`],
  ['a detached file that is removed', (_, n) => `delete from file where name = '${n}-a.png'`],
]
/** What is done to others. */
const others: readonly (readonly [what: string, statement: () => string, found: RegExp])[] = [
  ['a member who is taken out of a group', () => `delete from group__members where target_id = ${world.local.memberId}`, /group \d+: its links/],
  ['a comment that is removed', () => "delete from comment where text = 'Seen'", /comment \d+, version 1: is gone/],
  ['a comment that is changed', () => "update comment set text = 'Unseen' where text = 'Noted'", /comment \d+, version 1: is not what was written/],
  [
    'a row of a removed object that is removed by itself',
    () => "delete from remediation__tasks_history where name = 'Of a removed action'",
    /remediation \d+: its links/,
  ],
]
const tables = ['remediation__tasks', 'remediation__tasks_history', 'remediation__measures', 'file', 'group__members', 'comment']

/** What is done past row-level security, triggers and references, as the database's superuser may: all of it at once, since a look at the audit looks at everything. */
describe('what is done behind the back of the program', () => {
  const ids: number[] = []
  let faults: readonly string[]
  beforeAll(async () => {
    for (const n of tamperings.keys()) ids.push(await action(n))
    await owner.query(`set session_replication_role = replica; ${tables.map((table) => `create table kept_${table} as table ${table}`).join(';')}`)
    const done: (readonly [string, number | null])[] = []
    for (const [n, [what, statement]] of tamperings.entries()) done.push([what, (await owner.query(statement(ids[n] ?? 0, n))).rowCount])
    for (const [what, statement] of others) done.push([what, (await owner.query(statement())).rowCount])
    expect(done).toEqual([...tamperings, ...others].map(([what]) => [what, 1]))
    faults = await auditFaults(world.app)
  })

  test.each(tamperings.map(([what], n) => ({ what, n })))('$what is found', ({ n }) => {
    const accused = `customer ${world.customer}, remediation ${ids[n]}: `
    expect(faults.filter((fault) => fault.startsWith(accused))).toEqual([`${accused}its links, rows or files are not what was written`])
  })

  test.each(others)('%s is found', (_, __, found) => {
    expect(faults.filter((fault) => found.test(fault) && !ids.some((id) => fault.includes(`remediation ${id}:`)))).toHaveLength(1)
  })

  test('accuses nothing else, and nothing once it is as it was', async () => {
    expect(faults).toHaveLength(tamperings.length + others.length)
    for (const table of tables)
      await owner.query(`delete from ${table}; insert into ${table} overriding system value select * from kept_${table}; drop table kept_${table}`)
    await owner.query('reset session_replication_role')
    expect(await auditFaults(world.app)).toEqual([])
  })
})

test('a column that comes later does not accuse what was written before it', async () => {
  await owner.query(
    "alter table remediation__tasks add column effort int default 3; insert into schema_column values ('remediation__tasks', 'effort', moment())",
  )
  expect(await auditFaults(world.app)).toEqual([])
  await owner.query("alter table remediation__tasks drop column effort; delete from schema_column where column_name = 'effort'")
})

const log = (errors: object[]) => ({
  info: () => {},
  warn: () => {},
  error: (fields: object) => {
    errors.push(fields)
  },
})
const last = async () => Number((await owner.query('select seq from audit_head where customer_id = $1', [world.customer])).rows[0]?.seq)

/** Cuts the end of the chain off together with its head, as whoever owns the database can, and puts it back. */
async function cut(entries: number, meanwhile: () => Promise<void>): Promise<void> {
  const at = (await last()) - entries
  await owner.query(`create table kept_entry as table audit_entry; create table kept_log as table audit_log; create table kept_head as table audit_head;
    delete from audit_log where customer_id = ${world.customer} and seq > ${at}; delete from audit_entry where customer_id = ${world.customer} and seq > ${at};
    update audit_head h set seq = e.seq, hash = e.hash from audit_entry e where h.customer_id = ${world.customer} and e.customer_id = h.customer_id and e.seq = ${at}`)
  try {
    await meanwhile()
  } finally {
    await owner.query(`delete from audit_log where customer_id = ${world.customer}; delete from audit_entry where customer_id = ${world.customer}; delete from audit_head where customer_id = ${world.customer};
      insert into audit_entry select * from kept_entry where customer_id = ${world.customer}; insert into audit_log select * from kept_log where customer_id = ${world.customer};
      insert into audit_head select * from kept_head where customer_id = ${world.customer}; drop table kept_entry, kept_log, kept_head`)
  }
}

test('an end that is cut off together with its head is found by the anchor alone, which names what is missing and is not overwritten', async () => {
  const file = join(folder, 'anchor.json')
  const errors: object[] = []
  const renew = () => renewAnchor({ db: world.app.db, secrets, file, log: log(errors) })
  await renew()
  const anchor = readAnchor(file, secrets)
  expect(await auditFaults(world.app, anchor ?? undefined)).toEqual([])
  const seq = await last()
  const versionsOf = (faults: readonly string[]) => faults.filter((fault) => !/links, rows or files|version/.test(fault))
  await cut(3, async () => {
    expect(versionsOf(await auditFaults(world.app))).toEqual([])
    expect(versionsOf(await auditFaults(world.app, anchor ?? undefined))).toEqual([
      `customer ${world.customer}: entries ${seq - 2} to ${seq} are missing, which the anchor of ${anchor?.at} names`,
    ])
    // The server would write a new anchor some minutes later, and new entries before.
    for (const weight of [1, 2, 3, 4]) expect((await world.pilot.put(`/perimeter/${world.nantes}`, { weight: weight + 1 })).status).toBe(200)
    await renew()
    expect(errors).toMatchObject([{ customer_id: world.customer, seq }])
    const storedAnchor = readAnchor(file, secrets)
    expect(storedAnchor?.heads.find(({ customer_id }) => customer_id === world.customer)).toEqual(
      anchor?.heads.find(({ customer_id }) => customer_id === world.customer),
    )
    expect(versionsOf(await auditFaults(world.app, storedAnchor ?? undefined))).toEqual([
      `customer ${world.customer}, entry ${seq}: is not the one that the anchor of ${storedAnchor?.at} names`,
    ])
  })
})

test('a chain that ended with its organisation is missed by nobody, since that of the provider says so', async () => {
  const file = join(folder, 'ended.json')
  const errors: object[] = []
  const renew = () => renewAnchor({ db: world.app.db, secrets, file, log: log(errors) })
  const { id } = await world.app.customer('Gone')
  await renew()
  const anchor = readAnchor(file, secrets)
  expect(anchor?.heads.map(({ customer_id }) => customer_id)).toContain(id)
  await owner.query(
    `update customer set disabled = true, deletion_asked_at = moment() - interval '31 days', deletes_at = moment() - interval '1 day' where id = $1`,
    [id],
  )
  await eraseCustomer(world.app.db, folderStorage(folder), id, { rows: 0, accounts: 0 }, Date.now() + 60_000)
  expect(await auditFaults(world.app, anchor ?? undefined)).toEqual([])
  await renew()
  expect([errors, readAnchor(file, secrets)?.heads.some(({ customer_id }) => customer_id === id)]).toEqual([[], false])
})

test('an anchor that somebody changed, or made under another key, is no anchor; it is set aside', async () => {
  const file = join(folder, 'changed.json')
  writeAnchor(file, { at: new Date().toISOString(), heads: [{ customer_id: 1, seq: 9, hash: 'a'.repeat(64) }] }, secrets)
  expect(() => readAnchor(file, new Secrets(Buffer.alloc(32, 8)))).toThrow('does not fit')
  expect(readAnchor(file, new Secrets(Buffer.alloc(32, 8), [Buffer.alloc(32, 7)]))?.heads).toHaveLength(1)
  writeFileSync(file, readFileSync(file, 'utf8').replace('"seq": 9', '"seq": 2'))
  expect(() => readAnchor(file, secrets)).toThrow('does not fit')
  const errors: object[] = []
  await renewAnchor({ db: world.app.db, secrets, file, log: log(errors) })
  expect([errors.length, readdirSync(folder).filter((name) => name.endsWith('.refused')).length]).toEqual([1, 1])
  expect(readAnchor(file, secrets)?.heads.length).toBeGreaterThan(1)
})
