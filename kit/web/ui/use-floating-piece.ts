import { useEffect, useLayoutEffect, type RefObject } from 'react'
import { useLayer } from './layers.ts'
import { placeBeside, type Placement } from './placement.ts'

interface FloatingPiece {
  readonly open: boolean
  /** What it stands beside; a press or the focus there does not close it. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly floating: RefObject<HTMLElement | null>
  readonly placement: Placement
  /** Closes it without moving the focus: a press outside, or the focus leaving. */
  readonly onLeave: () => void
  /** Escape. */
  readonly onEscape: () => void
}

/** Keeps an element with `popover="manual"` in the browser's top layer beside its anchor, and tells what would close it. */
export function useFloatingPiece({ open, anchor, floating, placement, onLeave, onEscape }: FloatingPiece): void {
  useLayer('popup', open, onEscape)

  useLayoutEffect(() => {
    if (!open || !floating.current || !anchor.current) return
    floating.current.showPopover()
    placeBeside(floating.current, anchor.current, placement, 6)
  }, [open, placement, anchor, floating])

  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      const target = event.target as Node
      if (!floating.current?.contains(target) && !anchor.current?.contains(target)) onLeave()
    }
    const follow = (event: Event) => {
      if (floating.current && anchor.current && !(event.target instanceof Node && floating.current.contains(event.target)))
        placeBeside(floating.current, anchor.current, placement, 6)
    }
    document.addEventListener('pointerdown', outside, true)
    document.addEventListener('focusin', outside)
    addEventListener('scroll', follow, true)
    addEventListener('resize', follow)
    return () => {
      document.removeEventListener('pointerdown', outside, true)
      document.removeEventListener('focusin', outside)
      removeEventListener('scroll', follow, true)
      removeEventListener('resize', follow)
    }
  })
}
