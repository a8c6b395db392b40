import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { chromiumPath } from '#tools/chromium.ts'
import { freePorts } from '#platform/database/free-port.ts'
import { beginProgram, type Starting } from '#tools/program.ts'
import { demoDatabase, settingsOn, startDemonstration } from '#tools/test/demonstration.ts'
import { keepPristine } from './pristine.ts'

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
  /** The folder of the files that the demonstration was built with, and that of the servers. */
  readonly files: { readonly kept: string; readonly used: string }
}

/**
 * The real program, twice for each worker, on a copy of one database with the demonstration organisations in it; and a browser.
 * `JOURNEYS_AT` names two servers that already run, for one worker alone.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('chromium', chromiumPath())
  const running = process.env.JOURNEYS_AT?.split(',')
  const programs = running ? undefined : await start(project.config.maxWorkers)
  project.provide('places', running ? [{ addresses: running, database: '', files: { kept: '', used: '' } }] : (programs?.places ?? []))
  return async () => programs?.stop()
}

async function start(workers: number): Promise<{ readonly places: readonly Place[]; stop(): Promise<void> }> {
  const database = await startDemonstration(console.log)
  const data = mkdtempSync(join(tmpdir(), 'vigie-journeys-'))
  const programs: Starting[] = []
  const stop = async () => {
    await Promise.all(programs.map((program) => program.stop()))
    await database.stop()
    rmSync(data, { recursive: true, force: true })
  }
  try {
    await keepPristine(database.ownerUrl)
    const names = Array.from({ length: workers }, (_, worker) => `journeys_${worker + 1}`)
    await copyDatabase(database.ownerUrl, names)
    const places = names.map(async (name) => {
      const settings = settingsOn(Object.assign(new URL(database.ownerUrl), { pathname: `/${name}` }).href, join(data, name))
      const files = { kept: database.files, used: join(data, name, 'files') }
      cpSync(files.kept, files.used, { recursive: true })
      // Each server knows its port from the start: links that it writes carry it.
      const pair = (await freePorts(2)).map((port) => beginProgram({ ...settings, PORT: String(port) }))
      programs.push(...pair)
      const started = await Promise.all(pair.map(({ ready }) => ready))
      return { addresses: started.map(({ address }) => address), database: settings.DATABASE_URL ?? '', files }
    })
    return { places: await Promise.all(places), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** One after the other: nobody may be connected to what is copied, another who copies included. */
async function copyDatabase(ownerUrl: string, names: readonly string[]): Promise<void> {
  const client = new pg.Client(Object.assign(new URL(ownerUrl), { pathname: '/postgres' }).href)
  await client.connect()
  try {
    for (const name of names) await client.query(`create database ${name} template ${demoDatabase} strategy file_copy`)
  } finally {
    await client.end()
  }
}
