/** `npm run schema-types`: writes the type of the migrated schema; with `--check` only tells whether it is stale. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { migrate } from '#tools/database/migrate.ts'
import { startThrowaway } from '#tools/database/throwaway.ts'
import { writeTypes } from '#tools/schema/write-types.ts'

const file = fileURLToPath(new URL('../kit/server/data/database-types.ts', import.meta.url))
const current = await typesOfMigrations()

if (existsSync(file) && readFileSync(file, 'utf8') === current) console.log('The database types are up to date.')
else if (process.argv.includes('--check')) {
  console.error('kit/server/data/database-types.ts does not match the migrations: run npm run schema-types.')
  process.exitCode = 1
} else {
  writeFileSync(file, current)
  console.log('Wrote kit/server/data/database-types.ts')
}

async function typesOfMigrations(): Promise<string> {
  const server = await startThrowaway('schema_types')
  const client = new pg.Client(server.ownerUrl)
  try {
    await migrate(server.ownerUrl)
    await client.connect()
    return await writeTypes(client)
  } finally {
    await client.end()
    await server.stop()
  }
}
