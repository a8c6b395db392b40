import { whileHeld } from '#kit/contract/while-held.ts'

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
