import type { perimeter } from '#areas/organisation/contract/perimeter.ts'
import type { RowOf } from '#kit/contract/entity.ts'

export type Perimeter = RowOf<typeof perimeter>

/** One perimeter as it stands in the tree, in the order of the screen. */
export interface TreeLine {
  readonly row: Perimeter
  /** 1 for a root of what the reader may see. */
  readonly level: number
  readonly children: number
  /** At any depth. */
  readonly below: number
  readonly last: boolean
}

/** The perimeters by parent; one whose parent is out of reach stands at the top. Order within a parent is that of the rows. */
export function childrenOf(rows: readonly Perimeter[]): ReadonlyMap<number | null, readonly Perimeter[]> {
  const known = new Set(rows.map((row) => row.id))
  const children = new Map<number | null, Perimeter[]>()
  for (const row of rows) {
    const parent = row.parent && known.has(row.parent.id) ? row.parent.id : null
    const siblings = children.get(parent)
    if (siblings) siblings.push(row)
    else children.set(parent, [row])
  }
  return children
}

/** The lines to draw, top to bottom, leaving out what lies below a closed perimeter. */
export function linesOf(rows: readonly Perimeter[], closed: ReadonlySet<number>): TreeLine[] {
  const children = childrenOf(rows)
  const lines: TreeLine[] = []
  const below = new Map<number, number>()
  const count = (id: number): number => {
    const sum = (children.get(id) ?? []).reduce((all, row) => all + 1 + count(row.id), 0)
    below.set(id, sum)
    return sum
  }
  for (const row of children.get(null) ?? []) count(row.id)
  const walk = (parent: number | null, level: number) => {
    const siblings = children.get(parent) ?? []
    for (const [n, row] of siblings.entries()) {
      lines.push({ row, level, children: children.get(row.id)?.length ?? 0, below: below.get(row.id) ?? 0, last: n === siblings.length - 1 })
      if (!closed.has(row.id)) walk(row.id, level + 1)
    }
  }
  walk(null, 1)
  return lines
}

/** How many perimeters stand below one, at any depth, as far as the reader sees them. */
export function countBelow(rows: readonly Perimeter[], id: number): number {
  const children = childrenOf(rows)
  const count = (parent: number): number => (children.get(parent) ?? []).reduce((sum, row) => sum + 1 + count(row.id), 0)
  return count(id)
}

/** Whether one perimeter may be put below another as far as the tree itself says: not below itself, nothing internal below what is not. */
export function mayStandBelow(rows: readonly Perimeter[], moved: Perimeter, target: Perimeter): boolean {
  if (moved.id === target.id || moved.parent?.id === target.id || target.archived) return false
  if (moved.type === 'INTERNAL' && target.type !== 'INTERNAL') return false
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (let above: Perimeter | undefined = target; above; above = above.parent ? byId.get(above.parent.id) : undefined) if (above.id === moved.id) return false
  return true
}
