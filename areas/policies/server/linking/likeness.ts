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
  /** As `similarity` of pg_trgm says it, in percent. */
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
 * Compares texts with many others at once: a list of the texts that hold each trigram, counted through once for every question. A thousand texts against ten thousand
 * take a fraction of a second, where an index of PostgreSQL answers each question anew (docs/decisions/0042).
 */
export async function* alike(known: readonly string[], asked: readonly string[], wanted: Wanted): AsyncGenerator<readonly Alike[]> {
  const places = new Map<string, number[]>()
  const sizes = Uint16Array.from(known, (text, at) => {
    const trigrams = trigramsOf(text)
    for (const trigram of trigrams) {
      const list = places.get(trigram)
      if (list) list.push(at)
      else places.set(trigram, [at])
    }
    return trigrams.size
  })
  const shared = new Uint16Array(known.length)
  for (const [n, text] of asked.entries()) {
    if (n % stride === stride - 1) await setImmediate()
    shared.fill(0)
    const trigrams = trigramsOf(text)
    for (const trigram of trigrams) {
      const list = places.get(trigram)
      if (list) for (const at of list) shared[at] = (shared[at] ?? 0) + 1
    }
    yield best(shared, sizes, trigrams.size, wanted)
  }
}

function best(shared: Uint16Array, sizes: Uint16Array, own: number, { least, most }: Wanted): Alike[] {
  const found: Alike[] = []
  let bar = least
  for (let at = 0; at < shared.length; at += 1) {
    const both = shared[at] ?? 0
    // Most have too little in common to be worth a division.
    if (both * 100 + own < bar * own) continue
    const percent = Math.round((100 * both) / (own + (sizes[at] ?? 0) - both))
    if (percent < bar || both === 0) continue
    const place = found.findIndex((each) => each.percent < percent)
    found.splice(place < 0 ? found.length : place, 0, { at, percent })
    if (found.length > most) found.pop()
    if (found.length === most) bar = Math.max(bar, (found.at(-1)?.percent ?? 0) + 1)
  }
  return found
}
