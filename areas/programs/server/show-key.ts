import { sql } from 'kysely'
import { authorize } from '#kit/server/access/authorize.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { NewKey } from '#areas/programs/contract/calls.ts'
import type { ExposedType, Lent } from './exposed.ts'
import { newKey, revoke } from './keys.ts'
import { hashOf } from './secret.ts'

/** A key as if a program had been at work with it. */
export interface ShownKey {
  readonly given: NewKey
  /** What was asked with it: of a day so many days ago, from an address, how often. */
  readonly asked: readonly { readonly operation: string; readonly address: string; readonly ago: number; readonly calls: number }[]
  readonly revoked?: true
}

/** Minutes between two requests that are shown, which is more than enough not to be refused. */
const apart = 4

/** Makes a key for the demonstration, by whoever acts, whose secret is told to nobody; each request is counted by what counts every one. */
export async function showKey(
  tx: Tx,
  exposed: { readonly resources: Resources; readonly types: ReadonlyMap<string, ExposedType>; readonly lent: Lent },
  { given, asked, revoked }: ShownKey,
): Promise<void> {
  const grant = authorize(tx.who, 'api_key.write')
  const { id, secret } = await newKey(tx, grant, exposed, given)
  const hash = hashOf(secret)
  // The oldest first: what is counted of a day goes on from the last one.
  for (const { operation, address, ago, calls } of asked.toSorted((a, b) => b.ago - a.ago)) {
    const end = new Date(tx.now.getTime() - ago * 86_400_000)
    for (let n = calls - 1; n >= 0; n -= 1)
      await tx.run(
        sql`select state from use_api_key(${tx.customerId}, ${hash}, ${address}::inet, ${operation}, ${new Date(end.getTime() - n * apart * 60_000)}::timestamptz)`,
      )
  }
  if (revoked) await revoke(tx, grant, exposed.resources, id)
}
