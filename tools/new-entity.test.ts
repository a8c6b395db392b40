import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#tools/database/migrate.ts'
import { emptyDatabase } from '#tools/test/database.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const copied = ['app', 'areas', 'kit', 'tools', 'migrations', 'package.json', 'tsconfig.json']
let copy: string
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'vigie-new-entity-'))
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const node = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}
const make = (...args: string[]) => node('tools/new-entity.ts', ...args)
const read = (path: string) => readFileSync(join(copy, path), 'utf8')
const migrationOf = (name: string) => readdirSync(join(copy, 'migrations')).find((file) => file.endsWith(`_new_${name}.sql`)) ?? ''

test('an entity of a new area and one of an old area compile, in all their places', () => {
  expect(make('registers', 'near_miss')).toMatchObject({ status: 0 })
  expect(make('catalog', 'supply')).toMatchObject({ status: 0 })
  expect(read('areas/registers/contract/near-miss.ts')).toContain("name: 'near_miss'")
  expect(read('areas/catalog/web/routes.ts')).toContain("path: '/catalog/supplies'")
  const config = { extends: './tsconfig.json', compilerOptions: { incremental: false }, include: ['areas/{registers,catalog}/{contract,server,locales}', 'app/server/registry.ts'] }
  writeFileSync(join(copy, 'tsconfig.scaffold.json'), JSON.stringify(config))
  expect(node('node_modules/typescript/bin/tsc', '-p', 'tsconfig.scaffold.json')).toEqual({ status: 0, said: '' })
  const registered = node('--input-type=module', '-e', "const { resources, rights } = await import('./app/server/registry.ts'); console.log(resources.has('near_miss') && resources.has('supply') && 'near_miss.write' in rights)")
  expect(registered).toEqual({ status: 0, said: 'true\n' })
}, 60_000)

test('its migration applies, is written again from a changed contract, and its columns are the fields', async () => {
  const contract = join(copy, 'areas/registers/contract/near-miss.ts')
  writeFileSync(contract, read('areas/registers/contract/near-miss.ts').replace('description: markdown(),', "description: markdown(),\n    perimeter: ref('perimeter'),\n    measures: links('measure'),").replace('identifier, localized, markdown', 'identifier, links, localized, markdown, ref'))
  const first = migrationOf('near_miss')
  expect(make('registers', 'near_miss', '--migration')).toMatchObject({ status: 0 })
  expect(migrationOf('near_miss')).toBe(first)
  const database = await emptyDatabase()
  const client = new pg.Client(database.ownerUrl)
  await client.connect()
  try {
    await migrate(database.ownerUrl, { dir: join(copy, 'migrations') })
    const { rows } = await client.query<{ name: string }>("select column_name as name from information_schema.columns where table_name = 'near_miss' order by ordinal_position")
    expect(rows.map((row) => row.name)).toEqual(['customer_id', 'id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by', 'identifier', 'name_en', 'name_fr', 'description', 'perimeter_id'])
    await client.query('select owner_id, target_id, valid_to from near_miss__measures_history')
  } finally {
    await client.end()
    await database.drop()
  }
}, 60_000)

test('refuses what would spoil something: an entity that exists, an area without a place, a table already migrated', () => {
  expect(make('catalog', 'label')).toMatchObject({ status: 1, said: 'areas/catalog/contract/label.ts exists already.\n' })
  expect(make('catalog', 'label', '--migration').said).toContain('creates label already')
  expect(make('kitchen', 'spoon').said).toContain('no place in the order of areas')
  expect(make('registers', 'Near-Miss').said).toContain('Usage')
})
