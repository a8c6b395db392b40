import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { guardedFetch } from '#kit/server/http/guarded-fetch.ts'
import { saysEvery, type DeliveredLine, type WorkerRun } from '#areas/connectors/contract/workers.ts'
import { AdapterFault, type Reach } from '#areas/connectors/server/adapters/adapter.ts'
import { adapters } from '#areas/connectors/server/adapters/index.ts'
import { Secrets } from '#areas/connectors/server/adapters/told.ts'
import { faultOf, reachOf } from '#areas/connectors/server/run/reach.ts'
import { LetOut, RunOver, type Server } from './server.ts'

const pack = promisify(gzip)
/** A piece is sent when so much of it is there, unpacked, or after so long, in milliseconds. */
const [pieceBytes, pieceMs] = [4 * 1024 ** 2, 10_000]
const longest = 3 * 3_600_000

/** Does a run with the adapter of its service, and sends what comes in pieces as it comes: nothing is gathered whole. Throws LetOut where the worker may come no more. */
export async function runHere(
  { id, connector, config, asked }: WorkerRun,
  server: Server,
  allowed: string,
  stop: AbortSignal,
): Promise<'done' | 'failed' | 'over'> {
  const over = new AbortController()
  const signal = AbortSignal.any([stop, over.signal])
  const heart = setInterval(() => {
    server.alive(id, signal).catch((error: unknown) => {
      if (error instanceof LetOut || error instanceof RunOver) over.abort(error)
    })
  }, saysEvery * 1000)
  const pieces = new Pieces(server, id, signal)
  try {
    const fault = await through()
    await pieces.flush()
    await server.end(id, { pieces: pieces.sent, fault }, signal)
    return fault === null ? 'done' : 'failed'
  } catch (error) {
    if (error instanceof RunOver || over.signal.reason instanceof RunOver) return 'over'
    if (over.signal.reason instanceof LetOut) throw over.signal.reason
    throw error
  } finally {
    clearInterval(heart)
  }

  async function through() {
    const adapter = adapters.find(({ definition }) => definition.identifier === connector)
    if (!adapter) return { reason: 'unexpected' as const, retry_after: null, told: 'this worker is too old for this service' }
    const secrets = Secrets.of(adapter.definition.fields, config)
    try {
      const within = AbortSignal.any([signal, AbortSignal.timeout(longest)])
      for await (const one of adapter.collect(config, asked, reachFrom(allowed, within, pieces))) {
        signal.throwIfAborted()
        await pieces.add(one as DeliveredLine)
      }
      return null
    } catch (error) {
      signal.throwIfAborted()
      const { reason, retryAfter, told } = faultOf(error)
      return { reason, retry_after: retryAfter === null ? null : Math.min(retryAfter, 604_800), told: told === null ? null : secrets.out(told).slice(0, 400) }
    }
  }
}

/** What is reached from here: of private addresses only what this worker's own settings allow. */
function reachFrom(allowed: string, signal: AbortSignal, pieces: Pieces): Reach {
  const fetch = guardedFetch({ allowed })
  const reach = reachOf(fetch, { signal, say: ({ level, key, values }) => pieces.say({ is: 'line', level, key, ...(values && { values: { ...values } }) }) })
  return {
    ...reach,
    addressOf: (host) =>
      fetch.addressOf(host).catch((error: unknown) => {
        throw error instanceof AdapterFault ? error : faultOf(error)
      }),
  }
}

/** Lines on their way: one piece at a time, each said again until it is heard. */
class Pieces {
  sent = 0
  readonly #server: Server
  readonly #run: number
  readonly #signal: AbortSignal
  #lines: string[] = []
  #bytes = 0
  #since = performance.now()

  constructor(server: Server, run: number, signal: AbortSignal) {
    this.#server = server
    this.#run = run
    this.#signal = signal
  }

  say(line: DeliveredLine): void {
    const text = JSON.stringify(line)
    this.#lines.push(text)
    this.#bytes += text.length
  }

  async add(line: DeliveredLine): Promise<void> {
    this.say(line)
    if (this.#bytes > pieceBytes || performance.now() - this.#since > pieceMs) await this.flush()
  }

  async flush(): Promise<void> {
    this.#since = performance.now()
    if (this.#lines.length === 0) return
    const body = await pack(`${this.#lines.join('\n')}\n`)
    this.#lines = []
    this.#bytes = 0
    await this.#server.piece(this.#run, this.sent, body, this.#signal)
    this.sent += 1
  }
}
