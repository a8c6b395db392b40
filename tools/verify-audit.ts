/**
 * `npm run verify-audit`: recomputes every customer's audit chain and the digest of every stored version. `-- --export file` also writes
 * the entries to a file, `-- --file file` verifies such a file instead of a database. Ends with 1 if anything is wrong.
 */
import { parseArgs } from 'node:util'
import { readEnv } from '#app/server/env.ts'
import { resources } from '#app/server/registry.ts'
import { commentEntity } from '#kit/server/http/comment-routes.ts'
import { startEmbedded } from '#tools/database/embedded.ts'
import { ensureAppRole } from '#tools/database/roles.ts'
import { verifyDatabase, verifyFile, type Verdict } from '#tools/audit/verify.ts'

const { values } = parseArgs({ options: { export: { type: 'string' }, file: { type: 'string' } } })
const { faults, entries, heads } = values.file ? await verifyFile(values.file) : await verifyInstallation()

for (const [customer, { seq, hash }] of heads) console.log(`customer ${customer}: ${seq} entries, last hash ${hash}`)
for (const fault of faults) console.error(`WRONG  ${fault}`)
console.log(faults.length > 0 ? `${faults.length} faults in ${entries} entries` : `${entries} entries are as they were written`)
process.exitCode = faults.length > 0 ? 1 : 0

async function verifyInstallation(): Promise<Verdict> {
  const env = readEnv()
  const embedded = env.ownerUrl ? undefined : await startEmbedded({ dataDir: env.databaseDir })
  try {
    const ownerUrl = env.ownerUrl ?? embedded?.ownerUrl ?? ''
    const entities = [...[...resources.values()].map(({ def }) => def), commentEntity]
    return await verifyDatabase({ ownerUrl, appUrl: await ensureAppRole(ownerUrl, env.appUrl), entities, ...(values.export && { exportTo: values.export }) })
  } finally {
    await embedded?.stop()
  }
}
