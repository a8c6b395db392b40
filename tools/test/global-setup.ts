import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { installQueue } from '#kit/server/jobs/install-queue.ts'
import { migrate } from '#tools/database/migrate.ts'
import { startThrowaway } from '#tools/database/throwaway.ts'
import { shiftDatabase, shiftTo, testsAt } from './clock.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The owner, in the migrated template that each test file copies; nobody may stay connected to it. */
    templateUrl: string
    /** The server's restricted role, in the template. */
    templateAppUrl: string
    /** Why the template could not be migrated: only the tests that use it fail. */
    templateError: string | undefined
    /** A folder that goes when the run ends, for what files of tests share. */
    runFolder: string
    /** How far the clock of tests is ahead of the machine's, in milliseconds. */
    clockShift: number
  }
}

/** One cluster for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { ownerUrl, appUrl, stop } = await startThrowaway('template_vigie')
  const folder = mkdtempSync(join(tmpdir(), 'vigie-test-run-'))
  project.provide('runFolder', folder)
  const shift = shiftTo(testsAt)
  project.provide('clockShift', shift)
  project.provide('templateUrl', ownerUrl)
  project.provide('templateAppUrl', appUrl)
  project.provide(
    'templateError',
    await migrate(ownerUrl)
      .then(() => installQueue(ownerUrl))
      .then(() => shiftDatabase(ownerUrl, shift))
      .then(() => undefined, String),
  )
  return async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
