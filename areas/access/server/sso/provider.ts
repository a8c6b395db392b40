import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Role } from '#kit/contract/right.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { providerCustomer } from '#areas/tenancy/server/index.ts'
import type { firstRoles } from '#areas/access/contract/auth-config.ts'
import { newSigningKey } from './certificate.ts'
import { SsoError } from './sso-error.ts'

/** A configuration as the server works with it; secrets are still sealed. */
export interface Provider {
  readonly customer_id: number
  readonly id: number
  readonly key: string
  readonly version: number
  readonly name: string
  readonly type: 'SAML' | 'OIDC'
  readonly sandbox: boolean
  readonly sandbox_emails: readonly string[]
  readonly metadata_url: string | null
  readonly idp_entity_id: string | null
  readonly sso_url: string | null
  readonly x509_certificate: string | null
  readonly logout_url: string | null
  readonly issuer_url: string | null
  readonly client_id: string | null
  readonly scopes: string
  readonly client_secret: string | null
  readonly signing_key: string | null
  readonly signing_certificate: string | null
  readonly certificate_expires_on: string | null
  readonly domains: readonly string[]
  readonly confirmed_domains: readonly string[]
  readonly jit: boolean
  readonly approval: boolean
  readonly default_role: (typeof firstRoles)[number]
  readonly group_claim: string | null
  readonly mappings: readonly { readonly group_name: string; readonly role: Role }[]
  /** Of the customer, for accounts that are made in it. */
  readonly lang: Language
  readonly time_zone: string
}

/** Vouches for accounts wherever they go, not only in one organisation. */
export const vouchesEverywhere = ({ customer_id: customer }: Pick<Provider, 'customer_id'>): boolean => customer === providerCustomer

const select = (customerId: number, id: number) => sql<Provider>`select c.customer_id, c.id, s.key::text as key, c.version, c.name, c.type, c.sandbox,
    array(select lower(m.email) from auth_config__sandbox_users u join member m on m.customer_id = ${customerId} and m.id = u.target_id where u.customer_id = ${customerId} and u.owner_id = c.id) as sandbox_emails,
    c.metadata_url, c.idp_entity_id, c.sso_url, c.x509_certificate, c.logout_url, c.issuer_url, c.client_id, c.scopes, s.client_secret, s.signing_key, s.signing_certificate,
    s.certificate_expires_on::text as certificate_expires_on,
    array(select lower(d.domain) from auth_config__domains d where d.customer_id = ${customerId} and d.owner_id = c.id) as domains,
    array(select d.domain from sso_domains_of(c.id) as d) as confirmed_domains,
    c.jit, c.approval, c.default_role, c.group_claim,
    (select coalesce(jsonb_agg(jsonb_build_object('group_name', m.group_name, 'role', m.role)), '[]') from auth_config__mappings m where m.customer_id = ${customerId} and m.owner_id = c.id) as mappings,
    k.lang, k.time_zone
  from auth_config c join auth_config_state s on s.customer_id = ${customerId} and s.config_id = c.id join customer k on k.id = ${customerId}
  where c.customer_id = ${customerId} and c.id = ${id}`

const keyForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The configuration that an address from outside names; throws SsoError when it may not be used. */
export async function enabledProvider(api: Api, key: string): Promise<Provider> {
  const { db } = api.ports
  if (!keyForm.test(key)) throw new SsoError('unknown', 'No configuration has such a key')
  const [place] = await db.alone<{ customer_id: number; config_id: number }>('select * from sso_place($1)', [key])
  if (!place) throw new SsoError('unknown', 'No configuration in use has this key')
  const found = await db.transaction(place.customer_id, (tx) => tx.first(select(place.customer_id, place.config_id)))
  if (!found) throw new SsoError('unknown', 'The configuration is gone')
  return withSigningKey(api, found)
}

/** The same of the current customer, in use or not; null when there is none. */
export async function ownProvider(tx: Tx, id: number): Promise<Provider | null> {
  return (await tx.first(select(tx.customerId, id))) ?? null
}

/** Makes the key that signs requests when it is first needed, outside the transaction that asked: it takes a while. */
async function withSigningKey(api: Api, provider: Provider): Promise<Provider> {
  if (provider.type !== 'SAML' || (provider.signing_key && provider.signing_certificate)) return provider
  const { db, secrets, now } = api.ports
  const made = await newSigningKey('Vigie', now())
  const { customer_id: customerId, id } = provider
  return db.transaction(customerId, async (tx) => {
    tx.act(systemWho(customerId, 'single-sign-on', 'single-sign-on'))
    // Of two servers that make one at once, the first is kept by both.
    await tx.run(sql`update auth_config_state set signing_key = ${secrets.seal('sso', made.key)}, signing_certificate = ${made.certificate}
      where customer_id = ${customerId} and config_id = ${id} and signing_key is null`)
    const stored = await tx.first(select(customerId, id))
    if (!stored) throw new SsoError('unknown', 'The configuration is gone')
    return stored
  })
}

/** The addresses by which a provider knows this server. */
export function serviceOf(publicUrl: string, key: string) {
  const saml = `${publicUrl}/api/auth/saml/${key}`
  return {
    entity_id: `${saml}/metadata`,
    acs_url: `${saml}/acs`,
    metadata_url: `${saml}/metadata`,
    redirect_uri: `${publicUrl}/api/auth/oidc/${key}/callback`,
    start_url: `${publicUrl}/sso?idp=${key}`,
  }
}

/** Remembers when a published certificate ends, so that somebody is warned in time. */
export async function noteExpiry(api: Api, { customer_id: customerId, id, certificate_expires_on: known }: Provider, day: string | null): Promise<void> {
  if (day === known) return
  await api.ports.db.transaction(customerId, async (tx) => {
    tx.act(systemWho(customerId, 'single-sign-on', 'single-sign-on'))
    await tx.run(sql`update auth_config_state set certificate_expires_on = ${day}, warned_of = null where customer_id = ${customerId} and config_id = ${id}`)
  })
}
