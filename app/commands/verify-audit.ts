/**
 * `npm run verify-audit`: recomputes every customer's audit chain, the digest of every stored version and of what belongs to it, and looks for what the anchor names.
 * `-- --export file` also writes the entries to a file, with an anchor of its own beside it; `-- --file file` verifies such a file instead of a database; `-- --anchor file`
 * takes another anchor than the one that the server keeps. Ends with 1 if anything is wrong.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnv, type Env } from '#platform/env.ts'
import { Secrets } from '#kit/server/access/secrets.ts'
import { readAnchor, writeAnchor, type Anchor } from '#platform/audit/anchor.ts'
import { verifyDatabase, verifyFile, type Verdict } from '#platform/audit/verify.ts'
import { command, installedEnv } from '#app/commands/command.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { ensureAppRole } from '#platform/database/roles.ts'

await command(async () => {
  const { values } = parseArgs({ options: { export: { type: 'string' }, file: { type: 'string' }, anchor: { type: 'string' } } })
  if (values.file) {
    const anchor = values.anchor === undefined ? undefined : anchorIn(resolve(values.anchor), secretsOf(readEnv()))
    return tell(await verifyFile(resolve(values.file), anchor), anchor)
  }
  const env = installedEnv()
  const secrets = secretsOf(env)
  const anchor = values.anchor === undefined ? (readAnchor(env.auditAnchor, secrets) ?? undefined) : anchorIn(resolve(values.anchor), secrets)
  const exportTo = values.export === undefined ? undefined : resolve(values.export)
  const verdict = await verifyInstallation(env, anchor, exportTo)
  if (exportTo) {
    const heads = [...verdict.heads].map(([customer_id, { seq, hash }]) => ({ customer_id, seq, hash }))
    writeAnchor(`${exportTo}.anchor`, { at: new Date().toISOString(), heads }, secrets)
    console.log(`Wrote ${exportTo} and ${exportTo}.anchor.`)
  }
  tell(verdict, anchor)
})

function secretsOf({ key, formerKeys }: Env): Secrets {
  return new Secrets(key, formerKeys)
}

function anchorIn(file: string, secrets: Secrets): Anchor {
  const anchor = readAnchor(file, secrets)
  if (!anchor) throw new Error(`There is no file ${file}.`)
  return anchor
}

function tell({ faults, entries, heads }: Verdict, anchor: Anchor | undefined): void {
  for (const [customer, { seq, hash }] of heads) console.log(`customer ${customer}: ${seq} entries, last hash ${hash}`)
  for (const fault of faults) console.error(`WRONG  ${fault}`)
  console.log(anchor ? `Compared with the anchor of ${anchor.at}.` : 'Compared with no anchor: an end that was cut off together with its head does not show.')
  console.log(faults.length > 0 ? `${faults.length} faults in ${entries} entries` : `${entries} entries are as they were written`)
  process.exitCode = faults.length > 0 ? 1 : 0
}

async function verifyInstallation(env: Env, anchor: Anchor | undefined, exportTo: string | undefined): Promise<Verdict> {
  const embedded = env.ownerUrl ? undefined : await startEmbedded({ dataDir: env.databaseDir })
  try {
    const ownerUrl = env.ownerUrl ?? embedded?.ownerUrl ?? ''
    const appUrl = await ensureAppRole(ownerUrl, env.appUrl)
    // Large, and not needed to say that there is no database.
    const [{ resources, leftOut }, { commentEntity }] = await Promise.all([import('#app/server/registry.ts'), import('#kit/server/http/comment-routes.ts')])
    const entities = [...[...resources.values()].map(({ def }) => def), commentEntity]
    return await verifyDatabase({ ownerUrl, appUrl, entities, leftOut: new Set(Object.keys(leftOut)), anchor, ...(exportTo && { exportTo }) })
  } finally {
    await embedded?.stop()
  }
}
