import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'

const kept = new Map<string, number>()

/** Remembers how far a list was scrolled, and goes back there once its rows are present again. */
export function useKeptScroll(scroller: RefObject<HTMLElement | null>, key: string | undefined, ready: boolean) {
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || key === undefined || !ready) return
    element.scrollTop = kept.get(key) ?? 0
    const keep = () => kept.set(key, element.scrollTop)
    element.addEventListener('scroll', keep, { passive: true })
    return () => element.removeEventListener('scroll', keep)
  }, [scroller, key, ready])
}
