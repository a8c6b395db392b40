import { setImmediate } from 'node:timers/promises'

/** The trigrams of a text as pg_trgm takes them: of each word, with two blanks before it and one behind. */
export function trigramsOf(text: string): Set<string> {
  const found = new Set<string>()
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at += 1) found.add(padded.slice(at, at + 3))
  }
  return found
}

interface Alike {
  /** The place of a known text. */
  readonly at: number
  /** Of the same words: 100; of none: 0. */
  readonly percent: number
}

/** After how many texts others get their turn. */
const stride = 32

interface Wanted {
  /** The percent under which texts say nothing. */
  readonly least: number
  /** How many are told of each, the best. */
  readonly most: number
}

/**
 * What a trigram says of a text that holds it: what many of the known texts hold («management», «information») says little. It follows from the known texts alone, so
 * that a text is as alike whether it is asked alone or with a thousand others.
 */
const weightOf = (texts: number, holders: number): number => Math.log(1 + texts / (holders + 1)) ** 2

/**
 * Compares texts with many others at once: a list of the texts that hold each trigram, counted through once for every question. A thousand texts against ten thousand
 * take a fraction of a second, where an index of PostgreSQL answers each question anew (docs/decisions/0042).
 */
export async function* alike(known: readonly string[], asked: readonly string[], wanted: Wanted): AsyncGenerator<readonly Alike[]> {
  const places = new Map<string, number[]>()
  const trigrams = known.map(trigramsOf)
  for (const [at, own] of trigrams.entries())
    for (const trigram of own) {
      const list = places.get(trigram)
      if (list) list.push(at)
      else places.set(trigram, [at])
    }
  const weights = new Map([...places].map(([trigram, { length }]) => [trigram, weightOf(known.length, length)]))
  const unknown = weightOf(known.length, 0)
  const weigh = (own: ReadonlySet<string>) => {
    let sum = 0
    for (const trigram of own) sum += weights.get(trigram) ?? unknown
    return sum
  }
  const sizes = Float64Array.from(trigrams, weigh)
  const shared = new Float64Array(known.length)
  for (const [n, text] of asked.entries()) {
    if (n % stride === stride - 1) await setImmediate()
    shared.fill(0)
    const own = trigramsOf(text)
    for (const trigram of own) {
      const weight = weights.get(trigram) ?? 0
      const list = places.get(trigram)
      if (list) for (const at of list) shared[at] = (shared[at] ?? 0) + weight
    }
    yield best(shared, sizes, weigh(own), wanted)
  }
}

function best(shared: Float64Array, sizes: Float64Array, own: number, { least, most }: Wanted): Alike[] {
  const found: Alike[] = []
  let bar = least
  for (let at = 0; at < shared.length; at += 1) {
    const both = shared[at] ?? 0
    const sizesOfBoth = own * (sizes[at] ?? 0)
    // Most have too little in common to be worth a root.
    if (both === 0 || both * both * 10_000 < (bar - 0.5) ** 2 * sizesOfBoth) continue
    const percent = Math.round((100 * both) / Math.sqrt(sizesOfBoth))
    if (percent < bar) continue
    const place = found.findIndex((each) => each.percent < percent)
    found.splice(place < 0 ? found.length : place, 0, { at, percent })
    if (found.length > most) found.pop()
    if (found.length === most) bar = Math.max(bar, (found.at(-1)?.percent ?? 0) + 1)
  }
  return found
}
