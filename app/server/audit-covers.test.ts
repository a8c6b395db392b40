import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Secrets } from '#kit/server/access/secrets.ts'
import { readAnchor, writeAnchor } from '#tools/audit/anchor.ts'
import { makeWorld, objectOf, proof, type World } from '#tools/test/actions-world.ts'
import { auditFaults } from '#tools/test/audit-faults.ts'
import { renewAnchor } from './audit-anchor.ts'

let world: World
let owner: pg.Client
let folder: string
let action: number
const secrets = new Secrets(Buffer.alloc(32, 7))
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

beforeAll(async () => {
  world = await makeWorld()
  folder = mkdtempSync(join(tmpdir(), 'vigie-anchor-'))
  owner = new pg.Client(world.app.database.ownerUrl)
  await owner.connect()
  const upload = async (name: string) => objectOf(await world.pilot.upload('/file', name, png)).id as number
  const made = await world.action({
    type: 'BUILD',
    measure: (await world.measure()).id,
    measures: [(await world.measure()).id],
    tasks: [{ name: 'One' }, { name: 'Two' }],
    attachments: [await upload('a.png'), await upload('b.png')],
  })
  action = made.id as number
  const { tasks } = objectOf(await world.pilot.get(`/remediation/${action}`))
  objectOf(
    await world.pilot.put(`/remediation/${action}`, {
      ...proof,
      tasks: [{ id: tasks[0].id, name: 'One, renamed', proof_files: [await upload('d.png')] }],
      attachments: [{ id: await upload('c.png'), comment: 'Seen by both' }],
    }),
  )
  expect((await world.pilot.post(`/remediation/${action}/comments`, { text: 'Seen' })).status).toBe(200)
  objectOf(await world.pilot.post('/group', { name: 'Team', members: [world.auditor.memberId, world.local.memberId] }))
  const gone = await world.action({ tasks: [{ name: 'Of a removed action' }] })
  expect((await world.pilot.delete(`/remediation/${gone.id}`)).status).toBe(200)
})
afterAll(async () => {
  await owner.end()
  await world.app.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Past row-level security, triggers and references, as the database's superuser may; then as it was. */
async function tampered(statement: string): Promise<readonly string[]> {
  const table = /(?:from|update|into) (\w+)/.exec(statement)?.[1] ?? ''
  await owner.query(`set session_replication_role = replica; create table kept as table ${table}`)
  const { rowCount } = await owner.query(statement)
  const faults = await auditFaults(world.app)
  await owner.query(`delete from ${table}; insert into ${table} overriding system value select * from kept; drop table kept; reset session_replication_role`)
  expect([rowCount, await auditFaults(world.app)]).toEqual([1, []])
  return faults
}

test.each([
  ['an owned row that is removed', "delete from remediation__tasks where name = 'One, renamed'"],
  ['an owned row that is changed', "update remediation__tasks set status = 'DONE' where name = 'One, renamed'"],
  ['a former state of an owned row that is removed', "delete from remediation__tasks_history where name = 'Two'"],
  ['a former state of an owned row that is changed', "update remediation__tasks_history set name = 'Three' where name = 'Two'"],
  [
    'an owned row that nobody wrote',
    "insert into remediation__tasks (customer_id, owner_id, position, name, status) select customer_id, owner_id, 9, 'Slipped in', status from remediation__tasks limit 1",
  ],
  ['a link that is removed', 'delete from remediation__measures'],
  ['a link that is moved', 'update remediation__measures set valid_from = moment()'],
  ['a file that is removed', "delete from file where name = 'c.png'"],
  ['a file whose content is another', "update file set sha256 = repeat('0', 64) where name = 'c.png'"],
  ['what is said of a file that is changed', "update file set comment = 'Seen by one' where name = 'c.png'"],
  ['what is said of a file where nobody said it', "update file set comment = 'Slipped in' where name = 'a.png'"],
  ['a file of an owned row that is moved to another', "update file set child_id = child_id + 1 where name = 'd.png' and entity = 'remediation'"],
  ['a detached file that is removed', "delete from file where name = 'a.png'"],
])('%s is found', async (_, statement) => {
  expect(await tampered(statement)).toEqual([`customer ${world.customer}, remediation ${action}: its links, rows or files are not what was written`])
})

test('so is a member who is taken out of a group, a comment that is removed, and a row of an object that was removed by itself', async () => {
  expect(await tampered(`delete from group__members where target_id = ${world.local.memberId}`)).toEqual([expect.stringMatching(/group \d+: its links/)])
  expect(await tampered('delete from comment')).toEqual([expect.stringMatching(/comment \d+, version 1: is gone/)])
  expect(await tampered("update comment set text = 'Unseen'")).toEqual([expect.stringMatching(/comment \d+, version 1: is not what was written/)])
  expect(await tampered("delete from remediation__tasks_history where name = 'Of a removed action'")).toEqual([
    expect.stringMatching(/remediation \d+: its links/),
  ])
})

test('a column that comes later does not accuse what was written before it', async () => {
  await owner.query(
    "alter table remediation__tasks add column effort int default 3; insert into schema_column values ('remediation__tasks', 'effort', moment())",
  )
  expect(await auditFaults(world.app)).toEqual([])
  await owner.query("alter table remediation__tasks drop column effort; delete from schema_column where column_name = 'effort'")
})

const log = (said: object[]) => ({
  info: () => {},
  warn: () => {},
  error: (fields: object) => {
    said.push(fields)
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
  const said: object[] = []
  const renew = () => renewAnchor({ db: world.app.db, secrets, file, log: log(said) })
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
    expect(said).toMatchObject([{ customer_id: world.customer, seq }])
    const kept = readAnchor(file, secrets)
    expect(kept?.heads.find(({ customer_id }) => customer_id === world.customer)).toEqual(
      anchor?.heads.find(({ customer_id }) => customer_id === world.customer),
    )
    expect(versionsOf(await auditFaults(world.app, kept ?? undefined))).toEqual([
      `customer ${world.customer}, entry ${seq}: is not the one that the anchor of ${kept?.at} names`,
    ])
  })
})

test('an anchor that somebody changed, or made under another key, is no anchor; it is set aside', async () => {
  const file = join(folder, 'changed.json')
  writeAnchor(file, { at: new Date().toISOString(), heads: [{ customer_id: 1, seq: 9, hash: 'a'.repeat(64) }] }, secrets)
  expect(() => readAnchor(file, new Secrets(Buffer.alloc(32, 8)))).toThrow('does not fit')
  expect(readAnchor(file, new Secrets(Buffer.alloc(32, 8), [Buffer.alloc(32, 7)]))?.heads).toHaveLength(1)
  writeFileSync(file, readFileSync(file, 'utf8').replace('"seq": 9', '"seq": 2'))
  expect(() => readAnchor(file, secrets)).toThrow('does not fit')
  const said: object[] = []
  await renewAnchor({ db: world.app.db, secrets, file, log: log(said) })
  expect([said.length, readdirSync(folder).filter((name) => name.endsWith('.refused')).length]).toEqual([1, 1])
  expect(readAnchor(file, secrets)?.heads.length).toBeGreaterThan(1)
})
