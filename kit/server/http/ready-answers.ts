import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const pack = promisify(gzip)

/** An answer as the bytes that are sent, and its tag. */
export class ReadyAnswer {
  readonly plain: Buffer
  readonly tag: string
  #packed: Promise<Buffer> | undefined

  /** `json` is the whole answer. */
  constructor(json: string) {
    this.plain = Buffer.from(json)
    this.tag = tagOf(json)
  }

  /** Packed when the first asks for it. */
  get packed(): Promise<Buffer> {
    return (this.#packed ??= pack(this.plain))
  }
}

/** A weak tag: the packed bytes say the same as the plain ones. */
const tagOf = (json: string) => `W/"${createHash('sha256').update(json).digest('base64url')}"`

/** Answers that many get alike, each held once, and together no more than so many bytes: what nobody has asked for the longest is let go. */
export class ReadyAnswers {
  #most: number
  #size = 0
  #held = new Map<string, ReadyAnswer>()

  constructor(mostBytes: number) {
    this.#most = mostBytes
  }

  /** The answer of some text, as it is held where it is. */
  of(json: string): ReadyAnswer {
    const made = new ReadyAnswer(json)
    const held = this.#held.get(made.tag)
    this.#held.delete(made.tag)
    this.#held.set(made.tag, held ?? made)
    if (held) return held
    this.#size += made.plain.length
    for (const [tag, { plain }] of this.#held) {
      if (this.#size <= this.#most || tag === made.tag) break
      this.#held.delete(tag)
      this.#size -= plain.length
    }
    return made
  }

  /** Whether it is held, and is from now on the last to go. */
  holds(answer: ReadyAnswer): boolean {
    if (this.#held.get(answer.tag) !== answer) return false
    this.#held.delete(answer.tag)
    this.#held.set(answer.tag, answer)
    return true
  }
}

/** Whether whoever asks takes packed answers. */
const packs = ({ headers }: FastifyRequest) => /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(headers['accept-encoding'] ?? '')

/** Sends an answer that is ready, packed where that is understood; its tag alone to whoever has it already. */
export async function sendReady(request: FastifyRequest, reply: FastifyReply, answer: ReadyAnswer): Promise<unknown> {
  reply.header('etag', answer.tag).header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === answer.tag) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  if (!packs(request)) return reply.send(answer.plain)
  return reply.header('content-encoding', 'gzip').send(await answer.packed)
}
