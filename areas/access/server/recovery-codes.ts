import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Secrets } from '#kit/server/access/secrets.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

const count = 10
// Without letters that are read as others.
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** Ten characters in two groups, about 49 bits. */
function newCode(): string {
  const letters: string[] = []
  while (letters.length < 10) {
    for (const byte of randomBytes(16)) {
      // Bytes past the last whole turn of the alphabet would favour its first letters.
      if (byte < 256 - (256 % alphabet.length) && letters.length < 10) letters.push(alphabet[byte % alphabet.length] ?? '')
    }
  }
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`
}

const plain = (typed: string) => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
const purpose = 'recovery-code'

/** Makes ten codes in place of the former ones and answers them: only their keyed digests are kept. */
export async function makeRecoveryCodes(tx: Tx, secrets: Secrets, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: count }, newCode)
  await tx.run(sql`select set_recovery_codes(${accountId}, ${codes.map((code) => secrets.hmac(purpose, plain(code)))}::bytea[])`)
  return codes
}

/** Uses a code up, however it is typed; false when it is none, or used. It stays used even if the sign-in then fails. */
export async function spendRecoveryCode(db: DatabaseAccess, secrets: Secrets, accountId: number, typed: string, now: Date): Promise<boolean> {
  const [row] = await db.alone<{ done: boolean }>('select use_recovery_code($1, $2::bytea[], $3) as done', [
    accountId,
    secrets.hmacs(purpose, plain(typed)),
    now,
  ])
  return row?.done ?? false
}
