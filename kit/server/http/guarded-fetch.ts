import { lookup as systemLookup } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Readable, Transform } from 'node:stream'
import { domainToASCII } from 'node:url'

/** An address that somebody typed and that the server will not go to, or that did not answer as it must. */
export class FetchRefused extends Error {
  readonly reason: 'address' | 'protocol' | 'credentials' | 'redirects' | 'size' | 'timeout' | 'unreachable'

  constructor(reason: FetchRefused['reason'], url: string, options?: ErrorOptions) {
    super(`${url}: ${reason}`, options)
    this.reason = reason
  }
}

export interface GuardedFetchOptions {
  /** Hosts, addresses and networks (`idp.internal, 10.1.0.0/16`) that may be reached although they are private, by plain http too. */
  readonly allowed?: string
  /** Every address of a name. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
  readonly timeoutMs?: number
  readonly maxBytes?: number
}

interface GuardedInit {
  readonly method?: string
  readonly headers?: HeadersInit
  readonly body?: unknown
  /** `manual` answers a redirect as it came; otherwise a GET follows up to three, each judged like the first. */
  readonly redirect?: string
  readonly signal?: AbortSignal | null | undefined
  /** In place of the installation's. */
  readonly timeoutMs?: number
  /** Reads so many bytes of the answer and leaves the rest, in place of refusing one that is too large. */
  readonly firstBytes?: number
  /** Answers with the body as it comes, in place of reading it first: so many bytes at most, and none for so many milliseconds ends it. Whoever asks reads it to its end or cancels it. */
  readonly streamed?: { readonly maxBytes: number; readonly silentMs: number }
  /** Hears which address was judged and is connected to. */
  readonly onAddress?: (address: string) => void
}

/** Fetches an address that somebody typed: never from a private network, but for what the installation allows; throws FetchRefused. */
export interface GuardedFetch {
  (url: string | URL, init?: GuardedInit): Promise<Response>
  /** Why an address cannot be fetched from, as far as that can be told without asking what its name means; null where nothing speaks against it. */
  readonly refusal: (url: URL) => FetchRefused['reason'] | null
  /** The one address of a host that may be connected to, judged like those that are fetched from, for what is spoken by other means than HTTP; throws FetchRefused. */
  readonly addressOf: (host: string) => Promise<string>
}

const maxRedirects = 3
/** What goes on to another server where one answers with its address. */
const forAnyServer: ReadonlySet<string> = new Set(['accept', 'accept-encoding', 'user-agent'])
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

const notPublic = new BlockList()
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])
  add(notPublic, network)
// Of IPv6, what tunnels to IPv4 (Teredo, 6to4) or is for documentation.
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) add(notPublic, network)
/** All public IPv6; loopback, local, mapped, NAT64 and multicast addresses lie outside. */
const publicV6 = new BlockList()
add(publicV6, '2000::/3')

function add(list: BlockList, text: string): void {
  const [address = '', bits] = text.split('/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (bits === undefined) list.addAddress(address, family)
  else list.addSubnet(address, Number(bits), family)
}

const contains = (list: BlockList, address: string) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether an address belongs to the public Internet. */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) === 4 ? !contains(notPublic, address) : isIP(address) === 6 && contains(publicV6, address) && !contains(notPublic, address)

/** Throws for a list of hosts, addresses and networks that cannot be understood. */
function allowance(text: string) {
  const hosts = new Set<string>()
  const networks = new BlockList()
  for (const entry of text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean)) {
    if (isIP(entry.split('/')[0] ?? '')) add(networks, entry)
    // As addresses spell it: `bücher.example` stands there as `xn--bcher-kva.example`.
    else hosts.add(domainToASCII(entry) || entry)
  }
  return { host: (name: string) => hosts.has(name), address: (address: string) => contains(networks, address) }
}

const resolveAll = async (host: string) => (await systemLookup(host, { all: true })).map(({ address }) => address)

