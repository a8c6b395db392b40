import type { ConnectionOptions } from 'node:tls'
import {
  AdminLimitExceededError,
  BusyError,
  Client,
  ConfidentialityRequiredError,
  InsufficientAccessError,
  InvalidCredentialsError,
  InvalidDNSyntaxError,
  NoSuchObjectError,
  ResultCodeError,
  SizeLimitExceededError,
  StrongAuthRequiredError,
  TimeLimitExceededError,
  UnavailableError,
  type Entry,
  type Filter,
} from 'ldapts'
import { AdapterFault, type Config, type Reach } from '#areas/connectors/server/adapters/adapter.ts'
import { textOf } from '#areas/connectors/server/adapters/fields.ts'
import { Forbidden } from '#areas/connectors/server/adapters/http.ts'
import { Pages } from '#areas/connectors/server/adapters/paging.ts'
import { Secrets } from '#areas/connectors/server/adapters/told.ts'
import { definition } from './definition.ts'

/** By these, as they are spelled here, come bytes: left to the client they would be text or bytes by what is in them (ldapts 9.2). */
const asBytes = ['objectGUID', 'objectSid']
/** Active Directory gives 1,000 entries at once. */
const pageSize = 500
const timeoutMs = 60_000

export interface Directory {
  /** Entries below, page by page. */
  readonly entries: (base: string, filter: Filter | string, attributes: readonly string[], scope?: 'base' | 'sub') => AsyncGenerator<Entry>
  readonly root: Entry
  readonly bases: readonly string[]
  readonly isActive: boolean
  readonly close: () => Promise<void>
}

/** Signs in: encrypted unless somebody asked for none. Only addresses that the worker's own configuration allows are connected to. */
export async function openDirectory(config: Config, reach: Reach): Promise<Directory> {
  const url = URL.parse(textOf(config, 'base_url'))
  if (!url || !/^ldaps?:$/.test(url.protocol) || !url.hostname) throw new AdapterFault('unreachable', { told: 'the address is none' })
  if (!reach.addressOf) throw new AdapterFault('unreachable', { told: 'only a worker reaches a directory' })
  const isSecure = url.protocol === 'ldaps:'
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  const address = await reach.addressOf(host, Number(url.port) || (isSecure ? 636 : 389))
  const secrets = Secrets.of(definition.fields, config)
  const ca = textOf(config, 'certificate')
  // Whom the certificate is for is the name that was typed, whatever address it has.
  const tls: ConnectionOptions = { ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }), ...(ca && { ca }), minVersion: 'TLSv1.2' }
  const client = new Client({
    url: `${url.protocol}//${address.includes(':') ? `[${address}]` : address}:${url.port || (isSecure ? 636 : 389)}`,
    timeout: timeoutMs,
    connectTimeout: 10_000,
    // Options of TLS alone have the client speak it from the first byte, whatever the address says (ldapts 9.2).
    ...(isSecure && { tlsOptions: tls }),
    strictDN: false,
  })
  const stop = () => void client.unbind().catch(() => undefined)
  reach.signal.addEventListener('abort', stop, { once: true })
  const close = async () => {
    reach.signal.removeEventListener('abort', stop)
    await client.unbind().catch(() => undefined)
  }
  const judged = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      reach.signal.throwIfAborted()
      throw faultOf(error, secrets)
    }
  }
  try {
    if (!isSecure && textOf(config, 'encryption') !== 'none') await judged(client.startTLS(tls))
    await judged(client.bind(textOf(config, 'user'), String(config['password'] ?? '')))
    const { searchEntries } = await judged(
      client.search('', {
        scope: 'base',
        filter: '(objectClass=*)',
        attributes: ['namingContexts', 'defaultNamingContext', 'supportedCapabilities', 'vendorName'],
      }),
    )
    const [root] = searchEntries
    if (!root) throw new AdapterFault('unexpected', { told: 'the directory says nothing of itself' })
    const own = textOf(config, 'base')
    const bases = own ? [own] : textsOf(root, 'defaultNamingContext').length > 0 ? textsOf(root, 'defaultNamingContext') : textsOf(root, 'namingContexts')
    const entries = async function* (
      base: string,
      filter: Filter | string,
      attributes: readonly string[],
      scope: 'base' | 'sub' = 'sub',
    ): AsyncGenerator<Entry> {
      const seen = new Pages()
      const pages = client.searchPaginated(base, { scope, filter, attributes: [...attributes], explicitBufferAttributes: asBytes, paged: { pageSize } })
      for (let page = await judged(pages.next()); !page.done; page = await judged(pages.next())) {
        reach.signal.throwIfAborted()
        seen.came(page.value.searchEntries.map(({ dn }) => dn))
        yield* page.value.searchEntries
      }
    }
    return { entries, root, bases, isActive: textsOf(root, 'supportedCapabilities').includes('1.2.840.113556.1.4.800'), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Values of an attribute as texts, whether it has none, one or many. */
export const textsOf = (entry: Entry, name: string): string[] =>
  [entry[name] ?? []]
    .flat()
    .flatMap((value) => (typeof value === 'string' && value !== '' ? [value] : Buffer.isBuffer(value) && value.length > 0 ? [value.toString('utf8')] : []))
export const textIn = (entry: Entry, name: string): string | undefined => textsOf(entry, name)[0]
export const bytesIn = (entry: Entry, name: string): Buffer | undefined => {
  const [value] = [entry[name] ?? []].flat()
  return Buffer.isBuffer(value) && value.length > 0 ? value : undefined
}

function faultOf(error: unknown, secrets: Secrets): AdapterFault {
  if (error instanceof AdapterFault) return error
  const message = error instanceof Error ? error.message : ''
  // What Active Directory says of a refusal ends in a code: 52e a wrong password, 533 a disabled account, 775 a locked one.
  const told = secrets
    .out(message)
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f\s]+/g, ' ')
    .trim()
    .slice(0, 240)
  if (error instanceof InsufficientAccessError) return new Forbidden(told)
  if (error instanceof InvalidCredentialsError) return new AdapterFault('refused', { told })
  if (error instanceof StrongAuthRequiredError || error instanceof ConfidentialityRequiredError)
    return new AdapterFault('refused', { told: `an encrypted connection is asked for: ${told}` })
  if (error instanceof BusyError || error instanceof UnavailableError || error instanceof TimeLimitExceededError) return new AdapterFault('busy', { told })
  if (error instanceof SizeLimitExceededError || error instanceof AdminLimitExceededError) return new AdapterFault('too_large', { told })
  if (error instanceof NoSuchObjectError || error instanceof InvalidDNSyntaxError) return new AdapterFault('gone', { told })
  if (error instanceof ResultCodeError) return new AdapterFault('unexpected', { told })
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return new AdapterFault('unreachable', { told: code || told || 'no connection' })
}
