import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { BodyOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/errors.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { suspended } from '#kit/server/http/admit.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { consume, placeOf } from '#kit/server/http/rate-limit.ts'
import { authCheck, login, loginEmail, loginPasskey, logout, userCustomers } from '#areas/access/contract/calls.ts'
import { passkeySignInOptions } from '#areas/access/contract/strong-authentication.ts'
import { judgePassword, type Place } from './judge-password.ts'
import { seemsProtected } from './seems-protected.ts'
import { signInOptions, verifiedHolder } from './passkeys.ts'
import { ssoFor } from './sso/route-address.ts'
import { forgetProvider, signOutAddress } from './sso/sign-out.ts'
import { listCustomers } from './session-user.ts'
import { sessionsOf, type Entrance } from './sessions.ts'

const refused = (key: string, code: string) => new AppError('INVALID', `access.errors.${key}`, { code })
const disabled = () => refused('disabled', 'ACCOUNT_DISABLED')
/** Where what concerns no organisation is audited. */
const provider = 1

/** Signing in and out, and who is signed in. Audited as `session` with the member's id, so that a colleague's history does not tell when they came. */
export function signInCalls(api: Api): void {
  const { db } = api.ports
  const sessions = () => sessionsOf(api)

  api.addRaw(operationOf(loginEmail, 'auth'), async ({ request, body }) => {
    const { email }: BodyOf<typeof loginEmail> = body
    await consume(db, `sign-in-email:${placeOf(request)}`, 60, 60)
    await consume(db, `sign-in-email:${email.toLowerCase()}`, 30, 60)
    const sso = await ssoFor(api, email)
    if (sso?.suspended) return { ok: true, mfa: false, notice: api.translateFor(request, 'kit.errors.suspended') }
    if (sso) return { ok: true, saml: { message: api.translateFor(request, 'access.messages.sent_away', { name: sso.name }), redirect: sso.redirect } }
    return { ok: true, mfa: await seemsProtected(api, email) }
  })

  api.addRaw(operationOf(login, 'auth'), async ({ request, reply, body }) => {
    const given: z.output<NonNullable<typeof login.body>> = body
    await consume(db, `sign-in:${placeOf(request)}`, 60, 60)
    const judged = await judgePassword(api, request, given)
    if (judged.refusal) {
      await auditFailure(api, request, judged.place, judged.refusal === 'now_locked')
      throw refused(judged.refusal, refusalCodes[judged.refusal])
    }
    return enter(api, request, reply, judged.place, judged.entrance)
  })

  api.addRaw(operationOf(passkeySignInOptions, 'auth'), async ({ request }) => {
    await consume(db, `passkey-options:${placeOf(request)}`, 60, 60)
    return { ok: true, object: await signInOptions(api, request) }
  })

  api.addRaw(operationOf(loginPasskey, 'auth'), async ({ request, reply, body }) => {
    const { passkey }: z.output<NonNullable<typeof loginPasskey.body>> = body
    await consume(db, `sign-in:${placeOf(request)}`, 60, 60)
    // Guessing passwords locks an address; a key cannot be guessed, and lets its holder in even then.
    const holder = await verifiedHolder(api, request, passkey)
    if (!holder) {
      await auditFailure(api, request, null, false)
      throw refused('passkey_refused', 'PASSKEY_REFUSED')
    }
    return enter(api, request, reply, holder, { method: 'PASSKEY' })
  })

  api.addRaw(operationOf(logout, 'auth'), async ({ request, reply }) => {
    await signOut(api, request, reply)
    const redirect = await signOutAddress(api, request, reply)
    return { ok: true, ...(redirect && { redirect }) }
  })

  handle(api, 'auth', authCheck, async ({ tx, who }) => ({ user: await sessions().describe(tx, who) }))
  handle(api, 'auth', userCustomers, async ({ tx, who, query }) => ({
    objects: await listCustomers(tx, who, query.search, query.limit),
  }))
}

const refusalCodes = {
  locked: 'ACCOUNT_LOCKED',
  now_locked: 'ACCOUNT_LOCKED',
  invalid_credentials: 'INVALID_CREDENTIALS',
  invalid_code: 'INVALID_CODE',
} as const

/** Opens the session of somebody who has proved who they are, where they sign in. */
async function enter(api: Api, request: FastifyRequest, reply: FastifyReply, place: Place, entrance: Entrance) {
  const sessions = sessionsOf(api)
  const { account_id: account, customer_id: customer } = place
  if (account !== null && !place.disabled && customer === null && (await onlySuspended(api, account))) throw suspended()
  if (account === null || place.disabled || customer === null) throw disabled()
  const opened = await api.ports.db.transaction(customer, async (tx) => {
    const session = await sessions.open(tx, request, account, entrance)
    // A code that somebody else used a moment before, or an account that was disabled in it.
    if (!session) throw entrance.step === undefined ? disabled() : refused('invalid_code', 'INVALID_CODE')
    tx.audit({
      entity: 'session',
      object_id: session.who.memberId,
      action: 'sign_in',
      details: JSON.stringify({ method: entrance.method, ...(entrance.recovery && { recovery_code: true }) }),
    })
    return { cookie: session.cookie, user: await sessions.describe(tx, session.who) }
  })
  sessions.setCookie(request, reply, opened.cookie)
  forgetProvider(request, reply)
  return { ok: true, lang: opened.user.lang, saml: false, user: opened.user }
}

/** Whether somebody would come in if the organisations that they belong to were not suspended. */
async function onlySuspended(api: Api, account: number): Promise<boolean> {
  const [found] = await api.ports.db.alone<{ suspended: boolean }>('select only_suspended($1) as suspended', [account])
  return found?.suspended ?? false
}

/** What was typed is not kept: it may be a password in the wrong field. */
async function auditFailure(api: Api, request: FastifyRequest, place: Place | null, locks: boolean): Promise<void> {
  const customerId = place?.customer_id ?? provider
  await api.ports.db.transaction(customerId, async (tx) => {
    tx.act(systemWho(customerId, 'sign-in', request.id))
    // An installation that still waits for its first administrator has no chain to write to.
    if (!(await tx.first(sql`select 1 from customer where id = ${customerId}`))) return
    tx.audit({ entity: 'session', object_id: place?.member_id ?? null, action: locks ? 'sign_in_locked' : 'sign_in_failed' })
  })
}

async function signOut(api: Api, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const sessions = sessionsOf(api)
  const customerId = sessions.customerOf(request)
  if (customerId !== null) {
    await api.ports.db.transaction(customerId, async (tx) => {
      const who = await sessions.read(tx, request).catch((error: unknown) => {
        // Of a suspended organisation nothing more is written than that its session ends.
        if (error instanceof AppError && error.status === 'UNAUTHENTICATED') return null
        throw error
      })
      if (!who) return sessions.end(tx, request)
      tx.act(who)
      await sessions.end(tx, request)
      tx.audit({ entity: 'session', object_id: who.memberId, action: 'sign_out' })
    })
  }
  sessions.setCookie(request, reply, '')
}
