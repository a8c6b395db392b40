import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resources } from '#app/server/registry.ts'
import { verifyDatabase } from '#platform/audit/verify.ts'
import { migrate } from '#platform/database/migrate.ts'
import { emptyDatabase, type TestDatabase } from '#tools/test/database.ts'

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url))
const first = '20261122T0601_names_once.sql'
let database: TestDatabase
let client: pg.Client
let folder: string

/** Rows of an installation in which names could still be given twice. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vigie-names-'))
  database = await emptyDatabase()
  client = new pg.Client(database.ownerUrl)
  await client.connect()
  for (const name of readdirSync(migrations).filter((file) => file.endsWith('.sql') && file < first)) copyFileSync(join(migrations, name), join(folder, name))
  await migrate(database.ownerUrl, { dir: folder })
  await client.query(`insert into instance (id, name, type) values (7, 'Seven', 'partner') on conflict do nothing`)
  for (const id of [71, 72]) await client.query(`insert into customer (id, name, instance_id, kind) values ($1, $2, 7, 'ORGANISATION')`, [id, `Customer ${id}`])
  const label = (customer: number, en: string | null, fr: string | null) =>
    client.query('insert into label (customer_id, name_en, name_fr) values ($1, $2, $3)', [customer, en, fr])
  await label(71, 'Network', 'Réseau')
  await label(71, 'NETWORK', null)
  await label(71, 'Network (2)', null)
  await label(71, null, 'réseau')
  await label(71, 'Exactly thirty-two characters xx', null)
  await label(71, 'exactly thirty-two characters xx', null)
  await label(72, 'Network', 'Réseau')
  await migrate(database.ownerUrl)
})
afterAll(async () => {
  await client.end()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

test('rows that were called the same are numbered by age, with their version before in history and an audit chain that holds', async () => {
  const { rows } = await client.query('select customer_id::int as customer, name_en as en, name_fr as fr, version from label order by customer_id, id')
  expect(rows).toEqual([
    { customer: 71, en: 'Network', fr: 'Réseau', version: 1 },
    { customer: 71, en: 'NETWORK (3)', fr: null, version: 2 },
    { customer: 71, en: 'Network (2)', fr: null, version: 1 },
    { customer: 71, en: null, fr: 'réseau (2)', version: 2 },
    { customer: 71, en: 'Exactly thirty-two characters xx', fr: null, version: 1 },
    { customer: 71, en: 'exactly thirty-two character (2)', fr: null, version: 2 },
    { customer: 72, en: 'Network', fr: 'Réseau', version: 1 },
  ])
  const { rows: before } = await client.query('select name_en as en, name_fr as fr, version from label_history order by id')
  expect(before).toEqual([
    { en: 'NETWORK', fr: null, version: 1 },
    { en: null, fr: 'réseau', version: 1 },
    { en: 'exactly thirty-two characters xx', fr: null, version: 1 },
  ])
  const { faults, entries } = await verifyDatabase({
    ownerUrl: database.ownerUrl,
    appUrl: database.appUrl,
    entities: [...resources.values()].map(({ def }) => def),
  })
  // Besides, each of the two organisations was given its scales.
  expect([faults, entries]).toEqual([[], 1 + 2])
})

test('the same name is refused from then on, also in the other language, in another case, and by whoever writes the table', async () => {
  const insert = (customer: number, en: string | null, fr: string | null) =>
    client.query('insert into label (customer_id, name_en, name_fr) values ($1, $2, $3)', [customer, en, fr])
  await expect(insert(71, 'nEtWoRk', null)).rejects.toThrow(/label_name_en_unique/)
  await expect(insert(71, 'Something else', 'RÉSEAU')).rejects.toThrow(/label_name_fr_unique/)
  await expect(insert(72, null, 'Network')).rejects.toThrow(/label_name_en_unique/)
  await insert(72, 'Netzwerk', null)
})
