/** A cluster with the schema and the queue, kept under what made it: making it takes longer than most files of tests. */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { installQueue } from '#kit/server/jobs/install-queue.ts'
import { packageFolder } from '#platform/database/binaries.ts'
import { migrate } from '#platform/database/migrate.ts'
import { startThrowaway } from '#tools/test/throwaway.ts'
import { templateDatabase } from './template.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, 'node_modules', '.cache', 'migrated')
/** That of another branch, and that of what is being worked on. */
const keptAtMost = 2

/**
 * The folder of a stopped server, to be copied by whoever starts one: migrated are the template and the database of an installation that keeps its own. Throws,
 * with file and reason, where a migration fails.
 */
export async function migratedCluster(): Promise<string> {
  const folder = join(cache, hashOfAll())
  if (!existsSync(folder)) await make(folder)
  // The last used are kept.
  utimesSync(folder, new Date(), new Date())
  return folder
}

async function make(folder: string): Promise<void> {
  const draft = join(cache, `draft-${randomUUID()}`)
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  const server = await startThrowaway(templateDatabase)
  try {
    await migrate(server.ownerUrl)
    await installQueue(server.ownerUrl)
    await installation(server.ownerUrl)
    await server.keep(draft)
    rename(draft, folder)
  } catch (error) {
    await server.stop()
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
  removeOld()
}

/** What the program finds at its second start: the same in the database that is its own, with the statistics that its first start gathers. */
async function installation(ownerUrl: string): Promise<void> {
  const inDatabase = async (name: string, statements: readonly string[]) => {
    const client = new pg.Client(Object.assign(new URL(ownerUrl), { pathname: `/${name}` }).href)
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await inDatabase('template1', ['drop database postgres', `create database postgres template ${templateDatabase} strategy file_copy`])
  await inDatabase('postgres', ['analyze'])
}

/** Another run may have been quicker; what it made is the same. */
function rename(draft: string, folder: string): void {
  try {
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(draft, { recursive: true })
  }
}

function removeOld(): void {
  const usedAt = (name: string) => statSync(join(cache, name)).mtimeMs
  const cached = readdirSync(cache).filter((name) => !name.startsWith('draft-'))
  for (const name of cached.toSorted((a, b) => usedAt(b) - usedAt(a)).slice(keptAtMost)) rmSync(join(cache, name), { recursive: true, force: true })
}

/** Everything that decides what is in it. */
function hashOfAll(): string {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`)
  const code = ['kit/server/jobs/install-queue.ts', 'tools/test/migrated.ts', 'tools/test/template.ts', 'package-lock.json']
  for (const [folder, ending] of [
    ['migrations', '.sql'],
    ['platform/database', '.ts'],
  ] as const)
    code.push(
      ...readdirSync(join(root, folder))
        .filter((name) => name.endsWith(ending) && !name.includes('.test.'))
        .map((name) => `${folder}/${name}`)
        .toSorted(),
    )
  for (const file of code)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  hash.update(readFileSync(join(packageFolder(), 'package.json')))
  return hash.digest('hex').slice(0, 32)
}
