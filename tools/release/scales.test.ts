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
const first = '20261122T1101_scales.sql'
let database: TestDatabase
let client: pg.Client
let folder: string

const level = (name: string, color: string | null = null) => ({
  name_en: name,
  name_fr: null,
  abbreviation: null,
  description_en: null,
  description_fr: null,
  color,
})

/** Two organisations of before there were scales, one with a matrix whose sides have sizes of a scale and one that is too small. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vigie-scales-'))
  database = await emptyDatabase()
  client = new pg.Client(database.ownerUrl)
  await client.connect()
  for (const name of readdirSync(migrations).filter((file) => file.endsWith('.sql') && file < first)) copyFileSync(join(migrations, name), join(folder, name))
  await migrate(database.ownerUrl, { dir: folder })
  await client.query(`insert into instance (id, name, type) values (7, 'Seven', 'partner') on conflict do nothing`)
  for (const id of [71, 72]) await client.query(`insert into customer (id, name, instance_id, kind) values ($1, $2, 7, 'ORGANISATION')`, [id, `Customer ${id}`])
  const matrix = (urn: string, definition: object) =>
    client.query('insert into risk_matrix (customer_id, name_en, urn, definition) values (71, $1, $1, $2)', [urn, JSON.stringify(definition)])
  await matrix('urn:fits', {
    probability: ['P1', 'P2', 'P3', 'P4'].map((name) => level(name)),
    impact: ['I1', 'I2', 'I3'].map((name) => level(name)),
    risk: [level('Low', '#00ff00'), level('High', '#ff0000')],
    grid: [
      [0, 0, 0],
      [0, 0, 1],
      [0, 1, 1],
      [1, 1, 1],
    ],
  })
  await matrix('urn:small', { probability: [level('P1')], impact: [level('I1')], risk: [level('Low')], grid: [[0]] })
  await migrate(database.ownerUrl)
})
afterAll(async () => {
  await client.end()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

test('an organisation that was there before has one default scale of each kind, whose coming the audit tells (SCL-14)', async () => {
  const { rows } = await client.query(
    `select customer_id::int as customer, count(*)::int as scales, count(distinct type)::int as kinds from scale where is_default group by 1 order by 1`,
  )
  expect(rows).toEqual([
    { customer: 71, scales: 7, kinds: 7 },
    { customer: 72, scales: 7, kinds: 7 },
  ])
  const { rows: levels } = await client.query(
    `select l.value, l.name_en, l.color from scale s join scale__levels l on l.customer_id = s.customer_id and l.owner_id = s.id
     where s.customer_id = 72 and s.type = 'priority' order by l.position`,
  )
  expect(levels.map(({ value, name_en }) => [value, name_en])).toEqual([
    [25, 'Low'],
    [50, 'Medium'],
    [75, 'High'],
    [100, 'Critical'],
  ])
  const { faults, entries } = await verifyDatabase({
    ownerUrl: database.ownerUrl,
    appUrl: database.appUrl,
    entities: [...resources.values()].map(({ def }) => def),
  })
  expect([faults, entries]).toEqual([[], 2])
})

test('a matrix that was imported is a scale too, where its sides have sizes of one; it is not the default (SCL-08)', async () => {
  const { rows } = await client.query(
    `select identifier, urn, is_default, matrix, (select json_agg(array[i.name_en] order by i.position) from scale__impact_levels i where i.owner_id = s.id) as impacts,
       (select count(*)::int from scale__probability_levels p where p.owner_id = s.id) as probabilities,
       (select json_agg(json_build_array(l.value, l.name_en, l.color) order by l.position) from scale__levels l where l.owner_id = s.id) as levels
     from scale s where urn is not null`,
  )
  expect(rows).toEqual([
    {
      identifier: 'SC-1',
      urn: 'urn:fits',
      is_default: false,
      // By impact, then by probability.
      matrix: [
        [1, 1, 1, 2],
        [1, 1, 2, 2],
        [1, 2, 2, 2],
      ],
      impacts: [['I1'], ['I2'], ['I3']],
      probabilities: 4,
      levels: [
        [1, 'Low', '#00ff00'],
        [2, 'High', '#ff0000'],
      ],
    },
  ])
  const { rows: found } = await client.query(`select text from search_document where entity = 'scale' and customer_id = 71 and text like '%urn:fits%'`)
  expect(found).toHaveLength(1)
  const { rows: counters } = await client.query(`select last::int from identifier_counter where customer_id = 71 and entity = 'scale'`)
  expect(counters).toEqual([{ last: 1 }])
})
