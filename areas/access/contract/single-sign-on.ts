import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'

/** What is wrong with such a call is said in words too: whoever follows it looks at a page. */
const params = z.object({ config: z.string().max(100) })
const query = z.object({ redirect: z.string().max(2000).optional().catch(undefined) })
/** These answer browsers: by a redirect, to the provider or back to `/sso`. */
const answer = z.object({})

/** Why somebody who was vouched for did not come in; `/sso` says it in words. */
export const ssoFailures = [
  'unknown',
  'provider',
  'request',
  'browser',
  'refused',
  'answer',
  'email',
  'unverified',
  'domain',
  'sandbox',
  'account',
  'access',
  'approval',
  'throttled',
  'server',
] as const
export type SsoFailure = (typeof ssoFailures)[number]

/** Of either kind of configuration. */
export const ssoBegin = defineCall('GET /auth/sso/{config}/login', {
  right: 'public',
  summary: 'Send somebody to their identity provider',
  params,
  query,
  answer,
  redirects: true,
})
export const samlBegin = defineCall('GET /auth/saml/{config}/login', {
  right: 'public',
  summary: 'Send somebody to their SAML identity provider',
  params,
  query,
  answer,
  redirects: true,
})

export const samlMetadata = defineCall('GET /auth/saml/{config}/metadata', {
  right: 'public',
  summary: 'Read what a SAML identity provider must know of this server',
  params,
  answer,
  download: true,
  redirects: true,
})

export const samlAnswer = defineCall('POST /auth/saml/{config}/acs', {
  right: 'public',
  summary: 'Take the answer of a SAML identity provider',
  params,
  body: z.object({ SAMLResponse: z.string().default(''), RelayState: z.string().optional() }),
  answer,
  redirects: true,
  fromElsewhere: true,
})

export const oidcAnswer = defineCall('GET /auth/oidc/{config}/callback', {
  right: 'public',
  summary: 'Take the answer of an OpenID Connect identity provider',
  params,
  query: z.looseObject({ state: z.string().max(200).optional().catch(undefined) }),
  answer,
  redirects: true,
})
