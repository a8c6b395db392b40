import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { BodyOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/errors.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { hit } from '#kit/server/http/rate-limit.ts'
import { authCheck, login, loginEmail, logout, userCustomers } from '#areas/access/contract/calls.ts'
import { verifyPassword } from './password.ts'
import { listCustomers } from './session-user.ts'
import { sessionsOf } from './sessions.ts'

/** The third failure in a row locks the address for a quarter of an hour (ACC-24). */
const failureLimit = 3
const lockTime = '15 minutes'

interface Attempt {
  readonly failures: number
  readonly locked: boolean
  readonly account_id: number | null
  readonly password_hash: string | null
  readonly disabled: boolean | null
  readonly customer_id: number | null
  readonly member_id: number | null
}

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
    await hit(db, `sign-in-email:${request.ip}`, 60, 60)
    await hit(db, `sign-in-email:${email.toLowerCase()}`, 30, 60)
    // No account has strong authentication yet, hence no address may seem to.
    return { ok: true, mfa: false }
  })

  api.addRaw(operationOf(login, 'auth'), async ({ request, reply, body }) => {
    const { email, password }: BodyOf<typeof login> = body
    await hit(db, `sign-in:${request.ip}`, 60, 60)
    const accountId = await authenticate(api, request, email, password)
    const opened = await db.transaction(accountId.customerId, async (tx) => {
      const session = await sessions().open(tx, request, accountId.id)
      if (!session) throw disabled()
      tx.audit({ entity: 'session', object_id: session.who.memberId, action: 'sign_in' })
      return { cookie: session.cookie, user: await sessions().describe(tx, session.who) }
    })
    sessions().setCookie(request, reply, opened.cookie)
    return { ok: true, lang: opened.user.lang, saml: false, user: opened.user }
  })

  api.addRaw(operationOf(logout, 'auth'), async ({ request, reply }) => {
    await signOut(api, request, reply)
    return { ok: true }
  })

  handle(api, 'auth', authCheck, async ({ tx, who }) => ({ user: await sessions().describe(tx, who) }))
  handle(api, 'auth', userCustomers, async ({ tx, who, query }) => ({
    objects: await listCustomers(tx, who, query.search, query.limit),
  }))
}

/**
 * Judges a password and answers the account with the customer to sign into. The same for unknown addresses, in messages, counting and time:
 * attempts are counted by what was typed, and a password is always hashed unless the address is locked (ACC-24, ACC-25).
 */
async function authenticate(
  api: Api,
  request: FastifyRequest,
  email: string,
  password: string,
): Promise<{ id: number; customerId: number }> {
  const { db } = api.ports
  const [attempt] = await db.alone<Attempt>('select * from sign_in_lookup($1, $2, $3, $4)', [
    email,
    sessionsOf(api).now(),
    failureLimit,
    lockTime,
  ])
  if (!attempt) throw new Error('An attempt to sign in was not counted')
  if (attempt.locked) throw refused('locked', 'ACCOUNT_LOCKED')
  const right = await verifyPassword(attempt.password_hash, password)
  if (!right || attempt.account_id === null) {
    const locks = attempt.failures >= failureLimit
    await auditFailure(api, request, attempt, locks)
    throw locks ? refused('now_locked', 'ACCOUNT_LOCKED') : refused('invalid_credentials', 'INVALID_CREDENTIALS')
  }
  if (attempt.disabled || attempt.customer_id === null) {
    await db.alone('select forget_attempts($1)', [email])
    throw disabled()
  }
  return { id: attempt.account_id, customerId: attempt.customer_id }
}

/** What was typed is not kept: it may be a password in the wrong field. */
async function auditFailure(api: Api, request: FastifyRequest, attempt: Attempt, locks: boolean): Promise<void> {
  const customerId = attempt.customer_id ?? provider
  await api.ports.db.transaction(customerId, async (tx) => {
    tx.act(systemWho(customerId, 'sign-in', request.id))
    // An installation that still waits for its first administrator has no chain to write to.
    if (!(await tx.first(sql`select 1 from customer where id = ${customerId}`))) return
    tx.audit({ entity: 'session', object_id: attempt.member_id, action: locks ? 'sign_in_locked' : 'sign_in_failed' })
  })
}

async function signOut(api: Api, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const sessions = sessionsOf(api)
  const customerId = sessions.customerOf(request)
  if (customerId !== null) {
    await api.ports.db.transaction(customerId, async (tx) => {
      const who = await sessions.read(tx, request)
      if (!who) return
      tx.act(who)
      await sessions.end(tx, request)
      tx.audit({ entity: 'session', object_id: who.memberId, action: 'sign_out' })
    })
  }
  sessions.setCookie(request, reply, '')
}
