import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { chromiumPath } from '#tools/chromium.ts'
import { startThrowaway } from '#tools/database/throwaway.ts'
import { freePort } from '#tools/free-port.ts'
import { startProgram, type Program } from '#tools/program.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Addresses of two servers on one database; journeys walk across both. */
    addresses: readonly string[]
    chromium: string
  }
}

/** What the demonstration's people sign in with. */
export const demoPassword = 'Vigie-demo-2026'

/** The real program, twice, on one database with the demonstration organisations in it; and a browser. `JOURNEYS_AT` names two that already run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('chromium', chromiumPath())
  const running = process.env.JOURNEYS_AT?.split(',')
  const programs = running ? undefined : await startTwo()
  project.provide('addresses', running ?? programs?.addresses ?? [])
  return async () => programs?.stop()
}

async function startTwo(): Promise<{ readonly addresses: readonly string[]; stop(): Promise<void> }> {
  const database = await startThrowaway('journeys')
  const data = mkdtempSync(join(tmpdir(), 'vigie-journeys-'))
  const programs: Program[] = []
  const stop = async () => {
    await Promise.all(programs.map((program) => program.stop()))
    await database.stop()
    rmSync(data, { recursive: true, force: true })
  }
  try {
    const settings = { DATABASE_URL: database.ownerUrl, VIGIE_DATA: data, VIGIE_DEMO: '1', VIGIE_DEMO_PASSWORD: demoPassword, VIGIE_ALLOWED_HOSTS: 'localhost' }
    // The second joins once the first has built the demonstration. Each knows its port from the start: links that it writes carry it.
    for (let n = 0; n < 2; n += 1) programs.push(await startProgram({ ...settings, PORT: String(await freePort()) }))
  } catch (error) {
    await stop()
    throw error
  }
  return { addresses: programs.map(({ address }) => address), stop }
}
