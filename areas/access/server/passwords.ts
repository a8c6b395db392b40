import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { BodyOf } from '#kit/contract/call.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import { AppError, forbidden } from '#kit/contract/errors.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { languageOf } from '#kit/server/http/answer-errors.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import type { Job, Post } from '#kit/server/http/area.ts'
import { consume, placeOf } from '#kit/server/http/rate-limit.ts'
import { captcha, changePassword, checkPassword, checkResetToken, forgotPassword, passwordPolicy, resetPassword } from '#areas/access/contract/passwords.ts'
import { isStrongPassword } from '#areas/access/contract/password.ts'
import { mailReset, tokenHash, type Addressee } from './account-links.ts'
import { newCaptcha, spendCaptcha } from './captcha.ts'
import { demandChoosable, passwordFault } from './choose-password.ts'
import { ownAccount, proofsOf } from './own-account.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { sessionsOf } from './sessions.ts'

/** Where what concerns no organisation is written. */
const provider = 1

/** Of the session's own holder, whoever they are. */
const ownPassword = { whilePending: true, outside: 'session' } as const

interface Holder {
  readonly account_id: number
  readonly email: string
  readonly lang: Language
}

const invalidToken = () => new AppError('INVALID', 'access.errors.invalid_token', { code: 'INVALID_TOKEN' })

/** Choosing a password: by a mailed link, or by knowing the present one (ACC-47 … ACC-63). */
export function passwordCalls(api: Api): void {
  const { db, now } = api.ports
  const holderOf = async (token: string): Promise<Holder> => {
    const [holder] = await db.alone<Holder>('select account_id, email, lang from token_account($1, $2)', [tokenHash(token), now()])
    if (!holder) throw invalidToken()
    return holder
  }

  api.addRaw(operationOf(captcha, 'auth'), async ({ request }) => {
    await consume(db, `captcha:${placeOf(request)}`, 60, 60)
    return { ok: true, object: await newCaptcha(api) }
  })

  api.addRaw(operationOf(forgotPassword, 'auth'), async ({ request, body }) => {
    const { email, recaptcha_token: token }: BodyOf<typeof forgotPassword> = body
    await consume(db, `forgot:${placeOf(request)}`, 20, 3600)
    if (!(await spendCaptcha(api, token))) throw new AppError('INVALID', 'access.errors.captcha', { code: 'CAPTCHA' })
    // Nobody's inbox is filled by whoever knows the address; told to no one, for it would be told of unknown ones too.
    const flooded = await consume(db, `forgot:${email.toLowerCase()}`, 5, 3600).then(
      () => false,
      () => true,
    )
    if (!flooded) await queueReset(api, request, email)
    return { ok: true, message: api.translateFor(request, 'access.messages.reset_sent') }
  })

  api.addRaw(operationOf(checkResetToken, 'auth'), async ({ request, body }) => {
    const { token }: BodyOf<typeof checkResetToken> = body
    await consume(db, `reset:${placeOf(request)}`, 60, 600)
    await holderOf(token)
    return { ok: true }
  })

  api.addRaw(operationOf(resetPassword, 'auth'), async ({ request, body }) => {
    const { token, password, password_confirm: confirm }: BodyOf<typeof resetPassword> = body
    await consume(db, `reset:${placeOf(request)}`, 60, 600)
    const { account_id: id, email } = await holderOf(token)
    await demandChoosable(db, { id, email }, { name: 'password', value: password, confirmName: 'password_confirm', confirm })
    const hash = await hashPassword(password)
    const [done] = await db.alone<{ customer_id: number | null; member_id: number | null }>('select customer_id, member_id from reset_password($1, $2, $3)', [
      tokenHash(token),
      hash,
      now(),
    ])
    if (!done) throw invalidToken()
    const customerId = done.customer_id ?? provider
    const outside = await db.transaction(customerId, async (tx) => {
      tx.act(systemWho(customerId, 'password-reset', request.id))
      tx.audit({ entity: 'account', object_id: done.member_id, action: 'password_reset' })
      return tx.first(sql`select 1 from member where customer_id = ${customerId} and id = ${done.member_id}::bigint and kind = 'OUTSIDE'`)
    })
    return { ok: true, message: api.translateFor(request, 'access.messages.password_updated'), ...(outside !== undefined && { outside: email }) }
  })

  api.addRaw(operationOf(passwordPolicy, 'user'), async ({ request, query }) => {
    const { token }: { token?: string } = query
    await consume(db, `policy:${placeOf(request)}`, 120, 60)
    if (token === undefined) await api.inSession(request, async () => {}, ownPassword)
    else await holderOf(token)
    return { ok: true, object: api.translateFor(request, 'access.password_policy') }
  })

  api.addRaw(operationOf(checkPassword, 'user'), async ({ request, body }) => {
    const { value, context, token }: BodyOf<typeof checkPassword> = body
    await consume(db, `check-password:${placeOf(request)}`, 120, 60)
    const fault =
      context === 'user'
        ? await checkForOther(api, request, value)
        : await checkForOwn(api, await accountFor(api, request, context === 'reset' ? await holderOf(token ?? '') : null), value)
    if (fault) throw new AppError('INVALID', fault, { fields: { value: [{ key: fault }] } })
    return { ok: true }
  })

  for (const call of changePassword) {
    api.addRaw(operationOf(call, 'user'), async ({ request, body }) => {
      const given: BodyOf<typeof call> = body
      const { account, proofs } = await api.inSession(
        request,
        async (tx) => {
          const own = ownAccount(tx.who)
          return { account: own, proofs: await proofsOf(tx, own) }
        },
        ownPassword,
      )
      if (proofs.password_hash === null) throw forbidden()
      await consume(db, `proof:${account}`, 10, 900)
      if (!(await verifyPassword(proofs.password_hash, given.password))) {
        throw new AppError('INVALID', 'access.errors.invalid_credentials', {
          code: 'INVALID_CREDENTIALS',
          fields: { password: [{ key: 'access.errors.invalid_credentials' }] },
        })
      }
      await demandChoosable(
        db,
        { id: account, email: proofs.email },
        { name: 'new_password', value: given.new_password, confirmName: 'new_password_confirm', confirm: given.new_password_confirm },
      )
      const hash = await hashPassword(given.new_password)
      await api.inSession(
        request,
        async (tx) => {
          await tx.run(sql`select change_password(${account}, ${hash}, ${now()})`)
          await tx.run(sql`select clear_pending(${account}, 'PASSWORD')`)
          await sessionsOf(api).endOthers(tx, request, account)
          tx.audit({ entity: 'account', object_id: tx.who.memberId, action: 'password_change' })
        },
        ownPassword,
      )
      return { ok: true, message: api.translateFor(request, 'access.messages.password_updated') }
    })
  }
}

