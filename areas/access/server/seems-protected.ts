import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { Api } from '#kit/server/http/api.ts'

/** Milliseconds for which the share of protected accounts is taken as known. */
const shareAge = 300_000
const shares = new WeakMap<DatabaseAccess, { readonly share: number; readonly until: number }>()

async function protectedShare({ db, now }: Api['ports']): Promise<number> {
  const known = shares.get(db)
  if (known && known.until > now().getTime()) return known.share
  const [row] = await db.alone<{ share: number }>('select mfa_share() as share')
  const share = row?.share ?? 0
  shares.set(db, { share, until: now().getTime() + shareAge })
  return share
}

/**
 * Whether an address is asked for a code. Of an unknown one a keyed digest decides: always the same for the same address, and about as often as among
 * real accounts, so that the answer tells nobody whether an account exists.
 */
export async function seemsProtected(api: Api, email: string): Promise<boolean> {
  const { db, secrets } = api.ports
  const share = await protectedShare(api.ports)
  const drawn = secrets.hmac('mfa-shown', email.toLowerCase()).readUInt32BE() / 2 ** 32 < share
  const [row] = await db.alone<{ mfa: boolean | null }>('select mfa_of_address($1) as mfa', [email])
  return row?.mfa ?? drawn
}
