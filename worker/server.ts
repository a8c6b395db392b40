import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import { type endBody, longestPoll, pollAnswer, workerPath, workerVersion } from '#areas/connectors/contract/workers.ts'
import { isSigned, programSignature, signatureOf, signingKey } from '#areas/connectors/server/worker/signature.ts'
import type { Settings } from './settings.ts'

/** Vigie lets this worker in no more: nothing but another token helps. */
export class LetOut extends Error {}
/** A run is nobody's any more, or somebody else's. */
export class RunOver extends Error {}

/** Seconds between tries while Vigie cannot be reached: twice as long each time. */
const [firstPause, longestPause, longestAsked] = [1, 60, 3600]
const requestMs = 60_000

/** All that a worker says to Vigie. Whatever is cut is said again until it is heard, or until the signal. */
export class Server {
  readonly #settings: Settings
  readonly #key: Buffer
  readonly #log: (text: string) => void

  constructor(settings: Settings, log: (text: string) => void) {
    this.#settings = settings
    this.#key = signingKey(settings.token)
    this.#log = log
  }

  /** Waits until there is a run, or something else to do. `renews`: its file may be put in place of the one that runs. */
  async poll({ renews, wait = longestPoll }: { readonly renews: boolean; readonly wait?: number }, signal?: AbortSignal): Promise<z.output<typeof pollAnswer>> {
    const answer = await this.#ask('poll', { body: JSON.stringify({ version: workerVersion, renews, wait }), type: 'application/json', signal })
    return pollAnswer.parse(await answer.json())
  }

  async alive(run: number, signal: AbortSignal): Promise<void> {
    await this.#ask(`runs/${run}/alive`, { body: '{}', type: 'application/json', signal })
  }

  /** Answers which piece comes next. */
  async piece(run: number, seq: number, body: Buffer, signal: AbortSignal): Promise<void> {
    await this.#ask(`runs/${run}/pieces/${seq}`, { body, signature: signatureOf(this.#key, { run, what: 'piece', seq }, body), signal })
  }

  async end(run: number, given: z.output<typeof endBody>, signal: AbortSignal): Promise<void> {
    const body = Buffer.from(JSON.stringify(given))
    await this.#ask(`runs/${run}/end`, { body, signature: signatureOf(this.#key, { run, what: 'end', seq: given.pieces }, body), signal })
  }

  /** The newest file of the worker; throws where its signature is another one. */
  async program(): Promise<Buffer> {
    const answer = await this.#ask('program', { method: 'GET' })
    const file = Buffer.from(await answer.arrayBuffer())
    if (!isSigned(answer.headers.get('x-vigie-signature') ?? undefined, programSignature(this.#key, file)))
      throw new Error('The new file has another signature')
    return file
  }

  async #ask(
    path: string,
    {
      method = 'POST',
      body,
      type = 'application/octet-stream',
      signature,
      signal,
    }: { method?: 'GET' | 'POST'; body?: string | Buffer; type?: string; signature?: string; signal?: AbortSignal | undefined },
  ): Promise<Response> {
    const { url, token } = this.#settings
    for (let wait = firstPause; ; wait = Math.min(wait * 2, longestPause)) {
      signal?.throwIfAborted()
      let seconds = wait
      const ended = AbortSignal.timeout(requestMs)
      try {
        const answer = await fetch(new URL(`${workerPath}/${path}`, url), {
          method,
          redirect: 'error',
          headers: {
            authorization: `Bearer ${token}`,
            ...(body !== undefined && { 'content-type': type }),
            ...(signature !== undefined && { 'x-vigie-signature': signature }),
          },
          ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
          signal: signal ? AbortSignal.any([signal, ended]) : ended,
        })
        if (answer.ok) return answer
        const { message = '' } = (await answer.json().catch(() => ({}))) as { message?: string }
        if (answer.status === 401) throw new LetOut(message)
        if ([404, 409, 410, 413].includes(answer.status)) throw new RunOver(message)
        if (answer.status < 500 && answer.status !== 429) throw new Error(`Vigie answered ${answer.status}: ${message}`)
        seconds = Math.min(Math.max(wait, Number(answer.headers.get('retry-after')) || 0), longestAsked)
        this.#log(`Vigie answered ${answer.status}${message && `: ${message}`}; next try in ${seconds} s`)
      } catch (error) {
        signal?.throwIfAborted()
        if (error instanceof LetOut || error instanceof RunOver || (error instanceof Error && error.message.startsWith('Vigie answered'))) throw error
        this.#log(`Vigie cannot be reached; next try in ${wait} s`)
      }
      await pause(seconds * 1000, undefined, signal && { signal })
    }
  }
}
