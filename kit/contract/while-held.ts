/**
 * Answers the same object each time as long as anybody holds it, and makes it anew once nobody does: for what is large, made in a moment, and needed by few or seldom. Whoever
 * needs it again and again holds it.
 */
export function whileHeld<T extends object>(make: () => T): () => T {
  let last: WeakRef<T> | undefined
  return () => {
    const known = last?.deref()
    if (known) return known
    const made = make()
    last = new WeakRef(made)
    return made
  }
}

/** The same for each object of which something is made. */
export function whileHeldOf<K extends object, T extends object>(make: (of: K) => T): (of: K) => T {
  const each = new WeakMap<K, () => T>()
  return (of) => {
    const read = each.get(of) ?? whileHeld(() => make(of))
    each.set(of, read)
    return read()
  }
}
