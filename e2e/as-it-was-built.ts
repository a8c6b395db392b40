/** Each file of journeys finds the demonstration and the provider as they were built, whatever another file did before it; it runs before the file's own hooks. */
import { cpSync } from 'node:fs'
import pg from 'pg'
import { beforeAll, expect } from 'vitest'
import { place } from './browser.ts'
import { undo } from './pristine.ts'

/** Kept from file to file: the function is planned once. */
let owner: pg.Pool | undefined

beforeAll(async () => {
  const { database, files } = place()
  // Servers that already ran keep what they have.
  if (database === '') return
  owner ??= new pg.Pool({ connectionString: database, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true }).on('error', () => {})
  const started = performance.now()
  const undone = await undo(owner)
  cpSync(files.kept, files.used, { recursive: true, force: false })
  if (process.env.JOURNEYS_UNDONE === '1')
    console.log(`${expect.getState().testPath}: ${Math.round(performance.now() - started)} ms, ${JSON.stringify(undone)}`)
})
