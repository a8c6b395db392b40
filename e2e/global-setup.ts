import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { chromiumPath } from '#tools/chromium.ts'
import { startThrowaway } from '#tools/database/throwaway.ts'
import { freePorts } from '#tools/free-port.ts'
import { cheapHash } from '#tools/test/cheap-hash.ts'
import { beginProgram, startProgram, type Starting } from '#tools/program.ts'
import { testKey } from '#tools/test/key.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** One for each worker. */
    places: readonly Place[]
    chromium: string
  }
}

/** Where a worker's journeys walk. */
export interface Place {
  /** Of two servers on one database; journeys walk across both. */
  readonly addresses: readonly string[]
  /** Their database, as its owner; empty when they already ran. */
  readonly database: string
}

/** What the demonstration's people sign in with. */
export const demoPassword = 'Vigie-demo-2026'

/**
 * The real program, twice for each worker, on a copy of one database with the demonstration organisations in it; and a browser.
 * `JOURNEYS_AT` names two servers that already run, for one worker alone.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('chromium', chromiumPath())
  const running = process.env.JOURNEYS_AT?.split(',')
  const programs = running ? undefined : await start(project.config.maxWorkers)
  project.provide('places', running ? [{ addresses: running, database: '' }] : (programs?.places ?? []))
  return async () => programs?.stop()
}

async function start(workers: number): Promise<{ readonly places: readonly Place[]; stop(): Promise<void> }> {
  const database = await startThrowaway('journeys')
  const data = mkdtempSync(join(tmpdir(), 'vigie-journeys-'))
  const programs: Starting[] = []
  const stop = async () => {
    await Promise.all(programs.map((program) => program.stop()))
    await database.stop()
    rmSync(data, { recursive: true, force: true })
  }
  const settingsOf = (name: string) => ({
    DATABASE_URL: Object.assign(new URL(database.ownerUrl), { pathname: `/${name}` }).href,
    VIGIE_DATA: join(data, name),
    VIGIE_DEMO: '1',
    VIGIE_DEMO_PASSWORD: demoPassword,
    VIGIE_KEY: testKey.toString('hex'),
    VIGIE_ALLOWED_HOSTS: 'localhost',
  })
  try {
    // A server that is given its key makes nothing in its folder until files come.
    mkdirSync(join(data, 'journeys'))
    const builder = await startProgram(settingsOf('journeys'))
    await builder.stop()
    await cheapenSignIn(settingsOf('journeys').DATABASE_URL)
    const names = Array.from({ length: workers }, (_, worker) => `journeys_${worker + 1}`)
    const places = []
    for (const name of names) {
      await copyDatabase(database.ownerUrl, name)
      cpSync(join(data, 'journeys'), join(data, name), { recursive: true })
      // Each server knows its port from the start: links that it writes carry it. The two start at once; those of another database would alter the same roles.
      const pair = (await freePorts(2)).map((port) => beginProgram({ ...settingsOf(name), PORT: String(port) }))
      programs.push(...pair)
      const started = await Promise.all(pair.map(({ ready }) => ready))
      places.push({ addresses: started.map(({ address }) => address), database: settingsOf(name).DATABASE_URL })
    }
    return { places, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** People of journeys sign in hundreds of times: their password is checked for next to nothing, since a hash names its own cost. */
async function cheapenSignIn(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query('update account set password_hash = $1 where password_hash is not null', [await cheapHash(demoPassword)])
  } finally {
    await client.end()
  }
}

async function copyDatabase(ownerUrl: string, name: string): Promise<void> {
  const client = new pg.Client(Object.assign(new URL(ownerUrl), { pathname: '/postgres' }).href)
  await client.connect()
  try {
    await client.query(`create database ${name} template journeys strategy file_copy`)
  } finally {
    await client.end()
  }
}
