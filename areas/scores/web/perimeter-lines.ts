import type { PerimeterScore } from '#areas/scores/contract/calls.ts'

/** One row of the tree as shown. */
export interface Line {
  readonly row: PerimeterScore
  readonly level: number
  readonly parent: boolean
}

/** Perimeters in the order of the tree, without those below a closed one; rows come parents first. */
export function linesOf(rows: readonly PerimeterScore[], closed: ReadonlySet<number>): Line[] {
  const parents = new Set(rows.map((row) => row.parent_id))
  const shown = new Map<number, number>()
  const lines: Line[] = []
  for (const row of rows) {
    const above = row.parent_id === null ? 0 : shown.get(row.parent_id)
    if (above === undefined) continue
    lines.push({ row, level: above + 1, parent: parents.has(row.id) })
    if (!closed.has(row.id)) shown.set(row.id, above + 1)
  }
  return lines
}
