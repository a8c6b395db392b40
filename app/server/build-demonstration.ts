/** A process of the server's that builds the demonstration, as its first message orders, and tells how it goes. It ends with whoever started it. */
import { buildDemonstration } from '#demo/build.ts'
import { hide } from '#demo/build-once.ts'
import { readEnv } from '#platform/env.ts'
import { buildApp } from './app.ts'
import type { Order } from './demonstration.ts'
import { digests, resources, rightsOf } from './registry.ts'
import { storageOf } from './storage-of.ts'
import { productVersion } from './version.ts'

process.on('disconnect', () => process.exit(1))
process.once('message', (order) => {
  build(order as Order).then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
      process.exit(1)
    },
  )
})

async function build({ databaseUrl, passwordHash, lang }: Order): Promise<void> {
  const { key, formerKeys, logLevel, ...env } = readEnv()
  const storage = storageOf(env)
  const { db } = await buildApp({ databaseUrl, key, formerKeys, storage, logLevel, version: productVersion, work: false })
  const ground = { db, resources, rightsOf, digests, storage, made: (customer: number) => hide(db, customer) }
  await buildDemonstration(ground, { passwordHash, lang }, { print: (line) => process.send?.({ line }), reached: (share) => process.send?.({ share }) })
}
