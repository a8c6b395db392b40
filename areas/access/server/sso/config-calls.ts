import { sql } from 'kysely'
import { AppError, forbidden, invalidField, notFound } from '#kit/contract/errors.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { consume } from '#kit/server/http/rate-limit.ts'
import { confirmDomain, serviceValues, setClientSecret, testAuthConfig } from '#areas/access/contract/auth-config.ts'
import { authConfigs } from './auth-configs.ts'
import { certificatesIn, lastDayOf } from './certificate.ts'
import { ownProvider, serviceOf, type Provider } from './provider.ts'
import { SsoError } from './sso-error.ts'

/** What setting up an identity provider needs beyond the derived calls. */
export function authConfigCalls(api: Api, resources: Resources): void {
  const known = (tx: Tx, id: number, verb: 'read' | 'update') => getRow(tx, authorizeVerb(tx, authConfigs, verb), authConfigs, resources, id)

  handle(api, 'auth_config', serviceValues, async ({ tx, params }) => {
    const { key } = await known(tx, params.id, 'read')
    return { object: serviceOf(api.ports.publicUrl, String(key)) }
  })

  handle(api, 'auth_config', setClientSecret, async ({ tx, params, body, translate }) => {
    await known(tx, params.id, 'update')
    const sealed = body.client_secret === null ? null : api.ports.secrets.seal('sso', body.client_secret)
    await tx.run(sql`update auth_config_state set client_secret = ${sealed} where customer_id = ${tx.customerId} and config_id = ${params.id}`)
    tx.audit({ entity: 'auth_config', object_id: params.id, action: sealed === null ? 'forget_secret' : 'set_secret' })
    return { message: translate(sealed === null ? 'access.messages.secret_forgotten' : 'access.messages.secret_kept') }
  })

  handle(api, 'auth_config', confirmDomain, async ({ tx, who, params, body, translate }) => {
    const row = await known(tx, params.id, 'update')
    // Whoever runs an organisation may name any domain; whose it is, the provider's administrators look at.
    if (who.adminType !== 'ROOT' || who.impersonatorId !== null) throw forbidden('access.errors.staff_confirms')
    const domain = body.domain.toLowerCase()
    const listed = (row.domains as readonly { readonly domain: string }[]).some((each) => each.domain.toLowerCase() === domain)
    if (!listed) throw invalidField('domain', 'kit.errors.missing_reference')
    if (body.confirmed) {
      const done = await tx.first(sql<{ done: boolean }>`select confirm_sso_domain(${params.id}, ${domain}) as done`)
      if (!done?.done) throw new AppError('CONFLICT', 'access.errors.domain_taken')
    } else await tx.run(sql`select withdraw_sso_domain(${params.id}, ${domain})`)
    tx.audit({
      entity: 'auth_config',
      object_id: params.id,
      action: body.confirmed ? 'confirm_domain' : 'withdraw_domain',
      details: JSON.stringify({ domain }),
    })
    return { message: translate(body.confirmed ? 'access.messages.domain_confirmed' : 'access.messages.domain_withdrawn') }
  })

  // Waits for somebody else's server: no transaction is held meanwhile.
  api.addRaw(operationOf(testAuthConfig, 'auth_config'), async ({ request, params }) => {
    const provider = await api.inSession(request, async (tx) => {
      await known(tx, params.id, 'update')
      return ownProvider(tx, params.id)
    })
    if (!provider) throw notFound()
    await consume(api.ports.db, `test-auth-config:${provider.customer_id}`, 20, 60)
    try {
      return { ok: true, message: api.translateFor(request, 'access.messages.provider_answers'), object: await whatItSays(api, provider) }
    } catch (error) {
      if (!(error instanceof SsoError)) throw error
      request.log.warn(
        { reason: error.message, because: error.cause instanceof Error ? error.cause.message : undefined },
        'an identity provider could not be reached',
      )
      throw new AppError('INVALID', 'access.errors.provider_silent', { code: 'PROVIDER_SILENT' })
    }
  })
}

async function whatItSays(api: Api, provider: Provider): Promise<{ entity_id: string; sign_in_url: string; certificate_expires_on: string | null }> {
  if (provider.type === 'SAML') {
    const { samlProvider } = await import('./saml.ts')
    const { entityId, signInUrl, certificates } = await samlProvider(api, provider, true)
    return { entity_id: entityId, sign_in_url: signInUrl, certificate_expires_on: lastDayOf(certificates.flatMap((each) => certificatesIn(each) ?? [])) }
  }
  const { oidcProvider } = await import('./oidc.ts')
  const { issuer, authorization_endpoint: address = '' } = (await oidcProvider(api, provider)).serverMetadata()
  return { entity_id: issuer, sign_in_url: address, certificate_expires_on: null }
}
