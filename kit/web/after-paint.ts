import { startTransition, useEffect, useState } from 'react'

let painted = false
let asked = false
const waiting = new Set<() => void>()

/** Told once the browser has shown what stands on the page now, with the rows that somebody waits for. */
function look(): void {
  if (asked) return
  asked = true
  requestAnimationFrame(() =>
    setTimeout(() => {
      painted = true
      for (const tell of waiting) tell()
      waiting.clear()
    }),
  )
}

/**
 * Whether the first page with rows is on the screen. What is not seen in that picture (rows below the window, buttons that show under
 * the pointer) comes right after it: on a slow machine it is a quarter of what the picture would wait for. Where the rows are not there yet, `rows` says so.
 */
export function usePainted(rows = true): boolean {
  const [done, setDone] = useState(painted)
  useEffect(() => {
    if (done || !rows) return
    const tell = () => startTransition(() => setDone(true))
    if (painted) return tell()
    waiting.add(tell)
    look()
    return () => void waiting.delete(tell)
  }, [done, rows])
  return done
}
