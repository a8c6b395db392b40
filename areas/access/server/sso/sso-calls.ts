import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { operationOf, type Api, type RawContext } from '#kit/server/http/api.ts'
import { consume, placeOf } from '#kit/server/http/rate-limit.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { oidcAnswer, samlAnswer, samlBegin, samlMetadata, ssoBegin } from '#areas/access/contract/single-sign-on.ts'
import { sessionsOf } from '#areas/access/server/sessions.ts'
import { sha256 } from './certificate.ts'
import { domainOf, type Identity } from './identity.ts'
import { enabledProvider, vouchesEverywhere, type Provider } from './provider.ts'
import { inCustomer, keepRequest, takeRequest } from './requests.ts'
import { rememberProvider } from './sign-out.ts'
import { safeRedirect } from './safe-redirect.ts'
import { SsoError } from './sso-error.ts'

/** Somebody whom an organisation's own provider vouches for, at an address that it may vouch for. */
export interface Arrival {
  readonly provider: Provider
  readonly email: string
  readonly identity: Identity
}

/** Finds or makes the member of whoever arrives, in the transaction's customer: their account, or why they do not come in although what was done stays. */
export type Arrive = (tx: Tx, arrival: Arrival) => Promise<{ readonly accountId: number } | { readonly failure: SsoError }>

/** What reads the two protocols is loaded when somebody first speaks one: most servers speak none (docs/decisions/0034). */
const saml = () => import('./saml.ts')
const oidc = () => import('./oidc.ts')

/** Signing in by an identity provider, over SAML 2.0 and OpenID Connect. Every call answers a browser, by a redirect. */
export function ssoCalls(api: Api, arrive: Arrive): void {
  const { db } = api.ports
  const begin = (context: RawContext) =>
    orSay(context, async () => {
      await consume(db, `sso:${placeOf(context.request)}`, 60, 60)
      const { redirect }: { redirect?: string } = context.query
      return sendAway(api, await enabledProvider(api, configOf(context)), context, safeRedirect(redirect))
    })

  api.addRaw(operationOf(ssoBegin, 'auth'), begin)
  api.addRaw(operationOf(samlBegin, 'auth'), begin)

  api.addRaw(operationOf(samlMetadata, 'auth'), (context) =>
    orSay(context, async () => {
      const provider = await expected(api, context, 'SAML')
      return context.reply.header('content-type', 'application/samlmetadata+xml; charset=utf-8').send((await saml()).samlMetadataOf(api, provider))
    }),
  )

  api.addRaw(operationOf(samlAnswer, 'auth'), (context) =>
    orSay(context, async () => {
      await consume(db, `sso:${placeOf(context.request)}`, 60, 60)
      const { SAMLResponse: answer }: { SAMLResponse: string } = context.body
      const provider = await expected(api, context, 'SAML')
      const { samlRequestOf, verifySaml } = await saml()
      const id = await samlRequestOf(api, provider, answer)
      const redirect = await takeRequest(api, provider, context.request, id)
      const { identity, assertionId, expires } = await verifySaml(api, provider, answer, id)
      const [spent] = await db.alone<{ fresh: boolean }>('select spend_assertion($1, $2, $3) as fresh', [sha256(assertionId), expires, api.ports.now()])
      if (!spent?.fresh) throw new SsoError('answer', 'The assertion has been used before')
      return comeIn(api, provider, identity, context, arrive, redirect)
    }),
  )

  api.addRaw(operationOf(oidcAnswer, 'auth'), (context) =>
    orSay(context, async () => {
      await consume(db, `sso:${placeOf(context.request)}`, 60, 60)
      const { state }: { state?: string } = context.query
      const provider = await expected(api, context, 'OIDC')
      if (state === undefined) throw new SsoError('answer', 'The answer has no state')
      const redirect = await takeRequest(api, provider, context.request, state)
      const { verifyOidc } = await oidc()
      const identity = await verifyOidc(api, provider, context.request.url.split('?')[1] ?? '', state)
      return comeIn(api, provider, identity, context, arrive, redirect)
    }),
  )
}

const configOf = ({ params }: RawContext): string => String(params.config)

async function expected(api: Api, context: RawContext, type: Provider['type']): Promise<Provider> {
  const provider = await enabledProvider(api, configOf(context))
  if (provider.type !== type) throw new SsoError('unknown', `The configuration is not for ${type}`)
  return provider
}

