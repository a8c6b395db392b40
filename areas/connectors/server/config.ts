import { sql } from 'kysely'
import type { Secrets } from '#kit/server/access/secrets.ts'
import { refusals, type Refuse } from '#kit/server/data/store/refusals.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { GuardedFetch } from '#kit/server/http/guarded-fetch.ts'
import type { Config, ConfigField, Definition } from './adapters/adapter.ts'

/** What configurations are sealed for. */
export const sealPurpose = 'connector'

type GivenConfig = Readonly<Record<string, string | number | null>>

export interface SplitConfig {
  /** What anybody who administers connectors reads. */
  readonly settings: Record<string, string | number | null>
  /** By field; none that was left out. */
  readonly secrets: Record<string, string>
}

/** What was typed, judged by what the service asks for; every wrong field is named. Secrets that are `kept` need not be typed again. */
export function judgeConfig(definition: Definition, given: GivenConfig, kept: ReadonlySet<string>, fetch: GuardedFetch, refuse: Refuse): SplitConfig {
  const settings: Record<string, string | number | null> = {}
  const secrets: Record<string, string> = {}
  const known = new Set(definition.fields.map(({ name }) => name))
  for (const name of Object.keys(given)) if (!known.has(name)) refuse(`config.${name}`, 'kit.errors.invalid_value')
  for (const field of definition.fields) {
    const value = valueOf(field, given[field.name])
    const path = `config.${field.name}`
    if (value === null) {
      if (field.required && !(field.type === 'password' && kept.has(field.name))) refuse(path, 'kit.errors.mandatory')
      if (field.type !== 'password') settings[field.name] = null
      continue
    }
    if (field.type === 'password') {
      secrets[field.name] = String(value)
      continue
    }
    if (field.type === 'number' && typeof value !== 'number') refuse(path, 'kit.errors.invalid_value')
    if (field.type === 'choice' && !field.choices?.some((choice) => choice.value === value)) refuse(path, 'kit.errors.invalid_value')
    if (field.type === 'url') {
      const url = URL.parse(String(value))
      // Where a worker goes is inside a network that this server does not see.
      const refused = url === null ? 'address' : definition.needsWorker ? null : fetch.refusal(url)
      if (refused !== null)
        refuse(
          path,
          refused === 'protocol' ? 'connectors.errors.https' : refused === 'credentials' ? 'connectors.errors.credentials' : 'connectors.errors.address',
        )
    }
    settings[field.name] = value
  }
  return { settings, secrets }
}

function valueOf({ type }: ConfigField, given: string | number | null | undefined): string | number | null {
  if (given === null || given === undefined) return null
  if (type === 'number') return typeof given === 'number' ? given : given.trim() === '' ? null : Number.isFinite(Number(given)) ? Number(given) : given
  const text = String(given)
  return type === 'password' ? text || null : text.trim() || null
}

/** The same, as a judgement of its own. */
export function judged(definition: Definition, given: GivenConfig, kept: ReadonlySet<string>, fetch: GuardedFetch): SplitConfig {
  const { refuse, done } = refusals()
  const split = judgeConfig(definition, given, kept, fetch, refuse)
  done()
  return split
}

/** Keeps all secrets of a connector in place of those before; nobody reads them again. */
export async function keepSecrets(tx: Tx, secrets: Secrets, connector: number, all: Readonly<Record<string, string>>): Promise<void> {
  if (Object.keys(all).length === 0) {
    await tx.run(sql`delete from customer_connector_secret where customer_id = ${tx.customerId} and connector_id = ${connector}`)
    return
  }
  await tx.run(sql`insert into customer_connector_secret as s (customer_id, connector_id, sealed, made_at)
    values (${tx.customerId}, ${connector}, ${secrets.seal('connector', JSON.stringify(all))}, ${tx.now})
    on conflict (customer_id, connector_id) do update set sealed = excluded.sealed, made_at = excluded.made_at`)
}

/**
 * The secrets that need not be typed again: none where an address is another one than it was, or the connection is protected otherwise, or another worker fetches, for whoever changes one of those
 * would have them sent where they can be read, without knowing them.
 */
export async function keptSecrets(
  tx: Tx,
  secrets: Secrets,
  definition: Definition,
  id: number,
  { config: given, worker }: { readonly config: GivenConfig; readonly worker?: number | null },
): Promise<Record<string, string>> {
  const row = await tx.first(
    sql<{
      settings: GivenConfig
      connector: string
      worker_id: number | null
    }>`select settings, connector, worker_id from customer_connector where customer_id = ${tx.customerId} and id = ${id}`,
  )
  if (!row || row.connector !== definition.identifier) return {}
  const moved = definition.fields.some((field) => toOf(field, given) !== toOf(field, row.settings))
  // A worker is told all secrets of what it fetches.
  const handedOn = worker !== undefined && worker !== null && worker !== row.worker_id
  return moved || handedOn ? {} : openSecrets(tx, secrets, id)
}

/** What of a field decides to whom secrets are said. An address of LDAP has no origin (the URL standard knows none for it), but a scheme and a host. */
function toOf({ name, type, guards }: ConfigField, of: GivenConfig): string | null {
  const text = String(of[name] ?? '').trim()
  if (guards) return text
  if (type !== 'url') return null
  const url = URL.parse(text)
  return url && `${url.protocol}//${url.host}`
}

export async function openSecrets(tx: Tx, secrets: Secrets, connector: number): Promise<Record<string, string>> {
  const row = await tx.first(
    sql<{ sealed: string }>`select sealed from customer_connector_secret where customer_id = ${tx.customerId} and connector_id = ${connector}`,
  )
  return row ? (JSON.parse(secrets.open(sealPurpose, row.sealed)) as Record<string, string>) : {}
}

/** The whole configuration of a connector, for as long as a run lasts: never answered, logged or audited. */
export async function openConfig(tx: Tx, secrets: Secrets, connector: number): Promise<Config | null> {
  const row = await tx.first(sql<{ settings: Config }>`select settings from customer_connector where customer_id = ${tx.customerId} and id = ${connector}`)
  return row ? { ...row.settings, ...(await openSecrets(tx, secrets, connector)) } : null
}
