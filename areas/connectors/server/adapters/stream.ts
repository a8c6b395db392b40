import { Tokenizer, TokenParser, TokenType } from '@streamparser/json'
import { AdapterFault } from './adapter.ts'

/** What an answer says beside its list: the members of its envelope that are no list and no object. */
export type Envelope = Readonly<Record<string, string | number | boolean | null>>

interface RowsOptions {
  /** A row may be so large, and what stands before the first one or between two. */
  readonly mostRowBytes?: number
  /** Lists and objects within each other. */
  readonly mostDepth?: number
}

const envelopeLimit = 200
const opens: ReadonlySet<TokenType> = new Set([TokenType.LEFT_BRACE, TokenType.LEFT_BRACKET])
const closes: ReadonlySet<TokenType> = new Set([TokenType.RIGHT_BRACE, TokenType.RIGHT_BRACKET])
const scalars: ReadonlySet<TokenType> = new Set([TokenType.STRING, TokenType.NUMBER, TokenType.TRUE, TokenType.FALSE, TokenType.NULL])

/**
 * The rows of a list in a JSON answer as they come, the list found by names from the top (none: the answer is the list); returns the envelope. Never more than a row and a chunk are in memory, however large the
 * answer is. Throws AdapterFault for what is no JSON, has no such list, ends early, or has a row too large or too deep.
 */
export async function* rowsOf(
  body: AsyncIterable<Uint8Array>,
  path: readonly string[],
  { mostRowBytes = 16 * 1024 ** 2, mostDepth = 64 }: RowsOptions = {},
): AsyncGenerator<unknown, Envelope> {
  const envelope: Record<string, string | number | boolean | null> = Object.create(null) as Record<string, never>
  let rows: unknown[] = []
  let sinceRow = 0
  let found = false
  let ended = false
  const place = new Place()

  const parser = new TokenParser({ paths: [['$', ...path, '*'].join('.')], keepStack: false })
  parser.onValue = ({ value }) => {
    if (!found) return
    rows.push(value)
    sinceRow = 0
  }
  parser.onEnd = () => {
    ended = true
  }
  parser.onError = (error) => {
    throw error
  }
  const tokens = new Tokenizer()
  tokens.onError = (error) => {
    throw error
  }
  tokens.onToken = (token) => {
    const at = place.take(token.token, token.value)
    if (place.depth > mostDepth) throw new AdapterFault('too_large', { told: 'lists within lists without end' })
    if (token.token === TokenType.LEFT_BRACKET && place.isAt(path)) found = true
    if (at !== undefined && Object.keys(envelope).length < envelopeLimit) envelope[at] = token.value as string
    parser.write(token)
  }

  try {
    for await (const chunk of body) {
      sinceRow += chunk.length
      tokens.write(chunk)
      if (sinceRow > mostRowBytes) throw new AdapterFault('too_large', { told: 'one entry is too large' })
      const ready = rows
      rows = []
      yield* ready
    }
  } catch (error) {
    if (error instanceof AdapterFault) throw error
    throw new AdapterFault('unexpected', { told: 'the answer is no JSON' })
  }
  if (!ended) throw new AdapterFault('unexpected', { told: 'the answer was cut' })
  if (!found) throw new AdapterFault('unexpected', { told: 'the answer has no such list' })
  return envelope
}

/** Where in an answer one is, by the names of its objects; lists have none. */
class Place {
  depth = 0
  /** The name at each depth, where that is an object. */
  readonly #names: (string | undefined)[] = []
  readonly #isObject: boolean[] = []
  #text: string | undefined

  /** Returns the name of a member of the outermost object whose value was just read, if it is neither list nor object. */
  take(token: TokenType, value: unknown): string | undefined {
    if (opens.has(token)) {
      this.depth += 1
      this.#isObject[this.depth] = token === TokenType.LEFT_BRACE
      this.#names[this.depth] = undefined
    } else if (closes.has(token)) this.depth -= 1
    else if (token === TokenType.COLON) this.#names[this.depth] = this.#text
    else if (token === TokenType.COMMA) this.#names[this.depth] = undefined
    else if (scalars.has(token)) {
      if (this.depth === 1 && this.#isObject[1] && this.#names[1] !== undefined) return this.#names[1]
      if (token === TokenType.STRING) this.#text = value as string
    }
    return undefined
  }

  /** Whether the list or object that was just opened is the one at that path. */
  isAt(path: readonly string[]): boolean {
    return this.depth === path.length + 1 && path.every((name, n) => this.#names[n + 1] === name)
  }
}
