import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#kit/contract/errors.ts'
import type { DatabaseAccess } from '#kit/server/data/database.ts'

const throttled = () => new AppError('THROTTLED', 'kit.errors.throttled')

/**
 * Counts one attempt under a key, for all servers of the database, and throws THROTTLED beyond `limit` in a window. It counts even when the
 * request fails afterwards, so it must run outside the request's transaction.
 */
export async function hit(db: DatabaseAccess, key: string, limit: number, windowSeconds: number): Promise<void> {
  const [row] = await db.alone<{ hits: number }>(
    `insert into rate_limit as r (key, window_start, hits) values ($1, to_timestamp(floor(extract(epoch from now()) / $2) * $2), 1)
     on conflict (key, window_start) do update set hits = r.hits + 1 returning hits`,
    [key, windowSeconds],
  )
  // Who opens a window sweeps some of the old ones.
  if (row?.hits === 1) await db.alone(`delete from rate_limit where ctid in (select ctid from rate_limit where window_start < now() - interval '1 day' limit 20)`)
  if ((row?.hits ?? 0) > limit) throw throttled()
}

export interface FloodLimits {
  readonly writesPerMinute?: number
  readonly uploadsPerMinute?: number
}

/**
 * Keeps one session, or one address without a session, from flooding this server with writes and uploads. Lists do not count although they
 * are posts. Counted in memory, by each server for itself: it protects the server; what guards secrets uses `hit`.
 */
export function limitFloods(app: FastifyInstance, { writesPerMinute = 3000, uploadsPerMinute = 120 }: FloodLimits = {}): void {
  let minute = 0
  const counts = new Map<string, number>()
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.url.split('?', 1)[0]?.endsWith('/page')) return
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) {
      minute = now
      counts.clear()
    }
    const isUpload = request.headers['content-type']?.startsWith('multipart/') ?? false
    const key = `${isUpload ? 'upload' : 'write'} ${senderOf(request)}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count > (isUpload ? uploadsPerMinute : writesPerMinute)) throw throttled()
  })
}

/** Cookies can be long, and invented; what is kept of one is not. */
const senderOf = ({ headers: { cookie }, ip }: FastifyRequest) => (cookie === undefined ? ip : hash('sha256', cookie, 'base64'))
