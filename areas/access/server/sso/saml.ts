import { generateServiceProviderMetadata, SAML, ValidateInResponseTo, type CacheProvider, type Profile } from '@node-saml/node-saml'
import { httpUrl } from '#kit/contract/schema.ts'
import type { Api } from '#kit/server/http/api.ts'
import { certificatesIn, lastDayOf } from './certificate.ts'
import { identityOf, type Identity } from './identity.ts'
import { noteExpiry, serviceOf, type Provider } from './provider.ts'
import { checkAssertion, checkShape, readMetadata, type PublishedProvider } from './saml-document.ts'
import { SsoError } from './sso-error.ts'

/** Clocks of two parties differ by no more. */
const skewMs = 60_000
const publishedFor = 10 * 60_000

/** What providers published lately: nobody waits for it at each sign-in. */
const published = new Map<string, { readonly until: number; readonly of: PublishedProvider }>()

/** The provider's own side: as it publishes it, or as somebody has typed it; throws SsoError('provider'). `fresh` asks again. */
export async function samlProvider(api: Api, provider: Provider, fresh = false): Promise<PublishedProvider> {
  const { metadata_url: url, idp_entity_id: entityId, sso_url: signInUrl, x509_certificate: certificate } = provider
  if (!url) {
    const certificates = certificatesIn(certificate ?? '')
    if (!entityId || !signInUrl || !certificates) throw new SsoError('provider', 'The configuration is not whole')
    return { entityId, signInUrl, certificates: certificates.map(({ raw }) => raw.toString('base64')) }
  }
  const name = `${provider.customer_id} ${provider.id} ${provider.version} ${url}`
  const known = published.get(name)
  const now = api.ports.now().getTime()
  if (known && known.until > now && !fresh) return known.of
  const found = await fetchMetadata(api, url)
  if (published.size > 1000) published.clear()
  published.set(name, { until: now + publishedFor, of: found })
  await noteExpiry(api, provider, lastDayOf(found.certificates.flatMap((each) => certificatesIn(each) ?? [])))
  return found
}

async function fetchMetadata(api: Api, url: string): Promise<PublishedProvider> {
  try {
    const answer = await api.ports.fetch(url)
    if (!answer.ok) throw new SsoError('provider', `The metadata answer ${answer.status}`)
    const found = await readMetadata(await answer.text())
    if (!httpUrl(found.signInUrl)) throw new SsoError('provider', 'The sign-in address is none')
    return found
  } catch (error) {
    throw error instanceof SsoError ? error : new SsoError('provider', 'The metadata cannot be read', { cause: error })
  }
}

/** Knows the one request that is being made or answered; who asked what is kept in the database. */
const only = (id: string, now: Date): CacheProvider => ({
  saveAsync: async () => null,
  getAsync: async (key) => (key === id ? now.toISOString() : null),
  removeAsync: async () => null,
})

function service(api: Api, provider: Provider, theirs: PublishedProvider, requestId: string): SAML {
  const { entity_id: issuer, acs_url: callbackUrl } = serviceOf(api.ports.publicUrl, provider.key)
  if (!provider.signing_key || !provider.signing_certificate) throw new SsoError('provider', 'The configuration has no key')
  return new SAML({
    issuer,
    callbackUrl,
    audience: issuer,
    entryPoint: theirs.signInUrl,
    idpCert: [...theirs.certificates],
    privateKey: api.ports.secrets.open('sso', provider.signing_key),
    publicCert: provider.signing_certificate,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: skewMs,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: only(requestId, api.ports.now()),
    generateUniqueId: () => requestId,
  })
}

/** Where to send somebody, with a signed request; `requestId` is what the answer must name. */
export async function samlSignInUrl(api: Api, provider: Provider, requestId: string, redirect: string): Promise<string> {
  return service(api, provider, await samlProvider(api, provider), requestId).getAuthorizeUrlAsync(redirect, undefined, {})
}

/** What an answer says it is for, before it is believed in anything. */
export async function samlRequestOf(api: Api, provider: Provider, answer: string): Promise<string> {
  return (await checkShape(decoded(answer), serviceOf(api.ports.publicUrl, provider.key).acs_url)).inResponseTo
}

const decoded = (answer: string) => Buffer.from(answer, 'base64').toString('utf8')

/** Whom an answer vouches for, once everything about it is right; throws SsoError. */
export async function verifySaml(
  api: Api,
  provider: Provider,
  answer: string,
  requestId: string,
): Promise<{ identity: Identity; assertionId: string; expires: Date }> {
  const theirs = await samlProvider(api, provider)
  const profile = await validated(service(api, provider, theirs, requestId), answer)
  const { entity_id: audience, acs_url: recipient } = serviceOf(api.ports.publicUrl, provider.key)
  const signed = profile.getAssertionXml?.() ?? ''
  const { id, expires } = await checkAssertion(signed, { issuer: theirs.entityId, audience, recipient, inResponseTo: requestId, now: api.ports.now(), skewMs })
  const { attributes } = profile as { readonly attributes?: Readonly<Record<string, unknown>> }
  return { identity: identityOf(attributes ?? {}, profile.nameID, provider.group_claim), assertionId: `${theirs.entityId} ${id}`, expires }
}

async function validated(saml: SAML, answer: string): Promise<Profile> {
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: answer })
    if (profile) return profile
  } catch (error) {
    throw new SsoError('answer', error instanceof Error ? error.message : 'The answer is refused', { cause: error })
  }
  throw new SsoError('answer', 'The answer vouches for nobody')
}

/** What a provider reads to know this server. */
export function samlMetadataOf(api: Api, provider: Provider): string {
  const { entity_id: issuer, acs_url: callbackUrl } = serviceOf(api.ports.publicUrl, provider.key)
  if (!provider.signing_key || !provider.signing_certificate) throw new SsoError('unknown', 'The configuration has no key')
  return generateServiceProviderMetadata({
    issuer,
    callbackUrl,
    publicCerts: provider.signing_certificate,
    privateKey: api.ports.secrets.open('sso', provider.signing_key),
    identifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    wantAssertionsSigned: true,
  })
}
