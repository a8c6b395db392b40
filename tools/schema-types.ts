/** `npm run schema-types`: writes the type of the migrated schema; with `--check` only tells whether it is stale. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startThrowaway } from '#tools/database/throwaway.ts'
import { writeTypes } from '#tools/schema/write-types.ts'

const file = fileURLToPath(new URL('../kit/server/data/database-types.ts', import.meta.url))

const server = await startThrowaway('schema_types')
const client = new pg.Client(server.ownerUrl)
await client.connect()
const written = await writeTypes(client).finally(async () => {
  await client.end()
  await server.stop()
})
const present = existsSync(file) ? readFileSync(file, 'utf8') : ''

if (written === present) console.log('The database types are up to date.')
else if (process.argv.includes('--check')) {
  console.error('kit/server/data/database-types.ts does not match the migrations: run npm run schema-types.')
  process.exitCode = 1
} else {
  writeFileSync(file, written)
  console.log('Wrote kit/server/data/database-types.ts')
}