/** Makes the fetch of an installation. */
export function guardedFetch({ allowed = '', resolve = resolveAll, timeoutMs = 5000, maxBytes = 1024 * 1024 }: GuardedFetchOptions = {}): GuardedFetch {
  const trust = allowance(allowed)

  const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const isTrusted = (host: string) => trust.host(host) || (isIP(host) !== 0 && trust.address(host))
  const mayReach = (address: string) => isPublicAddress(address) || trust.address(address)

  function refusal(url: URL): FetchRefused['reason'] | null {
    const host = hostOf(url)
    const trusted = isTrusted(host)
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && trusted)) return 'protocol'
    if (url.username || url.password) return 'credentials'
    return isIP(host) !== 0 && !trusted && !mayReach(host) ? 'address' : null
  }

  /** The one address to connect to. All of a name's must be good: which of them is used is not for its owner to choose. */
  async function judge(url: URL): Promise<string> {
    const refuse = (reason: FetchRefused['reason'], cause?: unknown) => new FetchRefused(reason, url.origin, cause === undefined ? {} : { cause })
    const host = hostOf(url)
    const refused = refusal(url)
    if (refused) throw refuse(refused)
    const addresses = isIP(host) ? [host] : await resolve(host).catch((error: unknown) => Promise.reject(refuse('unreachable', error)))
    const [first] = addresses
    if (first === undefined) throw refuse('unreachable')
    if (!isTrusted(host) && !addresses.every(mayReach)) throw refuse('address')
    return first
  }

  const fetch = async (input: string | URL, init: GuardedInit = {}): Promise<Response> => {
    let url = addressOf(input)
    const end = AbortSignal.timeout(init.timeoutMs ?? timeoutMs)
    const signal = init.signal ? AbortSignal.any([end, init.signal]) : end
    const { method = 'GET' } = init
    const headers = new Headers(init.headers)
    headers.set('accept-encoding', 'identity')
    const body = init.body === undefined || init.body === null ? undefined : Buffer.from(await new Response(init.body as BodyInit).arrayBuffer())
    if (init.body instanceof URLSearchParams && !headers.has('content-type')) headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8')
    try {
      for (let hop = 0; hop <= maxRedirects; hop += 1) {
        const address = await within(signal, judge(url))
        init.onAddress?.(address)
        const answer = await within(
          signal,
          send(url, { address, method, headers, body, signal, maxBytes, firstBytes: init.firstBytes, streamed: init.streamed }),
        )
        const next = answer.headers.get('location')
        if (!redirects.has(answer.status) || next === null || init.redirect === 'manual') return answer
        await answer.body?.cancel()
        if (method !== 'GET') throw new FetchRefused('redirects', url.origin)
        const target = addressOf(next, url)
        // What was sent for one server is for no other: keys stand in headers of any name.
        if (target.origin !== url.origin) for (const name of [...headers.keys()]) if (!forAnyServer.has(name)) headers.delete(name)
        url = target
      }
    } catch (error) {
      if (error instanceof FetchRefused) throw error
      throw new FetchRefused(signal.aborted ? 'timeout' : 'unreachable', url.origin, { cause: error })
    }
    throw new FetchRefused('redirects', url.origin)
  }
  return Object.assign(fetch, { refusal, addressOf: (host: string) => judge(addressOf(`https://${host.includes(':') ? `[${host}]` : host}`)) })
}

/** Throws for what is no address, as for one that the server will not go to. */
function addressOf(text: string | URL, base?: URL): URL {
  const url = URL.parse(text, base)
  if (!url) throw new FetchRefused('address', String(text).slice(0, 200))
  return url
}

/** Names may take their time to resolve; nobody waits longer than for all the rest. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const ended = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }))
  return Promise.race([work, ended])
}

interface Sending {
  readonly address: string
  readonly method: string
  readonly headers: Headers
  readonly body: Buffer | undefined
  readonly signal: AbortSignal
  readonly maxBytes: number
  readonly firstBytes: number | undefined
  readonly streamed: GuardedInit['streamed']
}

/** Connects to the address that was judged, whatever the name has come to mean since. */
function send(url: URL, { address, method, headers, body, signal, maxBytes, firstBytes, streamed }: Sending): Promise<Response> {
  const family = isIP(address)
  const lookup: LookupFunction = (_, options, done) => (options.all ? done(null, [{ address, family }]) : done(null, address, family))
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    let answered = false
    const sent = request(url, { method, headers: Object.fromEntries(headers), lookup, signal, agent: false }, (answer) => {
      answered = true
      if (streamed) resolve(flowing(answer, streamed, url))
      else read(answer, { maxBytes, firstBytes }, url).then(resolve, reject)
    })
    if (streamed) sent.setTimeout(streamed.silentMs, () => sent.destroy(new FetchRefused('timeout', url.origin)))
    sent.on('error', reject)
    // Nobody here speaks anything else, whatever the other side turns to.
    sent.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(new Error('The server turned to another protocol'))
    })
    sent.on('close', () => {
      if (!answered) reject(new Error('The connection was closed without an answer'))
    })
    sent.end(body)
  })
}

async function read(answer: IncomingMessage, { maxBytes, firstBytes }: Pick<Sending, 'maxBytes' | 'firstBytes'>, url: URL): Promise<Response> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (firstBytes !== undefined && size >= firstBytes) {
      chunks.push(chunk.subarray(0, chunk.length - (size - firstBytes)))
      // Leaving the loop destroys what is not read.
      break
    }
    if (size > maxBytes) {
      answer.destroy()
      throw new FetchRefused('size', url.origin)
    }
    chunks.push(chunk)
  }
  return answerOf(answer, Buffer.concat(chunks))
}

/** The answer with its body still coming. */
function flowing(answer: IncomingMessage, { maxBytes, silentMs }: NonNullable<Sending['streamed']>, url: URL): Response {
  let size = 0
  const bounded = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length
      if (size > maxBytes) done(new FetchRefused('size', url.origin))
      else done(null, chunk)
    },
  })
  answer.setTimeout(silentMs, () => answer.destroy(new FetchRefused('timeout', url.origin)))
  answer.on('error', (cause) => bounded.destroy(cause instanceof FetchRefused ? cause : new FetchRefused('unreachable', url.origin, { cause })))
  // One that ends before its time says so by closing alone.
  answer.on('close', () => {
    if (!answer.complete) bounded.destroy(new FetchRefused('unreachable', url.origin))
  })
  bounded.on('close', () => answer.destroy())
  // Whoever reads is told; where nobody reads any more, nobody has to be.
  bounded.on('error', () => {})
  return answerOf(answer, Readable.toWeb(answer.pipe(bounded)) as ReadableStream)
}

function answerOf(answer: IncomingMessage, body: Buffer | ReadableStream): Response {
  const status = answer.statusCode ?? 502
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) for (const one of [value ?? []].flat()) headers.append(name, one)
  const empty = status === 204 || status === 205 || status === 304
  if (empty) answer.resume()
  return new Response(empty ? null : (body as BodyInit), { status, headers })
}