/** Sends the browser to what went wrong, whatever it is, in words, with the number by which the log knows it. */
async function orSay({ request, reply }: { request: FastifyRequest; reply: FastifyReply }, work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    const failure = error instanceof SsoError ? error.failure : error instanceof AppError && error.status === 'THROTTLED' ? 'throttled' : 'server'
    if (error instanceof SsoError) {
      request.log.warn(
        { failure, reason: error.message, because: error.cause instanceof Error ? error.cause.message : undefined, reference: request.id },
        'single sign-on failed',
      )
    } else request.log[failure === 'server' ? 'error' : 'warn']({ failure, err: error, reference: request.id }, 'single sign-on failed')
    return reply.redirect(`/sso?error=${failure}&reference=${encodeURIComponent(request.id)}`, 303)
  }
}

async function sendAway(api: Api, provider: Provider, context: RawContext, redirect: string) {
  // An XML id must not begin with a digit.
  const id = `_${randomBytes(24).toString('hex')}`
  const url = provider.type === 'SAML' ? await (await saml()).samlSignInUrl(api, provider, id, redirect) : await (await oidc()).oidcSignInUrl(api, provider, id)
  await keepRequest(api, provider, context, id, redirect)
  return context.reply.redirect(url, 303)
}

async function comeIn(api: Api, provider: Provider, identity: Identity, { request, reply }: RawContext, arrive: Arrive, redirect: string) {
  try {
    const email = vouchedAddress(provider, identity)
    const cookie = await (vouchesEverywhere(provider)
      ? enterAnywhere(api, provider, email, request)
      : enterHere(api, { provider, email, identity }, request, arrive))
    sessionsOf(api).setCookie(request, reply, cookie)
    rememberProvider(api, request, reply, provider)
    return await reply.redirect(`/sso?redirect=${encodeURIComponent(redirect)}`, 303)
  } catch (error) {
    if (error instanceof SsoError) {
      await inCustomer(api, provider, request, async (tx) =>
        tx.audit({ entity: 'auth_config', object_id: provider.id, action: 'sign_in_failed', details: JSON.stringify({ failure: error.failure }) }),
      )
    }
    throw error
  }
}

/** The address, when it is one of those for which this provider's word is taken. */
function vouchedAddress(provider: Provider, { email }: Identity): string {
  if (email === null) throw new SsoError('email', 'The provider told no address')
  if (provider.sandbox && !provider.sandbox_emails.includes(email.toLowerCase()))
    throw new SsoError('sandbox', 'The configuration is in sandbox mode, and this person is not listed')
  const domains = vouchesEverywhere(provider) ? provider.confirmed_domains : provider.domains
  // In sandbox mode the list of people says it; a provider of all accounts vouches for confirmed domains and no more.
  const listed = domains.includes(domainOf(email))
  if (vouchesEverywhere(provider) ? !listed : domains.length > 0 && !provider.sandbox && !listed)
    throw new SsoError('domain', 'The provider does not vouch for this domain')
  return email
}

/** An organisation's own provider: into this organisation, and nothing beyond. */
async function enterHere(api: Api, arrival: Arrival, request: FastifyRequest, arrive: Arrive): Promise<string> {
  const { provider } = arrival
  const entered = await inCustomer(api, provider, request, async (tx) => {
    const found = await arrive(tx, arrival)
    if ('failure' in found) return found
    const opened = await sessionsOf(api).open(tx, request, found.accountId, { method: provider.type, tied: true })
    if (!opened) throw new SsoError('access', 'The account or the member may not come in')
    tx.audit({
      entity: 'session',
      object_id: opened.who.memberId,
      action: 'sign_in',
      details: JSON.stringify({ method: provider.type, auth_config: provider.id }),
    })
    return { cookie: opened.cookie }
  })
  if ('failure' in entered) throw entered.failure
  return entered.cookie
}

interface Holder {
  readonly account_id: number
  readonly disabled: boolean
  readonly customer_id: number | null
}

/** The provider's own configuration: the account comes in where it would with its password. */
async function enterAnywhere(api: Api, provider: Provider, email: string, request: FastifyRequest): Promise<string> {
  const holder = await inCustomer(api, provider, request, (tx) => tx.first(sql<Holder>`select * from sso_holder(${email}, ${api.ports.now()})`))
  if (!holder) throw new SsoError('account', 'Nobody has this address')
  const { account_id: account, customer_id: customer, disabled } = holder
  if (disabled || customer === null) throw new SsoError('access', 'The account may go nowhere')
  return api.ports.db.transaction(customer, async (tx) => {
    const opened = await sessionsOf(api).open(tx, request, account, { method: provider.type })
    if (!opened) throw new SsoError('access', 'The account may not come in')
    tx.audit({
      entity: 'session',
      object_id: opened.who.memberId,
      action: 'sign_in',
      details: JSON.stringify({ method: provider.type, auth_config: provider.id }),
    })
    return opened.cookie
  })
}
