import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, derived, flag, json, links, rows, text, url } from '#kit/contract/field.ts'
import { roles } from '#kit/contract/right.ts'

/** Whom an account that single sign-on makes may be at first: somebody who decides nothing. */
export const firstRoles = ['contributor', 'global_auditor', 'local_auditor'] as const

const domainPattern = /^(?=.{4,253}$)(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z][a-zA-Z0-9-]{1,62}$/

/** An identity provider that vouches for people of an organisation, or, on the provider's own pages, for accounts everywhere (ADM-05). */
export const authConfig = defineEntity({
  name: 'auth_config',
  area: 'access',
  title: 'name',
  fields: {
    name: text({ need: 'required' }),
    type: choice(['SAML', 'OIDC'], { default: 'SAML' }),
    enabled: flag(),
    /** Only the people listed are sent to the provider; the others keep their password (ACC-30). */
    sandbox: flag({ default: true }),
    sandbox_users: links('member', { asks: null, unlisted: true, max: 100, duplicateMessage: 'access.errors.user_listed' }),
    /** SAML: this, or the three that follow (ACC-31). */
    metadata_url: url(),
    idp_entity_id: text({ max: 1024 }),
    sso_url: url(),
    /** One or more, in PEM or bare base64: while the provider changes its own, both are taken. */
    x509_certificate: text({ max: 20_000 }),
    /** Where people go when they sign out (ACC-27). */
    logout_url: url(),
    issuer_url: url(),
    client_id: text({ max: 512 }),
    scopes: text({ max: 256, default: 'openid email profile' }),
    /** Given by its own call, and never read back. */
    client_secret_set: derived(flag()),
    domains: rows({ domain: text({ need: 'required', max: 253, pattern: domainPattern, patternMessage: 'access.errors.domain' }) }, { max: 50 }),
    /** Those of the domains that the provider's staff have confirmed: they alone send people here from the first step. */
    confirmed_domains: derived(json<string[]>()),
    /** People whom the organisation does not know yet get an account when they first come. */
    jit: flag(),
    approval: flag({ default: true }),
    default_role: choice(firstRoles, { default: 'contributor' }),
    /** The attribute or claim that names somebody's groups. */
    group_claim: text({ max: 256 }),
    mappings: rows({ group_name: text({ need: 'required', max: 256 }), role: choice(roles, { need: 'required' }) }, { max: 100 }),
    /** Of the provider's certificate; none for OpenID Connect. */
    certificate_expires_on: derived(date()),
    /** By which addresses outside name it. */
    key: derived(text()),
  },
  rights: { read: 'auth_config.read', create: 'auth_config.write', update: 'auth_config.write', delete: 'auth_config.write' },
  list: {
    columns: ['name', 'type', 'enabled', 'sandbox', 'domains', 'certificate_expires_on'],
    more: ['jit', 'default_role'],
    filters: ['name', 'type', 'enabled', 'sandbox'],
    sort: 'name',
    search: ['name'],
  },
  form: [
    { section: 'general', fields: ['name', 'type', 'enabled', 'sandbox', 'sandbox_users', 'domains', 'logout_url'] },
    { section: 'saml', when: ['type', 'SAML'], fields: ['metadata_url', 'idp_entity_id', 'sso_url', 'x509_certificate'] },
    { section: 'oidc', when: ['type', 'OIDC'], fields: ['issuer_url', 'client_id', 'scopes'] },
    { section: 'accounts', fields: ['jit', 'approval', 'default_role', 'group_claim', 'mappings'] },
  ],
})

/** What an identity provider must be told about this server. */
export const serviceValues = defineCall('GET /auth_config/{id}/service', {
  right: 'auth_config.read',
  summary: 'Tell what an identity provider must know of this server',
  answer: z.object({
    object: z.object({
      entity_id: z.string(),
      acs_url: z.string(),
      metadata_url: z.string(),
      redirect_uri: z.string(),
      /** Where people start who are not sent here by their address. */
      start_url: z.string(),
    }),
  }),
})
export type ServiceValues = z.infer<typeof serviceValues.answer>['object']

/** Write-only: no call answers it. */
export const setClientSecret = defineCall('PUT /auth_config/{id}/secret', {
  right: 'auth_config.write',
  summary: 'Keep the client secret of a configuration, or forget it',
  body: z.strictObject({ client_secret: z.string().min(1).max(1024).nullable() }),
  answer: z.object({ message: z.string() }),
})

/** By the provider's staff alone: an organisation could name anybody's domain (ACC-05). */
export const confirmDomain = defineCall('PUT /auth_config/{id}/domain', {
  right: 'auth_config.write',
  summary: 'Confirm that a domain is the organisation’s, or take it back',
  body: z.strictObject({ domain: z.string().max(253), confirmed: z.boolean() }),
  answer: z.object({ message: z.string() }),
})

/** Asks the provider for what it publishes, without signing anybody in. */
export const testAuthConfig = defineCall('POST /auth_config/{id}/test', {
  right: 'auth_config.write',
  summary: 'Try whether the identity provider answers',
  answer: z.object({
    message: z.string(),
    object: z.object({ entity_id: z.string(), sign_in_url: z.string(), certificate_expires_on: z.string().nullable() }),
  }),
})
