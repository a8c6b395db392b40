/** `npm run link -- someone@example.org`: prints a link with which they choose a password, also while the server runs. For whoever runs the machine, where no mail leaves. */
import { readEnv } from '#platform/env.ts'
import { linkFor } from '#app/commands/account-link.ts'
import { startEmbedded } from '#platform/database/embedded.ts'

const email = process.argv[2]?.trim()
if (!email) {
  console.error('Whose link? npm run link -- someone@example.org')
  process.exit(1)
}
const env = readEnv()
const embedded = env.ownerUrl ? undefined : await startEmbedded({ dataDir: env.databaseDir })
try {
  const link = await linkFor(env.ownerUrl ?? embedded?.ownerUrl ?? '', { email, publicUrl: env.publicUrl ?? `http://localhost:${env.port}` })
  console.log(`${link}\nIt is good for a day and once. Whoever has it comes in as ${email}: give it to nobody else.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await embedded?.stop()
}
