import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, readonly [number, number]>> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }

/** One tab stop for all cells of a table that are buttons of this kind: the arrows, Home and End walk over the grid. */
export function walkCells(event: KeyboardEvent<HTMLTableElement>, cell: string): void {
  const from = event.target as HTMLElement
  if (!from.matches(cell) || event.altKey || event.ctrlKey || event.metaKey) return
  const rows = [...event.currentTarget.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll<HTMLElement>(cell)])
  const row = rows.findIndex((cells) => cells.includes(from))
  const column = rows[row]?.indexOf(from) ?? 0
  const [down, right] = steps[event.key] ?? [0, 0]
  const to = event.key === 'Home' ? rows[row]?.[0] : event.key === 'End' ? rows[row]?.at(-1) : (down || right) && rows[row + down]?.[column + right]
  if (!to) return
  event.preventDefault()
  from.tabIndex = -1
  to.tabIndex = 0
  to.focus()
}
