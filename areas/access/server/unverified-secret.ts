import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { otpAddress } from './one-time-code.ts'
import { ownAccount, proofsOf } from './own-account.ts'

/** The secret of one's own strong authentication and its `otpauth://` address, while it is activated and not yet verified; null at any other time (ACC-64). */
export async function unverifiedSecret(api: Api, tx: Tx): Promise<{ mfa_secret: string; qr_code: string } | null> {
  const { mfa_secret: sealed, mfa_enabled: verified, email } = await proofsOf(tx, ownAccount(tx.who))
  if (sealed === null || verified) return null
  const secret = api.ports.secrets.open('mfa', sealed)
  return { mfa_secret: secret, qr_code: otpAddress(secret, email) }
}
