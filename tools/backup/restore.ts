import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { startEmbedded } from '#tools/database/embedded.ts'
import { findRunner, reachableFolder } from '#tools/database/runner.ts'
import { readTar } from './tar.ts'

interface Options {
  archive: string
  dataDir: string
  databaseDir: string
  settings?: Record<string, string>
}

/** Fills an empty data folder from an archive and starts the database once, to be sure. Throws, and leaves nothing, otherwise. */
export async function restoreBackup({ archive, dataDir, databaseDir, settings }: Options): Promise<void> {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new Error(`${dataDir} is not empty. Move it away first: a restore never overwrites.`)
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const databaseFolder = reachableFolder(databaseDir)
  const cluster = join(databaseFolder, 'cluster')
  try {
    const runner = findRunner(databaseFolder, cluster)
    const extract = createReadStream(archive).pipe(createGunzip())
    for await (const { path, isFolder, content } of readTar(extract)) {
      const [top, ...rest] = path.split('/')
      const target = join(top === 'postgres' ? databaseFolder : dataDir, ...rest)
      if (isFolder) {
        mkdirSync(target, { recursive: true, mode: rest.length > 0 ? 0o700 : 0o711 })
        for await (const _ of content);
      } else await pipeline(content, createWriteStream(target, { mode: 0o600 }))
      if (target.startsWith(cluster)) runner.own(target)
    }
    if (existsSync(cluster)) await assertStarts(databaseDir, settings)
  } catch (error) {
    for (const folder of new Set([databaseFolder, dataDir])) rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

async function assertStarts(dataDir: string, settings: Record<string, string> = {}): Promise<void> {
  const server = await startEmbedded({ dataDir, settings })
  const client = new pg.Client(server.ownerUrl)
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    await client.end()
    await server.stop()
  }
}
