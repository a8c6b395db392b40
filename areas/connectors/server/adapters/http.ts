import { setTimeout as later } from 'node:timers'
import type { z } from 'zod'
import { FetchRefused } from '#kit/server/http/guarded-fetch.ts'
import { AdapterFault, type Reach } from './adapter.ts'
import { say } from './lines.ts'
import { Secrets, toldBy } from './told.ts'

export interface ServiceOptions {
  readonly reach: Reach
  /** What was typed as its address; paths are below it. */
  readonly base: string
  /** What was typed is the address of one file. */
  readonly isFile?: boolean
  /** Of every request, asked for each time, for a token may have ended. */
  readonly headers?: () => Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>
  /** What must never be in a text that is kept. */
  readonly secrets?: Secrets
  /** Seconds to wait, where the service says so otherwise than by 429 and 503; null for no such answer. */
  readonly busy?: (answer: { readonly status: number; readonly headers: Headers; readonly told: string; readonly now: Date }) => number | null
  /** Signs a request, in place of headers of its own. */
  readonly sign?: (request: { readonly url: URL; readonly method: string; readonly headers: Headers; readonly body: string | undefined }) => Promise<Headers>
  /** A request, and each piece of an answer, may take so long. */
  readonly idleMs?: number
}

export interface Ask {
  readonly method?: 'GET' | 'POST'
  readonly query?: Readonly<Record<string, string | number | readonly string[] | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Statuses that are an answer like any other. */
  readonly also?: readonly number[]
  readonly expects?: 'json' | 'other'
}

/** An answer whose status is good; its body is read once, as it comes. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly url: URL
  readonly body: AsyncIterable<Uint8Array>
}

/** Signed in, and without the right: what needs another may go on. */
export class Forbidden extends AdapterFault {
  constructor(told: string) {
    super('refused', { told })
  }
}

/** What is read as a whole is at most so large. */
const wholeLimit = 32 * 1024 ** 2
/** Why nothing came, where the same would come again: what was typed does not change meanwhile, and a server that hangs has had its time. */
const final: ReadonlySet<string> = new Set(['address', 'protocol', 'credentials', 'redirects', 'timeout'])
const moved: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const mostHops = 3
/** Waits within a run; for longer ones the run ends and comes again. */
const [longestWait, mostTries] = [120, 5]

/** One service, spoken to by HTTP. Whatever it answers that is not as it must be ends in an AdapterFault. */
export class Service {
  readonly #options: ServiceOptions
  readonly #base: URL
  readonly secrets: Secrets

  constructor(options: ServiceOptions) {
    const base = URL.parse(options.base.trim())
    if (!base || !/^https?:$/.test(base.protocol)) throw new AdapterFault('unreachable', { told: 'the address is none' })
    if (!base.pathname.endsWith('/') && !options.isFile) base.pathname += '/'
    if (!options.isFile) base.search = ''
    base.hash = ''
    this.#base = base
    this.#options = options
    this.secrets = options.secrets ?? new Secrets()
  }

  /** A path below the base, or a whole address that the service gave: credentials go to no other server than the one that was typed. */
  address(path: string, query: Ask['query'] = {}): URL {
    const isWhole = /^https?:/i.test(path)
    const url = isWhole ? URL.parse(path) : path === '' ? new URL(this.#base) : new URL(path.replace(/^\/+/, ''), this.#base)
    if (!url || url.origin !== this.#base.origin || url.username || url.password)
      throw new AdapterFault('unexpected', { told: 'the next page is said to be on another server' })
    for (const [name, value] of Object.entries(query)) for (const one of [value ?? []].flat()) url.searchParams.append(name, String(one))
    return url
  }

  /** Asks, waits where that is asked for, and gives an answer that is good. */
  async open(path: string, ask: Ask = {}): Promise<Answer> {
    const { reach } = this.#options
    const url = this.address(path, ask.query)
    for (let tries = 1; ; tries += 1) {
      const fault = await this.#once(url, ask).catch((error: unknown) => {
        if (error instanceof AdapterFault) return error
        throw error
      })
      if (!(fault instanceof AdapterFault)) return fault
      const isBroken = fault.reason === 'unreachable' && !final.has(fault.told ?? '') && (ask.method ?? 'GET') === 'GET' && tries < 3
      const mayAgain = tries < mostTries && (fault.reason === 'busy' || isBroken)
      const seconds = fault.retryAfter ?? 2 ** tries
      if (!mayAgain || seconds > longestWait) throw fault
      say(reach, 'info', 'waits', { seconds })
      await reach.wait(seconds * 1000)
      reach.signal.throwIfAborted()
    }
  }

  /** The whole of an answer, as a shape that it must have. */
  async json<S extends z.ZodType>(
    path: string,
    shape: S,
    ask: Ask = {},
  ): Promise<{ readonly value: z.output<S>; readonly headers: Headers; readonly status: number }> {
    const { body, headers, status } = await this.open(path, ask)
    return { value: fits(await this.text(body), shape), headers, status }
  }

  /** The whole of a body as text, at most 32 MB. */
  async text(body: AsyncIterable<Uint8Array>): Promise<string> {
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of body) {
      size += chunk.length
      if (size > wholeLimit) throw new AdapterFault('too_large', { told: 'the answer is too large' })
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  }

