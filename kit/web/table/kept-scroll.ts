import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

const positions = new Map<string, number>()

/** Remembers how far a list was scrolled, and goes back there once its rows are present again. */
export function useKeptScroll(scroller: RefObject<HTMLElement | null>, key: string | undefined, ready: boolean) {
  const shown = useRef<string>(undefined)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || key === undefined || !ready) return
    // Setting it makes the browser lay the page out at once: not for a first list, which stands at its top already.
    const before = positions.get(key)
    if (before !== undefined || shown.current !== undefined) element.scrollTop = before ?? 0
    shown.current = key
    const keep = () => positions.set(key, element.scrollTop)
    element.addEventListener('scroll', keep, { passive: true })
    return () => element.removeEventListener('scroll', keep)
  }, [scroller, key, ready])
}
