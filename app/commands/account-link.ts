import { sql } from 'kysely'
import { openLink } from '#areas/access/server/index.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { DatabaseAccess } from '#kit/server/data/database/database.ts'

/** Where what concerns no organisation is written. */
const provider = 1

/**
 * Makes a link, good for a day, by which somebody chooses a password; the database's owner vouches for them, and the audit log says so. Throws in words for an
 * address without an account, or a disabled one.
 */
export async function linkFor(ownerUrl: string, { email, publicUrl }: { readonly email: string; readonly publicUrl: string }): Promise<string> {
  const db = new DatabaseAccess({ url: ownerUrl, connections: 1 })
  try {
    return await db.transaction(provider, async (tx) => {
      const account = await tx.first(sql<{ id: number; disabled: boolean }>`select id, disabled from account where lower(email) = lower(${email})`)
      if (!account) throw new Error(`Nobody has an account at ${email}`)
      if (account.disabled) throw new Error(`The account of ${email} is disabled: an administrator must enable it first`)
      tx.act(systemWho(provider, 'machine', 'link'))
      tx.audit({ entity: 'account', object_id: account.id, action: 'link' })
      return openLink(tx, publicUrl, account.id, 'RESET', tx.now)
    })
  } finally {
    await db.close()
  }
}
