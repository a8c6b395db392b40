import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { startEmbedded } from '#platform/database/embedded.ts'
import { findRunner, reachableFolder, type Runner } from '#platform/database/runner.ts'
import { readTar } from './tar.ts'

interface Options {
  archive: string
  dataDir: string
  databaseDir: string
  settings?: Record<string, string>
  /** Of the database that the archive was made from, with a login that may replicate: what is restored follows it, as its streaming replica. */
  standbyOf?: string
}

/** Fills an empty data folder from an archive and starts the database once, to be sure. Throws, and leaves everything as it was, otherwise. */
export async function restoreBackup({ archive, dataDir, databaseDir, settings, standbyOf }: Options): Promise<void> {
  const existed = existsSync(dataDir)
  if (existed && readdirSync(dataDir).length > 0) {
    throw new Error(`${dataDir} is not empty. Move it away first: a restore never overwrites.`)
  }
  if (!statSync(archive, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no file ${archive}.`)
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const databaseFolder = reachableFolder(databaseDir)
  const cluster = join(databaseFolder, 'cluster')
  try {
    const runner = findRunner(databaseFolder, cluster)
    for await (const { path, isFolder, content } of readTar(unpacked(archive))) {
      const [top, ...rest] = path.split('/')
      if (top !== 'postgres' && top !== 'data') throw new Error(`${archive} is not a backup of Vigie.`)
      const target = join(top === 'postgres' ? databaseFolder : dataDir, ...rest)
      if (isFolder) {
        mkdirSync(target, { recursive: true, mode: rest.length > 0 ? 0o700 : 0o711 })
        for await (const _ of content);
      } else {
        // Opened before anything is read: a stream that opens it itself may do so after an archive has ended too early, in a folder that is being removed.
        const file = await open(target, 'w', 0o600)
        await pipeline(content, file.createWriteStream())
      }
      if (target.startsWith(cluster)) runner.own(target)
    }
    if (existsSync(cluster)) {
      assertVersion(cluster, runner)
      if (standbyOf !== undefined) layFollower(cluster, runner, standbyOf)
      await assertStarts(databaseDir, settings)
    }
  } catch (error) {
    for (const folder of new Set([databaseFolder, dataDir])) rmSync(folder, { recursive: true, force: true })
    if (existed) mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    throw error
  }
}

/** What is in the archive, or why it cannot be told. */
async function* unpacked(archive: string): AsyncGenerator<Buffer> {
  const content = createGunzip()
  // What is piped does not pass its errors on.
  createReadStream(archive)
    .on('error', (error) => content.destroy(error))
    .pipe(content)
  try {
    yield* content as AsyncIterable<Buffer>
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'Z_BUF_ERROR') throw new Error(`${archive} is incomplete: it ends too early. Nothing was restored.`, { cause: error })
    if (code?.startsWith('Z_')) throw new Error(`${archive} is not a backup of Vigie, or it is damaged. Nothing was restored.`, { cause: error })
    throw error
  }
}

/** Has a cluster follow another when it starts, without ever having written anything itself. */
function layFollower(cluster: string, runner: Runner, primary: string): void {
  const connection = primary.replaceAll("'", "''")
  writeFileSync(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`, { flag: 'a', mode: 0o600 })
  writeFileSync(join(cluster, 'standby.signal'), '', { mode: 0o600 })
  runner.own(join(cluster, 'standby.signal'))
}

/** Files of one major version of PostgreSQL mean nothing to another. */
function assertVersion(cluster: string, runner: Runner): void {
  const file = join(cluster, 'PG_VERSION')
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'an unknown version'
  const ours = /\d+/.exec(runner.run('postgres', ['--version']).output)?.[0]
  if (found !== ours)
    throw new Error(
      `The backup holds a database of PostgreSQL ${found}, and this is ${ours}: restore it with the version of Vigie that made it. Nothing was restored.`,
    )
}

async function assertStarts(dataDir: string, settings: Record<string, string> = {}): Promise<void> {
  const server = await startEmbedded({ dataDir, settings })
  const client = new pg.Client(server.ownerUrl)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    await client.end()
    await server.stop()
  }
}
