/** `npm run backup [-- file]`: database, files and secrets in one archive, also while the server runs. */
import { resolve } from 'node:path'
import { createBackup } from '#platform/backup/create.ts'
import { command, installedEnv } from '#app/commands/command.ts'

await command(async () => {
  const { dataDir, databaseDir, ownerUrl, s3 } = installedEnv()
  const moment = new Date().toISOString().replaceAll(/[-:]|\..*/g, '')
  const archive = resolve(process.argv[2] ?? `vigie-${moment}.tar.gz`)
  await createBackup({ dataDir, databaseDir: ownerUrl ? undefined : databaseDir, archive })
  console.log(`Wrote ${archive}. It holds the encryption key and passwords: keep it secret.`)
  if (ownerUrl) console.warn('The database of DATABASE_URL is not in it: save that with pg_dump.')
  if (s3) console.warn('The files in S3 are not in it: save the bucket by its own means.')
})
