import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseCustomer } from '#areas/tenancy/server/index.ts'
import { DatabaseAccess } from '#kit/server/data/database/database.ts'
import { folderStorage } from '#kit/server/files/storage.ts'
import type { Demonstration } from '#tools/test/demonstration.ts'
import { oneDemonstration } from '#tools/test/one-demonstration.ts'

let demonstration: Demonstration
let owner: pg.Client
let db: DatabaseAccess
let files: string
let id: number
/** Every table with rows of organisations, of whatever schema. */
let tables: string[]

beforeAll(async () => {
  demonstration = await oneDemonstration()
  owner = new pg.Client(demonstration.ownerUrl)
  owner.on('error', () => {})
  await owner.connect()
  db = new DatabaseAccess({ url: demonstration.appUrl })
  files = await mkdtemp(join(tmpdir(), 'vigie-erased-'))
  await cp(demonstration.files, files, { recursive: true })
  const { rows } = await owner.query<{ name: string }>(`select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and a.attname = 'customer_id' and not a.attisdropped and c.relnamespace <> 'pg_catalog'::regnamespace`)
  tables = rows.map(({ name }) => name)
  // The largest of all: that which the demonstration is told of.
  const largest = await owner.query<{ id: number }>('select h.customer_id as id from audit_head h order by h.seq desc limit 1')
  id = Number(largest.rows[0]?.id)
}, 600_000)
afterAll(async () => {
  await db.close()
  await owner.end()
  await demonstration.stop()
  await rm(files, { recursive: true, force: true })
})

/** How many rows each table has of organisations, by whether they are the one's. */
async function counted(): Promise<{ own: Map<string, number>; others: Map<string, number> }> {
  const [own, others] = [new Map<string, number>(), new Map<string, number>()]
  for (const table of tables) {
    const { rows } = await owner.query<{ own: string; others: string }>(
      `select count(*) filter (where customer_id = $1) as own, count(*) filter (where customer_id <> $1) as others from ${table}`,
      [id],
    )
    own.set(table, Number(rows[0]?.own))
    others.set(table, Number(rows[0]?.others))
  }
  return { own, others }
}
const left = (counts: ReadonlyMap<string, number>) => [...counts].filter(([, count]) => count > 0).map(([table]) => table)

test('before its time of waiting is over nothing goes, whoever asks', async () => {
  const storage = folderStorage(files)
  expect(await eraseCustomer(db, storage, id, { rows: 0, accounts: 0 }, Date.now() + 600_000)).toBeNull()
  await owner.query(
    `update customer set disabled = true, disabled_at = now(), deletion_asked_at = now(), deletes_at = now() + interval '30 days' where id = $1`,
    [id],
  )
  expect(await eraseCustomer(db, storage, id, { rows: 0, accounts: 0 }, Date.now() + 600_000)).toBeNull()
  const within = (text: string) => db.transaction(id, (tx) => tx.runText(text), { provider: true })
  await expect(within(`select erase_rows('remediation', 10)`)).rejects.toThrow('is not to be deleted')
  await expect(within('select erase_accounts(10)')).rejects.toThrow('is not to be deleted')
  await expect(db.transaction(id, (tx) => tx.runText(`select erase_rows('remediation', 10)`))).rejects.toThrow('permission denied')
  // Nor is the time of waiting cut short.
  await expect(owner.query(`update customer set deletes_at = now() where id = $1`, [id])).rejects.toThrow('check constraint')
})

test('of a deleted organisation no row is left in any table and no file, of the others everything, and the log of the provider says so', async () => {
  // As a managed database has it: owned by somebody whom row-level security holds for.
  await owner.query(`create role plain_owner; grant create on schema public to plain_owner; do $$ declare one record; begin
    for one in select c.oid::regclass as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') loop
      execute format('alter table %s owner to plain_owner', one.name); end loop;
    for one in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.probin is null loop
      execute format('alter function %s owner to plain_owner', one.name); end loop;
    for one in select policyname, tablename from pg_policies where roles = array['vigie_owner']::name[] loop
      execute format('alter policy %I on %I to plain_owner', one.policyname, one.tablename); end loop; end $$`)
  const before = await counted()
  // The test is worth what the organisation has.
  expect(left(before.own).length).toBeGreaterThan(200)
  expect(await readdir(files)).toContain(String(id))
  const otherFolders = (await readdir(files)).filter((name) => name !== String(id))
  const { rows: alone } = await owner.query<{ id: string }>(
    `select a.id from account a where a.admin_type is null and a.instance_id is null and exists (select 1 from membership m where m.account_id = a.id and m.customer_id = $1)
      and not exists (select 1 from membership m where m.account_id = a.id and m.customer_id <> $1)`,
    [id],
  )
  expect(alone.length).toBeGreaterThan(5)
  await owner.query(
    `update customer set deletion_asked_at = deletion_asked_at - interval '31 days', deletes_at = deletes_at - interval '31 days' where id = $1`,
    [id],
  )
  const storage = folderStorage(files)
  // It is cut off at once, and goes on; two servers do it at the same time.
  const first = await eraseCustomer(db, storage, id, { rows: 0, accounts: 0 }, Date.now() - 1)
  expect(first).toEqual({ rows: 0, accounts: 0 })
  const began = performance.now()
  const ended = await Promise.all([1, 2].map(() => eraseCustomer(db, storage, id, { rows: 0, accounts: 0 }, Date.now() + 600_000)))
  expect(ended).toEqual([null, null])
  const after = await counted()
  expect(left(after.own).filter((table) => table !== 'customer')).toEqual([])
  expect((await owner.query('select 1 from customer where id = $1', [id])).rowCount).toBe(0)
  const changed = [...before.others].filter(([table, count]) => after.others.get(table) !== count).map(([table]) => table)
  expect(changed.toSorted((a, b) => a.localeCompare(b))).toEqual(['audit_entry', 'audit_log'])
  expect((await owner.query('select 1 from account where id = any($1)', [alone.map((row) => row.id)])).rowCount).toBe(0)
  expect((await owner.query('select 1 from account where last_customer_id = $1', [id])).rowCount).toBe(0)
  expect(await readdir(files)).toEqual(otherFolders)
  const { rows } = await owner.query<{ details: string }>(
    `select details from audit_log where customer_id = 1 and entity = 'customer' and object_id = $1 and action = 'delete'`,
    [id],
  )
  expect(rows).toHaveLength(1)
  expect(JSON.parse(rows[0]?.details ?? '')).toMatchObject({ identifier: expect.any(String), rows: expect.any(Number), accounts: expect.any(Number) })
  const total = [...before.own.values()].reduce((sum, count) => sum + count, 0)
  console.info(`${total} rows of ${left(before.own).length} tables went in ${Math.round(performance.now() - began)} ms`)
}, 600_000)
