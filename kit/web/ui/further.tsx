import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import styles from './further.module.css'

/** A strip of tabs that may be longer than its place: the chosen one is brought into sight; on which sides it goes on, out of sight. */
export function useEdges<T extends HTMLElement>(chosen: string) {
  const strip = useRef<T>(null)
  const [edges, setEdges] = useState({ before: false, after: false })
  const look = useCallback(() => {
    const { scrollLeft = 0, scrollWidth = 0, clientWidth = 0 } = strip.current ?? {}
    const [before, after] = [scrollLeft > 1, scrollLeft + clientWidth < scrollWidth - 1]
    setEdges((was) => (was.before === before && was.after === after ? was : { before, after }))
  }, [])
  useEffect(() => {
    strip.current?.querySelector('[aria-selected=true], [aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosen])
  // Counts come late, and make tabs wider.
  useEffect(look)
  useEffect(() => {
    const watched = new ResizeObserver(look)
    if (strip.current) watched.observe(strip.current)
    return () => watched.disconnect()
  }, [look])
  return { strip, edges, look }
}

/** Goes on along the strip, for who points: the keyboard has the arrows, which bring a tab into sight. */
export const Further = ({ by, list }: { readonly by: -1 | 1; readonly list: RefObject<HTMLElement | null> }) => (
  <button
    type="button"
    tabIndex={-1}
    aria-hidden
    className={styles.further}
    data-by={by}
    onClick={() => list.current?.scrollBy({ left: by * list.current.clientWidth * 0.7 })}
  >
    {by < 0 ? <ChevronLeft size={15} /> : <ChevronRight size={15} />}
  </button>
)