/** The one whose password is judged: the holder of a link, or of the session. */
const accountFor = (api: Api, request: FastifyRequest, holder: Holder | null): Promise<{ id: number; email: string }> =>
  holder
    ? Promise.resolve({ id: holder.account_id, email: holder.email })
    : api.inSession(
        request,
        async (tx) => {
          const id = ownAccount(tx.who)
          return { id, email: (await proofsOf(tx, id)).email }
        },
        ownPassword,
      )

/** Whoever is told that a password was used before has guessed one: not oftener than somebody who chooses asks, and not at the cost of everybody's processor. */
const checkForOwn = (api: Api, account: { readonly id: number; readonly email: string }, value: string): Promise<string | null> =>
  passwordFault(api.ports.db, account, value, () => consume(api.ports.db, `password-compare:${account.id}`, 30, 900))

/** A password for somebody else is judged by the policy alone: what theirs was is nobody's business. */
async function checkForOther(api: Api, request: FastifyRequest, value: string): Promise<string | null> {
  await api.inSession(request, async ({ who }) => {
    if (!who.rights.has('member.write')) throw forbidden()
  })
  return isStrongPassword(value) ? null : 'access.errors.password_policy'
}

/** The work of asking is the same for every address; a job looks whether it is somebody's. */
async function queueReset(api: Api, request: FastifyRequest, email: string): Promise<void> {
  const { db, now } = api.ports
  await db.transaction(provider, async (tx) => {
    tx.act(systemWho(provider, 'forgot-password', request.id))
    const stored = await tx.first(sql<{ id: number }>`select keep_reset_request(${email}, ${languageOf(request)}, ${now()}) as id`)
    tx.enqueue({ name: 'access.reset', data: { request_id: stored?.id } })
  })
}

/** Writes to those who asked for a new password and have an account with one. */
export const resetJob = (post: Post): Job => ({
  name: 'access.reset',
  run: async ({ tx, data }) => {
    const { request_id: id } = data as { readonly request_id?: number }
    const to = await tx.first(sql<Addressee>`select * from take_reset_request(${id})`)
    if (!to) return
    await mailReset(tx, post, to, tx.now)
  },
})
