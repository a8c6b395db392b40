const signs = ['pointermove', 'pointerdown', 'keydown'] as const

/** Does something once, at the reader's first move on the page: what they may open next is fetched for them, and for nobody who only looks. The answer calls it off. */
export function whenUsed(work: () => void): () => void {
  const used = new AbortController()
  const begin = () => {
    used.abort()
    work()
  }
  for (const sign of signs) window.addEventListener(sign, begin, { passive: true, signal: used.signal })
  return () => used.abort()
}
