/** One throwaway cluster for the whole run, with a migrated template that each test file copies. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { isAlive, readPostmaster, runsPostgres } from '../database/postmaster.ts'
import { ensureAppRole } from '../database/roles.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The cluster's owner; the template is the database `template_vigie`. */
    ownerUrl: string
    appUrl: string
  }
}

const prefix = 'vigie-test-'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const memory = '/dev/shm'
  const parent = writable(memory) ? memory : tmpdir()
  removeLeftovers(parent)
  const dataDir = mkdtempSync(join(parent, prefix))
  const { ownerUrl, stop } = await startEmbedded({ dataDir, throwaway: true, settings: { max_connections: '200' } })
  const stopAndRemove = async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const client = new pg.Client(ownerUrl)
    await client.connect()
    await client.query('create database template_vigie')
    await client.end()
    const template = new URL(ownerUrl)
    template.pathname = '/template_vigie'
    project.provide('appUrl', await ensureAppRole(template.href))
    project.provide('ownerUrl', ownerUrl)
    await migrate(template.href)
  } catch (error) {
    await stopAndRemove()
    throw error
  }
  return stopAndRemove
}

/** A run that was killed leaves its cluster running in memory: the next run ends it. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(parent, name)
    if (isAlive(starterOf(folder))) continue
    const cluster = join(folder, 'cluster')
    const server = readPostmaster(cluster)
    if (server && runsPostgres(server.pid, cluster)) process.kill(server.pid, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

/** While a run is still creating its cluster it has not signed yet: a young folder is left alone. */
function starterOf(folder: string): number {
  try {
    return Number(readFileSync(join(folder, 'started-by'), 'utf8'))
  } catch {
    return Date.now() - statSync(folder).mtimeMs < 60_000 ? process.pid : 0
  }
}

function writable(folder: string): boolean {
  try {
    rmSync(mkdtempSync(join(folder, prefix)), { recursive: true })
    return true
  } catch {
    return false
  }
}
