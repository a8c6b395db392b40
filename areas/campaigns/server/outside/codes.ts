import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { BodyOf } from '#kit/contract/call.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import { AppError } from '#kit/contract/errors.ts'
import type { Secrets } from '#kit/server/access/secrets.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { languageOf } from '#kit/server/http/answer-errors.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import type { Job, Post } from '#kit/server/http/area.ts'
import { consume, placeOf } from '#kit/server/http/rate-limit.ts'
import { sendMail } from '#kit/server/mail/mail.ts'
import { secretText } from '#kit/server/mail/secret-link.ts'
import { sessionsOf } from '#areas/access/server/index.ts'
import { askCode, codeDigits, codeMinutes, enterCode } from '#areas/campaigns/contract/outside-calls.ts'

const jobName = 'campaigns.outside_code'
/** The customer in which nobody's requests are kept. */
const provider = 1
/** How often a code may be tried, and how many one address is sent in an hour. */
const tries = 5
const anHour = 5

const cookieName = 'vigie_code'
const cookieForm = /^([1-9]\d{0,15})\.([A-Za-z0-9_-]{43})$/

const browserHash = (random: string): Buffer => createHash('sha256').update(random).digest()
const codeHash = (secrets: Secrets, id: number, code: string): Buffer[] => secrets.hmacs('outside-code', `${id}:${code}`)

/** The browser that asked, as its cookie says; it lets nobody in without the code. */
function browserOf(request: FastifyRequest): { customerId: number; hash: Buffer } | null {
  const cookie = request.headers.cookie?.split(/; */).find((pair) => pair.startsWith(`${cookieName}=`))
  const [, customer, random] = cookieForm.exec(cookie?.slice(cookieName.length + 1) ?? '') ?? []
  return customer && random ? { customerId: Number(customer), hash: browserHash(random) } : null
}

const setBrowser = (api: Api, request: FastifyRequest, reply: FastifyReply, value: string) => {
  const secure = request.protocol === 'https' || api.ports.publicUrl.startsWith('https:')
  const age = value === '' ? 0 : codeMinutes * 60
  // Beside the session's, which it does not touch: a browser may hold both.
  void reply.header('set-cookie', `${cookieName}=${value}; Path=/api/outside/code; HttpOnly; SameSite=Strict; Max-Age=${age}${secure ? '; Secure' : ''}`)
}

const wrongCode = () =>
  new AppError('INVALID', 'campaigns.outside.errors.code', { code: 'INVALID_CODE', fields: { code: [{ key: 'campaigns.outside.errors.code' }] } })

/** Coming in with a code, where the campaign has them (docs/decisions/0073). */
export function outsideCodeCalls(api: Api): void {
  const { db } = api.ports

  api.addRaw(operationOf(askCode, 'outside'), async ({ request, reply, body }) => {
    const { customer_id: wanted, email }: BodyOf<typeof askCode> = body
    const typed = email.trim().toLowerCase()
    await consume(db, `outside-code:${placeOf(request)}`, 20, 3600)
    // Told to no one, for it would be told of unknown addresses too.
    const flooded = await consume(db, `outside-code:${wanted}:${typed}`, anHour, 3600).then(
      () => false,
      () => true,
    )
    const random = randomBytes(32).toString('base64url')
    await keepRequest(api, request, wanted, typed, random, flooded)
    // What was asked for, whether there is such an organisation or not.
    setBrowser(api, request, reply, `${wanted}.${random}`)
    return { ok: true, message: api.translateFor(request, 'campaigns.outside.messages.code_sent') }
  })

  api.addRaw(operationOf(enterCode, 'outside'), async ({ request, reply, body }) => {
    const { code }: BodyOf<typeof enterCode> = body
    await consume(db, `outside-enter:${placeOf(request)}`, 60, 600)
    const browser = browserOf(request)
    if (!browser) throw wrongCode()
    const right = await judge(api, request, browser, code.replaceAll(/\s/g, ''))
    const sessions = sessionsOf(api)
    const opened =
      right &&
      (await db.transaction(browser.customerId, async (tx) => {
        tx.act(systemWho(tx.customerId, 'outside-code', request.id))
        // Whoever takes it has had it: two who come with it at once are one.
        const taken = await tx.first(sql<{ id: number }>`delete from outside_code where customer_id = ${tx.customerId} and id = ${right.id} returning id`)
        const account =
          taken &&
          (await tx.first(
            // Whoever has become a colleague since comes in as colleagues do.
            sql<{ id: number | null }>`select account_id as id from member where customer_id = ${tx.customerId} and id = ${right.member} and kind = 'OUTSIDE'`,
          ))
        if (!account?.id) return null
        const session = await sessions.open(tx, request, account.id, { method: 'CODE', tied: true })
        if (!session) throw wrongCode()
        tx.audit({ entity: 'session', object_id: session.who.memberId, action: 'sign_in', details: JSON.stringify({ method: 'CODE' }) })
        return { cookie: session.cookie, user: await sessions.describe(tx, session.who) }
      }))
    if (!opened) throw wrongCode()
    sessions.setCookie(request, reply, opened.cookie)
    return { ok: true, user: opened.user }
  })
}

