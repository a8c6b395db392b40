import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startThrowaway } from '#tools/database/throwaway.ts'
import { shiftDatabase, shiftTo, testsAt } from './clock.ts'
import { migratedCluster } from './migrated.ts'
import { templateDatabase } from './template.ts'

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
  const { from, problem } = await migratedCluster().then(
    (folder) => ({ from: folder, problem: undefined }),
    (error: unknown) => ({ from: undefined, problem: String(error) }),
  )
  const { ownerUrl, appUrl, stop } = await startThrowaway(templateDatabase, from)
  const folder = mkdtempSync(join(tmpdir(), 'vigie-test-run-'))
  project.provide('runFolder', folder)
  const shift = shiftTo(testsAt)
  project.provide('clockShift', shift)
  project.provide('templateUrl', ownerUrl)
  project.provide('templateAppUrl', appUrl)
  project.provide('templateError', problem)
  if (!problem) await shiftDatabase(ownerUrl, shift)
  return async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
