/** Names that every object of the language answers to. */
export const hostileKeys = [
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  'toJSON',
  'then',
  '__defineGetter__',
  '__lookupSetter__',
]
/** A name that nothing has. */
export const unknownKey = 'no_such_key'

const hostile = Object.fromEntries([...hostileKeys, unknownKey].map((key) => [key, 1]))

/** What a query string may hold besides. */
export const hostileQuery = [...hostileKeys, '__proto__', unknownKey].map((key) => `${key}=1`).join('&')

/** Every object in a value gains keys that it does not have, at any depth. */
export function poisoned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(poisoned)
  if (value === null || typeof value !== 'object') return value
  return { ...Object.fromEntries(Object.entries(value).map(([key, child]) => [key, poisoned(child)])), ...hostile }
}

/** Where the objects in a value are, by their keys. */
export function objectsIn(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (value === null || typeof value !== 'object') return []
  const inside = Object.entries(value).flatMap(([key, child]) => objectsIn(child, [...at, key]))
  return Array.isArray(value) ? inside : [at, ...inside]
}

/** A value with one key more in the object at a place. */
export function withUnknown(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return { ...(value as object), [unknownKey]: 1 }
  if (Array.isArray(value)) return value.with(Number(key), withUnknown(value[Number(key)], rest))
  return { ...(value as object), [key]: withUnknown((value as Record<string, unknown>)[key], rest) }
}
