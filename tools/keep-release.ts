/**
 * `npm run keep-release`: builds the demonstration and writes its rows to `migrations/releases/<version>.json.gz`. Every later version is
 * tested to take them over whole. Run before a version that changed the schema is tagged; its migrations are fixed from then on.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { buildApp } from '#app/server/app.ts'
import { resources, rightsOf } from '#app/server/registry.ts'
import { hashPassword } from '#areas/access/server/index.ts'
import { productVersion } from '#app/server/version.ts'
import { createInstallation } from '#areas/people/server/index.ts'
import { buildDemonstration } from '#demo/build.ts'
import { folderStorage } from '#kit/server/files/storage.ts'
import { installQueue } from '#kit/server/jobs/install-queue.ts'
import { migrate } from '#platform/database/migrate.ts'
import { startThrowaway } from '#tools/test/throwaway.ts'
import { releasePassword, takeSnapshot, writeSnapshot } from '#tools/release/snapshot.ts'

const repository = fileURLToPath(new URL('..', import.meta.url))
const version = productVersion
const files = mkdtempSync(join(tmpdir(), 'vigie-release-'))
const server = await startThrowaway('release')
try {
  await migrate(server.ownerUrl)
  await installQueue(server.ownerUrl)
  const app = await buildApp({ databaseUrl: server.appUrl, key: Buffer.alloc(32, 7), storage: folderStorage(files), version, work: false, logLevel: 'error' })
  const passwordHash = await hashPassword(releasePassword)
  await createInstallation(app.db, resources, { name: 'Vigie', passwordHash })
  await buildDemonstration({ db: app.db, resources, rightsOf }, { passwordHash, lang: 'fr' }, { print: console.log })
  await app.close()
  const client = new pg.Client(server.ownerUrl)
  await client.connect()
  const snapshot = await takeSnapshot(client)
  await client.end()
  mkdirSync(join(repository, 'migrations', 'releases'), { recursive: true })
  writeSnapshot(join(repository, 'migrations', 'releases', `${version}.json.gz`), snapshot)
  console.log(`Kept ${snapshot.tables.reduce((sum, { rows }) => sum + rows.length, 0)} rows of ${snapshot.tables.length} tables as ${version}.`)
} finally {
  await server.stop()
  rmSync(files, { recursive: true, force: true })
}
