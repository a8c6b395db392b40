import * as client from 'openid-client'
import type { Api } from '#kit/server/http/api.ts'
import { identityOf, type Identity } from './identity.ts'
import { serviceOf, type Provider } from './provider.ts'
import { SsoError } from './sso-error.ts'

/** Clocks of two parties differ by no more; in seconds. */
const tolerance = 60

/** What an OpenID Connect provider publishes; throws SsoError('provider'). Every exchange with it goes through the guarded fetch. */
export async function oidcProvider(api: Api, provider: Provider): Promise<client.Configuration> {
  const { issuer_url: issuer, client_id: id, client_secret: sealed } = provider
  if (!issuer || !id) throw new SsoError('provider', 'The configuration is not whole')
  const secret = sealed === null ? undefined : api.ports.secrets.open('sso', sealed)
  const server = new URL(issuer)
  // Whether plain http is allowed for this host is for the guarded fetch to say.
  const execute = server.protocol === 'http:' ? [client.allowInsecureRequests] : []
  try {
    return await client.discovery(
      server,
      id,
      { [client.clockTolerance]: tolerance, redirect_uris: [serviceOf(api.ports.publicUrl, provider.key).redirect_uri] },
      secret === undefined ? client.None() : client.ClientSecretPost(secret),
      {
        [client.customFetch]: (url, options) => api.ports.fetch(url, options),
        // The token comes over TLS, but its signature is looked at all the same.
        execute: [...execute, client.enableNonRepudiationChecks],
        timeout: 10,
      },
    )
  } catch (error) {
    throw new SsoError('provider', 'The provider cannot be discovered', { cause: error })
  }
}

/** What a request is protected by, all of it derived from its state: the server has nothing more to keep. */
const proofsOf = (api: Api, state: string) => {
  const derive = (purpose: string) => api.ports.secrets.hmac(`sso-${purpose}`, state).toString('base64url')
  return { nonce: derive('nonce'), verifier: derive('verifier') }
}

/** Where to send somebody; the answer must bring `state` back. */
export async function oidcSignInUrl(api: Api, provider: Provider, state: string): Promise<string> {
  const configuration = await oidcProvider(api, provider)
  const { nonce, verifier } = proofsOf(api, state)
  return client.buildAuthorizationUrl(configuration, {
    redirect_uri: serviceOf(api.ports.publicUrl, provider.key).redirect_uri,
    scope: [...new Set(['openid', ...provider.scopes.split(/\s+/).filter(Boolean)])].join(' '),
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).href
}

/** Whom an answer vouches for; throws SsoError. `query` is the callback's own, without its question mark. */
export async function verifyOidc(api: Api, provider: Provider, query: string, state: string): Promise<Identity> {
  const configuration = await oidcProvider(api, provider)
  const { nonce, verifier } = proofsOf(api, state)
  const answered = new URL(`${serviceOf(api.ports.publicUrl, provider.key).redirect_uri}?${query}`)
  try {
    const tokens = await client.authorizationCodeGrant(configuration, answered, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new SsoError('answer', 'The provider sent no identity')
    const profile: Record<string, unknown> = { ...claims }
    if (profile.email === undefined && configuration.serverMetadata().userinfo_endpoint)
      Object.assign(profile, await client.fetchUserInfo(configuration, tokens.access_token, claims.sub))
    if (profile.email_verified === false || profile.email_verified === 'false') throw new SsoError('unverified', 'The provider has not verified the address')
    return identityOf(profile, undefined, provider.group_claim)
  } catch (error) {
    if (error instanceof SsoError) throw error
    if (error instanceof client.AuthorizationResponseError) throw new SsoError('refused', `The provider answered ${error.error}`, { cause: error })
    throw new SsoError('answer', error instanceof Error ? error.message : 'The answer is refused', { cause: error })
  }
}
