import { following } from './needs.ts'

/**
 * Assets that depend on themselves by way of others: each loop is all that can be reached from, and reaches, one another; by ids, the smallest first. Walked without
 * recursion, however long a chain is.
 */
export function loopsOf(dependencies: readonly (readonly [number, number])[]): number[][] {
  const below = following(dependencies)
  const order = new Map<number, number>()
  /** The earliest that is reached from it and still open. */
  const low = new Map<number, number>()
  const open: number[] = []
  const isOpen = new Set<number>()
  const loops: number[][] = []
  for (const start of [...below.keys()].toSorted((a, b) => a - b)) {
    if (order.has(start)) continue
    const way: { readonly asset: number; next: number }[] = []
    const enter = (asset: number) => {
      order.set(asset, order.size)
      low.set(asset, order.size - 1)
      open.push(asset)
      isOpen.add(asset)
      way.push({ asset, next: 0 })
    }
    const lower = (asset: number, to: number) => low.set(asset, Math.min(low.get(asset) ?? to, to))
    enter(start)
    for (let at = way.at(-1); at; at = way.at(-1)) {
      const on = below.get(at.asset)?.[at.next]
      at.next += 1
      if (on !== undefined) {
        if (!order.has(on)) enter(on)
        else if (isOpen.has(on)) lower(at.asset, order.get(on) ?? 0)
        continue
      }
      way.pop()
      const above = way.at(-1)
      if (above) lower(above.asset, low.get(at.asset) ?? 0)
      if (low.get(at.asset) !== order.get(at.asset)) continue
      const together = open.splice(open.lastIndexOf(at.asset))
      for (const asset of together) isOpen.delete(asset)
      if (together.length > 1 || below.get(at.asset)?.includes(at.asset)) loops.push(together.toSorted((a, b) => a - b))
    }
  }
  return loops.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
}
