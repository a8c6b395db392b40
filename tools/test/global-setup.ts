import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startThrowaway } from '#tools/test/throwaway.ts'
import { neverRan } from '#tools/rows/never-ran.ts'
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
    /** The names of the columns of the template's tables that may hold nothing, by `table.column` in PostgreSQL's numbers, which its copies keep. */
    nullableColumns: Record<string, string>
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
  project.provide('nullableColumns', problem ? {} : await nullableColumns(ownerUrl))
  if (!problem) await shiftDatabase(ownerUrl, shift)
  return async () => {
    await stop()
    if (process.env.CLAIMS_NEVER_RAN) {
      const { all, never } = neverRan(fileURLToPath(new URL('../..', import.meta.url)), folder)
      writeFileSync(process.env.CLAIMS_NEVER_RAN, [`Of ${all} claims of rows ${never.length} were not tried:`, ...never, ''].join('\n'))
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Of those that PostgreSQL works out it does not know whether they ever hold nothing. */
async function nullableColumns(url: string): Promise<Record<string, string>> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{
      key: string
      name: string
    }>(`select format('%s.%s', a.attrelid, a.attnum) as key, a.attname as name from pg_attribute a
      join pg_class c on c.oid = a.attrelid where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attnotnull and a.attgenerated = ''`)
    return Object.fromEntries(rows.map(({ key, name }) => [key, name]))
  } finally {
    await client.end()
  }
}
