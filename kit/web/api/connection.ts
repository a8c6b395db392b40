/** Milliseconds of the first wait before a call is made again; each next one is twice as long, up to the longest. */
const firstWait = 1000
const longestWait = 30_000
/** A wait shorter than this, such as for calls that end because their page is left, is not worth a word. */
const quietFor = 600

interface Waiting {
  /** Makes the call now, or as soon as the server wants it. */
  readonly wake: () => void
  /** Makes the call now. */
  readonly now: () => void
  /** When it is made by itself, in milliseconds of `Date.now()`. */
  readonly due: number
}

const waiting = new Set<Waiting>()
const listeners = new Set<() => void>()
/** Since when it is said, while it is. */
let since: Date | undefined
let reachedAt = 0
let quiet: ReturnType<typeof setTimeout> | undefined
let silence: ReturnType<typeof setTimeout> | undefined

function showAway(next: boolean): void {
  if ((since !== undefined) === next) return
  since = next ? new Date(Date.now() - quietFor) : undefined
  for (const listener of listeners) listener()
}

/** `tried`: the last one that waited is being made again, and whether it is answered is not known: what is said stays for a moment instead of blinking. */
function count(tried = false): void {
  clearTimeout(silence)
  if (waiting.size > 0) {
    quiet ??= setTimeout(() => showAway(true), quietFor)
    return
  }
  clearTimeout(quiet)
  quiet = undefined
  if (tried) silence = setTimeout(() => showAway(false), quietFor)
  else showAway(false)
}

/** Whether the server is away, or says that it cannot serve, and calls wait to be made again. */
export const connection = {
  get: (): boolean => since !== undefined,
  /** The moment at which it went away, while it is. */
  since: (): Date | undefined => since,
  /** Seconds until a call is made again by itself; undefined while one is being made, or none waits. */
  nextTry: (): number | undefined =>
    waiting.size > 0 ? Math.max(Math.ceil((Math.min(...[...waiting].map(({ due }) => due)) - Date.now()) / 1000), 1) : undefined,
  /** Makes every call that waits now. */
  tryNow(): void {
    for (const { now } of waiting) now()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Notes an answer of the server itself: whatever waits is made again now, and not only when its time is over. */
  reached(): void {
    reachedAt = performance.now()
    for (const { wake } of waiting) wake()
    if (waiting.size === 0) count()
  },
  /** Whether another call has been answered since a moment of `performance.now()`: what fails all the same fails by itself. */
  reachedSince: (moment: number): boolean => reachedAt > moment,
  /** Waits before a call is made again: longer from time to time and never as long as the others, nor shorter than the server asked for, in seconds. */
  pause(attempt: number, retryAfter: number, signal?: AbortSignal): Promise<void> {
    const backoff = Math.min(firstWait * 2 ** (attempt - 1), longestWait)
    const earliest = performance.now() + retryAfter * 1000
    return new Promise((resolve, reject) => {
      const end = (settle: () => void, tried = false) => {
        clearTimeout(timer)
        waiting.delete(one)
        signal?.removeEventListener('abort', stop)
        settle()
        count(tried)
      }
      const stop = () => end(() => reject(signal?.reason as Error))
      const go = () => end(resolve, true)
      const jitter = (Math.random() * backoff) / 2
      const wait = Math.max(backoff / 2, retryAfter * 1000) + jitter
      let timer = setTimeout(go, wait)
      const one: Waiting = {
        now: go,
        due: Date.now() + wait,
        wake: () => {
          clearTimeout(timer)
          const left = earliest - performance.now()
          if (left <= 0) go()
          else timer = setTimeout(go, left + jitter)
        },
      }
      waiting.add(one)
      signal?.addEventListener('abort', stop)
      count()
    })
  },
}
