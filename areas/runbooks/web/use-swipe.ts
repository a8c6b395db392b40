import { useRef, type PointerEvent } from 'react'

/** So far aside is meant; so far up or down is scrolling, in pixels. */
const [meant, scrolled] = [96, 48]

/** A card that a finger moves aside: which way, once it is let go far enough. The buttons do the same. */
export function useSwipe(onSwipe: (side: 'left' | 'right') => void) {
  const from = useRef<{ readonly x: number; readonly y: number; readonly card: HTMLElement }>(undefined)
  const end = () => {
    from.current?.card.style.removeProperty('--moved')
    from.current = undefined
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType !== 'touch' || (event.target instanceof Element && event.target.closest('input, textarea, dialog'))) return
      from.current = { x: event.clientX, y: event.clientY, card: event.currentTarget }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const start = from.current
      if (!start) return
      if (Math.abs(event.clientY - start.y) > scrolled) return end()
      start.card.style.setProperty('--moved', `${event.clientX - start.x}px`)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const aside = event.clientX - (from.current?.x ?? event.clientX)
      end()
      if (Math.abs(aside) >= meant) onSwipe(aside > 0 ? 'right' : 'left')
    },
    onPointerCancel: end,
  }
}