  async #once(url: URL, ask: Ask): Promise<Answer> {
    const { reach, headers: own, sign, idleMs = 60_000, busy } = this.#options
    const { method = 'GET', also = [], expects = 'json' } = ask
    const idle = new Idle(idleMs)
    const signal = AbortSignal.any([reach.signal, idle.signal])
    const headers = new Headers({ accept: expects === 'json' ? 'application/json' : '*/*', 'user-agent': 'Vigie', ...(await own?.()), ...ask.headers })
    // What sends nothing of anybody's may be led to another server; whatever else follows nowhere but to the one that was typed.
    const isOpen = !own && !sign && !ask.headers && method === 'GET'
    const response = await this.#follow(url, { method, headers, signal, body: ask.body, isOpen }).catch((error: unknown) => {
      idle.end()
      throw this.#unreached(error, idle)
    })
    const pieces = this.#pieces(response, idle)
    const { status } = response
    if (response.ok || also.includes(status)) {
      if (expects === 'json' && /^text\/html/i.test(response.headers.get('content-type') ?? ''))
        throw new AdapterFault('unexpected', { told: toldBy(await start(pieces), { status, as: 'html', secrets: this.secrets }) })
      return { status, headers: response.headers, url, body: pieces }
    }
    const told = toldBy(await start(pieces), { status, as: response.headers.get('content-type') ?? '', secrets: this.secrets })
    const wait = busy?.({ status, headers: response.headers, told, now: reach.now() }) ?? null
    if (wait !== null) throw new AdapterFault('busy', { retryAfter: wait, told })
    if (status === 403) throw new Forbidden(told)
    throw new AdapterFault(reasonOf(status), { retryAfter: retryAfter(response.headers, reach.now()), told })
  }

  /** Sends, and goes on to where the same server says that it is. */
  async #follow(
    first: URL,
    {
      method,
      headers,
      signal,
      body,
      isOpen,
    }: {
      readonly method: string
      readonly headers: Headers
      readonly signal: AbortSignal
      readonly body: string | undefined
      readonly isOpen: boolean
    },
  ): Promise<Response> {
    const { reach, sign } = this.#options
    let url = first
    for (let hop = 0; hop <= mostHops; hop += 1) {
      const signed = sign ? await sign({ url, method, headers, body }) : headers
      const response = await reach.fetch(url, {
        method,
        headers: signed,
        signal,
        ...(!isOpen && { redirect: 'manual' as const }),
        ...(body !== undefined && { body }),
      })
      const next = response.headers.get('location')
      if (isOpen || !moved.has(response.status) || next === null) return response
      await response.body?.cancel()
      const target = URL.parse(next, url)
      if (method !== 'GET' || target === null || target.origin !== url.origin) break
      url = this.address(target.href)
    }
    throw new AdapterFault('unreachable', { told: 'redirects' })
  }

  /** The body as it comes: what ends before its length says, or stops coming, is a fault. */
  async *#pieces(response: Response, idle: Idle): AsyncGenerator<Uint8Array> {
    const length = response.headers.has('content-encoding') ? null : response.headers.get('content-length')
    let size = 0
    try {
      for await (const piece of response.body ?? []) {
        // Whoever reads takes the time that it needs: only what the service takes counts.
        idle.end()
        size += piece.length
        yield piece
        idle.again()
      }
    } catch (error) {
      this.#options.reach.signal.throwIfAborted()
      if (error instanceof FetchRefused || idle.signal.aborted) throw this.#unreached(error, idle)
      throw new AdapterFault('unexpected', { told: 'the answer was cut' })
    } finally {
      idle.end()
    }
    if (length !== null && size < Number(length)) throw new AdapterFault('unexpected', { told: 'the answer was cut' })
  }

  #unreached(error: unknown, idle: Idle): AdapterFault {
    this.#options.reach.signal.throwIfAborted()
    if (error instanceof AdapterFault) return error
    if (error instanceof FetchRefused && error.reason === 'size') return new AdapterFault('too_large', { told: 'the answer is too large' })
    if (idle.signal.aborted) return new AdapterFault('unreachable', { told: 'timeout' })
    return new AdapterFault('unreachable', { told: error instanceof FetchRefused ? error.reason : 'no connection' })
  }
}

/** Ends what does not come on. */
class Idle {
  readonly #controller = new AbortController()
  readonly #ms: number
  #timer: NodeJS.Timeout

  constructor(ms: number) {
    this.#ms = ms
    this.#timer = this.#start()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  again(): void {
    clearTimeout(this.#timer)
    this.#timer = this.#start()
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  #start = () => later(() => this.#controller.abort(new Error('idle')), this.#ms)
}

/** A text as a shape; what does not fit is told by where it does not, never by what stands there. */
export function fits<S extends z.ZodType>(text: string, shape: S): z.output<S> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new AdapterFault('unexpected', { told: 'the answer is no JSON' })
  }
  const read = shape.safeParse(value)
  if (read.success) return read.data
  throw new AdapterFault('unexpected', { told: `the answer is of another shape: ${read.error.issues[0]?.path.join('.').slice(0, 80) ?? ''}` })
}

function reasonOf(status: number): AdapterFault['reason'] {
  if (status === 401 || status === 403 || status === 407) return 'refused'
  if (status === 404 || status === 410) return 'gone'
  if (status === 413) return 'too_large'
  if (status === 429 || status === 502 || status === 503 || status === 504) return 'busy'
  return 'unexpected'
}

/** Seconds of `Retry-After`, which says them or a moment (RFC 9110); null without, a day at most. */
export function retryAfter(headers: Headers, now: Date): number | null {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (text === '') return null
  const seconds = /^\d+(?:\.\d+)?$/.test(text) ? Math.ceil(Number(text)) : Math.ceil((Date.parse(text) - now.getTime()) / 1000)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 86_400) : null
}

/** The beginning of a body, whatever becomes of the rest. */
async function start(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of pieces) {
      chunks.push(piece)
      size += piece.length
      if (size > 16_384) break
    }
  } catch (error) {
    if (!(error instanceof AdapterFault)) throw error
  }
  return Buffer.concat(chunks).toString('utf8').slice(0, 16_384)
}
