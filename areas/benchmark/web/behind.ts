import type { Benchmark, Compared } from '#areas/benchmark/contract/calls.ts'

/** What is named, the furthest below first. */
const most = 3

/** A policy or theme below the median of its group. */
export interface Behind {
  readonly key: string
  readonly policy: number
  readonly name: string
  /** Of a theme: the policy that it stands in. */
  readonly within: string | null
  readonly gap: number
  readonly median: number
  readonly unmapped: number
}

/** Policies and themes below the median, the furthest first; a theme only where it is further below than its policy. */
export function behindOf(rows: Benchmark['rows']): Behind[] {
  return rows
    .flatMap(({ policy, gap, peers, unmapped, themes }): Behind[] => {
      const whole =
        gap !== null && peers ? [{ key: `p${policy.id}`, policy: policy.id, name: policy.name, within: null, gap, median: peers.median, unmapped }] : []
      const parts = themes.flatMap((theme) =>
        theme.gap !== null && theme.peers && (gap === null || theme.gap < gap)
          ? [{ key: `t${theme.lineage}`, policy: policy.id, name: theme.name, within: policy.name, gap: theme.gap, median: theme.peers.median, unmapped: 0 }]
          : [],
      )
      return [...whole, ...parts]
    })
    .filter(({ gap }) => gap < 0)
    .toSorted((a, b) => a.gap - b.gap)
    .slice(0, most)
}

/** The points between which all strips lie, at tens. */
export function rangeOf(rows: readonly Compared[]): readonly [number, number] {
  const values = rows.flatMap(({ score, peers }) => (peers ? [peers.lower, peers.upper, ...(score === null ? [] : [score])] : []))
  if (values.length === 0) return [0, 100]
  const low = Math.max(0, Math.floor((Math.min(...values) - 2) / 10) * 10)
  const high = Math.min(100, Math.ceil((Math.max(...values) + 2) / 10) * 10)
  return [low, Math.max(high, low + 10)]
}
