/** Each file of journeys finds the demonstration and the provider as they were built, whatever another file did before it; it runs before the file's own hooks. */
import { cpSync } from 'node:fs'
import pg from 'pg'
import { beforeAll, expect } from 'vitest'
import { place } from './browser.ts'
import { undo } from './pristine.ts'

declare global {
  /** Kept from file to file: the function is planned once. */
  // oxlint-disable-next-line no-var
  var journeysOwner: pg.Client | undefined
}

beforeAll(async () => {
  const { database, files } = place()
  // Servers that already ran keep what they have.
  if (database === '') return
  const started = performance.now()
  const undone = await undo(await ownerOf(database))
  cpSync(files.kept, files.used, { recursive: true, force: false })
  if (process.env.JOURNEYS_UNDONE === '1') console.log(`${expect.getState().testPath}: ${Math.round(performance.now() - started)} ms, ${JSON.stringify(undone)}`)
})

async function ownerOf(database: string): Promise<pg.Client> {
  if (globalThis.journeysOwner) return globalThis.journeysOwner
  const client = new pg.Client(database)
  client.on('error', () => {
    globalThis.journeysOwner = undefined
  })
  await client.connect()
  client.unref()
  globalThis.journeysOwner = client
  return client
}
