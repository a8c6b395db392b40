import { createHash } from 'node:crypto'
import { AdapterFault } from './adapter.ts'

const mostPages = 200_000
/** Services answer pages that are empty and have a next one, and some would do so for ever. */
const mostEmpty = 200

/** Keeps a run from going round in circles: a page that was there before ends it with a fault, by its address or by what is on it. */
export class Pages {
  readonly #seen = new Set<string>()
  #pages = 0
  #empty = 0

  /** Before a page is asked for, by its address or cursor. */
  ask(mark: string): void {
    this.#pages += 1
    if (this.#pages > mostPages) throw new AdapterFault('too_large', { told: `more than ${mostPages} pages` })
    this.#take(`ask ${mark}`)
  }

  /** After a page was read: the keys of its rows, in their order. */
  came(keys: readonly string[]): void {
    if (keys.length === 0) {
      this.#empty += 1
      if (this.#empty > mostEmpty) throw new AdapterFault('unexpected', { told: 'empty pages without end' })
      return
    }
    this.#empty = 0
    this.#take(`page ${keys.join('\n')}`)
  }

  #take(text: string): void {
    const mark = createHash('sha256').update(text).digest('base64')
    if (this.#seen.has(mark)) throw new AdapterFault('unexpected', { told: 'the same page came twice' })
    this.#seen.add(mark)
  }
}

/** The address of a relation in a `Link` header (RFC 8288), or null. */
export function linkOf(headers: Headers, relation: string): string | null {
  for (const [, address, parameters = ''] of (headers.get('link') ?? '').matchAll(/<([^<>]*)>((?:\s*;\s*[\w*-]+\s*=\s*(?:"[^"]*"|[^\s",;]+))*)/g))
    for (const [, quoted, bare] of parameters.matchAll(/;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]+))/gi))
      if (address !== undefined && (quoted ?? bare ?? '').split(/\s+/).includes(relation)) return address
  return null
}
