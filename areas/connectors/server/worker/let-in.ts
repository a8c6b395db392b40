import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import { usualOrder } from '#kit/contract/date-order.ts'
import type { Who } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { placeOf, throttled, windowEndsIn } from '#kit/server/http/rate-limit.ts'
import { hasConnectors } from '#areas/connectors/server/definitions.ts'
import type { GivenToken } from './token.ts'

/** Refused, in words that a worker writes into its own log; for good, but where it is told to come back after so many seconds. */
export class WorkerRefused extends Error {
  readonly status: number
  readonly retryAfter: number | undefined
  constructor(status: number, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** Seconds after which a worker asks again of an organisation for which nothing runs. */
const pauseOfAll = 300

export const refusedToken = () => new WorkerRefused(401, 'This token lets nobody in')

interface Found {
  readonly id: number
  readonly lang: Language
  readonly time_zone: string
  readonly fresh: boolean
  readonly renew: boolean
  readonly state: 'IN' | 'REVOKED' | 'SUSPENDED' | 'HIDDEN'
}

export interface LetIn {
  readonly id: number
  /** Somebody asked it to renew its file. */
  readonly renew: boolean
}

/** Finds whose a request's token is, in the request's own transaction: revoked, it lets in no more from the very next request on, on every server. It gives nothing but what runs for it. */
export async function letIn(tx: Tx, request: FastifyRequest, token: GivenToken, version?: string): Promise<LetIn> {
  const found = await tx.first(sql<Found>`select w.id, c.lang, c.time_zone, coalesce(seen.last_seen_at > ${tx.now}::timestamptz - interval '15 seconds', false)
        and (${version ?? null}::text is null or seen.agent_version is not distinct from ${version ?? null}) as fresh,
      coalesce(seen.update_asked_at is not null, false) as renew,
      case when w.revoked_at is not null then 'REVOKED' when c.disabled then 'SUSPENDED' when not ${hasConnectors} then 'HIDDEN' else 'IN' end as state
    from worker_secret s join worker w on w.customer_id = s.customer_id and w.id = s.worker_id join customer c on c.id = w.customer_id
      left join worker_seen seen on seen.customer_id = w.customer_id and seen.worker_id = w.id
    where s.customer_id = ${token.customerId} and s.hash = ${token.hash}`)
  if (!found) throw refusedToken()
  if (found.state === 'REVOKED') throw new WorkerRefused(401, 'This worker was revoked')
  // Both may end: a worker that waits comes back by itself.
  if (found.state === 'SUSPENDED') throw new WorkerRefused(503, 'The organisation is suspended', pauseOfAll)
  if (found.state === 'HIDDEN') throw new WorkerRefused(503, 'The organisation has no connectors', pauseOfAll)
  request.lang = found.lang
  tx.act(whoOf(token.customerId, request, found))
  if (!found.fresh)
    await tx.run(sql`insert into worker_seen (customer_id, worker_id, last_seen_at, agent_version) values (${token.customerId}, ${found.id}, ${tx.now}, ${version ?? null})
      on conflict (customer_id, worker_id) do update set last_seen_at = excluded.last_seen_at, agent_version = coalesce(excluded.agent_version, worker_seen.agent_version)`)
  return { id: found.id, renew: found.renew }
}

/** It acts as nobody and holds no right: what is done for it is done by the few statements that are meant for it. */
const whoOf = (customerId: number, { id }: FastifyRequest, { lang, time_zone: timeZone }: Found): Who => ({
  customerId,
  memberId: null,
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
  session: null,
  source: 'worker',
})

/** Requests of a minute from one address with tokens that nobody knows, and of one worker. */
const [strangersPerMinute, perMinute] = [60, 3000]

/** Keeps a server from guesses, and from a worker gone wild; counted in memory, by each server for itself. */
export class WorkerPace {
  #minute = 0
  readonly #counts = new Map<string, number>()
  readonly #known = new Set<string>()

  take(request: FastifyRequest, token: GivenToken | null): void {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== this.#minute) {
      this.#minute = now
      this.#counts.clear()
    }
    const key = token?.hash.toString('base64')
    const isKnown = key !== undefined && this.#known.has(key)
    const name = isKnown ? key : `stranger ${placeOf(request)}`
    if ((this.#counts.get(name) ?? 0) >= (isKnown ? perMinute : strangersPerMinute)) throw throttled(windowEndsIn(60))
    if (isKnown) this.#count(name)
  }

  was(request: FastifyRequest, token: GivenToken | null, isLetIn: boolean): void {
    const key = token?.hash.toString('base64')
    if (!isLetIn) {
      this.#count(`stranger ${placeOf(request)}`)
      if (key !== undefined) this.#known.delete(key)
    } else if (key !== undefined && !this.#known.has(key)) {
      if (this.#known.size > 5000) this.#known.clear()
      this.#known.add(key)
    }
  }

  #count(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }
}
