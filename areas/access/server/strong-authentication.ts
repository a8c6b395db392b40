import { sql } from 'kysely'
import type { BodyOf } from '#kit/contract/call.ts'
import { AppError, forbidden, notFound } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { consume } from '#kit/server/http/rate-limit.ts'
import {
  checkSecret,
  generateSecret,
  getStrongAuthentication,
  newRecoveryCodes,
  resetSecret,
  type StrongAuthentication,
} from '#areas/access/contract/strong-authentication.ts'
import { newSecret, otpAddress, stepOfCode } from './one-time-code.ts'
import { demandProof, ownAccount, proofsOf, wrongCode, type Proofs } from './own-account.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { sessionsOf } from './sessions.ts'

type Mode = StrongAuthentication['mfa_mode']

/** Strong authentication as its holder, or who administers them, changes it (ACC-76 … ACC-88). */
export function strongAuthenticationCalls(api: Api): void {
  const { secrets, now } = api.ports
  const shown = ({ mfa_secret, mfa_enabled, email }: Proofs) => {
    if (mfa_secret === null || mfa_enabled) return { secret: null, qr_code: null }
    const secret = secrets.open('mfa', mfa_secret)
    return { secret, qr_code: otpAddress(secret, email) }
  }

  handle(api, 'user', getStrongAuthentication, async ({ tx, who }) => {
    const account = ownAccount(who)
    const proofs = await proofsOf(tx, account)
    const [mode, passkeys, facts] = [
      await modeOf(tx),
      await passkeysOf(tx, account),
      await tx.first(sql<{ recovery_codes: number }>`select recovery_codes from account_facts(${account})`),
    ]
    return {
      object: {
        mfa_mode: mode,
        mfa_activated: proofs.mfa_activated,
        mfa_enabled: proofs.mfa_enabled,
        ...shown(proofs),
        passkeys,
        recovery_codes: facts?.recovery_codes ?? 0,
      },
    }
  })

  api.addRaw(operationOf(generateSecret, 'user'), async ({ request, body }) => {
    const { mfa_activated: wanted, ...proof }: BodyOf<typeof generateSecret> = body
    const first = await api.inSession(request, async (tx) => ({ mode: await modeOf(tx), proofs: await proofsOf(tx, ownAccount(tx.who)) }), {
      whilePending: true,
    })
    // Where it is enforced, signing in has activated it: what is asked for then is the first secret, not a choice.
    const begins = wanted && first.proofs.mfa_activated && first.proofs.mfa_secret === null
    // Where it is switched off, whoever still has it may leave it.
    const leaves = !wanted && first.mode === 'DISABLED'
    if (first.mode !== 'USER_CHOICE' && !begins && !leaves) throw new AppError('FORBIDDEN', `access.errors.mfa_${first.mode}`, { code: 'MFA_MODE' })
    if (first.proofs.mfa_activated && wanted && !begins) throw new AppError('CONFLICT', 'access.errors.mfa_active')
    if (first.proofs.mfa_enabled) await demandProof(api, request, proof)
    const proofs = await api.inSession(
      request,
      async (tx) => {
        const account = ownAccount(tx.who)
        await tx.run(sql`select set_mfa_secret(${account}, ${wanted ? secrets.seal('mfa', newSecret()) : null})`)
        await tx.run(wanted ? sql`select set_pending(${account}, 'MFA')` : sql`select clear_pending(${account}, 'MFA')`)
        // Whoever holds another session of this account knows less of it now than its holder does (SEC-17).
        await sessionsOf(api).endOthers(tx, request, account)
        tx.audit({ entity: 'account', object_id: tx.who.memberId, action: wanted ? 'mfa_activate' : 'mfa_deactivate' })
        return proofsOf(tx, account)
      },
      { whilePending: true },
    )
    const message = api.translateFor(request, wanted ? 'access.messages.mfa_activated' : 'access.messages.mfa_deactivated')
    return { ok: true, message, mfa_activated: proofs.mfa_activated, mfa_enabled: proofs.mfa_enabled, ...shown(proofs) }
  })

  api.addRaw(operationOf(resetSecret, 'user'), async ({ request, body }) => {
    const { id, ...proof }: BodyOf<typeof resetSecret> = body
    const own = await api.inSession(request, async (tx) => (tx.who.memberId === id ? proofsOf(tx, ownAccount(tx.who)) : null), { whilePending: true })
    const message = api.translateFor(request, 'access.messages.mfa_reset')
    if (own === null) {
      await api.inSession(request, (tx) => resetOther(tx, id))
      return { ok: true, message, secret: null, qr_code: null }
    }
    if (!own.mfa_activated) throw new AppError('CONFLICT', 'access.errors.mfa_inactive')
    if (own.mfa_enabled) await demandProof(api, request, proof)
    const proofs = await api.inSession(
      request,
      async (tx) => {
        const account = ownAccount(tx.who)
        await tx.run(sql`select set_mfa_secret(${account}, ${secrets.seal('mfa', newSecret())})`)
        await tx.run(sql`select set_pending(${account}, 'MFA')`)
        await sessionsOf(api).endOthers(tx, request, account)
        tx.audit({ entity: 'account', object_id: id, action: 'mfa_reset' })
        return proofsOf(tx, account)
      },
      { whilePending: true },
    )
    return { ok: true, message, ...shown(proofs) }
  })

  api.addRaw(operationOf(checkSecret, 'user'), async ({ request, body }) => {
    const { id, authentication_code: code }: BodyOf<typeof checkSecret> = body
    const account = await api.inSession(
      request,
      async (tx) => {
        if (id !== undefined && id !== tx.who.memberId) throw forbidden()
        return ownAccount(tx.who)
      },
      { whilePending: true },
    )
    // Counted even when it fails, so not in the transaction of the check (SEC-13).
    await consume(api.ports.db, `mfa-check:${account}`, 10, 300)
    const codes = await api.inSession(
      request,
      async (tx) => {
        const { mfa_secret: sealed, mfa_last_step: last, mfa_enabled: enabled } = await proofsOf(tx, account)
        const step = sealed === null ? null : stepOfCode(secrets.open('mfa', sealed), code, now(), last)
        const done = step === null ? undefined : await tx.first(sql<{ done: boolean }>`select verify_mfa(${account}, ${step}) as done`)
        if (!done?.done) throw wrongCode()
        if (enabled) return []
        await tx.run(sql`select clear_pending(${account}, 'MFA')`)
        tx.audit({ entity: 'account', object_id: tx.who.memberId, action: 'mfa_enable' })
        return makeRecoveryCodes(tx, secrets, account)
      },
      { whilePending: true },
    )
    return { ok: true, message: api.translateFor(request, 'access.messages.mfa_enabled'), recovery_codes: codes }
  })

  api.addRaw(operationOf(newRecoveryCodes, 'user'), async ({ request, body }) => {
    const proof: BodyOf<typeof newRecoveryCodes> = body
    const { mfa_enabled: enabled } = await api.inSession(request, (tx) => proofsOf(tx, ownAccount(tx.who)))
    if (!enabled) throw new AppError('CONFLICT', 'access.errors.mfa_inactive')
    await demandProof(api, request, proof)
    const codes = await api.inSession(request, async (tx) => {
      tx.audit({ entity: 'account', object_id: tx.who.memberId, action: 'recovery_codes' })
      return makeRecoveryCodes(tx, secrets, ownAccount(tx.who))
    })
    return { ok: true, message: api.translateFor(request, 'access.messages.recovery_codes'), recovery_codes: codes }
  })
}

