import type { Adapter } from './adapter.ts'

/** The services of the product that values and findings come from, in the order in which they are offered. */
export const adapters: readonly Adapter[] = []
