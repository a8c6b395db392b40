import type { DrawnEdge, DrawnNode } from '#areas/assets/contract/drawing.ts'

type Line = Pick<DrawnEdge, 'from' | 'to' | 'loop'>

/** By node: its column, so that whatever carries something stands to the right of it; those of a loop stand in one. */
export function columnsOf(nodes: readonly Pick<DrawnNode, 'entity'>[], edges: readonly Line[]): number[] {
  const heads = nodes.map((_, at) => at)
  const headOf = (at: number): number => {
    const above = heads[at] ?? at
    return above === at ? at : headOf(above)
  }
  for (const { from, to, loop } of edges) if (loop) heads[headOf(to)] = headOf(from)
  const above = Map.groupBy(
    edges.flatMap(({ from, to }) => (headOf(from) === headOf(to) ? [] : [{ from: headOf(from), to: headOf(to) }])),
    ({ to }) => to,
  )
  const known = new Map<number, number>()
  // Assets begin beside the values, whether they carry any or not.
  const first = nodes.some(({ entity }) => entity === 'business_value') ? 1 : 0
  const columnOf = (head: number): number => {
    const found = known.get(head)
    if (found !== undefined) return found
    const least = nodes[head]?.entity === 'business_value' ? 0 : first
    const column = (above.get(head) ?? []).reduce((most, { from }) => Math.max(most, columnOf(from) + 1), least)
    known.set(head, column)
    return column
  }
  return nodes.map((_, at) => columnOf(headOf(at)))
}

export interface Spot {
  readonly column: number
  readonly row: number
}

/** Where each node stands: within its column in the order of what it hangs on, so that few lines cross. */
export function spotsOf(nodes: readonly Pick<DrawnNode, 'entity'>[], edges: readonly Line[]): Spot[] {
  const columns = columnsOf(nodes, edges)
  const rows = new Map<number, number>()
  const above = Map.groupBy(edges, ({ to }) => to)
  const wish = (at: number) => {
    const known = (above.get(at) ?? []).flatMap(({ from }) => rows.get(from) ?? [])
    return known.length === 0 ? Number.POSITIVE_INFINITY : known.reduce((sum, row) => sum + row, 0) / known.length
  }
  for (let column = 0; column <= Math.max(0, ...columns); column += 1) {
    const own = nodes.flatMap((_, at) => (columns[at] === column ? [{ at, wish: wish(at) }] : []))
    const placed = own.toSorted((a, b) => (a.wish === b.wish ? a.at - b.at : a.wish - b.wish))
    for (const [row, { at }] of placed.entries()) rows.set(at, row)
  }
  return nodes.map((_, at) => ({ column: columns[at] ?? 0, row: rows.get(at) ?? 0 }))
}
