import type { Order } from '#areas/scales/contract/risk-matrix.ts'

interface Edited<T> {
  readonly items: readonly T[]
  readonly order: Order
}

const places = ({ length }: readonly unknown[]) => Array.from({ length }, (_, at) => at)

/** A list with one entry more at its end, and where each entry stood before. */
export const added = <T>(items: readonly T[], item: T): Edited<T> => ({ items: [...items, item], order: [...places(items), undefined] })

export const removed = <T>(items: readonly T[], at: number): Edited<T> => ({
  items: items.filter((_, n) => n !== at),
  order: places(items).filter((n) => n !== at),
})

/** An entry changes places with its neighbour. */
export function moved<T>(items: readonly T[], at: number, by: -1 | 1): Edited<T> {
  const order = places(items)
  const other = at + by
  if (order[other] === undefined) return { items, order }
  ;[order[at], order[other]] = [other, at]
  return { items: order.flatMap((from) => items.slice(from, from + 1)), order }
}
