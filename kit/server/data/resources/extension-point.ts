/** One thing that an area puts in at an extension point of an area below. */
export interface Extension {
  readonly register: () => void
}

/**
 * What an area asks of those above it, which it does not know: they name what they put in as `Area.extensions`, the application registers it when it is put together, and statements
 * are made of `all()`, so never while modules load.
 */
export interface ExtensionPoint<T> {
  readonly with: (given: T) => Extension
  /** In the order of the areas. */
  readonly all: () => readonly T[]
}

export function extensionPoint<T>(): ExtensionPoint<T> {
  const given: T[] = []
  return {
    with: (one) => ({
      register: () => {
        if (!given.includes(one)) given.push(one)
      },
    }),
    all: () => given,
  }
}
