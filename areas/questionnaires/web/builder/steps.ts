/** Steps that can be taken back, and those that were. */
export interface Steps<T> {
  readonly past: readonly T[]
  readonly future: readonly T[]
  /** When the last step was kept, in milliseconds. */
  readonly at: number
}

export const noSteps: Steps<never> = { past: [], future: [], at: 0 }

/** As many as are kept. */
const most = 100
/** What follows within as many milliseconds is one step, such as the letters of a word. */
const together = 800

/** `before` was changed; what was taken back before is gone. */
export function stepped<T>({ past, at }: Steps<T>, before: T, now: number): Steps<T> {
  return { past: past.length > 0 && now - at < together ? past : [...past, before].slice(-most), future: [], at: now }
}

/** One step back, or one that was taken back again; undefined where there is none. */
export function taken<T>({ past, future }: Steps<T>, here: T, way: 'undo' | 'redo'): { readonly steps: Steps<T>; readonly to: T } | undefined {
  const [from, other] = way === 'undo' ? [past, future] : [future, past]
  const to = from.at(-1)
  if (to === undefined) return undefined
  const [rest, more] = [from.slice(0, -1), [...other, here]]
  return { to, steps: way === 'undo' ? { past: rest, future: more, at: 0 } : { past: more, future: rest, at: 0 } }
}
