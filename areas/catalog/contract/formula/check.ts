import { longerOrEqual, type ValueRhythm } from '#areas/catalog/contract/rhythm.ts'
import { metricsIn } from './evaluate.ts'
import type { Fault } from './lexer.ts'
import { parseFormula, type Node } from './parser.ts'

/** A metric as a formula may name it. */
export interface KnownMetric {
  readonly identifier: string
  readonly periodicity: ValueRhythm
  /** Why it cannot be named here, such as being below the metric itself. */
  readonly refused?: string
}

export type Checked = { readonly ok: true; readonly node: Node } | { readonly ok: false; readonly faults: readonly Fault[] }

/** Reads a formula and looks at what it names: every metric that is not known or has too slow a rhythm, each at each of its places. */
export function checkFormula(text: string, periodicity: ValueRhythm, metrics: ReadonlyMap<string, KnownMetric>): Checked {
  const parsed = parseFormula(text)
  if (!parsed.ok) return parsed
  const named = metricsIn(parsed.node)
  if (named.size === 0) return { ok: false, faults: [{ key: 'catalog.formula.no_metric', at: 0, end: text.length }] }
  const faults = [...named].flatMap(([name, places]) => {
    const fault = wrongWith(name, periodicity, metrics)
    return fault ? places.map((place) => ({ ...fault, ...place })) : []
  })
  return faults.length > 0 ? { ok: false, faults: faults.toSorted((a, b) => a.at - b.at) } : parsed
}

function wrongWith(name: string, periodicity: ValueRhythm, metrics: ReadonlyMap<string, KnownMetric>): Pick<Fault, 'key' | 'values'> | undefined {
  const metric = metrics.get(name)
  if (!metric) {
    const spaced = name.split('-').every((part) => metrics.has(part))
    return { key: `catalog.formula.${spaced && name.includes('-') ? 'space_around_minus' : 'unknown_metric'}`, values: { name } }
  }
  if (metric.refused) return { key: metric.refused, values: { name } }
  return longerOrEqual(periodicity, metric.periodicity) ? undefined : { key: 'catalog.formula.slower_metric', values: { name } }
}

/** Looks up what formulas name: of a name with a dash that nothing is called, what stands on both sides of the dash too, so that a missing space is told for what it is. */
export async function lookUp<M extends { readonly identifier: string }>(
  names: Iterable<string>,
  find: (names: readonly string[]) => Promise<readonly M[]>,
): Promise<readonly M[]> {
  const wanted = [...new Set(names)]
  const found = await find(wanted)
  const known = new Set(found.map(({ identifier }) => identifier))
  const parts = wanted.flatMap((name) => (known.has(name) || !name.includes('-') ? [] : name.split('-'))).filter((part) => part !== '' && !known.has(part))
  return parts.length === 0 ? found : [...found, ...(await find([...new Set(parts)]))]
}

/** What names what, by any key; answers one circle if there is one, its first member again at the end. Without recursion: a chain may be long. */
export function findCircle<K>(graph: ReadonlyMap<K, readonly K[]>): readonly K[] | undefined {
  const done = new Set<K>()
  for (const start of graph.keys()) {
    const path: K[] = []
    const onPath = new Set<K>()
    const open: { readonly key: K; next: number }[] = done.has(start) ? [] : [{ key: start, next: 0 }]
    if (open.length > 0) {
      path.push(start)
      onPath.add(start)
    }
    while (open.length > 0) {
      const top = open.at(-1)
      if (!top) break
      const next = graph.get(top.key)?.[top.next++]
      if (next === undefined) {
        open.pop()
        path.pop()
        onPath.delete(top.key)
        done.add(top.key)
      } else if (onPath.has(next)) return [...path.slice(path.indexOf(next)), next]
      else if (!done.has(next)) {
        open.push({ key: next, next: 0 })
        path.push(next)
        onPath.add(next)
      }
    }
  }
  return undefined
}
