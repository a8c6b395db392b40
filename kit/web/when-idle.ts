import { useEffect, useState } from 'react'
import { queryClient } from '#kit/web/api/queries.ts'

/** Milliseconds between two looks whether the page has what it shows. */
const look = 250

/** Does something once the page has what it asked for and the browser has nothing better to do; the answer calls it off. */
export function whenIdle(work: () => void): () => void {
  let timer = 0
  let idle = 0
  const start = () => {
    if (queryClient.isFetching() > 0) timer = window.setTimeout(start, look)
    // Safari knows no idle time yet.
    else if (typeof requestIdleCallback === 'function') idle = requestIdleCallback(work, { timeout: 2000 })
    else work()
  }
  timer = window.setTimeout(start, look)
  return () => {
    clearTimeout(timer)
    if (idle) cancelIdleCallback(idle)
  }
}

/** Whether the page has had what it asked for first: what only counts waits for that. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return idle
}
