/** Lets the first of several calls within `pause` milliseconds through and drops the others (TBL-22). */
export function throttled<A extends unknown[]>(pause: number, run: (...args: A) => void): (...args: A) => void {
  let last = Number.NEGATIVE_INFINITY
  return (...args) => {
    if (performance.now() - last < pause) return
    last = performance.now()
    run(...args)
  }
}
