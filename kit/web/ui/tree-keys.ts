import type { KeyboardEvent } from 'react'

interface TreeKeys {
  /** Lines on screen, and the place of the active one among them; -1: none. */
  readonly count: number
  readonly at: number
  /** Of the active line: whether what is below it shows; undefined where there is nothing. */
  readonly open: boolean | undefined
  readonly onMove: (place: number) => void
  readonly onToggle: () => void
  /** To the line above it in the tree. */
  readonly onParent: () => void
  /** What other keys do, by `event.key`. */
  readonly more?: Readonly<Record<string, () => void>>
}

/** How a tree is walked: up and down, to both ends, right opens or goes on, left closes or goes to the parent. */
export function walkTree(event: KeyboardEvent, { count, at, open, onMove, onToggle, onParent, more }: TreeKeys): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const to = (place: number) => onMove(Math.max(0, Math.min(count - 1, place)))
  const steps: Readonly<Record<string, () => void>> = {
    ArrowDown: () => to(at + 1),
    ArrowUp: () => to(at - 1),
    Home: () => to(0),
    End: () => to(count - 1),
    ArrowRight: () => (open === false ? onToggle() : to(at + 1)),
    ArrowLeft: () => (open === true ? onToggle() : onParent()),
    ...more,
  }
  const step = steps[event.key]
  if (!step) return
  event.preventDefault()
  step()
}
