import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { text } from '#kit/contract/field.ts'
import { kitApp, thing, type KitApp } from '#tools/test/kit-app.ts'
import { firstHash, hashOf, type AuditEntry } from '#kit/server/data/audit/chain.ts'
import { verifyDatabase, verifyFile } from './verify.ts'

let kit: KitApp
let folder: string
let id: number

beforeAll(async () => {
  kit = await kitApp()
  // The made-up entity came after the migrations: its columns are as old as its table.
  await kit.owner.query(`insert into schema_column (table_name, column_name, added_at) select table_name, column_name, moment() - interval '1 day'
    from information_schema.columns where table_schema = 'public' on conflict do nothing`)
  folder = mkdtempSync(join(tmpdir(), 'audit-'))
  const created = await kit.call('POST', '/thing', { name_en: 'First', note: 'tab\there, “quotes” & été\nnew line', amount: 3 })
  id = created.body.object?.id ?? 0
  for (const amount of [4, 5]) await kit.call('PUT', `/thing/${id}`, { amount })
  const other = await kit.call('POST', '/thing', { name_fr: 'Autre', peers: [id] })
  await kit.call('DELETE', `/thing/${other.body.object?.id}`)
  await kit.call('POST', '/thing', { name_en: 'Elsewhere' }, { customer: 'B' })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await kit.close()
})

const verify = (exportTo?: string) =>
  verifyDatabase({ ownerUrl: kit.database.ownerUrl, appUrl: kit.database.appUrl, entities: [thing], ...(exportTo && { exportTo }) })

/** Does something to the database as its owner could, looks what is found, and undoes it. */
async function tampered(change: string, undo: string): Promise<readonly string[]> {
  const inA = (statement: string) =>
    kit.owner.query(`begin; set local app.customer_id = '${kit.customers.A}'; alter table thing no force row level security;
    alter table thing_history no force row level security; alter table audit_log no force row level security; alter table audit_entry no force row level security;
    alter table audit_head no force row level security; ${statement}; commit`)
  await inA(change)
  const { faults } = await verify()
  await inA(undo)
  expect((await verify()).faults).toEqual([])
  return faults
}

test('an untouched database is as it was written, for every customer', async () => {
  const { faults, entries, heads } = await verify()
  expect([faults, entries, [...heads.values()].map(({ seq }) => seq)]).toEqual([[], 6, [5, 1]])
})

test('a changed audit line is found', async () => {
  expect(await tampered(`update audit_log set action = 'delete' where seq = 2`, `update audit_log set action = 'update' where seq = 2`)).toEqual([
    `customer ${kit.customers.A}, entry 2: its hash does not fit its content`,
  ])
})

test('a removed entry is found, in the middle and at the end', async () => {
  const keep = 'create table kept as select * from audit_entry; create table kept_lines as select * from audit_log'
  const back =
    'insert into audit_entry select * from kept on conflict do nothing; insert into audit_log select * from kept_lines on conflict do nothing; drop table kept, kept_lines'
  const remove = (seq: number) =>
    tampered(
      `${keep}; delete from audit_log where seq = ${seq} and customer_id = ${kit.customers.A}; delete from audit_entry where seq = ${seq} and customer_id = ${kit.customers.A}`,
      back,
    )
  expect(await remove(3)).toEqual([`customer ${kit.customers.A}, entry 4: follows entry 2`])
  expect(await remove(5)).toEqual([`customer ${kit.customers.A}: the last entry is not the one that the head names`])
})

test('a row that was changed behind the server’s back is found, now and in history', async () => {
  expect(await tampered(`update thing set amount = 999 where id = ${id}`, `update thing set amount = 5 where id = ${id}`)).toEqual([
    `customer ${kit.customers.A}, thing ${id}, version 3: is not what was written`,
  ])
  expect(
    await tampered(
      `update thing_history set amount = 999 where id = ${id} and version = 1`,
      `update thing_history set amount = 3 where id = ${id} and version = 1`,
    ),
  ).toEqual([`customer ${kit.customers.A}, thing ${id}, version 1: is not what was written`])
  expect(
    await tampered(
      `create table kept as select * from thing_history where id = ${id} and version = 2; delete from thing_history where id = ${id} and version = 2`,
      'insert into thing_history select * from kept; drop table kept',
    ),
  ).toEqual([`customer ${kit.customers.A}, thing ${id}, version 2: is gone`])
})

test('a field that came later does not accuse the versions before it', async () => {
  await kit.owner.query(`alter table thing add column extra text default 'x'; alter table thing_history add column extra text default 'x'`)
  const grown = { ...thing, fields: { ...thing.fields, extra: text() } }
  const found = async (addedAt: string) => {
    await kit.owner.query(
      `insert into schema_column values ('thing', 'extra', ${addedAt}) on conflict (table_name, column_name) do update set added_at = excluded.added_at`,
    )
    return (await verifyDatabase({ ownerUrl: kit.database.ownerUrl, appUrl: kit.database.appUrl, entities: [grown] })).faults.length
  }
  expect(await found('moment()')).toBe(0)
  expect(await found(`(select min(added_at) from schema_column where table_name = 'thing')`)).toBeGreaterThan(0)
})

test('an exported file proves itself without a database, until a byte of it changes', async () => {
  const file = join(folder, 'audit.jsonl')
  await verify(file)
  const { faults, entries } = await verifyFile(file)
  expect([faults, entries]).toEqual([[], 6])
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const second = JSON.parse(lines[1] ?? '') as AuditEntry
  const write = (changed: readonly (string | undefined)[]) => writeFileSync(file, changed.join('\n'))
  write(lines.with(1, JSON.stringify({ ...second, actor_id: 2 })))
  expect((await verifyFile(file)).faults).toEqual([`customer ${kit.customers.A}, entry 2: its hash does not fit its content`])
  write(lines.toSpliced(2, 1))
  expect((await verifyFile(file)).faults).toEqual([`customer ${kit.customers.A}, entry 4: follows entry 2`])
  write(['{"seq"'])
  await expect(verifyFile(file)).rejects.toThrow('Line 1')
})

test('an exported file knows which customers were deleted', async () => {
  const file = join(folder, 'deleted.jsonl')
  const entry = (customer_id: number, rows: AuditEntry['rows']): AuditEntry => {
    const said = {
      customer_id,
      seq: 1,
      at: '2026-01-31T12:00:00.000000Z',
      actor_id: null,
      impersonator_id: null,
      source: 'test',
      request_id: 'test',
      previous_hash: firstHash,
      rows,
    }
    return { ...said, hash: hashOf({ ...said, hash: '' }) }
  }
  const line = { n: 1, entity: 'customer', object_id: 7, action: 'delete', version: null, digest: null, details: null }
  const anchor = { at: '2026-01-01T00:00:00.000Z', heads: [{ customer_id: 7, seq: 3, hash: 'a'.repeat(64) }] }
  const faults = async (entries: readonly AuditEntry[]) => {
    writeFileSync(file, entries.map((one) => JSON.stringify(one)).join('\n'))
    return (await verifyFile(file, anchor)).faults
  }
  expect(await faults([entry(1, [line])])).toEqual([])
  const missing = [expect.stringContaining('customer 7: entries 1 to 3 are missing')]
  expect(await faults([entry(1, [{ ...line, action: 'update' }])])).toEqual(missing)
  // Only the provider's own chain says so.
  expect(await faults([entry(2, [line])])).toEqual(missing)
})
