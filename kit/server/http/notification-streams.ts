import type { ServerResponse } from 'node:http'
import pg from 'pg'
import { AppError } from '#kit/contract/errors.ts'
import { notificationChannel } from '#kit/server/data/people/notify.ts'
import type { JobLog } from '#kit/server/jobs/job-queue.ts'
import { throttled } from './rate-limit.ts'
import { securityHeaders } from './security.ts'
import { closedSignal, type Hearer, type Signals } from './signals.ts'

/** Whose stream it is; `session` by the hash of its token. */
interface Listener {
  readonly customerId: number
  readonly memberId: number
  readonly session: string
  /** A row that its page has open, `evaluation:12`: said besides when that changes. */
  readonly about?: string | undefined
}

interface Stream extends Listener {
  readonly to: ServerResponse
  readonly endsAt: number
}

/** Streams that one member holds open, over all their browsers: pages of one browser share one. */
const perMember = 8
const perServer = 2000
/** A proxy closes what says nothing for a minute or so. */
const beatEvery = 25_000
/** After this long a browser asks again, and is let in again only if it still may. */
const livesFor = 5 * 60_000
/** Milliseconds after which a browser asks again. */
const retryAfter = 3000

/**
 * The streams that one server holds open. They hold no connection of the database: one connection for all of them listens to what transactions of any
 * server tell (`notify.ts`), and each stream is told only that there is something new, never what; its page asks for that as itself.
 */
export class NotificationStreams implements Signals {
  #url: string
  #log: Pick<JobLog, 'warn'>
  #streams = new Map<string, Set<Stream>>()
  #count = 0
  #client: pg.Client | undefined
  #beat: NodeJS.Timeout | undefined
  #again: NodeJS.Timeout | undefined
  #closed = false
  #hearers = new Map<string, Hearer>()

  constructor({ url, log }: { readonly url: string; readonly log: Pick<JobLog, 'warn'> }) {
    this.#url = url
    this.#log = log
  }

  /** How many are open. */
  get open(): number {
    return this.#count
  }

  hear(kind: string, hearer: Hearer): void {
    this.#hearers.set(kind, hearer)
    void this.#listen().then(() => {
      if (this.#client) hearer.listening(true)
    })
  }

  /** Refuses a stream too many, before anything is sent. */
  assertRoom({ customerId, memberId }: Pick<Listener, 'customerId' | 'memberId'>): void {
    if (this.#closed || this.#count >= perServer) throw new AppError('BUSY', 'kit.errors.busy')
    if ((this.#streams.get(keyOf({ customerId, memberId }))?.size ?? 0) >= perMember) throw throttled(60)
  }

  /** Begins a stream; from here on whatever is told to its member is said on it. Resolves once the server listens, or cannot for the moment. */
  async add(listener: Listener, to: ServerResponse): Promise<void> {
    const stream: Stream = { ...listener, to, endsAt: Date.now() + livesFor }
    const key = keyOf(listener)
    const own = this.#streams.get(key) ?? new Set()
    this.#streams.set(key, own.add(stream))
    this.#count += 1
    to.once('close', () => {
      if (!own.delete(stream)) return
      this.#count -= 1
      if (own.size === 0 && this.#streams.get(key) === own) this.#streams.delete(key)
    })
    to.writeHead(200, {
      ...securityHeaders,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Proxies that gather answers before they pass them on would keep every word back.
      'x-accel-buffering': 'no',
    })
    to.write(`retry: ${retryAfter}\n\n`)
    this.#beat ??= setInterval(() => this.#beatAll(), beatEvery).unref()
    await this.#listen()
  }

  /** Says on one stream where its member stands, so that it goes on from there after a cut; `news`: something came while it was cut. */
  static say(to: ServerResponse, newest: number, news: boolean): void {
    to.write(`id: ${newest}\nevent: ${news ? 'told' : 'ready'}\ndata: {}\n\n`)
  }

  /** Ends all of them; their browsers ask another server. */
  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#beat)
    clearTimeout(this.#again)
    for (const stream of this.#all()) stream.to.end()
    await this.#client?.end().catch(() => {})
  }

  *#all(): Generator<Stream> {
    // Whoever ends a stream takes it out of these meanwhile, which sets and maps allow.
    for (const own of this.#streams.values()) yield* own
  }

  #beatAll(): void {
    const now = Date.now()
    for (const { to, endsAt } of this.#all()) {
      if (now > endsAt) to.end()
      else to.write(':\n\n')
    }
  }

  #listening: Promise<void> | undefined

  #listen(): Promise<void> {
    if (this.#closed) return Promise.resolve()
    this.#listening ??= this.#connect().catch((err: unknown) => {
      this.#log.warn({ err }, 'notifications are not heard')
      this.#lost()
    })
    return this.#listening
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true, connectionTimeoutMillis: 10_000 })
    this.#client = client
    client.on('error', () => this.#lost())
    client.on('end', () => this.#lost())
    client.on('notification', ({ payload = '' }) => this.#hear(payload))
    await client.connect()
    await client.query(`listen ${notificationChannel}`)
  }

  /** Nobody knows what was told meanwhile: once the server hears again, everybody looks. */
  #lost(): void {
    if (this.#closed || !this.#client) return
    const gone = this.#client
    this.#client = undefined
    this.#listening = undefined
    void gone.end().catch(() => {})
    for (const hearer of this.#hearers.values()) hearer.listening(false)
    if (this.#count === 0 && this.#hearers.size === 0) return
    this.#again = setTimeout(() => {
      void this.#listen().then(() => {
        for (const { to } of this.#all()) say(to)
        if (this.#client) for (const hearer of this.#hearers.values()) hearer.listening(true)
      })
    }, retryAfter).unref()
  }

  #hear(payload: string): void {
    const [what, ...rest] = payload.split(':')
    // Whoever asks again is told why.
    if (what === closedSignal) for (const { to, customerId } of this.#all()) if (String(customerId) === rest[0]) to.end()
    if (what === 'told') {
      const [customer, members = ''] = rest
      for (const member of members.split(',')) for (const { to } of this.#streams.get(`${customer}:${member}`) ?? []) say(to)
    } else if (what === 'changed') {
      const [customer, entity, id] = rest
      for (const { to, customerId, about } of this.#all()) if (String(customerId) === customer && about === `${entity}:${id}`) sayChanged(to)
    } else if (what !== undefined && this.#hearers.has(what)) this.#hearers.get(what)?.said(rest.join(':'))
    else if (what === 'ended') for (const stream of this.#all()) if (stream.session === rest[0]) stream.to.end()
  }
}

const keyOf = ({ customerId, memberId }: Pick<Listener, 'customerId' | 'memberId'>) => `${customerId}:${memberId}`
/** That there is something new; what, its page asks as itself. Without an id: after a cut the last one known holds. */
const say = (to: ServerResponse) => void to.write('event: told\ndata: {}\n\n')
/** That the row which the page has open is no longer as it was. */
const sayChanged = (to: ServerResponse) => void to.write('event: changed\ndata: {}\n\n')
