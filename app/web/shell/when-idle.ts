/** Does something once the browser has nothing better to do, two seconds later at most; the answer calls it off. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(work, { timeout: 2000 })
    return () => cancelIdleCallback(id)
  }
  // Safari knows no idle time yet.
  const timer = setTimeout(work, 1000)
  return () => clearTimeout(timer)
}
