/** The demonstration as the program builds it, kept under what made it: building it costs more than most files of tests. */
import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { timeZone } from '#demo/build/site.ts'
import { dayIn } from '#kit/contract/wall-clock.ts'
import { packageFolder } from '#platform/database/binaries.ts'
import { startThrowaway, type Throwaway } from '#tools/test/throwaway.ts'
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

/** Built by the real program on an empty database unless the cache has it, which is said to `log`. Where a part of the suite runs, one of the same schema and texts will do. */
export async function startDemonstration(log: (line: string) => void = () => {}): Promise<Demonstration> {
  await keepDemonstration(log)
  const folder = join(cache, found(demonstrationKey()) ?? '')
  // The last used are kept.
  utimesSync(folder, new Date(), new Date())
  const server = await startThrowaway(demoDatabase, folder)
  return { ...server, files: join(folder, 'files'), said: readFileSync(join(folder, 'said'), 'utf8') }
}

/** Builds it unless the cache has it. */
export async function keepDemonstration(log: (line: string) => void = () => {}): Promise<void> {
  if (!found(demonstrationKey())) await build(log)
}

/** Settings of a program on a database of this cluster. */
export const settingsOn = (ownerUrl: string, data: string): Record<string, string> => ({
  DATABASE_URL: ownerUrl,
  VIGIE_DATA: data,
  VIGIE_DEMO: '1',
  VIGIE_DEMO_PASSWORD: demoPassword,
  VIGIE_DEMO_LANGUAGE: 'fr',
  VIGIE_KEY: testKey.toString('hex'),
  VIGIE_ALLOWED_HOSTS: 'localhost',
})

async function build(log: (line: string) => void): Promise<void> {
  // What is begun before midnight may be of either day.
  for (let hash = nameOf(demonstrationKey()), before = ''; hash !== before; before = hash, hash = nameOf(demonstrationKey())) {
    const started = Date.now()
    const draft = join(cache, `draft-${randomUUID()}`)
    mkdirSync(draft, { recursive: true, mode: 0o700 })
    const database = await startThrowaway(demoDatabase)
    try {
      const program = await startProgram(settingsOn(database.ownerUrl, join(draft, 'data')))
      const said = await program.says('The demonstration is ready')
      await program.stop()
      await tidy(database.ownerUrl)
      await database.keep(draft)
      writeFileSync(join(draft, 'said'), said)
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
  const cached = readdirSync(cache).filter((name) => !name.startsWith('draft-'))
  for (const name of cached.toSorted((a, b) => usedAt(b) - usedAt(a)).slice(keptAtMost)) rmSync(join(cache, name), { recursive: true, force: true })
}

/** What decides what the demonstration is. */
export interface DemonstrationKey {
  /** Schema, texts of the demonstration, packages, PostgreSQL, and the day from which it is told. */
  readonly ground: string
  /** All of that, and all the code that runs while it is built. */
  readonly all: string
}

/** `read` answers what a file of the repository holds. */
export function demonstrationKey(read: (file: string) => Buffer | string = (file) => readFileSync(join(root, file))): DemonstrationKey {
  const [ground, all] = [createHash('sha256'), createHash('sha256')]
  for (const file of sources()) {
    const content = read(file)
    for (const hash of /^(?:migrations|demo)\/|^package/.test(file) ? [ground, all] : [all]) hash.update(`${file}\0`).update(content).update('\0')
  }
  const outside = [readFileSync(join(packageFolder(), 'package.json')), `${process.platform}-${process.arch}`, dayIn(new Date(), timeZone)]
  const digest = (hash: typeof all) =>
    outside
      .reduce((sum, part) => sum.update(part), hash)
      .digest('hex')
      .slice(0, 24)
  return { ground: digest(ground), all: digest(all) }
}

const nameOf = ({ ground, all }: DemonstrationKey) => `${ground}-${all}`

/** The folder in the cache that holds what a key asks for. */
function found(key: DemonstrationKey): string | undefined {
  const names = existsSync(cache) ? readdirSync(cache) : []
  return names.find((name) => name === nameOf(key)) ?? (process.env.VIGIE_WALKED_AREAS ? names.find((name) => name.startsWith(`${key.ground}-`)) : undefined)
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
  const found = ['app', 'areas', 'demo', 'kit', 'migrations', 'platform', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  )
  // Pages in the browser, kept releases and what only tests use have no part in it.
  return [
    ...own,
    ...found.filter((file) => !/\.test\.tsx?(?:\.snap)?$|^(?:app|kit|areas\/\w+)\/web\/|^migrations\/releases\/|^tools\/test\//.test(file)),
  ].toSorted()
}
