import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** What is answered to whoever did something too often. */
export const throttled = (retryAfter: number) => new AppError('THROTTLED', 'kit.errors.throttled', { retryAfter })

/** Seconds until a window of this length ends and the next one begins. */
export const windowEndsIn = (windowSeconds: number): number => windowSeconds - Math.floor((Date.now() / 1000) % windowSeconds)

/**
 * Counts one attempt under a key, for all servers of the database, and throws THROTTLED beyond `limit` in a window. It counts even when the
 * request fails afterwards, so it must run outside the request's transaction.
 */
export async function consume(db: DatabaseAccess, key: string, limit: number, windowSeconds: number): Promise<void> {
  const [row] = await db.alone<{ hits: number }>(
    `insert into rate_limit as r (key, window_start, hits) values ($1, to_timestamp(floor(extract(epoch from present()) / $2) * $2), 1)
     on conflict (key, window_start) do update set hits = r.hits + 1 returning hits`,
    [key, windowSeconds],
  )
  // Who opens a window sweeps some of the old ones.
  if (row?.hits === 1)
    await db.alone(`delete from rate_limit where ctid in (select ctid from rate_limit where window_start < (select present()) - interval '1 day' limit 20)`)
  if ((row?.hits ?? 0) > limit) throw throttled(windowEndsIn(windowSeconds))
}

/**
 * Counts what a transaction does under a key, for all servers of the database, and answers how many there were in the window, this one included. Only what is
 * committed counts, one at a time under a key: for what costs others something, such as a mail; attempts are for `consume`.
 */
export async function tally(tx: Tx, key: string, windowSeconds: number): Promise<number> {
  const row = await tx.first(sql<{ hits: number }>`insert into rate_limit as r (key, window_start, hits)
    values (${key}, to_timestamp(floor(extract(epoch from present()) / ${windowSeconds}::int) * ${windowSeconds}::int), 1)
    on conflict (key, window_start) do update set hits = r.hits + 1 returning hits`)
  return row?.hits ?? 0
}

/**
 * Where a request comes from, as far as limits go: an IPv4 address, or the network of an IPv6 one, whose holder has all of its addresses to come from. A mapped
 * address is the one that it stands for.
 */
export function placeOf({ ip }: FastifyRequest): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(ip)?.[1]
  if (mapped) return mapped
  const [head = [], tail] = ip.split('::').map((part) => part.split(':').filter(Boolean))
  const written = head.length + (tail?.length ?? 0)
  const groups = tail === undefined ? head : [...head, ...Array<string>(Math.max(0, 8 - written)).fill('0'), ...tail]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

export interface FloodLimits {
  /** The session that a request comes with, if it is known to be one; a cookie alone proves nothing, and can be another with every request. */
  readonly sessionOf?: (request: FastifyRequest) => string | null
  readonly writesPerMinute?: number
  readonly uploadsPerMinute?: number
}

/**
 * Keeps one session, or one address without a session, from flooding this server with writes, costly reads and uploads. Lists do not count although they
 * are posts. Counted in memory, by each server for itself: it protects the server; what guards secrets uses `consume`.
 */
export function limitFloods(app: FastifyInstance, { sessionOf = () => null, writesPerMinute = 3000, uploadsPerMinute = 120 }: FloodLimits = {}): void {
  let minute = 0
  const counts = new Map<string, number>()
  app.addHook('onRequest', async (request) => {
    const { costly, ownPace } = request.routeOptions.config
    if (ownPace) return
    if (!costly && (request.method === 'GET' || request.method === 'HEAD' || request.url.split('?', 1)[0]?.endsWith('/page'))) return
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) {
      minute = now
      counts.clear()
    }
    const isUpload = request.headers['content-type']?.startsWith('multipart/') ?? false
    const key = `${isUpload ? 'upload' : 'write'} ${sessionOf(request) ?? placeOf(request)}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count > (isUpload ? uploadsPerMinute : writesPerMinute)) throw throttled(windowEndsIn(60))
  })
}
