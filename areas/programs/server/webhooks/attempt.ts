import { FetchRefused, type GuardedFetch } from '#kit/server/http/guarded-fetch.ts'
import { signedHeaders } from './sign.ts'

/** How long a receiver may take, connecting included. */
export const answerWithin = 10_000
/** How much of an answer is read, and kept. */
const [readBytes, keptCharacters] = [8_192, 4_000] as const
/** What of an answer's headers is kept: nothing that could let anybody in. */
const keptHeaders = ['content-type', 'date', 'location', 'retry-after', 'server'] as const

/** After how many seconds a message is sent again that was not taken, attempt by attempt; the last one is a day after the first. */
export const retryAfter: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 21_600]
/** How much longer or shorter it is waited, by chance: what failed together is not sent again together. */
const jitter = 0.1
const day = 86_400

export interface Attempted {
  readonly status: number | null
  /** Milliseconds. */
  readonly took: number
  readonly address: string | null
  /** Why there was no answer. */
  readonly failure: string | null
  readonly sent: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>> | null
  readonly answer: string | null
}

export interface ToSend {
  readonly url: string
  readonly message_id: string
  readonly body: string
}

/** Sends a message once. Never throws: what went wrong is told in a word of the code, without what a library says of it. */
export async function attempt(fetch: GuardedFetch, { url, message_id: id, body }: ToSend, secrets: readonly string[], at: Date): Promise<Attempted> {
  const sent = { 'content-type': 'application/json', 'user-agent': 'Vigie-Webhooks/1', ...signedHeaders(secrets, id, at, body) }
  const begun = performance.now()
  let address: string | null = null
  const took = () => Math.round(performance.now() - begun)
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: sent,
      body,
      redirect: 'manual',
      timeoutMs: answerWithin,
      firstBytes: readBytes,
      onAddress: (found) => {
        address = found
      },
    })
    const text = Buffer.from(await answer.arrayBuffer()).toString('utf8')
    const headers = Object.fromEntries(
      keptHeaders.flatMap((name) => (answer.headers.has(name) ? [[name, String(answer.headers.get(name)).slice(0, 500)]] : [])),
    )
    return { status: answer.status, took: took(), address, failure: null, sent, headers, answer: plain(text) }
  } catch (error) {
    const failure = error instanceof FetchRefused ? error.reason : 'unreachable'
    return { status: null, took: took(), address, failure, sent, headers: null, answer: null }
  }
}

/** As the database keeps it, which takes no zero bytes. */
const plain = (text: string) => text.replaceAll('\0', '\uFFFD').slice(0, keptCharacters).toWellFormed()

export const isTaken = ({ status }: Pick<Attempted, 'status'>) => status !== null && status >= 200 && status < 300

/** Seconds until a message is sent again that was just not taken for the nth time; null: it is given up. A receiver that asks for more time gets it, a day at most. */
export function nextAfter(tries: number, { headers }: Pick<Attempted, 'headers'>, now: Date, chance = Math.random()): number | null {
  const usual = retryAfter[tries - 1]
  if (usual === undefined) return null
  const spread = usual * (1 - jitter + 2 * jitter * chance)
  return Math.min(Math.max(spread, asked(headers?.['retry-after'], now)), day)
}

/** Seconds that a receiver asks for, as a number or a date. */
function asked(text: string | undefined, now: Date): number {
  if (text === undefined) return 0
  if (/^\d{1,9}$/.test(text.trim())) return Number(text)
  const until = Date.parse(text)
  return Number.isNaN(until) ? 0 : Math.max(0, (until - now.getTime()) / 1000)
}

/** Seconds from the first attempt to the last. */
export const untilGivenUp = (tries: number): number => retryAfter.slice(Math.max(0, tries)).reduce((sum, one) => sum + one, 0)
