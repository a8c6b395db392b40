import { setTimeout as pause } from 'node:timers/promises'
import { FetchRefused, type GuardedFetch } from '#kit/server/http/guarded-fetch.ts'
import { AdapterFault, type Reach, type RunLine } from '#areas/connectors/server/adapters/adapter.ts'

/** How long a whole answer may take, in milliseconds, and how long nothing may come of it. */
export const [answerWithin, silentFor] = [15 * 60_000, 60_000] as const
/** A service that asks for more is busy; so long it is waited for within a run. */
const longestWait = 120_000
/** The most of one answer. */
export const mostBytes = 2 * 1024 ** 3

interface Bounds {
  readonly signal: AbortSignal
  readonly say: (line: RunLine) => void
  readonly now?: () => Date
}

/** What an adapter reaches of the world: addresses that are judged, answers as streams, all of it until the signal. */
export const reachOf = (fetch: GuardedFetch, { signal, say, now = () => new Date() }: Bounds): Reach => ({
  fetch: (url, init = {}) => {
    const { method, headers, body, redirect } = init
    return fetch(url, {
      ...(method !== undefined && { method }),
      ...(headers !== undefined && { headers }),
      ...(body !== undefined && body !== null && { body }),
      ...(redirect !== undefined && { redirect }),
      signal: init.signal ? AbortSignal.any([init.signal, signal]) : signal,
      timeoutMs: answerWithin,
      streamed: { maxBytes: mostBytes, silentMs: silentFor },
    })
  },
  signal,
  say,
  now,
  wait: async (ms) => {
    if (ms > longestWait) throw new AdapterFault('busy', { retryAfter: Math.ceil(ms / 1000) })
    await pause(ms, undefined, { signal })
  },
})

/** Whatever went wrong as a word of the code: what a library says may hold an address with what was sent. */
export function faultOf(error: unknown): AdapterFault {
  if (error instanceof AdapterFault) return error
  const refused = error instanceof FetchRefused ? error : error instanceof Error && error.cause instanceof FetchRefused ? error.cause : null
  if (refused) return new AdapterFault(refused.reason === 'size' ? 'too_large' : 'unreachable', { told: refused.reason }, { cause: error })
  return new AdapterFault('unexpected', {}, { cause: error })
}
