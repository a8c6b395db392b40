/** The demonstration as the program builds it, kept under what made it: building it costs more than most files of tests. */
import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { timeZone } from '#demo/build/site.ts'
import { dayIn } from '#kit/contract/wall-clock.ts'
import { packageFolder } from '#tools/database/binaries.ts'
import { startThrowaway, type Throwaway } from '#tools/database/throwaway.ts'
import { startProgram } from '#tools/program.ts'
import { cheapHash } from './cheap-hash.ts'
import { demoPassword } from './demo-password.ts'
import { testKey } from './key.ts'

/** The name of its database. */
export const demoDatabase = 'demonstration'

/** A cluster of its own with the demonstration in it, as the first start left it. */
export interface Demonstration extends Throwaway {
  /** The folder of its files, to be copied by whoever writes there. */
  readonly files: string
  /** The end of what the program said while it built. */
  readonly said: string
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, 'node_modules', '.cache', 'demonstration')
/** Today's, and that of what is being worked on. */
const keptAtMost = 2

/** Built by the real program on an empty database unless the cache has it, which is said to `log`. */
export async function startDemonstration(log: (line: string) => void = () => {}): Promise<Demonstration> {
  const kept = join(cache, hashOfAll())
  if (!existsSync(kept)) await build(log)
  const folder = existsSync(kept) ? kept : join(cache, hashOfAll())
  // The last used are kept.
  utimesSync(folder, new Date(), new Date())
  const server = await startThrowaway(demoDatabase, folder)
  return { ...server, files: join(folder, 'files'), said: readFileSync(join(folder, 'said'), 'utf8') }
}

/** Settings of a program on a database of this cluster. */
export const settingsOn = (ownerUrl: string, data: string): Record<string, string> => ({
  DATABASE_URL: ownerUrl,
  VIGIE_DATA: data,
  VIGIE_DEMO: '1',
  VIGIE_DEMO_PASSWORD: demoPassword,
  VIGIE_KEY: testKey.toString('hex'),
  VIGIE_ALLOWED_HOSTS: 'localhost',
})

async function build(log: (line: string) => void): Promise<void> {
  // What is begun before midnight may be of either day.
  for (let hash = hashOfAll(), before = ''; hash !== before; before = hash, hash = hashOfAll()) {
    const started = Date.now()
    const draft = join(cache, `draft-${randomUUID()}`)
    mkdirSync(draft, { recursive: true, mode: 0o700 })
    const database = await startThrowaway(demoDatabase)
    try {
      const program = await startProgram(settingsOn(database.ownerUrl, join(draft, 'data')))
      await program.stop()
      await tidy(database.ownerUrl)
      await database.keep(draft)
      writeFileSync(join(draft, 'said'), program.said)
      cpSync(join(draft, 'data', 'files'), join(draft, 'files'), { recursive: true })
      rmSync(join(draft, 'data'), { recursive: true })
    } catch (error) {
      await database.stop()
      rmSync(draft, { recursive: true, force: true })
      throw error
    }
    rmSync(join(cache, hash), { recursive: true, force: true })
    renameSync(draft, join(cache, hash))
    removeOld()
    log(`The demonstration was built in ${Math.round((Date.now() - started) / 1000)} s`)
  }
}

/** People of tests sign in hundreds of times: their password is checked for next to nothing, since a hash names its own cost. Copies then find their rows settled. */
async function tidy(ownerUrl: string): Promise<void> {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  try {
    await client.query('update account set password_hash = $1 where password_hash is not null', [await cheapHash(demoPassword)])
    await client.query('vacuum (freeze, analyze)')
  } finally {
    await client.end()
  }
}

function removeOld(): void {
  const usedAt = (name: string) => statSync(join(cache, name)).mtimeMs
  const [...kept] = readdirSync(cache).toSorted((a, b) => usedAt(b) - usedAt(a))
  for (const name of kept.slice(keptAtMost)) rmSync(join(cache, name), { recursive: true, force: true })
}

/** Everything that decides what the demonstration is: code, texts, schema, packages, PostgreSQL, and the day from which it is told. */
function hashOfAll(): string {
  const hash = createHash('sha256')
  for (const file of sources())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0')
  hash.update(readFileSync(join(packageFolder(), 'package.json')))
  hash.update(`${process.platform}-${process.arch}`)
  hash.update(dayIn(new Date(), timeZone))
  return hash.digest('hex').slice(0, 32)
}

function sources(): string[] {
  const own = [
    'package-lock.json',
    'package.json',
    'tools/test/cheap-hash.ts',
    'tools/test/demo-password.ts',
    'tools/test/demonstration.ts',
    'tools/test/key.ts',
  ]
  const found = ['app', 'areas', 'demo', 'kit', 'migrations', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  )
  // Pages in the browser, kept releases and what only tests use have no part in it.
  return [...own, ...found.filter((file) => !/\.test\.tsx?$|^(?:app|kit|areas\/\w+)\/web\/|^migrations\/releases\/|^tools\/test\//.test(file))].toSorted()
}
