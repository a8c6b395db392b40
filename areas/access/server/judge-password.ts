import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Api } from '#kit/server/http/api.ts'
import type { login } from '#areas/access/contract/calls.ts'
import { stepOfCode } from './one-time-code.ts'
import { verifyPassword } from './password.ts'
import { verifiedHolder } from './passkeys.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { sessionsOf, type Entrance } from './sessions.ts'

/** The third failure in a row locks the address (ACC-24). */
const failureLimit = 3

/** Whose account it is, and where they sign in; nulls when it is nobody's, or they may go nowhere. */
export interface Place {
  readonly account_id: number | null
  readonly customer_id: number | null
  readonly member_id: number | null
  readonly disabled: boolean | null
}

interface Attempt extends Place {
  readonly failures: number
  readonly locked: boolean
  readonly auth_type: string | null
  readonly password_hash: string | null
  readonly mfa_enabled: boolean | null
  readonly mfa_secret: string | null
  readonly mfa_last_step: number | null
}

type Given = z.output<NonNullable<typeof login.body>>
type Refusal = 'locked' | 'now_locked' | 'invalid_credentials' | 'invalid_code'
export type Judgement = { readonly place: Place; readonly refusal: Refusal } | { readonly place: Place; readonly refusal: null; readonly entrance: Entrance }

/**
 * Judges a password and, where the account has one, the second factor. The same for unknown addresses, in messages, counting and time: attempts are counted by
 * what was typed, and exactly one password is hashed, even of a locked address or of one that comes in by single sign-on (ACC-24, ACC-25). A wrong code is told as such, as the specification has
 * it (ACC-11), and so says that the password was right: it counts as a failure like any other, and the third one locks.
 */
export async function judgePassword(api: Api, request: FastifyRequest, given: Given): Promise<Judgement> {
  const { db } = api.ports
  const [attempt] = await db.alone<Attempt>('select * from sign_in_lookup($1, $2, $3, $4)', [
    given.email,
    sessionsOf(api).now(),
    failureLimit,
    `${sessionsOf(api).lockMinutes} minutes`,
  ])
  if (!attempt) throw new Error('An attempt to sign in was not counted')
  const right = await verifyPassword(attempt.auth_type === 'PASSWORD' ? attempt.password_hash : null, given.password)
  if (attempt.locked) return { place: attempt, refusal: 'locked' }
  const failed = (refusal: Refusal): Judgement => ({ place: attempt, refusal: attempt.failures >= failureLimit ? 'now_locked' : refusal })
  if (!right || attempt.account_id === null) return failed('invalid_credentials')
  const entrance = await secondFactor(api, request, attempt, given)
  if (!entrance) return failed('invalid_code')
  if (attempt.disabled || attempt.customer_id === null) await db.alone('select forget_attempts($1)', [given.email])
  return { place: attempt, refusal: null, entrance }
}

/** What came beside a right password is enough; null when it is not. A passkey may always take the place of a code. */
async function secondFactor(api: Api, request: FastifyRequest, attempt: Attempt, given: Given): Promise<Entrance | null> {
  const { secrets, db } = api.ports
  const { account_id: account, mfa_enabled: enabled, mfa_secret: sealed, mfa_last_step: last } = attempt
  if (given.passkey) return (await verifiedHolder(api, request, given.passkey))?.account_id === account ? { method: 'PASSKEY' } : null
  if (!enabled) return { method: 'PASSWORD' }
  const now = sessionsOf(api).now()
  if (given.authentication_code !== undefined && sealed !== null) {
    const step = stepOfCode(secrets.open('mfa', sealed), given.authentication_code, now, last)
    return step === null ? null : { method: 'PASSWORD', step }
  }
  if (given.recovery_code !== undefined && account !== null)
    return (await spendRecoveryCode(db, secrets, account, given.recovery_code, now)) ? { method: 'PASSWORD', recovery: true } : null
  return null
}
