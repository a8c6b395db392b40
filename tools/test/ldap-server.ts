import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import ldapjs from 'ldapjs'

/** An entry of a directory: attributes by their names, bytes where they are such. */
export interface LdapEntry {
  readonly dn: string
  readonly attributes: Readonly<Record<string, string | readonly string[] | Buffer>>
}

export interface LdapServer {
  readonly port: number
  /** Sizes of pages that were asked for, with the filter. */
  readonly searches: { readonly base: string; readonly filter: string; readonly size: number | null }[]
  close: () => Promise<void>
}

interface LdapOptions {
  readonly user: string
  readonly password: string
  readonly entries: readonly LdapEntry[]
  readonly root: Readonly<Record<string, string | readonly string[]>>
  /** A certificate and its key: spoken within TLS. */
  readonly tls?: { readonly certificate: string; readonly key: string }
  /** Answers every page with the first one and a cookie, for ever. */
  readonly circles?: boolean
}

// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any

/** ldapjs's server over some entries, with paged results (RFC 2696) and the rules of Active Directory that are asked for here. */
export async function ldapServer({ user, password, entries, root, tls, circles = false }: LdapOptions): Promise<LdapServer> {
  const { PagedResultsControl } = createRequire(import.meta.url)('@ldapjs/controls') as { PagedResultsControl: new (options: object) => object }
  const server = ldapjs.createServer(tls ? { certificate: tls.certificate, key: tls.key } : {})
  const searches: { base: string; filter: string; size: number | null }[] = []
  const bound = new WeakSet<object>()
  const plain = (dn: unknown) =>
    String(dn)
      .toLowerCase()
      .replaceAll(/\s*([,=])\s*/g, '$1')

  server.bind('', (request: Loose, response: Loose, next: Loose) => {
    if (plain(request.dn) !== plain(user) || request.credentials !== password) {
      response.diagnosticMessage = '80090308: LdapErr: DSID-0C09056D, comment: AcceptSecurityContext error, data 52e, v4f7c'
      response.end(49)
      return next()
    }
    bound.add(request.connection)
    response.end()
    return next()
  })
  server.search('', (request: Loose, response: Loose, next: Loose) => {
    const base = plain(request.dn)
    // It compares what is asked for with names in small letters.
    response.attributes = (request.attributes as string[]).map((name) => name.toLowerCase())
    const isBase = request.scope === 0 || request.scope === 'base'
    if (base === '' && isBase) {
      response.send({ dn: '', attributes: root })
      response.end()
      return next()
    }
    if (!bound.has(request.connection)) return next(new ldapjs.InsufficientAccessRightsError('a bind is needed'))
    const below = entries.filter(({ dn }) => (isBase ? plain(dn) === base : plain(dn) === base || plain(dn).endsWith(`,${base}`)))
    if (below.length === 0) return next(new ldapjs.NoSuchObjectError(base))
    const all = below.filter((entry) => matches(request.filter, entry, entries, plain))
    const control = (request.controls as Loose[]).find(({ type }) => type === '1.2.840.113556.1.4.319')
    searches.push({ base, filter: String(request.filter), size: control ? control.value.size : null })
    // As Active Directory does: what is more than a page without being asked for in pages is refused.
    if (!control && all.length > 1000) return next(new ldapjs.SizeLimitExceededError('1000'))
    const from = control && !circles ? Number(Buffer.from(control.value.cookie ?? '').toString() || 0) : 0
    const size = control ? control.value.size : all.length
    for (const { dn, attributes } of all.slice(from, from + size)) response.send({ dn, attributes })
    if (control) {
      const to = from + size
      const cookie = to < all.length || circles ? Buffer.from(String(to)) : Buffer.alloc(0)
      response.addControl(new PagedResultsControl({ value: { size: all.length, cookie } }))
    }
    response.end()
    return next()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
  const inner = (server as Loose).server
  const sockets = new Set<Loose>()
  inner.on(tls ? 'secureConnection' : 'connection', (socket: Loose) => sockets.add(socket))
  return {
    port: (inner.address() as AddressInfo).port,
    searches,
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => done())
      }),
  }
}

/** ldapjs gives the bytes of a filter as text, some of them escaped. */
const bytesOf = (text: string) =>
  Buffer.from(
    text.replaceAll(/\\([\da-f]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    'latin1',
  )

/** Filters with bytes and with Active Directory's rule over chains of groups; all else ldapjs matches itself. */
function matches(filter: Loose, entry: LdapEntry, entries: readonly LdapEntry[], plain: (dn: unknown) => string): boolean {
  const kind = String(filter.type).toLowerCase()
  if (kind.startsWith('and')) return filter.clauses.every((one: Loose) => matches(one, entry, entries, plain))
  if (kind.startsWith('or')) return filter.clauses.some((one: Loose) => matches(one, entry, entries, plain))
  if (kind.startsWith('not')) return !matches(filter.filter, entry, entries, plain)
  const name = String(filter.attribute ?? filter.matchType ?? '')
  const key = Object.keys(entry.attributes).find((one) => one.toLowerCase() === name.toLowerCase())
  const value = key === undefined ? undefined : entry.attributes[key]
  if (kind.startsWith('ext')) {
    const groups = new Set([plain(filter.value)])
    for (let before = 0; before !== groups.size;) {
      before = groups.size
      for (const { dn, attributes } of entries.filter((one) => [one.attributes.objectClass ?? []].flat().includes('group')))
        if ([attributes.memberOf ?? []].flat().some((group) => groups.has(plain(group)))) groups.add(plain(dn))
    }
    return [entry.attributes.memberOf ?? []].flat().some((group) => groups.has(plain(group)))
  }
  if (Buffer.isBuffer(value)) return kind.startsWith('pres') || value.equals(bytesOf(String(filter.value)))
  if (kind.startsWith('pres')) return value !== undefined
  return [value ?? []].flat().some((one) => one.toLowerCase() === String(filter.value).toLowerCase())
}
