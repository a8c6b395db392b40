import type { TestProject } from 'vitest/node'
import { installQueue } from '#kit/server/jobs/install-queue.ts'
import { migrate } from '#tools/database/migrate.ts'
import { startThrowaway } from '#tools/database/throwaway.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The owner, in the migrated template that each test file copies; nobody may stay connected to it. */
    templateUrl: string
    /** The server's restricted role, in the template. */
    templateAppUrl: string
    /** Why the template could not be migrated: only the tests that use it fail. */
    templateError: string | undefined
  }
}

/** One cluster for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { ownerUrl, appUrl, stop } = await startThrowaway('template_vigie')
  project.provide('templateUrl', ownerUrl)
  project.provide('templateAppUrl', appUrl)
  project.provide(
    'templateError',
    await migrate(ownerUrl)
      .then(() => installQueue(ownerUrl))
      .then(() => undefined, String),
  )
  return stop
}
