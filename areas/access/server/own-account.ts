import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { AppError, forbidden } from '#kit/contract/errors.ts'
import type { Who } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { consume } from '#kit/server/http/rate-limit.ts'
import { stepOfCode } from './one-time-code.ts'
import { verifyPassword } from './password.ts'

/** The account of whoever acts, for what is theirs alone to change: not of those who act as somebody else, nor of those whom only one organisation vouches for. */
export function ownAccount(who: Who): number {
  if (who.accountId === null || !who.session || who.session.tied || who.impersonatorId !== null) throw forbidden('access.errors.not_yours')
  return who.accountId
}

/** What an account's proofs are judged by; secrets are still sealed. */
export interface Proofs {
  readonly email: string
  readonly password_hash: string | null
  readonly mfa_activated: boolean
  readonly mfa_enabled: boolean
  readonly mfa_secret: string | null
  readonly mfa_last_step: number | null
}

export async function proofsOf(tx: Tx, accountId: number): Promise<Proofs> {
  const proofs = await tx.first(sql<Proofs>`select * from account_proofs(${accountId})`)
  if (!proofs) throw new Error('The session has no account')
  return proofs
}

interface GivenProof {
  readonly authentication_code?: string | undefined
  readonly password?: string | undefined
}

export const wrongCode = () => new AppError('INVALID', 'access.errors.invalid_code', { code: 'INVALID_CODE' })

/**
 * Makes sure that the holder of the account asks, by a current code or the password, and not whoever found a session open. Counted: ten in a quarter of an hour.
 * Opens its own transactions, since a password takes a tenth of a second to judge.
 */
export async function demandProof(api: Api, request: FastifyRequest, given: GivenProof): Promise<void> {
  const { accountId, proofs } = await api.inSession(
    request,
    async (tx) => {
      const own = ownAccount(tx.who)
      return { accountId: own, proofs: await proofsOf(tx, own) }
    },
    { whilePending: true },
  )
  await consume(api.ports.db, `proof:${accountId}`, 10, 900)
  if (given.authentication_code !== undefined && proofs.mfa_enabled && proofs.mfa_secret !== null) {
    await spendCode(api, request, accountId, proofs, given.authentication_code)
  } else if (given.password !== undefined) {
    if (!(await verifyPassword(proofs.password_hash, given.password)))
      throw new AppError('INVALID', 'access.errors.invalid_credentials', {
        code: 'INVALID_CREDENTIALS',
        fields: { password: [{ key: 'access.errors.invalid_credentials' }] },
      })
  } else throw new AppError('INVALID', 'access.errors.proof_needed', { code: 'PROOF_NEEDED' })
}

async function spendCode(api: Api, request: FastifyRequest, accountId: number, proofs: Proofs, code: string): Promise<void> {
  const step = stepOfCode(api.ports.secrets.open('mfa', proofs.mfa_secret ?? ''), code, api.ports.now(), proofs.mfa_last_step)
  if (step === null) throw wrongCode()
  const used = await api.inSession(request, (tx) => tx.first(sql<{ done: boolean }>`select verify_mfa(${accountId}, ${step}) as done`), { whilePending: true })
  if (!used?.done) throw wrongCode()
}
