import { createHmac, hash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import type { Role } from '#kit/contract/right.ts'
import type { SessionFacts, Who } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { suspended } from '#kit/server/http/admit.ts'
import type { Api } from '#kit/server/http/api.ts'
import type { ReadNeeds, SessionRequest, SessionReader } from '#kit/server/http/session-reader.ts'
import type { SessionUser } from '#areas/access/contract/calls.ts'
import { KnownTokens } from './known-tokens.ts'
import { sessionUser } from './session-user.ts'
import {
  createImpersonation,
  createSession,
  lifetimeHours,
  markSession,
  readSession,
  readSessions,
  whoFrom,
  type Impersonation,
  type RightsOf,
  type WithheldWithout,
  type SessionMark,
} from './session-statement.ts'

const cookieName = 'vigie_session'
const cookieForm = /^([1-9]\d{0,14})\.([A-Za-z0-9_-]{43})$/

interface Token {
  readonly customerId: number
  readonly hash: Buffer
}

/** By what somebody comes in. */
export interface Entrance {
  readonly method: SessionFacts['method']
  readonly tied?: boolean
  /** The time step of the one-time code that was right. */
  readonly step?: number
  /** A recovery code took the place of one. */
  readonly recovery?: boolean
  /** When the session that is carried on would have ended: going elsewhere wins no hour. */
  readonly until?: Date
}

export interface SessionOptions {
  readonly rightsOf: RightsOf
  readonly withheldWithout: WithheldWithout
  /** The installation's secret; addresses of visitors are kept only as its HMAC. */
  readonly key: Buffer
  /** Cookies go over https only; by default when the request came so. */
  readonly secure?: boolean
  /** For how long an address is locked after failures in a row; a quarter of an hour by default. */
  readonly lockMinutes?: number | undefined
  /** Shown to the client, which then offers the demonstration's accounts. */
  readonly demo?: boolean
  readonly clock?: () => Date
}

/** By which request somebody is read, and from where. */
const askedBy = (request: SessionRequest | undefined) => ({ requestId: request?.id ?? '', address: request?.ip ?? null })

const by = (who: Who, { requestId, address }: ReturnType<typeof askedBy>): Who => ({ ...who, requestId, session: who.session && { ...who.session, address } })

/** Opens, reads and ends sessions. The cookie is `<customer>.<random>`: its customer only says where the token is looked up. */
export class Sessions implements SessionReader {
  readonly demo: boolean
  readonly lockMinutes: number
  #options: SessionOptions
  #rights = new Map<string, ReadonlySet<string>>()
  #known = new KnownTokens()

  constructor(options: SessionOptions) {
    this.#options = options
    this.demo = options.demo ?? false
    this.lockMinutes = options.lockMinutes ?? 15
  }

  /** What the client is told about the one who acts (ACC-38). */
  describe(tx: Tx, who: Who): Promise<SessionUser> {
    return sessionUser(tx, who, { demo: this.demo, now: this.now() })
  }

  now(): Date {
    return this.#options.clock?.() ?? new Date()
  }

  customerOf(request: SessionRequest): number | null {
    return tokenOf(request)?.customerId ?? null
  }

  hashOf(request: FastifyRequest): string | null {
    return tokenOf(request)?.hash.toString('hex') ?? null
  }

  async read(tx: Tx, request: SessionRequest, { quiet = false, whilePending, whileLeaving }: ReadNeeds = {}): Promise<Who | null> {
    const token = tokenOf(request)
    if (token?.customerId !== tx.customerId) return null
    const row = await tx.first(readSession(tx.customerId, token.hash, this.now()))
    if (row?.suspended && !(row.leaving && (whileLeaving ?? whilePending))) throw suspended()
    this.#found(tx, token.hash, row, quiet)
    return row ? this.#whoOf(tx, row, request) : null
  }

  async readAll(tx: Tx, requests: readonly SessionRequest[]): Promise<(Who | null | 'SUSPENDED')[]> {
    const keys = requests.map((request) => {
      const token = tokenOf(request)
      return token?.customerId === tx.customerId ? token.hash.toString('hex') : null
    })
    const hashes = new Map(keys.flatMap((key) => (key === null ? [] : [[key, Buffer.from(key, 'hex')] as const])))
    if (hashes.size === 0) return keys.map(() => null)
    const rows = await tx.run(readSessions(tx.customerId, [...hashes.values()], this.now()))
    const found = new Map(rows.map((row) => [row.token_hash.toString('hex'), { row, who: row.suspended ? null : this.#whoOf(tx, row, undefined) }]))
    for (const [key, hash] of hashes) this.#found(tx, hash, found.get(key)?.row, false)
    return keys.map((key, n) => {
      const one = key === null ? undefined : found.get(key)
      if (one?.row.suspended) return 'SUSPENDED'
      return one?.who ? by(one.who, askedBy(requests[n])) : null
    })
  }

  #whoOf = (tx: Tx, row: Parameters<typeof whoFrom>[0], request: SessionRequest | undefined) =>
    whoFrom(row, tx.customerId, askedBy(request), { rightsOf: this.#rightsOf, withheldWithout: this.#options.withheldWithout })

  #found(tx: Tx, hash: Buffer, row: { readonly unmarked: boolean } | undefined, quiet: boolean): void {
    this.#known.note(hash, row !== undefined, this.now())
    // At the end: whoever ends this session meanwhile, such as a pilot who switches its member off, may be the one that this request waits for.
    if (row?.unmarked && !quiet) tx.atEnd(markSession(tx.customerId, hash, this.now()))
  }

  /** The session that a request comes with, by a name for this server's memory alone; null unless it was lately found to be one, whatever its cookie looks like. */
  nameOf(request: FastifyRequest): string | null {
    const token = tokenOf(request)
    return token && this.#known.has(token.hash) ? token.hash.toString('base64') : null
  }

  /**
   * Signs an account into the transaction's customer, where it must have a member, ends the session that the request came with, and makes the
   * new member the transaction's actor. Null, and nothing done, when account, member or customer may not be used.
   */
  open(tx: Tx, request: FastifyRequest, accountId: number, how: Entrance = { method: 'PASSWORD' }): Promise<{ who: Who; cookie: string } | null> {
    return this.#begin(tx, request, (mark) =>
      createSession(tx.customerId, { ...mark, accountId, method: how.method, tied: how.tied ?? false, step: how.step ?? null, until: how.until ?? null }),
    )
  }

  /** Lets one person act as another of the same customer, in place of the session that the request came with (ACC-44); who may is for the caller to judge. */
  impersonate(tx: Tx, request: FastifyRequest, given: Impersonation): Promise<{ who: Who; cookie: string } | null> {
    return this.#begin(tx, request, (mark) => createImpersonation(tx.customerId, given, mark))
  }

  /** Who acts as somebody else in the request's session, and where they go back to; null when nobody does. */
  async impersonation(tx: Tx, request: FastifyRequest): Promise<{ accountId: number; customerId: number; until: Date } | null> {
    const token = tokenOf(request)
    if (!token) return null
    const row = await tx.first(sql<{
      accountId: number
      customerId: number
      until: Date
    }>`select impersonator_account_id as "accountId", return_customer_id as "customerId", coalesce(return_until, expires_at) as until
      from session where customer_id = ${tx.customerId} and token_hash = ${token.hash} and impersonator_account_id is not null
        and return_customer_id is not null`)
    return row ?? null
  }

  /** When the session of a request ends, however busy. */
  async endOf(tx: Tx, request: FastifyRequest): Promise<Date> {
    const row = await tx.first(
      sql<{ end: Date }>`select expires_at as end from session where customer_id = ${tx.customerId} and token_hash = ${tokenOf(request)?.hash ?? null}`,
    )
    if (!row) throw new AppError('UNAUTHENTICATED', 'kit.errors.session_expired')
    return row.end
  }

  async #begin(tx: Tx, request: FastifyRequest, create: (mark: SessionMark) => ReturnType<typeof createSession>): Promise<{ who: Who; cookie: string } | null> {
    const random = randomBytes(32).toString('base64url')
    const row = await tx.first(
      create({
        tokenHash: hashOf(random),
        now: this.now(),
        userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
        ipHash: createHmac('sha256', this.#options.key).update(request.ip).digest('base64url'),
      }),
    )
    if (!row || (row.suspended && !row.leaving)) return null
    const former = tokenOf(request)
    if (former) await tx.run(sql`select end_session(${former.customerId}, ${former.hash})`)
    const who = whoFrom(row, tx.customerId, askedBy(request), { rightsOf: this.#rightsOf, withheldWithout: this.#options.withheldWithout })
    tx.act(who)
    return { who, cookie: `${tx.customerId}.${random}` }
  }

  /** Ends the session that a request came with. */
  async end(tx: Tx, request: FastifyRequest): Promise<void> {
    const token = tokenOf(request)
    if (token) await tx.run(sql`delete from session where customer_id = ${tx.customerId} and token_hash = ${token.hash}`)
  }

  /** Changes what the session of a request is good for. */
  async setMode(tx: Tx, request: FastifyRequest, mode: SessionFacts['mode']): Promise<void> {
    await tx.run(sql`update session set mode = ${mode} where customer_id = ${tx.customerId} and token_hash = ${tokenOf(request)?.hash ?? null}`)
  }

  /** Whether a session is the one that a request came with. */
  isCurrent(request: FastifyRequest, tokenHash: Buffer): boolean {
    return tokenOf(request)?.hash.equals(tokenHash) ?? false
  }

  /** Ends every other session of an account. */
  async endOthers(tx: Tx, request: FastifyRequest, accountId: number): Promise<void> {
    await tx.run(sql`select end_sessions(${accountId}, ${tokenOf(request)?.hash ?? null})`)
  }

  /** Gives the browser its session, or takes it away with an empty value. To be called once the session is committed. */
  setCookie(request: FastifyRequest, reply: FastifyReply, value: string): void {
    const secure = this.#options.secure ?? request.protocol === 'https'
    const age = value === '' ? 0 : lifetimeHours * 3600
    reply.header('set-cookie', `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure ? '; Secure' : ''}`)
  }

  #rightsOf = (roles: readonly Role[]): ReadonlySet<string> => {
    const key = roles.join()
    const known = this.#rights.get(key)
    if (known) return known
    const rights = this.#options.rightsOf(roles)
    this.#rights.set(key, rights)
    return rights
  }
}

const hashOf = (random: string) => hash('sha256', random, 'buffer')

/** A request is asked several times for its token. */
const tokens = new WeakMap<FastifyRequest['headers'], Token | null>()

function tokenOf({ headers }: Pick<FastifyRequest, 'headers'>): Token | null {
  const known = tokens.get(headers)
  if (known !== undefined) return known
  const token = readToken(headers)
  tokens.set(headers, token)
  return token
}

function readToken(headers: FastifyRequest['headers']): Token | null {
  const cookie = headers.cookie?.split(/; */).find((pair) => pair.startsWith(`${cookieName}=`))
  const [, customer, random] = cookieForm.exec(cookie?.slice(cookieName.length + 1) ?? '') ?? []
  return customer && random ? { customerId: Number(customer), hash: hashOf(random) } : null
}

/** The sessions of a running server, for the areas that open and end them. */
export function sessionsOf(api: Api): Sessions {
  const { sessions } = api.ports
  if (!(sessions instanceof Sessions)) throw new Error('The server was built with another kind of sessions')
  return sessions
}
