import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { systemWho } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { sha256 } from './certificate.ts'
import type { Provider } from './provider.ts'
import { SsoError } from './sso-error.ts'

/** Somebody may take this long at their provider, a second factor included. */
const validity = '10 minutes'
const cookieName = 'vigie_sso'

/** Runs work in a provider's customer, in the system's name: nobody is signed in yet. */
export function inCustomer<T>(
  api: Api,
  { customer_id: customerId, lang, time_zone: timeZone }: Provider,
  request: FastifyRequest,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return api.ports.db.transaction(customerId, async (tx) => {
    tx.act(systemWho(customerId, 'single-sign-on', request.id, lang, timeZone))
    return work(tx)
  })
}

/**
 * Whether the browser sends cookies with what other sites post. `SameSite=None` makes it do so, over https alone; `Lax` cookies come with a redirect
 * (OpenID Connect), but not with a form (SAML).
 */
const overHttps = (api: Api, request: FastifyRequest) => request.protocol === 'https' || api.ports.publicUrl.startsWith('https:')

/** Remembers a request, and ties it to the browser by a cookie. Several may be under way in one browser, in its tabs: they share the cookie. */
export async function keepRequest(
  api: Api,
  provider: Provider,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  id: string,
  redirect: string,
): Promise<void> {
  const browser = cookieOf(request) ?? randomBytes(32).toString('base64url')
  await inCustomer(api, provider, request, (tx) =>
    tx.run(sql`select keep_sso_request(${sha256(id)}, ${provider.id}, ${sha256(browser)}, ${redirect}, ${api.ports.now()}, ${validity}::interval)`),
  )
  const site = overHttps(api, request) ? 'SameSite=None; Secure' : 'SameSite=Lax'
  reply.header('set-cookie', `${cookieName}=${browser}; Path=/api/auth; HttpOnly; ${site}; Max-Age=600`)
}

/** Takes a request that is answered, once; answers where its maker wanted to go. Throws SsoError when it was not made, not of this provider, or not by this browser. */
export async function takeRequest(api: Api, provider: Provider, request: FastifyRequest, id: string): Promise<string> {
  const pending = await inCustomer(api, provider, request, (tx) =>
    tx.first(sql<{ browser_hash: Buffer; redirect: string | null }>`select * from take_sso_request(${sha256(id)}, ${provider.id}, ${api.ports.now()})`),
  )
  if (!pending) throw new SsoError('request', 'Nobody asked for this answer, or too long ago')
  const browser = cookieOf(request)
  // Over plain http no browser sends the cookie with a form from elsewhere: there only a wrong one is refused.
  const mayLack = provider.type === 'SAML' && !overHttps(api, request)
  if (browser === null ? !mayLack : !sha256(browser).equals(pending.browser_hash)) throw new SsoError('browser', 'Another browser asked for this answer')
  return pending.redirect ?? '/'
}

function cookieOf(request: FastifyRequest): string | null {
  return /(?:^|; *)vigie_sso=([\w-]{43})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1] ?? null
}
