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

/** An object whose values are made when they are read, each as `whileHeld` has it. Spreading it reads them all: `merged` does not. */
export function lazily<T extends Readonly<Record<string, object>>>(makers: { readonly [K in keyof T]: () => T[K] }): T {
  return Object.defineProperties(
    {},
    Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, { enumerable: true, configurable: true, get: whileHeld(make as () => object) }])),
  ) as T
}

/** Two objects in one, the second's values winning; what is made when it is read stays so. */
export const merged = <const A extends object, const B extends object>(first: A, second: B): A & B =>
  Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(first), ...Object.getOwnPropertyDescriptors(second) }) as A & B
