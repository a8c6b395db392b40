import { JSONPathEnvironment, type JSONValue } from 'json-p3'
import { AdapterFault } from '#areas/connectors/server/adapters/adapter.ts'

const [mostLetters, mostNodes] = [500, 200_000] as const

// What works by patterns may take for ever on a text that is made for it.
const environment = new JSONPathEnvironment({ maxRecursionDepth: 60 })
for (const name of ['match', 'search']) environment.functionRegister.delete(name)

/** Texts in an expression say nothing of what it costs. */
const withoutTexts = (path: string) => path.replaceAll(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/g, '""')

/** An expression of JSONPath (RFC 9535) whose cost stays within that of reading the answer a few times; undefined for what is none, or costs more. */
export function readPath(path: string): ((value: unknown) => unknown[]) | undefined {
  const text = path.trim()
  const bare = withoutTexts(text)
  if (text.length > mostLetters || !text.startsWith('$')) return undefined
  const filters = bare.includes('?')
  // A filter that looks at everything for each of many, and descents within descents.
  if ((bare.match(/\.\./g)?.length ?? 0) > (filters ? 0 : 1) || (filters && (bare.match(/\$/g)?.length ?? 0) > 1)) return undefined
  try {
    const query = environment.compile(text)
    return (value) => {
      const nodes: unknown[] = []
      for (const node of query.lazyQuery(value as JSONValue)) {
        if (nodes.length >= mostNodes) throw new AdapterFault('too_large', { told: 'the expression names too much' })
        nodes.push(node.value)
      }
      return nodes
    }
  } catch {
    return undefined
  }
}

/** The same where it must be one. */
export function pathOf(path: string): (value: unknown) => unknown[] {
  const read = readPath(path)
  if (!read) throw new AdapterFault('unexpected', { told: `no JSONPath that is taken: ${path.slice(0, 80)}` })
  return (value) => {
    try {
      return read(value)
    } catch (error) {
      if (error instanceof AdapterFault) throw error
      throw new AdapterFault('unexpected', { told: `the expression cannot be followed: ${path.slice(0, 80)}` })
    }
  }
}

/** What is made of the nodes of an expression. */
export const takings = ['sum', 'count', 'average', 'minimum', 'maximum', 'first'] as const
export type Taking = (typeof takings)[number]

const numberOf = (node: unknown): number | null => {
  if (typeof node === 'number') return Number.isFinite(node) ? node : null
  if (typeof node === 'boolean') return node ? 1 : 0
  if (typeof node !== 'string' || !/^\s*-?\d+(?:\.\d+)?\s*%?\s*$/.test(node)) return null
  return Number(node.replace('%', ''))
}

/** Brings the nodes of all pages together; what is no number is passed over, without any there is no value. */
export class Total {
  #count = 0
  #numbers = 0
  #sum = 0
  #least = Infinity
  #most = -Infinity
  #first: number | null = null

  take(nodes: readonly unknown[]): void {
    this.#count += nodes.length
    for (const node of nodes) {
      const value = numberOf(node)
      if (value === null) continue
      this.#first ??= value
      this.#numbers += 1
      this.#sum += value
      this.#least = Math.min(this.#least, value)
      this.#most = Math.max(this.#most, value)
    }
  }

  value(how: Taking): number | null {
    if (how === 'count') return this.#count
    if (this.#numbers === 0) return null
    if (how === 'average') return this.#sum / this.#numbers
    if (how === 'minimum') return this.#least
    if (how === 'maximum') return this.#most
    return how === 'first' ? this.#first : this.#sum
  }
}
