/** `npm run reseal`: encrypts every kept secret with the newest key, after `VIGIE_KEY` was changed and the old one named in `VIGIE_FORMER_KEYS`. */
import { Secrets } from '#kit/server/access/secrets.ts'
import { command, installedEnv } from '#app/commands/command.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { resealAll } from '#platform/database/reseal.ts'

await command(async () => {
  const env = installedEnv()
  const embedded = env.ownerUrl ? undefined : await startEmbedded({ dataDir: env.databaseDir })
  try {
    const counts = await resealAll(env.ownerUrl ?? embedded?.ownerUrl ?? '', new Secrets(env.key, env.formerKeys))
    for (const [what, { kept, changed }] of counts) console.log(`${what}: ${kept} kept, ${changed} encrypted anew`)
  } finally {
    await embedded?.stop()
  }
})