/** The customer in which a request of an organisation is kept: of one that is not there the provider's, where no code is ever right. */
const keptIn = (api: Api, wanted: number): Promise<number> =>
  api.ports.db.transaction(wanted, async (tx) => ((await tx.first(sql`select 1 from customer where id = ${wanted}`)) ? wanted : provider))

/** The same work for anybody: a job looks whether it is somebody's. */
async function keepRequest(api: Api, request: FastifyRequest, wanted: number, email: string, random: string, flooded: boolean): Promise<void> {
  const { db } = api.ports
  const now = sessionsOf(api).now()
  const customerId = await keptIn(api, wanted)
  await db.transaction(customerId, async (tx) => {
    tx.act(systemWho(customerId, 'outside-code', request.id))
    await tx.run(sql`delete from outside_code where customer_id = ${customerId} and id in (
      select id from outside_code where customer_id = ${customerId} and expires_at < ${now} limit 20 for update skip locked)`)
    const stored = await tx.first(sql<{ id: number }>`insert into outside_code (customer_id, browser_hash, email, lang, created_at, expires_at)
      values (${customerId}, ${browserHash(random)}, ${email}, ${languageOf(request)}, ${now}, ${now}::timestamptz + make_interval(mins => ${codeMinutes})) returning id`)
    tx.enqueue({ name: jobName, data: { request_id: stored?.id, flooded } })
  })
}

/** Counts a try before it looks at the code, in a transaction of its own, so that tries side by side cannot outrun the limit. Null for a wrong code; audited then. */
async function judge(
  api: Api,
  request: FastifyRequest,
  browser: { customerId: number; hash: Buffer },
  code: string,
): Promise<{ id: number; member: number } | null> {
  const { db, secrets } = api.ports
  const now = sessionsOf(api).now()
  const { hash } = browser
  const customerId = await keptIn(api, browser.customerId)
  return db.transaction(customerId, async (tx) => {
    tx.act(systemWho(customerId, 'outside-code', request.id))
    const stored = await tx.first(sql<{ id: number; member_id: number | null; code_hash: Buffer | null }>`update outside_code set tries = tries + 1
      where customer_id = ${customerId} and browser_hash = ${hash} and tries < ${tries} and expires_at > ${now} returning id, member_id, code_hash`)
    const given = codeHash(secrets, stored?.id ?? 0, code)
    const wanted = stored?.code_hash ?? randomBytes(32)
    const right = given.some((one) => timingSafeEqual(one, wanted))
    if (stored && right && stored.member_id !== null) return { id: stored.id, member: stored.member_id }
    if (stored) tx.audit({ entity: 'session', object_id: stored.member_id, action: 'sign_in_failed' })
    return null
  })
}

interface Request {
  readonly id: number
  readonly email: string
  readonly member_id: number
  readonly lang: Language
  readonly organisation: string
}

/** Whose address it is: somebody from outside of whom a campaign that has codes asks something now. */
const requestOf = (tx: Tx, id: number) =>
  tx.first(sql<Request>`select r.id, m.email, m.id as member_id, m.lang, o.name as organisation from outside_code r
    join member m on m.customer_id = r.customer_id and m.kind = 'OUTSIDE' and lower(m.email) = r.email and not m.disabled and not m.archived
    join customer o on o.id = r.customer_id and not o.disabled
    where r.customer_id = ${tx.customerId} and r.id = ${id} and r.code_hash is null and r.expires_at > ${tx.now} and cardinality(asked_outside(m.id, 'CODE')) > 0`)

/** Writes the code to whoever may come in with one; nobody else gets a mail. */
export const outsideCodeJob = (post: Post): Job => ({
  name: jobName,
  run: async ({ tx, data }) => {
    const { request_id: id, flooded } = data as { readonly request_id?: number; readonly flooded?: boolean }
    const to = flooded === true ? undefined : await requestOf(tx, id ?? 0)
    if (!to) return
    const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
    await tx.run(sql`update outside_code set member_id = ${to.member_id}, code_hash = ${post.secrets.hmac('outside-code', `${to.id}:${code}`)}
      where customer_id = ${tx.customerId} and id = ${to.id}`)
    const { shown, sealed } = secretText(post.secrets, code)
    await sendMail(tx, post.translate, {
      to: to.email,
      lang: to.lang,
      subject: { key: 'campaigns.outside.mail.code_subject' },
      paragraphs: [
        { key: 'campaigns.outside.mail.code', values: { code: shown } },
        { key: 'campaigns.outside.mail.code_text', values: { count: codeMinutes } },
      ],
      sealed,
    })
  },
})
