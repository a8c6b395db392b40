import type { TestProject } from 'vitest/node'
import { startThrowaway } from '#tools/database/throwaway.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The owner, in the migrated template that each test file copies; nobody may stay connected to it. */
    templateUrl: string
    /** The server's restricted role, in the template. */
    templateAppUrl: string
  }
}

/** One cluster for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { ownerUrl, appUrl, stop } = await startThrowaway('template_vigie')
  project.provide('templateUrl', ownerUrl)
  project.provide('templateAppUrl', appUrl)
  return stop
}