const modeOf = async (tx: Tx): Promise<Mode> => (await tx.first(sql<{ mode: Mode }>`select mfa_mode_of(${tx.customerId}) as mode`))?.mode ?? 'USER_CHOICE'

/** The keys of an account, oldest first. */
export async function passkeysOf(tx: Tx, account: number): Promise<StrongAuthentication['passkeys']> {
  const rows = await tx.run(
    sql<{ id: number; name: string; created_at: Date; last_used_at: Date | null }>`select id, name, created_at, last_used_at from passkeys_of(${account})`,
  )
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString(), last_used_at: row.last_used_at?.toISOString() ?? null }))
}

/** Another member's, for who administers users; only while nobody else depends on that account's strength (`reset_member_mfa`). */
async function resetOther(tx: Tx, memberId: number): Promise<void> {
  const { who } = tx
  if (!who.rights.has('member.write') || who.impersonatorId !== null) throw forbidden()
  if (!(await tx.first(sql`select 1 from member where customer_id = ${tx.customerId} and id = ${memberId} and kind = 'MEMBER'`))) throw notFound()
  const reset = await tx.first(sql<{ done: boolean }>`select reset_member_mfa(${memberId}, ${who.adminType === 'ROOT'}) as done`)
  if (!reset?.done) throw forbidden('access.errors.known_elsewhere')
  tx.audit({ entity: 'member', object_id: memberId, action: 'mfa_reset' })
}
