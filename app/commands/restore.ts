/** `npm run restore -- file`: fills an empty data folder from a backup. */
import { resolve } from 'node:path'
import { readEnv } from '#platform/env.ts'
import { restoreBackup } from '#platform/backup/restore.ts'
import { command } from '#app/commands/command.ts'

await command(async () => {
  const file = process.argv[2]
  if (!file) throw new Error('Usage: npm run restore -- <archive>')
  const { dataDir, databaseDir } = readEnv({ ...process.env, VIGIE_KEY: process.env.VIGIE_KEY ?? '0'.repeat(64) })
  await restoreBackup({ archive: resolve(file), dataDir, databaseDir })
  console.log(`Restored into ${dataDir}.`)
})
