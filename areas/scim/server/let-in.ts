import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import { usualOrder } from '#kit/contract/date-order.ts'
import { AppError } from '#kit/contract/errors.ts'
import type { Role } from '#kit/contract/right.ts'
import type { Who } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { isWithin, plainAddress } from '#kit/server/http/networks.ts'
import { placeOf, throttled, windowEndsIn } from '#kit/server/http/rate-limit.ts'
import type { Mapping } from '#areas/scim/contract/connection.ts'
import { ScimError } from './protocol/errors.ts'
import type { tokenOf } from './token.ts'

/** A connection as it is let in. */
export interface Connection {
  readonly id: number
  readonly name: string
  readonly trial: boolean
  readonly invites: boolean
  readonly default_role: Role | null
  readonly mappings: readonly Mapping[]
}

interface Found extends Connection {
  readonly agent_id: number
  readonly networks: readonly string[]
  readonly made_at: Date
  readonly time_zone: string
  readonly lang: Language
  readonly state: 'IN' | 'SUSPENDED_CUSTOMER' | 'HIDDEN' | 'REVOKED' | 'ENDED' | 'PAUSED' | 'SUSPENDED'
  readonly fresh: boolean
}

export const refusedToken = () => new ScimError(401, 'This token lets nobody in')

/**
 * Finds whose a request's token is, in the request's own transaction: revoked, paused, or with nobody left who answers for it, it is so for the very next request on every server. What it gives is bounded by
 * whoever answers for it, who must be a global pilot at this moment.
 */
export async function letIn(tx: Tx, request: FastifyRequest, token: NonNullable<ReturnType<typeof tokenOf>>): Promise<Connection> {
  const { customerId } = tx
  const at = tx.now
  const found =
    await tx.first(sql<Found>`select k.id, k.name, k.trial, k.invites, k.default_role, k.mappings, k.networks, k.agent_id, s.made_at, c.time_zone, c.lang,
      coalesce(seen.last_at > ${at}::timestamptz - interval '1 minute', false) as fresh,
      case when c.disabled then 'SUSPENDED_CUSTOMER'
        when coalesce((c.properties ->> 'hidePublicApi')::boolean, false) or not 'INTEGRATION' = any(c.features) then 'HIDDEN'
        when k.revoked_at is not null then 'REVOKED'
        when k.ends_on < day_in(${at}, c.time_zone) then 'ENDED'
        when k.paused then 'PAUSED'
        when not exists (select 1 from member w where w.customer_id = k.customer_id and w.id = k.maker_id and w.kind = 'MEMBER' and not w.disabled and not w.archived
          and 'global_pilote' = any(w.roles) and coalesce(w.access_start <= day_in(${at}, c.time_zone), true) and coalesce(w.access_end >= day_in(${at}, c.time_zone), true)) then 'SUSPENDED'
        else 'IN' end as state
    from scim_token s join scim_connection k on k.customer_id = s.customer_id and k.id = s.connection_id join customer c on c.id = k.customer_id
      left join scim_seen seen on seen.customer_id = k.customer_id and seen.connection_id = k.id
    where s.customer_id = ${customerId} and s.hash = ${token.hash} and (s.until is null or s.until > ${at})`)
  if (!found) throw refusedToken()
  if (found.state === 'REVOKED') throw new ScimError(401, 'This connection was revoked')
  if (found.state === 'ENDED') throw new ScimError(401, 'The token of this connection has ended')
  if (found.state === 'SUSPENDED_CUSTOMER') throw new AppError('UNAUTHENTICATED', 'kit.errors.suspended')
  if (found.state === 'HIDDEN') throw new ScimError(403, 'The organisation is not open to other programs')
  if (found.state === 'PAUSED') throw new ScimError(403, 'This connection is paused')
  if (found.state === 'SUSPENDED') throw new ScimError(403, 'Nobody answers for this connection any more: another global pilot may take it over')
  if (!isWithin(found.networks, request.ip)) throw new ScimError(403, 'This connection is not let in from this network')
  request.lang = found.lang
  tx.act(whoOf(customerId, request, found))
  const address = plainAddress(request.ip)
  if (!found.fresh)
    await tx.run(sql`insert into scim_seen (customer_id, connection_id, last_at, last_address) values (${customerId}, ${found.id}, ${at}, ${address}::inet)
      on conflict (customer_id, connection_id) do update set last_at = excluded.last_at, last_address = excluded.last_address`)
  return found
}

/** It acts as itself and holds no right: what it changes is changed by the one work that is meant for it. */
const whoOf = (customerId: number, { id, ip }: FastifyRequest, { agent_id: agent, lang, time_zone: timeZone, made_at: since }: Found): Who => ({
  customerId,
  memberId: agent,
  roles: [],
  rights: new Set(),
  groupIds: [],
  perimeterIds: [],
  tagIds: [],
  adminType: null,
  accountId: null,
  impersonatorId: null,
  outside: null,
  lang,
  dateOrder: usualOrder[lang],
  timeZone,
  requestId: id,
  session: { method: 'KEY', tied: true, mode: 'NORMAL', pending: [], withheld: new Set(), instanceUser: false, impersonator: null, since, address: ip },
  source: 'scim',
})

/** Requests of a minute: of one connection, and of one address that comes with tokens that nobody knows. */
export const [perMinute, strangersPerMinute] = [12_000, 120]
const mostKnown = 5000

/** Keeps this server from being flooded by an identity provider, and from guessing. Counted in memory, by each server for itself. */
export class Pace {
  #minute = 0
  #counts = new Map<string, number>()
  /** Requests that count as a stranger's as long as nobody knows better. */
  #strangers = new WeakSet<FastifyRequest>()
  /** Tokens that have let in: many customers come from the same addresses of a large provider, and none pays for another's wrong token. */
  #known = new Set<string>()

  /** Counts a request; throws THROTTLED for one too many, and from where too many came that nobody knew. */
  take(request: FastifyRequest, hash: Buffer | undefined): void {
    this.#turn()
    const token = hash?.toString('base64')
    const isKnown = token !== undefined && this.#known.has(token)
    // Counted before anything is read, so that many at once are as many; one that lets in is given back.
    const before = this.#count(isKnown ? token : `stranger ${placeOf(request)}`)
    if (!isKnown) this.#strangers.add(request)
    if (before >= (isKnown ? perMinute : strangersPerMinute)) throw throttled(windowEndsIn(60))
  }

  knows(hash: Buffer): boolean {
    return this.#known.has(hash.toString('base64'))
  }

  /** A token that let in, or one that did not: this counts against where it came from. */
  was(request: FastifyRequest, hash: Buffer | undefined, isLetIn: boolean): void {
    const token = hash?.toString('base64')
    const [place, isCounted] = [`stranger ${placeOf(request)}`, this.#strangers.delete(request)]
    if (!isLetIn) {
      if (!isCounted) this.#count(place)
      if (token !== undefined) this.#known.delete(token)
      return
    }
    if (isCounted) this.#counts.set(place, Math.max(0, (this.#counts.get(place) ?? 0) - 1))
    if (token !== undefined && !this.#known.has(token)) {
      if (this.#known.size >= mostKnown) this.#known.clear()
      this.#known.add(token)
    }
  }

  /** How often before. */
  #count(key: string): number {
    const before = this.#counts.get(key) ?? 0
    this.#counts.set(key, before + 1)
    return before
  }

  #turn(): void {
    const now = Math.floor(Date.now() / 60_000)
    if (now === this.#minute) return
    this.#minute = now
    this.#counts.clear()
  }
}
