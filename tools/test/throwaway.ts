/** A cluster in memory that leaves nothing behind. */
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import pg from 'pg'
import { startEmbedded, type Embedded } from '#platform/database/embedded.ts'
import { readPostmaster, runsPostgres } from '#platform/database/postmaster.ts'
import { ensureAppRole } from '#platform/database/roles.ts'
import { isUsed } from '#platform/database/users.ts'

/** `ownerUrl` and `appUrl` lead to a database of its own, still empty. */
export interface Throwaway extends Embedded {
  readonly appUrl: string
  /** Stops it in order and leaves in `folder` what another can start from. */
  readonly keep: (folder: string) => Promise<void>
}

const prefix = 'vigie-throwaway-'

/** By a file in place of the network a question costs two thirds; the port is in the address still, for tests that stand in between. */
const hasSockets = process.platform !== 'win32'

/** Makes a database of this name on a new cluster, or finds it in what another has kept; `stop` removes all of it. */
export async function startThrowaway(name: string, from?: string): Promise<Throwaway> {
  const parent = isWritable('/dev/shm') ? '/dev/shm' : tmpdir()
  // A thread does not know what the others of its process use.
  if (isMainThread) removeLeftovers(parent)
  const dataDir = mkdtempSync(join(parent, prefix))
  // The cluster's own folder, where nobody else may look.
  const server = await startEmbedded({
    dataDir,
    throwaway: true,
    settings: { max_connections: '200', ...(hasSockets && { unix_socket_directories: '.' }) },
    ...(from !== undefined && { from }),
  })
  const stop = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const keep = async (folder: string) => {
    await server.stop()
    const made = dirname(server.cluster)
    for (const part of ['cluster', 'owner-password']) cpSync(join(made, part), join(folder, part), { recursive: true })
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    if (from === undefined) {
      const client = new pg.Client(server.ownerUrl)
      await client.connect()
      await client.query(`create database ${pg.escapeIdentifier(name)}`)
      await client.end()
    }
    const ownerUrl = Object.assign(new URL(server.ownerUrl), {
      pathname: `/${name}`,
      search: hasSockets ? `?host=${encodeURIComponent(server.cluster)}` : '',
    }).href
    const appUrl = await ensureAppRole(ownerUrl)
    return { ...server, ownerUrl, appUrl, stop, keep }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A process that was killed leaves its cluster running in memory: the next one ends it. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(parent, name)
    if (!isLeftover(folder)) continue
    const cluster = join(folder, 'cluster')
    const server = readPostmaster(cluster)
    if (server && runsPostgres(server.pid, cluster)) process.kill(server.pid, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

/** Another account's is not ours to end, and who has just made its folder has not entered it yet. */
function isLeftover(folder: string): boolean {
  const made = statSync(folder, { throwIfNoEntry: false })
  return made !== undefined && made.uid === process.getuid?.() && Date.now() - made.birthtimeMs > 5_000 && !isUsed(folder)
}

function isWritable(folder: string): boolean {
  try {
    rmSync(mkdtempSync(join(folder, 'vigie-probe-')), { recursive: true })
    return true
  } catch {
    return false
  }
}
