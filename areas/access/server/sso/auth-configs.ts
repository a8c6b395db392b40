import { sql } from 'kysely'
import type { FieldMessages } from '#kit/contract/errors.ts'
import { AppError } from '#kit/contract/errors.ts'
import type { RowRule } from '#kit/server/access/row-rule.ts'
import { defineResource, type WriteContext, type WrittenContext } from '#kit/server/data/resources/resource.ts'
import { authConfig } from '#areas/access/contract/auth-config.ts'
import { certificatesIn, lastDayOf } from './certificate.ts'

/** The provider's administrators hold the right outside any organisation, where nobody has a role. */
const holders =
  (right: string): RowRule =>
  (_, who) =>
    who.rights.has(right)

const state = (column: string) => (row: (name: string) => unknown) =>
  sql`(select ${sql.raw(column)} from auth_config_state s where s.customer_id = ${row('customer_id')} and s.config_id = ${row('id')})`

export const authConfigs = defineResource({
  def: authConfig,
  rules: {
    read: holders('auth_config.read'),
    create: holders('auth_config.write'),
    update: holders('auth_config.write'),
    delete: holders('auth_config.write'),
  },
  derived: {
    client_secret_set: state('s.client_secret is not null'),
    certificate_expires_on: state('s.certificate_expires_on'),
    key: state('s.key::text'),
    confirmed_domains: (row) => sql`(select coalesce(jsonb_agg(d.domain), '[]') from sso_domains_of(${row('id')}) as d)`,
  },
  beforeWrite: checkConfig,
  afterWrite: keepState,
})

const given = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const individual = ['idp_entity_id', 'sso_url', 'x509_certificate'] as const

/** A draft may lack what it likes; one that lets people in must be whole, and none may say the same thing twice. */
function checkConfig({ verb, before, changes }: WriteContext<typeof authConfig>): void {
  if (verb === 'delete') return
  const next: Readonly<Record<string, unknown>> = { ...before, ...changes }
  const wrong: FieldMessages = {}
  const refuse = (field: string, key: string) => (wrong[field] = [{ key }])
  if (given(next.x509_certificate) && certificatesIn(next.x509_certificate) === null) refuse('x509_certificate', 'access.errors.certificate')
  const enabled = next.enabled === true
  if (next.type === 'SAML') {
    const filled = individual.filter((field) => given(next[field])).length
    const whole = given(next.metadata_url) ? filled === 0 : filled === individual.length
    if (given(next.metadata_url) ? filled > 0 : enabled && !whole) refuse('metadata_url', 'access.errors.metadata_or_fields')
  } else if (enabled) {
    for (const field of ['issuer_url', 'client_id']) if (!given(next[field])) refuse(field, 'kit.errors.mandatory')
  }
  const domains = changes.domains as readonly { readonly domain: string }[] | undefined
  const seen = new Set<string>()
  for (const [index, { domain }] of (domains ?? []).entries()) {
    if (seen.has(domain.toLowerCase())) refuse(`domains.${index}.domain`, 'kit.errors.duplicate')
    seen.add(domain.toLowerCase())
  }
  if (Object.keys(wrong).length > 0) throw new AppError('INVALID', 'kit.errors.check_inputs', { fields: wrong })
}

/** What the server keeps beside a configuration follows it. */
async function keepState({ tx, before, after }: WrittenContext<typeof authConfig>): Promise<void> {
  if (!after) return
  if (!before) await tx.run(sql`insert into auth_config_state (customer_id, config_id) values (${tx.customerId}, ${after.id})`)
  if (!before || before.x509_certificate !== after.x509_certificate || before.metadata_url !== after.metadata_url) {
    const certificates = given(after.x509_certificate) ? certificatesIn(after.x509_certificate) : null
    await tx.run(
      sql`update auth_config_state set certificate_expires_on = ${lastDayOf(certificates ?? [])}, warned_of = null where customer_id = ${tx.customerId} and config_id = ${after.id}`,
    )
  }
  // Somebody who takes a domain off and puts it on again must have it confirmed anew.
  await tx.run(sql`select withdraw_sso_domain(${after.id})`)
}
